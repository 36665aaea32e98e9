#!/usr/bin/env python3
"""catalogue.py TOP — the catalogues i18n/*.json and games/*/text/*.json: the same keys in every language, the same
placeholders in every text, every plural form, and no key that no source uses; and errors, which
are keys in C: each is in the catalogue, and nothing below the doors is a sentence."""
import json
import pathlib
import re
import sys

FORMS = {"en": ["one", "other"], "de": ["one", "other"], "pl": ["one", "few", "many"],
         "ru": ["one", "few", "many"]}
top = pathlib.Path(sys.argv[1])
faults = []


def unique(pairs):
    keys = [key for key, _ in pairs]
    faults.extend(f"{key} stands twice" for key in set(keys) if keys.count(key) > 1)
    return dict(pairs)


def placeholders(text):
    return set(re.findall(r"\{([a-z0-9]+)\}", text))


def check_text(where, text, wanted):
    """`one` may leave out the number: "a tile"."""
    if not text.strip():
        faults.append(f"{where} is empty")
    if re.search("[{}]", re.sub(r"\{[a-z0-9]+\}", "", text)):
        faults.append(f"{where} has a brace that is no placeholder")
    if placeholders(text) != wanted and not (
            where.endswith(".one") and placeholders(text) | {"count"} == wanted):
        faults.append(f"{where} has {sorted(placeholders(text))}, not {sorted(wanted)}")
    if len(text.encode()) > 4000:
        faults.append(f"{where} is too long for a C string")


catalogues = {}
for path in sorted([*(top / "i18n").glob("*.json"), *(top / "games").glob("*/text/*.json")]):
    part = json.loads(path.read_text("utf-8"), object_pairs_hook=unique)
    whole = catalogues.setdefault(path.stem, {})
    faults.extend(f"{path} has {key}, as another file has" for key in part if key in whole)
    whole.update(part)
if set(catalogues) != set(FORMS):
    faults.append(f"there are the languages {sorted(catalogues)}, not {sorted(FORMS)}")
english = catalogues["en"]
if len(english) < 100:
    faults.append("en.json is nearly empty")
for language, catalogue in catalogues.items():
    faults.extend(f"{language} lacks {key}" for key in english if key not in catalogue)
    faults.extend(f"{language} has {key}, which English has not"
                  for key in catalogue if key not in english)
    if list(catalogue) != [key for key in english if key in catalogue]:
        faults.append(f"{language} has its keys in another order than English")
    for key, value in catalogue.items():
        model = english.get(key, value)
        if isinstance(value, dict) != isinstance(model, dict):
            faults.append(f"{language} {key}: plural forms in one language and not in another")
            continue
        wanted = placeholders(model["other"] if isinstance(model, dict) else model)
        if isinstance(value, str):
            check_text(f"{language} {key}", value, wanted)
            continue
        if list(value) != FORMS[language]:
            faults.append(f"{language} {key} has {list(value)}, not {FORMS[language]}")
        if "count" not in wanted:
            faults.append(f"{key} has plural forms and no {{count}}")
        for form, text in value.items():
            check_text(f"{language} {key}.{form}", text, wanted)

# A source names a message by its constant, by its key, or by a pattern: for say_find, where a `%s` at the
# front is a game, or in TypeScript a key with `${…}` in it.
sources = [path for folder in ("src", "games", "web") for path in (top / folder).rglob("*")
           if path.suffix in (".c", ".h", ".ts", ".svelte") and "node_modules" not in path.parts]
text = "\n".join(path.read_text("utf-8") for path in sources)
constants = set(re.findall(r"\bMESSAGE_[A-Z0-9_]+", text))
words = set(re.findall(r"[\"'`]([a-z0-9-]+(?:\.[a-z0-9-]+)+)[\"'`]", text))
patterns = [re.compile(re.sub(r"%[sd]", "[a-z0-9.-]*", re.sub("^%s", "[a-z]+", re.escape(pattern))))
            for pattern in re.findall(r'say_find\(\s*"([^"]*)"', text)]
