"""What every request passes: size, origin, security headers, and the form of errors the framework makes itself."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import origin
from app.errors import ApiError, error_response
from app.rendering import error_page

MOST_BODY_BYTES = 16 * 1024
MOST_HOST_CHARS = 262
"""The longest host name there is, and a port; links and QR codes are made of it."""
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_HTTPS_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Browsers complain of these on a LAN without https."""
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_NOINDEX_PATHS = ("/r/", "/score/", "/api/", "/ws/")


class Guards:
    """ASGI middleware around the whole app; WebSockets pass (app.socket checks their origin and frames itself)."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app = app
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is foreign or too large, else pass on with the body read and headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        https = origin.is_https(HTTPConnection(scope), self._public_url)
        send = _with_headers(send, scope["path"], {**_HEADERS, **_HTTPS_HEADERS} if https else _HEADERS)
        if len(HTTPConnection(scope).headers.get("host", "")) > MOST_HOST_CHARS:
            await ApiError("bad_message", "No host has such a long name.").response()(scope, receive, send)
            return
        if scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        if origin.is_foreign(HTTPConnection(scope), self._public_url):
            refused = ApiError("bad_origin", "That request came from another site.")
            await refused.response()(scope, receive, send)
            return
        body = await _read_body(scope, receive)
        if body is None:
            too_large = ApiError("too_large", f"A request has at most {MOST_BODY_BYTES} bytes.")
            await too_large.response()(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)


async def api_error(request: Request, error: Exception) -> Response:
    """The handler of ApiError."""
    assert isinstance(error, ApiError)
    return error.response()


async def http_error(request: Request, error: Exception) -> Response:
    """The framework's own 404, 405 and their kin."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if not request.url.path.startswith("/api"):
        return error_page(request, error.status_code, headers)
    code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "bad_message")
    return error_response(error.status_code, code, f"{error.detail}.", headers)


async def server_error(request: Request, error: Exception) -> Response:
    """Something broke; the log has it, the user gets one sentence."""
    sentence = "Something broke on our side. Your seat is kept; try again."
    if request.url.path.startswith("/api"):
        return error_response(500, "server_error", sentence)
    return error_page(request, 500, _HEADERS)  # from outside the middleware that adds them


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body, or None once it is known to be too large."""
    declared = HTTPConnection(scope).headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared[:20]) > MOST_BODY_BYTES:
        return None
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body  # the client has gone
        body += bytes(message.get("body", b""))
        if len(body) > MOST_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return body


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then whatever comes after it."""
    told = False

    async def replay() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _with_headers(send: Send, path: str, added: Mapping[str, str]) -> Send:
    """The same `send` with the headers every answer carries."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
            if path.startswith(_NOINDEX_PATHS):
                headers["X-Robots-Tag"] = "noindex"
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers
