"""Convert decisions to text and back; the legal answers serve as the grammar.

format_decision() puts a decision into words, parse_decision() finds the one answer that a line
names: by its number, its words, or an unambiguous prefix of its words. A lexicon is a game's
`list_words(language)`: code -> word. It may put a joining word before an argument: “.allies”:
“with” gives “recruit oracle with crab 4, squid 2”; “discard.allies”: “” removes it for that verb.
It may also put a unit after a number: “wealth.”: “Wealth” gives “bid 2 Wealth”; and “:” before a
name that has no joining word: “recruit: Oracle”. All of these may be omitted by the player; a
number slot with a unit that is not mentioned is 0. “former.take” is how the verb was written
before, and “joint.journey.card” what may stand before an argument of that verb; both are read but
not written. A code without a word is its own word, with underscores as
spaces. Courtesies around an answer, such as thanks and “number”, are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from .contract import (
    AmbiguousDecision,
    AnyGame,
    Argument,
    Choice,
    Decision,
    Number,
    Pick,
    Prompt,
    Slot,
    Split,
    UnreadableDecision,
)

Lexicon = Mapping[str, str]
Tokens = tuple[str, ...]

# Words that are ignored.
FILLERS = frozenset(
    ["the", "le", "la", "les", "l", "der", "die", "das", "den", "and", "et", "und"]
    + ["please", "bitte", "merci", "thanks", "option"]
)
# Words between the items of a list in order of preference.
RANKING = frozenset(
    ["then", "afterwards", "otherwise", "puis", "ensuite", "sinon", "dann", "danach", "sonst"]
    + ["or", "ou", "oder"]
)
# The same in two words: “or else the Priest”.
RANKING_PAIRS = frozenset(
    [("or", "else"), ("if", "not"), ("ou", "sinon"), ("ou", "alors"), ("oder", "sonst")]
    + [("wenn", "nicht"), ("falls", "nicht"), ("failing", "that")]
)
# Minimum length of an abbreviated verb, so that a stray initial is never an answer.
MIN_VERB_LENGTH = 2
# Limits that no honest line reaches.
MAX_CHARACTERS, MAX_TOKENS, MAX_READINGS = 300, 60, 64
# A number that stands for itself, not part of an amount, a sum, a date, a time or a word: “+1”,
# “2%”, “2:30” and “-1” are none, and neither is “les 2”, which means both.
_NUMBER = re.compile(
    r"(?<!\bles\s)(?<![^\s\"'“”‘’«»„()\[\]{}*_#>•·:.,!°№])(?<!\d[.,:])(?<![+=<±×~≈§$€£@]\s)"
    r"(?!0\d)\d{1,6}(?!\w|\s?[%€$£°+=]|[.,:/–-]\d|/)",
    re.IGNORECASE,
)


# Characters between letters that are not displayed, a zero-width joiner and a non-joiner; and
# letters that have no accent to drop, but that keyboards lack: “Œil” is “oeil”.
_KEYBOARD_LETTERS = {0x200C: None, 0x200D: None, ord("œ"): "oe", ord("æ"): "ae", ord("ø"): "o"}
_KEYBOARD_LETTERS |= {ord("ł"): "l", ord("đ"): "d", ord("ı"): "i"}


class Reading(Struct, frozen=True):
    """An answer and how a line names it: by its number, or `in_full` rather than by a prefix."""

    decision: Decision
    by_number: bool
    in_full: bool


# Number of lines whose words are remembered: about those of a long e-mail.
MAX_REMEMBERED_LINES = 2048


def format_decision(decision: Decision, words: Lexicon) -> str:
    """Return the decision in words that parse_decision() reads back.

    >>> decision = Decision("recruit", {"lord": "oracle", "allies": ["crab4"]})
    >>> format_decision(decision, {".allies": "with"})
    'recruit oracle with crab4'
    >>> format_decision(Decision("recruit", {"lord": "oracle"}), {":": ":"})
    'recruit: oracle'
    """
    parts = [_code_word(decision.verb, words)]
    for name, argument in decision.args.items():
        if part := _format_argument(argument, words):
            if isinstance(argument, int):
                part = f"{part} {words.get(f'{name}.', '')}".rstrip()
            joint = words.get(f"{decision.verb}.{name}", words.get(f".{name}", ""))
            if not joint and part[0].isalpha() and parts[-1] and not parts[-1].endswith(":"):
                parts[-1] += words.get(":", "")
            parts += [part] if not joint else [joint, part]
    return " ".join(filter(None, parts))


def order_arguments(decision: Decision, words: Lexicon) -> Decision:
    """Return a stored decision with its arguments as they are written: the database sorts them.

    An argument with a joining word follows amounts and those without one.

    >>> stored = Decision("move", {"to": "0,1", "segment": "1,0"})
    >>> format_decision(order_arguments(stored, {".to": "to"}), {".to": "to"})
    'move 1,0 to 0,1'
    """

    def has_joint(name: str) -> bool:
        joint = words.get(f"{decision.verb}.{name}", words.get(f".{name}", ""))
        return bool(joint) and not isinstance(decision.args[name], int)

    names = sorted(decision.args, key=has_joint)
    return Decision(decision.verb, {name: decision.args[name] for name in names})


def _format_argument(argument: Argument, words: Lexicon) -> str:
    if isinstance(argument, str):
        return _code_word(argument, words)
    if isinstance(argument, dict):
        return ", ".join(f"{many} {_code_word(code, words)}" for code, many in argument.items())
    if isinstance(argument, list):
        return ", ".join(_code_word(code, words) for code in argument)
    return str(argument)


def _code_word(code: str, words: Lexicon) -> str:
    return words.get(code) or code.replace("_", " ")


def list_written_verbs(verb: str, words: Lexicon) -> tuple[str, ...]:
    """Return the ways to write a verb that are read: as it is written now, then as it was before.

    >>> list_written_verbs("take", {"take": "nehmen", "former.take": "nimm"})
    ('nehmen', 'nimm')
    """
    former = words.get(f"former.{verb}")
    return (_code_word(verb, words), *([former] if former else ()))


def parse_decision(
    prompt: Prompt,
    line: str,
    lexicons: Sequence[Lexicon],
    *,
    offers: Sequence[Decision] | None = None,
) -> Decision:
    """Return the one answer that this line names; whether it is legal is left to the rules.

    `lexicons`: the reader's language first. `offers` is the numbered list of the e-mail; None: the
    prompt's own order. Text behind “//” is chat; a line with a question mark is a question, not an
    answer. Raises UnreadableDecision or AmbiguousDecision, which quote the line.
    """
    return parse_reading(prompt, line, lexicons, offers=offers).decision


def parse_reading(
    prompt: Prompt,
    line: str,
    lexicons: Sequence[Lexicon],
    *,
    offers: Sequence[Decision] | None = None,
) -> Reading:
    """Return what parse_decision() returns, and how the line names it. Raises the same errors."""
    answer_text = line.split("//")[0]
    tokens = strip_courtesies(tokenize_line(answer_text))
    quote = shorten_line(line)
    if not tokens:
        raise UnreadableDecision("We found no answer in it.")
    if is_question(answer_text):
        raise UnreadableDecision("“{line}” is not one of the answers.", line=quote)
    if len(tokens) == 1 and tokens[0].isdigit() and is_plain_number(answer_text):
        all_offers = offers if offers is not None else prompt.list_offered_decisions()
        return Reading(_decision_by_number(int(tokens[0]), all_offers), True, True)
    if len(tokens) > MAX_TOKENS:
        raise UnreadableDecision("“{line}” is too long for an answer.", line=quote)
    exact, prefix_matches = find_readings(prompt.choices, tokens, lexicons)
    matches = exact or prefix_matches
    if len(matches) == 1:
        return Reading(matches[0], False, bool(exact))
    if matches:
        answers = [format_decision(decision, lexicons[0]) for decision in matches[:8]]
        raise AmbiguousDecision("“{line}” could be {answers}.", answers=answers, line=quote)
    raise UnreadableDecision("“{line}” is not one of the answers.", line=quote)


def is_plain_number(line: str) -> bool:
    """Return whether the number in a line stands for itself.

    >>> [is_plain_number(line) for line in ("2.", "(2)", "no. 2", "+1", "2%", "2:30", "-1")]
    [True, True, True, False, False, False, False]
    """
    return bool(_NUMBER.search(line))


def list_lexicons(game: AnyGame, language: str) -> list[Lexicon]:
    """Return the lexicons for reading a line: the reader's own language first, then English."""
    return [game.list_words(code) for code in dict.fromkeys((language, "en"))]


