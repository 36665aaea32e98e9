#!/usr/bin/env python3
"""symbols.py BUILD — every external symbol begins with its module's prefix, so that a name says where it is defined.

A module is a file: what src/x/hub.c or hub.h declares begins with `hub`. The prefix of a whole folder does as well
(`server_` in src/doors/server), and `peck_` anywhere. In a room, names begin with the game's name or,
for the parts that a pack refers to, end with it (`tell_skin_heckmeck`).
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def objects(build: pathlib.Path):
    """The object files of libraries and the program, each with its source."""
    for command in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(command["file"])
        output = command["command"].split(" -o ")[1].split()[0]
        ours = any(source.is_relative_to(ROOT / folder) for folder in ("src", "games"))
        if ours and output.startswith("CMakeFiles/peck"):
            yield build / output, source.relative_to(ROOT)


def fits(name: str, source: pathlib.Path) -> bool:
    if name.startswith("peck_"):
        return True
    if source.parts[0] == "games":
        game = source.parts[1]
        return name.startswith(f"{game}_") or name.endswith(f"_{game}")
    folder = ROOT / source.parent
    stems = {module.stem for module in folder.glob("*.[ch]")} | {folder.name}
    return any(name == stem or name.startswith(f"{stem}_") for stem in stems)


def main() -> int:
    seen, wrong = 0, []
    for path, source in sorted(objects(pathlib.Path(sys.argv[1]))):
        listed = subprocess.run(["nm", "-g", "--defined-only", "--format=posix", path],
                                check=True, capture_output=True, text=True).stdout
        for name in (line.split()[0] for line in listed.splitlines()):
            seen += 1
            if name != "main" and not fits(name, source):
                wrong.append(f"{source}: {name}")
    print("\n".join(wrong))
    if wrong:
        print(f"{len(wrong)} external symbols without their module's prefix; see the top of tests/symbols.py")
    assert seen > 500, f"only {seen} symbols found: is {sys.argv[1]} built?"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
