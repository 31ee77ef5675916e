"""The files of the page: read once, served by exact name, so that no path leads anywhere else."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainhub import text
from trainhub.scores import stats_page
from trainhub.simulator import back_ends
from trainhub.web import figures, languages
from trainhub.web.clauses import rule_sets

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json", ".wav": "audio/wav", ".webmanifest": "application/manifest+json",
}  # fmt: skip


class Asset:
    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.kind = kind
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def routes() -> list[Route]:
    """One route that knows every file."""
    assets = dict(_all())
    pages = _pages(assets.pop("/index.html"))

    async def serve(request: Request) -> Response:
        if request.url.path in ("/", "/index.html"):
            asset = pages[languages.accepted(request.headers.get("accept-language", ""))]
        elif request.url.path in assets:
            asset = assets[request.url.path]
        else:
            return Response("There is no such page.\n", 404, media_type="text/plain")
        headers = {"etag": asset.tag, "cache-control": "no-cache", "vary": "accept-language"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        return Response(asset.body, headers={**headers, "content-type": asset.kind})

    return [Route("/{path:path}", serve, methods=["GET"])]


def _pages(page: Asset) -> dict[str, Asset]:
    """The page itself by its language."""
    source = page.body.decode()
    return {language: Asset(languages.document(source, language).encode(), page.kind) for language in text.LANGUAGES}


def _all() -> Iterator[tuple[str, Asset]]:
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in TYPES:
            yield "/" + path.relative_to(STATIC).as_posix(), Asset(path.read_bytes(), TYPES[path.suffix])
    for path in sorted((back_ends.firmware() / "sounds").glob("*.wav")):
        yield f"/sounds/{path.name}", Asset(path.read_bytes(), TYPES[".wav"])
    yield figures.STYLE, Asset(stats_page.STYLE.read_bytes(), TYPES[".css"])
    yield "/rules.json", Asset(json.dumps(rule_sets()).encode(), TYPES[".json"])
    for language in text.LANGUAGES:
        catalogue = json.dumps(languages.messages(language), ensure_ascii=False)
        yield f"/i18n/{language}.json", Asset(catalogue.encode(), TYPES[".json"])
