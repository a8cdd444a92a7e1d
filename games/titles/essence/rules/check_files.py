"""Check card files that replace ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .components import FILES, component_names, load_box


def check_card_files(files: Sequence[Path]) -> Iterator[str]:
    """Yield the number of designs, with each of `files` in place of our file of the same name.

    Raises ValueError that names file, card and field.
    """
    instead = {path.stem: path for path in files}
    if strange := [name for name in instead if name not in FILES]:
        raise ValueError(f"{strange[0]}: the files are {', '.join(FILES)}")
    box = load_box(instead=instead)
    yield f"{len(component_names(box))} designs of The Essence: well."
