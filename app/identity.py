"""Which browser this is: one secret cookie per room, of which only a hash is ever stored."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

_SECRET_BYTES = 24
_HASH_CHARS = 32


def cookie_name(code: str) -> str:
    """The name of the seat cookie of room `code`."""
    return f"f7_{code}"


def new_secret() -> str:
    """A fresh cookie value of 192 random bits."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def browser_id(secret: str) -> str:
    """What the server keeps of a cookie: 128 bits of its SHA-256, in hex."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()[:_HASH_CHARS]


def secret_of(connection: HTTPConnection, code: str) -> str | None:
    """The secret this browser holds for room `code`, or None. An implausible value counts as none."""
    secret = connection.cookies.get(cookie_name(code))
    return secret if secret is not None and 16 <= len(secret) <= 128 else None


def browser_of(connection: HTTPConnection, code: str) -> str | None:
    """The stored form of this browser's secret for room `code`, or None if it has none yet."""
    secret = secret_of(connection, code)
    return browser_id(secret) if secret is not None else None


def set_cookie(response: Response, code: str, secret: str, *, max_age: int, secure: bool) -> None:
    """Give the browser its secret for room `code`; `max_age` in seconds, to the room's end."""
    response.set_cookie(
        cookie_name(code), secret, max_age=max(0, max_age), path="/", httponly=True, samesite="lax", secure=secure
    )


def cookie_headers(code: str, secret: str, *, max_age: int, secure: bool) -> list[tuple[bytes, bytes]]:
    """The same as headers of a WebSocket's handshake."""
    response = Response()
    set_cookie(response, code, secret, max_age=max_age, secure=secure)
    return [(name, value) for name, value in response.raw_headers if name == b"set-cookie"]


def ensure(request: HTTPConnection, response: Response, code: str, *, max_age: int, secure: bool) -> str:
    """Return this browser's id for room `code`, setting the cookie on `response` where it has none."""
    secret = secret_of(request, code)
    if secret is None:
        secret = new_secret()
        set_cookie(response, code, secret, max_age=max_age, secure=secure)
    return browser_id(secret)
