"""Parse a submitted answer form into a decision."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine import contract, notation
from games.engine.contract import (
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
from games.models import Prompt
from games.presentation.offered_answers import can_fill_slot, check_is_offered
from games.queries import states
from games.web.forms.answers import (
    MAX_DIGITS,
    Lexicon,
    how_many,
    is_touched,
    key_of,
    number_field_codes,
    translate_code,
)


def parse_posted_decision(
    row: Prompt, prompt: contract.Prompt, lexicons: Sequence[Lexicon], data: QueryDict
) -> Decision:
    """Return the decision in a form: a clicked answer, filled-in fields, or a written line.

    `row` is the prompt's row, `prompt` that of the rules. Raises UnreadableDecision,
    AmbiguousDecision or IllegalDecision with a message for the player.
    """
    choices = prompt.choices
    if "decision" in data:
        return _parse_selected_answer(choices, data.get("decision", ""))
    line = data.get("line", "")
    filled_choices = [c for c in choices if c.slots and is_touched(key_of(c), c, data)]
    if "fill" in data:
        filled_choices, line = [c for c in choices if c.slots and key_of(c) == data["fill"]], ""
    if line.strip():
        offers = states.offered_decisions(row, prompt)
        return notation.parse_decision(prompt, line, lexicons, offers=offers)
    if len(filled_choices) != 1:
        raise UnreadableDecision(_("Choose an answer, or write one and click “Send”."))
    return _parse_filled_fields(filled_choices[0], lexicons[0], data)


def _parse_selected_answer(choices: Sequence[Choice], value: str) -> Decision:
    try:
        decision = msgspec.json.decode(value, type=Decision)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableDecision(_("That answer cannot be read.")) from error
    check_is_offered(choices, decision)
    return decision


def _parse_filled_fields(choice: Choice, words: Lexicon, data: QueryDict) -> Decision:
    key = key_of(choice)
    args = {
        slot.name: _parse_argument(f"{key}-{slot.name}", slot, words, data) for slot in choice.slots
    }
    return Decision(choice.verb, {**choice.args, **args})


def _parse_argument(name: str, slot: Slot, words: Lexicon, data: QueryDict) -> Argument:
    name_in_words, argument = (
        translate_code(slot.name, words),
        _posted_argument(name, slot, words, data),
    )
    if can_fill_slot(argument, slot):
        return argument
    match slot:
        case Number(low=low, high=high):
            sentence = _("“%(slot)s” is a number from %(low)s to %(high)s.")
            raise IllegalDecision(sentence % {"slot": name_in_words, "low": low, "high": high})
        case Split(total=total):
            sentence = _("“%(slot)s” must add up to %(total)s, none above its limit.")
            raise IllegalDecision(sentence % {"slot": name_in_words, "total": total})
        case Pick():
            sentence = _("“%(slot)s”: %(how_many)s.")
            raise IllegalDecision(sentence % {"slot": name_in_words, "how_many": how_many(slot)})


def _posted_argument(name: str, slot: Slot, words: Lexicon, data: QueryDict) -> Argument:
    match slot:
        case Number():
            return _parse_number(
                data.get(name, ""), translate_code(slot.name, words), empty=slot.low - 1
            )
        case Split():
            return _parse_number_fields(name, slot, words, data)
        case Pick(ranked=True):
            places = _parse_number_fields(name, slot, words, data)
            return sorted(places, key=lambda code: places[code])
        case Pick(least=1, most=1):
            return data.get(name, "")
        case Pick():
            return data.getlist(name)


def _parse_number_fields(name: str, slot: Slot, words: Lexicon, data: QueryDict) -> dict[str, int]:
    """Return the non-zero numbers in the fields of a slot, by code."""
    numbers = {
        code: _parse_number(data.get(f"{name}-{code}", ""), translate_code(code, words), empty=0)
        for code in number_field_codes(slot)
    }
    return {code: number for code, number in numbers.items() if number}


def _parse_number(text: str, name_in_words: str, *, empty: int) -> int:
    """Return the number in a field; `empty` if it is empty."""
    digits = text.strip()
    if not digits:
        return empty
    if len(digits) > MAX_DIGITS or not digits.removeprefix("-").isdecimal():
        sentence = _("“%(slot)s” needs a number, not “%(written)s”.")
        raise UnreadableDecision(sentence % {"slot": name_in_words, "written": digits[:20]})
    return int(digits)
