"""Every regular expression that reads what people send takes time linear in its length.

Attacks are generated from the pattern itself: each of its repetitions is fed with what it repeats,
many times over and with a tail that fits nothing, so that the rest of the pattern cannot follow.
Four times as long a text must take about four times as long.
"""

from __future__ import annotations

import ast
import importlib
import re
import signal
import time
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from types import FrameType
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
    *("games/web", "games/api", "games/presentation", "games/queries", "abyss_site/core/http"),
    "abyss_site/core/unicode_text.py",
)
# Four times as long a text may take MAX_RATIO times as long. What takes MAX_SECONDS is slow, and
# interrupted.
MAX_RATIO, MAX_SECONDS = 8, 1.0
# Longer than ten ticks of the coarsest clock of a processor.
MANY_TICKS = 0.1
# Ends of texts: nothing, and what hardly any pattern matches.
TAILS = ("", "\0")
CANDIDATES = " \n\t,.;:!?-–—_/\\|<>()[]{}\"'“”@#*=+&%$^~` 0123456789abxyzABXYZéßж界\u0301\u200d٣²😀"
# Patterns that only read files of our own.
OF_OURS = ("games.web.views.styleguide.", "games.web.views.art.")
APPS = ("games", "notifications", "abyss_site", "devtools")
EXAMPLES: dict[str, list[str]] = {}


class Effort(NamedTuple):
    """How long the texts are, in characters, and how many are tried for one pattern.

    What takes less than `min_seconds` cannot be measured.
    """

    size: int
    max_attacks: int
    min_seconds: float


QUICK, THOROUGH = Effort(2_000, 120, 0.005), Effort(8_000, 2_000, 0.04)


class TooSlow(Exception):
    """A match took MAX_SECONDS of processor time."""