patterns += [re.compile("[a-z0-9.-]*".join(map(re.escape, re.split(r"\$\{[^}]*\}", pattern))))
             for pattern in re.findall(r"`([a-z0-9-]+\.[a-z0-9.-]*\$\{[^`]*)`", text)]

# An error is a key: a game's own or one of all games. No call takes a sentence for one, and no check
# of a game returns one. The key that says what it is given is for doors alone.
error_key = re.compile(r"(?:([a-z]+)\.)?error\.[a-z0-9.-]+")
named = 0
values = {}  # of each error, those that the files naming it have
for path in sources:
    if path.suffix not in (".c", ".h"):
        continue
    where = path.relative_to(top)
    room = where.parts[1] if where.parts[0] == "games" else None
    code = re.sub(r"/\*.*?\*/|#include[^\n]*", "", path.read_text("utf-8"), flags=re.S)
    code = re.sub(r'"\s*\n\s*"', "", code)
    for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', code):
        if found := error_key.fullmatch(literal):
            named += 1
            if literal not in english:
                faults.append(f"{where}: the catalogue lacks {literal}")
            if found[1] not in (None, room):
                faults.append(f"{where} says {literal}, which is of another room")
            if literal == "error.door" and where.parts[:2] != ("src", "doors"):
                faults.append(f"{where} is below the doors and says error.door")
    calls = re.findall(r'\bpeck_(?:error_say|error_wrap|scan_refuse|scan_fail|scan_int|scan_one_of)'
                       r'\(([^;]*?)\);', code)
    calls += re.findall(r'\bpeck_error_key\([^,]+, "[a-z]+",([^;]*?)\);', code)
    if room and "rules" in where.parts:
        calls += re.findall(r'\breturn ([^;]*);', code)
    faults.extend(f"{where}: '{said}' should be a key" for call in calls
                  for said in re.findall(r'"((?:[^"\\\n]|\\.)*)"', call)
                  if re.search(r"\w \w", said))
    faults.extend(f"{where}: '{said}' is a sentence and no value"
                  for said in re.findall(r'\bpeck_error_text\([^,]+, "[a-z]+", "([^"]* [^"]*)"', code))
    given = set(re.findall(r'\b(?:peck_error_(?:number|text|key|open|quote)|say_(?:start|cell))\([^,]+, "([a-z]+)"', code))
    for key in set(re.findall(r'"((?:[a-z]+\.)?error\.[a-z0-9.-]+)"', code)) & english.keys():
        values.setdefault(key, set()).update(given | {"why", "found", "what", "low", "high", "set"})
for key, given in values.items():
    text_of = english[key]["other"] if isinstance(english[key], dict) else english[key]
    faults.extend(f"{key} has {{{name}}}, for which no source has a value"
                  for name in sorted(placeholders(text_of) - given - {"line", "column"}))
if named < 200:
    faults.append(f"only {named} errors are found")

# What a table refuses is said by its code. Some are never sent, some are met without a word: the
# next view tells (stale), it is sent again (unavailable), "too late" (illegal), and only `show`,
# which nobody presses, has a bad-value.
mute = {"fine", "repeat", "stale", "unavailable", "illegal", "bad-value"}
codes = re.findall(r'\[REFUSED_\w+\] = "([a-z-]+)"',
                   (top / "src/doors/server/decide.c").read_text("utf-8"))
faults.extend(f"the catalogue lacks web.refused.{code}" for code in codes
              if code not in mute and f"web.refused.{code}" not in english)
if len(codes) < 10:
    faults.append("there are nearly no codes of refusals")

# What play names, doors must be able to say.
faults.extend(f"the catalogue lacks {key}"
              for key in re.findall(r'"([a-z]+\.(?:why|odds)[a-z0-9.-]*)"', text)
              if key not in english)

for key in english:
    constant = "MESSAGE_" + re.sub(r"[^A-Z0-9]", "_", key.upper())
    if constant not in constants and key not in words and \
            not any(pattern.fullmatch(key) for pattern in patterns):
        faults.append(f"no source uses {key}")

print("\n".join(faults))
sys.exit(bool(faults))
