"""The simulator's bench channel: one JSON object a line in, one out. The contract is docs/bench.md."""

import binascii
import gc
import json

_LINE = 4096
_DAY = 86400000


class Bench:
    """Serves requests that take no time; leaves `run` and `pump` in `moving` for the driven clock to finish."""

    def __init__(self, stream, platform, facts, cut, leave):
        self._stream = stream
        self._platform = platform
        self._facts = facts
        self._cut = cut
        self._leave = leave
        self._inbox = b""
        self._client = 0  # number of the client whose bytes these are
        self.moving = None  # ("run", target ms) or ("pump", bytes)

    def serve(self):
        """Answer every whole line that is there, up to the first one that lets time pass."""
        while self.moving is None:
            end = self._inbox.find(b"\n")
            if end < 0:
                if len(self._inbox) > _LINE:
                    self._inbox = b""
                    self.answer({"error": "line too long"})
                piece = self._stream.receive(1024)
                if self._client != self._stream.clients:
                    self._client = self._stream.clients
                    self._inbox = b""
                if not piece:
                    return
                self._inbox += piece
                continue
            line, self._inbox = self._inbox[:end], self._inbox[end + 1 :]
            try:
                answer = self._do(line)
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                answer = {"error": str(error) or type(error).__name__}
            if answer is not None:
                self.answer(answer)

    def answer(self, value):
        if self._client != self._stream.clients:
            return  # whoever asked has gone
        data = (json.dumps(value) + "\n").encode()
        while data:  # the client waits for it; an audio answer may be longer than the kernel takes at once
            data = data[self._stream.send(data) :]

    def done(self, value):
        """The movement is over."""
        self.moving = None
        self.answer(value)

    def _do(self, line):
        request = json.loads(line)
        if not isinstance(request, dict):
            raise ValueError("a request is an object")
        name = request.get("do")
        handler = getattr(self, "do_" + name, None) if isinstance(name, str) else None
        if handler is None:
            raise ValueError("unknown request: %s" % (name,))
        return handler(request)

    def do_hello(self, request):
        answer = {"now": self._platform.clock.ms}
        answer.update(self._facts)
        return answer

    def do_down(self, request):
        return self._change(request, 1)

    def do_up(self, request):
        return self._change(request, 0)

    def _change(self, request, level):
        now = self._platform.clock.tick()
        self._platform.buttons.change(self._button(request), level, now)
        return {"now": now}

    def do_bounce(self, request):
        edges = request["edges"]
        for ms, level in edges:
            _whole(ms, _DAY, "ms")
            _whole(level, 1, "level")
        now = self._platform.clock.tick()
        self._platform.buttons.schedule(self._button(request), edges, now)
        return {"now": now}

    def _button(self, request):
        name = request["button"]
        if name not in self._platform.buttons.names:
            raise ValueError("no such button: %s" % (name,))
        return self._platform.buttons.names.index(name)

    def do_run(self, request):
        self._only_driven()
        self.moving = ("run", self._platform.clock.ms + _whole(request["ms"], _DAY, "ms"))

    def do_pump(self, request):
        self._only_driven()
        total = _whole(request["rx"], 1 << 40, "rx")
        self._platform.port.allow(max(total, self._platform.port.rx))
        self.moving = ("pump", total)

    def _only_driven(self):
        if self._facts["clock"] != "driven":
            raise ValueError("only with the driven clock")

    def do_pixels(self, request):
        pixels, frame = self._platform.frame()
        return {"pixels": binascii.hexlify(pixels).decode(), "frame": frame}

    def do_sounds(self, request):
        sounds = []
        sound = self._platform.speaker.started()
        while sound:
            sounds.append(sound)
            sound = self._platform.speaker.started()
        return {"sounds": sounds}

    def do_asks(self, request):
        """What the face asks; for whoever explains the buttons beside them."""
        question = self._platform.hub.face.question()
        if question is None:
            return {"question": None}
        return {
            "question": type(question).__name__, "track": question.track(), "candidates": question.candidates(),
            "chosen": question.chosen(),
        }  # fmt: skip

    def do_audio(self, request):
        samples = self._platform.speaker.samples()
        return {"rate": self._platform.rate, "samples": binascii.b2a_base64(samples).decode().strip()}

    def do_flash(self, request):
        flash = self._platform.flash
        return {"pages": flash.pages, "erases": flash.erases}

    def do_fault(self, request):
        part = request["part"]
        after = request["after"]
        if after != -1:
            _whole(after, 1 << 29, "after")
        if part == "store":
            self._platform.flash.refuse_after = after
        elif part == "port":
            self._platform.port.refuse_after = after
        else:
            raise ValueError("no such part: %s" % (part,))
        return {}

    def do_heap(self, request):
        gc.collect()
        if not hasattr(gc, "mem_free"):
            return {"free": None, "used": None}
        return {"free": gc.mem_free(), "used": gc.mem_alloc()}

    def do_cut(self, request):
        after = request.get("after")
        if after is None:
            self._cut()
        size = request.get("bytes")
        self._platform.flash.cut_bytes = None if size is None else _whole(size, _LINE, "bytes")
        self._platform.flash.cut_after = _whole(after, 1 << 29, "after")
        return {}

    def do_quit(self, request):
        self.answer({})
        self._leave(0)


def _whole(value, most, name):
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError("%s must be a whole number from 0 to %d" % (name, most))
    return value
