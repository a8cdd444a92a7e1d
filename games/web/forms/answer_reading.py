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
    row: Prompt, asked: contract.Prompt, lexicons: Sequence[Lexicon], posted: QueryDict
) -> Decision:
    """Return the decision in a form: a clicked answer, filled-in fields, or a written line.

    `row` is the prompt's row, `asked` the rules' prompt. Raises UnreadableDecision,
    AmbiguousDecision or IllegalDecision with a message for the player.
    """
    choices = asked.choices
    if "decision" in posted:
        return _parse_selected_answer(choices, posted.get("decision", ""))
    line = posted.get("line", "")
    filled = [c for c in choices if c.slots and is_touched(key_of(c), c, posted)]
    if "fill" in posted:
        filled, line = [c for c in choices if c.slots and key_of(c) == posted["fill"]], ""
    if line.strip():
        offered = states.offered_decisions(row, asked)
        return notation.parse_decision(asked, line, lexicons, offered=offered)
    if len(filled) != 1:
        raise UnreadableDecision(_("Choose an answer, or write one and click “Send”."))
    return _parse_filled_fields(filled[0], lexicons[0], posted)


def _parse_selected_answer(choices: Sequence[Choice], value: str) -> Decision:
    try:
        decision = msgspec.json.decode(value, type=Decision)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableDecision(_("That answer cannot be read.")) from error
    check_is_offered(choices, decision)
    return decision


def _parse_filled_fields(choice: Choice, words: Lexicon, posted: QueryDict) -> Decision:
    key = key_of(choice)
    args = {
        slot.name: _parse_argument(f"{key}-{slot.name}", slot, words, posted)
        for slot in choice.slots
    }
    return Decision(choice.verb, {**choice.args, **args})


def _parse_argument(name: str, slot: Slot, words: Lexicon, posted: QueryDict) -> Argument:
    called, argument = translate_code(slot.name, words), _posted_argument(name, slot, words, posted)
    if can_fill_slot(argument, slot):
        return argument
    match slot:
        case Number(low=low, high=high):
            told = _("“%(slot)s” is a number from %(low)s to %(high)s.")
            raise IllegalDecision(told % {"slot": called, "low": low, "high": high})
        case Split(total=total):
            told = _("“%(slot)s” must add up to %(total)s, none above its limit.")
            raise IllegalDecision(told % {"slot": called, "total": total})
        case Pick():
            told = _("“%(slot)s”: %(how_many)s.")
            raise IllegalDecision(told % {"slot": called, "how_many": how_many(slot)})


def _posted_argument(name: str, slot: Slot, words: Lexicon, posted: QueryDict) -> Argument:
    match slot:
        case Number():
            return _parse_number(
                posted.get(name, ""), translate_code(slot.name, words), empty=slot.low - 1
            )
        case Split():
            return _parse_number_fields(name, slot, words, posted)
        case Pick(ranked=True):
            places = _parse_number_fields(name, slot, words, posted)
            return sorted(places, key=lambda code: places[code])
        case Pick(least=1, most=1):
            return posted.get(name, "")
        case Pick():
            return posted.getlist(name)


def _parse_number_fields(
    name: str, slot: Slot, words: Lexicon, posted: QueryDict
) -> dict[str, int]:
    """Return the non-zero numbers in the fields of a slot, by code."""
    written = {
        code: _parse_number(posted.get(f"{name}-{code}", ""), translate_code(code, words), empty=0)
        for code in number_field_codes(slot)
    }
    return {code: number for code, number in written.items() if number}


def _parse_number(written: str, called: str, *, empty: int) -> int:
    """Return the number in a field; `empty` if it is empty."""
    digits = written.strip()
    if not digits:
        return empty
    if len(digits) > MAX_DIGITS or not digits.removeprefix("-").isdecimal():
        told = _("“%(slot)s” needs a number, not “%(written)s”.")
        raise UnreadableDecision(told % {"slot": called, "written": digits[:20]})
    return int(digits)
