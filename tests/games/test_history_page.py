"""Looking back: the table after any move, through one's own eyes, and through all after the end."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest

from games.models import Match
from games.presentation import boards, history, history_text
from games.presentation.history import Series
from games.queries import states
from games.services import replays
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from games.web.charts import BOTTOM, HEIGHT, TOP, _build_chart, build_match_charts
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db


def play(match: Match, plies: int) -> None:
    """Let the rules answer so many questions, the best payments first where there are any."""
    for _ in range(plies):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        if prompt is None:
            break
        submit_decision(prompt.token, None, source="page", key=str(uuid4()))
    match.refresh_from_db()


@pytest.fixture
def abyss(deal: Deal) -> Match:
    match = deal("abyss", seats=2)
    play(match, 40)
    return match


def test_the_table_is_shown_as_it_was(as_: As, abyss: Match) -> None:
    page = as_("alice").get(f"/matches/{abyss.number}/history/?ply=7")
    then = GAMES["abyss"].build_view(replays.state_at(abyss, 7), 0)

    assert "Move 7" in text_of(page)
    assert f"deck {then.lord_deck}" in text_of(page)
    for lord in then.court:
        assert f'id="at-court-{lord}"' in page.content.decode()


def test_a_script_gets_the_moment_alone(as_: As, abyss: Match) -> None:
    part = (
        as_("alice")
        .get(f"/matches/{abyss.number}/history/?ply=7", headers={"X-Part": "moment"})
        .content.decode()
    )

    assert "<html" not in part
    assert 'id="part-board"' in part


@pytest.mark.parametrize("nonsense", ["", "-3", "x", "999999", "9" * 40])
def test_a_strange_number_is_the_last_move(as_: As, abyss: Match, nonsense: str) -> None:
    page = as_("alice").get(f"/matches/{abyss.number}/history/", {"ply": nonsense})

    # The last one that alice is told of: sealed answers of others are none.
    assert f"Move {history_text.fetch_history(abyss, 0, 'en')[-1].ply} " in text_of(page)


def test_while_it_runs_nobody_looks_through_others_eyes(as_: As, abyss: Match) -> None:
    for ply in (0, 10, abyss.ply):
        address = f"/matches/{abyss.number}/history/?ply={ply}"
        own = hand_shown(as_("alice").get(address))
        assert hand_shown(as_("alice").get(f"{address}&as=1")) == own
        assert hand_shown(as_("carol").get(f"{address}&as=1")) == []


def test_after_the_end_everybody_sees_all(as_: As, deal: Deal) -> None:
    match = deal("abyss", seats=2)
    play(match, 4000)
    assert match.status == "finished"
    ply = match.ply // 2
    bobs = GAMES["abyss"].build_view(replays.state_at(match, ply), 1).seats[1].hand

    page = as_("carol").get(f"/matches/{match.number}/history/?ply={ply}&as=1")

    assert sorted(hand_shown(page)) == sorted(bobs)


def test_a_finished_match_opens_with_its_score_and_how_it_came_about(as_: As, deal: Deal) -> None:
    match = deal("abyss", seats=2)
    play(match, 4000)

    page = as_("alice").get(f"/matches/{match.number}/").content.decode()

    first, *_others = build_match_charts(match, "en", upto=match.ply)
    assert page.count("<polyline") == len(first.curves) == 2
    assert first.turns
    for turn in first.turns:
        assert f"/matches/{match.number}/history/?ply={turn.ply}#moment" in page
    assert page.index('class="sheet"') < page.index("<polyline") < page.index('id="part-board"')


def test_losses_have_a_minus_sign(as_: As, deal: Deal) -> None:
    """Wounds cost points: they used to be “-2” in the table, and “−2” everywhere else."""
    match = deal("enchanters", seats=2)
    play(match, 4000)

    page = text_of(as_("alice").get(f"/matches/{match.number}/scores/"))

    assert re.search(r"Wounds.* −\d", page)
    assert re.findall(r"(?<![\w#-])-\d+", page) == []


def hand_shown(page: Any) -> list[str]:
    html = page.content.decode().partition('class="area hand"')[2].partition("</section>")[0]
    return [part.partition('"')[0] for part in html.split('data-item="')[1:]]


def test_a_moment_is_worked_out_once(abyss: Match, django_assert_num_queries: Any) -> None:
    first = history.view_at(abyss, 9, 0)

    # Only which moves are final, and which led there.
    with django_assert_num_queries(2):
        assert history.view_at(abyss, 9, 0) == first


def test_curves_end_where_the_table_stands(abyss: Match) -> None:
    pearls = next(
        series for series in history.chart_series(abyss, abyss.ply) if series.name == "pearls"
    )

    assert pearls.plies[0] == 0
    assert pearls.plies[-1] == abyss.ply
    assert [line[-1] for line in pearls.lines] == [s.pearls for s in states.load_state(abyss).seats]


def test_a_game_that_is_not_drawn_is_looked_back_on_in_words(as_: As, deal: Deal) -> None:
    match = deal("pebbles", seats=2)
    play(match, 2)

    page = text_of(as_("alice").get(f"/matches/{match.number}/history/?ply=1"))

    assert "Pile: 9" in page


def test_that_a_sealed_answer_was_given_shows_nowhere(as_: As, deal: Deal) -> None:
    match = deal("sealed", seats=3)
    addresses = [f"/matches/{match.number}/", f"/matches/{match.number}/history/"]
    before = [shown(as_("bob").get(address)) for address in addresses]

    row = match.prompts.get(seat=0)
    submit_decision(row.token, None, source="page", key="alice")

    assert [shown(as_("bob").get(address)) for address in addresses] == before


def shown(page: Any) -> str:
    """A page without what is new each time it is drawn."""
    # Each sign-in has a session of its own.
    changes = r'name="(csrfmiddlewaretoken|nonce)" value="[^"]*"|data-live="[^"]*"'
    return re.sub(changes, "", page.content.decode())


def test_numbers_over_time_are_drawn_for_every_game_that_has_a_gauge(as_: As, deal: Deal) -> None:
    for game in boards.CHARTS:
        match = deal(game, seats=2)
        play(match, 12)
        page = as_("alice").get(f"/matches/{match.number}/history/").content.decode()
        drawn = build_match_charts(match, "de", upto=match.ply)

        assert page.count("<polyline") == sum(len(chart.curves) for chart in drawn) > 0
        assert len({chart.words for chart in drawn}) == len(drawn)


def test_a_number_below_zero_lies_within_its_chart() -> None:
    chart = _build_chart("Points", Series("points", (0, 8), ((0, -15), (3, 5))), ("Alice", "Bob"))

    assert [value for _, value in chart.grid] == [-16, -10, -4, 2, 8]
    assert all(TOP <= curve.y <= HEIGHT - BOTTOM for curve in chart.curves)
