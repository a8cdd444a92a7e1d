"""Naming conventions: “Words” in docs/architecture.md, as far as a test can check them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from games.engine.contract import Game

ROOT = Path(__file__).parent.parent
FILES = [
    path.relative_to(ROOT)
    for folder in ("games", "notifications", "abyss_site", "devtools")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]
MOST_MODULES = 4
MOST_PARAMETERS = 6
# Past participles that do not end in -ed; “read” and “set” are verbs as well.
IRREGULAR = {
    *("begun", "bought", "bound", "brought", "built", "caught", "chosen", "done", "drawn"),
    *("driven", "fallen", "felt", "forgotten", "found", "given", "gone", "grown", "heard"),
    *("held", "hidden", "kept", "known", "laid", "left", "lent", "lost", "made", "meant"),
    *("met", "paid", "put", "risen", "said", "seen", "sent", "shown", "shut", "sold", "spent"),
    *("split", "spoken", "stolen", "stood", "sunk", "sworn", "taken", "taught", "thought"),
    *("thrown", "told", "undone", "won", "worn", "written"),
}
# Verbs that end in -ed or -eed.
VERBS = {"feed", "need", "proceed", "seed", "shed", "speed", "succeed"}
# Nouns and adjectives of that form, and the name of a parameter of Django's.
PLAIN_WORDS = {"bed", "embed", "hundred", "left", "prepared", "red"}
# Rooms whose functions are still to be read for names that say what a thing is.
UNREAD_ROOMS = ("games/engine/contract.py",)
# The shares of names that may be a bare participle: of variables, and of constants.
MOST_VARIABLES, MOST_CONSTANTS = 0.001, 0.005
# A serializer whose name is in the published schema.
PARTICIPLE_CLASSES = {"Taken"}


@cache
def body_of(path: Path) -> list[ast.stmt]:
    return ast.parse((ROOT / path).read_text()).body


def functions_in(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    found = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in body_of(path) if isinstance(node, found)]


def is_participle(name: str) -> bool:
    return "_" not in name and (name in IRREGULAR or (name.endswith("ed") and name not in VERBS))


def test_a_function_says_what_it_is_about() -> None:
    """A name that many modules define cannot be looked up.

    The fields of `Game` are what a game consists of: each game has one function of that name.
    """
    where = defaultdict(set)
    for path in FILES:
        for function in functions_in(path):
            if not function.name.startswith("_") and function.name not in Game.__struct_fields__:
                where[function.name].add(str(path))
    often = {name: paths for name, paths in where.items() if len(paths) > MOST_MODULES}

    assert len(where) > 2000 and not often


def test_no_function_is_called_by_a_participle() -> None:
    """`told` says neither what is told nor that the function does something."""
    wrong = [
        f"{path}:{function.lineno} {function.name}"
        for path in FILES
        for function in functions_in(path)
        if is_participle(function.name.strip("_"))
    ]

    assert not wrong


def variables_in(path: Path) -> list[str]:
    """Return the names that functions bind: parameters, locals, and those of their matches."""
    names = []
    for function in ast.walk(ast.Module(body_of(path), [])):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                names.append(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.append(node.id)
            elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and node.name:
                names.append(node.name)
    return names


def constants_in(path: Path) -> list[str]:
    return [
        node.id
        for statement in body_of(path)
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.isupper()
    ]


def is_bare_participle(name: str) -> bool:
    word = name.strip("_").lower()
    return is_participle(word) and word not in PLAIN_WORDS


READ_FILES = [path for path in FILES if not path.as_posix().startswith(UNREAD_ROOMS)]


def test_a_variable_says_what_it_is() -> None:
    """`found`, `said` and `told` say what was done to a thing; `one` says nothing at all."""
    names = [(path, name) for path in READ_FILES for name in variables_in(path)]
    vague = [f"{path} {name}" for path, name in names if name in {"one", "ones"}]
    wrong = [f"{path} {name}" for path, name in names if is_bare_participle(name)]

    assert len(names) > 20000 and not vague
    assert len(wrong) <= MOST_VARIABLES * len(names), wrong


def test_a_constant_says_what_it_is() -> None:
    """`KEPT` was a time in one module and a number in the next."""
    names = [(path, name) for path in READ_FILES for name in constants_in(path)]
    wrong = [f"{path} {name}" for path, name in names if is_bare_participle(name)]

    assert len(names) > 2000 and len(wrong) <= MOST_CONSTANTS * len(names), wrong


def test_a_class_says_what_it_is() -> None:
    """`Told` was a class three times."""
    names = {
        node.name
        for path in READ_FILES
        for node in ast.walk(ast.Module(body_of(path), []))
        if isinstance(node, ast.ClassDef)
    }
    # Of a name of two words the noun says it: `RequestRefused`.
    participles = {name for name in names if not re.search("[a-z][A-Z]", name)}

    assert len(names) > 700
    assert {name for name in participles if is_bare_participle(name)} <= PARTICIPLE_CLASSES


def test_every_instant_ends_in_at_or_until() -> None:
    """In the database and in the API, so that nobody mistakes one for a flag."""
    fields = 0
    wrong = []
    for path in FILES:
        for owner in body_of(path):
            for node in owner.body if isinstance(owner, ast.ClassDef) else []:
                if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                    continue
                if ast.unparse(node.value.func).split(".")[-1] == "DateTimeField":
                    name = ast.unparse(node.targets[0])
                    fields += 1
                    if not name.endswith(("_at", "_until")):
                        wrong.append(f"{path}:{node.lineno} {name}")

    assert fields > 120 and not wrong


def test_no_function_has_more_than_six_parameters() -> None:
    """What belongs together is one struct that has a name."""
    functions = 0
    wrong = []
    for path in FILES:
        for node in ast.walk(ast.Module(body_of(path), [])):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                functions += 1
                given = node.args
                named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
                collected = [each for each in (given.vararg, given.kwarg) if each]
                names = {each.arg for each in named + collected} - {"self", "cls"}
                if len(names) > MOST_PARAMETERS:
                    wrong.append(f"{path}:{node.lineno} {getattr(node, 'name', 'lambda')}")

    assert functions > 5000 and not wrong


def test_a_refusal_has_a_code_that_is_a_word() -> None:
    """The numbers of a document that is not here said nothing to a program."""
    codes = {
        keyword.value.value
        for path in FILES
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "code" and isinstance(keyword.value, ast.Constant)
        if isinstance(keyword.value.value, str)
    }

    assert len(codes) > 40 and not {code for code in codes if not re.fullmatch("[a-z_]*", code)}


def test_a_test_file_is_named_by_what_it_tests() -> None:
    """`test_r5_recruit.py` cited a document that is not here."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]

    assert len(names) > 100 and not [name for name in names if re.match(r"test_[a-z]\d", name)]
