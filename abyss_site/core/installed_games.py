"""Where the games of installed packages have their style sheets, found without importing a game."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

# As in games/engine/installed_games.py, which imports nothing of the site.
GROUP = "abyss_by_post.games"


def list_static_folders() -> list[Path]:
    """Return the folders `board/static` beside the modules of installed games that have one."""
    folders = []
    for entry in entry_points(group=GROUP):
        top, *inner = entry.module.split(".")
        spec = find_spec(top)
        for place in (spec and spec.submodule_search_locations) or ():
            folder = Path(place, *inner[:-1], "board", "static")
            if folder.is_dir():
                folders.append(folder)
    return sorted(folders)
