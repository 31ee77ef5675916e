"""Rule sets as data: presets and their hands on every set, contradictions refused with the reason."""

from rules.truth import run
from shared_rules import ruleset as rs
from shared_rules.constants import E_RULES, OK

BOTH = True


def with_(*overrides, preset=rs.CARDINAL_IT, size=0):
    return rs.values(preset, bytes(overrides), size)


def test_presets_have_names_and_numbers_of_their_own():
    names = ["cardinal-cs", "cardinal-it", "cardinal-booklet", "celko", "university-games", "fundex", "pressman",
             "masters-of-games", "florida-good-sam", "tournament"]  # fmt: skip
    assert [p[1] for p in rs.PRESETS] == names
    for number, name, values in rs.PRESETS:
        assert rs.preset_number(name) == number and rs.preset_name(number) == name
        assert rs.preset_values(number) == values and len(values) == rs.FIELDS
    assert rs.preset_number("nothing") == 0 and rs.preset_name(99) is None and rs.values(99) is None
    assert rs.values(rs.CELKO, b"\x20\x01") is None and rs.values(rs.CELKO, b"\x01") is None


def test_every_preset_can_be_played_by_all_its_numbers_of_players():
    for _, name, rules in rs.PRESETS:
        assert rs.contradiction(rules) == "", name
        for seats in range(1, 13):
            inside = rules[rs.F_MIN_SEATS] <= seats <= rules[rs.F_MAX_SEATS]
            assert (rs.check(rules, seats) == OK) == inside, (name, seats)
            assert (rs.seats_refused(rules, seats) == "") == inside


def test_hands_of_the_seeds():
    czech, italian = rs.preset_values(rs.CARDINAL_CS), rs.preset_values(rs.CARDINAL_IT)
    assert [rs.hand(czech, n) for n in range(4, 11)] == [15, 12, 12, 10, 10, 8, 8]
    assert [rs.hand(italian, n) for n in range(2, 9)] == [15, 15, 15, 12, 12, 11, 11]
    assert rs.hand(italian, 9) == rs.hand(italian, 0) == rs.hand(italian, 12) == 0
    assert rs.hand_below(czech, 3) == 15 and rs.hand_below(czech, 11) == 0


def test_hands_of_the_other_tables():
    def row(table):
        return [rs.hand(with_(rs.F_HANDS, table), n) for n in range(2, 9)]

    assert row(rs.HANDS_MASTERS) == [15, 15, 15, 12, 12, 10, 10]
    assert row(rs.HANDS_FUNDEX) == [15, 15, 15, 11, 11, 8, 8]
    assert row(rs.HANDS_BOOKLET) == [15, 15, 15, 12, 12, 11, 11]
    assert row(rs.HANDS_GOOD_SAM) == [16, 15, 14, 13, 12, 11, 10]
    assert [rs.hand(with_(rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 7), n) for n in (1, 11)] == [7, 7]


def test_another_set_brings_hands_that_fit_it():
    for _, name, base in rs.PRESETS:
        for size in (6, 9, 15, 18):
            rules = rs.values(rs.preset_number(name), b"", size)
            assert rs.contradiction(rules) == "", (name, size)
            playable = [n for n in range(2, 12) if not rs.seats_refused(rules, n)]
            assert playable, (name, size)
            for seats in playable:
                assert seats * rs.hand(rules, seats) < rs.tile_count(size)
            assert rs.round_count(rules) == rs.first_engine(rules) + 1
    assert rs.first_engine(rs.values(rs.FLORIDA_GOOD_SAM, b"", 6)) == 6
    assert rs.first_engine(rs.values(rs.FLORIDA_GOOD_SAM, b"", 15)) == 9
    assert with_(rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 5, size=9)[rs.F_HANDS] == rs.HANDS_OWN  # a chosen table stays
    assert with_(rs.F_ROUNDS, 3, size=9)[rs.F_ROUNDS] == 3
    assert with_(rs.F_SET, 9) == with_(size=9)


def test_a_round_of_every_preset_on_every_set():
    for number, _, _ in rs.PRESETS:
        for size in (6, 9, 12, 15, 18):
            rules = rs.values(number, b"", size)
            seats = [n for n in range(2, 12) if not rs.seats_refused(rules, n)][-1]
            run(number, b"", seats, number * size, True, 1, size, False)


def test_contradictions_are_named():
    cases = (
        ("no double-7 set", (rs.F_SET, 7)),
        ("no hand table 99", (rs.F_HANDS, 99)),
        ("at least two tiles", (rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 1)),
        ("no range", (rs.F_MIN_SEATS, 9)),
        ("no range", (rs.F_MIN_SEATS, 1)),
        ("always a Mexican Train", (rs.F_MT_COUNT, 0)),
        ("no engine 13", (rs.F_START, 13)),
        ("run below 0-0", (rs.F_START, 3, rs.F_ROUNDS, 5)),
        ("forked double", (rs.F_FORK, 1)),
        ("cannot come down", (rs.F_MARK_DOWN, rs.DOWN_ANY_PLAY)),
        ("cannot pass", (rs.F_DRAW, rs.DRAW_UNTIL, rs.F_PASS, 1)),
        ("cannot lose a turn", (rs.F_DRAW, rs.DRAW_UNTIL, rs.F_CALL_TURN, 1)),
        ("field 5 cannot be 4", (rs.F_ENGINE, 4)),
    )
    for words, overrides in cases:
        rules = with_(*overrides)
        assert words in rs.contradiction(rules), (words, rs.contradiction(rules))
        assert rs.check(rules, 4) == E_RULES
    assert "32 fields" in rs.contradiction(b"")
    assert rs.contradiction(with_(rs.F_DRAW, rs.DRAW_UNTIL)) == ""
    assert rs.contradiction(with_(rs.F_START, 4, rs.F_ROUNDS, 5)) == ""
    for field in range(rs.FIELDS):
        if rs._HIGHEST[field] < 255:
            assert rs.contradiction(with_(field, rs._HIGHEST[field] + 1)), field


def test_impossible_deals_are_refused_with_the_arithmetic():
    assert rs.seats_refused(with_(rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 12), 8) == (
        "8 hands of 12 tiles are more than the 91 tiles of the set")  # fmt: skip
    aside = (rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 13, rs.F_ENGINE, rs.ENGINE_ASIDE)
    assert rs.seats_refused(with_(*aside), 7) and not rs.seats_refused(with_(*aside[:4]), 7)
    assert "not 3" in rs.seats_refused(rs.preset_values(rs.CARDINAL_CS), 3)
    assert "no row" in rs.seats_refused(with_(rs.F_HANDS, rs.HANDS_CS), 3)


def test_short_games_and_counts():
    assert rs.round_count(rs.preset_values(rs.CARDINAL_IT)) == 13
    assert rs.round_count(with_(rs.F_START, 9)) == 10
    assert rs.round_count(with_(rs.F_ROUNDS, 7)) == 7
    assert (rs.tile_count(12), rs.pip_count(12)) == (91, 1092) and (rs.tile_count(6), rs.pip_count(6)) == (28, 168)
