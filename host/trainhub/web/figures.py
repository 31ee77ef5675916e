"""The page of statistics over all games: worked out when it is asked for, and kept for a moment so that many who ask at
once cost no more than one."""

import asyncio
import time
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from trainhub import text
from trainhub.errors import StoreError
from trainhub.scores import stats, stats_page
from trainhub.scores.reader import Reader
from trainhub.web import languages

FRESH_S = 5.0
STYLE = "/css/stats.css"


def route(scores: Path) -> Route:
    """`/stats?lang=cs`; without a language the one that the browser accepts. scores: the score file."""
    kept: dict[str, tuple[float, str]] = {}
    one_at_a_time = asyncio.Lock()

    async def serve(request: Request) -> Response:
        wanted = text.short(request.query_params.get("lang", ""))
        language = wanted or languages.accepted(request.headers.get("accept-language", ""))
        async with one_at_a_time:
            if language not in kept or time.monotonic() - kept[language][0] > FRESH_S:
                try:
                    kept[language] = (time.monotonic(), await asyncio.to_thread(_page, scores, language))
                except StoreError as error:
                    return PlainTextResponse(f"{error.cause}\n{error.next_step}\n", 503)
        return HTMLResponse(kept[language][1], headers={"cache-control": "no-store"})

    return Route("/stats", serve, methods=["GET"])


def _page(scores: Path, language: str) -> str:
    with text.speaking(language), Reader(scores) as store:
        games, players = stats.of_store(store)
        return stats_page.to_html(players, games, STYLE)
