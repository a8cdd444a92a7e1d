"""The questions of a position: parsed, completed with defaults, and put on the agenda."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import msgspec

from games.engine.contract import Position
from games.engine.scenario_fields import check_keys, one_of, parse_count, parse_list, parse_mapping

from .components import COMMANDER_LIMIT
from .hand import Commander
from .position import SEAT_FIELDS, SEATS_FIELDS
from .position_components import Box, card_or_same, read_card, read_location, read_lord
from .possible_questions import explain_impossible_question
from .questions import AnyQuestion
from .soldiers import Jailer
from .state import Question, State
from .track import can_continue
from .turn import SEQUENCE

QUESTIONS = {question.__struct_config__.tag: question for question in get_args(AnyQuestion)}
# Questions that hold components while they are open.
COMPONENT_FIELDS = {
    "affiliate": ("lord", "allies"),
    "location_pick": ("drawn",),
    "keys": ("location",),
}

OVER = "over"
STEPS = (*(name for name, _ in SEQUENCE), OVER)
# The default step: the active player is to act ...
STEP = "plot"
# ... unless the question belongs to another step. Questions about a Lord entering play belong to
# “action”; the Court is refilled after them.
STEP_OF = {
    "turn": "plot",
    "offer": "explore",
    "explorer": "explore",
    "monster": "explore",
    "reward": "explore",
    "second_stack": "action",
    "location": "control",
    "location_pick": "control",
    "keys": "control",
    "black_smokers": "control",
    "end": "powers",
    "commander_end": "hand_limit",
    "hand_limit": "next",
}

# The smallest hand with which a player has something to answer.
MIN_HAND: dict[type, int] = {Jailer: 1, Commander: COMMANDER_LIMIT + 1}

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


def read_agenda(
    position: Mapping[str, object], names: Sequence[str], box: Box
) -> list[OpenQuestion]:
    """Return the questions on the agenda with their location; take what they hold out of the box.

    Without an agenda the active player is asked for a turn, if that is the step.
    """
    offer = parse_mapping(position.get("offer"), "offer")
    open_offer = {key: value for key, value in offer.items() if key not in ("price", "sold")}
    agenda = position.get("agenda")
    if agenda is None:
        turn = ["turn"] if position.get("step", STEP) == STEP else []
        agenda = ["offer"] if open_offer else turn
    questions = []
    for number, entry in enumerate(parse_list(agenda, "agenda")):
        where = f"agenda[{number}]"
        question: Mapping[str, object]
        if entry == "offer":
            question, where = {"question": "offer", **open_offer}, "offer"
        elif isinstance(entry, str):
            question = {"question": entry}
        else:
            question = parse_mapping(entry, where)
        questions.append((_read_question(question, names, box, where), where))
    return questions


def step_of(position: Mapping[str, object], questions: Sequence[OpenQuestion]) -> str:
    """Return the step of the turn: as written, or the step of the first question."""
    tag = questions[0][0]["question"] if questions else None
    default_step = STEP if tag is None else STEP_OF.get(tag, "action")
    return one_of(position.get("step", default_step), STEPS, "step")


def is_recruiting(questions: Sequence[OpenQuestion]) -> bool:
    """Return whether the first question comes from a recruitment, after which the Court is
    refilled."""
    return bool(questions) and questions[0][0]["question"] not in STEP_OF


def ask_written_questions(state: State, data: Mapping[str, object], where: str) -> None:
    """Put a parsed question on the agenda. Raises ValueError if it is invalid."""
    kind = QUESTIONS[data["question"]]
    fields = set(kind.__struct_fields__)
    defaults = {
        field: value
        for field, value in _default_question_fields(state, kind).items()
        if field in fields
    }
    try:
        question: Question = msgspec.convert({**defaults, **data}, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{where}: {format_validation_error(error)}") from None
    wrong = explain_impossible_question(state, question)
    if wrong:
        raise ValueError(f"{where}: {wrong}")
    if parse_count(question.number, f"{where}.number"):
        state.agenda.append(question)
        state.asked = max(state.asked, question.number - 1 + len(state.seats))
    else:
        state.ask(question)


def format_validation_error(error: Exception) -> str:
    """Return the message of a msgspec error without its path notation."""
    return str(error).replace("`", "").replace(" - at $.", ": ").replace(" - at $", "")


def _default_question_fields(state: State, kind: type[Question]) -> dict[str, object]:
    """Return the default values of a question's fields for what the position leaves out."""
    opponents = state.opponents(state.active)
    least = MIN_HAND.get(kind, 0)
    limit = state.options.hand_limit
    return {
        "seat": state.active,
        "owner": state.active,
        "explorer": state.active,
        "victims": [seat for seat in opponents if len(state.seats[seat].hand) >= least],
        "asked": [
            seat
            for seat in opponents
            if seat not in state.buyers and state.seats[seat].pearls > len(state.buyers)
        ],
        "queue": [],
        "passed": [],
        "beside": state.options.offers == "sealed" and can_continue(state),
        "row": state.threat,
        "source": "offer",
        "excess": 0 if limit == "none" else len(state.seats[state.active].hand) - limit,
    }


def _read_question(
    entry: Mapping[str, object], names: Sequence[str], box: Box, where: str
) -> dict[str, object]:
    tag = one_of(entry.get("question"), tuple(QUESTIONS), f"{where}.question")
    check_keys(entry, ("question", *QUESTIONS[tag].__struct_fields__), f"{where}.")
    data: dict[str, object] = {"question": tag}
    for field, value in entry.items():
        if field != "question":
            data[field] = _parse_question_field(field, value, names, f"{where}.{field}")
    for field in COMPONENT_FIELDS.get(tag, ()):
        component = {"allies": "card", "lord": "lord"}.get(field, "location")
        components: object = data.get(field, [])
        for code in components if isinstance(components, list) else [components]:
            box.take(component, code, f"{where}.{field}")
    return data


def _parse_question_field(field: str, value: object, names: Sequence[str], where: str) -> object:
    if field in SEAT_FIELDS:
        return parse_seat(names, value, where)
    if field in SEATS_FIELDS:
        return parse_seats(names, value, where)
    if field == "answers":
        return {
            parse_seat(names, name, where): _parse_sealed_answer(answer, f"{where}.{name}")
            for name, answer in parse_mapping(value, where).items()
        }
    if field == "allies":
        return [read_card(card, f"{where}[{n}]") for n, card in enumerate(parse_list(value, where))]
    if field == "drawn":
        places = enumerate(parse_list(value, where))
        return [read_location(place, f"{where}[{n}]") for n, place in places]
    if field == "location":
        return read_location(value, where)
    if field in ("lord", "payer") and value is not None:
        return read_lord(value, where)
    return value


def _parse_sealed_answer(answer: object, where: str) -> object:
    """Parse a sealed answer: a verb, an Ally or a list of Allies."""
    if isinstance(answer, list):
        return [read_card(card, f"{where}[{number}]") for number, card in enumerate(answer)]
    return card_or_same(answer)
