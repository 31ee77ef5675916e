"""Puts numbers in the place of constants before the firmware is compiled.

MicroPython replaces `_X = const(3)` inside one module; a public constant is a name in a table, looked up each time it is
used, and every module that names it makes the loader search for that name. The whole tree is known here, so `const` is
followed through imports (`from m import X`, `from p import m` and `m.X`) and the names disappear. A constant that is reached
in any other way keeps its name.
"""

import ast
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_OPERATORS: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.FloorDiv: operator.floordiv,
}  # fmt: skip
# What a name stands for: a number, a module (by its full name), or something that is none of our business (None).
Meaning = int | str | None
Scope = dict[str, Meaning]


@dataclass
class Module:
    name: str
    tree: ast.Module
    scope: Scope = field(default_factory=dict)
    own: set[str] = field(default_factory=set)  # the constants it defines


def inline(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Path -> source, all of them with their constants replaced."""
    modules = {_dotted(path): Module(_dotted(path), ast.parse(data)) for path, data in sources.items()}
    changed = True
    while changed:  # a constant may be made of another module's constants
        found = [_learn(module, modules) for module in modules.values()]
        changed = any(found)
    for module in modules.values():
        _Replace(module, modules).visit(module.tree)
    still_named = {name for module in modules.values() for name in _named(module.tree)}
    for module in modules.values():
        _define_plainly(module, still_named)
    if any(_calls_const(module.tree) for module in modules.values()):
        still_named.add("const")
    for module in modules.values():
        _drop_imports(module, still_named)
    return {path: ast.unparse(modules[_dotted(path)].tree).encode() for path in sources}


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _const(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """Name and expression of `NAME = const(expression)`."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    call, target = statement.value, statement.targets[0]
    if not isinstance(call.func, ast.Name) or call.func.id != "const" or not isinstance(target, ast.Name):
        return None
    return target.id, call.args[0]


def _learn(module: Module, modules: dict[str, Module]) -> bool:
    """What the names of a module stand for, as far as that is known by now. True if something new was found."""
    scope = _bindings(module.tree.body, modules)
    stores = [node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    outer = {name for node in ast.walk(module.tree) if isinstance(node, ast.Global) for name in node.names}
    own = set()
    for statement in module.tree.body:
        found = _const(statement)
        if found and found[0] not in outer:
            name, expression = found
            value = _number(expression, scope, modules)
            assigned = [s for s in module.tree.body for n in _targets(s) if n == name]
            if value is not None and len(assigned) == 1 and name in stores:
                scope[name] = value
                own.add(name)
    changed = scope != module.scope
    module.scope, module.own = scope, own
    return changed


def _targets(statement: ast.stmt) -> Iterator[str]:
    for node in _same_scope([statement]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id


def _number(node: ast.expr, scope: Scope, modules: dict[str, Module]) -> int | None:
    """The value of an expression of numbers and known constants."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand, scope, modules)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _number(node.left, scope, modules), _number(node.right, scope, modules)
        return None if left is None or right is None else _OPERATORS[type(node.op)](left, right)
    meaning = _meaning(node, [scope], modules)
    return meaning if isinstance(meaning, int) else None


def _meaning(node: ast.expr, scopes: list[Scope], modules: dict[str, Module]) -> Meaning:
    """What a name or `module.name` stands for, seen from the innermost of these scopes."""
    if isinstance(node, ast.Name):
        for scope in reversed(scopes):
            if node.id in scope:
                return scope[node.id]
        return None
    if isinstance(node, ast.Attribute):
        owner = _meaning(node.value, scopes, modules)
        if isinstance(owner, str):
            if f"{owner}.{node.attr}" in modules:
                return f"{owner}.{node.attr}"
            if owner in modules:
                return modules[owner].scope.get(node.attr)
    return None


def _same_scope(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node of these statements that is not inside a function, class, lambda or comprehension of its own."""
    todo: list[ast.AST] = list(statements)
    inner = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, inner):
            todo.extend(ast.iter_child_nodes(node))


def _bindings(statements: list[ast.stmt], modules: dict[str, Module]) -> Scope:
    """The names that these statements bind, and what the imported ones stand for."""
    scope: Scope = {}
    for node in _same_scope(statements):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            scope[node.id] = None
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            scope[node.name] = None
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                source = modules.get(node.module or "")
                meaning = full if full in modules else source.scope.get(alias.name) if source else None
                scope[alias.asname or alias.name] = meaning
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                name, full = (alias.asname, alias.name) if alias.asname else (top, top)
                scope[name] = full if full in modules else None
    return scope


class _Replace(ast.NodeTransformer):
    """Numbers in the place of every name that stands for one."""

    def __init__(self, module: Module, modules: dict[str, Module]):
        self._modules = modules
        self._scopes = [module.scope]

    def _inside(self, node: ast.AST, scope: Scope) -> ast.AST:
        self._scopes.append(scope)
        self.generic_visit(node)
        self._scopes.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        scope = _bindings(node.body, self._modules)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Global):
                for name in inner.names:
                    scope.pop(name, None)
        return self._inside(node, {**scope, **_arguments(node.args)})

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inside(node, _arguments(node.args))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._inside(node, _bindings(node.body, self._modules))

    def _comprehension(self, node: ast.AST) -> ast.AST:
        stored = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        return self._inside(node, dict.fromkeys(stored))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _number(self, node: ast.Name | ast.Attribute) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            meaning = _meaning(node, self._scopes, self._modules)
            if isinstance(meaning, int):
                return ast.copy_location(ast.Constant(meaning), node)
        return self.generic_visit(node)

    visit_Name = visit_Attribute = _number


def _arguments(arguments: ast.arguments) -> Scope:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg: None for argument in every if argument}


def _named(tree: ast.Module) -> Iterator[str]:
    """Names by which something might still be reached from elsewhere: `x.NAME` and texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _define_plainly(module: Module, still_named: set[str]) -> None:
    """Take out the definitions that nobody needs any more; the others need no `const`."""
    body: list[ast.stmt] = []
    for statement in module.tree.body:
        found = _const(statement)
        if found and found[0] in module.own:
            if found[0] not in still_named:
                continue
            assert isinstance(statement, ast.Assign)
            statement.value = ast.Constant(module.scope[found[0]])
        body.append(statement)
    module.tree.body = body or [ast.Pass()]


def _calls_const(tree: ast.Module) -> bool:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Name) and function.id == "const" for function in calls)


def _drop_imports(module: Module, still_named: set[str]) -> None:
    """Take out the names that are imported and not used."""
    names = (node for node in ast.walk(module.tree) if isinstance(node, ast.Name))
    needed = {node.id for node in names if isinstance(node.ctx, ast.Load)} | still_named

    class Imports(ast.NodeTransformer):
        def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
            if (node.module or "").split(".")[0] in ("hub", "shared_rules", "micropython"):
                node.names = [alias for alias in node.names if (alias.asname or alias.name) in needed]
            return node if node.names else ast.Pass()

    Imports().visit(module.tree)
