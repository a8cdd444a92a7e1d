"""The card file that `manage.py start_kingdom` lays out."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.titles.enchanters.rules.card_checks import WrongCard
from games.titles.enchanters.rules.check_files import check_card_files
from games.titles.enchanters.rules.new_kingdom import write_kingdom


def test_an_empty_kingdom_passes_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "trolls.yaml"
    path.write_text(write_kingdom("trolls", 2), encoding="utf-8")

    lines = [*check_card_files([path])]

    assert any(line.startswith("trolls: ") for line in lines)
    assert lines[-1].endswith(": well.")


def test_one_run_tells_every_error_of_a_file(tmp_path: Path) -> None:
    """Fields, numbers of cards, related cards and names; a card with errors still counts."""
    path = tmp_path / "trolls.yaml"
    text = write_kingdom("trolls", 2)
    for right, wrong in [
        ("attack: 3", "attak: 3"),
        ("copies: 6, two_player_copies: 3", "copies: 5, two_player_copies: -3"),
        ("kind: village", "kind: hamlet"),
        ("overlord: trolls_overlord", "overlord: nobody"),
        ("name: Dragon", "name: Major"),
        ("tier: medium", "tier: mediocre"),
        ("strength: 10", "strenth: 10"),
    ]:
        assert right in text
        text = text.replace(right, wrong, 1)
    path.write_text(text, encoding="utf-8")

    with pytest.raises(WrongCard) as refused:
        [*check_card_files([path])]

    places = [message.removeprefix("trolls.yaml: ") for message in refused.value.messages]
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
    for right, wrong, told in [
        (
            "id: trolls,",
            "id: goblins,",
            "trolls.yaml: kingdom: id: there is a kingdom of this name",
        ),
        (
            "name: Dragon,",
            "name: Major,",
            "trolls.dragon: trolls.major is called “Major”, too (en)",
        ),
        ("copies: 2,", "copies: 3,", "trolls: 7 × item; there must be 6"),
    ]:
        path.write_text(write_kingdom("trolls", 2).replace(right, wrong, 1), encoding="utf-8")
        with pytest.raises(WrongCard) as refused:
            [*check_card_files([path])]
        assert refused.value.messages == (told,)


@pytest.mark.parametrize("name", ["", "Trolls", "../trolls", "9"])
def test_a_name_that_is_no_code_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a kingdom"):
        write_kingdom(name, 2)