def tokenize_line(line: str) -> Tokens:
    """Return the line's words and numbers, without case, accents, punctuation and fillers.

    A negative number keeps its sign if it is separated from the word before it.

    >>> tokenize_line("Recruit the Oracle, crab4!"), tokenize_line("at 2,-1")
    (('recruit', 'oracle', 'crab', '4'), ('at', '2', '-1'))
    >>> tokenize_line("Sign Defense Treaty") == tokenize_line("sign Defence Treaty")
    True
    """
    return drop_fillers(split_words(line))


def drop_fillers(tokens: Tokens) -> Tokens:
    """Return words without those that tokenize_line() ignores."""
    return tuple(word for word in tokens if word not in FILLERS)


def split_words(line: str, *, limit: int = MAX_CHARACTERS) -> Tokens:
    """Return what tokenize_line() returns, with the words that it ignores."""
    return _split_words(line[:limit])


@lru_cache(maxsize=MAX_REMEMBERED_LINES)
def _split_words(line: str) -> Tokens:
    """Return the words of a short line: every reader of an e-mail asks for those of each line."""
    plain = fold_letters(line)
    # Either spelling is read.
    plain = plain.replace("defense", "defence")
    return tuple(re.findall(r"[^\W\d_]+|(?<![\w-])-\d+|\d+", plain))


