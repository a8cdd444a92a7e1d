"""Games of other packages, found by their entry point, and folders for new games."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from abyss_site.core.installed_games import list_static_folders
from devtools.game_layout import lay_out_own_game, lay_out_package
from games.engine.installed_games import (
    GROUP,
    BadPackage,
    find_folder,
    list_entry_points,
    load_installed_games,
)
from games.titles import GAMES

ROOT = Path(settings.BASE_DIR)
NAME = "test_heaps"
PACKAGE = "abyss-by-post-test-heaps"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package that `start_game` has laid out, as pip would install it."""
    folder = tmp_path / "site"
    lay_out_package(ROOT, folder, NAME)
    metadata = folder / "abyss_by_post_test_heaps-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{NAME} = {NAME}.game:GAME\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def run_check(*arguments: str) -> str:
    out = StringIO()
    call_command("check_game", *arguments, "--matches", "0", stdout=out)
    return out.getvalue()


def test_an_installed_game_is_found_and_keeps_the_contract(package: Path) -> None:
    games = load_installed_games(GAMES, list_entry_points())

    assert [*games] == [NAME] and games[NAME].title == "Test Heaps"
    assert find_folder(games[NAME]) == package / NAME
    assert f"{NAME}: all well." in run_check(PACKAGE)


def test_a_game_that_loads_the_service_is_refused(package: Path) -> None:
    with (package / NAME / "game.py").open("a") as file:
        file.write("import notifications\n")

    with pytest.raises(CommandError, match=r"test_heaps.game must not import notifications"):
        run_check(PACKAGE)


def test_a_style_sheet_is_found_without_importing_the_game(package: Path) -> None:
    styles = package / NAME / "board" / "static"
    styles.mkdir(parents=True)

    assert list_static_folders() == [styles]
    assert NAME not in sys.modules


@pytest.mark.parametrize(
    ("break_it", "reason"),
    [
        (lambda text: text.replace(f'"{NAME}"', '"abyss"'), "brings a game “abyss”"),
        (lambda text: text.replace(f'"{NAME}"', '"Heaps!"'), "is not a name"),
        (lambda text: text + "raise ImportError('no cards')\n", "ImportError: no cards"),
        (lambda text: text + "GAME = None\n", "is no Game"),
    ],
)
def test_a_bad_package_is_named_with_its_reason(
    package: Path, break_it: Callable[[str], str], reason: str
) -> None:
    file = package / NAME / "game.py"
    file.write_text(break_it(file.read_text()))

    with pytest.raises(BadPackage, match=f"{PACKAGE} 0.1.0: .*{reason}"):
        load_installed_games(GAMES, list_entry_points())


def test_an_installed_game_replaces_none_of_ours() -> None:
    entry = EntryPoint("pebbles", "games.titles.pebbles.game:GAME", GROUP)

    with pytest.raises(BadPackage, match="there is another game “pebbles”"):
        load_installed_games(GAMES, [entry])


def test_a_package_that_brings_no_game_is_told() -> None:
    with pytest.raises(CommandError, match="pytest is no game, and no installed package"):
        run_check("pytest")


def test_a_new_game_of_the_service_is_registered_in_order(tmp_path: Path) -> None:
    titles = tmp_path / "games" / "titles"
    shutil.copytree(ROOT / "games/titles/pebbles", titles / "pebbles")
    shutil.copy(ROOT / "games/titles/__init__.py", titles)

    lay_out_own_game(tmp_path, "nim")

    registry = (titles / "__init__.py").read_text()
    assert '"essence",\n    "nim",\n    "pebbles",\n' in registry
    assert "board" not in (titles / "nim" / "game.py").read_text()
    files = [*(titles / "nim").glob("*.py"), *(tmp_path / "tests").rglob("*.py")]
    assert len(files) == 6 and all(ast.parse(file.read_text()) for file in files)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["Nim"], "A name has at most"),
        (["abyss"], "There is a game"),
        (["json", "--package", "x"], "hide"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("start_game", *arguments)
