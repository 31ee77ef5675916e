"""What the hub tells a host about itself."""

from hub.clock import after, until
from shared_rules import wire
from shared_rules.constants import E_STATE, OK, const

_PARTING_MS = const(200)  # the answer to MAINTENANCE leaves before the restart

_SOUND_KINDS = {"pwm": wire.SOUND_PWM, "i2s": wire.SOUND_I2S}


class Info:
    """Facts for HELLO; `faults` is the list that the hub's guard keeps."""

    def __init__(self, system, board):
        try:
            import hub_build  # generated with the firmware tree

            self.firmware = hub_build.VERSION
            self.core_hash = hub_build.CORE_HASH
        except ImportError:
            self.firmware = (0, 0, 0)
            self.core_hash = 0
        self.uid = system.uid()
        self.simulated = system.simulated
        self.buttons = len(board.BUTTONS)
        self.lights = board.LIGHTS_PER_TRACK
        self.sound = _SOUND_KINDS.get(board.SOUND, wire.SOUND_NONE)
        self.board = board.NAME
        self.safe_mode = False
        self.faults = []
        self.self_test = None  # set by the hub: starts it, answers like `maintenance`
        self._system = system
        self._now = 0
        self._minutes = 0
        self._restart_at = 0

    def maintenance(self, minutes):
        """Restart soon, with the watchdog off and without the app; `OK`, or `E_STATE` where a board cannot."""
        if not hasattr(self._system, "maintenance"):
            return E_STATE
        self._minutes = max(1, minutes)
        self._restart_at = after(self._now, _PARTING_MS)
        return OK

    def step(self, now):
        """Keeps the time; restarts when it was asked to."""
        self._now = now
        if self._minutes and not until(now, self._restart_at):
            self._system.maintenance(self._minutes)
