"""The HTML pages: home, a room, the rules, and what is shown where there is no table."""

import io
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import segno
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app import bundles, identity
from app.lookup import TooManyCodes, find_room
from app.names import read_code
from app.origin import is_https, public_url
from app.pipe import Unavailable
from app.rooms.room import Room
from app.rooms.rules import TableRules, read_rules
from app.rulebook import Rulebook
from app.services import Services
from app.settings import Settings
from app.store import Gone
from app.words import COOKIE, LANGUAGES, Words, asked_for, language_of, words

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"

_MARKED = re.compile(r"\*\*(.+?)\*\*")
_ERRORS = {404: "not_found", 405: "not_so", 429: "too_many"}
"""The statuses that have words of their own; every other one is our fault."""
_AGAIN = frozenset({429, 500, 503})
_PUBLISHER = "theop.games"
"""Who sells the deck of cards."""
_YEAR_SECONDS = 365 * 86_400

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(
    env=Environment(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # a template of the next version would not fit the words this worker has read
    )
)
templates.env.globals["bundle"] = bundles.address_of
templates.env.filters["fill"] = lambda text, **values: text.format(**values)
templates.env.filters["attributes"] = lambda words: list(vars(words).values())
templates.env.filters["marked"] = lambda text: Markup(_MARKED.sub(r"<strong>\1</strong>", str(escape(text))))


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Three ways to a table."""
    return page(request, "home.html")


@router.api_route("/r/{typed}", methods=["GET", "HEAD"])
async def room_page(request: Request, typed: str) -> Response:
    """A room: lobby, join screen or table, as its socket tells. Gives the browser its cookie for this room."""
    code = read_code(typed)
    if code is not None and code != typed:
        return moved(request, f"/r/{code}")
    found = await _find(request, typed)
    if isinstance(found, Response):
        return found
    services: Services = request.app.state.services
    content = {
        "code": found.code,
        "url": _room_url(request, found.code),
        "picture": f"{public_url(request, services.settings.public_url)}/static/img/icon-512.png",
        "turn_seconds": services.settings.turn_seconds,
        "room_time": words_for(request).duration(services.settings.room_seconds),
    }
    response = page(request, "room.html", content)
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
    """How to play, and how a table plays unless its host chooses otherwise."""
    settings = _services(request).settings
    return _rules(request, read_rules({}, turn_seconds=settings.turn_seconds))


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


def error_page(request: Request, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """A page for people that says what went wrong; 404, 405, 429, 500 and 503 have words of their own."""
    errors = words_for(request).pages.errors
    said = getattr(errors, _ERRORS.get(status, "broken"))
    content = {"title": said.title, "text": said.text, "again": status in _AGAIN or status not in _ERRORS}
    return page(request, "error.html", {**content, "home": errors.home}, status, headers)


def _rules(request: Request, rules: TableRules, *, room: bool = False) -> Response:
    """The rules page; `room`: of one table."""
    duration = words_for(request).duration
    room_time = duration(_services(request).settings.room_seconds)
    book = Rulebook(rules, room=room, turn_time=duration(rules.turn_seconds), room_time=room_time)
    return page(request, "rules.html", {"says": book.says, "room": room, "publisher": _PUBLISHER})


def page(
    request: Request,
    template: str,
    content: Mapping[str, object] = MappingProxyType({}),
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A page in the language of the request; one that was asked for by its address is kept for the next time."""
    words = words_for(request)
    context = {
        **content,
        "language": words.tag,
        "languages": LANGUAGES,
        "words": words.pages,
        "table": words.table,
        "page_words": words.json,
        "score_words": words.score,
        "counted": words.counted,
    }
    response = templates.TemplateResponse(request, template, context, status_code=status, headers=headers)
    response.headers["Content-Language"] = words.tag
    response.headers.add_vary_header("Accept-Language, Cookie")
    settings: Settings = request.app.state.settings
    chosen = asked_for(request, with_pseudo=settings.pseudo_language)
    if chosen is not None:
        secure = is_https(request, settings.public_url)
        response.set_cookie(COOKIE, chosen, max_age=_YEAR_SECONDS, secure=secure, samesite="lax")
    return response


def moved(request: Request, path: str) -> Response:
    """The proper path of what was asked for, in the same language."""
    return RedirectResponse(request.url.replace(path=path, scheme="", netloc=""), status_code=308)


def words_for(request: Request) -> Words:
    """The words of the language that a request is answered in."""
    settings: Settings = request.app.state.settings
    return words(language_of(request, with_pseudo=settings.pseudo_language))


async def _find(request: Request, typed: str) -> Room | Response:
    """The room somebody names, or the page that says why there is none."""
    try:
        return await find_room(request, typed)
    except Gone:
        said = words_for(request)
        errors = said.pages.errors
        text = errors.no_room.text.format(time=said.duration(_services(request).settings.room_seconds))
        content = {"title": errors.no_room.title, "text": text, "again": False, "home": errors.new_table}
        return page(request, "error.html", content, 404)
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
