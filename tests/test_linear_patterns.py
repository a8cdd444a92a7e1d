"""Every regular expression that reads what people send takes time linear in its length.

Attacks are generated from the pattern itself: each of its repetitions is fed with what it repeats,
many times over, so that the rest of the pattern cannot follow. Four times as long a text must take
about four times as long.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

# The parts of `re`, which have no types.
codes: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")
compiler: Any = importlib.import_module("re._compiler")
ROOT = Path(__file__).parent.parent
# Packages whose patterns are matched against what others write.
FOLDERS = (
    *("notifications/incoming", "notifications/reply_parser", "notifications/webhooks"),
    *("notifications/dns_checks", "notifications/preferences", "games/replies", "games/services"),
    *("games/engine/notation.py", "games/engine/order_words.py", "games/engine/order_grammar.py"),
    *("games/engine/display_names.py", "games/engine/match_file.py", "games/engine/text.py"),
    *("games/web", "games/api", "games/presentation", "games/queries", "abyss_site/http"),
    "abyss_site/unicode_text.py",
)
# Four times as long a text may take MAX_RATIO times as long. What takes less than MIN_SECONDS
# cannot be measured.
SIZE, MAX_RATIO, MIN_SECONDS = 4_000, 8, 0.01
# Maximum number of pieces that are tried for one pattern.
MAX_PIECES = 120
CANDIDATES = " \n\t,.;:!?-–—_/\\|<>()[]{}\"'“”@#*=+&%$^~` 0123456789abxyzABXYZéßж界\u0301\u200d٣²😀"
# Patterns that only read files of our own.
OF_OURS = ("games.web.views.styleguide.", "games.web.views.art.")
APPS = ("games", "notifications", "abyss_site")
EXAMPLES: dict[str, list[str]] = {}


class Pattern(NamedTuple):
    """A compiled pattern, where it stands, and whether it is searched for or only matched."""

    place: str
    compiled: Any
    is_searched: bool


def list_patterns(folder: str) -> Iterator[Pattern]:
    """Yield the constants of modules that are patterns, and those that are given to `re`."""
    for path in list_files(folder):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        module = importlib.import_module(name.removesuffix(".__init__"))
        for constant, value in vars(module).items():
            for number, pattern in enumerate(iterate_patterns(value)):
                yield Pattern(f"{name}.{constant}.{number}", pattern, is_searched(constant))
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Name("re"), method), [ast.Constant(str() | bytes() as it), *_]
                ) if method not in ("compile", "escape"):
                    is_anchored = method in ("match", "fullmatch")
                    place = f"{name}:{node.lineno}"
                    yield Pattern(place, re.compile(it), not is_anchored)


@cache
def read_sources() -> str:
    return "\n".join(path.read_text() for app in APPS for path in (ROOT / app).rglob("*.py"))


@cache
def is_searched(constant: str) -> bool:
    """Return whether a constant is used in other ways than to match the start of a text."""
    uses = re.findall(rf"\b{constant}\b(?:\.(\w+))?(?!\w)", read_sources())
    methods = [use for use in uses if use]
    return not methods or not {*methods} <= {"match", "fullmatch"}


def list_files(folder: str) -> list[Path]:
    path = ROOT / folder
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def iterate_patterns(value: object) -> Iterator[Any]:
    if isinstance(value, re.Pattern) or type(value).__name__ == "_LazyPattern":
        yield value
    elif isinstance(value, dict):
        yield from iterate_patterns(list(value.values()) + list(value))
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from iterate_patterns(inner)


def write_example(items: Any) -> str:
    """Return a text that matches the items of a parsed pattern, as short as possible."""
    return "".join(write_item(*item) for item in items)


def write_item(op: Any, argument: Any) -> str:
    match op:
        case codes.LITERAL:
            return chr(argument)
        case codes.IN | codes.NOT_LITERAL | codes.ANY | codes.CATEGORY:
            return next(iter(list_examples(op, argument)), "")
        case codes.BRANCH:
            return write_example(argument[1][0])
        case codes.SUBPATTERN:
            return write_example(argument[3])
        case codes.ATOMIC_GROUP:
            return write_example(argument)
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            return write_example(argument[2]) * min(argument[0] or 1, 3)
    return ""


def list_examples(op: Any, argument: Any) -> list[str]:
    """Return characters of different kinds that a single item matches."""
    key = repr((op, argument))
    if key not in EXAMPLES:
        item = parser.SubPattern(parser.State(), [(op, argument)])
        compiled = compiler.compile(item, 0)
        EXAMPLES[key] = [char for char in CANDIDATES if compiled.fullmatch(char)]
    return EXAMPLES[key]


def list_attacks(items: Any, before: str = "") -> Iterator[str]:
    """Yield pieces of text to repeat: what each repetition repeats, alone and after its prefix."""
    for at, (op, argument) in enumerate(items):
        prefix = before + write_example(items[:at])
        if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            inner = list(argument[2])
            if argument[1] > 20:
                yield from list_units(inner)
                yield prefix + write_example(inner)
            yield from list_attacks(inner, prefix)
        elif op == codes.BRANCH:
            for branch in argument[1]:
                yield from list_attacks(list(branch), prefix)
        elif op == codes.SUBPATTERN:
            yield from list_attacks(list(argument[3]), prefix)
        elif op == codes.ATOMIC_GROUP:
            yield from list_attacks(list(argument), prefix)
        elif op in (codes.ASSERT, codes.ASSERT_NOT):
            yield from list_attacks(list(argument[1]), prefix)


def list_units(inner: Any) -> Iterator[str]:
    if len(inner) == 1 and inner[0][0] in (codes.IN, codes.NOT_LITERAL, codes.ANY):
        yield from list_examples(*inner[0])
    else:
        yield write_example(inner)


def measure(pattern: Pattern, text: str) -> float:
    begun = time.process_time()
    if pattern.is_searched:
        for _ in pattern.compiled.finditer(text):
            pass
    pattern.compiled.match(text)
    pattern.compiled.fullmatch(text)
    return time.process_time() - begun


def find_slow_text(pattern: Pattern) -> str:
    """Return what a repetition of which takes too long, "" if nothing does."""
    source, flags = pattern.compiled.pattern, pattern.compiled.flags
    is_bytes = isinstance(source, bytes)
    parsed = parser.parse(source, flags)
    attacks = list(dict.fromkeys(list_attacks(list(parsed))))
    for piece in attacks[:MAX_PIECES]:
        body = piece * (SIZE // max(1, len(piece)))
        text: Any = body.encode("utf-8", "replace") if is_bytes else body
        short = text[: SIZE // 4]
        if measure(pattern, text) < MIN_SECONDS:
            continue
        once = min(measure(pattern, short) for _ in range(2))
        four_times = measure(pattern, text)
        if four_times > MIN_SECONDS and four_times > MAX_RATIO * once:
            return f"{piece!r} * n: {once:.4f} s, {four_times:.4f} s"
    return ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_pattern_is_linear(folder: str) -> None:
    """I7: whoever writes an e-mail or a request must not choose how long we read it."""
    slow = {
        pattern.place: text
        for pattern in list_patterns(folder)
        if not pattern.place.startswith(OF_OURS) and (text := find_slow_text(pattern))
    }

    assert slow == {}


def test_patterns_that_are_not_linear_are_noticed() -> None:
    """Those that once were in use."""
    patterns = [r"\s*[,.;:!…–—]+\s+|\s+-\s+", r"\s+\(([^()\d]+)\)[\s.!]*$"]

    found = [bool(find_slow_text(Pattern("", re.compile(one), True))) for one in patterns]

    assert all(found)
