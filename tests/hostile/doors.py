"""Attacks on the way in: handshakes that are none, half of one, or never end, and HTTP of every broken kind."""

import asyncio
import json
from random import Random

from tests.hostile.site import Attack, Site
from tests.hostile.wire import CLOSE, PING, TEXT, Outcome, frame, handshake, request

VARIANTS: list[dict[str, str | None]] = [
    {"Sec_WebSocket_Version": None}, {"Sec_WebSocket_Version": "12"}, {"Sec_WebSocket_Version": "13, 8"},
    {"Sec_WebSocket_Version": "99999999999999999999999"}, {"Sec_WebSocket_Version": ""}, {"Sec_WebSocket_Key": None},
    {"Sec_WebSocket_Key": ""}, {"Sec_WebSocket_Key": "short"}, {"Sec_WebSocket_Key": "!" * 24},
    {"Sec_WebSocket_Key": "\xff" * 16}, {"Sec_WebSocket_Key": "A" * 5000}, {"Upgrade": None}, {"Upgrade": "h2c"},
    {"Upgrade": "websocket, websocket"}, {"Upgrade": "\xe9"}, {"Connection": None}, {"Connection": "keep-alive"},
    {"Connection": "close, Upgrade"}, {"Connection": "Upgrade,,,"}, {"Connection": "upgrade; q=\xff"}, {"Host": None},
    {"Host": ""}, {"Host": "["}, {"Host": "[::1"}, {"Host": "a:b:c"}, {"Host": "x:99999999"}, {"Host": "\xe9/?#@"},
    {"Host": "x" * 7000}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://["},
    {"Origin": "\xff"}, {"Cookie": "f7_QK7X4TDM=\xff\xfe; ;;=;a"}, {"Cookie": "=" * 7000}, {"Cookie": 'f7_A="\\777"'},
    {"Sec_WebSocket_Extensions": "permessage-deflate; client_max_window_bits=99"},
    {"Sec_WebSocket_Extensions": ";;,,="}, {"Sec_WebSocket_Protocol": ",,\xff, a"}, {"Content_Length": "5"},
    {"Content_Length": "-1"}, {"Transfer_Encoding": "chunked"}, {"Expect": "100-continue"},
    {"X_Forwarded_For": "nobody, \xff, 1.2.3"}, {"X_Forwarded_For": "9" * 5000}, {"X_Forwarded_Proto": "gopher"},
]  # fmt: skip

PATHS = [
    "/ws/", "/ws", "/ws/x", "/ws/22222222", "/ws/%00", "/ws/%ff%fe", "/ws/..%2f..", "/ws/\u00e9", "/ws/" + "x" * 9000,
    "//ws/a", "/ws/a/b", "/", "/nowhere", "/api/rooms", "/static/js/main.js", "/ws/22222222?after=\xff&digest=\xfe",
    "/ws/{}?after=-1", "/ws/{}?after=%31%32&digest=" + "z" * 3000, "/ws/{}?" + "&" * 3000, "/ws/{}?after=1e9&after=2",
    "*", "http://evil/ws/{}",
]  # fmt: skip

LINES = [
    "POST {} HTTP/1.1",
    "PUT {} HTTP/1.1",
    "HEAD {} HTTP/1.1",
    "GET {} HTTP/1.0",
    "GET {} HTTP/2.0",
    "GET {}",
    "get {} HTTP/1.1",
]

NO_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n\r\nGARBAGE\r\n\r\n", b"GET\r\n\r\n",
    b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nA b: c\r\n\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"SSH-2.0-OpenSSH_9.9\r\n",
    b"*1\r\n$4\r\nPING\r\n",
]  # fmt: skip

BODIES = [
    b"", b"null", b"[]", b"{", b"\xff", b"[" * 16_000, b'{"a":' * 3000, b'{"name":"\\ud800"}',
    b'{"name":' + b"9" * 5000 + b"}", b'{"name":"\xed\xa0\x80"}', b'{"name":"Eve","seats":1e400}',
    b'{"name":"Eve","rules":' + b"[" * 900 + b"]" * 900 + b"}", b'{"name":"Eve","rules":{"points":true}}',
    b'{"name":"Eve","seats":99999999999999999999}', b'{"name":"Eve","bots":-1}', b'{"name":"Eve","level":["normal"]}',
    b"\x00" * 16_384, b"x" * 16_385, b"x" * 300_000,
]  # fmt: skip

