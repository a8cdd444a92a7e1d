"""The `Game` object of Enchanters, which the services use."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.engine.contract import Board, Bot, Coach, Game

from .bot.coach import LESSONS, explain_answer
from .bot.determinize import imagine_state
from .bot.lead import estimate_lead
from .bot.policy import choose_decision
from .bot.weighing import MODES, WEIGHING
from .rules.card_texts import list_texts
from .rules.check_files import check_card_files
from .rules.component_counts import count_components
from .rules.new_kingdom import write_kingdom
from .rules.position import write_position
from .rules.read_position import name_components, read_position
from .rules.scoring import find_outcome
from .rules.setup import OPTIONS, PRESETS, SEATS, check_options, is_cooperative, set_up_match
from .rules.state import State
from .rules.topics import SUGGESTED_ORDERS, TOPICS
from .rules.turn import list_prompts, play_decision
from .rules.view import View, build_view
from .tutorial import TUTORIAL
from .words.impossible import explain_impossible
from .words.labels import label_answer
from .words.lexicon import list_words
from .words.prompts import describe_cost, describe_prompt, describe_refusal
from .words.story import describe_event, tell_events
from .words.text_table import describe_table


def load_board() -> Board[View]:
    """Import the drawing code lazily: the rules also run where neither Pillow nor resvg is
    installed."""
    from .board import BOARD

    return BOARD


def lay_out_kingdom(name: str, box: int) -> Mapping[str, str]:
    """Return the files of a new kingdom by their paths in this folder. Raises ValueError."""
    from .board.placeholders import draw_placeholders

    text = write_kingdom(name, box)
    drawings = draw_placeholders(name, msgspec.yaml.decode(text)["cards"])
    art = {f"board/art/{path}": contents for path, contents in drawings.items()}
    return {f"cards/{name}.yaml": text, **art}


GAME = Game(
    name="enchanters",
    title="Enchanters",
    seats=SEATS,
    edition=8,
    revision=1,
    options=OPTIONS,
    presets=PRESETS,
    check_options=check_options,
    is_cooperative=is_cooperative,
    topics=TOPICS,
    suggested_orders=SUGGESTED_ORDERS,
    state_type=State,
    view_type=View,
    set_up_match=set_up_match,
    list_prompts=list_prompts,
    play_decision=play_decision,
    build_view=build_view,
    find_outcome=find_outcome,
    count_components=count_components,
    imagine_state=imagine_state,
    write_position=write_position,
    read_position=read_position,
    name_components=name_components,
    list_words=list_words,
    describe_prompt=describe_prompt,
    describe_cost=describe_cost,
    label_answer=label_answer,
    describe_event=describe_event,
    tell_events=tell_events,
    result_events=frozenset({"scored"}),
    describe_refusal=describe_refusal,
    explain_impossible=explain_impossible,
    describe_table=describe_table,
    bot=Bot(choose_decision, estimate_lead),
    coach=Coach(LESSONS, explain_answer),
    tutorial=TUTORIAL,
    load_board=load_board,
    check_card_files=check_card_files,
    lay_out_part=lay_out_kingdom,
    hand_offs={2: 52, 3: 77, 4: 103},
    modes=MODES,
    weighing=WEIGHING,
    texts=list_texts(),
)
