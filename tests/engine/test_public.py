"""What everyone sees, and the events as JSON."""

import pytest

from engine import Card, Event, GameState, Phase, Rules, event_json, new_game, public
from engine.events import (
    Busted,
    Dealt,
    Discarded,
    FlipSeven,
    FlipThreeStarted,
    Frozen,
    GameWon,
    Passed,
    Reshuffled,
    RoundScored,
    RoundStarted,
    Saved,
    SetAside,
    Stayed,
)
from engine.prompt import RoundOver, TargetPrompt, TurnPrompt
from engine.public import PublicFlipThree, PublicSeat, PublicSetAside
from engine.status import Status
from engine.values import replace
from tests.engine.table import play, position


def test_a_turn() -> None:
    game = public(
        position("A 5 x2 =12 | B* 9 second_chance (flip_three); dealer B; round 2; discard 12 3 12", draw="1 2")
    )
    assert (game.phase, game.prompt) == (Phase.TURN, TurnPrompt(1, ("hit", "stay")))
    assert (game.round, game.dealer, game.rules, game.winner) == (2, 1, Rules(), None)
    assert game.seats[0] == PublicSeat(Status.ACTIVE, (Card.N5,), (Card.X2,), False, (), 10, 12)
    assert game.seats[1] == PublicSeat(Status.ACTIVE, (Card.N9,), (), True, (Card.FLIP_THREE,), 9, 0)
    assert list(game.discard.items()) == [(Card.N3, 1), (Card.N12, 2)]
    assert (game.draw_count, game.discard_top) == (2, Card.N12)
    assert (game.flip_three, game.set_aside, game.sheet) == (None, (), ())


def test_an_empty_discard_pile_has_no_top() -> None:
    assert public(position("A* 5")).discard_top is None


def test_a_flip_three_under_way() -> None:
    state = position("A* 5 second_chance | B 9 | C 3", draw="flip_three freeze second_chance 7")
    game = public(play(state, "A hits", "A targets A")[0])
    assert (game.phase, game.prompt) == (Phase.TARGET, TargetPrompt(0, Card.SECOND_CHANCE, (1, 2)))
    assert game.flip_three == PublicFlipThree(0, 1, (Card.FREEZE, Card.SECOND_CHANCE))
    assert game.set_aside == (PublicSetAside(0, (Card.FREEZE,)),)


def test_every_sequence_with_waiting_cards_is_shown_the_innermost_last() -> None:
    state = position("A* 5 | B 9 | C 8", draw="flip_three flip_three freeze 7 1 freeze freeze")
    game = public(play(state, "A hits", "A targets A", "A targets C")[0])
    assert game.prompt == TargetPrompt(2, Card.FREEZE, (0, 1, 2))
    assert game.flip_three is None
    assert game.set_aside == (PublicSetAside(0, (Card.FREEZE,)), PublicSetAside(2, (Card.FREEZE,)))


def test_between_rounds_and_after_the_game() -> None:
    over = public(play(position("A* 5 | B stayed 9"), "A stays")[0])
    assert (over.phase, over.prompt, over.rounds) == (Phase.ROUND_OVER, RoundOver(), ((5, 9),))
    won = public(play(position("A* 5 =195 | B stayed 9"), "A stays")[0])
    assert (won.phase, won.winner, len(won.sheet)) == (Phase.GAME_OVER, 0, 2)


@pytest.mark.parametrize("seats", [1, 4, 19])
def test_the_order_of_the_draw_pile_and_the_seed_are_not_in_it(seats: int) -> None:
    state, _ = new_game(Rules(), seats, bytes(32))
    other: GameState = replace(state, draw_pile=state.draw_pile[::-1], shuffles=replace(state.shuffles, seed=b"other"))
    assert public(other) == public(state)


@pytest.mark.parametrize(
    ("event", "obj"),
    [
        (RoundStarted(2, 1), {"type": "round_started", "round": 2, "dealer": 1}),
        (
            Dealt(1, Card.N5, "hit", "numbers", 5, 60),
            {"type": "dealt", "seat": 1, "card": "5", "cause": "hit", "to": "numbers", "score": 5, "draw_count": 60},
        ),
        (Saved(1, Card.N5), {"type": "saved", "seat": 1, "card": "5"}),
        (Busted(1, Card.N5, 0), {"type": "busted", "seat": 1, "card": "5", "score": 0}),
        (Stayed(1, 5, "chosen"), {"type": "stayed", "seat": 1, "score": 5, "why": "chosen"}),
        (Frozen(1, 0, 5, True), {"type": "frozen", "seat": 1, "by": 0, "score": 5, "only": True}),
        (FlipThreeStarted(1, 0, False), {"type": "flip_three", "seat": 1, "by": 0, "only": False}),
        (Passed(1, 0, False), {"type": "passed", "seat": 1, "to": 0, "only": False}),
        (SetAside(1, Card.FREEZE), {"type": "set_aside", "seat": 1, "card": "freeze"}),
        (
            Discarded(1, (Card.FREEZE, Card.X2), "bust"),
            {"type": "discarded", "seat": 1, "cards": ["freeze", "x2"], "why": "bust"},
        ),
        (Reshuffled(30), {"type": "reshuffled", "count": 30}),
        (FlipSeven(1, 43), {"type": "flip7", "seat": 1, "score": 43}),
        (RoundScored(1, (5, 0), (5, 9)), {"type": "round_scored", "round": 1, "scores": [5, 0], "totals": [5, 9]}),
        (GameWon(None, (5,)), {"type": "game_won", "seat": None, "totals": [5]}),
    ],
)
def test_events_as_json(event: Event, obj: dict[str, object]) -> None:
    assert event_json(event) == obj
    assert list(event_json(event)) == list(obj)
    assert type(event_json(event).get("card", "")) is str
