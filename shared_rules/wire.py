"""The contract between hub and PC: every message, its fields, units, limits, errors and since which protocol version.

A message is the payload of one frame (see `frames`): id byte, then fields, little-endian. `H` = sent by the host, `B` =
sent by the hub (the board). Ids, error codes and fault codes are never reused; new fields are only appended, and a
reader ignores what comes after the fields it knows. The log is the reliable object, not the link: every message may be
lost, doubled or late, and saying it again is always safe. The hub writes nothing before the first HELLO_ASK, and
nothing more once no good frame came for `SILENCE_MS` or its outgoing ring did not move for `STALL_MS`; a HELLO_ASK
begins anew.

id    name          who fields                                                                              since
0x10  HELLO_ASK     H   protocol u8 · host nonce u16                                                        1
0x11  HELLO         B   protocol u8 · nonce u16 (echoed) · firmware 3 x u8 · core hash u32 · uid 8 B ·      1
                        flags u8 (HF_*) · buttons u8 · lights per track u8 · sound kind u8 · log id u32
                        (0: no log yet) · head u16 · crc u32 · faults u8 · board name: n u8, n B
0x12  PULL          H   log id u32 · from u16 · crc u32 of the events before `from` · frames u8 (window; 255:  1
                        up to the end) · size u8: payload bytes of a BATCH (0 or absent: MAX_BATCH)
                        Answer: that many BATCHes from `from` on and a HEAD; or DIVERGED; or FAIL E_LOG, or
                        FAIL E_STORAGE after the last BATCH where the hub's flash lost the events that follow.
                        A newer PULL replaces the one that is being answered, so it is also the nak.
0x13  BATCH         B   log tag u8 (`log_tag` of the log id) · from u16 · whole events                      1
0x14  HEAD          B   log id u32 · head u16 · crc u32. Answer to PULL, after every new event, and once a  1
                        second while a host listens (the heartbeat). log id 0: no log.
0x15  DIVERGED      B   log id u32 · from u16 · crc u32 of the hub's own events before `from`               1
                        (from > head: `from` is the hub's head). Nothing is sent, nothing changes.
0x16  ACK           H   log id u32 · head u16: stored durably by the host up to there                       1
0x17  PROPOSE       H   proposal u16 · log id u32 (0 for a new game) · expect u16 · one event, time code    1
                        unknown. expect: for a score the value now in the cell (0 unset, pips + 1); for undone
                        and redone the number of the event that is meant (the hub sets the distance); else 0.
                        The hub validates, journals, then answers VERDICT. Saying a proposal twice is safe: what is
                        already so is accepted with no second event.
0x18  VERDICT       B   proposal u16 · code u8 (E_*) · head u16                                             1
0x19  SUBSCRIBE     H   what u8 (SUB_* bits; 0 ends it)                                                     1
0x1A  LIGHTS        B   frame no. u8 · n x (pixel u8, red u8, green u8, blue u8): the pixels that changed,  1
                        as sent to the LEDs; frame no. 0 begins with every pixel. At most 10 a second.
0x1B  SOUND         B   sound u8 (`names`), volume u8 (0-3)                                                 1
0x1C  LOGS_ASK      H   -                                                                                   1
0x1D  LOG           B   log id u32 · head u16 · crc u32 · ended u8 · acknowledged u16; one message a log    1
                        kept on the hub, oldest first, closed by one with log id 0
0x1E  MAINTENANCE   H   minutes u8: restart with the watchdog off and the app not started                   1
0x1F  DONE          B   id u8 of the message it answers                                                     1
0x20  FAIL          B   id u8 of the message it answers · code u8 (E_*)                                     1
0x21  FAULTS_ASK    H   -                                                                                   1
0x22  FAULT         B   index u8 · part u8 (PART_*) · code u8 · count u8 · text: n u8, n B; closed by one   1
                        with index 255
0x23  SETTING       H   key u8 · value u8: set; answered by SETTING_IS or FAIL                              1
0x24  SETTINGS_ASK  H   -                                                                                   1
0x25  SETTING_IS    B   key u8 · value u8                                                                   1
0x26  BYE           H   -: the host goes; the hub writes nothing more until the next HELLO_ASK              1
0x27  RESTORE       H   log id u32 · from u16 · crc u32 of the events before `from` · whole events: give a  1
                        wiped hub its log back. Only on a hub whose log is empty or is a prefix of this one;
                        answered by HEAD or FAIL.
0x28  SELF_TEST     H   -: walk through lights and sounds, buttons light up; ends by itself. Answered by    1
                        DONE, or FAIL E_PHASE while a round runs that is not paused.
"""

