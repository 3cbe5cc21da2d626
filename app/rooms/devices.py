"""Several people at one browser: the first is the browser itself, the others are numbered within it."""

_MARK = "/"


def person(browser: str, local: int) -> str:
    """Who of a browser's people it is; nobody can be one of another browser's."""
    return f"{browser}{_MARK}{local}" if local else browser


def device_of(owner: str) -> str:
    """The browser that a seat's owner plays at."""
    return owner.partition(_MARK)[0]


def local_of(owner: str) -> int:
    """The owner's number at that browser; 0 for the first."""
    return int(owner.partition(_MARK)[2] or 0)
