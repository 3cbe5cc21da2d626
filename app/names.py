"""What people type and read: player names, bot names and room codes."""

import re
import secrets
import unicodedata
from collections.abc import Collection

NAME_CHARS = 16
CODE_CHARS = 8
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
BOT_NAMES = (
    "Rook", "Juniper", "Pixel", "Maple", "Comet", "Basil", "Tango", "Willow", "Cosmo", "Pepper", "Orbit", "Saffron",
    "Ziggy", "Clover", "Biscuit", "Indigo", "Nimbus", "Hazel", "Mango", "Quartz", "Fable", "Sprocket", "Poppy", "Echo",
    "Truffle", "Onyx", "Dahlia", "Gizmo", "Sorrel", "Noodle", "Lark", "Bramble", "Cricket", "Topaz", "Waffle", "Yarrow",
    "Kestrel", "Domino", "Marble", "Fennel",
)  # fmt: skip

_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_LOOKING = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MARKS_IN_A_ROW = 2
# Line and paragraph separators and control characters that Python calls white space are refused, not folded.
_WHITE_SPACE = re.compile(r"[^\S\x1c-\x1f\x85\u2028\u2029]+")


class BadName(ValueError):
    """The name is empty, too long or holds characters that cannot be seen."""


def clean_name(given: object) -> str:
    """The name as the table shows it: NFC, trimmed, inner white space as single blanks. Raises BadName."""
    if not isinstance(given, str):
        raise BadName("not a text")
    name = _WHITE_SPACE.sub(" ", unicodedata.normalize("NFC", given)).strip(" ")
    if not 1 <= len(name) <= NAME_CHARS:
        raise BadName("length")
    if _showable(name) != name:
        raise BadName("invisible characters, or marks that pile up")
    return name


def nearest_name(given: object) -> str | None:
    """What is left of a refused name without what cannot be shown, where that is a name: joined emoji come apart."""
    if not isinstance(given, str):
        return None
    try:
        return clean_name(_showable(_WHITE_SPACE.sub(" ", unicodedata.normalize("NFC", given))))
    except BadName:
        return None


def _showable(name: str) -> str:
    """The name without invisible characters and without marks that pile up."""
    kept, marks = [], 0
    for char in name:
        category = unicodedata.category(char)
        if category in _FORBIDDEN_CATEGORIES or char in _BLANK_LOOKING:
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)


def is_taken(name: str, taken: Collection[str]) -> bool:
    """Whether somebody at the table already goes by this name; case does not matter."""
    return name.casefold() in {other.casefold() for other in taken}


def suggestion(name: str, taken: Collection[str]) -> str:
    """The same name with the lowest number that makes it free, cut so that it fits: `Maya 2`."""
    number = 2
    while True:
        tail = f" {number}"
        candidate = name[: NAME_CHARS - len(tail)].rstrip() + tail
        if not is_taken(candidate, taken):
            return candidate
        number += 1


def bot_name(taken: Collection[str]) -> str:
    """The first free bot name."""
    for name in BOT_NAMES:
        if not is_taken(name, taken):
            return name
    return suggestion(BOT_NAMES[0], taken)


def new_code() -> str:
    """A fresh room code; about 40 bits, from the operating system."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_CHARS))


def read_code(typed: str) -> str | None:
    """The room code somebody typed or followed (case and hyphens do not matter), or None if it cannot be one."""
    code = typed.replace("-", "").strip().upper() if typed.isascii() else ""
    return code if len(code) == CODE_CHARS and all(char in CODE_ALPHABET for char in code) else None
