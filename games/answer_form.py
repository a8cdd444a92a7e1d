"""The page's form for one question: what it shows, and the one decision a filled form names."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games import queries
from games.queries import Answer, Question
from games.rules import notation
from games.rules.contract import (
    Argument,
    Choice,
    Decision,
    IllegalDecision,
    Number,
    Pick,
    Slot,
    Split,
    UnreadableDecision,
)

Lexicon = Mapping[str, str]

# The longest number anybody means; longer ones are not even read.
MOST_DIGITS = 6


@dataclass(frozen=True)
class Tick:
    """One item of a pick, or one bin of a split with the number put in it."""

    code: str
    words: str
    ticked: bool = False
    name: str = ""
    value: str = ""
    most: int = 0


@dataclass(frozen=True)
class Field:
    """One slot to fill. `kind` is “one”, “several”, “number” or “split”."""

    kind: str
    name: str
    words: str
    told: str
    ticks: tuple[Tick, ...] = ()
    low: int = 0
    high: int = 0
    value: str = ""


@dataclass(frozen=True)
class Ready:
    """An answer that one press gives: `value` is the decision as JSON."""

    number: int
    words: str
    hint: str
    value: str


@dataclass(frozen=True)
class Part:
    """A run of ready answers, or one choice with its examples and the fields to fill it."""

    key: str
    words: str
    answers: tuple[Ready, ...]
    fields: tuple[Field, ...] = ()
    open: bool = False


def parts(question: Question, words: Lexicon, posted: QueryDict) -> list[Part]:
    """Return the form's parts in the order of the choices, with what was `posted` kept."""
    drawn: list[Part] = []
    slotted = sum(1 for choice in question.asked.choices if choice.slots)
    for choice, answers in _by_choice(question):
        ready = tuple(_ready(answer) for answer in answers)
        if choice.slots:
            key = key_of(choice)
            fields = tuple(_field(key, slot, words, posted) for slot in choice.slots)
            is_open = slotted == 1 or posted.get("fill") == key or _is_touched(key, choice, posted)
            head = notation.write(Decision(choice.verb, choice.args), words)
            drawn.append(Part(key, head, ready, fields, is_open))
        elif drawn and not drawn[-1].fields:
            drawn[-1] = Part("", "", drawn[-1].answers + ready)
        else:
            drawn.append(Part("", "", ready))
    return drawn


def key_of(choice: Choice) -> str:
    """Return a short name of the choice for its fields: the same as long as the choice is."""
    said = msgspec.json.encode([choice.verb, choice.args, [slot.name for slot in choice.slots]])
    return hashlib.sha256(said).hexdigest()[:8]


def _by_choice(question: Question) -> Iterator[tuple[Choice, list[Answer]]]:
    """The numbered answers, dealt out to the choices whose examples they are."""
    left = list(question.answers)
    for choice in question.asked.choices:
        mine = [answer for answer in left if _is_of(answer.decision, choice)]
        left = [answer for answer in left if answer not in mine]
        yield choice, mine


def _is_of(decision: Decision, choice: Choice) -> bool:
    names = {*choice.args, *(slot.name for slot in choice.slots)}
    fixed = all(decision.args.get(name) == value for name, value in choice.args.items())
    return decision.verb == choice.verb and set(decision.args) == names and fixed


def _ready(answer: Answer) -> Ready:
    value = msgspec.json.encode(answer.decision).decode()
    return Ready(answer.number, answer.words, answer.hint, value)


def _field(key: str, slot: Slot, words: Lexicon, posted: QueryDict) -> Field:
    name, called = f"{key}-{slot.name}", _word(slot.name, words)
    match slot:
        case Number(low=low, high=high):
            told = _("a number from %(low)s to %(high)s") % {"low": low, "high": high}
            return Field(
                "number", name, called, told, low=low, high=high, value=_kept(name, posted)
            )
        case Split(total=total):
            told = _("%(total)s in all") % {"total": total}
            return Field("split", name, called, told, _bins(name, slot, words, posted))
        case Pick():
            kind = "one" if slot.least == slot.most == 1 else "several"
            return Field(kind, name, called, _how_many(slot), _items(name, slot, words, posted))


def _kept(name: str, posted: QueryDict) -> str:
    return posted.get(name, "")[: MOST_DIGITS + 1]


def _bins(name: str, slot: Split, words: Lexicon, posted: QueryDict) -> tuple[Tick, ...]:
    return tuple(
        Tick(
            code,
            _word(code, words),
            name=f"{name}-{code}",
            value=_kept(f"{name}-{code}", posted),
            most=min(most, slot.total),
        )
        for code, most in slot.bins.items()
    )


def _items(name: str, slot: Pick, words: Lexicon, posted: QueryDict) -> tuple[Tick, ...]:
    ticked = Counter(posted.getlist(name))
    ticks = []
    for code in slot.items:
        ticks.append(Tick(code, _word(code, words), ticked=ticked[code] > 0))
        ticked[code] -= 1
    return tuple(ticks)


