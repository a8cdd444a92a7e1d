"""Which modules may import which: “Layers” in docs/architecture.md as a test."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from games.titles import GAMES

ROOT = Path(__file__).parent.parent
STANDARD = set(sys.stdlib_module_names)

# The folders of games/, lowest first: each imports itself and those below.
LAYERS = (
    *("engine", "titles", "leagues", "models", "queries", "services", "presentation", "emails"),
    "http",
)
# The entry points; none imports another.
DOORS = ("replies", "web", "api", "admin", "tasks", "management")
# Outside the layers, because Django requires them there.
OF_DJANGO = ("apps.py", "urls.py", "__init__.py", "templatetags", "migrations")
FOLDERS_OF_NOTIFICATIONS = {
    *("models", "outgoing", "incoming", "reply_parser", "preferences", "retention", "webhooks"),
    *("web_push", "dns_checks", "dev_mailbox", "admin", "management", "migrations"),
}
FLAT_OF_NOTIFICATIONS = {
    "__init__.py",
    "apps.py",
    "urls.py",
    "tasks.py",
    "quarantine.py",
    "mail_outages.py",
    "gateway.py",
}
# Packages without Django: what each may import besides the standard library and our own modules.
PURE: dict[str, set[str]] = {
    "games/engine/board": {"PIL", "resvg_py", "msgspec"},
    "games/engine/beacon.py": {"msgspec", "py_arkworks_bls12381"},
    "games/engine/signature.py": {"cryptography"},
    "games/engine": {"msgspec"},
    "games/titles": {"msgspec"},
    "games/leagues": {"msgspec", "openskill", "py4swiss"},
    "notifications/reply_parser": {"msgspec"},
    "notifications/dns_checks": {"msgspec", "dns", "yaml", "cryptography"},
}
# What they may import of the site: it imports nothing but the standard library itself.
PURE_OF_THE_SITE = {"abyss_site.core.unicode_text"}
# The files and folders of abyss_site/, lowest first. The first three lie below both apps, which
# import nothing else of the site than CORE: the rest is for processes.
CORE = "core"
BELOW_THE_APPS: tuple[set[str], ...] = ({CORE}, {"bootstrap"}, {"settings"})
SITE_LAYERS: tuple[set[str], ...] = (
    *BELOW_THE_APPS,
    {"maintenance", "observability"},
    {"beat", "celery", "checks", "apps", "urls", "asgi", "wsgi"},
    {"demo"},
    {"management", "__main__"},
)
# Above everything, and imported by tests only.
DEVTOOLS = "devtools"
# Sources of answers that are not given by a player.
OF_HOUSE = ("clock", "bot", "staff")
WRITES = {"save", "create", "bulk_create", "update", "bulk_update", "delete", "get_or_create"}

APPS = ("games", "notifications")
FILES, FILES_OF_THE_SITE = (
    [
        path.relative_to(ROOT)
        for app in apps
        for path in sorted((ROOT / app).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    for apps in (APPS, ("abyss_site",))
)


# A single worker reads every file, once.
pytestmark = pytest.mark.xdist_group("architecture")


class Written(NamedTuple):
    """The parts of a file that the tests need; whole syntax trees would fill the memory."""

    imports: list[ast.Import | ast.ImportFrom]
    # Those below `if TYPE_CHECKING:`.
    for_types: list[ast.stmt]
    calls: list[ast.Call]
    constants: list[ast.Constant]


@cache
def written_in(path: Path) -> Written:
    nodes = list(ast.walk(ast.parse((ROOT / path).read_text())))
    of_an_app = nodes if path.parts[0] in APPS else []
    return Written(
        [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))],
        [
            inner
            for node in nodes
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in node.body
        ],
        [node for node in of_an_app if isinstance(node, ast.Call)],
        [node for node in of_an_app if isinstance(node, ast.Constant)],
    )


@cache
def is_folder(module: str) -> bool:
    return (ROOT / Path(*module.split("."))).is_dir()


def imports(path: Path) -> Iterator[str]:
    """Yield the full name of every module that a file imports, anywhere in it."""
    package = list(path.with_suffix("").parts[:-1])
    for node in written_in(path).imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            # `from games import clock` imports games.engine.clock.
            if is_folder(module):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def module_name(path: Path) -> str:
    """Return the full name of a file's module."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    """Return the folder of games/ that contains a module, "" if none does."""
    first, *rest = module.split(".")
    return rest[0] if first == "games" and rest and rest[0] in LAYERS + DOORS else ""


