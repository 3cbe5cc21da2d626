"""Values: objects that never change, and copies of them with some fields changed."""

from typing import TYPE_CHECKING, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import field
    from dataclasses import replace as replace

    Kind = TypeVar("Kind", bound=type)

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def value(kind: Kind) -> Kind: ...

else:
    from dataclasses import dataclass
    from functools import cache

    def value(kind):
        """A class of values: a frozen dataclass with slots to the type checker, which is who refuses a change.

        At run time nothing is in the way of setting a field, not even when a value is made, which is what a move
        spends most of its time on (docs/performance.md).
        """
        return dataclass(slots=True, unsafe_hash=True)(kind)

    def replace(original, /, **changes):
        """`dataclasses.replace` in a fraction of its time, where `__init__` takes each field by its place."""
        return _copier(original.__class__, tuple(changes))(original, changes)

    @cache
    def _copier(kind, changed):
        """A function made for one class and the names of the fields that change, as `dataclass` makes its own."""
        names = kind.__match_args__
        unknown = [name for name in changed if name not in names]
        if unknown:
            raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
        values = ", ".join(f"changes[{name!r}]" if name in changed else f"original.{name}" for name in names)
        made = {"kind": kind}
        exec(f"def copy(original, changes):\n    return kind({values})\n", made)
        return made["copy"]
