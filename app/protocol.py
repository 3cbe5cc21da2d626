"""Every message in and out, as types; the only place that knows the wire's names. Parsed once, here."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema

VERSION = 1
MOST_LOCAL = 17
"""How many may play beside the first person at one browser."""
MOST_FRAME_BYTES = 4096
MOST_ID_CHARS = 64
Level = Literal["easy", "normal", "hard", "expert"]
Personality = Literal["saver", "gambler", "steady", "counter", "shark"]


class BadMessage(ValueError):
    """Not an object of a known kind with the right fields. `id` is the message's own where it could be read."""

    def __init__(self, message: str, command_id: str | None = None) -> None:
        super().__init__(message)
        self.id = command_id


def _given(value: object) -> object:
    """An optional field is left out, never null."""
    if value is None:
        raise ValueError("must not be null")
    return value


Given = BeforeValidator(_given)

# Read as whatever they are, so that the table says what is wrong with them.
Name = Annotated[Any, WithJsonSchema({"type": "string", "description": "1 to 16 visible characters"})]
GivenRules = Annotated[Any, WithJsonSchema({"type": "object", "description": "whole or in part"})]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


BodyT = TypeVar("BodyT", bound=Body)


class _Message(Body):
    id: Annotated[str, Field(min_length=1, max_length=MOST_ID_CHARS)]
    local: Annotated[int, Field(ge=0, le=MOST_LOCAL)] = 0
    """Who of the people at this browser says it; 0: the first."""


class HitMessage(_Message):
    """One card, please."""

    do: Literal["hit"]
    decision: int


class StayMessage(_Message):
    """Bank and leave the round."""

    do: Literal["stay"]
    decision: int


class TargetMessage(_Message):
    """The seat that gets the card asked about."""

    do: Literal["target"]
    decision: int
    target: int


class MoreTimeMessage(_Message):
    """A minute more for the open decision."""

    do: Literal["more_time"]
    decision: int


class SimpleMessage(_Message):
    """A command without fields."""

    do: Literal["ready", "start", "rematch", "leave"]


class AddBotMessage(_Message):
    """A bot on a seat, or on the lowest empty one."""

    do: Literal["add_bot"]
    seat: Annotated[int | None, Given] = None
    level: Level = "normal"
    bot: Annotated[Personality | None, Given] = None
    """By name; the level does not matter then."""


class JoinMessage(_Message):
    """One more person at this browser takes a seat of the lobby."""

    do: Literal["join"]
    local: Annotated[int, Field(ge=1, le=MOST_LOCAL)]
    name: Name


class RemoveMessage(_Message):
    """Somebody has to go."""

    do: Literal["remove"]
    seat: int


class RulesMessage(_Message):
    """Other rules, another number of seats, or both."""

    do: Literal["rules"]
    rules: GivenRules = None
    seats: Annotated[int | None, Given] = None


class TakeOverMessage(_Message):
    """A watcher takes a bot's seat, or an owner comes back; only the watcher names a name."""

    do: Literal["take_over"]
    seat: int
    name: Name = None


class RenameMessage(_Message):
    """Another name for one's own seat."""

    do: Literal["rename"]
    name: Name


class ReactMessage(_Message):
    """One of six things to say."""

    do: Literal["react"]
    reaction: Literal["nice", "ouch", "lucky", "brave", "thinking", "again"]


class PingMessage(_Message):
    """Is anybody there?"""

    do: Literal["ping"]


CommandMessage = (
    HitMessage | StayMessage | TargetMessage | MoreTimeMessage | SimpleMessage | AddBotMessage | RemoveMessage
    | JoinMessage | RulesMessage | TakeOverMessage | RenameMessage | ReactMessage
)  # fmt: skip
Message = CommandMessage | PingMessage

_MESSAGES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="do")])


class NewRoom(Body):
    """`POST /api/rooms`: only `name` is required."""

    name: Name
    seats: int = 4
    bots: Annotated[int, Field(ge=0)] = 0
    level: Level = "normal"
    rules: GivenRules = Field(default_factory=dict)
    start: bool = False
    daily: bool = False
    """The challenge of the day: whoever plays it on that day draws the same cards."""


class JoinRoom(Body):
    """`POST /api/rooms/{code}/join`."""

    name: Name


def read_message(frame: str | bytes) -> Message:
    """The message in a frame of at most MOST_FRAME_BYTES. Raises BadMessage."""
    given = _read_object(frame)
    command_id = given.get("id")
    readable = command_id if isinstance(command_id, str) and 1 <= len(command_id) <= MOST_ID_CHARS else None
    try:
        message = _MESSAGES.validate_python(given)
    except ValidationError as error:
        raise BadMessage(_first_problem(error), readable) from None
    if message.do == "rules" and not message.model_fields_set & {"rules", "seats"}:
        raise BadMessage("rules: name rules, seats or both", readable)
    return message


def read_body(kind: type[BodyT], raw: bytes) -> BodyT:
    """The body of a request. Raises BadMessage."""
    try:
        return kind.model_validate(_read_object(raw))
    except ValidationError as error:
        raise BadMessage(_first_problem(error)) from None


def _read_object(raw: str | bytes) -> dict[str, Any]:
    try:
        given = orjson.loads(raw)
    except (orjson.JSONDecodeError, UnicodeError):
        raise BadMessage("not JSON") from None
    if not isinstance(given, dict):
        raise BadMessage("not a JSON object")
    return given


def _first_problem(error: ValidationError) -> str:
    """Which field is wrong and why, without repeating what was sent."""
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    if problem["type"] == "union_tag_invalid":
        return "do: there is no such command"
    where = ".".join(str(part) for part in problem["loc"]) or "do"
    return f"{where}: {problem['msg']}"


def ack(command_id: str, seq: int) -> str:
    """The answer to an accepted command."""
    return orjson.dumps({"type": "ack", "id": command_id, "seq": seq}).decode()


def error(command_id: str | None, code: str, message: str, seq: int, suggestion: str | None = None) -> str:
    """The answer to a refused one."""
    answer = {"type": "error", "id": command_id, "code": code, "message": message, "seq": seq}
    return orjson.dumps(answer if suggestion is None else {**answer, "suggestion": suggestion}).decode()


def pong(command_id: str, now: int) -> str:
    """The answer to a ping; `now` in ms."""
    return orjson.dumps({"type": "pong", "id": command_id, "now": now}).decode()


def bye(code: str, message: str) -> str:
    """The last frame before the server closes."""
    return orjson.dumps({"type": "bye", "code": code, "message": message}).decode()


def welcome(
    *,
    build: str,
    you: dict[str, object],
    seq: int,
    digest: str,
    missed: Sequence[object] | None,
    now: int,
    view: dict[str, object],
) -> str:
    """The whole truth for one connection: who it is, where the table stands, what it missed."""
    return orjson.dumps(
        {
            "type": "welcome", "protocol": VERSION, "build": build, "you": you, "seq": seq, "digest": digest,
            "missed": missed, "now": now, "view": view,
        }
    ).decode()  # fmt: skip