REQUESTS = [
    "GET {} HTTP/1.1", "HEAD {} HTTP/1.1", "DELETE {} HTTP/1.1", "OPTIONS {} HTTP/1.1", "TRACE {} HTTP/1.1",
    "PATCH {} HTTP/1.1",
]  # fmt: skip

TARGETS = [
    "/%00", "/%ff", "/static/%00", "/static/..%2f..%2fapp/main.py", "/static/" + "x" * 5000, "/static/js/%ff.js",
    "/static/", "/static", "/static//etc/passwd", "/r/%00", "/r/" + "%F0%9F%83%8F" * 200, "/r/a/qr.svg",
    "/api/rooms/%00", "/api/rooms/%ff/log", "/api/rooms?\xff", "/api/nowhere?\xff=\xfe", "/api/rooms/{}?\xff",
    "/r/{}?\xff", "/r/{}/qr.svg?\xff", "//evil.example/%2f..", "*", "http://evil/api/rooms/{}",
    "/rules?" + "a=b&" * 2000, "/healthz", "/readyz", "/metrics?name[]=\xff", "/openapi.json", "/favicon.ico",
    "/?\xed\xa0\x80", "/api/scores/%00", "/score/%ff", "/score/%00/qr.svg",
]  # fmt: skip

HEADERS = [
    "Host: [", "Host: x:y", "Host: \xe9", "Range: bytes=0-0,-1,5-,99999999999999999999-", "Range: bytes=a",
    "Range: lines=0-5", "If-Modified-Since: yesterday", "If-None-Match: \xff", "Accept-Encoding: \xff;q=nan",
    "Accept: */*;q=\xff", "Cookie: a=\xff;;=;\x7f"[:-1], "Content-Type: \xff", "Authorization: Basic \xff",
    "Expect: 200-ok", "Content-Length: 0", "X-Forwarded-Proto: javascript", "Forwarded: for=\xff", "Origin: http://[",
    "Connection: close", "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings",
]  # fmt: skip


ATTACKS: list[Attack] = []


def attack(run: Attack) -> Attack:
    """Register an attack by somebody who was not let in yet."""
    ATTACKS.append(run)
    return run


@attack
async def a_wrong_handshake(site: Site, rng: Random) -> Outcome:
    """It is refused, or the server sees nothing wrong with it; then a frame must not hurt either."""
    async with await site.peer() as peer:
        line = rng.choice(LINES) if rng.random() < 0.2 else "GET {} HTTP/1.1"
        path = rng.choice(PATHS).format(site.code) if rng.random() < 0.4 else site.path
        changed = {"X_Forwarded_For": site.address, **rng.choice(VARIANTS)}
        await peer.send(handshake(path, line, **changed) + rng.choice((b"", b"hello", frame(TEXT, b"{}"))))
        if await peer.status() == 101:
            await peer.send(frame(CLOSE))
            outcome = await peer.to_the_end()
            outcome.close = None if outcome.close == 1005 else outcome.close
            return outcome
        return peer.outcome


@attack
async def half_a_handshake(site: Site, rng: Random) -> Outcome:
    """Then silence, or the line goes dead."""
    async with await site.peer() as peer:
        whole = handshake(site.path, X_Forwarded_For=site.address)
        await peer.send(whole[: rng.randrange(len(whole) - 1)])
        if rng.random() < 0.5:
            peer.half_close()
        return peer.outcome


@attack
async def hanging_up_at_the_door(site: Site, rng: Random) -> Outcome:
    """With the handshake sent, before or just after its answer."""
    async with await site.peer() as peer:
        path = rng.choice((site.path, site.path, "/ws/22222222"))
        await peer.send(handshake(path, X_Forwarded_For=site.address))
        if rng.random() < 0.3:
            await peer.status()
        await asyncio.sleep(rng.random() * 0.004)
        return peer.outcome


@attack
async def a_wrong_code(site: Site, rng: Random) -> Outcome:
    """Guessing rooms: 4002, and after thirty guesses 1013."""
    async with await site.peer() as peer:
        assert await peer.shake("/ws/" + rng.choice(("22222222", "zzzzzzzz", "0")), X_Forwarded_For=site.address)
        outcome = await peer.to_the_end()
        assert outcome.close in (4002, 4009, 1013) and len(outcome.byes) == 1, outcome
        return outcome


