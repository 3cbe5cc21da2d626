"""Attacks through a WebSocket that was opened as it should be."""

import asyncio
import json
import struct
from collections.abc import Awaitable, Callable, Iterator
from random import Random

from tests.hostile.site import Attack, Site
from tests.hostile.wire import BINARY, CLOSE, CONT, PING, PONG, TEXT, Outcome, Peer, frame, text

COMMANDS: dict[str, dict[str, object]] = {
    "hit": {"decision": 1}, "stay": {"decision": 1}, "target": {"decision": 1, "target": 0},
    "more_time": {"decision": 1}, "ready": {}, "start": {}, "rematch": {}, "add_bot": {"seat": 1, "level": "normal"},
    "remove": {"seat": 1}, "rules": {"rules": {"preset": "table", "points": 200}, "seats": 4},
    "take_over": {"seat": 1, "name": "Eve"}, "rename": {"name": "Eve"}, "leave": {}, "react": {"reaction": "nice"},
    "ping": {},
}  # fmt: skip

JUNK = [
    "null", "true", "-1", "57.0", "1e400", "-0", "9" * 19, "9" * 20, "9" * 3900, "1" + "0" * 400 + ".5", "NaN", '""',
    '"57"', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"' + "x" * 3000 + '"', '"\u202e\u2066"',
    '"' + "e\u0301\u0301\u0301" * 9 + '"', "[]", "{}", "[[[[]]]]", '{"a":{"a":{"a":[1,2,3]}}}',
    "[" * 1500 + "]" * 1500, '{"a":' * 600 + "1" + "}" * 600, '"<script>"', "'", "undefined", "1}{", "\x00",
]  # fmt: skip

BROKEN = [
    b"", b"{", b"}", b"null", b"[]", b'"hit"', b"\xff\xfe", b"\x80abc", b"\xed\xa0\x80", b"\xc0\x80",
    b"\xf4\x90\x80\x80", b'{"id":"a","do":"ping"', b'{"id":"a","do":"ping"} x', b"[" * 4000, b'{"a":' * 800,
    b'\xef\xbb\xbf{"id":"a","do":"ping"}', b'{"id":"a","do":"' + b"h" * 4000 + b'"}',
    b"{" + b'"id":"a",' * 400 + b'"do":"x"}', b"x" * 4096, b'{"id":"a","do":"rename","name":"\xed\xa0\x80"}',
]  # fmt: skip

ILLEGAL = [
    frame(TEXT, b"{}", mask=False), frame(TEXT, b"{}", reserved=4), frame(TEXT, b"{}", reserved=2),
    frame(TEXT, b"", reserved=1), *(frame(opcode, b"x") for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
    frame(PING, b"x" * 126), frame(PING, b"x", fin=False), frame(CLOSE, b"", fin=False), frame(CLOSE, b"x"),
    frame(CONT, b"x"), frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
    frame(TEXT, b"{", fin=False) + frame(BINARY, b"}"),
    *(frame(CLOSE, struct.pack("!H", code)) for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)),
]  # fmt: skip
"""What the WebSocket protocol forbids: 1002."""

NOT_TEXT = frame(CLOSE, struct.pack("!H", 1000) + b"\xff\xfe")
"""A reason to close that is no UTF-8: 1007."""

TOO_LONG = [
    frame(TEXT, b"x" * 65_537), frame(TEXT, b"[" * 100_000), frame(BINARY, b"\x00" * 70_000),
    frame(TEXT, length=b"\x7f" + struct.pack("!Q", 2**62)), frame(TEXT, length=b"\x7f" + struct.pack("!Q", 2**40)),
    b"".join(frame(CONT if i else TEXT, b"x" * 8192, fin=False) for i in range(9)),
]  # fmt: skip
"""More than 64 KiB, said or sent: 1009."""


def wrong_fields() -> Iterator[str]:
    """Every command with every field, its id too, replaced by everything that does not belong there."""
    for do, fields in COMMANDS.items():
        whole = {"id": '"x"', "do": f'"{do}"', **{name: json.dumps(value) for name, value in fields.items()}}
        for name in whole:
            for junk in JUNK:
                changed = {**whole, name: junk}
                yield "{" + ",".join(f'"{key}":{value}' for key, value in changed.items()) + "}"


WRONG_FIELDS = list(wrong_fields())


LOST = None
"""No close frame: the server hangs up on what it has not read yet, which may overtake what it said."""

ATTACKS: list[Attack] = []
Misdeed = Callable[[Peer, Random], Awaitable[Outcome]]


def attack(misdeed: Misdeed) -> Misdeed:
    """Register an attack by a watcher who was let in; one who is turned away at the door has ended well, too."""

    async def run(site: Site, rng: Random) -> Outcome:
        async with await site.peer() as peer:
            if await site.is_let_in(peer):
                return await misdeed(peer, rng)
            return peer.outcome

    run.__name__ = misdeed.__name__
    ATTACKS.append(run)
    return misdeed


@attack
async def senseless_messages(peer: Peer, rng: Random) -> Outcome:
    """Fewer than are abuse: each has its answer."""
    for _ in range(rng.randrange(1, 15)):
        sent = rng.choice(WRONG_FIELDS).encode() if rng.random() < 0.7 else rng.choice(BROKEN)
        await peer.send(frame(rng.choice((TEXT, TEXT, TEXT, BINARY)), sent))
        assert await peer.reply() is not None, sent
    return await peer.farewell()


@attack
async def abuse(peer: Peer, rng: Random) -> Outcome:
    """Twenty and more at once."""
    sent = frame(TEXT, rng.choice(BROKEN))
    await peer.send(sent * rng.choice((20, 25, 400)))
    outcome = await peer.to_the_end()
    assert (outcome.close, outcome.byes) == (4008, ["abuse"]), outcome
    return outcome


