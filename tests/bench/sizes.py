"""Whole games in memory: how large the product's documents and frames really are, and a frame to copy."""

from dataclasses import dataclass, replace
from random import Random
from statistics import median

import orjson

from app.protocol import CommandMessage, HitMessage, NewRoom, SimpleMessage, StayMessage, TargetMessage
from app.rooms import commands, seating
from app.rooms.commands import Circumstances
from app.rooms.config import Config
from app.rooms.room import Kind, Room, remember
from app.view import change, committed, view

SEATS = 4
GAMES = 6
_NOW = 1_796_000_000_000
_CONFIG = Config(turn_seconds=75, room_ms=43_200_000, bot_delay_ms=0, round_pause_ms=12_000)


@dataclass(frozen=True)
class Sizes:
    """The change whose frame has the median size, and the median size of documents; bytes."""

    frame: bytes
    document: int


def whole_games(games: int = GAMES) -> Sizes:
    """Play games of four people who send real commands, and take the medians over all their changes."""
    frames: list[bytes] = []
    documents: list[int] = []
    for game in range(games):
        for frame, document in _play(Random(game)):
            frames.append(frame)
            documents.append(len(document))
    frames.sort(key=len)
    return Sizes(frames[len(frames) // 2], round(median(documents)))


def _play(random: Random) -> list[tuple[bytes, bytes]]:
    """Frame and document of each change of one game."""
    about = Circumstances(_CONFIG, _NOW, lambda: random.randbytes(32))
    browsers = [random.randbytes(16).hex() for _ in range(SEATS)]
    room, _ = commands.create("QK7X4TDM", browsers[0], NewRoom(name="Ada", seats=SEATS), about)
    for browser, name in zip(browsers[1:], ("Bo", "Cy", "Di"), strict=True):
        room, _ = seating.join(room, browser, name)
    room = replace(room, expires_at=_NOW + _CONFIG.room_ms)
    room = replace(room, seats=tuple(replace(seat, connected=True) for seat in room.seats))
    told: list[tuple[bytes, bytes]] = []
    while room.phase != "game_over":
        seat, message = _next(room, random, f"{_NOW:x}-{len(told)}")
        after, events = commands.handle(room, browsers[seat], message, about)
        step = change(room, view(room), remember(after, browsers[seat], message.id), events)
        told.append((step.frame.join(_NOW), step.document.join(_NOW)))
        room, _ = committed(step, _NOW)
    return told


def _next(room: Room, random: Random, command: str) -> tuple[int, CommandMessage]:
    """Whose move it is, and a move."""
    decision = room.decision
    if decision is None:
        return 0, SimpleMessage(id=command, do="start")
    if decision.seat is None:
        seat = next(i for i, s in enumerate(room.seats) if s.kind is Kind.HUMAN and not s.ready)
        return seat, SimpleMessage(id=command, do="ready")
    shown = orjson.loads(orjson.dumps(view(room)))
    asked = shown["decision"]
    if asked["kind"] == "target":
        target = random.choice(asked["choices"])
        return decision.seat, TargetMessage(id=command, do="target", decision=decision.id, target=target)
    score = shown["seats"][decision.seat]["round_score"]
    if "stay" in asked["choices"] and score >= random.randint(15, 35):
        return decision.seat, StayMessage(id=command, do="stay", decision=decision.id)
    return decision.seat, HitMessage(id=command, do="hit", decision=decision.id)
