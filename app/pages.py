"""The HTML pages: home, a room, the rules, and what is shown where there is no table."""

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, PlainTextResponse, Response

from app import identity
from app.files import STATIC
from app.lookup import find_room
from app.names import read_code
from app.rendering import found_or_page, moved, page, qr_code, room_time, words_for
from app.rooms.room import Room
from app.rooms.rules import TableRules, read_rules
from app.rulebook import Rulebook
from app.services import services_of

_PUBLISHER = "theop.games"
"""Who sells the deck of cards."""

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Three ways to a table."""
    return page(request, "home.html")


@router.api_route("/r/{typed}", methods=["GET", "HEAD"])
async def room_page(request: Request, typed: str) -> Response:
    """A room: lobby, join screen or table, as it stands now; whoever was removed is told why by the socket.

    Gives the browser its cookie for this room.
    """
    code = read_code(typed)
    if code is not None and code != typed:
        return moved(request, f"/r/{code}")
    found = await _find(request, typed)
    if isinstance(found, Response):
        return found
    services = services_of(request)
    browser = identity.browser_of(request, found.code)
    content = {
        "welcome": None if browser in found.removed else services.welcome(found, browser),
        "code": found.code,
        "url": services.address(request, f"/r/{found.code}"),
        "picture": services.address(request, "/static/img/icon-512.png"),
        "turn_seconds": services.settings.turn_seconds,
        "room_time": room_time(request),
    }
    response = page(request, "room.html", content)
    life = services.seconds_until(found.expires_at)
    identity.ensure(request, response, found.code, max_age=life, secure=services.is_https(request))
    return response


@router.get("/r/{typed}/qr.svg")
async def room_qr(request: Request, typed: str) -> Response:
    """The room's link as a QR code."""
    found = await _find(request, typed)
    if isinstance(found, Response):
        return found
    return qr_code(services_of(request).address(request, f"/r/{found.code}"))


@router.api_route("/rules", methods=["GET", "HEAD"])
async def rules(request: Request) -> Response:
    """How to play, and how a table plays unless its host chooses otherwise."""
    turn_seconds = services_of(request).settings.turn_seconds
    return _rules(request, read_rules({}, turn_seconds=turn_seconds))


@router.api_route("/r/{typed}/rules", methods=["GET", "HEAD"])
async def room_rules(request: Request, typed: str) -> Response:
    """How to play by the rules of one room."""
    found = await _find(request, typed)
    return found if isinstance(found, Response) else _rules(request, found.rules, room=True)


@router.get("/robots.txt")
async def robots() -> Response:
    """Rooms are for those who have the link."""
    return PlainTextResponse("User-agent: *\nDisallow: /r/\nDisallow: /score/\nDisallow: /api/\n")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """For browsers that ask for it unprompted."""
    return FileResponse(STATIC / "img" / "favicon.svg", media_type="image/svg+xml")


def _rules(request: Request, rules: TableRules, *, room: bool = False) -> Response:
    """The rules page; `room`: of one table."""
    turn_time = words_for(request).duration(rules.turn_seconds)
    book = Rulebook(rules, room=room, turn_time=turn_time, room_time=room_time(request))
    return page(request, "rules.html", {"says": book.says, "room": room, "publisher": _PUBLISHER})


async def _find(request: Request, typed: str) -> Room | Response:
    """The room somebody names, or the page that says why there is none."""
    return await found_or_page(request, find_room(request, typed), missing="no_room", home="new_table")
