"""The answer form of a prompt: buttons for complete answers, and fields to fill in the others."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine import notation
from games.engine.contract import (
    AnyGame,
    AnyPage,
    Argument,
    Choice,
    Decision,
    Number,
    Pick,
    Slot,
    Split,
    View,
)
from games.presentation.offered_answers import is_of
from games.queries.matches import Answer, Question

# Number of characters that fit into half the width of a phone, on two lines.
SHORT_WORDS = 32
# Longer words without a hint take more height in half the width than in the whole.
HALF_WORDS = 36
# Takes the quotes off the names in a label, to see whether a hint only repeats it.
NO_QUOTES = str.maketrans("", "", "“”„«»\u00a0")
# Kinds of fields with checkboxes or radio buttons.
TICK_KINDS = ("one", "several")
# Kinds of fields with more values than examples can show.
FORM_KINDS = ("number", "ranked")


@dataclass(frozen=True)
class Tick:
    """An item of a pick, a bin of a split, or an item of a ranking, with its current number.

    `picture` is the item as HTML, `worth` what it adds to a sum, `thing` its component on the
    board, `meaning` what it does; all four only for games with a page layout.
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
    meaning: str = ""


@dataclass(frozen=True)
class Spot:
    """A cell of a map of items: one to pick, or else what lies there as HTML; both may be empty."""

    tick: Tick | None = None
    picture: str = ""


@dataclass(frozen=True)
class Field:
    """A slot to fill in. `kind` is “one”, “several”, “ranked”, “number” or “split”.

    `low` and `high` are the limits of a number, of how many items are picked, or of a sum. `rows`
    are the items as a map, if they are places.
    """

    kind: str
    name: str
    words: str
    told: str
    ticks: tuple[Tick, ...] = ()
    low: int = 0
    high: int = 0
    value: str = ""
    rows: tuple[tuple[Spot, ...], ...] = ()

    def picked(self, thing: str) -> Field:
        """Return the field with the clicked component selected, unless something is already."""
        things = [tick.thing for tick in self.ticks]
        if self.kind not in TICK_KINDS or thing not in things or any(t.ticked for t in self.ticks):
            return self
        before = self.ticks[things.index(thing)]
        tick_after = replace(before, ticked=True)
        return replace(
            self,
            ticks=tuple(tick_after if tick is before else tick for tick in self.ticks),
            rows=tuple(
                tuple(
                    replace(spot, tick=tick_after) if spot.tick is before else spot for spot in row
                )
                for row in self.rows
            ),
        )


@dataclass(frozen=True)
class Ready:
    """An answer with its own button: `value` is the decision as JSON, `thing` its component.

    `things` are all components that it names: its own, that of its choice, and the picked items.
    `is_example`: its choice has fields, which could be filled in otherwise; `part` is its key.
    """

    number: int
    words: str
    hint: str
    value: str
    thing: str = ""
    things: tuple[str, ...] = ()
    is_example: bool = False
    verb: str = ""
    part: str = ""

    @property
    def is_long(self) -> bool:
        """Whether its words need the whole width of a phone."""
        return len(self.words) + len(self.hint) > SHORT_WORDS

    @property
    def is_very_long(self) -> bool:
        """Whether they need it even where the board is to keep its space."""
        return len(self.words) > HALF_WORDS


