"""The page's modules and styles, those of each page joined into one small file: one request instead of seventy.

The sources run as they are, too; nothing here changes what they mean. Modules become functions that give what they
export, dependencies first; there are no cycles among them, and nothing exported changes later.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import rcssmin
import rjsmin
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.files import STATIC

ENTRIES = (
    *("css/home.css", "css/room.css", "css/rules.css", "css/score.css", "css/contrast.css"),
    *("js/first.js", "js/home.js", "js/main.js", "js/score.js"),
)
"""Each page's own style and script, and what all have; these name the others."""

_TYPES = {".css": "text/css", ".js": "text/javascript"}
_FOR_EVER = "public, max-age=31536000, immutable"
_MODULE_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
_MODULE_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A joined file, its compressed form, and the address that changes with what it holds."""

    address: str
    content: bytes
    compressed: bytes
    media_type: str


def address_of(entry: str) -> str:
    """Where a page finds the bundle of one of `ENTRIES`."""
    return bundle(entry).address


def prepare() -> None:
    """Make all bundles: later, whoever asks first would hold up everybody else."""
    for entry in ENTRIES:
        bundle(entry)


@cache
def bundle(entry: str) -> Bundle:
    """The bundle of one of `ENTRIES`, made when it is first asked for."""
    source = STATIC / entry
    text: str = rjsmin.jsmin(_script(source)) if source.suffix == ".js" else rcssmin.cssmin(_style(source))
    content = text.encode()
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Bundle(f"/built/{digest}/{entry}", content, gzip.compress(content, mtime=0), _TYPES[source.suffix])


@router.api_route("/built/{digest}/{entry:path}", methods=["GET", "HEAD"])
async def built(request: Request, digest: str, entry: str) -> Response:
    """A bundle; a page of another version of the app gets this one's, and asks anew next time."""
    if entry not in ENTRIES:
        raise HTTPException(404)
    found = bundle(entry)
    is_this = found.address == f"/built/{digest}/{entry}"
    headers = {"Cache-Control": _FOR_EVER if is_this else "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.content, media_type=found.media_type, headers=headers)
    return Response(found.compressed, media_type=found.media_type, headers={**headers, "Content-Encoding": "gzip"})


def _script(entry: Path) -> str:
    """All that `entry` needs as one module."""
    return "const modules={};\n" + "".join(map(_as_function, _dependencies_first(entry, _MODULE_IMPORT, 2)))


def _as_function(module: Path) -> str:
    """A module as a call that leaves what it exports in `modules`."""

    def fetched(match: re.Match[str]) -> str:
        names = (match[1] or "").replace(" as ", ": ").strip()
        return f"const {{ {names} }} = modules[{_name((module.parent / match[2]).resolve())}];\n" if names else ""

    source = module.read_text()
    exported = ", ".join(match[2] for match in _MODULE_EXPORT.finditer(source))
    body = _MODULE_EXPORT.sub(r"\1 \2", _MODULE_IMPORT.sub(fetched, source))
    return f"modules[{_name(module)}] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def _name(module: Path) -> str:
    return f'"{module.relative_to(STATIC / "js").with_suffix("").as_posix()}"'


def _style(entry: Path) -> str:
    """A style sheet with those it imports in front."""
    return "".join(_STYLE_IMPORT.sub("", path.read_text()) for path in _dependencies_first(entry, _STYLE_IMPORT, 1))


def _dependencies_first(entry: Path, imports: re.Pattern[str], group: int) -> Iterator[Path]:
    """`entry` and all it needs, each once and after what it needs itself."""
    seen: set[Path] = set()

    def walk(path: Path) -> Iterator[Path]:
        if path not in seen:
            seen.add(path)
            for match in imports.finditer(path.read_text()):
                yield from walk((path.parent / match[group]).resolve())
            yield path

    return walk(entry)