import struct

from shared_rules.constants import const

PROTOCOL = const(1)

HELLO_ASK = const(0x10)
HELLO = const(0x11)
PULL = const(0x12)
BATCH = const(0x13)
HEAD = const(0x14)
DIVERGED = const(0x15)
ACK = const(0x16)
PROPOSE = const(0x17)
VERDICT = const(0x18)
SUBSCRIBE = const(0x19)
LIGHTS = const(0x1A)
SOUND = const(0x1B)
LOGS_ASK = const(0x1C)
LOG = const(0x1D)
MAINTENANCE = const(0x1E)
DONE = const(0x1F)
FAIL = const(0x20)
FAULTS_ASK = const(0x21)
FAULT = const(0x22)
SETTING = const(0x23)
SETTINGS_ASK = const(0x24)
SETTING_IS = const(0x25)
BYE = const(0x26)
RESTORE = const(0x27)
SELF_TEST = const(0x28)

HF_SIMULATED = const(1)  # this hub is a simulator
HF_FAULT = const(2)  # something is switched off; ask FAULTS
HF_STORAGE_LOST = const(4)  # the journal could not be read; what was good is kept
HF_GAME = const(8)  # a game is running (begun, not ended, not all rounds played)
HF_SAFE_MODE = const(16)

SUB_LIGHTS = const(1)
SUB_SOUNDS = const(2)

SOUND_NONE = const(0)
SOUND_PWM = const(1)
SOUND_I2S = const(2)

KEY_VOLUME = const(1)  # 0 mute - 3
KEY_BRIGHTNESS = const(2)  # 0 night, 1-3
KEY_KEEP_ALIVE = const(3)  # 0 off, 1 on

# Parts of the hub that report faults.
PART_BUTTONS = const(1)
PART_LINK = const(2)
PART_FACE = const(3)
PART_LIGHTS = const(4)
PART_SOUND = const(5)
PART_JOURNAL = const(6)
PART_STORE = const(7)
PART_SETTINGS = const(8)
PART_BOARD = const(9)
# Codes of any part are below 16 (see the hub's `guard`); these are the journal's.
JF_TAIL = const(16)  # the newest events were damaged; what was good of them is kept
JF_SEGMENT = const(17)  # stored events were damaged; what was good of them is kept
JF_MISSING = const(18)  # stored events are gone
JF_SNAPSHOT = const(19)  # a stored state was damaged; it is worked out again from the events
JF_FOREIGN = const(20)  # a journal file of a version that this firmware does not know; left alone
JF_WRITE = const(21)  # the flash refused a write or read back something else
JF_FULL = const(22)  # no room, and no log that may leave
JF_RULES = const(23)  # stored events that the rules core says cannot be

MAX_BATCH = const(44)  # payload bytes of a BATCH unless asked otherwise; its frame then stays at 50 bytes or below
SILENCE_MS = const(5000)  # no good frame for so long ends the session; a host says something every 2 s at least
STALL_MS = const(2000)  # so long without a byte accepted by the port, with bytes waiting, ends it too
HEARTBEAT_MS = const(1000)
ALL_FRAMES = const(255)  # window of a PULL that goes on to the end of the log

