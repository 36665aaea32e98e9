"""The references of all games: games/<name>/tests/reference.py is the module <name> once this one is imported."""
import importlib.util
import pathlib
import sys

for _file in sorted(pathlib.Path(__file__).parents[2].glob("games/*/tests/reference.py")):
    _name = _file.parts[-3]
    _spec = importlib.util.spec_from_file_location(_name, _file)
    sys.modules[_name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_name])
