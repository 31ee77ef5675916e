"""A reader for the bracketed text files of KiCad: netlists and boards."""

from __future__ import annotations

import re

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def read(text: str) -> list:
    """Nested lists of strings; the file's one outer list."""
    stack: list[list] = [[]]
    for match in TOKEN.finditer(text):
        quoted, bracket, word = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("unbalanced brackets")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(quoted if quoted is not None else word)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("unbalanced brackets")
    return stack[0][0]


def all_of(tree: list, name: str) -> list[list]:
    """Direct children whose head is `name`."""
    return [item for item in tree if isinstance(item, list) and item and item[0] == name]


def one(tree: list, name: str) -> list:
    found = all_of(tree, name)
    if len(found) != 1:
        raise ValueError(f"{len(found)} x {name}, expected one")
    return found[0]
