"""The mutants of a game's rules: each changes one number, comparison, condition or step."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

Place = tuple[str | int, ...]

SWAPPED_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
}
SWAPPED_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Arguments that change no rule: they only check or speed up.
IGNORED_ARGUMENTS = {"strict", "frozen", "kw_only", "maxsize"}
# Parts of a syntax tree that play no part when the rules run.
IGNORED_FIELDS = {"annotation", "returns", "decorator_list", "bases"}
# Operands that cannot be subtracted, so that the mutant would only raise TypeError.
TEXTS_AND_LISTS = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)


class Mutant(NamedTuple):
    """A change of one syntax node.

    path: of the file, relative to the project's root
    line: of the change, from 1
    function: its outermost function or method as Class.name, "" for code run on import
    name: unique among all mutants and independent of line numbers:
        `path function: before -> after`, with ` (2)` for the second alike in a function
    place: the way to the node from the module, as names of fields and indexes
    number: which of the changes of this node
    """

    path: str
    line: int
    function: str
    name: str
    place: Place
    number: int


def list_mutants(root: Path, folder: Path) -> list[Mutant]:
    """Return all mutants of the Python files in a folder, in the order of the code."""
    mutants: list[Mutant] = []
    for file in sorted(folder.rglob("*.py")):
        mutants += _list_mutants_of_file(file.relative_to(root).as_posix(), file.read_text())
    return mutants


def choose_mutants(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a sample of at most `count` mutants.

    The order depends only on the seed and each mutant's name, so that a change of the rules changes
    little of the sample.
    """

    def draw(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.name}".encode()).digest()

    return sorted(mutants, key=draw)[:count]


def mutate_module(source: str, mutant: Mutant) -> ast.Module:
    """Return the module with the mutant's change; line numbers stay as they were."""
    tree = ast.parse(source)
    parent: ast.AST | list[ast.AST] = tree
    for step in mutant.place[:-1]:
        parent = _child(parent, step)
    last = mutant.place[-1]
    _description, change = _list_changes(parent, last)[mutant.number]
    change()
    return ast.fix_missing_locations(tree)


def _child(parent: ast.AST | list[ast.AST], step: str | int) -> ast.AST | list[ast.AST]:
    if isinstance(parent, list):
        assert isinstance(step, int)
        return parent[step]
    child: ast.AST | list[ast.AST] = getattr(parent, str(step))
    return child


def _list_mutants_of_file(path: str, source: str) -> list[Mutant]:
    mutants: list[Mutant] = []
    names: Counter[str] = Counter()
    for parent, place, function in _walk(ast.parse(source), (), ""):
        for number, (description, _change) in enumerate(_list_changes(parent, place[-1])):
            name = f"{path} {function}: {description}"
            names[name] += 1
            suffix = f" ({names[name]})" if names[name] > 1 else ""
            line = getattr(_child(parent, place[-1]), "lineno", 0)
            mutants.append(Mutant(path, line, function, name + suffix, place, number))
    return mutants


def _walk(
    parent: ast.AST | list[ast.AST], place: Place, function: str
) -> Iterator[tuple[ast.AST | list[ast.AST], Place, str]]:
    """Yield (parent, place, function) for each node that the rules run.

    Arguments' defaults and a class's fields are run on import, so their function is "".
    """
    children = (
        list(enumerate(parent)) if isinstance(parent, list) else list(ast.iter_fields(parent))
    )
    for step, child in children:
        if not isinstance(child, (ast.AST, list)) or _is_ignored(parent, step, child):
            continue
        inner = function
        if isinstance(parent, (ast.FunctionDef, ast.ClassDef)) and step == "body":
            inner = _name_inside(parent, function)
        if isinstance(child, ast.AST):
            yield parent, (*place, step), "" if inner.endswith(".") else inner
        yield from _walk(child, (*place, step), inner)


def _name_inside(parent: ast.FunctionDef | ast.ClassDef, outer: str) -> str:
    """Return the name for what lies in a function's or class's body; a class's ends with a dot."""
    if outer and not outer.endswith("."):
        return outer
    return f"{outer}{parent.name}" + ("." if isinstance(parent, ast.ClassDef) else "")


