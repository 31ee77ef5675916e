"""Shortens names before the firmware is compiled, where only one module or one function can see them.

Every name of a module is looked up by MicroPython's loader among all names there are so far; on a Pico this is more than
half of the time that a start takes, and names fill memory. So parameters become `a`, `b`, ... in every function, and what
begins with an underscore becomes `_a`, `_b`, ... in every module, over and over the same. Not touched: a parameter that any
call anywhere names, a private name that another module might mean, what stands in a text, and classes whose base stands
in another module.
"""

import ast
from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase

_Function = ast.FunctionDef | ast.Lambda


def shorten(sources: dict[str, bytes], others: dict[str, bytes]) -> dict[str, bytes]:
    """Path -> source, with short names. `others`: modules that stay as they are and may know some of the names."""
    trees = {path: ast.parse(data) for path, data in sources.items()}
    strangers = [ast.parse(data) for data in others.values()]
    keep = {word for tree in [*trees.values(), *strangers] for word in _spoken(tree)}
    keep |= {name for tree in strangers for name in _identifiers(tree)}
    keep |= _shared(trees)
    called = {name for tree in [*trees.values(), *strangers] for name in _called(tree)}
    for tree in trees.values():
        if not _inherits(tree):
            _Private(tree, keep).visit(tree)
        _Parameters(called).visit(tree)
    return {path: ast.unparse(tree).encode() for path, tree in trees.items()}


def _called(tree: ast.AST) -> Iterator[str]:
    """Parameters that some call names, and names that are global or nonlocal somewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names


def _spoken(tree: ast.AST) -> Iterator[str]:
    """Names that must stay: those of `_called`, words in texts, names that are imported."""
    yield from _called(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
            yield node.asname or node.name


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _private(name: str) -> bool:
    return len(name) > 2 and name[0] == "_" and not name.startswith("__")


def _inherits(tree: ast.Module) -> bool:
    """Does a class here have a base from another module of Python? Its private names are then no affair of one module."""
    own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)} | {"Exception"}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return any(isinstance(base, ast.Name) and base.id not in own for node in classes for base in node.bases)


def _shared(trees: dict[str, ast.Module]) -> set[str]:
    """Private names that more than one module may mean: reached through something else than `self`, or inherited."""
    homes: dict[str, set[str]] = {}
    foreign: set[str] = set()
    for path, tree in trees.items():
        for name in _identifiers(tree):
            homes.setdefault(name, set()).add(path)
        if _inherits(tree):
            foreign |= set(_identifiers(tree))
        made = set(_bound(tree)) | {
            node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                foreign.add(node.attr)
                if node.attr not in made:  # it belongs to something that is not ours
                    homes[node.attr].add("")
    return {name for name in foreign if len(homes[name]) > 1}


def _names(prefix: str, taken: set[str]) -> Iterator[str]:
    """prefix + a, b, ... z, aa, ab, ..., without those that are taken."""
    for length in (1, 2):
        for letters in product(ascii_lowercase, repeat=length):
            name = prefix + "".join(letters)
            if name not in taken and name not in ("as", "if", "in", "is", "or"):
                yield name


class _Private(ast.NodeTransformer):
    """Renames the private names of one module."""

    def __init__(self, tree: ast.Module, keep: set[str]):
        every = list(_identifiers(tree))
        fresh = _names("_", set(every))
        counts = {name: every.count(name) for name in set(every) if _private(name) and name not in keep}
        self._new = {name: next(fresh) for name in sorted(counts, key=lambda name: (-counts[name], name))}

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "attr", "name", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name in self._new:
                setattr(node, field, self._new[name])
        return super().generic_visit(node)


class _Parameters(ast.NodeTransformer):
    """Renames the parameters of every function, seen from the outermost one inwards."""

    def __init__(self, keep: set[str]):
        self._keep = keep
        self._new: dict[str, str] = {}

    def _function(self, node: _Function) -> ast.AST:
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        parameters = [*node.args.posonlyargs, *node.args.args]
        inside: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
        # A name that an inner function binds anew, or that is bound by something else than a name, stays.
        fixed = self._keep | {name for part in inside for name in _bound_otherwise(part)}
        names = {name for part in inside for name in _identifiers(part)} | {arg.arg for arg in parameters}
        outer = self._new
        fresh = _names("", names | set(outer.values()))
        self._new = {**outer}
        for arg in parameters:
            self._new.pop(arg.arg, None)
            if arg.arg not in fixed and len(arg.arg) > 1:
                self._new[arg.arg] = next(fresh)
            arg.arg = self._new.get(arg.arg, arg.arg)
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
        else:
            node.body = [self.visit(statement) for statement in node.body]
        self._new = outer
        return node

    visit_FunctionDef = visit_Lambda = _function

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._new.get(node.id, node.id)
        return node


def _bound(tree: ast.AST) -> Iterator[str]:
    """Names that are bound here, in whatever way but as parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            yield node.name


def _bound_otherwise(tree: ast.AST) -> Iterator[str]:
    """Names that an inner function binds, and those that are bound by `def`, `class`, `except` or `import`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            yield node.name
        if isinstance(node, ast.alias):
            yield node.asname or node.name.split(".")[0]
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from (arg.arg for arg in ast.walk(node) if isinstance(arg, ast.arg))
        if isinstance(node, ast.FunctionDef):
            yield from _bound(node)
