"""The order of a new draw pile, decided by (cards, seed, counter) alone, so that anyone can recompute it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Final, assert_never

from engine.cards import Card, in_order
from engine.values import value

WORD: Final = 2**32
WORDS_OF_A_BLOCK: Final = Struct(">8I")
BLOCK: Final = 64
"""Bytes that SHA-256 takes at a time."""
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What the key of an HMAC is changed by for its two hashes."""


class ScriptError(ValueError):
    """A scripted shuffle is missing, or is not an order of the cards to be shuffled."""


@value
class Seeded:
    """Shuffles made from a secret seed of 32 bytes; `count` of them have been made."""

    seed: bytes
    count: int = 0


@value
class Scripted:
    """Shuffles given beforehand: the new draw pile for each rebuild still to come, in turn."""

    orders: tuple[tuple[Card, ...], ...] = ()


Shuffles = Seeded | Scripted


def shuffle(cards: Iterable[Card], shuffles: Shuffles) -> tuple[tuple[Card, ...], Shuffles]:
    """The cards in their new order, dealt from the left, and the shuffles still to come. Raises ScriptError."""
    match shuffles:
        case Seeded(seed, number):
            return shuffled(tuple(cards), seed, number), Seeded(seed, number + 1)
        case Scripted(orders):
            if not orders:
                raise ScriptError("the draw pile has to be rebuilt and no order is given")
            if in_order(orders[0]) != in_order(cards):
                raise ScriptError("the order given is not one of the discarded cards")
            return orders[0], Scripted(orders[1:])
        case _:
            assert_never(shuffles)


@lru_cache(maxsize=1)  # a rebuilt pile is asked for twice: to tell what is dealt from it, and to lay it
def shuffled(cards: tuple[Card, ...], seed: bytes, number: int) -> tuple[Card, ...]:
    """The cards as the shuffle `number` (from 0) of a game with this seed leaves them."""
    pile = list(in_order(cards))
    words = _words(seed, str(number))
    for i in range(len(pile) - 1, 0, -1):
        j = below(i + 1, words)
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat that deals the first round."""
    return below(seats, _words(seed, "dealer"))


def _words(seed: bytes, label: str) -> Iterator[int]:
    """The 32-bit words of the stream `label`: HMAC-SHA256(seed, "label:0"), then "label:1", …"""
    # The two hashes of an HMAC with the key already in them: a block takes half the time that `hmac` needs for one.
    key = (seed if len(seed) <= BLOCK else sha256(seed).digest()).ljust(BLOCK, b"\0")
    inner, outer = sha256(key.translate(INNER)), sha256(key.translate(OUTER))

    def block(number: int) -> tuple[int, ...]:
        message, keyed = inner.copy(), outer.copy()
        message.update(f"{label}:{number}".encode("ascii"))
        keyed.update(message.digest())
        return WORDS_OF_A_BLOCK.unpack(keyed.digest())

    return chain.from_iterable(map(block, count()))


def below(limit: int, words: Iterator[int]) -> int:
    """A uniform number in 0…limit-1; words beyond the last whole multiple of `limit` are skipped.

    Raises ValueError where the words end before.
    """
    fair = WORD // limit * limit
    for word in words:
        if word < fair:
            return word % limit
    raise ValueError("too few words")
