"""embed.py — turns texts and data into C files, for the build.

    embed.py messages OUT_DIR WITHOUT FILE…               messages.h and messages.c
    embed.py data OUT.c FILE…                             networks (.net) and guides (.guide)
    embed.py rules OUT.c FILE…                            short rules, <game>/text/rules.<language>.md
    embed.py box OUT_DIR FILE…                            box files, <game>/data/box.txt, as tables …
    embed.py boxes OUT.c FILE…                            … and as texts

A line of a box file becomes BOX(word, word, …) in <game>/box.inc, and the rules say what that means.

A catalogue of messages is the sum of the files <language>.json: the common one and one of each game.
It is also written as catalogue/<language>.json, for the browser client. WITHOUT is a pattern of message
keys that this program never uses. A message that a language lacks is NULL there, is said in English,
and fails a test.
"""
import json
import pathlib
import re
import sys

LANGUAGES = ("en", "de", "pl", "ru")  # the order of enum say_language
FORMS = {"en": ("one", "other"), "de": ("one", "other"),
         "pl": ("one", "few", "many"), "ru": ("one", "few", "many")}


def literal(text):
    if text is None:
        return "NULL"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def forms(message, language):
    if isinstance(message, dict):
        return ", ".join(literal(message.get(form)) for form in FORMS[language])
    return literal(message)


def merged(files):
    catalogues = {language: {} for language in LANGUAGES}
    for file in map(pathlib.Path, files):
        found, catalogue = json.loads(file.read_text("utf-8")), catalogues[file.stem]
        if twice := found.keys() & catalogue.keys():
            sys.exit(f"{file}: another file has {', '.join(sorted(twice))} already")
        catalogue.update(found)
    return catalogues


def messages(folder, without, *files):
    catalogues = merged(files)
    for language, catalogue in catalogues.items():
        path = pathlib.Path(folder, "catalogue", f"{language}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(catalogue, ensure_ascii=False, indent=1), "utf-8")
    skipped = re.compile(without)
    keys = [key for key in catalogues["en"] if not skipped.search(key)]
    names = "".join("    MESSAGE_%s,\n" % re.sub("[^A-Z0-9]", "_", key.upper()) for key in keys)
    rows = "".join(
        '    {"%s", {%s}},\n' % (key, ", ".join(
            "{%s}" % forms(catalogues[language].get(key), language) for language in LANGUAGES))
        for key in keys)
    write(pathlib.Path(folder, "messages.h"),
          "#ifndef MESSAGES_H\n#define MESSAGES_H\n\n"
          f"enum message {{\n{names}    MESSAGE_COUNT,\n}};\n\n#endif\n")
    write(pathlib.Path(folder, "messages.c"),
          '#include "tell/say.h"\n\n'
          f"const struct say_text say_texts[MESSAGE_COUNT] = {{\n{rows}}};\n")


# Compilers read a long string much faster than a list of numbers. Three digits end an escape.
OCTAL = ["\\%03o" % byte for byte in range(256)]


def string(data):
    rows = (data[at:at + 32] for at in range(0, len(data), 32))
    return "\n".join('    "%s"' % "".join(OCTAL[byte] for byte in row) for row in rows)


def data(out, *files):
    text = '#include "play/nets.h"\n\n'
    tables = {"net": "", "guide": ""}
    for file in sorted(map(pathlib.Path, files)):
        kind, data = file.suffix[1:], file.read_bytes()
        symbol = f"{kind}_{re.sub('[^a-z0-9]', '_', file.stem)}"
        text += f"_Alignas(8) static const char {symbol}[] =\n{string(data)};\n"
        tables[kind] += f'    {{"{file.stem}", (const unsigned char *){symbol}, {len(data)}}},\n'
    for kind, rows in tables.items():
        text += (f"const struct embedded_net embedded_{kind}s[] = {{\n"
                 f"{rows}    {{NULL, NULL, 0}},\n}};\n")
    write(pathlib.Path(out), text)


def rules(out, *files):
    rows = ""
    for file in map(pathlib.Path, files):
        game, language = file.parts[-3], file.name.split(".")[1]
        rows += f'    {{"{game}", "{language}",\n{string(file.read_bytes())}}},\n'
    write(pathlib.Path(out),
          f'#include "cli.h"\n\nconst struct rules_text rules_texts[] = {{\n{rows}}};\n'
          f"const int rules_text_count = {len(files)};\n")


def boxes(out, *files):
    rows = "".join(f'    {{"{file.parts[-3]}",\n{string(file.read_bytes())}}},\n'
                   for file in map(pathlib.Path, files))
    write(pathlib.Path(out),
          f'#include "cli.h"\n\nconst struct box_text box_texts[] = {{\n{rows}}};\n'
          f"const int box_text_count = {len(files)};\n")


def box(folder, *files):
    for file in map(pathlib.Path, files):
        lines = (line.partition("#")[0].split() for line in file.read_text("utf-8").splitlines())
        write(pathlib.Path(folder, file.parts[-3], "box.inc"),
              "".join(f"BOX({', '.join(words)})\n" for words in lines if words))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"/* Made by cmake/embed.py. */\n{text}", "utf-8")


if __name__ == "__main__":
    {"messages": messages, "data": data, "rules": rules, "box": box,
     "boxes": boxes}[sys.argv[1]](*sys.argv[2:])
