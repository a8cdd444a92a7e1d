"""The presentation of The Essence: the picture, the HTML board, the guide, the measures of the
charts."""

from __future__ import annotations

from games.engine.contract import Board, Chart, Guide, Page, Picture

from ..words.labels import name_place
from .art import ART
from .guide import explain_score_line, list_cards, list_sections, render_guide_sprite, render_legend
from .legend import list_icons
from .measures import count_measures, name_measure
from .page.aims import find_target
from .page.faces import describe_item, map_cells, render_item
from .page.layout import render_hand, render_table
from .page.summary import summarize_seats
from .page.tags import ICONS
from .picture import PAINTS, describe_picture, draw_picture

BOARD = Board(
    art=ART,
    picture=Picture(PAINTS, draw_picture, describe_picture),
    page=Page(
        render_table=render_table,
        render_hand=render_hand,
        summarize_seats=summarize_seats,
        icons=ICONS,
        find_target=find_target,
        render_item=render_item,
        map_items=map_cells,
        name_item=name_place,
        describe_item=describe_item,
    ),
    chart=Chart(count_measures, name_measure),
    guide=Guide(
        list_sections=list_sections,
        render_legend=render_legend,
        list_icons=list_icons,
        list_cards=list_cards,
        render_sprite=render_guide_sprite,
        explain_score_line=explain_score_line,
    ),
)
