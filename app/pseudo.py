"""English made strange and long: what is not translated shows, and so does what breaks with longer words."""

import re
from typing import Any

_STRANGE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçðéƒĝĥíĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
_PLACEHOLDER = re.compile(r"(\{\w+\})")
_LONGER = 0.4
_FILLER = "õúîëá "


def pseudo(value: Any, key: str = "") -> Any:
    """A catalogue in this language; what no reader sees (`locale`) and what has no letters stay as they are."""
    if isinstance(value, dict):
        return {name: pseudo(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [pseudo(item) for item in value]
    return value if key == "locale" else _strange(value)


def _strange(text: str) -> str:
    """A text with accents, 40 % longer, between brackets that show where it is cut off."""
    pieces = _PLACEHOLDER.split(text)
    letters = sum(map(str.isalpha, "".join(pieces[::2])))
    if letters == 0:
        return text
    pieces[::2] = [piece.translate(_STRANGE) for piece in pieces[::2]]
    return f"[{''.join(pieces)}{_filler(round(letters * _LONGER))}]"


def _filler(length: int) -> str:
    """So many letters, in words that lines can break between."""
    return (_FILLER * (length // len(_FILLER) + 1))[:length].rstrip()
