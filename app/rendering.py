"""What the HTML routes have in common: pages in the language of the request, errors for people, and QR codes."""

import io
import re
from collections.abc import Awaitable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

import segno
from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app import bundles
from app.documents import Gone
from app.files import TEMPLATES
from app.lookup import TooManyCodes
from app.origin import is_https
from app.pipe import Unavailable
from app.services import services_of
from app.settings import Settings
from app.words import COOKIE, LANGUAGES, Words, asked_for, language_of, words

FoundT = TypeVar("FoundT")

BY_LANGUAGE = "Accept-Language, Cookie"
"""What an answer in the language of the request depends on, as its `Vary` says."""
_MARKED = re.compile(r"\*\*(.+?)\*\*")
_ERRORS = {404: "not_found", 405: "not_so", 429: "too_many"}
"""The statuses that have words of their own; every other one is our fault."""
_AGAIN = frozenset({429, 500, 503})
_YEAR_SECONDS = 365 * 86_400

templates = Jinja2Templates(
    env=Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # a template of the next version would not fit the words this worker has read
    )
)
templates.env.globals["bundle"] = bundles.address_of
templates.env.filters["fill"] = lambda text, **values: text.format(**values)
templates.env.filters["data"] = lambda text: Markup(text.replace("<", "\\u003c"))
"""JSON within a script block, which ends at the first `</script`, whatever it holds."""
templates.env.filters["attributes"] = lambda words: list(vars(words).values())
templates.env.filters["marked"] = lambda text: Markup(_MARKED.sub(r"<strong>\1</strong>", str(escape(text))))


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
    response.headers.add_vary_header(BY_LANGUAGE)
    settings: Settings = request.app.state.settings
    chosen = asked_for(request, with_pseudo=settings.pseudo_language)
    if chosen is not None:
        secure = is_https(request, settings.public_url)
        response.set_cookie(COOKIE, chosen, max_age=_YEAR_SECONDS, secure=secure, samesite="lax")
    return response


def words_for(request: Request) -> Words:
    """The words of the language that a request is answered in."""
    settings: Settings = request.app.state.settings
    return words(language_of(request, with_pseudo=settings.pseudo_language))


def room_time(request: Request) -> str:
    """How long rooms last, and shared scores, in words."""
    return words_for(request).duration(services_of(request).settings.room_seconds)


def error_page(request: Request, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """A page for people that says what went wrong; 404, 405, 429, 500 and 503 have words of their own."""
    errors = words_for(request).pages.errors
    said = getattr(errors, _ERRORS.get(status, "broken"))
    content = {"title": said.title, "text": said.text, "again": status in _AGAIN or status not in _ERRORS}
    return page(request, "error.html", {**content, "home": errors.home}, status, headers)


async def found_or_page(
    request: Request, search: Awaitable[FoundT], *, missing: str, home: str = "home"
) -> FoundT | Response:
    """What is searched for, or the page that says why it is not found.

    `missing` and `home` name the texts for what is not there, and for the way out of that.
    """
    try:
        return await search
    except Gone:
        errors = words_for(request).pages.errors
        said = getattr(errors, missing)
        text = said.text.format(time=room_time(request))
        content = {"title": said.title, "text": text, "again": False, "home": getattr(errors, home)}
        return page(request, "error.html", content, 404)
    except TooManyCodes as many:
        return error_page(request, 429, {"Retry-After": str(many.retry_after)})
    except Unavailable:
        return error_page(request, 503)


def moved(request: Request, path: str) -> Response:
    """The proper path of what was asked for, in the same language."""
    return RedirectResponse(request.url.replace(path=path, scheme="", netloc=""), status_code=308)


def qr_code(address: str) -> Response:
    """An address as a picture."""
    return Response(qr_svg(address), media_type="image/svg+xml")


@lru_cache(maxsize=256)
def qr_svg(text: str) -> bytes:
    """`text` as a QR code, black on white with its quiet zone; size comes from where it is shown."""
    drawing = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawing, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, light="#fff"
    )
    return drawing.getvalue()