def fold_letters(text: str) -> str:
    """Return a text without case, accents and ligatures.

    >>> fold_letters("Œil de Tigre"), fold_letters("Straße")
    ('oeil de tigre', 'strasse')
    """
    plain = text.casefold()
    if plain.isascii():
        return plain
    plain = unicodedata.normalize("NFKD", plain.translate(_KEYBOARD_LETTERS))
    return plain.translate(_PLAIN_CHARACTERS).replace("−", "-")


class _PlainCharacters(dict[int, str | None]):
    """A table for str.translate(): ASCII digits for others, and None for marks that combine.

    It grows by the characters that occur.
    """

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        plain = None if unicodedata.combining(char) else char
        # Some digits are no decimal ones, such as “፩”: int() would not read them.
        self[code] = str(unicodedata.digit(char)) if char.isdigit() else plain
        return self[code]


_PLAIN_CHARACTERS = _PlainCharacters()


def shorten_line(line: str) -> str:
    """Return a line as refusals quote it: in one line of at most 80 characters."""
    text = " ".join(line.split())
    return f"{text[:80]}…" if len(text) > 80 else text


def _decision_by_number(number: int, offers: Sequence[Decision]) -> Decision:
    if 1 <= number <= len(offers):
        return offers[number - 1]
    raise UnreadableDecision(
        "There is no answer {number}; the answers are 1 to {last}.",
        number=number,
        last=len(offers),
    )


def find_readings(
    choices: Sequence[Choice], tokens: Tokens, lexicons: Sequence[Lexicon]
) -> tuple[list[Decision], list[Decision]]:
    """Return the decisions named in full, and those named by a prefix.

    A choice named without filling its slots stands for all its examples.
    """
    exact: list[Decision] = []
    by_prefix: list[Decision] = []
    for words in lexicons:
        for choice in choices:
            for whole, decision in islice(
                _iter_choice_readings(choice, tokens, words), MAX_READINGS
            ):
                decisions = choice.examples() if decision is None else (decision,)
                group = exact if whole else by_prefix
                group += [candidate for candidate in decisions if candidate not in group]
    return exact, by_prefix


