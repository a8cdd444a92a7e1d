"""Our own art: the five races, the guilds' emblems, pearls, keys, monsters and the rest.

Every shape is drawn around 0,0 in a box of 48, and uses the colour of the surrounding text.
"""

from __future__ import annotations

from .palette import BONE, DARK, GLOW, PEARL, PEARL_SHADE, SLAB, WHITE

# All pictures on a page share their ids, which mean the same in each.
PREFIX = "abyss-"

_LINE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'


def _add_mirror_image(left: str) -> str:
    """Return a half together with its mirror image."""
    return f'{left}<g transform="scale(-1 1)">{left}</g>'


CRAB = (
    _add_mirror_image(
        f'<g {_LINE} stroke-width="3.2"><path d="M-11 7-20 4-22 9M-11 11-19 11-21 16M-9 14-15 '
        '17-16 21"/>'
        f'<path d="M-10 1C-17 0-18-4-17-7" stroke-width="3.8"/></g>'
        '<path fill="currentColor" d="M-16-5C-23-8-24-17-17-22C-18-18-17-16-15-14'
        "C-13-16-12-19-13-22"
        'C-7-18-8-8-16-5z"/>'
        f'<path {_LINE} stroke-width="2.6" d="M-4-1-5-8"/><circle cx="-5" cy="-9" r="3" '
        'fill="currentColor"/>'
    )
    + '<path fill="currentColor" d="M0-2C10-2 15 3 14 9C13 15 7 19 0 19C-7 19-13 15-14 9C-15 '
    '3-10-2 0-2z"/>'
    + f'<path fill="none" stroke="{DARK}" stroke-width="2.2" stroke-linecap="round" '
    'd="M-6 11Q0 15.500 6 11"/>'
)
JELLYFISH = (
    '<path fill="currentColor" d="M-19 1C-20-30 20-30 19 1Q15 6 11 2Q7 7 3.700 3Q0 7-3.700 3'
    "Q-7 7-11 2"
    'Q-15 6-19 1z"/>'
    f'<path fill="none" stroke="{DARK}" stroke-width="2.200" stroke-linecap="round" '
    'd="M-12-6C-11-13-7-16-3-17"/>'
    f'<path {_LINE} stroke-width="3" d="M-13 7C-17 12-10 15-14 22M-4.500 8C-9 13-1 17-5 23M4.500 8'
    'C9 13 1 17 5 23M13 7C17 12 10 15 14 22"/>'
)
SEAHORSE = (
    '<path fill="currentColor" d="M-17-10C-17-13-10-14-7-17C-4-23 4-25 9-20L15-22L13-16L18-14L13-10'
    "C17-5 17 2 12 7C9 10 7 13 8 16L-1 15C-4 10-5 8-4 5C-9 2-8-5-3-9C-7-10-10-8-13-7"
    'C-16-6-17-8-17-10z"/>'
    '<path fill="currentColor" d="M13-6L21-8L19-2L21 3L12 5z"/>'
    f'<path {_LINE} stroke-width="5" d="M3.500 13C3 19 0 22-4 21C-9 20-9 13-4 13"/>'
    f'<circle cx="1" cy="-16" r="2.400" fill="{DARK}"/>'
    f'<path fill="none" stroke="{DARK}" stroke-width="1.900" stroke-linecap="round" '
    'd="M0-3L9-4M0 2L9 2M2 7L8 7.500"/>'
)
SHELLFISH = (
    '<path fill="currentColor" d="M0 17L-20 1C-24-4-20-12-14-11C-14-18-6-21-3-17Q0-23 3-17'
    "C6-21 14-18 14-11"
    'C20-12 24-4 20 1z"/><path fill="currentColor" d="M-9 13H9L7 21H-7z"/>'
    f'<path fill="none" stroke="{DARK}" stroke-width="2.200" stroke-linecap="round" '
    'd="M0 13V-12M-3 12-9-8M3 12 9-8M-6 11-15-2M6 11 15-2"/>'
)
SQUID = (
    '<path fill="currentColor" d="M0-24C5-19 13-13 17-7C15-4 11-4 9-5C9 0 8 4 6 7H-6C-8 4-9 0-9-5'
    'C-11-4-15-4-17-7C-13-13-5-19 0-24z"/>'
    f'<circle cx="-4" cy="2" r="2.400" fill="{DARK}"/><circle cx="4" cy="2" r="2.400" '
    f'fill="{DARK}"/>'
    + _add_mirror_image(
        f'<path {_LINE} stroke-width="3" d="M-5.500 7C-7 13-15 10-17 17C-18 20-15 22-13 20'
        'M-4 8C-5 14-8 17-8 23M-1.300 9-1.500 21"/>'
    )
)
MONSTER = (
    '<path fill="currentColor" d="M-22-3C-18-15-6-19 4-17C13-15 19-9 19-2L24-8V12L18 6C15 15 5 '
    "20-5 19"
    'C-15 18-21 13-22 9L-9 8L-10 3z"/>'
    f'<path fill="{DARK}" d="M-21-2L-9 3L-9 8L-21 9L-19 5L-16 7L-14 4L-11 6L-12 2L-15 3L-17 0'
    'L-19 2z"/>'
    f'<circle cx="-3" cy="-8" r="4" fill="{DARK}"/><circle cx="-4" cy="-9" r="1.500" '
    'fill="currentColor"/>'
    f'<path {_LINE} stroke-width="2.400" d="M2-16C0-24-10-25-15-20"/>'
    f'<circle cx="-16" cy="-18" r="3.200" fill="{GLOW}"/>'
)
RACES = {
    "crab": CRAB,
    "jellyfish": JELLYFISH,
    "seahorse": SEAHORSE,
    "shellfish": SHELLFISH,
    "squid": SQUID,
}
# Emblems: flat, so that a number can be placed on them.
GUILDS = {
    "soldiers": "M0 24C-14 17-20 8-20-18Q-8-16 0-23Q8-16 20-18C20 8 14 17 0 24z",
    "mages": "M0-24L21-12V12L0 24L-21 12V-12z",
    "farmers": "M0-25C27-13 27 13 0 25C-27 13-27-13 0-25z",
    "merchants": "M0-22A22 22 0 1 1 0 22A22 22 0 1 1 0-22z",
    "politicians": "M-20-22H20V23L0 14L-20 23z",
    "ambassadors": (
        "M0 -25L7.1 -17.1L17.7 -17.7L17.1 -7.1L25 0L17.1 7.1L17.7 17.7L7.1 17.1L"
        "0 25L-7.1 17.1L-17.7 17.7L-17.1 7.1L-25 0L-17.1 -7.1L-17.7 -17.7L-7.1 -17.1z"
    ),
}
PEARL_SHAPE = (
    f'<circle r="19" fill="{PEARL}"/><path fill="{PEARL_SHADE}" d="M17-8A19 19 0 1 1-14 13A21 '
    '21 0 0 0 17-8z"/>'
    f'<circle cx="-6" cy="-7" r="5" fill="{WHITE}"/>'
)
KEY = (
    '<circle cy="-11" r="9" fill="none" stroke="currentColor" stroke-width="6"/>'
    '<path fill="currentColor" d="M-3-2H3V23H-3zM3 8H12V14H3zM3 17H10V23H3z"/>'
)
TOKEN = (
    '<path fill="currentColor" d="M-11-21H11L22 0L11 21H-11L-22 0z"/>'
    f'<path fill="{DARK}" d="M-14-4L-8 3L-4-3L0 4L4-3L8 3L14-4C13 9 7 13 0 13C-7 13-13 9-14-4z"/>'
    f'<circle cx="-6" cy="-10" r="3" fill="{DARK}"/><circle cx="6" cy="-10" r="3" fill="{DARK}"/>'
)
# Half a Pearl, half a Monster token: one or the other.
EITHER = (
    f'<path fill="{PEARL}" d="M-2-19A19 19 0 0 0-2 19z"/>'
    f'<path fill="{BONE}" d="M2-20H11L22 0L11 20H2z"/><path fill="{DARK}" d="M2-1L6 5L10-1L15-3'
    f'C14 8 9 11 2 12z"/><circle cx="8" cy="-9" r="3" fill="{DARK}"/>'
)
CARDS = (
    f'<g stroke="{SLAB}" stroke-width="2"><rect x="-13" y="-17" width="24" height="34" rx="4" '
    f'fill="{PEARL_SHADE}" transform="rotate(-16 -8 18)"/><rect x="-11" y="-18" width="24" '
    'height="34" '
    f'rx="4" fill="{PEARL}" transform="rotate(10 8 18)"/></g>'
)
CROWN = (
    '<path fill="currentColor" d="M-20-12L-9 0L0-18L9 0L20-12L16 16H-16z"/>'
    '<circle cx="-20" cy="-14" r="3.500" fill="currentColor"/><circle cy="-20" r="3.500" '
    'fill="currentColor"/><circle cx="20" cy="-14" r="3.500" fill="currentColor"/>'
)
BUBBLES = (
    f'<g {_LINE} stroke-width="4"><circle cx="-8" cy="6" r="12"/><circle cx="12" cy="-9" r="8"/>'
    '<circle cx="13" cy="14" r="5"/></g>'
)
_DOWN = '<path fill="currentColor" d="M14 10H24L19 22z"/>'
_UP = '<path fill="currentColor" d="M14 22H24L19 10z"/>'
PLACES = {
    "guilds": f'<path fill="currentColor" d="{GUILDS["ambassadors"]}"/>',
    "lords": CROWN,
    "allies": BUBBLES,
    "keyed_lords": KEY,
    "keyless_lords": f'{KEY}<path stroke="{DARK}" stroke-width="9" d="M-20 18L20-18"/>'
    f'<path {_LINE} stroke-width="4.500" d="M-20 18L20-18"/>',
    "weakest_lord": f'<g transform="translate(-4 -4) scale(.85)">{CROWN}</g>{_DOWN}',
    "strongest_lord": f'<g transform="translate(-4 -4) scale(.85)">{CROWN}</g>{_UP}',
    "weakest_allies": f'<g transform="translate(-4 -4) scale(.85)">{BUBBLES}</g>{_DOWN}',
    "best_opposing_location": f'<g {_LINE} stroke-width="4"><ellipse cy="-5" rx="14" ry="17"/>'
    '<path d="M0 12V22M-9 22H9M-6-10L2-17"/></g>',
    "nothing": f'<g {_LINE} stroke-width="4"><path d="M-9 22L-5 2H5L9 22M0-4C-8-9 8-13 0-22M11-6'
    'C5-10 17-13 11-19"/></g>',
}
MOMENTS = {
    "cross": f'<path {_LINE} stroke-width="7" d="M-20-20L20 20M20-20L-20 20"/>',
    "asked": '<path fill="currentColor" d="M-21-20H21V12H4L-8 23V12H-21z"/>'
    f'<path fill="none" stroke="{DARK}" stroke-width="5" stroke-linecap="round" '
    'd="M-6-9C-4-15 7-14 6-8C5-4 0-4 0 1"/>'
    f'<circle cy="7" r="3" fill="{DARK}"/>',
}


