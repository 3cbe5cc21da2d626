"""Values with some of their fields changed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    from functools import cache

    def replace(value, /, **changes):
        """`dataclasses.replace` in a third of its time, for dataclasses with slots and nothing after `__init__`.

        It is what a move spends most of its own time on (docs/performance.md).
        """
        return _copier(value.__class__, tuple(changes))(value, changes)

    @cache
    def _copier(kind, changed):
        """A function made for one class and the names of the fields that change, as `dataclass` makes its own."""
        unknown = [name for name in changed if name not in kind.__slots__]
        if unknown:
            raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
        setters = {f"set_{name}": getattr(kind, name).__set__ for name in kind.__slots__}
        fields = {name: f"changes[{name!r}]" if name in changed else f"value.{name}" for name in kind.__slots__}
        body = "".join(f"    set_{name}(copied, {source})\n" for name, source in fields.items())
        made = {**setters, "new": object.__new__, "kind": kind}
        exec(f"def copy(value, changes):\n    copied = new(kind)\n{body}    return copied\n", made)
        return made["copy"]