def _iter_choice_readings(
    choice: Choice, tokens: Tokens, words: Lexicon
) -> Iterator[tuple[bool, Decision | None]]:
    """Yield (named in full, decision) for each way to read `tokens` as this choice.

    The decision is None if verb and fixed arguments are named, but none of the slots.
    """
    verbs = {
        head
        for verb in list_written_verbs(choice.verb, words)
        for head in _match_words(tokens, 0, verb)
    }
    heads = [(at, whole) for at, whole in verbs if whole or len(tokens[0]) >= MIN_VERB_LENGTH]
    for name, argument in choice.args.items():
        bare = _format_argument(argument, words)
        if not bare:
            # An empty list has no words.
            continue
        joints = [words.get(f".{name}", ""), words.get(f"joint.{choice.verb}.{name}", "")]
        ways = (bare, *(f"{joint} {bare}" for joint in joints if joint))
        heads = [
            (after, whole and fully)
            for at, whole in heads
            for after, fully in _match_argument(tokens, at, ways)
        ]
    for at, whole in heads:
        if at == len(tokens) and choice.slots and any(not _may_be_empty(s) for s in choice.slots):
            yield whole, None
            continue
        for args, after, fully in _fill_slots(choice.slots, tokens, at, words):
            if after == len(tokens):
                yield whole and fully, Decision(choice.verb, {**choice.args, **args})


def _match_argument(tokens: Tokens, at: int, ways: tuple[str, ...]) -> set[tuple[int, bool]]:
    """Return the positions after an argument; at the end of the line the argument was left out.

    Each is (index, named in full).
    """
    if at == len(tokens):
        return {(at, False)}
    return {match for way in ways for match in _match_words(tokens, at, way)}


def _may_be_empty(slot: Slot) -> bool:
    return slot.least == 0 if isinstance(slot, Pick) else False


def _match_words(tokens: Tokens, at: int, text: str) -> Iterator[tuple[int, bool]]:
    """Yield (next index, named in full) for each prefix of `text` found at index `at`."""
    word = tokenize_line(text)
    for many, token in enumerate(word, start=1):
        if at + many > len(tokens) or not _is_prefix(tokens[at + many - 1], token):
            return
        yield at + many, many == len(word) and tokens[at : at + many] == word


def _is_prefix(word: str, token: str) -> bool:
    return word == token if token[-1].isdigit() else token.startswith(word)


Filling = tuple[dict[str, Argument], int, bool]


def _fill_slots(
    slots: tuple[Slot, ...], tokens: Tokens, at: int, words: Lexicon
) -> Iterator[Filling]:
    if not slots:
        yield {}, at, True
        return
    slot, rest = slots[0], slots[1:]
    joint = tokenize_line(words.get(f".{slot.name}", ""))
    start = at + len(joint) if joint and tokens[at : at + len(joint)] == joint else at
    for argument, after, whole in _fill_one(slot, tokens, start, words):
        for args, end, fully in _fill_slots(rest, tokens, after, words):
            yield {slot.name: argument, **args}, end, whole and fully


def _fill_one(
    slot: Slot, tokens: Tokens, at: int, words: Lexicon
) -> Iterator[tuple[Argument, int, bool]]:
    if isinstance(slot, Number):
        unit = tokenize_line(words.get(f"{slot.name}.", ""))
        if unit and slot.low == 0:
            # “bid 2 Wealth” does not mention Influence.
            yield 0, at, True
        if at < len(tokens) and tokens[at].isdigit():
            after = at + 1 + len(unit)
            has_unit = unit and tokens[at + 1 : after] == unit
            yield int(tokens[at]), after if has_unit else at + 1, True
    elif isinstance(slot, Split):
        yield from _fill_split(slot, tokens, at, words)
    else:
        for items, after, whole in _fill_pick(slot, tokens, at, words):
            if slot.least == slot.most == 1:
                if items:
                    yield items[0], after, whole
            elif items or slot.least == 0:
                yield items, after, whole


