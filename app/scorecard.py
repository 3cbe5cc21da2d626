"""What the score page sends of a game with real cards; the page counts, here it is only checked and handed on."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from app.names import clean_name
from app.protocol import Body

MOST_PLAYERS = 18
MOST_ROUNDS = 60

_CARD = r"(?:[0-9]|1[0-2]|\+2|\+4|\+6|\+8|\+10|x2)"
Name = Annotated[str, AfterValidator(clean_name)]
Hand = Annotated[str, Field(max_length=48, pattern=rf"^(?:|bust|=[0-9]{{1,3}}|{_CARD}(?: {_CARD})*)$")]
"""Its cards, `12 9 +4 x2`; `bust`; or `=45`, just points."""


class Game(Body):
    """Who plays, what ends the game, and everybody's hand by round and seat; null: not known yet."""

    players: Annotated[list[Name], Field(min_length=2, max_length=MOST_PLAYERS)]
    length: Literal["points", "rounds"] = "points"
    points: Annotated[int, Field(ge=50, le=500)] = 200
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    dealer: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)] = 0
    hands: Annotated[list[list[Hand | None]], Field(max_length=MOST_ROUNDS, default_factory=list)]

    @model_validator(mode="after")
    def _fits_together(self) -> "Game":
        if self.dealer >= len(self.players):
            raise ValueError("the dealer is no player")
        if any(len(hands) != len(self.players) for hands in self.hands):
            raise ValueError("a round has a hand for each player")
        return self


class ChangedGame(Game):
    """The game as it is now; `version`: of what it was before."""

    version: Annotated[int, Field(ge=1)]
