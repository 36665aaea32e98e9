#!/usr/bin/env python3
"""glossary.py TOP — looks in the messages and the short rules of every language for words that
i18n/glossary.toml tells us not to use."""
import json
import pathlib
import re
import sys
import tomllib

top = pathlib.Path(sys.argv[1])
glossary = tomllib.loads((top / "i18n/glossary.toml").read_text("utf-8"))
faults = []


def texts(language):
    """Where a text is, and the text."""
    for path in sorted([*top.glob(f"i18n/{language}.json"), *top.glob(f"games/*/text/{language}.json")]):
        for key, value in json.loads(path.read_text("utf-8")).items():
            for text in value.values() if isinstance(value, dict) else [value]:
                yield f"{path.relative_to(top)}: {key}", text
    for path in sorted(top.glob(f"games/*/text/rules.{language}.md")):
        yield str(path.relative_to(top)), " ".join(path.read_text("utf-8").split())


languages = {path.stem for path in top.glob("i18n/*.json")}
if set(glossary) != languages:
    faults.append(f"the glossary has {sorted(glossary)}, the catalogue {sorted(languages)}")
for language in sorted(languages & set(glossary)):
    banned = [(re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.I), entry["use"])
              for entry in glossary[language] for pattern in entry["not"]]
    count = 0
    for where, text in texts(language):
        count += 1
        for pattern, use in banned:
            faults.extend(f"{where}: '{found[0]}' should be: {use}"
                          for found in pattern.finditer(text))
    if count < 500:
        faults.append(f"there are only {count} texts in {language}")

print("\n".join(faults))
sys.exit(bool(faults))
