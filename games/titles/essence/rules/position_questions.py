"""The questions of a position: parsed, completed with defaults, and put on the agenda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from games.engine.contract import Position
from games.engine.scenario_fields import (
    Fields,
    check_keys,
    one_of,
    parse_count,
    parse_list,
    parse_mapping,
)

from .advisors import Tie
from .cleaning import slots_of
from .frames import EffectFrame
from .position import SEAT_FIELDS, SEATS_FIELDS
from .questions import AnyQuestion
from .state import State

KINDS: dict[str, Any] = {
    str(kind.__struct_config__.tag): kind for kind in (*get_args(AnyQuestion), EffectFrame)
}
# The step after the one that asks, for questions outside of turns.
STEP_OF = {
    "faction": "faction",
    "bid": "ties",
    "tie": "ties",
    "take": "advisors",
    "cleaning": "preparation",
}
STEP = "turns"

OpenQuestion = tuple[Position, str]


def parse_seat(names: Sequence[str], name: object, where: str) -> int:
    """Return the number of the seat with this name."""
    return names.index(one_of(str(name), names, where))


def parse_seats(names: Sequence[str], entries: object, where: str) -> list[int]:
    """Return the numbers of the seats with these names."""
    return [
        parse_seat(names, name, f"{where}[{number}]")
        for number, name in enumerate(parse_list(entries, where))
    ]


def read_agenda(position: Fields, names: Sequence[str]) -> list[OpenQuestion]:
    """Return the questions on the agenda with their location; a name alone is a question, too."""
    questions = []
    for number, entry in enumerate(parse_list(position.get("agenda"), "agenda")):
        where = f"agenda[{number}]"
        question = {"question": entry} if isinstance(entry, str) else parse_mapping(entry, where)
        questions.append((_parse_question(question, names, where), where))
    return questions


def step_of(position: Fields, questions: Sequence[OpenQuestion], steps: Sequence[str]) -> str:
    """Return the step of the round: as written, or the step of the first question."""
    default_step = STEP_OF.get(questions[0][0]["question"], STEP) if questions else STEP
    return one_of(position.get("step", default_step), steps, "step")


def ask_written_questions(state: State, data: Fields, where: str) -> None:
    """Put a parsed question on the agenda; the active player is asked if nobody is named."""
    kind = KINDS[data["question"]]
    fields = set(kind.__struct_fields__)
    everybody = range(len(state.seats))
    says = slots_of if data["question"] == "cleaning" else _count_tokens
    defaults = {
        "seat": state.player(),
        "seats": [seat for seat in everybody if says(state, seat)],
        "source": "",
    }
    fields_of_question = {key: value for key, value in defaults.items() if key in fields} | dict(
        data
    )
    try:
        question = msgspec.convert(fields_of_question, kind, str_keys=True)
    except msgspec.ValidationError as error:
        message = str(error).replace("`", "").replace(" - at $.", ": ")
        raise ValueError(f"{where}: {message}") from None
    if isinstance(question, Tie) and (len(question.tied) < 2 or question.tied not in state.picks):
        raise ValueError(f"{where}.tied: picks has no such group of two or more, in this order")
    if isinstance(question, EffectFrame) or parse_count(question.number, f"{where}.number"):
        state.agenda.append(question)
        state.asked = max(
            state.asked, question.number - 1 + len(state.seats) if data.get("number") else 0
        )
    else:
        state.ask(question)


def _count_tokens(state: State, seat: int) -> int:
    return state.seats[seat].wealth + state.seats[seat].influence


def _parse_question(entry: Fields, names: Sequence[str], where: str) -> Position:
    tag = one_of(entry.get("question"), tuple(KINDS), f"{where}.question")
    check_keys(entry, ("question", *KINDS[tag].__struct_fields__), f"{where}.")
    data = dict(entry)
    for field, value in entry.items():
        if field in SEAT_FIELDS:
            data[field] = parse_seat(names, value, f"{where}.{field}")
        elif field in SEATS_FIELDS:
            data[field] = parse_seats(names, value, f"{where}.{field}")
        elif field == "answers":
            data[field] = {
                parse_seat(names, name, f"{where}.{field}"): answer
                for name, answer in parse_mapping(value, f"{where}.{field}").items()
            }
    return data
