"""Where a request comes from: the browser's page, and the address of the table itself."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

_DEFAULT_PORTS = {"http": 80, "https": 443}


def public_url(connection: HTTPConnection, configured: str | None) -> str:
    """The table's own address without a slash at its end: as configured, else as this request addressed it."""
    if configured:
        return configured
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.url.netloc}"


def is_https(connection: HTTPConnection, configured: str | None) -> bool:
    """Whether browsers come over TLS, so that cookies may insist on it."""
    return public_url(connection, configured).startswith("https:")


def is_foreign(connection: HTTPConnection, configured: str | None) -> bool:
    """Whether a browser says that another site's page sent this; programs without an Origin are not foreign."""
    origin = connection.headers.get("origin")
    return origin is not None and _site(origin) != _site(public_url(connection, configured))


def _site(url: str) -> tuple[str, str | None, int | None] | None:
    """Scheme, host and port; None for what is no address (`null`)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or parts.path not in ("", "/"):
        return None
    return parts.scheme, parts.hostname, port or _DEFAULT_PORTS[parts.scheme]
