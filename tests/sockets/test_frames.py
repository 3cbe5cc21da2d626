"""Frames that make no sense, are too large or too many: each gets its answer, none leaves a trace but a strike."""

import asyncio
import json

import pytest

from tests.sockets.client import Party, send_text

BAD_FRAMES = [
    ("", None),
    ("null", None),
    ("[]", None),
    ('"hit"', None),
    ("7", None),
    ("{", None),
    ("{}", None),
    ('{"id":"a"}', "a"),
    ('{"do":"ping"}', None),
    ('{"id":"","do":"ping"}', None),
    ('{"id":7,"do":"ping"}', None),
    ('{"id":null,"do":"ping"}', None),
    ('{"id":"' + "x" * 65 + '","do":"ping"}', None),
    ('{"id":"a","do":"fold"}', "a"),
    ('{"id":"a","do":["ping"]}', "a"),
    ('{"id":"a","do":{"do":"ping"}}', "a"),
    ('{"id":"a","do":null}', "a"),
    ('{"id":"a","do":"PING"}', "a"),
    ('{"id":"a","do":"hit"}', "a"),
    ('{"id":"a","do":"hit","decision":1.0}', "a"),
    ('{"id":"a","do":"hit","decision":1e0}', "a"),
    ('{"id":"a","do":"hit","decision":"1"}', "a"),
    ('{"id":"a","do":"hit","decision":true}', "a"),
    ('{"id":"a","do":"hit","decision":null}', "a"),
    ('{"id":"a","do":"hit","decision":[1]}', "a"),
    ('{"id":"a","do":"hit","decision":' + "9" * 30 + "}", "a"),
    ('{"id":"a","do":"hit","decision":' + "9" * 400 + "}", None),
    ('{"id":"a","do":"hit","decision":NaN}', None),
    ('{"id":"a","do":"target","decision":1}', "a"),
    ('{"id":"a","do":"target","decision":1,"target":"0"}', "a"),
    ('{"id":"a","do":"more_time","decision":false}', "a"),
    ('{"id":"a","do":"add_bot","level":"grim"}', "a"),
    ('{"id":"a","do":"add_bot","bot":"hal"}', "a"),
    ('{"id":"a","do":"add_bot","seat":null}', "a"),
    ('{"id":"a","do":"add_bot","seat":1.0}', "a"),
    ('{"id":"a","do":"remove"}', "a"),
    ('{"id":"a","do":"rules"}', "a"),
    ('{"id":"a","do":"rules","seats":"4"}', "a"),
    ('{"id":"a","do":"rules","seats":null}', "a"),
    ('{"id":"a","do":"rename"}', "a"),
    ('{"id":"a","do":"react","reaction":"boo"}', "a"),
    ('{"id":"a","do":"react"}', "a"),
    ('{"id":"a","do":"take_over","name":"Zoe"}', "a"),
    ('{"id":"a","do":"rename","name":"\\ud800"}', None),
    ('{"id":"a","do":"rename","name":"a\nb"}', None),
    ("[" * 4000, None),
    ('{"id":"a","do":"ping","x":' + "[" * 1500 + "]" * 1500 + "}", None),
    ('{"a":' * 600 + "1" + "}" * 600, None),
    ('\ufeff{"id":"a","do":"ping"}', None),
    ('{"id":"a","do":"ping"} {"id":"b","do":"ping"}', None),
]


@pytest.mark.parametrize(("text", "command_id"), BAD_FRAMES, ids=range(len(BAD_FRAMES)))
async def test_what_makes_no_sense_is_a_bad_message(party: Party, text: str, command_id: str | None) -> None:
    """The answer names the command's id where one was readable, and repeats nothing else of what was sent."""
    (ada,) = await party.lobby("Ada")
    answer = await send_text(ada, text)
    assert (answer["code"], answer["id"], answer["seq"]) == ("bad_message", command_id, 1)
    assert len(answer["message"]) < 200
    await ada.settle()
    assert ada.seq == 1


