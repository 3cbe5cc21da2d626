"""The HTML pages: home, a room, the rules, and what is shown where there is no table."""

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import segno
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app import bundles, identity
from app.lookup import TooManyCodes, find_room
from app.names import read_code
from app.origin import is_https, public_url
from app.pipe import Unavailable
from app.rooms.room import Room
from app.services import Services
from app.store import Gone

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"

_ERRORS = {
    404: ("There is no such page.", "The address may have a typing error.", False),
    405: ("That does not work here.", "The table has a page for it.", False),
    429: ("Too many codes tried.", "Wait a minute.", True),
    500: ("Something broke on our side.", "Your seat is kept; try again.", True),
    503: ("Something broke on our side.", "Your seat is kept; try again.", True),
}

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(
    env=Environment(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
)
templates.env.globals["bundle"] = bundles.address_of


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Three ways to a table."""
    return templates.TemplateResponse(request, "home.html")


@router.api_route("/r/{typed}", methods=["GET", "HEAD"])
async def room_page(request: Request, typed: str) -> Response:
    """A room: lobby, join screen or table, as its socket tells. Gives the browser its cookie for this room."""
    code = read_code(typed)
    if code is not None and code != typed:
        return RedirectResponse(f"/r/{code}", status_code=308)
    found = await _find(request, typed)
    if isinstance(found, Response):
        return found
    services: Services = request.app.state.services
    content = {
        "code": found.code,
        "url": _room_url(request, found.code),
        "turn_seconds": services.settings.turn_seconds,
        "room_time": duration(services.settings.room_seconds),
    }
    response = templates.TemplateResponse(request, "room.html", content)
    secure = is_https(request, services.settings.public_url)
    identity.ensure(request, response, found.code, max_age=services.seconds_left(found), secure=secure)
    return response


@router.get("/r/{typed}/qr.svg")
async def room_qr(request: Request, typed: str) -> Response:
    """The room's link as a QR code."""
    found = await _find(request, typed)
    if isinstance(found, Response):
        return found
    return Response(qr_svg(_room_url(request, found.code)), media_type="image/svg+xml")


@router.api_route("/rules", methods=["GET", "HEAD"])
async def rules(request: Request) -> Response:
    """How to play, and how this table plays."""
    settings = _services(request).settings
    content = {"turn_time": duration(settings.turn_seconds), "room_time": duration(settings.room_seconds)}
    return templates.TemplateResponse(request, "rules.html", content)


@router.get("/robots.txt")
async def robots() -> Response:
    """Rooms are for those who have the link."""
    return PlainTextResponse("User-agent: *\nDisallow: /r/\nDisallow: /api/\n")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """For browsers that ask for it unprompted."""
    return FileResponse(STATIC / "img" / "favicon.svg", media_type="image/svg+xml")


def error_page(request: Request, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """A page for people that says what went wrong; 404, 405, 429, 500 and 503 have words of their own."""
    title, text, again = _ERRORS.get(status, _ERRORS[500])
    content = {"title": title, "text": text, "again": again, "home": "Home"}
    return templates.TemplateResponse(request, "error.html", content, status_code=status, headers=headers)


async def _find(request: Request, typed: str) -> Room | Response:
    """The room somebody names, or the page that says why there is none."""
    try:
        return await find_room(request, typed)
    except Gone:
        life = duration(_services(request).settings.room_seconds)
        text = f"Check the link or start a new one. Rooms last {life}."
        content = {"title": "No table with that code.", "text": text, "again": False, "home": "New table"}
        return templates.TemplateResponse(request, "error.html", content, status_code=404)
    except TooManyCodes as limit:
        return error_page(request, 429, {"Retry-After": str(limit.retry_after)})
    except Unavailable:
        return error_page(request, 503)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def _room_url(request: Request, code: str) -> str:
    return f"{public_url(request, _services(request).settings.public_url)}/r/{code}"


@lru_cache(maxsize=256)
def qr_svg(text: str) -> bytes:
    """`text` as a QR code, black on white with its quiet zone; size comes from where it is shown."""
    drawing = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawing, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, light="#fff"
    )
    return drawing.getvalue()


@lru_cache(maxsize=8)
def duration(seconds: int) -> str:
    """Seconds in words: `75 seconds`, `3 minutes`, `12 hours`."""
    unit, length = next(pair for pair in (("hour", 3600), ("minute", 60), ("second", 1)) if seconds % pair[1] == 0)
    count = seconds // length
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
