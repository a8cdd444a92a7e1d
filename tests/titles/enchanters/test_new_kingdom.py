"""What `manage.py start_kingdom` lays out, and `show_kingdom` shows."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine import part_weights
from games.engine.board.art import ART_SIZES
from games.engine.board.art_compose import compose_card
from games.engine.board.art_tables import load_tables
from games.management.commands.show_kingdom import find_art, list_numbers
from games.titles.enchanters.board import art
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.game import lay_out_kingdom
from games.titles.enchanters.rules.card_checks import WrongCard
from games.titles.enchanters.rules.check_files import check_card_files
from games.titles.enchanters.rules.new_kingdom import write_kingdom


def test_an_empty_kingdom_passes_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "trolls.yaml"
    path.write_text(write_kingdom("trolls", 2), encoding="utf-8")

    lines = [*check_card_files([path])]

    assert any(line.startswith("trolls: ") for line in lines)
    assert lines[-1].endswith(": well.")


def test_what_is_out_of_bounds_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "trolls.yaml"
    text = write_kingdom("trolls", 2).replace("heal: {who: self, n: 3}", "heal: {who: self, n: 4}")
    path.write_text(text, encoding="utf-8")

    *_, warning, result = check_card_files([path])

    assert warning == "OUT OF BOUNDS: village.trolls_village: heal 4, not more than 3"
    assert result.endswith(": 1 out of bounds.")


def list_errors(path: Path, changes: dict[str, str]) -> tuple[str, ...]:
    """Return what is told about a new kingdom with one change each."""
    text = write_kingdom("trolls", 2)
    for right, wrong in changes.items():
        assert right in text
        text = text.replace(right, wrong, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongCard) as refused:
        [*check_card_files([path])]
    return refused.value.messages


def test_one_run_tells_every_error_of_a_file(tmp_path: Path) -> None:
    """Fields, numbers of cards, related cards and names; a card with errors still counts."""
    changes = {
        "attack: 3": "attak: 3",
        "copies: 6, two_player_copies: 3": "copies: 5, two_player_copies: -3",
        "kind: village": "kind: hamlet",
        "overlord: trolls_overlord": "overlord: nobody",
        "name: Dragon": "name: Major",
        "tier: medium": "tier: mediocre",
        "strength: 10": "strenth: 10",
    }
    messages = list_errors(tmp_path / "trolls.yaml", changes)
    places = [message.removeprefix("trolls.yaml: ") for message in messages]
    assert [": ".join(place.split(": ")[:2]) for place in places] == [
        "trolls.first_item: upper.icons",
        "trolls.minor: two_player_copies",
        "trolls.medium: tier",
        "trolls.dragon: stats.strenth",
        "trolls.dragon: stats.strength",
        "village.trolls_village: kind",
        "trolls: there is no card overlord.nobody",
    ]


def test_a_kingdom_has_a_code_and_its_cards_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "trolls.yaml"
    assert list_errors(path, {"id: trolls,": "id: goblins,"}) == (
        "trolls.yaml: kingdom: id: there is a kingdom of this name",
    )
    changes = {"name: Dragon,": "name: Major,", "copies: 2,": "copies: 3,"}
    assert list_errors(path, changes) == (
        "trolls: 7 × item; there must be 6",
        "trolls.dragon: trolls.major is called “Major”, too (en)",
    )


def test_every_card_of_a_new_kingdom_has_a_placeholder(tmp_path: Path) -> None:
    """Each is drawn at its three sizes, and looks different."""
    folder = tmp_path / "art"
    copytree(Path(art.__file__).parent, folder)
    cards, *drawings = lay_out_kingdom("trolls", 2).items()
    for name, text in drawings:
        path = tmp_path / name.removeprefix("board/")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    tables = load_tables(folder)
    codes = [card["id"] for card in msgspec.yaml.decode(cards[1])["cards"]]
    for size in ART_SIZES:
        assert len({compose_card(tables, code, size) for code in codes}) == len(codes) == 14


def test_the_command_lays_out_a_kingdom_once(tmp_path: Path) -> None:
    told = StringIO()
    call_command("start_kingdom", "trolls", folder=tmp_path, stdout=told)

    assert "trolls: cards 25, marked 13, points 52" in told.getvalue()
    assert (tmp_path / "board" / "art" / "sets" / "trolls.yaml").exists()
    with pytest.raises(CommandError, match="is there already"):
        call_command("start_kingdom", "trolls", folder=tmp_path)


def test_a_kingdom_is_shown_by_pictures_texts_and_matches(tmp_path: Path) -> None:
    told, sheet = StringIO(), tmp_path / "sheet.png"
    call_command("show_kingdom", "mummies", sheet=sheet, matches=2, jobs=1, stdout=told)

    lines = told.getvalue().splitlines()
    assert "  fr  Sablier: +1 attaque, +1 défense. 1 cristal → retourner" in told.getvalue()
    assert sheet.read_bytes().startswith(b"\x89PNG") and f"{sheet}: 14 drawings" in lines
    assert lines[-1].startswith("begins") and any(line.startswith("score") for line in lines)


def test_a_card_without_a_drawing_is_named() -> None:
    """Its code was changed in the card file, and not in the file of its drawing."""
    with pytest.raises(CommandError, match=r"^There is no drawing of mummies.mask, mummies.cat\.$"):
        find_art(ENCHANTERS, ["mummies.hourglass", "mummies.mask", "mummies.cat"])


def test_matches_with_a_kingdom_and_without_it_are_as_many() -> None:
    weighing = ENCHANTERS.weighing
    assert weighing is not None
    tables = part_weights.list_tables(weighing, 3, {})
    for many in (7, 400):
        for is_in in (True, False):
            options: Any = {"name": "goblins", "seats": 3, "matches": many}
            numbers = list_numbers(weighing, options, is_in=is_in)
            assert len(set(numbers)) == many
            assert all(("goblins" in tables[n % len(tables)]) is is_in for n in numbers)


@pytest.mark.parametrize("name", ["", "Trolls", "../trolls", "9"])
def test_a_name_that_is_no_code_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a kingdom"):
        write_kingdom(name, 2)
