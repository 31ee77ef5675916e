"""Wrap-safe times: a clock counts milliseconds, from 0 again after 2**29 of them (6.2 days): they stay small ints.

Times are only ever compared through these functions; they are right for anything less than three days apart.
"""

from shared_rules.constants import const

MASK = const(0x1FFFFFFF)
_HALF = const(0x10000000)


def since(now, then):
    """Milliseconds from `then`, which has passed, to `now`."""
    return (now - then) & MASK


def after(now, ms):
    """The time `ms` milliseconds after `now`."""
    return (now + ms) & MASK


def until(now, due):
    """Milliseconds left until `due`; 0 once it has passed."""
    left = (due - now) & MASK
    return left if left < _HALF else 0
