"""Abyss as the service knows it."""

from __future__ import annotations

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
from .rules.upgrade import upgrade_state
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
