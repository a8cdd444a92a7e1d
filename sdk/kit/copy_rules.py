"""Put the rules of this repository into the wheel, under the name `abyss_kit`.

The kit has its own modules (`src/abyss_kit`), all games without their drawings, and the modules of
the engine that these import. Names of packages are changed, so that the kit and the server can be
installed side by side.
"""

from __future__ import annotations

import ast
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KIT = Path(__file__).parent
ROOT = KIT.parents[1]
# Where a folder or a module of this repository stands in the kit, and the names that change.
PLACES = {
    "games/engine": "engine",
    "games/titles": "titles",
    "sdk/kit/src/abyss_kit": "",
}
NAMES = {
    "games.engine": "abyss_kit.engine",
    "games.titles": "abyss_kit.titles",
    # The entry points of installed games: those of the server import the server's engine.
    "abyss_by_post.games": "abyss_kit.games",
}
# Drawings need Pillow and resvg, and bots need no drawings.
BOARDS = ("board", "board.py")


def list_files() -> list[Path]:
    """Return the files of this repository that the kit has, by their paths from its root."""
    games = [
        path.relative_to(ROOT)
        for path in sorted((ROOT / "games/titles").rglob("*"))
        if path.is_file() and not is_left_out(path.relative_to(ROOT / "games/titles"))
    ]
    own = [
        path.relative_to(ROOT) for path in sorted((KIT / "src").rglob("*.py*")) if path.is_file()
    ]
    files = {path for path in [*games, *own] if "__pycache__" not in path.parts}
    queue = sorted(files)
    while queue:
        path = queue.pop()
        imported_files = set(iter_imports(path)) if path.suffix == ".py" else set()
        queue += sorted(imported_files - files)
        files |= imported_files
    return sorted(files)


def is_left_out(path: Path) -> bool:
    """Return whether a file below `games/titles` is a drawing or a cache."""
    return any(part in BOARDS for part in path.parts) or "__pycache__" in path.parts


def iter_imports(path: Path) -> Iterator[Path]:
    """Yield the files of the engine, with those of their packages, that a module imports."""
    package = path.parent.parts
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = Path(*above, *(node.module or "").split("."))
            for name in (module, *(module / alias.name for alias in node.names)):
                files = [name.with_suffix(".py"), name / "__init__.py", name.parent / "__init__.py"]
                yield from (file for file in files if is_of_the_engine(file))


def is_of_the_engine(path: Path) -> bool:
    """Return whether there is such a file of the engine."""
    return path.is_relative_to("games/engine") and (ROOT / path).is_file()


def place_of(path: Path) -> Path:
    """Return where a file stands in the kit.

    >>> place_of(Path("games/engine/search.py")).as_posix()
    'engine/search.py'
    """
    folder = next(place for place in PLACES if path.is_relative_to(place))
    return Path(PLACES[folder], path.relative_to(folder))


def rename_packages(text: str) -> str:
    """Return a source with the names that its packages have in the kit.

    >>> rename_packages("from games.engine.chance import Chance")
    'from abyss_kit.engine.chance import Chance'
    """
    for name, name_in_kit in NAMES.items():
        text = text.replace(name, name_in_kit)
    return text


def copy_rules(target: Path) -> None:
    """Write the package into a folder."""
    for path in list_files():
        copy = target / place_of(path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            copy.write_text(rename_packages((ROOT / path).read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(ROOT / path, copy)


class RulesHook(BuildHookInterface[Any]):
    """Copies the rules for a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.mkdtemp()
        copy_rules(Path(self.folder))
        build_data["force_include"][self.folder] = "abyss_kit"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)
