"""The score page counts in the browser as the engine does, hand for hand, and its names are those the server takes."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from app.names import clean_name
from engine.cards import DECK, Card
from engine.rules import FLIP_7_NUMBERS, Rules
from engine.scoring import outcome, tally
from engine.state import Hand, Seat
from engine.status import Status
from tests.server import ROOT

LETTERS = (
    "aé\u00e9e\u0301\u0302\u0323\u0336 \t\n\u00a0\u3000\u200b\u200d\u202e\ufe0f"
    "\u2800\u3164\ue000\ufdd0\u2028\x85\x1c字🃏👩"
)
HANDS = 5000
GAMES = 3000
NODE = Path(sys.executable).with_name("node")
COUNT = """
import { pointsOf, readHand, tally } from "./static/js/score/hand.js";
import { totals, winner } from "./static/js/score/game.js";
import { cleanName } from "./static/js/names.js";
import { readFileSync } from "node:fs";
const { hands, games, names } = JSON.parse(readFileSync(0, "utf8"));
const counted = hands.map((text) => ({ points: pointsOf(readHand(text)), ...tally(readHand(text)) }));
process.stdout.write(JSON.stringify({ hands: counted, games: games.map((game) => [totals(game), winner(game)]),
  names: names.map(cleanName) }));
"""


def random_seat(rng: Random) -> Seat:
    """A seat as a round can leave it: cards in the order they came, never an eighth number."""
    numbers: list[Card] = []
    modifiers: list[Card] = []
    for card in rng.sample(DECK, rng.choice((0, 1, 4, 8, 14, 40))):
        if card.is_number and card not in numbers and len(numbers) < FLIP_7_NUMBERS:
            numbers.append(card)
        elif card.points or card is Card.X2:
            modifiers += [] if card.is_number else [card]
    ended = rng.choice((Status.STAYED, Status.FROZEN, Status.BUSTED))
    status = Status.FLIP7 if len(numbers) == FLIP_7_NUMBERS else ended
    return Seat(hand=Hand(numbers=tuple(numbers), modifiers=tuple(modifiers)), status=status)


def as_text(seat: Seat) -> str:
    """The hand as somebody taps it in."""
    return "bust" if seat.status is Status.BUSTED else " ".join(seat.hand.numbers + seat.hand.modifiers)


def random_game(rng: Random) -> dict[str, Any]:
    """Typed points near the goal, so that many games have just ended or are tied."""
    players, rounds = rng.randint(2, 5), rng.randint(1, 6)
    length, points = rng.choice(("points", "rounds")), rng.choice((50, 200))
    hands = [[f"={rng.randint(0, 2) * points // rounds}" for _ in range(players)] for _ in range(rounds)]
    goal = {"length": length, "points": points, "rounds": rng.randint(1, 6)}
    return {"players": ["x"] * players, "dealer": 0, "hands": hands, **goal}


def by_the_engine(game: dict[str, Any]) -> list[Any]:
    """The totals of a game, and who has won it."""
    totals = tuple(sum(int(hand[1:]) for hand in seat) for seat in zip(*game["hands"], strict=True))
    rules = Rules(length=game["length"], points=game["points"], rounds=game["rounds"])
    ended = outcome(rules, len(game["hands"]), totals)
    return [list(totals), None if ended is None else ended.winner]


def by_the_page(**given: object) -> dict[str, Any]:
    """What the page's own functions make of hands, games and names."""
    asked = json.dumps({"hands": [], "games": [], "names": [], **given})
    ran = subprocess.run(
        [NODE, "--input-type=module", "-e", COUNT], input=asked, capture_output=True, text=True, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_thousands_of_hands_and_games_count_as_in_the_engine() -> None:
    rng = Random(7)
    seats = [random_seat(rng) for _ in range(HANDS)]
    games = [random_game(rng) for _ in range(GAMES)]
    counted = by_the_page(hands=[as_text(seat) for seat in seats], games=games)
    for seat, hand in zip(seats, counted["hands"], strict=True):
        adds = tally(seat)
        expected = {"numbers": adds.numbers, "doubled": adds.doubled, "plus": adds.plus, "bonus": adds.bonus}
        assert hand == {"points": adds.points, **expected}, as_text(seat)
    assert counted["games"] == [by_the_engine(game) for game in games]
    statuses = {seat.status for seat in seats}
    winners = [by_the_engine(game)[1] for game in games]
    assert Status.FLIP7 in statuses and Status.BUSTED in statuses
    assert winners.count(None) > 500 and sum(winner is not None for winner in winners) > 500


def test_a_name_the_page_takes_is_one_the_server_takes() -> None:
    rng = Random(7)
    typed = ["".join(rng.choices(LETTERS, k=rng.randint(1, 14))) for _ in range(3000)]
    taken = [name for name in by_the_page(names=typed)["names"] if name]
    assert len(taken) > 2000
    assert [name for name in taken if clean_name(name) != name] == []
