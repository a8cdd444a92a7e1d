"""Paths and transforms of motifs, as programs for drawing write them."""

from __future__ import annotations

import pytest

from games.engine.board.art_paths import Matrix, read_outline, read_path, read_transform


def write_moved(data: str, matrix: Matrix | None = None) -> str:
    """Return a path as it is cut along whole units."""
    place = matrix or Matrix()
    outline = read_outline(data)
    return outline.write(outline.move(place), place.scale)


def test_relative_and_absolute_commands_say_the_same() -> None:
    relative = read_path("m1 2 3 4h5v-6c1 1 2 2 3 3s4 4 5 5q1 1 2 2t3 3a5 5 0 0 1 6 6z")
    absolute = read_path("M1 2L4 6H9V0C10 1 11 2 12 3S16 7 17 8Q18 9 19 10T22 13A5 5 0 0 1 28 19Z")

    assert relative == absolute
    assert "".join(step.command for step in relative) == "MLLLCCQQAZ"


def test_a_point_after_the_end_of_a_shape_counts_from_its_start() -> None:
    assert read_path("M5 5h4v4zm1 1h1")[-2].numbers == (6, 6)


def test_numbers_need_no_space_between_them() -> None:
    assert read_path("M.5-.5L1e1-2.5") == read_path("M 0.5 -0.5 L 10 -2.5")


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown command 'K'"):
        read_path("M0 0K1 1")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3 4)", (4, 5)),
        ("translate(3)", (4, 1)),
        ("translate(3,4) scale(2)", (5, 6)),
        ("scale(2 -1)", (2, -1)),
        ("rotate(90)", (-1, 1)),
        ("rotate(90 1 0)", (0, 0)),
        ("matrix(1 0 0 2 5 6)", (6, 8)),
        ("", (1, 1)),
    ],
)
def test_a_transform_moves_a_point(text: str, point: tuple[float, float]) -> None:
    assert read_transform(text).move(1, 1) == pytest.approx(point)


def test_an_unknown_transform_is_refused() -> None:
    with pytest.raises(ValueError, match="skewX"):
        read_transform("skewX(20)")


def test_a_place_is_moved_then_turned_then_scaled() -> None:
    placed = Matrix().place((10, 20), 2, 90).move(1, 0)
    written = read_transform("translate(10 20) rotate(90) scale(2)").move(1, 0)

    assert placed == pytest.approx((10, 22))
    assert written == pytest.approx((10, 22))
    assert Matrix().place((10, 20), flip=True).move(1, 2) == (9, 22)


def test_straight_edges_are_cut_along_whole_units() -> None:
    assert write_moved("M0.4 0.4L10.4 0.4L10.4 9.6Z") == "M0 0l10 0l0 10Z"
    assert write_moved("M0 0L0.2 0.1L10 0Z") == "M0 0l10 0Z"


def test_a_smooth_curve_keeps_the_points_that_bend_it() -> None:
    closed, opened = "M2 0Q4 0 4 2T2 4T0 2T2 0Z", "M0 0Q0 0 2 0T4 0"

    assert write_moved(closed) == closed
    assert write_moved(closed, Matrix(2, 0, 0, 2)) == "M4 0Q8 0 8 4T4 8T0 4T4 0Z"
    assert write_moved(opened) == opened


def test_other_curves_and_arcs_are_cut_along_whole_units() -> None:
    assert write_moved("M0 0Q4 0 4 4T8 4") == "M0 0Q4 0 4 4Q4 8 8 4"
    assert write_moved("M0 0C1.2 1 2 2 3 3") == "M0 0C1 1 2 2 3 3"
    assert write_moved("M-1 0A1 1 0 1 0 1 0Z", Matrix(5, 0, 0, 5)) == "M-5 0A5 5 0 1 0 5 0Z"