def _is_ignored(parent: ast.AST | list[ast.AST], step: str | int, child: object) -> bool:
    if isinstance(child, (ast.Import, ast.ImportFrom, ast.Assert)):
        return True
    if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
        return True
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
        return True
    if isinstance(parent, ast.ClassDef) and step == "keywords":
        return True
    if isinstance(child, ast.keyword):
        return child.arg in IGNORED_ARGUMENTS
    return step in IGNORED_FIELDS


Change = tuple[str, Callable[[], None]]


def _list_changes(parent: ast.AST | list[ast.AST], step: str | int) -> list[Change]:
    """Return the changes of the node at `step` of its parent, each described and to be called."""
    node = _child(parent, step)
    assert isinstance(node, ast.AST)
    changes: list[Change] = []

    def add(new: ast.AST | list[ast.AST], *, texts: tuple[str, str] | None = None) -> None:
        before, after = texts or (_show(node), _show(new))
        changes.append((f"{before} -> {after}", lambda: _replace(parent, step, new)))

    if isinstance(node, ast.expr):
        for expression in _list_expressions(node):
            add(ast.copy_location(expression, node))
    elif isinstance(node, ast.AugAssign) and type(node.op) in SWAPPED_OPERATORS:
        new = copy.copy(node)
        new.op = SWAPPED_OPERATORS[type(node.op)]()
        add(new)
    elif isinstance(node, (ast.If, ast.comprehension)):
        changes += _list_changed_conditions(node)
    elif isinstance(node, (ast.Break, ast.Continue)):
        other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
        add(ast.copy_location(other, node))
    elif _is_step(node) and isinstance(parent, list) and isinstance(step, int):
        add(ast.copy_location(ast.Pass(), node))
        following = parent[step + 1] if step + 1 < len(parent) else None
        if following is not None and _is_step(following):
            texts = (f"{_show(node)}; {_show(following)}", f"{_show(following)}; {_show(node)}")
            both = [following, node]
            changes.append(
                (
                    f"{texts[0]} -> {texts[1]}",
                    lambda: parent.__setitem__(slice(step, step + 2), both),
                )
            )
    return changes


def _replace(
    parent: ast.AST | list[ast.AST], step: str | int, new: ast.AST | list[ast.AST]
) -> None:
    if isinstance(parent, list):
        assert isinstance(step, int) and isinstance(new, ast.AST)
        parent[step] = new
    else:
        setattr(parent, str(step), new)


def _is_step(node: ast.AST) -> bool:
    """Return whether a statement is a call for its effect."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _list_changed_conditions(node: ast.If | ast.comprehension) -> list[Change]:
    """Return the changes that negate an `if`, or drop a comprehension's."""
    if isinstance(node, ast.If):
        test = node.test
        negation = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
        if isinstance(test, (ast.Compare, ast.UnaryOp)):
            return []  # These have changes of their own.
        return [
            (f"if {_show(test)} -> if {_show(negation)}", lambda: _replace(node, "test", negation))
        ]
    return [(f"if {_show(test)} -> if True", partial(node.ifs.remove, test)) for test in node.ifs]


def _list_expressions(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression may be replaced by."""
    match node:
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
            if number > 0:
                yield ast.Constant(number - 1)
        case ast.Compare(ops=[operator], left=left, comparators=right):
            yield ast.Compare(left, [SWAPPED_COMPARISONS[type(operator)]()], right)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.BinOp(left=left, op=operator, right=right):
            is_text = any(
                isinstance(side, TEXTS_AND_LISTS)
                or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                for side in (left, right)
            )
            if type(operator) in SWAPPED_OPERATORS and not is_text:
                yield ast.BinOp(left, SWAPPED_OPERATORS[type(operator)](), right)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords):
            if name in SWAPPED_FUNCTIONS:
                yield ast.Call(ast.Name(SWAPPED_FUNCTIONS[name], ast.Load()), arguments, keywords)


def _show(node: ast.AST | list[ast.AST]) -> str:
    """Return a node's source on one line."""
    nodes = node if isinstance(node, list) else [node]
    return " ".join(" ".join(ast.unparse(part).split()) for part in nodes)
