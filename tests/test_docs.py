"""The commands, files and settings named in the documentation exist."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

CODE = ("games", "notifications", "abyss_site", "devtools", "tests", "docs")

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@pages
def test_files_named_in_a_page_exist(page: Path) -> None:
    text = page.read_text()
    named = re.findall(r"`((?:games|notifications|abyss_site|templates|tests|docs)/[\w./]*)`", text)
    missing = [name for name in named if not (ROOT / name).exists()]
    assert not missing


def test_files_named_in_code_and_pages_exist() -> None:
    """By their name alone, or with parent folders."""
    ours = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    known = {name for path in ours for name in endings(path.relative_to(ROOT))}
    written = [path for path in ours if not path.is_relative_to(ROOT / "tests")]
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in [*PAGES, *written]
        for name in re.findall(r"(?<![\w/.*>-])([\w/]*\w\.py)\b", path.read_text())
        if name not in known | {"manage.py"}
    ]

    assert not missing


def endings(path: Path) -> list[str]:
    """Return the possible names of a file: its name, alone and below each parent folder."""
    return ["/".join(path.parts[start:]) for start in range(len(path.parts))]


@pages
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pages
def test_commands_named_in_a_page_exist(page: Path) -> None:
    named = re.findall(r"manage\.py ([a-z_]+)", page.read_text())
    assert set(named) <= set(get_commands()) | {"pytest"}


def test_directors_of_leagues_need_no_shell() -> None:
    assert "manage.py" not in (ROOT / "docs/leagues.md").read_text()


@pages
def test_tables_end_with_a_blank_line(page: Path) -> None:
    """Markdown takes a line right below a table as another row of it."""
    lines = [*page.read_text().splitlines(), ""]
    after = [after for line, after in itertools.pairwise(lines) if re.match(r"\|.*\|$", line)]
    assert [line for line in after if line and "|" not in line] == []


def test_every_setting_read_from_the_environment_is_documented() -> None:
    source = (ROOT / "abyss_site/settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs/running.md").read_text()))
    assert read and read <= documented


def test_the_readme_shows_both_commands_on_its_first_screen() -> None:
    first = "\n".join((ROOT / "README.md").read_text().splitlines()[:45])
    assert "python3 manage.py up" in first and "python3 manage.py test" in first
    assert settings.DATA_DIR


def test_the_licence_of_every_locked_package_is_listed() -> None:
    locks = "".join(path.read_text() for path in ROOT.glob("requirements*.lock"))
    locked = re.findall(r"^([a-z0-9_.-]+)==", locks, re.M)
    listed = re.findall(r"[a-z0-9_.-]+", (ROOT / "docs/licences.md").read_text())
    assert set(locked) <= set(listed)


def test_every_promise_about_security_names_the_test_that_holds_it() -> None:
    text = (ROOT / "docs/security.md").read_text()
    known = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }

    promises = re.findall(r"^(?:- .*(?:\n  .*)*|\| (?!what|---).*)", text, re.M)
    unheld = [one for one in promises if not set(re.findall(r"`(test_\w+)`", one)) & known]
    unknown = set(re.findall(r"`(test_\w+)`", text)) - known

    assert promises
    assert not unheld
    assert not unknown


def test_the_readme_shows_its_pictures_in_light_and_dark() -> None:
    text = (ROOT / "README.md").read_text()
    named = re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text)
    pictures = {ROOT / name for name in named}

    assert pictures == set((ROOT / "docs/pictures").glob("*.png"))
    assert all(path.stat().st_size < 150_000 for path in pictures)
    assert {name.replace("-dark", "-light") for name in named} <= set(named)


def test_every_decision_has_a_number_a_date_and_a_row_in_the_index() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("0*.md"))
    index = (ROOT / "docs/decisions/README.md").read_text()
    for number, page in enumerate(pages, start=1):
        title, _, date, *_ = page.read_text().split("\n")
        assert int(page.name[:4]) == number
        assert re.fullmatch(rf"# {number}\. [^.]+", title), page.name
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", date), page.name
        assert f"| {number} | [{title.partition('. ')[2]}]({page.name}) | {date} |" in index