@attack
async def too_large_messages(peer: Peer, rng: Random) -> Outcome:
    """Over 4 KiB, up to the 64 KiB a frame may have."""
    for size in (4097, rng.randrange(4097, 65_536), 65_536):
        await peer.send(frame(TEXT, rng.choice((b"x", b"[", b"\xc3", b"9")) * size))
        assert (await peer.reply())["code"] == "too_large"
    return await peer.farewell()


@attack
async def too_long_a_frame(peer: Peer, rng: Random) -> Outcome:
    await peer.send(rng.choice(TOO_LONG))
    outcome = await peer.to_the_end()
    assert outcome.close in (1009, LOST), outcome
    return outcome


@attack
async def an_illegal_frame(peer: Peer, rng: Random) -> Outcome:
    await peer.send(rng.choice(ILLEGAL) + text({"id": "a", "do": "ping"}))
    outcome = await peer.to_the_end()
    assert outcome.close == 1002, outcome
    return outcome


@attack
async def random_bytes(peer: Peer, rng: Random) -> Outcome:
    """Whatever they look like, the server ends it, or waits for the rest of a frame."""
    await peer.send(rng.randbytes(rng.randrange(2, 3000)))
    peer.half_close()
    return await peer.to_the_end()


@attack
async def a_reason_that_is_no_text(peer: Peer, rng: Random) -> Outcome:
    await peer.send(NOT_TEXT)
    outcome = await peer.to_the_end()
    assert outcome.close == 1007, outcome
    return outcome


@attack
async def a_code_of_ones_own(peer: Peer, rng: Random) -> Outcome:
    """Codes that a peer may send are sent back; those of the server tell it nothing."""
    code = rng.choice((1000, 1001, 1003, 1008, 1011, 1012, 1013, 3000, 4000, 4008, 4999))
    await peer.send(frame(CLOSE, struct.pack("!H", code) + b"bye") + text({"id": "a", "do": "start"}))
    outcome = await peer.to_the_end()
    assert outcome.close == code and not outcome.byes, outcome
    outcome.close = None
    return outcome


@attack
async def a_flood_of_commands(peer: Peer, rng: Random) -> Outcome:
    """All in one piece: each is answered, nearly all of them with `rate_limited`, or the sender is dropped."""
    command = rng.choice(({"do": "ping"}, {"do": "hit", "decision": 1}, {"do": "react", "reaction": "nice"}))
    await peer.send(text({"id": "a", **command}) * rng.choice((50, 300)))
    for _ in range(50):
        assert await peer.reply() is not None
    assert peer.outcome.answers.count("rate_limited") >= 25, peer.outcome
    return peer.outcome


@attack
async def a_flood_that_nobody_waits_for(peer: Peer, rng: Random) -> Outcome:
    """As much as goes out, and then gone."""
    ping = text({"id": "a", "do": "ping"})
    command = rng.choice((frame(TEXT, b""), ping, frame(PING), frame(PONG), frame(CONT, b"x")))
    peer.send_unread(command * (rng.choice((1, 4)) * 256_000 // len(command)))
    if rng.random() < 0.5:
        await peer.reply()
    return peer.outcome


@attack
async def a_flood_of_control_frames(peer: Peer, rng: Random) -> Outcome:
    """They reach no app, so the transport counts them."""
    await peer.send(rng.choice((frame(PING), frame(PING, b"x" * 125), frame(PONG), frame(PONG, b"1234"))) * 1000)
    outcome = await peer.to_the_end()
    assert outcome.close in (1008, LOST), outcome
    return outcome


@attack
async def a_message_without_end(peer: Peer, rng: Random) -> Outcome:
    """Ever more pieces of nothing."""
    await peer.send(frame(TEXT, b"{", fin=False) + frame(CONT, b"", fin=False) * 5000)
    outcome = await peer.to_the_end()
    assert outcome.close in (1008, LOST), outcome
    return outcome


@attack
async def a_message_in_pieces(peer: Peer, rng: Random) -> Outcome:
    """With other things in between: that is allowed."""
    pieces = [b'{"id"', b':"a",', b'"do":', b'"ping', b'"}']
    sent = [frame(CONT if i else TEXT, piece, fin=i == 4) for i, piece in enumerate(pieces)]
    await peer.send(frame(PING, b"?").join(sent) if rng.random() < 0.5 else frame(CONT, fin=False).join(sent))
    told = await peer.reply()
    assert told is not None and told["type"] == "pong", told
    return await peer.farewell()


@attack
async def half_a_frame(peer: Peer, rng: Random) -> Outcome:
    """The rest never comes."""
    whole = text({"id": "a", "do": "leave"})
    await peer.send(whole[: rng.randrange(1, len(whole))])
    if rng.random() < 0.5:
        peer.half_close()
        return await peer.to_the_end()
    return peer.outcome


@attack
async def a_frame_drop_by_drop(peer: Peer, rng: Random) -> Outcome:
    """Each byte in a packet of its own."""
    for byte in text({"id": "a", "do": "ping"}):
        await peer.send(bytes([byte]))
        await asyncio.sleep(0.002)
    told = await peer.reply()
    assert told is not None and told["type"] == "pong", told
    return await peer.farewell()


@attack
async def hanging_up(peer: Peer, rng: Random) -> Outcome:
    """In the middle of whatever the server does with a command."""
    await peer.send(text({"id": "a", "do": rng.choice(("start", "leave", "ready", "ping"))}) * rng.randrange(1, 10))
    return peer.outcome
