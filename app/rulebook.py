"""What the rules page says of a table: texts that depend on the rules in force."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from app.rooms.rules import TableRules


class Rulebook:
    """The settings that texts may depend on, and what they fill in.

    A text is a plain string, or an object whose strings are its sentences in order; where an object stands in place of
    a sentence, its key names a setting and it has the sentence for each value that needs one. `timer`, whether turns
    have one, and `room`, whether this is about one table, count as settings; `ask` is a heading and no sentence.
    """

    def __init__(self, rules: TableRules, *, room: bool, **filled: str) -> None:
        """`filled` are the values of other placeholders, such as durations in words."""
        given = rules.as_json()
        settings = {**given, "timer": rules.turn_seconds > 0, "room": room}
        self._settings = {name: str(value).lower() for name, value in settings.items()}
        self._filled: Mapping[str, object] = {**filled, "points": given["points"], "rounds": given["rounds"]}

    def says(self, text: Any) -> str:
        """A text, as it is true at this table."""
        parts = [text] if isinstance(text, str) else [self._sentence(*item) for item in vars(text).items()]
        said = " ".join(filter(None, parts)).format(**self._filled)
        return said.replace("。 ", "。")  # Japanese sentences have no blank between them

    def _sentence(self, name: str, text: str | SimpleNamespace) -> str:
        if name == "ask":
            return ""
        return text if isinstance(text, str) else str(getattr(text, self._settings[name], ""))
