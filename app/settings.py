"""The environment, read once at start, as typed and frozen settings."""

import ipaddress
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

PREFIX = "FLIP7_"
DAY_SECONDS = 86_400
_REDIS_EXAMPLES = (
    "redis://host:6379, rediss://host:6379, unix:///path/of/the/socket, "
    "redis+sentinel://host:26379/service or redis+cluster://host:6379"
)


class BadSetting(ValueError):
    """A setting that stops the start; its text is one line that names the setting and never shows a password."""


def whole_number(least: int, most: int) -> BeforeValidator:
    """A whole number within bounds, from an int or from plain digits; `57.0`, `+5` and `5_7` are none."""

    def parse(value: object) -> int:
        number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value) else value
        if type(number) is not int or not least <= number <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return number

    return BeforeValidator(parse)


def parse_durability(value: object) -> int:
    """How many replicas must have what counts as committed: none (`local`), one (`replica`), or as many as it says."""
    named = {"local": 0, "replica": 1}.get(str(value), value)
    number = int(named) if isinstance(named, str) and re.fullmatch("[0-9]", named) else named
    if type(number) is not int or not 0 <= number <= 9:
        raise ValueError("must be local, replica or how many replicas, up to 9")
    return number


def parse_switch(value: object) -> bool:
    """`on` or `off` as a boolean."""
    if isinstance(value, bool):
        return value
    if value not in ("on", "off"):
        raise ValueError("must be on or off")
    return value == "on"


def parse_path(value: object) -> Path:
    """An absolute path; `~` is the home directory."""
    if not value or not isinstance(value, str | Path) or "\0" in str(value):
        raise ValueError("must be the path of a directory")
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise ValueError("there is no home directory here, so name a directory") from None


def check_text(value: str) -> str:
    """Text that is not empty and has no blanks or control characters in it."""
    if not re.fullmatch(r"[!-~]+", value):
        raise ValueError("must not be empty nor hold blanks")
    return value


def check_redis_url(url: str | None) -> str | None:
    """An address of Redis: one server, Sentinel or a cluster; an empty one counts as unset."""
    if not url:
        return None
    if url.startswith(("redis+cluster://", "redis+sentinel://")):
        return _check_nodes(url)
    try:
        parts = urlsplit(url)
        located = parts.path.startswith("/") if parts.scheme == "unix" else bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ValueError("is not a valid address") from None
    if parts.scheme not in ("redis", "rediss", "unix") or not located:
        raise ValueError(f"must look like {_REDIS_EXAMPLES}")
    return url


def _check_nodes(url: str) -> str:
    """The addresses of one or more cluster nodes, or of Sentinels and the service they watch."""
    node = r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?"
    login = r"([!-~]*@)?"
    cluster = rf"redis\+cluster://{login}{node}(,{node})*/?"
    sentinel = rf"redis\+sentinel://{login}{node}(,{node})*/[!-.0-~]+"
    if not re.fullmatch(f"{cluster}|{sentinel}", url, re.IGNORECASE):
        raise ValueError(f"must look like {_REDIS_EXAMPLES}")
    return url


def check_public_url(url: str | None) -> str | None:
    """An origin as browsers write it: small letters, no default port, no path; an empty one counts as unset."""
    if not url:
        return None
    match = re.fullmatch(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?/?", url.lower())
    if match is None:
        raise ValueError("must look like https://cards.example.org, with nothing after the host but a port")
    scheme, host, port = match.groups()
    return (
        f"{scheme}://{host}" if port in (None, {"http": "80", "https": "443"}[scheme]) else f"{scheme}://{host}:{port}"
    )


def check_proxies(value: str) -> str:
    """Addresses and networks with commas between them; `*` believes everyone."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    if names != ["*"]:
        try:
            for name in names:
                ipaddress.ip_network(name)
        except ValueError:
            raise ValueError("must be addresses or networks like 127.0.0.1,10.0.0.0/8, or *") from None
    return ",".join(names)


class Settings(BaseModel):
    """What the operator decided; each field is the environment variable `FLIP7_` + its name in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    redis_url: Annotated[str | None, AfterValidator(check_redis_url)] = None
    data_dir: Annotated[Path, BeforeValidator(parse_path)] = Path("~/.local/share/flip7")
    durability: Annotated[int, BeforeValidator(parse_durability)] = 0
    host: Annotated[str, AfterValidator(check_text)] = "127.0.0.1"
    port: Annotated[int, whole_number(1, 65_535)] = 8000
    workers: Annotated[int, whole_number(1, 256)] = 1
    public_url: Annotated[str | None, AfterValidator(check_public_url)] = None
    trusted_proxies: Annotated[str, AfterValidator(check_proxies)] = "127.0.0.1"
    turn_seconds: Annotated[int, whole_number(1, DAY_SECONDS)] = 75
    room_seconds: Annotated[int, whole_number(1, 365 * DAY_SECONDS)] = 43_200
    bot_delay_ms: Annotated[int, whole_number(0, DAY_SECONDS * 1000)] = 900
    round_pause_seconds: Annotated[int, whole_number(0, DAY_SECONDS)] = 12
    rate_limit: Annotated[bool, BeforeValidator(parse_switch)] = True
    pseudo_language: Annotated[bool, BeforeValidator(parse_switch)] = False

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings in `environ`, whose other names are ignored; raises BadSetting."""
        given = {name: value for name, value in environ.items() if name.startswith(PREFIX)}
        known = {PREFIX + field.upper(): field for field in cls.model_fields}
        unknown = sorted(given.keys() - known.keys())
        if unknown:
            raise BadSetting(f"{unknown[0]}: there is no such setting")
        try:
            return cls.model_validate({known[name]: value for name, value in given.items()})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            reason = str(first.get("ctx", {}).get("error", first["msg"]))
            raise BadSetting(f"{PREFIX}{str(first['loc'][0]).upper()}: {reason}") from None