async def test_numbers_and_fields_beyond_reason_are_no_more_than_wrong(party: Party) -> None:
    """Unknown fields are fine, and so are whole numbers that name nothing."""
    ada, bo, _ = await party.game("Ada", "Bo", "Cy", seats=3)
    for decision in (0, -1, 2**63, 2**64 - 1):
        assert await ada.refused("hit", decision=decision) == "stale_decision"
    assert await bo.refused("take_over", seat=2**63) == "bad_seat"
    assert await ada.refused("remove", seat=-1) == "bad_seat"
    assert await ada.refused("remove", seat=2**63) == "bad_seat"
    await ada.settle()
    assert (await ada.do("ping", unknown={"deep": [1, 2, 3]}))["type"] == "pong"


async def test_binary_frames_and_broken_text_are_bad_messages(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    await ada.socket.send(b'{"id":"a","do":"ping"}')
    assert (await ada.receive())["code"] == "bad_message"
    await ada.socket.send(b'{"id":"\xff\xfe","do":"ping"}', text=True)
    assert (await ada.receive())["code"] == "bad_message"
    await ada.settle()


async def test_a_frame_in_pieces_is_one_frame(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    await ada.socket.send(['{"id":"in pieces",', '"do":', '"ping"}'])
    assert (await ada.answer("in pieces"))["type"] == "pong"


def padded(size: int, do: str = "ping") -> str:
    """A command of exactly so many bytes, some of its characters of more than one."""
    bare = json.dumps({"id": "big", "do": do, "pad": "é"}, ensure_ascii=False, separators=(",", ":"))
    return bare.replace("é", "é" + "x" * (size - len(bare.encode())))


async def test_four_kilobytes_are_the_most(party: Party) -> None:
    """Counted in bytes; the id of a frame that is too large is not read."""
    (ada,) = await party.lobby("Ada")
    await ada.socket.send(padded(4096))
    assert (await ada.answer("big"))["type"] == "pong"
    answer = await send_text(ada, padded(4097))
    assert (answer["code"], answer["id"]) == ("too_large", None)
    answer = await send_text(ada, "x" * 65_536)
    assert (answer["code"], answer["id"]) == ("too_large", None)
    await ada.settle()


async def test_a_frame_of_more_than_64_kilobytes_ends_the_connection(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    await ada.socket.send("x" * 65_537)
    assert await ada.until_closed() == 1009
    again = await party.sit(ada.browser)
    assert again.seat == 0


@pytest.mark.parametrize("frame", ["{}", "x" * 5000], ids=["bad_message", "too_large"])
async def test_twenty_strikes_are_abuse(party: Party, frame: str) -> None:
    (ada,) = await party.lobby("Ada")
    for _ in range(20):
        await ada.socket.send(frame)
    assert await ada.until_closed() == 4008
    assert ada.bye is not None and ada.bye["code"] == "abuse"
    errors = [json.loads(text) for text in ada.frames[1:-1]]
    assert len(errors) == 20 and all(error["type"] == "error" for error in errors)


async def test_refusals_are_no_strikes(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    for _ in range(19):
        await ada.socket.send("{}")
    for _ in range(30):
        assert await ada.refused("hit", decision=1) == "wrong_phase"
    await ada.settle()


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /ws/" + b"x" * 9000 + b" HTTP/1.1",
        b"GET /ws/%ff%fe?after=%ff&digest=%fe HTTP/1.1",
        b"GET /ws/\xc3\xa9 HTTP/1.1",
        b"GET /ws/ABCDEFGH?after=\xff HTTP/1.1",
    ],
    ids=["long", "escaped", "raw path", "raw query"],
)
async def test_a_senseless_handshake_is_answered(party: Party, request_line: bytes) -> None:
    """The server answers, whatever it answers, and does not wait for the stranger to hang up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", party.server.port)
    headers = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    writer.write(request_line + b"\r\n" + headers + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    async with asyncio.timeout(5):
        assert (await reader.readline()).split()[1] in (b"101", b"400", b"404", b"414")
    writer.close()
    await writer.wait_closed()
