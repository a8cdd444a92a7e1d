"""Avatars: small pictures drawn from a player's name, the same on every page."""

from __future__ import annotations

import hashlib

from django.utils.html import format_html
from django.utils.safestring import SafeString

# Ground and wave of a picture; white letters have a contrast of at least 4.5 on both.
GROUNDS = (
    ("#0b5f76", "#084a5c"),
    ("#6b3fa0", "#54307f"),
    ("#a8391a", "#862c13"),
    ("#2c6e31", "#215426"),
    ("#7a5200", "#614100"),
    ("#1f5aa6", "#184682"),
    ("#9c2563", "#7b1c4e"),
    ("#4a5560", "#38414a"),
)
# The top of the wave, in a box of 32 x 32.
WAVES = (
    "M0 20q8-6 16 0t16 0V32H0Z",
    "M0 24q8-12 16-6t16-4V32H0Z",
    "M0 14q10 12 32 4V32H0Z",
    "M0 26 12 16l8 7 12-9V32H0Z",
)


def draw_avatar(name: str, *, is_bot: bool = False) -> SafeString:
    """Return a player's picture as SVG, hidden from screen readers: the name stands beside it."""
    digest = hashlib.sha256(name.encode()).digest()
    ground, wave = GROUNDS[digest[0] % len(GROUNDS)]
    return format_html(
        '<svg class="avatar{}" viewBox="0 0 32 32" aria-hidden="true">'
        '<path fill="{}" d="M0 0h32v32H0Z"/><path fill="{}" d="{}"/>'
        '<text x="16" y="21" text-anchor="middle" fill="#fff">{}</text></svg>',
        " bot" if is_bot else "",
        ground,
        wave,
        WAVES[digest[1] % len(WAVES)],
        _initials(name),
    )


def _initials(name: str) -> str:
    """Return the first letters of the first and the last word, at most two."""
    words = [word for word in name.split() if word[0].isalnum()] or ["?"]
    return (words[0][0] + (words[-1][0] if len(words) > 1 else "")).upper()