def site_name_of(module: str) -> str:
    """Return the file or folder of abyss_site/ that is or contains a module, "" for none."""
    first, *rest = module.split(".")
    return rest[0] if first == "abyss_site" and rest else ""


def test_every_file_has_a_layer() -> None:
    of_games = {path.parts[1] for path in FILES if path.parts[0] == "games"}
    of_notifications = {path.parts[1] for path in FILES if path.parts[0] == "notifications"}
    of_site = {site_name_of(module_name(path)) for path in FILES_OF_THE_SITE}

    assert of_games <= {*LAYERS, *DOORS, *OF_DJANGO}
    assert of_notifications <= FOLDERS_OF_NOTIFICATIONS | FLAT_OF_NOTIFICATIONS
    assert of_site == {"", *set().union(*SITE_LAYERS)}


def test_a_layer_imports_only_what_lies_below() -> None:
    order = {name: height for height, name in enumerate(LAYERS)}
    order |= dict.fromkeys(DOORS, len(LAYERS))
    wrong = []
    for path in FILES:
        own = layer_of(module_name(path))
        for name in imports(path):
            other = layer_of(name)
            if not own or not other or own == other:
                continue
            if order[other] > order[own] or {own, other} <= set(DOORS):
                wrong.append(f"{path} imports {name}")

    assert not wrong


def test_no_two_packages_import_each_other() -> None:
    arrows = defaultdict(list)
    for path in [*FILES, *FILES_OF_THE_SITE]:
        app, own, *_ = path.parts
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == app and len(parts) > 1 and (ROOT / app / parts[1]).is_dir():
                arrows[own, parts[1]].append(f"{path} imports {name}")
    wrong = {pair: arrows[pair] for pair in arrows if pair[0] < pair[1] and pair[::-1] in arrows}

    assert arrows and not wrong


def test_the_project_imports_only_what_lies_below() -> None:
    height = {name: at for at, names in enumerate(SITE_LAYERS) for name in names}
    wrong = []
    for path in FILES_OF_THE_SITE:
        own = site_name_of(module_name(path))
        for name in imports(path):
            other = site_name_of(name)
            is_above = bool(own and other) and height[other] > height[own]
            is_app = name.split(".")[0] in ("games", "notifications")
            is_tool = name.split(".")[0] == DEVTOOLS
            if is_above or is_tool or (is_app and height.get(own, 0) < len(BELOW_THE_APPS)):
                wrong.append(f"{path} imports {name}")

    assert not wrong


