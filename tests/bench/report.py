"""What a benchmark found: rows of figures, and whether the targets are met; as text and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass, field

Row = dict[str, float | str]


@dataclass(frozen=True)
class Check:
    """One target: what is compared, the figure, the bound (`most` or `least`)."""

    what: str
    figure: float
    most: float | None = None
    least: float | None = None

    @property
    def met(self) -> bool:
        return (self.most is None or self.figure <= self.most) and (self.least is None or self.figure >= self.least)

    def text(self) -> str:
        bound = f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}"
        return f"{'met ' if self.met else 'MISSED'}  {self.what}: {self.figure:g} ({bound})"


@dataclass
class Report:
    """One benchmark."""

    name: str
    title: str
    rows: list[Row] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    def text(self) -> str:
        """The figures as a table with a column for each row of figures, and the targets below."""
        lines = [f"\n{self.name}: {self.title}", *columns(self.rows), *(check.text() for check in self.checks)]
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        checks = [{**vars(check), "met": check.met} for check in self.checks]
        return {"name": self.name, "title": self.title, "rows": self.rows, "checks": checks}


def columns(rows: Sequence[Row]) -> list[str]:
    """Lines of a table with the rows as columns, so that many figures of few runs fit on a screen."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[name, *(_cell(row.get(name, "")) for row in rows)] for name in names]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in cells]


def _cell(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,.3f}".rstrip("0").rstrip(".")
