"""Seasons of simulated players, in every format, as `manage.py simulate_season` plays them."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import League, Match, Player

pytestmark = pytest.mark.django_db


def simulated(*terms: str, **given: Any) -> dict[str, str]:
    """The lines of the report by name."""
    out = StringIO()
    call_command("simulate_season", *terms, stdout=out, **given)
    return dict(line.split(": ", 1) for line in out.getvalue().splitlines())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("terms", "rounds"),
    [
        (["form=round_robin", "division_size=4"], "3"),
        (["form=swiss", "division_size=0", "rounds=3"], "3"),
        (["form=knock_out", "division_size=0", "third_place=true"], "3"),
        (["form=round_robin", "division_size=4", "team_size=2"], "3"),
    ],
)
def test_a_season_of_any_format_ends_with_drop_outs_and_adjudications(
    terms: list[str], rounds: str
) -> None:
    told = simulated(*terms, "hurries=true", entrants=8, drops=0.9, stalls=0.3, silences=0.2)

    assert told["state"] == '"closed"' and told["rounds"] == rounds
    assert int(told["left"]) > 0 and "late" in told["results"] and "played" in told["results"]
    assert int(told["timeouts"]) > 0
    assert not League.objects.exists() and not Player.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "terms", [["form=ladder", "round_days=20"], ["form=arena", "arena_hours=60", "pace=live"]]
)
def test_a_season_without_a_draw_ends_with_drop_outs_and_adjudications(terms: list[str]) -> None:
    told = simulated(*terms, entrants=8, drops=0.5, stalls=0.2, silences=0.2)

    assert told["state"] == '"closed"' and told["rounds"] == "1"
    assert int(told["matches"]) > 4 and int(told["left"]) > 0
    assert "late" in told["results"] and "played" in told["results"]
    assert int(told["timeouts"]) > 0


def test_players_who_leave_teams_are_counted_although_their_teams_go_on() -> None:
    told = simulated(
        *("form=swiss", "division_size=0", "rounds=2", "team_size=3", "round_days=1"),
        **{"entrants": 6, "drops": 0.3, "stalls": 0.0},
    )

    assert int(told["left"]) > 0 and told["fewest_matches"] == "2"


def test_without_silences_nothing_times_out() -> None:
    told = simulated("division_size=4", entrants=4, drops=0.0, stalls=0.0, silences=0.0)

    assert (told["timeouts"], told["left"]) == ("0", "0")


@pytest.mark.long
@pytest.mark.parametrize(
    "terms",
    [
        ["form=round_robin", "division_size=8"],
        ["form=round_robin", "division_size=9", "seats=3", "least_seats=3"],
        ["form=swiss", "division_size=0", "rounds=7"],
        ["form=swiss", "division_size=0", "rounds=4", "seats=4", "least_seats=3"],
        ["game=sealed", "form=swiss", "division_size=0", "rounds=4", "seats=5", "least_seats=4"],
        ["form=knock_out", "division_size=0", "third_place=true"],
        ["form=swiss", "division_size=0", "rounds=4", "team_size=2"],
        ["form=ladder", "round_days=30"],
        ["form=arena", "arena_hours=8", "pace=live"],
    ],
)
def test_two_hundred_entrants_play_a_season_of_each_format(terms: list[str]) -> None:
    told = simulated(*terms, "hurries=true", entrants=200)

    print(" ".join(terms), told)
    assert told["state"] == '"closed"'
    assert sum(json.loads(told["divisions"])) == 200
    assert int(told["left"]) > 0 and int(told["matches"]) >= 100
    assert int(told["timeouts"]) > 0
    assert {"late", "played"} <= set(json.loads(told["results"]))
    assert not League.objects.exists() and not Match.objects.exists()


def test_a_site_that_offers_no_examples_simulates_them(settings: Any) -> None:
    """The command ended at once there: Pebbles, its default, was no game on offer."""
    settings.SHOW_EXAMPLE_GAMES = False

    assert simulated("form=round_robin", entrants=4)["state"] == '"closed"'


def test_terms_that_no_league_has_are_named() -> None:
    with pytest.raises(CommandError, match="luck=1"):
        simulated("luck=1", entrants=4)
    with pytest.raises(CommandError, match="rounds"):
        simulated("rounds=99", entrants=4)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("win", [25, 99, 100, 5000])
def test_a_swiss_season_goes_on_with_any_number_of_points(win: int) -> None:
    # It used to stop for ever when somebody had a hundred.
    told = simulated(
        *("form=swiss", "division_size=0", "rounds=6", "hurries=true"),
        f'by_place={{"2":[{win},0]}}',
        entrants=8,
    )

    assert (told["state"], told["rounds"]) == ('"closed"', "6")
