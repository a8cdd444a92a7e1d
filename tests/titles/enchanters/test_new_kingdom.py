"""The card file that `manage.py start_kingdom` lays out."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.titles.enchanters.rules.check_files import check_card_files
from games.titles.enchanters.rules.new_kingdom import write_kingdom


def test_an_empty_kingdom_passes_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "trolls.yaml"
    path.write_text(write_kingdom("trolls", 2), encoding="utf-8")

    lines = [*check_card_files([path])]

    assert any(line.startswith("trolls: ") for line in lines)
    assert lines[-1].endswith(": well.")


@pytest.mark.parametrize("name", ["", "Trolls", "../trolls", "9"])
def test_a_name_that_is_no_code_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a kingdom"):
        write_kingdom(name, 2)
