"""What people press for a fully known game, folded by the table core, is the truth."""

from rules.truth import run
from shared_rules import ruleset as rs

BOTH = True


def seats_of(preset):
    rules = rs.preset_values(preset)
    return range(rules[rs.F_MIN_SEATS], rules[rs.F_MAX_SEATS] + 1)


def agree(preset, recorded, seeds):
    for seats in seats_of(preset):
        for seed in range(seeds):
            run(preset, b"", seats, 1000 * seats + seed, recorded, 2, 12, seed == 0)


def test_czech_rules():
    agree(rs.CARDINAL_CS, True, 8)


def test_italian_rules_with_a_draw_button():
    agree(rs.CARDINAL_IT, True, 8)


def test_italian_rules_without_a_draw_button():
    agree(rs.CARDINAL_IT, False, 8)


def test_a_whole_game_of_each():
    run(rs.CARDINAL_CS, b"", 10, 5, False, 13)
    game, table = run(rs.CARDINAL_IT, b"", 8, 5, True, 13)
    assert game.over and game.engine == 0
    assert table.count > 13 * 8