def files_imported(path: Path, known: set[Path]) -> Iterator[Path]:
    """Yield the files that a file imports, anywhere in it; for a package its `__init__.py`."""
    package = list(path.with_suffix("").parts[:-1])
    names: list[tuple[str, ...]]
    for node in written_in(path).imports:
        if isinstance(node, ast.Import):
            names = [(alias.name,) for alias in node.names]
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            # `from games import clock` imports games.engine.clock, or a name defined in `games`.
            names = [(f"{module}.{alias.name}", module) for alias in node.names]
        for candidates in names:
            bases = [Path(*name.split(".")) for name in candidates]
            files = [
                file for one in bases for file in (one.with_suffix(".py"), one / "__init__.py")
            ]
            yield from [file for file in files if file in known][:1]


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not even inside a function, or for types only: such files can only be understood together."""
    ours = {path for path in EVERYTHING_WRITTEN if path.parts[0] != "tests"}
    ours = {path for path in ours if "migrations" not in path.parts}
    arrows = {path: set(files_imported(path, ours)) - {path} for path in ours}
    # A file without remaining imports is in no cycle and is removed.
    while ends := {path for path, others in arrows.items() if not others}:
        arrows = {path: others - ends for path, others in arrows.items() if path not in ends}
    # The same for a file that no remaining file imports.
    while tops := arrows.keys() - {other for others in arrows.values() for other in others}:
        arrows = {path: others for path, others in arrows.items() if path not in tops}
    circles = [f"{path} imports {other}" for path in arrows for other in arrows[path]]

    assert len(ours) > 500 and not sorted(circles)


def test_the_apps_import_nothing_of_the_site_but_its_core() -> None:
    wrong = [
        f"{path} imports {name}"
        for path in FILES
        for name in imports(path)
        if name.split(".")[0] == DEVTOOLS or site_name_of(name) not in ("", CORE)
    ]

    assert not wrong


def test_what_needs_no_django_imports_little() -> None:
    wrong = []
    for path in FILES:
        places = [place for place in PURE if path.is_relative_to(place)]
        if not places:
            continue
        allowed = PURE[max(places, key=len)] | {"__future__", path.parts[0]}
        wrong += [
            f"{path} imports {name}"
            for name in imports(path)
            if name.split(".")[0] not in allowed | STANDARD and name not in PURE_OF_THE_SITE
        ]
    site = [Path(*name.split(".")).with_suffix(".py") for name in PURE_OF_THE_SITE]
    wrong += [
        f"{path} imports {name}"
        for path in site
        for name in imports(path)
        if name.split(".")[0] not in STANDARD
    ]

    assert not wrong


def test_a_game_never_imports_another_game() -> None:
    games = {p.name for p in (ROOT / "games/titles").iterdir() if p.is_dir()} - {"__pycache__"}
    wrong = []
    for path in FILES:
        if not path.is_relative_to("games/titles") or path == Path("games/titles/__init__.py"):
            continue
        others = {f"games.titles.{game}." for game in games - {path.parts[2]}}
        for name in imports(path):
            wrong += [f"{path} imports {name}" for other in others if f"{name}.".startswith(other)]

    assert len(games) >= 5 and not wrong


# What each part of a game may import of the other parts.
PARTS_OF_A_GAME = {
    "rules": set[str](),
    "words": {"rules"},
    "bot": {"rules", "words"},
    "board": {"rules", "words"},
    "tutorial": set(),
    "game": {"rules", "words", "bot", "board", "tutorial"},
}
# Modules that work on the view of a seat, so that they cannot reveal hidden information.
OF_VIEWS = ("bot/policy.py", "bot/evaluation.py", "bot/lead.py", "bot/coach.py", "board")


def part_of_game(path: Path) -> str:
    return path.parts[3].removesuffix(".py") if len(path.parts) > 3 else ""


def test_the_parts_of_a_game_import_what_lies_below() -> None:
    """The rules import nothing else; drawing imports Pillow and resvg, and only `game` names it."""
    wrong = []
    for path in FILES:
        own = part_of_game(path) if path.is_relative_to("games/titles") else ""
        if own not in PARTS_OF_A_GAME:
            continue
        game = ".".join(path.parts[:3])
        for name in imports(path):
            other = name.removeprefix(f"{game}.").split(".")[0]
            is_of_game = name.startswith(f"{game}.") and other in PARTS_OF_A_GAME
            if is_of_game and other not in PARTS_OF_A_GAME[own] | {own}:
                wrong.append(f"{path} imports {name}")

    assert not wrong


def test_every_file_of_a_game_is_in_one_of_its_parts() -> None:
    parts = {part_of_game(path) for path in FILES if path.is_relative_to("games/titles")}

    assert parts == {"", "__init__", *PARTS_OF_A_GAME}


def test_what_shows_a_table_sees_views_only() -> None:
    wrong = []
    for path in FILES:
        if path.is_relative_to("games/titles") and len(path.parts) > 4:
            inside = Path(*path.parts[3:])
            if any(inside.is_relative_to(place) for place in OF_VIEWS):
                wrong += [
                    f"{path} imports {name}"
                    for name in imports(path)
                    if name.endswith((".rules.state", ".bot.determinize"))
                ]

    assert not wrong


def test_only_the_shelf_knows_a_game_by_its_name() -> None:
    """Another game needs one line outside its folder: in `games/titles/__init__.py`."""
    wrong = [
        f"{path} imports {name}"
        for path in FILES
        if not path.is_relative_to("games/titles")
        for name in imports(path)
        if name.startswith("games.titles.") and name != "games.titles.GAMES"
    ]

    assert not wrong


def test_every_folder_of_titles_is_a_game_of_that_name() -> None:
    folders = [p.name for p in (ROOT / "games/titles").iterdir() if (p / "game.py").exists()]

    assert sorted(GAMES) == sorted(folders)


def test_notifications_know_no_games() -> None:
    for path in FILES:
        if path.is_relative_to("notifications"):
            assert not any(name.split(".")[0] == "games" for name in imports(path)), path


def test_games_use_notifications_through_their_gateway() -> None:
    """`notifications/gateway.py` lists what games may use; games import nothing else of that
    app."""
    around = [
        f"{path} imports {name}"
        for path in FILES
        if path.is_relative_to("games")
        for name in imports(path)
        if name.split(".")[0] == "notifications"
        and not f"{name}.".startswith("notifications.gateway.")
    ]

    assert not around


# A statement, or a condition of one.
SQL = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH \w+ AS)\s|.*[=<>] ?%(s|\(\w+\)s)")


def test_sql_stands_in_one_module_of_each_app() -> None:
    elsewhere = []
    for path in FILES:
        if path in (Path("games/models/sql.py"), Path("notifications/models/sql.py")):
            continue
        texts = written_in(path).constants
        elsewhere += [
            f"{path}:{node.lineno}"
            for node in texts
            if isinstance(node.value, str) and SQL.match(node.value)
        ]

    assert not elsewhere


def test_the_rules_load_without_django() -> None:
    code = "import sys, games.titles, games.leagues.ladders, games.engine.beacon; "
    code += "sys.exit(any(m.startswith('django') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_a_door_saves_nothing() -> None:
    # Commands are excluded: whoever has a terminal may do anything.
    above = {*DOORS, "presentation", "emails"} - {"management"}
    doors = [path for path in FILES if path.parts[0] == "games" and path.parts[1] in above]
    wrong = []
    for path in doors:
        for node in written_in(path).calls:
            if isinstance(node.func, ast.Attribute):
                called = ast.unparse(node.func)
                rows = ".objects." in called or called.split(".")[-1] == "save"
                if rows and node.func.attr in WRITES:
                    wrong.append(f"{path}: {called}")

    assert doors and not wrong


EVERYTHING_WRITTEN = [
    path.relative_to(ROOT)
    for folder in ("abyss_site", "devtools", "games", "notifications", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
OURS = {"abyss_site", "devtools", "games", "notifications", "tests", "conftest", "__future__"}


def names_imported(path: Path) -> Iterator[str]:
    """Yield the full name of all that a file imports from others' packages when it runs."""
    written = written_in(path)
    for node in written.imports:
        if node in written.for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nobody_imports_what_a_dependency_keeps_to_itself() -> None:
    """Sign-in stood on modules that django-allauth calls internal, and changes without notice.

    What only mypy imports is checked by mypy.
    """
    wrong = []
    for path in EVERYTHING_WRITTEN:
        for name in names_imported(path):
            first, *rest = name.split(".")
            if first in OURS | STANDARD or first == "":
                continue
            is_private = any(part.startswith("_") or part == "internal" for part in rest)
            if is_private:
                wrong.append(f"{path} imports {name}")

    assert len(EVERYTHING_WRITTEN) > 500 and not wrong


def test_games_holds_nothing_in_its_door() -> None:
    """`games/__init__.py` is empty, so that importing the rules loads nothing else."""
    assert (ROOT / "games/__init__.py").read_text() == ""


def test_every_door_says_who_answers() -> None:
    """A prompt's token only identifies it: a player's answer names the player, whom the service
    checks."""
    nameless = []
    for path in FILES:
        for node in written_in(path).calls:
            if ast.unparse(node.func).endswith("submit_decision"):
                given = {word.arg: word.value for word in node.keywords}
                source = given.get("source")
                of_house = isinstance(source, ast.Constant) and source.value in OF_HOUSE
                if "by" not in given and not of_house:
                    nameless.append(f"{path}:{node.lineno}")

    assert nameless == []
