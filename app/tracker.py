"""The score page for the real deck, and the calls by which others look on."""

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.responses import JSONResponse

from app import identity
from app.calls import TOO_MANY_TABLES, api_errors, json_answer, limit, read
from app.description import NEW_SCORES, NOT_MODIFIED, SCORES, VERSION, call
from app.errors import ApiError
from app.lookup import admit
from app.names import read_code
from app.rendering import found_or_page, moved, page, qr_code, room_time
from app.scorecard import ChangedGame, Game
from app.scores import NoScores, NotTheOwner, Scores, Stale
from app.services import services_of

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
    return qr_code(_url(request, found.code))


@router.post(
    "/api/scores",
    **call(NEW_SCORES, "rate_limited", status=201, body=Game, missing=None),
)
async def share(request: Request) -> Response:
    """A game shown to others; the browser that asks alone may change it."""
    services = services_of(request)
    game = await read(request, Game)
    limit(request, services.limits.new_rooms, TOO_MANY_TABLES)
    secret = identity.new_secret()
    with api_errors():
        scores = await services.scores.create(identity.browser_id(secret), _stored(game))
    answer = {"code": scores.code, "url": _url(request, scores.code), **_at(scores)}
    response = JSONResponse({**answer, "expires_at": scores.ends}, status_code=201)
    life = services.seconds_until(scores.ends)
    identity.set_cookie(response, scores.code, secret, max_age=life, secure=services.is_https(request))
    return response


_READ = call(SCORES, missing=_MISSING)
_READ["responses"][304] = NOT_MODIFIED


@router.get("/api/scores/{code}", **_READ)
async def show(request: Request) -> Response:
    """The shared game as it is; nothing where its ETag is known."""
    scores = await _find(request)
    headers = {"ETag": f'"{scores.version}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = {"code": scores.code, **_at(scores), "expires_at": scores.ends, "game": orjson.Fragment(scores.game)}
    return json_answer(content, headers)


@router.put("/api/scores/{code}", **call(VERSION, "not_allowed stale_version", body=ChangedGame, missing=_MISSING))
async def change(request: Request) -> Response:
    """The next version of a game, by whoever shared it."""
    services = services_of(request)
    scores = await _find(request)
    owner = identity.browser_of(request, scores.code)
    if owner != scores.owner:
        raise ApiError("not_allowed", "Only the browser that shares these scores can change them.")
    game = await read(request, ChangedGame)
    limit(request, services.limits.scores, "Too many changes. Wait a moment.")
    try:
        with api_errors():
            changed = await services.scores.change(scores.code, owner, game.version, _stored(game))
    except Stale as stale:
        raise ApiError("stale_version", f"These scores are at version {stale.version}.") from None
    except (NoScores, NotTheOwner):
        raise _missing() from None
    return JSONResponse(_at(changed))


async def _find(request: Request) -> Scores:
    """The scores that the path names. Raises ApiError."""
    with api_errors(_missing):
        return await _look_up(request, request.path_params["code"])


async def _find_page(request: Request, typed: str) -> Scores | Response:
    """The scores somebody names, or the page that says why there are none."""
    return await found_or_page(request, _look_up(request, typed), missing="no_scores")


async def _look_up(request: Request, typed: str) -> Scores:
    """The scores by a code. Raises Gone, TooManyCodes or Unavailable."""
    code = read_code(typed)
    try:
        found = None if code is None else await services_of(request).scores.read(code)
    except NoScores:
        found = None
    if found is None or found.owner != identity.browser_of(request, found.code):
        admit(request, found=found is not None)
    assert found is not None
    return found


def _shell(request: Request, code: str = "") -> Response:
    """The page; `code`: of shared scores that it shows."""
    return page(request, "score.html", {"code": code, "time": room_time(request)})


def _stored(game: Game) -> bytes:
    return orjson.dumps(game.model_dump(exclude={"version"}))


def _at(scores: Scores) -> dict[str, int]:
    return {"version": scores.version}


def _missing() -> ApiError:
    return ApiError(_MISSING, "No scores with that code. They may have ended.")


def _url(request: Request, code: str) -> str:
    return services_of(request).address(request, f"/score/{code}")
