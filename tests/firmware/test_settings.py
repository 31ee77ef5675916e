"""Settings outlive restarts; what is damaged or foreign falls back to the defaults and says so."""

import flash_model as fm
from hub import settings as st
from hub.settings import Settings
from shared_rules import wire
from shared_rules.constants import E_MALFORMED, E_STORAGE, E_UNKNOWN, OK

BOTH = True


def test_defaults_and_restart():
    store = fm.MemoryStore()
    settings = Settings(store)
    assert [settings.get(key) for key in st.KEYS] == [2, 2, 0] and settings.fault == st.GOOD
    assert settings.set(wire.KEY_VOLUME, 2) == OK and store.writes == 0  # a default is not stored
    assert settings.set(wire.KEY_VOLUME, 0) == OK and settings.set(wire.KEY_KEEP_ALIVE, 1) == OK
    assert [Settings(store).get(key) for key in st.KEYS] == [0, 2, 1]
    assert settings.set(wire.KEY_VOLUME, 2) == OK
    assert len(store.files[st.NAME]) == 2 + 2 + 4 and Settings(store).get(wire.KEY_VOLUME) == 2


def test_refusals_change_nothing():
    store = fm.MemoryStore()
    settings = Settings(store)
    assert settings.set(99, 1) == E_UNKNOWN and settings.set(wire.KEY_VOLUME, 4) == E_MALFORMED
    assert settings.set(wire.KEY_VOLUME, -1) == E_MALFORMED and store.writes == 0
    store.refuse = True
    assert settings.set(wire.KEY_VOLUME, 1) == E_STORAGE and settings.get(wire.KEY_VOLUME) == 1


def test_bytes_that_are_no_settings():
    store = fm.MemoryStore()
    Settings(store).set(wire.KEY_VOLUME, 3)
    good = store.files[st.NAME]
    for at in range(len(good)):
        for bit in range(8):
            raw = bytearray(good)
            raw[at] ^= 1 << bit
            store.files[st.NAME] = bytes(raw)
            settings = Settings(store)
            assert settings.fault != st.GOOD and settings.get(wire.KEY_VOLUME) == 2
    for raw in (b"", b"C", good[:-1], good + b"\x00" * 100, b"C\x02" + good[2:]):
        store.files[st.NAME] = raw
        settings = Settings(store)
        assert settings.fault == (st.OTHER_VERSION if raw[1:2] == b"\x02" else st.DAMAGED)
        assert settings.get(wire.KEY_VOLUME) == 2
        assert store.files[st.NAME] == raw  # left alone
    assert settings.set(wire.KEY_VOLUME, 1) == OK and settings.fault == st.GOOD
    assert Settings(store).get(wire.KEY_VOLUME) == 1
