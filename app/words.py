"""The words of each language, and which language a request is answered in.

`app/words/<language>/` holds the catalogues: `table.json`, the game, and `lobby.json`, what is around it, go to the
page whole; `score.json` goes to the score page alone; `pages.json` is what only the server's own pages say. Texts have
placeholders by name, `{who}`; one that depends on a count is an object of its plural forms,
`{"one": ..., "other": ...}`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starlette.requests import HTTPConnection

from app.pseudo import pseudo

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "ja": "日本語",
}
"""Each language's own name, by its tag."""
PSEUDO = "xx"
"""Asks for English made long and strange, which shows what is not translated; only where a setting allows it."""
CATALOGUES = ("table", "lobby", "pages", "score")
COOKIE = "lang"

_FOLDER = Path(__file__).parent / "words"
_PSEUDO_TAG = "en-XA"
_SCORE_PAGE = ("locale", "cards")
"""What the score page has of the table's texts."""
_IS_ONE = {"fr": (0, 1), "ja": ()}
"""The whole numbers that take the form `one`, where that is not just 1."""


@dataclass(frozen=True, slots=True)
class Words:
    """A language: its tag for `lang` attributes, its texts by their keys, and those of the page as JSON."""

    tag: str
    table: Any
    pages: Any
    json: str
    score: str
    """The same for the score page, which has few of the others' texts."""

    def counted(self, forms: Any, count: int) -> str:
        """The form of a text that a whole number asks for, with `{count}` filled in."""
        form = "one" if count in _IS_ONE.get(self.tag, (1,)) else "other"
        return str(getattr(forms, form, forms.other)).format(count=count)

    def duration(self, seconds: int) -> str:
        """Seconds in words: `75 seconds`, `3 minutes`, `12 hours`."""
        forms = self.pages.duration
        units = ((forms.hours, 3600), (forms.minutes, 60), (forms.seconds, 1))
        unit, length = next(unit for unit in units if seconds % unit[1] == 0)
        return self.counted(unit, seconds // length)


@cache
def words(language: str) -> Words:
    """The words of one of LANGUAGES, or of PSEUDO."""
    if language == PSEUDO:
        return _words(_PSEUDO_TAG, *(pseudo(read("en", name)) for name in CATALOGUES))
    return _words(language, *(_over(read("en", name), read(language, name)) for name in CATALOGUES))


def read(language: str, name: str) -> dict[str, Any]:
    """A catalogue as it is written: one of CATALOGUES."""
    catalogue: dict[str, Any] = json.loads((_FOLDER / language / f"{name}.json").read_text(encoding="utf-8"))
    return catalogue


def _over(english: Any, other: Any) -> Any:
    """A catalogue, with the English text for what it does not have: a page says that rather than nothing at all."""
    if not isinstance(english, dict):
        return other
    return {**english, **{key: _over(english.get(key), value) for key, value in other.items()}}


def asked_for(connection: HTTPConnection, *, with_pseudo: bool = False) -> str | None:
    """The language that this address asks for by `?lang=`, if there is such a one."""
    return _known(connection.query_params.get("lang", ""), with_pseudo)


def language_of(connection: HTTPConnection, *, with_pseudo: bool = False) -> str:
    """The language to answer in: the address' `?lang=`, the saved choice, what the browser accepts, else English."""
    saved = _known(connection.cookies.get(COOKIE, ""), with_pseudo)
    return (
        asked_for(connection, with_pseudo=with_pseudo)
        or saved
        or accepted(connection.headers.get("accept-language", ""))
        or "en"
    )


def accepted(header: str) -> str | None:
    """The best of LANGUAGES by an Accept-Language header; None where it names none of them."""
    ranges = sorted(_ranges(header), key=lambda pair: -pair[1])
    refused = {_base(tag) for tag, quality in ranges if quality == 0}
    for tag, quality in ranges:
        wanted = LANGUAGES if tag == "*" else (_base(tag),)
        for language in wanted:
            if quality > 0 and language in LANGUAGES and language not in refused:
                return language
    return None


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    """The tags of an Accept-Language header with their weights; what cannot be read is left out."""
    for item in header.split(","):
        tag, *parameters = (part.strip().lower() for part in item.split(";"))
        weights = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
        try:
            quality = float(weights[0]) if weights else 1.0
        except ValueError:
            continue
        if tag and 0 <= quality <= 1:
            yield tag, quality


def _known(tag: str, with_pseudo: bool) -> str | None:
    """The language that somebody names, regions aside."""
    base = _base(tag)
    return base if base in LANGUAGES or (with_pseudo and base == PSEUDO) else None


def _base(tag: str) -> str:
    return tag.lower().partition("-")[0]


def _words(
    tag: str, table: Mapping[str, Any], lobby: Mapping[str, Any], pages: Mapping[str, Any], score: Mapping[str, Any]
) -> Words:
    shown = {**table, **lobby}
    on_score = {**{key: table[key] for key in _SCORE_PAGE if key in table}, **score}
    return Words(tag, _by_key(shown), _by_key(pages), _json(shown), _json(on_score))


def _json(texts: Mapping[str, Any]) -> str:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def _by_key(value: Any) -> Any:
    """Nested objects as attributes, which templates can name without meeting a dict's own."""
    return SimpleNamespace(**{key: _by_key(item) for key, item in value.items()}) if isinstance(value, dict) else value
