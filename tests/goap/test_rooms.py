"""The rooms of planning import in one direction: engines read tables, tables come from definitions."""

import ast

import pytest

from tests.test_layers import MODULES, imports

ROOMS = ("definition", "tables", "engines")


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_nothing_of_those_that_build_on_it(room: str) -> None:
    above = tuple(f"gumption.goap.{each}" for each in ROOMS[ROOMS.index(room) + 1 :])
    for module, path in MODULES.items():
        if module.startswith(f"gumption.goap.{room}"):
            body = [node for node in ast.parse(path.read_text()).body if not isinstance(node, ast.If)]  # TYPE_CHECKING
            source = ast.unparse(ast.Module(body, []))
            wrong = [
                each for each in imports(source, module, package=path.stem == "__init__") if each.startswith(above)
            ]
            assert wrong == [], module
