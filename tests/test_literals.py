"""Whatever people read or hear comes from a catalogue: no words stand in a template or in the page's modules."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.server import ROOT

TEMPLATES = sorted((ROOT / "templates").glob("*.html"))
MODULES = sorted((ROOT / "static" / "js").rglob("*.js"))

SPOKEN = ("aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "title", "placeholder")
"""Attributes that people read or hear."""
SHOWS = {"el": 2, "say": 1, "tell": 1, "speak": 0, "alarm": 0, "append": 0, "prepend": 0, "replaceChildren": 0}
"""Calls that show their arguments, from this one on."""
NAMES = {"Enter", "Esc", "QK7X-4TDM", "theop.games", *"HSTRLOM"}
"""Keys as they are written on a keyboard, a room's code, an address."""

WORD = re.compile(r"[^\W\d_]+")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|`(?:[^`\\]|\\.)*`', re.DOTALL)
COMMENT = re.compile(rf"({STRING.pattern})|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
PROSE = re.compile(r"^[A-Z][a-z]|\d [a-z]|[a-z][,.:!?…]( |$)")
"""What a string of a template's own code looks like when people are to read it."""


class Read(HTMLParser):
    """What people read or hear of a template, its expressions taken out."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(JINJA.sub("", source))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.texts += [given[name] or "" for name in SPOKEN if name in given]
        if given.get("name") == "description" or (given.get("property") or "") in ("og:title", "og:description"):
            self.texts.append(given.get("content") or "")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def words_of_template(source: str) -> list[str]:
    """The literal words that a template shows, and strings in its expressions that look like prose."""
    strings = [text[1:-1] for code in JINJA.findall(source) for text in STRING.findall(code) if code[1] != "#"]
    read = [text.strip() for text in Read(source).texts if text.strip() not in NAMES]
    return [text for text in read if WORD.search(text)] + [text for text in strings if PROSE.search(text)]


def words_of_module(source: str) -> list[str]:
    """The literal words that a module shows: as children of elements, as what is said, in attributes that are read."""
    code = COMMENT.sub(lambda match: match[1] or "", source)
    shown = [
        text
        for call in re.finditer(rf"\b({'|'.join(SHOWS)})\(", code)
        for text in list(arguments(code, call.end()))[SHOWS[call[1]] :]
    ]
    shown += [
        match[1] for match in re.finditer(rf'(?<![\w-])"?(?:{"|".join(SPOKEN)})"?[:,]\s*({STRING.pattern})', code)
    ]
    shown += [
        match[1] for match in re.finditer(rf"\.(?:textContent|innerText|title|ariaLabel) = ({STRING.pattern})", code)
    ]
    return [text for text in shown if STRING.fullmatch(text) and WORD.search(without_values(text))]


def arguments(code: str, start: int) -> Iterator[str]:
    """The arguments of a call whose bracket opens before `start`."""
    depth, begin, at = 0, start, start
    while depth >= 0 and at < len(code):
        string = STRING.match(code, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[at], 0)
        if depth < 0 or (depth == 0 and code[at] == ","):
            yield code[begin:at].strip()
            begin = at + 1
        at += 1


def without_values(text: str) -> str:
    """A template literal without what is put into it."""
    return re.sub(r"\$\{[^}]*\}", "", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_words_stand_in_a_template(path: Path) -> None:
    assert words_of_template(path.read_text(encoding="utf-8")) == []


def test_no_words_stand_in_the_pages_modules() -> None:
    found = {path.name: words_of_module(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "source",
    [
        "<p>Draw</p>",
        '<nav aria-label="More"></nav>',
        "<p>{{ words.a }} of {{ words.b }}</p>",
        '{{ "1 copy" if n < 2 else n }}',
        '{% set title = "Rules" %}',
        '<meta name="description" content="Play in your browser">',
    ],
)
def test_words_in_a_template_are_seen(source: str) -> None:
    assert len(words_of_template(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        'el("b", { class: "own turn" }, "sec")',
        'el("p", {}, el("span", {}, NAME), ` of ${count}`)',
        'say(this.#label, "Hit")',
        'el("i", { "aria-label": "Dealer" })',
        'button.setAttribute("aria-label", "Close")',
        "document.title = `Round ${round}`;",
        'list.append("none")',
        'tell(this, "Copied")',
    ],
)
def test_words_in_a_module_are_seen(source: str) -> None:
    assert len(words_of_module(source)) == 1


@pytest.mark.parametrize(
    "source",
    ['el("div", { class: "who here" }, " ", `${a} + ${b}`, WORDS.a)', "// say(a, 'no')", 'list.append(el("li"), " ")'],
)
def test_what_nobody_reads_is_left_alone(source: str) -> None:
    assert words_of_module(source) == []
