"""What a browser needs to install the page as an app and to tell of a turn: the manifest and the service worker."""

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from app.files import STATIC
from app.rendering import BY_LANGUAGE, words_for

_GROUND = "#0f1623"
_ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The page as an app, in the language of the request."""
    site = words_for(request).pages.site
    content = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": site.title,
        "short_name": "Flip 7",
        "description": site.description,
        "lang": words_for(request).tag,
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _GROUND,
        "categories": ["games"],
        "icons": [
            {"src": f"/static/img/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in _ICONS
        ],
    }
    return JSONResponse(content, media_type="application/manifest+json", headers={"Vary": BY_LANGUAGE})


@router.get("/sw.js")
async def service_worker() -> Response:
    """At the top, so that it serves the whole site; browsers ask anew whether it has changed."""
    path = STATIC / "sw.js"
    return FileResponse(path, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
