"""A browser that knows no rules: it plays the events onto the table it saw, and compares the result with the view."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engine import deck_for

View = dict[str, Any]
Event = dict[str, Any]


def check_cards(view: View) -> None:
    """Every card of the deck can be accounted for from the view alone."""
    lying: Counter[str] = Counter(view["discard"])
    for seat in view["seats"]:
        lying.update(
            [*seat["numbers"], *seat["modifiers"], *seat["played"], *["second_chance"] * seat["second_chance"]]
        )
    for waiting in view["set_aside"]:
        lying.update(waiting["cards"])
    decision = view["decision"]
    if decision and decision["card"]:
        lying[decision["card"]] += 1
    if view["phase"] == "lobby":
        assert not lying and view["draw_count"] == 0 and view["round"] == 0 and view["dealer"] is None
        return
    deck = Counter(card.value for card in deck_for(len(view["seats"])))
    assert lying <= deck, lying - deck
    assert lying.total() + view["draw_count"] == deck.total()
    if view["discard"]:
        assert view["discard"][view["discard_top"]] >= 1


def check_shape(view: View) -> None:
    """What holds in any view: who decides, how the last round adds up, and how little a bot or an empty seat has."""
    assert 0 <= view["host"] < len(view["seats"])
    assert view["winner"] is None or 0 <= view["winner"] < len(view["seats"])
    decision, over = view["decision"], view["phase"] in ("round_over", "game_over")
    assert (decision is None) == (view["phase"] in ("lobby", "game_over"))
    if decision and decision["kind"] == "next_round":
        assert view["phase"] == "round_over"
        assert (decision["seat"], decision["card"], decision["choices"]) == (None, None, [])
    elif decision:
        assert view["phase"] == decision["kind"] and decision["choices"]
        assert (decision["card"] is None) == (decision["kind"] == "turn")
        if view["seats"][decision["seat"]]["kind"] == "bot":
            assert decision["deadline"] is None
    sums = [s["numbers"] * (2 if s["doubled"] else 1) + s["plus"] + s["bonus"] for s in view["sheet"]]
    assert sums == (list(view["rounds"][-1]) if over else [])
    under_way = view["flip_three"]
    assert under_way is None or under_way["left"] + len(under_way["cards"]) == 3
    for seat in view["seats"]:
        assert (seat["name"] is None) == (seat["kind"] == "empty")
        if seat["kind"] != "human":
            assert seat["connected"] is (seat["kind"] == "bot") and seat["ready"] is False


class Seat:
    """What lies in front of one seat, as the events told it."""

    def __init__(self, seen: View) -> None:
        self.numbers = list(seen["numbers"])
        self.modifiers = list(seen["modifiers"])
        self.second_chance = bool(seen["second_chance"])
        self.played = list(seen["played"])
        self.status, self.score, self.total = seen["status"], seen["round_score"], seen["total"]

    def cleared(self) -> list[str]:
        """Everything in front of the seat, which a new round finds empty."""
        cards = [*self.numbers, *self.modifiers, *self.played, *["second_chance"] * self.second_chance]
        self.numbers, self.modifiers, self.played, self.second_chance = [], [], [], False
        self.status, self.score = "active", 0
        return cards

    def give(self, card: str) -> None:
        """Take one card away from the seat."""
        if card == "second_chance":
            assert self.second_chance
            self.second_chance = False
        else:
            next(row for row in (self.numbers, self.modifiers, self.played) if card in row).remove(card)


class Witness:
    """The table as the events alone tell it, from a view on."""

    def __init__(self, view: View) -> None:
        self.seats = [Seat(seen) for seen in view["seats"]]
        self.waiting = _waiting(view)
        self.discard: Counter[str] = Counter(view["discard"])
        self.draw_count = int(view["draw_count"])
        self.rounds = [list(scores) for scores in view["rounds"]]
        self.air: str | None = None
        """A card just dealt that the next event moves."""

    def watch(self, events: Iterable[Event], view: View) -> None:
        """Play the events of one change and compare with its view."""
        for event in events:
            told: Callable[[Event], None] | None = getattr(self, f"_{event['type']}", None)
            if told is not None:
                told(event)
        assert self.air is None, "a card was dealt and never laid down"
        self._compare(view)

    def _compare(self, view: View) -> None:
        assert self.draw_count == view["draw_count"]
        assert +self.discard == Counter(view["discard"])
        assert self.waiting == _waiting(view)
        assert self.rounds == [list(scores) for scores in view["rounds"]]
        assert len(self.seats) == len(view["seats"])
        if view["phase"] != "lobby":
            for told, seen in zip(self.seats, view["seats"], strict=True):
                assert vars(told) == vars(Seat(seen))

    def _settings(self, event: Event) -> None:
        for dropped in self.seats[event["seats"] :]:
            self.discard.update(dropped.cleared())
        empty = {"numbers": [], "modifiers": [], "second_chance": False, "played": []}
        fresh = {**empty, "status": None, "round_score": 0, "total": 0}
        more = range(event["seats"] - len(self.seats))
        self.seats = [*self.seats[: event["seats"]], *(Seat(fresh) for _ in more)]

    def _started(self, event: Event) -> None:
        for seat in self.seats:
            seat.cleared()
            seat.total = 0
        self.discard, self.draw_count, self.rounds = Counter(), len(deck_for(len(self.seats))), []

    def _round_started(self, event: Event) -> None:
        for seat in self.seats:
            self.discard.update(seat.cleared())

    def _dealt(self, event: Event) -> None:
        assert self.air is None
        self.draw_count -= 1
        assert event["draw_count"] == self.draw_count >= 0
        seat, card = self.seats[event["seat"]], event["card"]
        match event["to"]:
            case "numbers":
                seat.numbers.append(card)
            case "modifiers":
                seat.modifiers.append(card)
            case "second_chance":
                assert not seat.second_chance
                seat.second_chance = True
            case "choice":
                self.waiting[event["seat"], card] += 1
            case _:
                self.air = card
        seat.score = event["score"]

    def _saved(self, event: Event) -> None:
        assert self.air == event["card"]
        self.air = None
        self.seats[event["seat"]].give("second_chance")
        self.discard.update([event["card"], "second_chance"])

    def _busted(self, event: Event) -> None:
        seat = self.seats[event["seat"]]
        assert seat.numbers[-1] == event["card"]
        assert seat.numbers.count(event["card"]) == 2
        seat.status, seat.score = "busted", event["score"]

    def _stayed(self, event: Event) -> None:
        self._out(event, "stayed")

    def _frozen(self, event: Event) -> None:
        self._take(event["by"], "freeze")
        self.seats[event["seat"]].played.append("freeze")
        self._out(event, "frozen")

    def _flip_three(self, event: Event) -> None:
        self._take(event["by"], "flip_three")
        self.seats[event["seat"]].played.append("flip_three")

    def _passed(self, event: Event) -> None:
        self._take(event["seat"], "second_chance")
        assert not self.seats[event["to"]].second_chance
        self.seats[event["to"]].second_chance = True

    def _set_aside(self, event: Event) -> None:
        assert self.air == event["card"]
        self.air = None
        self.waiting[event["seat"], event["card"]] += 1

    def _discarded(self, event: Event) -> None:
        for card in event["cards"]:
            if self.air == card:
                self.air = None
            elif self.waiting[event["seat"], card]:
                self._take(event["seat"], card)
            else:
                self.seats[event["seat"]].give(card)
            self.discard[card] += 1

    def _reshuffled(self, event: Event) -> None:
        assert self.draw_count == 0
        assert event["count"] == self.discard.total() > 0
        self.draw_count, self.discard = event["count"], Counter()

    def _flip7(self, event: Event) -> None:
        assert len(set(self.seats[event["seat"]].numbers)) == 7
        self._out(event, "flip7")

    def _round_scored(self, event: Event) -> None:
        assert event["scores"] == [seat.score for seat in self.seats]
        for seat, total in zip(self.seats, event["totals"], strict=True):
            assert total == seat.total + seat.score
            seat.total = total
        self.rounds.append(event["scores"])
        assert event["round"] == len(self.rounds)

    def _game_won(self, event: Event) -> None:
        best = max(event["totals"])
        assert [number for number, total in enumerate(event["totals"]) if total == best] == [event["seat"]]

    def _out(self, event: Event, status: str) -> None:
        seat = self.seats[event["seat"]]
        assert seat.status == "active"
        seat.status, seat.score = status, event["score"]

    def _take(self, seat: int, card: str) -> None:
        assert self.waiting[seat, card] > 0, "a card was played that nobody had"
        self.waiting[seat, card] -= 1


def _waiting(view: View) -> Counter[tuple[int, str]]:
    """Cards that wait for a target: set aside, or asked about now."""
    waiting: Counter[tuple[int, str]] = Counter()
    for aside in view["set_aside"]:
        waiting.update((aside["seat"], card) for card in aside["cards"])
    decision = view["decision"]
    if decision and decision["card"]:
        waiting[decision["seat"], decision["card"]] += 1
    return waiting
