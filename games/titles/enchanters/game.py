"""Enchanters as the service knows it."""

from __future__ import annotations

from games.engine.contract import Board, Bot, Coach, Game

from .bot.coach import LESSONS, explain_answer
from .bot.determinize import count_components, imagine_state
from .bot.policy import choose_decision
from .bot.weighing import WEIGHING
from .rules.check_files import check_card_files
from .rules.position import write_position
from .rules.read_position import read_position
from .rules.scoring import find_outcome
from .rules.setup import OPTIONS, PRESETS, SEATS, set_up_match
from .rules.state import State
from .rules.topics import TOPICS
from .rules.turn import list_prompts, play_decision
from .rules.view import build_view
from .words.lexicon import list_words
from .words.prompts import describe_cost, describe_prompt, describe_refusal
from .words.story import describe_event
from .words.text_table import describe_table


def load_board() -> Board:
    """Load what draws; the rules run where neither Pillow nor resvg is installed."""
    from .board import BOARD

    return BOARD


ENCHANTERS = Game(
    name="enchanters",
    title="Enchanters",
    seats=SEATS,
    edition=3,
    revision=1,
    options=OPTIONS,
    presets=PRESETS,
    topics=TOPICS,
    state_type=State,
    set_up_match=set_up_match,
    list_prompts=list_prompts,
    play_decision=play_decision,
    build_view=build_view,
    find_outcome=find_outcome,
    count_components=count_components,
    imagine_state=imagine_state,
    write_position=write_position,
    read_position=read_position,
    list_words=list_words,
    describe_prompt=describe_prompt,
    describe_cost=describe_cost,
    describe_event=describe_event,
    describe_refusal=describe_refusal,
    describe_table=describe_table,
    bot=Bot(choose_decision),
    coach=Coach(LESSONS, explain_answer),
    load_board=load_board,
    check_card_files=check_card_files,
    hand_offs={2: 52, 3: 77, 4: 103},
    weighing=WEIGHING,
)
