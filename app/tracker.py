"""The score page for the real deck, and the calls by which others look on."""

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.responses import JSONResponse

from app import identity, origin
from app.api import limit_new_rooms, read, unavailable
from app.description import NEW_SCORES, NOT_MODIFIED, SCORES, VERSION, call
from app.errors import ApiError
from app.lookup import TooManyCodes, address_of, admit
from app.names import read_code
from app.pages import error_page, moved, page, qr_svg, words_for
from app.pipe import Unavailable
from app.scorecard import ChangedGame, Game
from app.scores import NoScores, NotTheOwner, Scores, Stale
from app.services import Services, monotonic_ms
from app.store import Gone

_MISSING = "no_such_scores"

router = APIRouter()


@router.api_route("/score", methods=["GET", "HEAD"], include_in_schema=False)
async def tracker(request: Request) -> Response:
    """The page that scores a game with real cards; all it needs after that is in the browser."""
    return _shell(request)


@router.api_route("/score/{typed}", methods=["GET", "HEAD"], include_in_schema=False)
async def shared_page(request: Request, typed: str) -> Response:
    """Scores that somebody shares, to be looked at."""
    code = read_code(typed)
    if code is not None and code != typed:
        return moved(request, f"/score/{code}")
    found = await _find_page(request, typed)
    return found if isinstance(found, Response) else _shell(request, found.code)


@router.get("/score/{typed}/qr.svg", include_in_schema=False)
async def shared_qr(request: Request, typed: str) -> Response:
    """The link to shared scores as a QR code."""
    found = await _find_page(request, typed)
    if isinstance(found, Response):
        return found
    return Response(qr_svg(_url(request, found.code)), media_type="image/svg+xml")


@router.post(
    "/api/scores",
    **call(NEW_SCORES, "rate_limited", status=201, body=Game, missing=None),
)
async def share(request: Request) -> Response:
    """A game shown to others; the browser that asks alone may change it."""
    services = _services(request)
    game = await read(request, Game)
    limit_new_rooms(request, services)
    secret = identity.new_secret()
    try:
        scores = await services.scores.create(identity.browser_id(secret), _stored(game))
    except Unavailable:
        raise unavailable() from None
    answer = {"code": scores.code, "url": _url(request, scores.code), **_at(scores)}
    response = JSONResponse({**answer, "expires_at": scores.ends}, status_code=201)
    secure = origin.is_https(request, services.settings.public_url)
    life = max(0, scores.ends - services.store.now()) // 1000
    identity.set_cookie(response, scores.code, secret, max_age=life, secure=secure)
    return response


_READ = call(SCORES, missing=_MISSING)
_READ["responses"][304] = NOT_MODIFIED


@router.get("/api/scores/{code}", **_READ)
async def show(request: Request) -> Response:
    """The shared game as it is; nothing where its ETag is known."""
    scores = await _find(request, request.path_params["code"])
    headers = {"ETag": f'"{scores.version}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = {"code": scores.code, **_at(scores), "expires_at": scores.ends, "game": orjson.Fragment(scores.game)}
    return Response(orjson.dumps(content), media_type="application/json", headers=headers)


@router.put("/api/scores/{code}", **call(VERSION, "not_allowed stale_version", body=ChangedGame, missing=_MISSING))
async def change(request: Request) -> Response:
    """The next version of a game, by whoever shared it."""
    services = _services(request)
    scores = await _find(request, request.path_params["code"])
    owner = identity.browser_of(request, scores.code)
    if owner != scores.owner:
        raise ApiError("not_allowed", "Only the browser that shares these scores can change them.")
    game = await read(request, ChangedGame)
    _limit_changes(request, services)
    try:
        changed = await services.scores.change(scores.code, owner, game.version, _stored(game))
    except Stale as stale:
        raise ApiError("stale_version", f"These scores are at version {stale.version}.") from None
    except (NoScores, NotTheOwner):
        raise _missing() from None
    except Unavailable:
        raise unavailable() from None
    return JSONResponse(_at(changed))


def _limit_changes(request: Request, services: Services) -> None:
    limit, address = services.limits.scores, address_of(request)
    wait = limit.wait_ms(address, monotonic_ms())
    if wait > 0:
        raise ApiError("rate_limited", "Too many changes. Wait a moment.", retry_after=-(-wait // 1000))
    limit.add(address, monotonic_ms())


async def _find(request: Request, typed: str) -> Scores:
    """The scores somebody names. Raises ApiError."""
    try:
        return await _look_up(request, typed)
    except Gone:
        raise _missing() from None
    except TooManyCodes as many:
        raise ApiError("rate_limited", "Too many codes tried. Wait a minute.", retry_after=many.retry_after) from None
    except Unavailable:
        raise unavailable() from None


async def _find_page(request: Request, typed: str) -> Scores | Response:
    """The scores somebody names, or the page that says why there are none."""
    try:
        return await _look_up(request, typed)
    except Gone:
        words = words_for(request)
        said = words.pages.errors
        text = said.no_scores.text.format(time=words.duration(_services(request).settings.room_seconds))
        content = {"title": said.no_scores.title, "text": text, "again": False, "home": said.home}
        return page(request, "error.html", content, 404)
    except TooManyCodes as many:
        return error_page(request, 429, {"Retry-After": str(many.retry_after)})
    except Unavailable:
        return error_page(request, 503)


async def _look_up(request: Request, typed: str) -> Scores:
    """The scores by a code. Raises Gone, TooManyCodes or Unavailable."""
    code = read_code(typed)
    try:
        found = None if code is None else await _services(request).scores.read(code)
    except NoScores:
        found = None
    if found is None or found.owner != identity.browser_of(request, found.code):
        admit(request, found=found is not None)
    assert found is not None
    return found


def _shell(request: Request, code: str = "") -> Response:
    """The page; `code`: of shared scores that it shows."""
    time = words_for(request).duration(_services(request).settings.room_seconds)
    return page(request, "score.html", {"code": code, "time": time})


def _stored(game: Game) -> bytes:
    return orjson.dumps(game.model_dump(exclude={"version"}))


def _at(scores: Scores) -> dict[str, int]:
    return {"version": scores.version}


def _missing() -> ApiError:
    return ApiError(_MISSING, "No scores with that code. They may have ended.")


def _url(request: Request, code: str) -> str:
    return f"{origin.public_url(request, _services(request).settings.public_url)}/score/{code}"


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services
