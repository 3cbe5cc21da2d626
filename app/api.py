"""The JSON routes, and the one form all errors have."""

from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.responses import JSONResponse

from app import identity, origin
from app.lookup import TooManyCodes, address_of, find_room
from app.pipe import Unavailable
from app.protocol import BadMessage, BodyT, JoinRoom, NewRoom, read_body
from app.rooms import seating
from app.rooms.refusal import Refusal
from app.rooms.room import Room
from app.services import Services, monotonic_ms
from app.store import Gone
from app.view import view

router = APIRouter()

_STATUS = {
    "removed": 403, "bad_origin": 403, "no_such_room": 404, "room_full": 409, "already_started": 409,
    "name_taken": 409, "too_large": 413, "rate_limited": 429, "unavailable": 503,
}  # fmt: skip
_NO_SUCH_ROOM = "No table with that code. Check the link or start a new one."


class ApiError(Exception):
    """An answer that is not what was asked for: a code, and one sentence for a person."""

    def __init__(
        self, code: str, message: str, *, suggestion: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.suggestion = suggestion
        self.retry_after = retry_after

    def response(self) -> Response:
        """The error as JSON, in the form all errors have."""
        extra = {} if self.suggestion is None else {"suggestion": self.suggestion}
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return error_response(_STATUS.get(self.code, 400), self.code, self.message, headers, **extra)


def error_response(
    status: int, code: str, message: str, headers: dict[str, str] | None = None, **extra: str
) -> JSONResponse:
    """An error in the form all errors under /api have."""
    return JSONResponse({"error": code, "message": message, **extra}, status_code=status, headers=headers)


def _body(model: type[Any]) -> dict[str, Any]:
    """The body's schema for /openapi.json; it is read by hand, so that every malformed body is answered alike."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post("/api/rooms", status_code=201, openapi_extra=_body(NewRoom))
async def create(request: Request) -> Response:
    """A new room; the browser that asks has seat 0."""
    services = _services(request)
    body = await _read(request, NewRoom)
    _limit_new_rooms(request, services)
    secret = identity.new_secret()
    room = await _judged(services.tables.create(identity.browser_id(secret), body))
    url = f"{origin.public_url(request, services.settings.public_url)}/r/{room.code}"
    response = JSONResponse({"code": room.code, "url": url, "seat": 0}, status_code=201)
    _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}")
async def show(request: Request, code: str) -> Response:
    """The room's view, with `seq` and `now`."""
    services = _services(request)
    room = await _find(request, code)
    return _json({**view(room), "seq": room.seq, "now": services.store.now()})


@router.post("/api/rooms/{code}/join", openapi_extra=_body(JoinRoom))
async def join(request: Request, code: str) -> Response:
    """A seat in the lobby; the one this browser has, if it has one."""
    services = _services(request)
    room = await _find(request, code)
    known = identity.secret_of(request, room.code)
    secret = known or identity.new_secret()
    browser = identity.browser_id(secret)
    own = room.seat_of(browser)
    response: Response
    try:
        name = "" if own is not None else await _name_to_join(request, room, browser)
        seat = own if own is not None else await _judged(services.tables.join(room.code, browser, name))
        response = JSONResponse({"seat": seat})
    except ApiError as refused:
        response = refused.response()
    if known is None:
        _set_cookie(request, response, room, secret)
    return response


@router.get("/api/rooms/{code}/log")
async def show_log(request: Request, code: str) -> Response:
    """The changes of the current game; in the lobby all so far."""
    room = await _find(request, code)
    changes = await _judged(_services(request).tables.log(room.code))
    return _json({"changes": changes})


@router.get("/healthz", include_in_schema=False)
async def alive() -> Response:
    """This worker answers."""
    return PlainTextResponse("ok")


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> Response:
    """This worker answers, and Redis answers it."""
    try:
        await _services(request).store.ping()
    except Unavailable:
        return PlainTextResponse("Redis cannot be reached", status_code=503)
    return PlainTextResponse("ok")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters over all workers, for Prometheus."""
    services = _services(request)
    try:
        text = await services.metrics.text(services.store)
    except Unavailable:
        return PlainTextResponse("Redis cannot be reached", status_code=503)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


async def _find(request: Request, typed: str) -> Room:
    """The room somebody asks for. Raises ApiError."""
    try:
        return await find_room(request, typed)
    except Gone:
        raise ApiError("no_such_room", _NO_SUCH_ROOM) from None
    except TooManyCodes as many:
        raise ApiError("rate_limited", "Too many codes tried. Wait a minute.", retry_after=many.retry_after) from None
    except Unavailable:
        raise _unavailable() from None


async def _name_to_join(request: Request, room: Room, browser: str) -> object:
    """The name in the body; the room's own reasons against joining come first, whatever was sent."""
    try:
        seating.place_for(room, browser)
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message) from None
    return (await _read(request, JoinRoom)).name


def _limit_new_rooms(request: Request, services: Services) -> None:
    address = address_of(request)
    wait = services.limits.new_rooms.wait_ms(address, monotonic_ms())
    if wait > 0:
        raise ApiError("rate_limited", "Too many new tables. Wait a while.", retry_after=-(-wait // 1000))
    services.limits.new_rooms.add(address, monotonic_ms())


async def _read(request: Request, kind: type[BodyT]) -> BodyT:
    try:
        return read_body(kind, await request.body())
    except BadMessage as bad:
        raise ApiError("bad_message", f"That request makes no sense: {bad}.") from None


async def _judged(step: Any) -> Any:
    """Await a step of the tables; what it refuses becomes an answer."""
    try:
        return await step
    except Refusal as refusal:
        raise ApiError(refusal.code, refusal.message, suggestion=refusal.suggestion) from None
    except BadMessage as bad:
        raise ApiError("bad_message", f"That request makes no sense: {bad}.") from None
    except Gone:
        raise ApiError("no_such_room", _NO_SUCH_ROOM) from None
    except Unavailable:
        raise _unavailable() from None


def _unavailable() -> ApiError:
    return ApiError("unavailable", "The table cannot be reached. Try again in a moment.")


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _set_cookie(request: Request, response: Response, room: Room, secret: str) -> None:
    services = _services(request)
    secure = origin.is_https(request, services.settings.public_url)
    identity.set_cookie(response, room.code, secret, max_age=services.seconds_left(room), secure=secure)


def _json(content: object) -> Response:
    return Response(orjson.dumps(content), media_type="application/json")