def _fill_pick(
    slot: Pick, tokens: Tokens, at: int, words: Lexicon
) -> Iterator[tuple[list[str], int, bool]]:
    """Yield each list of items named from index `at` on, one item longer in every round.

    Raises UnreadableDecision if too many lists match for any of them to be what was meant.
    """
    available = Counter(slot.items)
    # (picked items, sorted; next index) -> (picked items in the order named, all named in full)
    selections: dict[tuple[Tokens, int], tuple[list[str], bool]] = {((), at): ([], True)}
    while selections:
        longer: dict[tuple[Tokens, int], tuple[list[str], bool]] = {}
        for (_, after), (items, whole) in selections.items():
            yield items, after, whole
            if len(items) < slot.most:
                start = _skip_ranking(tokens, after) if slot.ranked and items else after
                for code in available:
                    if items.count(code) < available[code]:
                        for end, fully in _match_words(tokens, start, _code_word(code, words)):
                            more = [*items, code]
                            key = (tuple(sorted(more)), end)
                            if key not in longer or not longer[key][1]:
                                longer[key] = more, whole and fully
        if len(longer) > MAX_READINGS:
            raise UnreadableDecision("It could mean too many different answers.")
        selections = longer


def _skip_ranking(tokens: Tokens, at: int) -> int:
    """Return the index behind words that stand between preferences, such as “then”."""
    if tokens[at : at + 2] in RANKING_PAIRS:
        return at + 2
    return at + 1 if tokens[at : at + 1] and tokens[at] in RANKING else at


def _fill_split(
    slot: Split, tokens: Tokens, at: int, words: Lexicon
) -> Iterator[tuple[dict[str, int], int, bool]]:
    spread: dict[str, int] = {}
    whole = True
    while at + 1 < len(tokens) and tokens[at].isdigit():
        ends = [
            (after, fully, code)
            for code in slot.bins
            if code not in spread
            for after, fully in _match_words(tokens, at + 1, _code_word(code, words))
        ]
        best = max(ends, default=None)
        if best is None or sum(end[0] == best[0] for end in ends) > 1:
            return
        spread[best[2]] = int(tokens[at])
        at, whole = best[0], whole and best[1]
    if spread:
        yield spread, at, whole


# Courtesies and questions.

# At the end of a line; single words are also in FILLERS.
THANKS = (
    *(("thank", "you", "very", "much"), ("thank", "you", "so", "much"), ("thank", "you")),
    *(("many",), ("a", "lot"), ("thx",), ("cheers",)),
    *(("vielen", "dank"), ("danke", "schon"), ("dankeschon",), ("danke",)),
    *(("s", "il", "vous", "plait"), ("s", "il", "te", "plait"), ("svp",), ("stp",), ("beaucoup",)),
)
# Before the number of an answer.
LABELS = frozenset(["answer", "antwort", "reponse", "number", "nummer", "numero", "nr"])


def strip_courtesies(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return words, as from tokenize_line(), without courtesies, if anything else is left.

    >>> [strip_courtesies(line) for line in (("2", "thank", "you"), ("answer", "2"), ("danke",))]
    [('2',), ('2',), ('danke',)]
    """
    thanks = next((phrase for phrase in THANKS if tokens[-len(phrase) :] == phrase), ())
    tokens = tokens[: len(tokens) - len(thanks)] or tokens
    return (
        tokens[1:] if len(tokens) == 2 and tokens[0] in LABELS and tokens[1].isdigit() else tokens
    )


def is_question(line: str) -> bool:
    """Return whether a line asks something; such a line is no answer."""
    return any(mark in line for mark in "?？؟")
