"""Plays for the game, not for points: every choice is measured by the chance to win that it leads to."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.bots.bot import Bot
from engine.bots.outlook import Ending, Outlook, as_it_is
from engine.bots.race import standing
from engine.cards import Card
from engine.odds import flip_three_odds, hit_odds, unseen
from engine.prompt import TargetPrompt
from engine.public import PublicGame, PublicSeat
from engine.rules import FLIP_7_BONUS, FLIP_7_NUMBERS, FLIP_THREE_CARDS
from engine.values import value

LOOK_AHEAD = 2
"""How many cards are thought through one by one; what comes after them is taken from experience."""
HOPELESS = 1e-9
CROWD = 8
"""Beyond so many seats it thinks one card ahead and aims at one of three rivals, so that a decision stays short."""
MOST_RIVALS, MOST_RIVALS_IN_A_CROWD = 5, 3


@value
class _Row:
    """A hand as far as it matters for what comes."""

    numbers: frozenset[Card]
    sum: int
    factor: int
    plus: int
    saved: bool

    @property
    def points(self) -> int:
        return self.sum * self.factor + self.plus


def _row(seat: PublicSeat) -> _Row:
    return _Row(
        numbers=frozenset(seat.numbers),
        sum=sum([card.points for card in seat.numbers]),
        factor=2 if Card.X2 in seat.modifiers else 1,
        plus=sum([card.points for card in seat.modifiers]),
        saved=seat.second_chance,
    )


def _hits(game: PublicGame, seat: int, random: Random) -> bool:
    outlook = Outlook(game, seat)
    row = _row(game.seats[seat])
    hit = _after_a_card(outlook, row, unseen(game), LOOK_AHEAD if len(game.seats) <= CROWD else 1)
    stay = outlook(row.points)
    return hit > stay or (stay < HOPELESS and hit < HOPELESS)


def _after_a_card(outlook: Outlook, row: _Row, cards: Counter[Card], ahead: int) -> float:
    """The chance to win after a hit, then, the better of hit and stay."""
    total = cards.total()
    value = sum([count * _with(outlook, row, card, cards, ahead) for card, count in cards.items()])
    return value / total if total else 0.0


def _with(outlook: Outlook, row: _Row, card: Card, cards: Counter[Card], ahead: int) -> float:
    """The chance to win once this card has come."""
    if card in row.numbers and not row.saved:
        return outlook(0)
    if card.is_number and card not in row.numbers and len(row.numbers) == FLIP_7_NUMBERS - 1:
        return outlook((row.sum + card.points) * row.factor + row.plus + FLIP_7_BONUS)
    after = _grown(row, card)
    points = after.points
    stay = outlook(points)
    if after is row:  # an action, for somebody else
        return max(stay, outlook.still_active(points, row.saved))
    more = _after_a_card(outlook, after, cards, ahead - 1) if ahead > 1 else outlook.still_active(points, after.saved)
    return max(stay, more)


def _grown(row: _Row, card: Card) -> _Row:
    """The row with the card; the same where it changes nothing."""
    numbers, total, factor, plus, saved = row.numbers, row.sum, row.factor, row.plus, row.saved
    if card in numbers:
        return _Row(numbers, total, factor, plus, False)
    if card.is_number:
        return _Row(numbers | {card}, total + card.points, factor, plus, saved)
    if card is Card.X2:
        return _Row(numbers, total, 2, plus, saved)
    if card is Card.SECOND_CHANCE:
        return row if saved else _Row(numbers, total, factor, plus, True)
    return _Row(numbers, total, factor, plus + card.points, saved) if card.points else row


def _target(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    cards = unseen(game)
    return max(_worth_a_thought(game, asked), key=lambda seat: _worth(game, asked, seat, cards))


def _worth_a_thought(game: PublicGame, asked: TargetPrompt) -> list[int]:
    """The seats among which to choose: at a great table the strongest rivals, the weakest for a Second Chance."""
    ahead = asked.card is not Card.SECOND_CHANCE
    others = sorted(asked.choices, key=lambda seat: standing(game, seat), reverse=ahead)
    most = MOST_RIVALS if len(game.seats) <= CROWD else MOST_RIVALS_IN_A_CROWD
    return [seat for seat in others if seat != asked.seat][:most] + [seat for seat in others if seat == asked.seat]


def _worth(game: PublicGame, asked: TargetPrompt, target: int, cards: Counter[Card]) -> float:
    """The chance to win once the target has got the card."""
    me = asked.seat
    endings = _endings(game, asked.card, game.seats[target], cards)
    if target != me:
        return _chance(Outlook(game, me, {target: endings}), [as_it_is(game.seats[me])])
    chance = _chance(Outlook(game, me), endings)
    return chance if asked.card is not Card.FLIP_THREE else _with_own_three(chance, game.seats[me], cards)


def _with_own_three(chance: float, seat: PublicSeat, cards: Counter[Card]) -> float:
    """The chance to win with three cards of one's own, of which the mean tells too little: in log-odds, nearly."""
    duplicates = sum([cards[number] for number in seat.numbers])
    return chance + chance * (1 - chance) * (EAGER - WARY * duplicates / max(1, cards.total()))


def _endings(game: PublicGame, card: Card, seat: PublicSeat, cards: Counter[Card]) -> Sequence[Ending]:
    """How the round may go on for a seat that gets the card."""
    match card:
        case Card.FREEZE:
            return [(1.0, seat.round_score, False, False)]
        case Card.FLIP_THREE:
            return _after_three(game, seat, cards)
        case _:
            return [(1.0, seat.round_score, True, True)]


def _after_three(game: PublicGame, seat: PublicSeat, cards: Counter[Card]) -> Sequence[Ending]:
    """Bust, Flip 7, or three times the points that a card adds on average."""
    odds = flip_three_odds(game, seat, cards=cards)
    hit = hit_odds(game, seat, cards)
    survive = max(1e-9, 1 - hit.duplicates / max(1, hit.cards))
    points = seat.round_score + round(AVERAGE_OF_THREE * hit.gain / survive)
    return [
        (odds.bust, 0, False, False),
        (odds.flip_seven, points + FLIP_7_BONUS, False, False),
        (1 - odds.bust - odds.flip_seven, points, seat.second_chance, True),
    ]


def _chance(outlook: Outlook, endings: Sequence[Ending]) -> float:
    """The chance to win where one's own round may go on like this."""
    return sum([chance * _own(outlook, points, saved, active) for chance, points, saved, active in endings])


def _own(outlook: Outlook, points: int, saved: bool, active: bool) -> float:
    """The chance to win with such a hand, which may be stayed on while it is active."""
    return max(outlook(points), outlook.still_active(points, saved)) if active else outlook(points)


AVERAGE_OF_THREE = 0.9 * FLIP_THREE_CARDS
"""A Flip Three adds a little less than three cards by themselves: each takes numbers away from the next."""

EAGER, WARY = 0.3, 2.4
"""How much better a Flip Three for oneself is than the mean of its cards, and what a bust takes from that: what it
brings besides is one's own, nobody freezes one in between, what follows is chosen well. Found by playing games on
with each of the seats that could get it."""

SHARK = Bot(_hits, _target)
