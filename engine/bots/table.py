"""Tables of chances as text: a line a row, in it `points:share`, with shares of about 10,000."""

Row = tuple[tuple[int, float], ...]
"""Points and the chances of them, which add up to 1."""

Tables = tuple[Row, ...]


def read(text: str) -> Tables:
    """The rows of a table."""
    return tuple(_row(line) for line in text.strip().splitlines())


def _row(line: str) -> Row:
    pairs = [tuple(map(int, pair.split(":"))) for pair in line.split()]
    total = sum(share for _, share in pairs)
    return tuple((points, share / total) for points, share in pairs)