def _collect_shapes() -> dict[str, str]:
    guilds = {name: f'<path fill="currentColor" d="{path}"/>' for name, path in GUILDS.items()}
    others = {
        "monster": MONSTER,
        "pearl": PEARL_SHAPE,
        "key": KEY,
        "token": TOKEN,
        "either": EITHER,
    }
    return RACES | guilds | PLACES | MOMENTS | others | {"cards": CARDS}


SHAPES = _collect_shapes()


def render_shape_definitions(body: str) -> str:
    """Return the definitions of the shapes that a drawing uses."""
    return "".join(
        f'<g id="{PREFIX}{name}">{shape}</g>'
        for name, shape in SHAPES.items()
        if f'"#{PREFIX}{name}"' in body
    )


def render_all_shapes() -> str:
    """Return the definitions of all shapes."""
    return "".join(f'<g id="{PREFIX}{name}">{shape}</g>' for name, shape in SHAPES.items())


def draw_shape(name: str, x: float, y: float, size: float, colour: str = "") -> str:
    """Return a shape centred at a point, `size` wide."""
    paint = f' color="{colour}"' if colour else ""
    return (
        f'<use href="#{PREFIX}{name}" transform="translate({x:g} {y:g}) scale({size / 48:.3g})"'
        f"{paint}/>"
    )
