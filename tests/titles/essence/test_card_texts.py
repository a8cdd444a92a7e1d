"""Lines of cards that `manage.py weigh` leaves out: without one, its card does nothing there."""

from __future__ import annotations

import pytest

from games.titles.essence.rules.card_texts import list_texts
from games.titles.essence.rules.components import ACTIONS, BOX

from .differences import each_row, find_changes, parse_changes, set_up

TEXTS = list_texts()
# The line left out, what matters of the position, the answers, what changes without that line.
LINES = """
f.ti.sapper action1 | hand: [Sapper] | use Sapper 1 | hand -1, discard +1
f.ti.sapper action1 | hand: [Sapper], wealth: 1 | use Sapper 2 | \
hand -1, discard +1, wealth -1, attack +2
f.ti.sapper action2 | hand: [Sapper], wealth: 1 | use Sapper 2 | hand -1, discard +1, wealth -1
l.forum action1     | island: {"0,0": Forum} | use Forum | exhausted +1
p1.tithe bonus      | wealth: 3 | read Tithe | wealth -3, fragments +1, readings +1
t.fortify effect    | wealth: 1 | sign Defense Treaty | main +1, wealth -1, treaties +1
l.tribunal passive1 | wealth: 1, island: {"0,0": Tribunal} | sign Defense Treaty | \
main +1, wealth -1, treaties +1, defense +3
m.treaty_stone passive2 | hand: [Sage], island: {"0,0": Treaty Stone} | stay and pass | main +1
l.tavern once       | wealth: 2 | build Tavern at 1,0 | main +1, wealth -2, essence +2, \
market -1, foundations -1, exhausted foundations +1, segments +1
l.market income     | wealth: 2, island: {"0,0": Tavern} | build Market at 1,0 | main +1, \
wealth -2, essence +2, market -1, foundations -1, exhausted foundations +1, segments +1
l.market bonus      | wealth: 2, island: {"0,0": Tavern} | build Market at 1,0 | main +1, \
wealth -1, essence +1, market -1, foundations -1, exhausted foundations +1, segments +1
"""


@each_row(LINES)
def test_a_line_that_is_left_out_does_nothing(row: tuple[str, ...]) -> None:
    state = set_up(f"""
        seats: {{A: {{faction: Court of Masks, {row[1]}}}, B: {{}}}}
        market: [Tavern, Market]
        row: [First Blood, Tithe]
    """)

    with TEXTS.leave_out(row[0]):
        assert find_changes(state, row[2]) == parse_changes(row[3])


def test_a_modified_price_can_be_left_out_too() -> None:
    """A Guildhall makes nothing cheaper then."""
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 3, island: {"0,0": Guildhall}}, B: {}}
        market: [Tavern]
    """)

    with TEXTS.leave_out("l.guildhall passive1"):
        assert find_changes(state, "build Tavern at 1,0")["wealth"] == -2


def test_everything_that_is_printed_on_a_card_is_a_line() -> None:
    segments = (*BOX.palaces.values(), *BOX.locations.values(), *BOX.monuments.values())
    many = sum(len(actions) for actions in ACTIONS.values())
    for card in segments:
        many += len(card.passive) + len(
            [part for part in (card.once, card.bonus, card.income) if part]
        )

    assert len(set(TEXTS.lines)) == len(TEXTS.lines) == many + 55 + 4


@pytest.mark.parametrize("line", ["l.forum once", "l.forum action2", "f.ti.sapper action3"])
def test_what_is_not_printed_is_no_line(line: str) -> None:
    assert line not in TEXTS.lines
