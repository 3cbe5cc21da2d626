"""Imports point one way: the engine knows only itself and the standard library, and inside a package arrows go down."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ENGINE = (
    "values",
    "cards status rules errors",
    "shuffle",
    "state",
    "table",
    "commands events",
    "scoring",
    "prompt",
    "effects",
    "decide advance evolve",
    "game",
    "codec public",
    "notation odds",
    "bots scenario",
    "learn simulate",
    "__init__",
    "__main__",
)
APP = (
    "__init__ settings identity names origin protocol embedded shards limits pipe slots wire errors files pseudo",
    "rooms link description words scorecard bundles",
    "view bus forms chances rulebook documents due farewells",
    "commit",
    "store scores",
    "metrics",
    "connection steps",
    "hub",
    "tables",
    "clock transport",
    "services",
    "lookup visit",
    "calls rendering socket",
    "api pages tracker guards installing",
    "main",
    "__main__",
)
"""Each package's modules, the lowest layer first. A module may import from the layers below its own."""

PURE = {
    "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "json", "math", "operator",
    "random", "string", "struct", "types", "typing",
}  # fmt: skip
"""What the engine may use of the standard library: nothing that tells the time, reads, or draws lots by itself."""


def layers(package: str) -> dict[str, int]:
    """The layer of each module, or folder, of a package."""
    table = {"engine": ENGINE, "app": APP}[package]
    return {name: number for number, names in enumerate(table) for name in names.split()}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The full names of what a module imports; from a package, those of the modules in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            inside = ROOT / str(node.module).replace(".", "/")
            for alias in node.names:
                is_module = (inside / alias.name).is_dir() or (inside / f"{alias.name}.py").is_file()
                yield f"{node.module}.{alias.name}" if is_module else str(node.module)


def part(package: str, dotted: str) -> str:
    """The module, or folder, of the package that a full name belongs to."""
    names = dotted.removeprefix(package).split(".")
    return names[1] if len(names) > 1 else "__init__"


def wrong_arrows(package: str, layer: dict[str, int]) -> list[str]:
    """The imports that do not point down by these layers."""
    wrong = []
    for path in modules(package):
        own = path.relative_to(ROOT / package).with_suffix("").parts[0]
        for name in imports(path):
            used = part(package, name) if name.split(".")[0] == package else own
            if used != own and layer[used] >= layer[own]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    return wrong


@pytest.mark.parametrize("package", ["engine", "app"])
def test_every_module_has_its_layer_and_arrows_point_down(package: str) -> None:
    layer = layers(package)
    assert set(layer) == {path.relative_to(ROOT / package).with_suffix("").parts[0] for path in modules(package)}
    assert wrong_arrows(package, layer) == []


def test_an_arrow_the_other_way_is_seen() -> None:
    upside_down = {name: -number for name, number in layers("engine").items()}
    wrong = wrong_arrows("engine", upside_down)
    assert {"engine/bots/counter.py imports engine.odds", "engine/game.py imports engine.evolve"} <= set(wrong)


def test_the_engine_is_pure() -> None:
    for path in modules("engine"):
        outside = {name.split(".")[0] for name in imports(path)} - {"engine"}
        if path.name != "__main__.py":
            assert outside <= PURE, f"{path.name} imports {outside - PURE}"


def test_the_engine_draws_no_lots_of_its_own() -> None:
    for path in modules("engine"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert names == ["Random"], f"{path.name}: only Random, which is given a seed"
            elif isinstance(node, ast.Import):
                assert "random" not in names, path.name
