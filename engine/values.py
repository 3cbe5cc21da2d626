"""Values: classes whose objects never change, and copies of such objects with some fields changed."""

from typing import TYPE_CHECKING, TypeVar, dataclass_transform

Kind = TypeVar("Kind", bound=type)

if TYPE_CHECKING:
    from dataclasses import replace as replace

    @dataclass_transform(frozen_default=True)
    def value(kind: Kind) -> Kind: ...

else:
    from dataclasses import MISSING, dataclass, fields
    from functools import cache

    def value(kind):
        """Make a class `dataclass(frozen=True, slots=True)`, whose objects are made in half the time.

        A frozen dataclass sets each of its fields past its own refusal. Here an object is open while it is made, one
        of a class with the same slots that refuses nothing, and then closed for good by changing its class.
        Making values is what a move spends most of its time on (docs/performance.md).
        """
        closed = dataclass(frozen=True, slots=True, init=False)(kind)
        names = closed.__match_args__
        defaults = {field.name: field.default for field in fields(closed) if field.default is not MISSING}
        parameters = [f"{name}=default_{name}" if name in defaults else name for name in names]
        closed.__new__ = staticmethod(_maker(closed, ["cls", *parameters], {name: name for name in names}, defaults))
        closed.__getnewargs__ = lambda self: tuple([getattr(self, name) for name in names])
        return closed

    def replace(original, /, **changes):
        """`dataclasses.replace` for values, in a fraction of its time."""
        return _copier(original.__class__, tuple(changes))(original, changes)

    @cache
    def _copier(kind, changed):
        """A function that copies objects of one class, for the names of the fields that change."""
        names = kind.__match_args__
        unknown = [name for name in changed if name not in names]
        if unknown:
            raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
        sources = {name: f"changes[{name!r}]" if name in changed else f"original.{name}" for name in names}
        return _maker(kind, ["original", "changes"], sources, {})

    def _maker(kind, parameters, sources, defaults):
        """A function made for one class, as `dataclass` makes its own: its objects, each field from its source."""
        opened = type(kind.__name__, (), {"__slots__": kind.__match_args__})
        body = [f"made.{name} = {source}" for name, source in sources.items()]
        lines = ["made = new(opened)", *body, "made.__class__ = closed", "return made"]
        given = {"new": object.__new__, "opened": opened, "closed": kind}
        given |= {f"default_{name}": default for name, default in defaults.items()}
        exec(f"def make({', '.join(parameters)}):\n    " + "\n    ".join(lines), given)
        return given["make"]