class Attack(NamedTuple):
    """A text that begins with `prefix`, repeats `piece`, and ends with `tail`."""

    prefix: str
    piece: str
    tail: str

    def build(self, size: int) -> str:
        return self.prefix + self.piece * (size // max(1, len(self.piece))) + self.tail


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


def iterate_texts(items: Any) -> Iterator[str]:
    """Yield texts that match the items of a parsed pattern: each alternative in it once."""
    examples = [write_item(*item) for item in items]
    yield "".join(examples)
    for at, (op, argument) in enumerate(items):
        parts = argument[1] if op == codes.BRANCH else []
        parts = [argument[3]] if op == codes.SUBPATTERN else parts
        for part in parts:
            for text in iterate_texts(part):
                yield "".join([*examples[:at], text, *examples[at + 1 :]])


def iterate_rows(items: Any) -> Iterator[str]:
    """Yield rows of each alternative of what is repeated without end: “best regards ” 60 times.

    With alternatives that consist of others they take exponential time. So few can be tried all.
    """
    for op, argument in items:
        if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            if argument[1] > 20:
                yield from (text * 60 for text in iterate_texts(argument[2]))
            yield from iterate_rows(argument[2])
        elif op == codes.BRANCH:
            for branch in argument[1]:
                yield from iterate_rows(branch)
        elif op in (codes.SUBPATTERN, codes.ASSERT, codes.ASSERT_NOT):
            yield from iterate_rows(argument[-1])
        elif op == codes.ATOMIC_GROUP:
            yield from iterate_rows(argument)


def list_examples(op: Any, argument: Any) -> list[str]:
    """Return characters of different kinds that a single item matches."""
    key = repr((op, argument))
    if key not in EXAMPLES:
        item = parser.SubPattern(parser.State(), [(op, argument)])
        compiled = compiler.compile(item, 0)
        EXAMPLES[key] = [char for char in CANDIDATES if compiled.fullmatch(char)]
    return EXAMPLES[key]


def list_attacks(parsed: Any) -> list[Attack]:
    pieces = list(dict.fromkeys(iterate_pieces(list(parsed))))
    return [Attack(*piece, tail) for piece in pieces for tail in TAILS]


def iterate_pieces(items: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield pieces of text to repeat, and what comes before all of them.

    They are what each repetition repeats: alone, after its prefix, and each time with its prefix.
    """
    for at, (op, argument) in enumerate(items):
        prefix = before + write_example(items[:at])
        if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            inner = list(argument[2])
            if argument[1] > 20:
                for unit in list_units(inner):
                    yield "", unit
                yield "", prefix + write_example(inner)
                yield prefix, write_example(inner)
            yield from iterate_pieces(inner, prefix)
        elif op == codes.BRANCH:
            for branch in argument[1]:
                yield from iterate_pieces(list(branch), prefix)
        elif op == codes.SUBPATTERN:
            yield from iterate_pieces(list(argument[3]), prefix)
        elif op == codes.ATOMIC_GROUP:
            yield from iterate_pieces(list(argument), prefix)
        elif op in (codes.ASSERT, codes.ASSERT_NOT):
            yield from iterate_pieces(list(argument[1]), prefix)


def list_units(inner: Any) -> Iterator[str]:
    if len(inner) == 1 and inner[0][0] in (codes.IN, codes.NOT_LITERAL, codes.ANY):
        yield from list_examples(*inner[0])
    else:
        yield write_example(inner)


def measure(pattern: Pattern, text: Any, times: int = 1) -> float:
    """Return the processor time of all matches, in seconds; MAX_SECONDS if it would be more.

    Python looks for signals while it matches.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    begun = time.process_time()
    try:
        for _ in range(times):
            match_all(pattern, text)
    except TooSlow:
        return MAX_SECONDS
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - begun


def measure_exactly(pattern: Pattern, text: Any) -> float:
    """Return the processor time of all matches, in seconds, though its clock has coarse ticks."""
    means = []
    for _ in range(3):
        times = 1
        while (seconds := measure(pattern, text, times)) < MANY_TICKS:
            times *= 4
        means.append(seconds / times)
    return min(means)


def match_all(pattern: Pattern, text: Any) -> None:
    if pattern.is_searched:
        for _ in pattern.compiled.finditer(text):
            pass
    pattern.compiled.match(text)
    pattern.compiled.fullmatch(text)


def find_slow_text(pattern: Pattern, effort: Effort) -> str:
    """Return an attack that takes too long and its times, "" if none does."""
    source, flags = pattern.compiled.pattern, pattern.compiled.flags
    parsed = parser.parse(source, flags)
    for row in dict.fromkeys(iterate_rows(parsed)):
        if measure(pattern, encode_for(source, f"{row}\0")) >= MAX_SECONDS:
            return row
    for attack in list_attacks(parsed)[: effort.max_attacks]:
        short, text = (
            encode_for(source, attack.build(size)) for size in (effort.size // 4, effort.size)
        )
        first = measure(pattern, text)
        if first >= MAX_SECONDS:
            return f"{attack}: {first:.4f} s"
        # A text may be slow once since a clock of coarse ticks went on.
        tries = chain([first], (measure(pattern, text) for _ in range(2)))
        if any(seconds < effort.min_seconds for seconds in tries):
            continue
        once, four_times = (measure_exactly(pattern, it) for it in (short, text))
        if four_times > effort.min_seconds and four_times > MAX_RATIO * once:
            return f"{attack}: {once:.4f} s, {four_times:.4f} s"
    return ""


def encode_for(source: str | bytes, text: str) -> str | bytes:
    return text.encode("utf-8", "replace") if isinstance(source, bytes) else text


def find_slow_patterns(folder: str, effort: Effort) -> dict[str, str]:
    """Return for the place of each slow pattern a text for which it is."""
    return {
        pattern.place: text
        for pattern in list_patterns(folder)
        if not pattern.place.startswith(OF_OURS) and (text := find_slow_text(pattern, effort))
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_pattern_is_linear(folder: str) -> None:
    """I7: whoever writes an e-mail or a request must not choose how long we read it."""
    assert find_slow_patterns(folder, QUICK) == {}


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_pattern_is_linear_in_long_texts(folder: str) -> None:
    assert find_slow_patterns(folder, THOROUGH) == {}


@pytest.mark.parametrize(
    "source",
    [
        # Those that once were in use.
        r"\s*[,.;:!…–—]+\s+|\s+-\s+",
        r"\s+\(([^()\d]+)\)[\s.!]*$",
        # Nested repetitions, which take exponential time once they fail.
        r"(\w+\s?)+$",
        r"say (?:\w+\s?)+\.",
        r"(?:a|aa)+$",
        r"(?:(?:bye|best regards|regards|best)(?:\s|$))+",
    ],
)
def test_a_pattern_that_is_not_linear_is_noticed(source: str) -> None:
    """With the long texts, which tell a square from a line on any machine."""
    assert find_slow_text(Pattern("", re.compile(source), True), THOROUGH)