def _how_many(slot: Pick) -> str:
    if slot.least == slot.most:
        return _("choose %(many)s") % {"many": slot.most}
    if slot.least == 0:
        return _("choose up to %(most)s, or none") % {"most": slot.most}
    return _("choose %(least)s to %(most)s") % {"least": slot.least, "most": slot.most}


def _word(code: str, words: Lexicon) -> str:
    return words.get(code) or code.replace("_", " ")


def read(question: Question, lexicons: Sequence[Lexicon], posted: QueryDict) -> Decision:
    """Return the decision a filled form names: a pressed answer, filled fields, or a written line.

    Raises UnreadableDecision, AmbiguousDecision or IllegalDecision with words for the player.
    """
    choices = question.asked.choices
    if "decision" in posted:
        return _pressed(choices, posted.get("decision", ""))
    line = posted.get("line", "")
    filled = [c for c in choices if c.slots and _is_touched(key_of(c), c, posted)]
    if "fill" in posted:
        filled, line = [c for c in choices if c.slots and key_of(c) == posted["fill"]], ""
    if line.strip():
        offered = queries.offered(question.row, question.asked)
        return notation.read(question.asked, line, lexicons, offered=offered)
    if len(filled) != 1:
        raise UnreadableDecision(_("Press an answer, or write one and press “Send”."))
    return _filled(filled[0], lexicons[0], posted)


def _pressed(choices: Sequence[Choice], value: str) -> Decision:
    try:
        decision = msgspec.json.decode(value, type=Decision)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableDecision(_("That answer cannot be read.")) from error
    for choice in choices:
        if _is_of(decision, choice) and all(
            _fits(decision.args[slot.name], slot) for slot in choice.slots
        ):
            return decision
    raise IllegalDecision(_("That is not one of the answers to this question."))


def _fits(argument: Argument, slot: Slot) -> bool:
    match slot:
        case Number(low=low, high=high):
            return type(argument) is int and low <= argument <= high
        case Split(total=total, bins=bins):
            return (
                isinstance(argument, dict)
                and sum(argument.values()) == total
                and all(0 < many <= bins.get(code, 0) for code, many in argument.items())
            )
        case Pick(items=items, least=1, most=1):
            return isinstance(argument, str) and argument in items
        case Pick(items=items, least=least, most=most):
            return (
                isinstance(argument, list)
                and least <= len(argument) <= most
                and Counter(argument) <= Counter(items)
            )


def _is_touched(key: str, choice: Choice, posted: QueryDict) -> bool:
    names = [f"{key}-{slot.name}" for slot in choice.slots]
    names += [
        f"{key}-{slot.name}-{code}"
        for slot in choice.slots
        if isinstance(slot, Split)
        for code in slot.bins
    ]
    return any(value.strip() for name in names for value in posted.getlist(name))


def _filled(choice: Choice, words: Lexicon, posted: QueryDict) -> Decision:
    key = key_of(choice)
    args = {
        slot.name: _argument(f"{key}-{slot.name}", slot, words, posted) for slot in choice.slots
    }
    return Decision(choice.verb, {**choice.args, **args})


def _argument(name: str, slot: Slot, words: Lexicon, posted: QueryDict) -> Argument:
    called, argument = _word(slot.name, words), _posted_argument(name, slot, words, posted)
    if _fits(argument, slot):
        return argument
    match slot:
        case Number(low=low, high=high):
            told = _("“%(slot)s” is a number from %(low)s to %(high)s.")
            raise IllegalDecision(told % {"slot": called, "low": low, "high": high})
        case Split(total=total):
            told = _("“%(slot)s” must come to %(total)s in all, no bin above its limit.")
            raise IllegalDecision(told % {"slot": called, "total": total})
        case Pick():
            told = _("“%(slot)s”: %(how_many)s.")
            raise IllegalDecision(told % {"slot": called, "how_many": _how_many(slot)})


def _posted_argument(name: str, slot: Slot, words: Lexicon, posted: QueryDict) -> Argument:
    match slot:
        case Number():
            return _number(posted.get(name, ""), _word(slot.name, words), empty=slot.low - 1)
        case Split():
            spread = {
                code: _number(posted.get(f"{name}-{code}", ""), _word(code, words), empty=0)
                for code in slot.bins
            }
            return {code: many for code, many in spread.items() if many}
        case Pick(least=1, most=1):
            return posted.get(name, "")
        case Pick():
            return posted.getlist(name)


def _number(written: str, called: str, *, empty: int) -> int:
    """The number in a field; `empty` for an empty one."""
    digits = written.strip()
    if not digits:
        return empty
    if len(digits) > MOST_DIGITS or not digits.removeprefix("-").isdecimal():
        told = _("“%(slot)s” needs a number, not “%(written)s”.")
        raise UnreadableDecision(told % {"slot": called, "written": digits[:20]})
    return int(digits)
