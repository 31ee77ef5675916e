"""Where the simulator meets the operating system: waiting for several streams, and the streams that carry the port.

Nothing here blocks but `Waiter.wait`. A stream has `receive(n)` (at most n bytes, b"" if none are there), `send(data)`
(how many bytes were taken), `connected()` and `watch(waiter)`.
"""

import select
import sys

MICRO = sys.implementation.name == "micropython"
if not MICRO:
    import os

_IN = 1
_BROKEN = 8 | 16  # POLLERR, POLLHUP


class Waiter:
    """Sleeps until one of the watched streams is ready, or a time is over."""

    def __init__(self):
        self._watched = []
        self._alarm = None
        self._poll = select.poll() if hasattr(select, "poll") else None

    def add(self, stream):
        self._watched.append(stream)
        if self._poll:
            self._poll.register(stream, _IN)

    def remove(self, stream):
        if stream in self._watched:
            self._watched.remove(stream)
            if self._poll:
                self._poll.unregister(stream)

    def add_alarm(self, stream):
        """An output stream whose reader may go away; only noticed where the system has `poll`."""
        if self._poll:
            self._alarm = stream
            self._poll.register(stream, 0)

    def wait(self, ms):
        """At most `ms` milliseconds. True: the reader of the alarm stream is gone."""
        if not self._poll:
            select.select(self._watched, [], [], ms / 1000)
            return False
        for ready in self._poll.poll(ms):
            if ready[1] & _BROKEN and (ready[0] is self._alarm or not MICRO and ready[0] == self._alarm.fileno()):
                return True
        return False


class Standard:
    """Standard input and output; both must be non-blocking, which whoever starts the process sees to.

    `single`: they block, because MicroPython's prompt needs them so; then each byte is asked for, as on a board.
    """

    def __init__(self, waiter, single=False):
        self._waiter = waiter
        self._single = single
        self._open = True
        waiter.add(sys.stdin)
        self._poll = select.poll()
        self._poll.register(sys.stdin, _IN)

    def receive(self, n):
        if not self._open or not self._poll.poll(0):
            return b""
        try:
            data = sys.stdin.buffer.read(1 if self._single else n) if MICRO else os.read(0, n)
        except OSError:
            return b""
        if data == b"":  # closed for good
            self._open = False
            self._waiter.remove(sys.stdin)
        return data or b""

    def send(self, data):
        try:
            return (sys.stdout.buffer.write(data) if MICRO else os.write(1, data)) or 0
        except OSError:
            return 0

    def connected(self):
        return self._open


def listen(port):
    """(socket, port): a non-blocking listening socket on 127.0.0.1; port 0 picks a free one."""
    import socket

    tries = 50 if port == 0 and MICRO else 1
    while True:
        tries -= 1
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if MICRO or sys.platform != "win32":
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # MicroPython cannot ask a socket for its port: guess until one is free.
        wanted = port or (_guess() if MICRO else 0)
        try:
            server.bind(socket.getaddrinfo("127.0.0.1", wanted, socket.AF_INET, socket.SOCK_STREAM)[0][-1])
            break
        except OSError:
            server.close()
            if not tries:
                raise
    server.listen(1)
    server.setblocking(False)
    return server, wanted or server.getsockname()[1]


def _guess():
    import os as system

    raw = system.urandom(2)
    return 20000 + (raw[0] << 8 | raw[1]) % 12000


class Tcp:
    """A listening socket that serves one client at a time."""

    def __init__(self, waiter, port):
        self._waiter = waiter
        self._server, self.port = listen(port)
        self._client = None
        self.clients = 0  # that came so far
        waiter.add(self._server)

    def accept(self):
        """True while a client is there; takes the next one in line when there is none."""
        if self._client is None:
            try:
                self._client = self._server.accept()[0]
            except OSError:
                return False
            self.clients += 1
            self._client.setblocking(False)
            self._no_delay()
            # The next one waits in the kernel's queue: watching the server would not let us sleep.
            self._waiter.remove(self._server)
            self._waiter.add(self._client)
        return True

    def _no_delay(self):
        try:
            self._client.setsockopt(6, 1, 1)  # IPPROTO_TCP, TCP_NODELAY
        except OSError:
            pass

    def drop(self):
        if self._client is not None:
            self._waiter.remove(self._client)
            self._client.close()
            self._client = None
            self._waiter.add(self._server)

    def receive(self, n):
        if not self.accept():
            return b""
        try:
            data = self._client.recv(n)
        except OSError as error:
            if error.errno not in (11, 35, 10035):  # EAGAIN here and there
                self.drop()
            return b""
        if not data:
            self.drop()
        return data

    def send(self, data):
        if not self.accept():
            return len(data)  # nobody listens: gone, as on a board whose host is not there
        try:
            return self._client.send(data) or 0
        except OSError as error:
            if error.errno not in (11, 35, 10035):
                self.drop()
            return 0

    def connected(self):
        return self.accept()
