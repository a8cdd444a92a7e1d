"""The colours of The Essence: light on dark, a colour for each type of segment."""

from __future__ import annotations

SKY = ("#23375f", "#1c2d52", "#162445", "#101b37")
SLAB = "#0e1830"
EDGE = "#47619a"
SPENT = "#8b96ad"

INK = "#f6f8ff"
SOFT = "#bccbea"
HEADING = "#a9d2ff"
GOLD = "#ffd166"

# The colour of each type, and the background of a card with light letters.
TYPES = {
    "military": ("#ff8f80", "#5c2323"),
    "magical": ("#cda8ff", "#3d2a68"),
    "economic": ("#ffd56b", "#574313"),
    "cultural": ("#7be0a2", "#164a34"),
    "political": ("#7fc4ff", "#17416b"),
}


def list_palette_colours() -> tuple[str, ...]:
    """Return the colours of the reduced picture: all flat ones, and the blends at edges of
    letters."""
    grounds = (*SKY, SLAB, EDGE, *(shade for _, shade in TYPES.values()))
    lights = (INK, SOFT, HEADING, GOLD, SPENT, *(light for light, _ in TYPES.values()))
    blends = [
        _mix_colours(light, ground, part)
        for light in lights
        for ground in grounds
        for part in (0.33, 0.67)
        if light in (INK, SOFT, HEADING, GOLD)
    ]
    blends += [_mix_colours(light, shade, 0.5) for light, shade in TYPES.values()]
    return tuple(dict.fromkeys((*grounds, *lights, *blends)))[:256]


def _mix_colours(first: str, second: str, part: float) -> str:
    """Return the colour that is `part` of the way from one to the other."""
    channels = (
        round(int(first[n : n + 2], 16) * (1 - part) + int(second[n : n + 2], 16) * part)
        for n in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)