@attack
async def a_foreign_page(site: Site, rng: Random) -> Outcome:
    """Another site's page is refused before anything else."""
    async with await site.peer() as peer:
        await peer.shake(site.path, Origin=rng.choice(("http://evil.example", "null", "https://localhost")))
        assert await peer.answers_to_the_end() and peer.outcome.statuses == [403], peer.outcome
        return peer.outcome


@attack
async def talking_before_the_welcome(site: Site, rng: Random) -> Outcome:
    """Frames in one piece with the handshake are lost; those that follow at once are not."""
    async with await site.peer() as peer:
        await peer.send(handshake(site.path, X_Forwarded_For=site.address))
        await peer.send(frame(PING) + frame(TEXT, b"{}") * rng.randrange(1, 5))
        await peer.status()
        return await peer.farewell()


@attack
async def no_request_at_all(site: Site, rng: Random) -> Outcome:
    async with await site.peer() as peer:
        await peer.send(rng.choice(NO_REQUESTS) if rng.random() < 0.8 else rng.randbytes(500))
        peer.half_close()
        return await peer.answers_to_the_end()


@attack
async def an_odd_request(site: Site, rng: Random) -> Outcome:
    """Answered, whatever it asks for."""
    async with await site.peer() as peer:
        target = rng.choice(TARGETS).format(site.code)
        headers = [f"X-Forwarded-For: {site.address}", "Connection: close", *rng.sample(HEADERS, rng.randrange(3))]
        line = rng.choice(REQUESTS[:1] * 5 + REQUESTS).format(target)
        await peer.send(request(line, "Host: localhost", *headers))
        assert await peer.status() is not None, (line, headers)
        return peer.outcome


@attack
async def an_odd_body(site: Site, rng: Random) -> Outcome:
    async with await site.peer() as peer:
        body = rng.choice(BODIES)
        declared = len(body) if rng.random() < 0.8 else rng.choice((0, 3, 10**18))
        path = rng.choice(("/api/rooms", "/api/scores", f"/api/rooms/{site.code}/join", "/api/rooms/22222222/join"))
        about = [f"X-Forwarded-For: {site.address}", f"Content-Length: {declared}", "Content-Type: application/json"]
        await peer.send(request(f"POST {path} HTTP/1.1", "Host: localhost", *about, body=body))
        if declared <= len(body) or declared > 16_384:
            assert await peer.status() is not None, (body[:50], declared)
        return peer.outcome


@attack
async def a_chunked_body(site: Site, rng: Random) -> Outcome:
    """Of honest size, in tiny pieces, or without end."""
    async with await site.peer() as peer:
        about = ["Host: localhost", f"X-Forwarded-For: {site.address}", "Transfer-Encoding: chunked"]
        await peer.send(request("POST /api/rooms HTTP/1.1", *about))
        body = json.dumps({"name": "Eve"}).encode()
        chunks = rng.choice(([body], [bytes([byte]) for byte in body], [b"x" * 4000] * 6))
        await peer.send(b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n")
        assert await peer.status() in (201, 413, 429), peer.outcome
        return peer.outcome


@attack
async def endless_headers(site: Site, rng: Random) -> Outcome:
    """Many, or one that goes on and on: refused long before memory is."""
    async with await site.peer() as peer:
        await peer.send(handshake(site.path)[:-2])
        filler = rng.choice((b"X-More: " + b"y" * 100 + b"\r\n", b"z" * 100))
        await peer.send((b"X-Long: " if filler[:1] == b"z" else b"") + filler * 6000)
        outcome = await peer.answers_to_the_end()
        assert outcome.statuses in ([400], []), outcome
        return outcome


@attack
async def requests_in_a_row(site: Site, rng: Random) -> Outcome:
    """Without waiting for the answers: the first is answered at most, however many there are."""
    async with await site.peer() as peer:
        await peer.send(request("GET /static/js/main.js HTTP/1.1", "Host: x") * rng.choice((2, 5, 5000)))
        outcome = await peer.answers_to_the_end()
        assert outcome.statuses in ([200], []), outcome
        return outcome


@attack
async def a_reader_that_never_reads(site: Site, rng: Random) -> Outcome:
    """Asks for everything, and hangs up without a look."""
    async with await site.peer() as peer:
        await peer.send(request("GET /static/js/main.js HTTP/1.1", "Host: x") * 5)
        return peer.outcome
