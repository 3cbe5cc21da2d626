"""The engine compiled to machine code by mypyc, in a folder of its own: for long series of games.

`python -m tests.bench.compiled` puts it into `build/compiled`; needs a C compiler and Python's header files. They are
the same modules and play the same games. mypyc compiles what it sees, and slowly what it does not: so what
`@value` and `@dataclass` add to a class while a program runs is written out before, and members of enumerations,
which are looked up anew each time, are given names of their own.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

from pytest import UsageError

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "build" / "compiled"
INTERPRETED = {
    "__init__", "__main__",
    "values",  # makes functions while it runs
    "cards", "status",  # members of enumerations that have attributes of their own
    "learn", "simulate", "experience", "codec", "notation", "scenario", "errors",  # nothing to be gained
}  # fmt: skip
DECORATORS = {"value", "dataclass(slots=True)"}
MEMBER = re.compile(r"\b(Card|Status)\.([A-Z][A-Z0-9_]*)\b")


class CannotCompile(Exception):
    """There is no compiler, or it has failed; the text is what it said."""


def build() -> None:
    """Put the package `engine`, compiled, into the folder. Raises CannotCompile."""
    modules = write_out(FOLDER)
    command = [sys.executable, "-m", "mypyc", "--config-file=", *modules]
    done = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise CannotCompile(f"The engine needs a C compiler and Python's header files:\n{done.stdout[-4000:]}")


def write_out(folder: Path) -> list[str]:
    """Put the package's sources there as they are to be compiled. The names of the files that are."""
    rmtree(folder, ignore_errors=True)
    copytree(ROOT / "engine", folder / "engine", ignore=ignore_patterns("__pycache__"))
    modules = [path for path in sorted(folder.glob("engine/**/*.py")) if path.stem not in INTERPRETED]
    for path in modules:
        path.write_text(written_out(path.read_text("utf-8")), "utf-8")
    return [str(path.relative_to(folder)) for path in modules]


def written_out(source: str) -> str:
    """The source of a module with the methods of its values in it, and each member of an enumeration looked up once."""
    lines = source.split("\n")
    body = ast.parse(source).body
    for node in reversed(body):  # the last first: lines before it keep their numbers
        if isinstance(node, ast.ClassDef):
            added = [decorator for decorator in node.decorator_list if ast.unparse(decorator) in DECORATORS]
            if added:
                lines[added[0].lineno - 1 : node.end_lineno] = _class(node, lines)
    imports = max((node.end_lineno or 0 for node in body if isinstance(node, ast.Import | ast.ImportFrom)), default=0)
    members: set[str] = set()
    code = [_named(line, members) for line in lines[imports:]]
    names = [f"{_name(member)}: Final = {member}" for member in sorted(members)]
    return "\n".join([*lines[:imports], "from typing import Any, ClassVar, Final", *names, *code])


def _named(line: str, members: set[str]) -> str:
    """The line with names for members of enumerations, which are noted; not in patterns, where a name catches all."""
    if line.lstrip().startswith("case "):
        return line
    members.update(found[0] for found in MEMBER.finditer(line))
    return MEMBER.sub(lambda found: _name(found[0]), line)


def _name(member: str) -> str:
    return f"_{member.replace('.', '_')}"


def _class(node: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    """The lines of a class of values: its head, what its fields stand for, its own methods."""
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and not _of_class(each)]
    yield f"class {node.name}:"
    yield from _methods(node.name, fields)
    for each in node.body:
        if each not in fields:
            first = min([each.lineno, *(decorator.lineno for decorator in getattr(each, "decorator_list", []))])
            yield from lines[first - 1 : each.end_lineno]


def _methods(name: str, fields: list[ast.AnnAssign]) -> Iterator[str]:
    """What `dataclass` makes of the fields: `__init__`, `__eq__`, `__hash__`, `__repr__` and `__match_args__`."""
    names = [ast.unparse(field.target) for field in fields]
    yield "    __dataclass_fields__: ClassVar[dict[str, Any]]"  # by which type checkers know whom to let `replace` copy
    yield f"    __match_args__: Final = ({''.join(f'{name!r}, ' for name in names)})"
    yield f"    def __init__({', '.join(['self', *map(ast.unparse, fields)])}) -> None:"
    yield from [f"        self.{name} = {name}" for name in names] or ["        pass"]
    yield "    def __eq__(self, other: object) -> bool:"
    yield f"        return isinstance(other, {name}){''.join(f' and self.{name} == other.{name}' for name in names)}"
    yield "    def __hash__(self) -> int:"
    yield f"        return hash(({''.join(f'self.{name}, ' for name in names)}))"
    yield "    def __repr__(self) -> str:"
    yield f'        return f"{name}({", ".join(f"{name}={{self.{name}!r}}" for name in names)})"'


def _of_class(field: ast.AnnAssign) -> bool:
    return ast.unparse(field.annotation).startswith("ClassVar")


def is_compiled() -> bool:
    """Whether the engine that is imported here is."""
    return not str(import_module("engine.game").__file__).endswith(".py")


def pytest_configure() -> None:
    """With `-p tests.bench.compiled` nothing else is tested, whatever is found first."""
    if not is_compiled():
        raise UsageError("the engine that would be tested is not the compiled one")


def main() -> int:
    try:
        build()
    except CannotCompile as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
