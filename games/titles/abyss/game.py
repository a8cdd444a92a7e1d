"""Abyss as the service knows it."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Board, Bot, Coach, Game

from .bot.coach import LESSONS, explain_answer
from .bot.determinize import count_components, imagine_state
from .bot.lead import estimate_lead
from .bot.policy import choose_decision
from .rules.position import write_position
from .rules.questions import STORED_STATE
from .rules.read_position import read_position
from .rules.scoring import find_outcome
from .rules.setup import OPTIONS, PRESETS, SEATS, set_up_match
from .rules.topics import TOPICS
from .rules.turn import list_prompts, play_decision
from .rules.view import build_view
from .words.lexicon import list_words
from .words.prompts import describe_cost, describe_prompt
from .words.refusals import describe_refusal
from .words.story import describe_event
from .words.text_table import describe_table


def load_board() -> Board:
    """Load what draws; the rules run where neither Pillow nor resvg is installed."""
    from .board import BOARD

    return BOARD


def upgrade_state(data: dict[str, Any], revision: int) -> dict[str, Any]:
    """Return stored plain data in today's shape.

    In revision 1 nobody could owe anything, which reads as no debts. Up to revision 2 an offer that
    all had passed went on until the explorer answered beside them; now it is the explorer's own.
    """
    if revision < 3:
        data["agenda"] = [_passed_by_all(question) for question in data.get("agenda", [])]
    return data


def _passed_by_all(question: dict[str, Any]) -> dict[str, Any]:
    if question["question"] != "offer" or not question["beside"]:
        return question
    answers = {int(seat): said for seat, said in question.get("answers", {}).items()}
    explorer, asked = question["explorer"], question["asked"]
    if explorer in answers or any(answers.get(seat) != "pass" for seat in asked):
        return question
    passed = [*question["passed"], *asked]
    kept = {"question": "explorer", "seat": explorer, "number": question["number"]}
    return {**kept, "passed": passed}


ABYSS = Game(
    name="abyss",
    title="Abyss",
    seats=SEATS,
    edition=2,
    revision=3,
    options=OPTIONS,
    presets=PRESETS,
    topics=TOPICS,
    state_type=STORED_STATE,
    set_up_match=set_up_match,
    list_prompts=list_prompts,
    play_decision=play_decision,
    build_view=build_view,
    find_outcome=find_outcome,
    count_components=count_components,
    imagine_state=imagine_state,
    write_position=write_position,
    read_position=read_position,
    upgrade_state=upgrade_state,
    list_words=list_words,
    describe_prompt=describe_prompt,
    describe_cost=describe_cost,
    describe_event=describe_event,
    describe_refusal=describe_refusal,
    describe_table=describe_table,
    bot=Bot(choose_decision, estimate_lead),
    coach=Coach(LESSONS, explain_answer),
    load_board=load_board,
    hand_offs={2: 66, 3: 119, 4: 174},
)
