"""A browser without rules: it knows who sits at the table and keeps up by the events alone."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine import PublicGame, TargetPrompt

Json = dict[str, Any]


@dataclass
class Place:
    """One seat as the watcher knows it; `waiting` are its cards that are set aside or look for a target."""

    numbers: list[str] = field(default_factory=list)
    modifiers: list[str] = field(default_factory=list)
    second_chance: bool = False
    played: list[str] = field(default_factory=list)
    status: str = "active"
    score: int = 0
    total: int = 0
    waiting: Counter[str] = field(default_factory=Counter)

    def clear(self) -> list[str]:
        """Take away everything in front of the seat."""
        cards = [*self.numbers, *self.modifiers, *self.played, *["second_chance"] * self.second_chance]
        self.numbers, self.modifiers, self.played, self.second_chance = [], [], [], False
        return cards


class Watcher:
    """Applies events, as JSON, to what it has seen. `cards` are in the game, all of them on the draw pile at first."""

    def __init__(self, *, seats: int, cards: int, busted_cards: str) -> None:
        self.places = [Place() for _ in range(seats)]
        self.draw_count = cards
        self.discard: Counter[str] = Counter()
        self.clears_busted = busted_cards == "discard"
        self.dealer: int | None = None
        self.winner: int | None = None

    def see(self, event: Json) -> None:
        """Take in one event."""
        getattr(self, f"on_{event['type']}")(event)

    def check(self, game: PublicGame) -> None:
        """Fails unless the table is as the watcher believes."""
        for place, seat in zip(self.places, game.seats, strict=True):
            assert (place.numbers, place.modifiers) == (list(seat.numbers), list(seat.modifiers))
            assert (place.second_chance, place.played) == (seat.second_chance, list(seat.played))
            assert (place.status, place.score, place.total) == (seat.status, seat.round_score, seat.total)
        waiting = Counter(card for sequence in game.set_aside for card in sequence.cards)
        if isinstance(game.prompt, TargetPrompt):
            waiting[game.prompt.card] += 1
        assert sum((place.waiting for place in self.places), Counter()) == waiting
        assert (+self.discard, self.draw_count) == (game.discard, game.draw_count)
        assert (self.dealer, self.winner) == (game.dealer, game.winner)

    def on_round_started(self, event: Json) -> None:
        self.dealer = event["dealer"]
        for place in self.places:
            self.discard.update(place.clear())
            place.status, place.score = "active", 0

    def on_dealt(self, event: Json) -> None:
        place = self.places[event["seat"]]
        self.draw_count -= 1
        assert event["draw_count"] == self.draw_count
        place.score = event["score"]
        match event["to"]:
            case "numbers":
                place.numbers.append(event["card"])
            case "modifiers":
                place.modifiers.append(event["card"])
            case "second_chance":
                place.second_chance = True
            case "choice" | "set_aside":
                place.waiting[event["card"]] += 1

    def on_saved(self, event: Json) -> None:
        self.places[event["seat"]].second_chance = False
        self.discard.update([event["card"], "second_chance"])

    def on_busted(self, event: Json) -> None:
        self._out(event, "busted")

    def on_stayed(self, event: Json) -> None:
        self._out(event, "stayed")

    def on_frozen(self, event: Json) -> None:
        self._out(event, "frozen")
        self._played("freeze", event)

    def on_flip_three(self, event: Json) -> None:
        self._played("flip_three", event)

    def on_passed(self, event: Json) -> None:
        self.places[event["seat"]].waiting["second_chance"] -= 1
        self.places[event["to"]].second_chance = True

    def on_set_aside(self, event: Json) -> None:
        assert self.places[event["seat"]].waiting[event["card"]] > 0

    def on_discarded(self, event: Json) -> None:
        place = self.places[event["seat"]]
        self.discard.update(event["cards"])
        match event["why"]:
            case "bust":
                hand = place.clear() if self.clears_busted else []
                place.waiting -= Counter(event["cards"]) - Counter(hand)
            case "no_target" | "round_end":
                place.waiting -= Counter(event["cards"])

    def on_reshuffled(self, event: Json) -> None:
        assert self.draw_count == 0
        assert event["count"] == self.discard.total()
        self.draw_count = event["count"]
        self.discard.clear()

    def on_flip7(self, event: Json) -> None:
        self._out(event, "flip7")

    def on_round_scored(self, event: Json) -> None:
        for place, points, total in zip(self.places, event["scores"], event["totals"], strict=True):
            assert place.score == points
            place.total = total

    def on_game_won(self, event: Json) -> None:
        self.winner = event["seat"]
        assert event["totals"] == [place.total for place in self.places]

    def _out(self, event: Json, status: str) -> None:
        place = self.places[event["seat"]]
        place.status, place.score = status, event["score"]

    def _played(self, card: str, event: Json) -> None:
        self.places[event["by"]].waiting[card] -= 1
        self.places[event["seat"]].played.append(card)