_HELLO_ASK = "<BBH"
_HELLO = "<BBHBBBI8sBBBBIHIBB"
_PULL = "<BIHIB"
_BATCH = "<BBH"
_HEAD = "<BIHI"
_PROPOSE = "<BHIH"
_VERDICT = "<BHBH"
_LOG = "<BIHIBH"
_ACK = "<BIH"


def hello_ask(nonce):
    return struct.pack(_HELLO_ASK, HELLO_ASK, PROTOCOL, nonce)


def hello(nonce, firmware, core_hash, uid, flags, buttons, lights, sound, log_id, head, crc, faults, board):
    """firmware: (major, minor, patch) · uid: 8 bytes · board: its name."""
    board = board.encode()[:16]
    return struct.pack(
        _HELLO, HELLO, PROTOCOL, nonce, firmware[0], firmware[1], firmware[2], core_hash, uid, flags, buttons, lights,
        sound, log_id, head, crc, min(faults, 255), len(board)) + board  # fmt: skip


def pull(log_id, start, crc, frames, size=0):
    return struct.pack(_PULL, PULL, log_id, start, crc, frames) + bytes((size,))


def log_tag(log_id):
    """One byte of a log id: enough to tell a late BATCH of another log, for HEAD's crc has the last word."""
    return (log_id ^ log_id >> 8 ^ log_id >> 16 ^ log_id >> 24) & 255


def batch_head(log_id, start):
    """The fields of a BATCH before its events."""
    return struct.pack(_BATCH, BATCH, log_tag(log_id), start)


def head(log_id, count, crc):
    return struct.pack(_HEAD, HEAD, log_id, count, crc)


def diverged(log_id, start, crc):
    return struct.pack(_HEAD, DIVERGED, log_id, start, crc)


def ack(log_id, count):
    return struct.pack(_ACK, ACK, log_id, count)


def propose(proposal, log_id, expect, event):
    return struct.pack(_PROPOSE, PROPOSE, proposal, log_id, expect) + event


def verdict(proposal, code, count):
    return struct.pack(_VERDICT, VERDICT, proposal, code, count)


def log(log_id, count, crc, ended, acknowledged):
    return struct.pack(_LOG, LOG, log_id, count, crc, ended, acknowledged)


def restore(log_id, start, crc, events):
    return struct.pack(_HEAD, RESTORE, log_id, start, crc) + events


def fault(index, part, code, count, text):
    raw = text.encode()[:40]
    return bytes((FAULT, index, part, code, count, len(raw))) + raw


def message(ident, *values):
    """A message whose fields are bytes only: DONE, FAIL, SETTING, SUBSCRIBE, LOGS_ASK, BYE, ..."""
    return bytes((ident,) + values)


_FORMATS = {
    HELLO_ASK: _HELLO_ASK, HELLO: _HELLO, PULL: _PULL, BATCH: _BATCH, HEAD: _HEAD, DIVERGED: _HEAD, ACK: _ACK,
    PROPOSE: _PROPOSE, VERDICT: _VERDICT, SUBSCRIBE: "<BB", LIGHTS: "<BB", SOUND: "<BBB", LOGS_ASK: "<B", LOG: _LOG,
    MAINTENANCE: "<BB", DONE: "<BB", FAIL: "<BBB", FAULTS_ASK: "<B", FAULT: "<BB", SETTING: "<BBB", SETTINGS_ASK: "<B",
    SETTING_IS: "<BBB", BYE: "<B", RESTORE: _HEAD, SELF_TEST: "<B",
}  # fmt: skip


def parse(payload):
    """(fields, rest) of a message: the unpacked fixed fields, the id first, and the bytes after them.

    Returns None for an unknown id or a message cut short; the receiver drops those and, where it can, answers FAIL.
    """
    form = _FORMATS.get(payload[0]) if payload else None
    if form is None or len(payload) < struct.calcsize(form):
        return None
    size = struct.calcsize(form)
    return struct.unpack(form, bytes(payload[:size])), bytes(payload[size:])
