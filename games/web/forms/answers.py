"""The page's form for one question: every answer ready to press, and fields to fill the rest."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine import notation
from games.engine.contract import Argument, Choice, Decision, Number, Page, Pick, Slot, Split, View
from games.presentation.offered_answers import is_of
from games.queries.matches import Answer, Question

# Kinds of fields whose items are ticked.
TICKED = ("one", "several")


@dataclass(frozen=True)
class Tick:
    """One item of a pick, or one bin of a split, or of a ranking, with the number put in it.

    `picture` is the item as HTML, `worth` what it adds to a sum, `thing` what it is on the table;
    all three only where a game draws them.
    """

    code: str
    words: str
    ticked: bool = False
    name: str = ""
    value: str = ""
    most: int = 0
    picture: str = ""
    worth: int | None = None
    thing: str = ""


@dataclass(frozen=True)
class Field:
    """One slot to fill. `kind` is “one”, “several”, “ranked”, “number” or “split”."""

    kind: str
    name: str
    words: str
    told: str
    ticks: tuple[Tick, ...] = ()
    low: int = 0
    high: int = 0
    value: str = ""

    def picked(self, thing: str) -> Field:
        """Return the field with what a press on a thing means ticked, if nothing is yet."""
        things = [tick.thing for tick in self.ticks]
        if self.kind not in TICKED or thing not in things or any(t.ticked for t in self.ticks):
            return self
        ticks = list(self.ticks)
        ticks[things.index(thing)] = replace(ticks[things.index(thing)], ticked=True)
        return replace(self, ticks=tuple(ticks))


@dataclass(frozen=True)
class Ready:
    """An answer that one press gives: `value` is the decision as JSON, `thing` what it is about."""

    number: int
    words: str
    hint: str
    value: str
    thing: str = ""


@dataclass(frozen=True)
class Part:
    """A run of ready answers, or one choice with its examples and the fields to fill it.

    `more` are examples that are folded away, so that the next choice is not screens below. `thing`
    is what on the table the choice is about, `goal` what its items should add up to.
    """

    key: str
    words: str
    answers: tuple[Ready, ...]
    more: tuple[Ready, ...] = ()
    fields: tuple[Field, ...] = ()
    open: bool = False
    thing: str = ""
    goal: int | None = None

    def about(self, thing: str) -> Part | None:
        """Return what of this part is about a thing on the table, opened; None if nothing is."""
        if self.fields:
            return self._opened(thing) if thing in self.things else None
        answers = tuple(answer for answer in self.answers if answer.thing == thing)
        return replace(self, answers=answers) if answers else None

    @property
    def things(self) -> tuple[str, ...]:
        """The things that the choice is about, or that its fields take, each once."""
        taken = (tick.thing for field in self.fields for tick in field.ticks)
        return tuple(dict.fromkeys(thing for thing in (self.thing, *taken) if thing))

    def _opened(self, thing: str) -> Part:
        if thing == self.thing:
            return replace(self, open=True)
        fields = list(self.fields)
        for place, field in enumerate(fields):
            if (filled := field.picked(thing)) is not field:
                fields[place] = filled
                break
        return replace(self, open=True, fields=tuple(fields))


Lexicon = Mapping[str, str]

# The longest number anybody means; longer ones are not even read.
MOST_DIGITS = 6

# Examples of one choice that stand open; the others are a press away.
EXAMPLES_SHOWN = 2


class Look(NamedTuple):
    """How a game is laid out on a page, the view that is laid out, and in which language."""

    page: Page
    view: View
    language: str

    def find_target(self, verb: str, args: Mapping[str, Any]) -> str:
        return self.page.find_target(verb, args, self.view)

    def find_required_sum(self, verb: str, args: Mapping[str, Argument]) -> int | None:
        """Return what the items picked for an answer should add up to; None: no sum is asked."""
        payment = self.page.payment
        return payment.find_required_sum(verb, args, self.view) if payment else None

    def find_item_value(self, code: str) -> int | None:
        """Return what an item adds to that sum; None for what has no value."""
        return self.page.payment.find_item_value(code) if self.page.payment else None

    def render_item(self, code: str) -> str:
        """Return an item as a small picture in HTML; "" of what has none."""
        render_item = self.page.render_item
        return render_item(code, self.language) if render_item else ""


def as_answered(question: Question) -> QueryDict:
    """Return the form as it was filled for the sealed answer given so far; empty before one."""
    given, posted = question.asked.answered, QueryDict(mutable=True)
    choices = question.asked.choices if given else ()
    choice = next((c for c in choices if c.slots and given and is_of(given, c)), None)
    if given is None or choice is None:
        return posted
    for slot in choice.slots:
        name, argument = f"{key_of(choice)}-{slot.name}", given.args[slot.name]
        if isinstance(slot, Pick) and slot.ranked and isinstance(argument, list):
            argument = {code: place for place, code in enumerate(argument, start=1)}
        if isinstance(argument, dict):
            posted.update({f"{name}-{code}": str(many) for code, many in argument.items()})
        else:
            posted.setlist(name, argument if isinstance(argument, list) else [str(argument)])
    return posted


def build_form_parts(
    question: Question, words: Lexicon, posted: QueryDict, look: Look | None = None
) -> list[Part]:
    """Return the form's parts in the order of the choices, with what was `posted` kept.

    With a `look` each knows its thing on the table and has pictures of its items.
    """
    drawn: list[Part] = []
    slotted = sum(1 for choice in question.asked.choices if choice.slots)
    for choice, answers in _by_choice(question):
        ready = tuple(_build_ready_answer(answer, look) for answer in answers)
        if choice.slots:
            key = key_of(choice)
            fields = tuple(
                _link_items_to_board(
                    _build_field(key, slot, words, posted, look), choice, slot, look
                )
                for slot in choice.slots
            )
            is_open = slotted == 1 or posted.get("fill") == key or is_touched(key, choice, posted)
            head = notation.format_decision(Decision(choice.verb, choice.args), words)
            shown, more = ready[:EXAMPLES_SHOWN], ready[EXAMPLES_SHOWN:]
            thing = look.find_target(choice.verb, choice.args) if look else ""
            goal = look.find_required_sum(choice.verb, choice.args) if look else None
            drawn.append(Part(key, head, shown, more, fields, is_open, thing, goal))
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
        mine = [answer for answer in left if is_of(answer.decision, choice)]
        left = [answer for answer in left if answer not in mine]
        yield choice, mine


def _build_ready_answer(answer: Answer, look: Look | None) -> Ready:
    value = msgspec.json.encode(answer.decision).decode()
    thing = look.find_target(answer.decision.verb, answer.decision.args) if look else ""
    return Ready(answer.number, answer.words, answer.hint, value, thing)


def _build_field(
    key: str, slot: Slot, words: Lexicon, posted: QueryDict, look: Look | None
) -> Field:
    name, called = f"{key}-{slot.name}", translate_code(slot.name, words)
    match slot:
        case Number(low=low, high=high):
            told = _("a number from %(low)s to %(high)s") % {"low": low, "high": high}
            return Field(
                "number", name, called, told, low=low, high=high, value=_posted_value(name, posted)
            )
        case Split(total=total):
            told = _("%(total)s in all") % {"total": total}
            bins = {code: min(most, total) for code, most in slot.bins.items()}
            return Field(
                "split", name, called, told, _build_number_inputs(name, bins, words, posted)
            )
        case Pick(ranked=True, items=items):
            told = _("1 for the first, 2 for the next; none is wished for without a number")
            bins = dict.fromkeys(items, len(items))
            return Field(
                "ranked", name, called, told, _build_number_inputs(name, bins, words, posted)
            )
        case Pick():
            kind = "one" if slot.least == slot.most == 1 else "several"
            return Field(
                kind,
                name,
                called,
                how_many(slot),
                _build_pick_options(name, slot, words, posted, look),
            )


def _link_items_to_board(field: Field, choice: Choice, slot: Slot, look: Look | None) -> Field:
    """Return the field whose items know what they are on the table."""
    if look is None or not isinstance(slot, Pick):
        return field
    ticks = tuple(
        replace(tick, thing=look.find_target(choice.verb, {**choice.args, slot.name: tick.code}))
        for tick in field.ticks
    )
    return replace(field, ticks=ticks)


def _posted_value(name: str, posted: QueryDict) -> str:
    return posted.get(name, "")[: MOST_DIGITS + 1]


def _build_number_inputs(
    name: str, bins: Mapping[str, int], words: Lexicon, posted: QueryDict
) -> tuple[Tick, ...]:
    return tuple(
        Tick(
            code,
            translate_code(code, words),
            name=f"{name}-{code}",
            value=_posted_value(f"{name}-{code}", posted),
            most=most,
        )
        for code, most in bins.items()
    )


def _build_pick_options(
    name: str, slot: Pick, words: Lexicon, posted: QueryDict, look: Look | None
) -> tuple[Tick, ...]:
    ticked = Counter(posted.getlist(name))
    ticks = []
    for code in slot.items:
        picture = look.render_item(code) if look else ""
        worth = look.find_item_value(code) if look else None
        is_ticked = ticked[code] > 0
        ticks.append(
            Tick(code, translate_code(code, words), is_ticked, picture=picture, worth=worth)
        )
        ticked[code] -= 1
    return tuple(ticks)


def how_many(slot: Pick) -> str:
    """Say how many items the slot takes."""
    if slot.least == slot.most:
        return _("choose %(many)s") % {"many": slot.most}
    if slot.least == 0:
        return _("choose up to %(most)s, or none") % {"most": slot.most}
    return _("choose %(least)s to %(most)s") % {"least": slot.least, "most": slot.most}


def translate_code(code: str, words: Lexicon) -> str:
    """Return what a code is called."""
    return words.get(code) or code.replace("_", " ")


def number_field_codes(slot: Slot) -> tuple[str, ...]:
    """Return the codes of the slot that have a field for a number each; () if it has none."""
    match slot:
        case Split(bins=bins):
            return tuple(bins)
        case Pick(ranked=True, items=items):
            return items
        case _:
            return ()


def is_touched(key: str, choice: Choice, posted: QueryDict) -> bool:
    """Tell whether any field of the choice has something in it."""
    names = [f"{key}-{slot.name}" for slot in choice.slots]
    names += [
        f"{key}-{slot.name}-{code}" for slot in choice.slots for code in number_field_codes(slot)
    ]
    return any(value.strip() for name in names for value in posted.getlist(name))