@dataclass(frozen=True)
class Part:
    """A list of complete answers, or one choice with its examples and fields.

    `more` are examples that are collapsed, to keep the form short. `thing` is the component that
    the choice is about, `goal` the required sum of the picked items.
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
        """Return the part reduced to what is about a component, and open; None if nothing is."""
        if self.fields:
            return self._opened(thing) if thing in self.things else None
        answers = _select_answers(self.answers, thing)
        return replace(self, answers=answers) if answers else None

    @property
    def things(self) -> tuple[str, ...]:
        """The components that the choice is about or that its fields can pick, each once."""
        pickable = (tick.thing for field in self.fields for tick in field.ticks)
        return tuple(dict.fromkeys(thing for thing in (self.thing, *pickable) if thing))

    def _opened(self, thing: str) -> Part:
        fields = list(self.fields)
        for place, field in enumerate(fields):
            if thing != self.thing and (field_after := field.picked(thing)) is not field:
                fields[place] = field_after
                break
        return replace(
            self,
            open=True,
            fields=tuple(fields),
            answers=_select_answers(self.answers + self.more, thing),
            more=(),
        )


def _select_answers(answers: tuple[Ready, ...], thing: str) -> tuple[Ready, ...]:
    """Return the answers that name a component."""
    return tuple(answer for answer in answers if thing in answer.things)


class Menu(NamedTuple):
    """The answers of a form as a menu: the `first` have a button each, the `rest` opens.

    `more` is the number of answers and of choices to fill in among the rest. `is_form`: the only
    choice is made of numbers and of items in order; its examples are shortcuts.
    """

    first: tuple[Ready, ...]
    rest: list[Part]
    more: int
    is_open: bool = False
    is_form: bool = False


# Number of answers that are visible before the others are asked for, even on a phone with large
# text. Where there is space, a script shows more.
FIRST_ANSWERS = 4


def build_form_menu(parts: list[Part], *, is_open: bool) -> Menu | None:
    """Return the menu of a form whose only choice has numbers or items in order; None if not so."""
    if len(parts) != 1 or not any(field.kind in FORM_KINDS for field in parts[0].fields):
        return None
    many = len(parts[0].answers) + len(parts[0].more)
    return Menu((), parts, many, is_open, is_form=True)


def build_menu(parts: list[Part], *, is_open: bool = False) -> Menu:
    """Return the menu of a form, which is open if it `is_open` or if every answer is filled in."""
    ready = sorted((a for part in parts for a in part.answers + part.more), key=_number_of)
    first = tuple(sorted(_rank_by_use(ready)[:FIRST_ANSWERS], key=_number_of))
    rest = [part for part in (_without_answers(part, first) for part in parts) if part]
    more = sum(len(part.answers) + len(part.more) + bool(part.fields) for part in rest)
    return Menu(first, rest, more, is_open or not first)


def _rank_by_use(ready: Sequence[Ready]) -> list[Ready]:
    """Return the answers with the first one of each verb before the others."""
    firsts = {answer.verb: answer for answer in reversed(ready)}
    return sorted(ready, key=lambda answer: firsts[answer.verb] is not answer)


def _number_of(answer: Ready) -> int:
    return answer.number


def _without_answers(part: Part, excluded_answers: tuple[Ready, ...]) -> Part | None:
    """Return the part without these answers; None if nothing is left."""
    rest = [tuple(a for a in of if a not in excluded_answers) for of in (part.answers, part.more)]
    if not part.fields and not rest[0]:
        return None
    return replace(part, answers=rest[0], more=rest[1])


Lexicon = Mapping[str, str]

# Maximum number of digits; longer numbers are not parsed.
MAX_DIGITS = 6

# Number of examples of a choice that are shown; the others are collapsed.
EXAMPLES_SHOWN = 2


class Look(NamedTuple):
    """The page layout of a game, the game, the view that it shows, and the language."""

    page: AnyPage
    game: AnyGame
    view: View
    language: str

    def find_target(self, verb: str, args: Mapping[str, Any]) -> str:
        return self.page.find_target(verb, args, self.view)

    def find_required_sum(self, verb: str, args: Mapping[str, Argument]) -> int | None:
        """Return the required sum of the items picked for an answer; None: no sum is required."""
        payment = self.page.payment
        return payment.find_required_sum(verb, args, self.view) if payment else None

    def find_item_value(self, code: str) -> int | None:
        """Return what an item adds to that sum; None if it has no value."""
        return self.page.payment.find_item_value(code) if self.page.payment else None

    def label_answer(self, decision: Decision) -> str:
        """Return the label of the answer's button; "" if its written form says it well."""
        return self.game.label_answer(decision, self.view, self.language)

    def name_item(self, code: str) -> str:
        """Return an item in plain words; "" if its word says it well."""
        name_item = self.page.name_item
        return name_item(code, self.view, self.language) if name_item else ""

    def describe_item(self, code: str) -> str:
        """Return what an item does, in a sentence; "" if its picture says it."""
        describe_item = self.page.describe_item
        return describe_item(code, self.language) if describe_item else ""

    def map_items(self, codes: Sequence[str]) -> Sequence[Sequence[tuple[str, str]]]:
        """Return items that are places as a map of (item, what lies there); [] if they are none."""
        return self.page.map_items(codes, self.view) if self.page.map_items else []

    def render_item(self, code: str) -> str:
        """Return an item as a small picture in HTML; "" if it has none."""
        render_item = self.page.render_item
        return render_item(code, self.language) if render_item else ""


