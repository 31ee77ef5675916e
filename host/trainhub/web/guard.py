"""Who may talk to the server at all, and what a browser may do with its pages. An ASGI wrapper round the application.

Host is checked so that a foreign name that leads here (DNS rebinding) gets nothing; Origin so that no foreign page opens
our WebSocket. Nothing is ever changed by HTTP: only GET and HEAD are answered.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# The WebSocket's address is named besides 'self', which older Safaris do not take for it.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}; "
    "media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}


class Guard:
    """hosts: what may stand in `Host`, port included."""

    def __init__(self, app: App, hosts: Iterable[str]) -> None:
        self._app = app
        self.hosts = {host.lower() for host in hosts}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "").lower()
        known = host in self.hosts
        if scope["type"] == "websocket":
            if not known or headers.get("origin", "").lower() not in self.origins:
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
                return
            await self._app(scope, receive, send)
        elif not known:
            await _answer(send, 421, b"This server does not answer to that name.\n")
        elif scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b"Only GET.\n")
        else:
            await self._app(scope, receive, _guarded(send, host))


def _guarded(send: Send, host: str) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_headers(host)]
        await send(message)

    return with_headers


def _headers(host: str) -> list[tuple[bytes, bytes]]:
    """host: one that was found to be ours, or empty."""
    policy = (b"content-security-policy", POLICY.format(host=host or "127.0.0.1").encode())
    return [policy, *((name.encode(), value.encode()) for name, value in HEADERS.items())]


async def _answer(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode()), *_headers("")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
