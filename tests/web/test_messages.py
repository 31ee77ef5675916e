"""What a page may say: anything malformed, oversized or out of order is refused with its kind."""

import json

import pytest

from trainhub.web import errors as er
from trainhub.web.messages import LONGEST, parse
from trainhub.web.room import pack

SCORE = {"do": "score", "id": 5, "game": "00c0ffee", "round": 1, "track": 3, "pips": 12, "seen": None}


def refused(raw, last=0):
    with pytest.raises(er.PageError) as caught:
        parse(raw, last)
    return caught.value.kind


def test_a_request_is_read():
    do, number, fields = parse(json.dumps(SCORE), 4)
    assert (do, number) == ("score", 5)
    assert fields == {"game": "00c0ffee", "round": 1, "track": 3, "pips": 12, "seen": None}


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", "3", '"hello"', b"\xff\xfe", "[" * 1500, '{"do": "hello"}'])
def test_what_is_no_request(raw):
    assert refused(raw) == er.MALFORMED


@pytest.mark.parametrize(
    "change",
    [
        {"round": 0}, {"round": 20}, {"round": "1"}, {"round": True}, {"round": 1.0}, {"track": 12}, {"track": 0},
        {"pips": -1}, {"pips": 10000}, {"pips": "12"}, {"seen": -1}, {"game": 7}, {"game": "x" * 9}, {"extra": 1},
        {"id": 0}, {"id": "5"}, {"id": None}, {"id": 2**40},
    ],
)  # fmt: skip
def test_every_field_has_its_limits(change):
    assert refused(json.dumps({**SCORE, **change})) == er.MALFORMED


def test_half_a_character_is_no_text():
    with pytest.raises(er.PageError) as caught:
        parse('{"do": "rename", "id": 1, "track": 1, "name": "A\\ud800"}', 0)
    assert caught.value.kind == er.MALFORMED


def test_what_is_sent_can_be_sent():
    assert pack({"text": "caf\udce9"}).encode() == b'{"text":"caf?"}'


def test_a_missing_field_is_refused():
    for name in SCORE:
        kind = refused(json.dumps({key: value for key, value in SCORE.items() if key != name}))
        assert kind == (er.UNKNOWN if name == "do" else er.MALFORMED)


def test_unknown_requests_have_their_kind():
    assert refused('{"do": "format", "id": 1}') == er.UNKNOWN
    assert refused('{"do": ["score"], "id": 1}') == er.UNKNOWN


def test_numbers_only_grow():
    assert refused(json.dumps(SCORE), last=5) == er.ORDER
    assert refused(json.dumps(SCORE), last=9) == er.ORDER


def test_a_long_message_is_refused_by_its_bytes():
    assert refused("x" * (LONGEST + 1)) == er.OVERSIZED
    assert refused("ž" * (LONGEST // 2 + 1)) == er.OVERSIZED
    assert refused(b"x" * (LONGEST + 1)) == er.OVERSIZED