def build_answered_data(question: Question) -> QueryDict:
    """Return the form data of the current answer to a sealed prompt; empty before one."""
    decision, data = question.asked.answered, QueryDict(mutable=True)
    choices = question.asked.choices if decision else ()
    choice = next((c for c in choices if c.slots and decision and is_of(decision, c)), None)
    if decision is None or choice is None:
        return data
    for slot in choice.slots:
        name, argument = f"{key_of(choice)}-{slot.name}", decision.args[slot.name]
        if isinstance(slot, Pick) and slot.ranked and isinstance(argument, list):
            argument = {code: place for place, code in enumerate(argument, start=1)}
        if isinstance(argument, dict):
            data.update({f"{name}-{code}": str(many) for code, many in argument.items()})
        else:
            data.setlist(name, argument if isinstance(argument, list) else [str(argument)])
    return data


def build_form_parts(
    question: Question, words: Lexicon, data: QueryDict, look: Look | None = None
) -> list[Part]:
    """Return the parts of the form in the order of the choices, with the values in `data`.

    With a `look` they know their components on the board and have pictures of their items.
    """
    parts: list[Part] = []
    many_with_slots = sum(1 for choice in question.asked.choices if choice.slots)
    for choice, answers in _by_choice(question):
        ready = tuple(_build_ready_answer(answer, choice, look) for answer in answers)
        if choice.slots:
            key = key_of(choice)
            fields = tuple(
                _link_items_to_board(_build_field(key, slot, words, data, look), choice, slot, look)
                for slot in choice.slots
            )
            is_open = (
                many_with_slots == 1 or data.get("fill") == key or is_touched(key, choice, data)
            )
            decision = Decision(choice.verb, choice.args)
            label = look.label_answer(decision) if look else ""
            head = label or notation.format_decision(decision, words)
            examples, more = ready[:EXAMPLES_SHOWN], ready[EXAMPLES_SHOWN:]
            thing = look.find_target(choice.verb, choice.args) if look else ""
            goal = look.find_required_sum(choice.verb, choice.args) if look else None
            parts.append(Part(key, head, examples, more, fields, is_open, thing, goal))
        elif parts and not parts[-1].fields:
            parts[-1] = Part("", "", parts[-1].answers + ready)
        else:
            parts.append(Part("", "", ready))
    return parts


def key_of(choice: Choice) -> str:
    """Return a short, stable key of the choice for the names of its fields."""
    content = msgspec.json.encode([choice.verb, choice.args, [slot.name for slot in choice.slots]])
    return hashlib.sha256(content).hexdigest()[:8]


def _by_choice(question: Question) -> Iterator[tuple[Choice, list[Answer]]]:
    """Yield each choice with the numbered answers that are its examples."""
    left = list(question.answers)
    for choice in question.asked.choices:
        mine = [answer for answer in left if is_of(answer.decision, choice)]
        left = [answer for answer in left if answer not in mine]
        yield choice, mine


def _build_ready_answer(answer: Answer, choice: Choice, look: Look | None) -> Ready:
    value = msgspec.json.encode(answer.decision).decode()
    label = (look.label_answer(answer.decision) if look else "") or answer.words
    hint = "" if answer.hint in label.translate(NO_QUOTES) else answer.hint
    part = key_of(choice) if choice.slots else ""
    ready = Ready(
        answer.number, label, hint, value, is_example=bool(part), verb=choice.verb, part=part
    )
    if look is None:
        return ready
    thing = look.find_target(choice.verb, answer.decision.args)
    things = (thing, *_list_named_things(answer.decision, choice, look))
    return replace(ready, thing=thing, things=tuple(dict.fromkeys(filter(None, things))))


def _list_named_things(decision: Decision, choice: Choice, look: Look) -> Iterator[str]:
    """Yield the component of the choice, and that of each item that the decision picks."""
    yield look.find_target(choice.verb, choice.args)
    for slot in choice.slots:
        argument = decision.args[slot.name]
        for code in argument if isinstance(argument, list) else [argument]:
            if isinstance(slot, Pick):
                yield look.find_target(choice.verb, {**choice.args, slot.name: code})


