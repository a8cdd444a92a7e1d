"""FIDE's Dutch system, and tournament report files, against the parser of py4swiss."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.sections import PlayerSection, XSection

from games.leagues import dutch, trf
from games.leagues.draws import Round

ENTRANTS = [(seed, f"Player {seed}", 2000 - seed) for seed in range(7)]


def drawn(rounds: list[list[dict[int, trf.Game]]], playing: set[int] | None = None) -> Round:
    lines = trf.build_lines(ENTRANTS, rounds, {})
    found = dutch.draw_dutch_round(lines, set(range(7)) if playing is None else playing, 5)
    assert found is not None
    return found


def play(table: tuple[int, ...]) -> dict[int, trf.Game]:
    """The lower seed wins."""
    places = (1, 2) if table[0] < table[1] else (2, 1)
    return dict(trf.games_of_table(table, places))


def play_round(tables: Round) -> list[dict[int, trf.Game]]:
    seated = {seed for table in tables for seed in table}
    byes = [dict(trf.games_of_table((seed,), (1,))) for seed in set(range(7)) - seated]
    return [play(table) for table in tables] + byes


def test_the_upper_half_meets_the_lower_then_winners_meet_and_nobody_meets_again() -> None:
    rounds: list[list[dict[int, trf.Game]]] = []
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    for number in range(5):
        tables = drawn(rounds)
        if number == 0:
            assert {frozenset(table) for table in tables} == {
                frozenset(pair) for pair in ((0, 3), (1, 4), (2, 5))
            }
        pairs = {frozenset(table) for table in tables}
        assert len(tables) == 3 and not met & pairs
        met |= pairs
        byes += set(range(7)) - {seed for table in tables for seed in table}
        rounds.append(play_round(tables))
    assert byes[0] == 6 and len(set(byes)) == 5


def test_who_has_left_is_not_paired() -> None:
    first = drawn([])

    second = drawn([play_round(first)], {0, 1, 2, 3, 4, 5})

    assert sorted(seed for table in second for seed in table) == [0, 1, 2, 3, 4, 5]


def test_a_round_that_the_system_cannot_pair_is_none() -> None:
    lines = trf.build_lines(ENTRANTS[:2], [[play((0, 1))]], {})

    assert dutch.draw_dutch_round(lines, {0, 1}, 5) is None


def test_a_report_is_parsed_back_with_the_same_results() -> None:
    walkover = dict(trf.games_of_table((0, 3), (1, 2), is_walkover=True))
    drawn_game = dict(trf.games_of_table((4, 1), (1, 1)))
    void = dict(trf.games_of_table((2, 5), None))
    bye = dict(trf.games_of_table((6,), (1,)))
    lines = trf.build_lines(ENTRANTS, [[walkover, drawn_game, void, bye]], {0: 1, 6: 1})

    players = [PlayerSection.from_string(trf.format_line(line)) for line in lines]
    ParsedTrf(player_sections=players, x_section=XSection(number_of_rounds=5)).validate_contents()

    assert [one.results[0].result.value for one in players] == list("+=Z-=ZU")
    assert [one.results[0].id for one in players] == [4, 5, 0, 1, 2, 0, 0]
    assert [one.results[0].color.value for one in players] == list("wb-bw--")
    assert [one.points_times_ten for one in players] == [10, 5, 0, 0, 5, 0, 10]
    assert [(one.starting_number, one.rank) for one in players][:2] == [(1, 1), (2, 2)]
    assert [one.name for one in players] == [name for _seed, name, _rating in ENTRANTS]
    assert players[0].fide_rating == 2000


def test_a_long_name_or_one_of_several_lines_keeps_the_columns() -> None:
    line = trf.Line(9999, "A\n" + "b" * 60, 0, Fraction(23, 2), 9999, ())
    most = msgspec.structs.replace(line, points=Fraction(trf.MOST_ROUNDS))

    parsed = PlayerSection.from_string(trf.format_line(line))

    assert parsed.name == "A " + "b" * 31
    assert (parsed.fide_rating, parsed.points_times_ten, parsed.rank) == (None, 115, 9999)
    assert PlayerSection.from_string(trf.format_line(most)).points_times_ten == 990


@pytest.mark.parametrize("number", ["points", "rating", "rank", "number"])
@pytest.mark.parametrize("value", [99, 100, 9_999, 10_000, 10**6, 10**12])
def test_no_value_of_an_entrant_is_too_wide_to_be_paired(number: str, value: int) -> None:
    # The library was given lines of a file, in which a hundred points do not fit their columns.
    rounds = [play_round(drawn([]))]
    lines = trf.build_lines(ENTRANTS, rounds, {})
    usual = dutch.draw_dutch_round(lines, set(range(7)), 5)
    if number == "number":
        # All who play have numbers behind this many who have left.
        gone = [(seed, "x", 0) for seed in range(7, min(value, 10_000))]
        lines = trf.build_lines([*ENTRANTS, *gone], rounds, {})
    else:
        more = Fraction(value) if number == "points" else value
        lines = tuple(msgspec.structs.replace(line, **{number: more}) for line in lines)

    assert dutch.draw_dutch_round(lines, set(range(7)), 5) == usual


@pytest.mark.parametrize("name", ["", "x" * 500, "A\nB", "001 9999 \x00", "\u202e\U0001f41f"])
def test_no_name_changes_a_pairing(name: str) -> None:
    named = trf.build_lines([(seed, name, 0) for seed in range(7)], [], {})

    assert dutch.draw_dutch_round(named, set(range(7)), 5) == drawn([])


def test_any_error_of_the_library_is_one_that_a_season_survives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(report: ParsedTrf) -> None:
        raise RecursionError

    monkeypatch.setattr(DutchEngine, "generate_pairings", fail)

    with pytest.raises(dutch.DrawFailed):
        drawn([])
