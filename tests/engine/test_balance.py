"""Matches of house bots, counted: shares of wins, rounds and what is used."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import balance, balance_results
from games.engine.contract import Mode, PlayedMatch
from games.titles import GAMES

# The matches are played once.
pytestmark = pytest.mark.xdist_group("balance")


@pytest.fixture(scope="module")
def played() -> list[PlayedMatch]:
    return [balance.play_match(GAMES["essence"], 5, number, {}) for number in range(3)]


def test_the_same_number_is_the_same_match(played: list[PlayedMatch]) -> None:
    """Dealt with the defaults of a new match, not with what a match without an option means."""
    game = GAMES["essence"]

    assert balance.play_match(game, 5, 1, game.default_options) == played[1]


def test_every_faction_and_every_place_has_its_share(played: list[PlayedMatch]) -> None:
    told = balance.summarize_matches(Mode(), played, set())

    names = [f"place {place} of 5" for place in range(1, 6)]
    assert set(names) < set(told.shares)
    assert len([name for name in told.shares if name.startswith("faction ")]) == 5
    assert sum(told.shares[name].won for name in names) == pytest.approx(3)
    assert sum(told.rounds.values()) == 3


def test_what_nobody_used_is_counted_as_never(played: list[PlayedMatch]) -> None:
    told = balance.summarize_matches(Mode(), played[:1], {"t.attack", "l.nowhere"})

    # Words come in another order in every process; what is told does not.
    assert list(told.used) == ["l.nowhere", "t.attack"]
    assert told.used["l.nowhere"] == 0 and told.used["t.attack"] > 0


def test_matches_won_together_are_one_share_next_to_their_aim() -> None:
    won = PlayedMatch(3, [1 / 3] * 3, [1, 2, 3], [{}] * 3, 9, 100, [0] * 3, {})
    lost = PlayedMatch(3, [0.0] * 3, [1, 2, 3], [{}] * 3, 9, 100, [0] * 3, {})

    told = balance.summarize_matches(Mode("easy", {}, 0.8), [won, won, lost], set())

    (share,) = told.shares.values()
    assert (share.played, share.won, share.wanted) == (3, pytest.approx(2), 0.8)


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (1, 4, 0.046, 0.699)],
)
def test_an_interval_is_the_one_of_wilson(won: int, played: int, low: float, high: float) -> None:
    """With nothing won the formula comes to z² / (n + z²): 3.84 of 13.84."""
    interval = balance.wilson_interval(won, played)

    assert interval == pytest.approx((low, high), abs=0.0006)


@pytest.mark.parametrize(
    ("won", "verdict"),
    [
        (390, "outlier"),
        (425, "unproven"),
        (500, "balanced"),
        (575, "unproven"),
        (610, "outlier"),
    ],
)
def test_a_share_is_judged_by_its_interval(won: int, verdict: str) -> None:
    """Of 1000 matches at two seats: the interval is 3.1 of 100 wide on either side."""
    share = balance.fair_share(2)

    share.played, share.won = 1000, won

    assert share.verdict == verdict


def test_a_share_of_few_matches_is_never_an_outlier() -> None:
    """Two wins of four are what three of five players may well have by luck."""
    share = balance.fair_share(5)

    share.played, share.won = 4, 2

    assert share.verdict == "unproven"


def test_every_number_of_seats_is_played_in_every_mode() -> None:
    planned = balance.plan_settings(GAMES["enchanters"], None, {})

    assert {seats for seats, _mode in planned} == {2, 3, 4}
    assert len(planned) == 3 * len(GAMES["enchanters"].modes)
    aims = [mode.aim for seats, mode in planned if seats == 3 and mode.aim is not None]
    assert aims == [0.8, 0.6, 0.4, 0.2]


def test_an_option_leaves_out_the_modes_that_need_another_value() -> None:
    planned = balance.plan_settings(
        GAMES["enchanters"], 2, {"mode": "coop", "coop_difficulty": "hard", "short": True}
    )

    (found,) = planned
    assert found[1].options == {"mode": "coop", "coop_difficulty": "hard", "short": True}


def test_modes_have_only_options_that_the_game_has() -> None:
    wrong = [
        (game.name, mode.name, name)
        for game in GAMES.values()
        for mode in game.modes
        for name, value in mode.options.items()
        if value not in {option.name: option.values for option in game.options}.get(name, ())
    ]

    assert wrong == []


def test_a_game_without_seats_in_its_view_is_counted_too() -> None:
    one = balance.play_match(GAMES["pebbles"], 2, 1, {})

    assert sum(one.wins) == pytest.approx(1) and one.own == [{}, {}]


@pytest.mark.slow
def test_strong_bots_play_the_same_match_again() -> None:
    game = GAMES["abyss"]
    quick = balance.play_match(game, 2, 1, {})

    strong = balance.play_match(game, 2, 1, {}, trials=1)

    assert strong != quick
    assert strong == balance.play_match(game, 2, 1, {}, trials=1)


def test_a_stopped_run_goes_on_where_it_was(played: list[PlayedMatch], tmp_path: Path) -> None:
    path = tmp_path / "balance" / "some.jsonl"
    balance_results.append_result(path, 0, played[0])
    with path.open("ab") as file:
        file.write(b'[1,{"seats":5,"wins":[')

    balance_results.append_result(path, 2, played[2])

    assert balance_results.read_results(path) == {0: played[0], 2: played[2]}


def test_no_file_is_no_results(tmp_path: Path) -> None:
    assert balance_results.read_results(tmp_path / "none.jsonl") == {}


def test_results_of_other_rules_cards_or_options_are_kept_apart(tmp_path: Path) -> None:
    game = GAMES["pebbles"]
    folder = tmp_path / game.name
    folder.mkdir()
    (folder / "rules.py").write_text("PEBBLES = 21")
    before = balance_results.hash_files(balance_results.list_sources(tmp_path / game.name))
    series = balance_results.Series("pebbles", 1, before, 2, {}, 0)

    (folder / "rules.py").write_text("PEBBLES = 22")
    after = balance_results.hash_files(balance_results.list_sources(tmp_path / game.name))

    others = [
        balance_results.Series("pebbles", 1, after, 2, {}, 0),
        balance_results.Series("pebbles", 2, before, 2, {}, 0),
        balance_results.Series("pebbles", 1, before, 3, {}, 0),
        balance_results.Series("pebbles", 1, before, 2, {"short": True}, 0),
        balance_results.Series("pebbles", 1, before, 2, {}, 60),
    ]
    assert len({one.file_name for one in [series, *others]}) == 6


def test_boards_and_docs_change_no_result(tmp_path: Path) -> None:
    folder = tmp_path / "pebbles"
    (folder / "board").mkdir(parents=True)
    (folder / "board" / "picture.py").touch()
    (folder / "RULINGS.md").touch()
    (folder / "rules.py").touch()

    found = balance_results.list_sources(tmp_path / "pebbles")

    assert [path.name for path in found if path.is_relative_to(folder)] == ["rules.py"]


def run_balance(*words: str) -> tuple[str, str]:
    """Return what the command prints, and its progress."""
    out, progress = StringIO(), StringIO()
    with suppress(CommandError):
        call_command("balance", *words, "--jobs", "1", stdout=out, stderr=progress)
    return out.getvalue(), progress.getvalue()


def test_the_command_plays_only_what_is_missing(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    first, _ = run_balance("pebbles", "--seats", "2", "--matches", "2")

    _, progress = run_balance("pebbles", "--seats", "2", "--matches", "3")
    again, nothing = run_balance("pebbles", "--seats", "2", "--matches", "2")

    assert progress == "pebbles, 2 seats, default: 3 of 3 matches\n"
    assert (again, nothing) == (first, "")
    assert "2 seats, default: 2 matches" in first


def test_fresh_forgets_the_kept_results(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    first, _ = run_balance("pebbles", "--seats", "2", "--matches", "1")

    again, progress = run_balance("pebbles", "--seats", "2", "--matches", "1", "--fresh")

    assert again == first
    assert progress == "pebbles, 2 seats, default: 1 of 1 matches\n"


def test_a_game_that_cannot_be_estimated_has_no_strong_bots() -> None:
    with pytest.raises(CommandError, match="No house bot thinks about Pebbles"):
        call_command("balance", "pebbles", "--level", "strong")


@pytest.mark.parametrize(
    "option", ["kingdoms=bandits,gnolls", "kingdom_pool=beginners", "kingdom_selection=random"]
)
def test_parts_that_are_all_dealt_cannot_be_chosen(option: str) -> None:
    name = option.partition("=")[0]
    with pytest.raises(CommandError, match=f"Leave out {name}: all combinations of parts"):
        call_command("balance", "enchanters", "--option", option, "--matches", "1")