def _build_field(key: str, slot: Slot, words: Lexicon, data: QueryDict, look: Look | None) -> Field:
    name, label = f"{key}-{slot.name}", translate_code(slot.name, words)
    match slot:
        case Number(low=low, high=high):
            note = _("a number from %(low)s to %(high)s") % {"low": low, "high": high}
            return Field(
                "number", name, label, note, low=low, high=high, value=_posted_value(name, data)
            )
        case Split(total=total):
            note = _("%(total)s in all") % {"total": total}
            bins = {code: min(most, total) for code, most in slot.bins.items()}
            ticks = _build_number_inputs(name, bins, words, data)
            return Field("split", name, label, note, ticks, low=total, high=total)
        case Pick(ranked=True, items=items):
            note = _("1 = first choice; leave blank to skip")
            bins = dict.fromkeys(items, len(items))
            ticks = tuple(
                _show_item(tick, look) for tick in _build_number_inputs(name, bins, words, data)
            )
            return Field("ranked", name, label, note, ticks, low=slot.least, high=slot.most)
        case Pick():
            kind = "one" if slot.least == slot.most == 1 else "several"
            ticks = _build_pick_options(name, slot, words, data, look)
            return Field(kind, name, label, how_many(slot), ticks, low=slot.least, high=slot.most)


def _link_items_to_board(field: Field, choice: Choice, slot: Slot, look: Look | None) -> Field:
    """Return the field with the component of each of its items."""
    if look is None or not isinstance(slot, Pick):
        return field
    ticks = tuple(
        replace(tick, thing=look.find_target(choice.verb, {**choice.args, slot.name: tick.code}))
        for tick in field.ticks
    )
    return replace(field, ticks=ticks, rows=_build_map(ticks, look))


def _build_map(ticks: Sequence[Tick], look: Look) -> tuple[tuple[Spot, ...], ...]:
    """Return the items as a map; () if they are no places."""
    by_code = {tick.code: tick for tick in ticks}
    return tuple(
        tuple(Spot(by_code.get(item), picture) for item, picture in row)
        for row in look.map_items(list(by_code))
    )


def _posted_value(name: str, data: QueryDict) -> str:
    return data.get(name, "")[: MAX_DIGITS + 1]


def _build_number_inputs(
    name: str, bins: Mapping[str, int], words: Lexicon, data: QueryDict
) -> tuple[Tick, ...]:
    return tuple(
        Tick(
            code,
            translate_code(code, words),
            name=f"{name}-{code}",
            value=_posted_value(f"{name}-{code}", data),
            most=most,
        )
        for code, most in bins.items()
    )


def _build_pick_options(
    name: str, slot: Pick, words: Lexicon, data: QueryDict, look: Look | None
) -> tuple[Tick, ...]:
    ticks_left = Counter(data.getlist(name))
    ticks = []
    for code in slot.items:
        label = (look.name_item(code) if look else "") or translate_code(code, words)
        picture = look.render_item(code) if look else ""
        worth = look.find_item_value(code) if look else None
        is_ticked = ticks_left[code] > 0
        ticks.append(Tick(code, label, is_ticked, picture=picture, worth=worth))
        ticks_left[code] -= 1
    return tuple(ticks)


def _show_item(tick: Tick, look: Look | None) -> Tick:
    """Return the item of a ranking with its picture, and with what it does."""
    if look is None:
        return tick
    picture, meaning = look.render_item(tick.code), look.describe_item(tick.code)
    return replace(tick, picture=picture, meaning=meaning)


def how_many(slot: Pick) -> str:
    """Describe how many items the slot takes."""
    if slot.least == slot.most:
        return _("choose %(many)s") % {"many": slot.most}
    if slot.least == 0:
        return _("choose up to %(most)s, or none") % {"most": slot.most}
    return _("choose %(least)s to %(most)s") % {"least": slot.least, "most": slot.most}


def translate_code(code: str, words: Lexicon) -> str:
    """Return the word for a code."""
    return words.get(code) or code.replace("_", " ")


def number_field_codes(slot: Slot) -> tuple[str, ...]:
    """Return the codes of the slot that have a number field each; () if it has none."""
    match slot:
        case Split(bins=bins):
            return tuple(bins)
        case Pick(ranked=True, items=items):
            return items
    return ()


def is_touched(key: str, choice: Choice, data: QueryDict) -> bool:
    """Return whether any field of the choice is filled in."""
    names = [f"{key}-{slot.name}" for slot in choice.slots]
    names += [
        f"{key}-{slot.name}-{code}" for slot in choice.slots for code in number_field_codes(slot)
    ]
    return any(value.strip() for name in names for value in data.getlist(name))
