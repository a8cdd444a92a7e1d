"""How each Lord is directed: pose, expression, prop, setting and light, card by card."""

from __future__ import annotations

from msgspec import Struct

from games.engine.board.paper_cut import Point

from ...rules.components import LORDS
from .bodies import Grasp
from .faces import Mood, Pose

# (prop, x, y, scale, turn in degrees)
PropPlacement = tuple[str, float, float, float, float]
# (shoulder, elbow, wrist, turn of the hand, how it holds)
Arm = tuple[Point, Point, Point, float, Grasp]


class Direction(Struct, frozen=True, kw_only=True):
    """One Lord on a card of 300 x 420; `small` places the prop on a hand card of 120 x 168.

    `light` is "noon", "dusk", "side", "back" or "glow", which shines from `source` (parts of the
    card). `behind` lies behind the head, `before` under the hands, `above` on them. `near` is the
    silhouette that is closest to the viewer.
    """

    pose: Pose
    mood: Mood
    crest: str
    setting: str
    light: str
    small: PropPlacement
    at: Point = (150, 142)
    scale: float = 1.12
    tilt: float = 0
    is_flipped: bool = False
    trim: str = "plain"
    source: Point = (0.5, 0.36)
    behind: tuple[PropPlacement, ...] = ()
    before: tuple[PropPlacement, ...] = ()
    above: tuple[PropPlacement, ...] = ()
    arms: tuple[Arm, ...] = ()
    near: str = "weeds"


LEFT, RIGHT = (64.0, 296.0), (236.0, 296.0)

DIRECTIONS = {
    # ---- Soldiers
    # He asks for more: the roll unrolled, a claw raised.
    "recruiter": Direction(
        pose="front",
        mood="stern",
        crest="spiked",
        trim="rich",
        setting="tents",
        light="noon",
        above=(("roll", 56, 232, 1.0, -6),),
        arms=(
            (LEFT, (10, 330), (52, 296), -80, "grip"),
            (RIGHT, (290, 290), (256, 214), -100, "open"),
        ),
        small=("roll", 88, 112, 0.62, 6),
    ),
    "jailer": Direction(
        pose="turned",
        mood="stern",
        crest="barnacled",
        setting="bars",
        light="dusk",
        at=(136, 146),
        before=(("key_ring", 240, 236, 1.25, 8),),
        arms=((RIGHT, (292, 300), (244, 198), -110, "grip"),),
        small=("key_ring", 88, 106, 0.72, 10),
        near="none",
    ),
    # He takes the Pearls of others: lantern held high, a Pearl in the claw.
    "seeker": Direction(
        pose="profile",
        mood="sly",
        crest="none",
        setting="cave",
        light="glow",
        source=(0.18, 0.3),
        at=(176, 150),
        above=(("lantern", 50, 168, 1.05, 0), ("pearl", 258, 212, 0.8, 0)),
        arms=(
            ((100, 300), (10, 320), (50, 122), -80, "grip"),
            (RIGHT, (284, 310), (250, 250), -80, "grip"),
        ),
        small=("lantern", 28, 112, 0.58, 0),
    ),
    "assassin": Direction(
        pose="front",
        mood="sly",
        crest="hooded",
        trim="dark",
        setting="curtain",
        light="side",
        at=(190, 176),
        before=(("dagger", 238, 300, 1.3, 12),),
        arms=(((296, 340), (300, 390), (236, 328), -160, "grip"),),
        small=("dagger", 90, 130, 0.86, 14),
        near="pillar",
    ),
    "commander": Direction(
        pose="front",
        mood="stern",
        crest="plumed",
        trim="rich",
        setting="banners",
        light="noon",
        at=(176, 174),
        scale=1.0,
        behind=(("banner", 34, 170, 1.0, -2),),
        arms=((LEFT, (8, 350), (40, 278), -50, "grip"),),
        small=("banner", 18, 84, 0.5, -2),
    ),
    "tamer": Direction(
        pose="turned",
        mood="calm",
        crest="finned",
        setting="kelp",
        light="dusk",
        at=(102, 184),
        scale=1.0,
        is_flipped=True,
        behind=(("beast_eye", 226, 116, 1.3, 6),),
        before=(("whip", 48, 286, 0.9, 56),),
        arms=((LEFT, (4, 340), (48, 292), -50, "grip"),),
        small=("beast_eye", 92, 40, 0.5, 6),
    ),
    "hunter": Direction(
        pose="turned",
        mood="stern",
        crest="scarred",
        setting="reef",
        light="side",
        at=(160, 150),
        before=(("harpoon", 50, 190, 1.1, -8),),
        above=(("trophy", 246, 288, 1.0, 8),),
        arms=(
            (LEFT, (10, 340), (54, 250), -50, "grip"),
            (RIGHT, (296, 270), (246, 246), 120, "grip"),
        ),
        small=("harpoon", 26, 96, 0.55, -16),
    ),
    # ---- Mages
    # She wards off Soldiers: the blade breaks on the ward.
    "shaman": Direction(
        pose="turned",
        mood="closed",
        crest="frilled",
        trim="rich",
        setting="kelp",
        light="glow",
        source=(0.24, 0.56),
        at=(186, 140),
        scale=1.12,
        behind=(("claw", 4, 168, 1.0, 30),),
        above=(("ward", 82, 226, 1.0, 0),),
        arms=(
            ((110, 310), (90, 340), (84, 292), -90, "open"),
            (RIGHT, (300, 320), (272, 230), -100, "open"),
        ),
        small=("ward", 36, 112, 0.5, 0),
    ),
    # Another turn: seen from behind, calling time through a gate.
    "invoker": Direction(
        pose="behind",
        mood="calm",
        crest="tall",
        setting="portal",
        light="back",
        source=(0.5, 0.24),
        at=(150, 232),
        scale=0.92,
        behind=(("hourglass", 150, 58, 0.76, 0),),
        arms=(
            ((84, 352), (10, 280), (50, 120), -70, "open"),
            ((216, 352), (290, 280), (250, 120), -110, "open"),
        ),
        small=("hourglass", 60, 30, 0.4, 0),
    ),
    # He carries away one whole stack of the Council.
    "apprentice": Direction(
        pose="front",
        mood="wide",
        crest="small",
        setting="shelves",
        light="noon",
        at=(150, 130),
        scale=1.3,
        before=(("stack", 150, 304, 1.1, 0),),
        arms=(
            (LEFT, (40, 360), (88, 330), -20, "grip"),
            (RIGHT, (260, 360), (212, 330), -160, "grip"),
        ),
        small=("stack", 60, 134, 0.62, 0),
    ),
    "oracle": Direction(
        pose="front",
        mood="blind",
        crest="wide",
        trim="dark",
        setting="columns",
        light="glow",
        source=(0.5, 0.62),
        at=(150, 122),
        scale=1.2,
        above=(("globe", 150, 262, 0.95, 0),),
        arms=(
            (LEFT, (40, 350), (98, 306), -20, "open"),
            (RIGHT, (260, 350), (202, 306), -160, "open"),
        ),
        small=("globe", 60, 126, 0.52, 0),
    ),
    # One colour runs into another, from above his shoulder into a glowing retort.
    "alchemist": Direction(
        pose="front",
        mood="glad",
        crest="dome",
        trim="dark",
        setting="shelves",
        light="glow",
        source=(0.68, 0.72),
        at=(98, 146),
        scale=1.16,
        tilt=5,
        before=(("pour", 200, 258, 1.0, 0),),
        arms=(
            (RIGHT, (300, 262), (276, 172), -100, "grip"),
            ((60, 320), (70, 384), (148, 338), -20, "open"),
        ),
        small=("pour", 86, 112, 0.44, 0),
    ),
    # Two places trade places above his palms, over his head.
    "illusionist": Direction(
        pose="front",
        mood="sly",
        crest="low",
        trim="rich",
        setting="arches",
        light="back",
        source=(0.5, 0.4),
        at=(150, 176),
        scale=1.02,
        behind=(("swap", 150, 150, 1.0, 0),),
        above=(("tower", 50, 214, 1.0, 0), ("dome", 250, 214, 1.0, 0)),
        arms=(
            (LEFT, (24, 366), (50, 290), -90, "open"),
            (RIGHT, (276, 366), (250, 290), -90, "open"),
        ),
        small=("towers", 60, 138, 0.5, 0),
    ),
    "master_of_magic": Direction(
        pose="front",
        mood="stern",
        crest="pointed",
        trim="rich",
        setting="throne",
        light="dusk",
        at=(142, 200),
        scale=0.98,
        behind=(("five_orbs", 150, 160, 1.12, 0),),
        before=(("star_staff", 256, 260, 0.95, 4),),
        arms=((RIGHT, (290, 350), (254, 296), -170, "grip"),),
        small=("star_staff", 100, 90, 0.6, 6),
    ),
    # ---- Farmers
    "keeper": Direction(
        pose="front",
        mood="calm",
        crest="wreath",
        setting="granary",
        light="dusk",
        at=(150, 134),
        scale=1.1,
        before=(("jar", 150, 296, 1.15, 0),),
        arms=(
            (LEFT, (50, 350), (98, 306), -10, "grip"),
            (RIGHT, (250, 350), (202, 306), -170, "grip"),
        ),
        small=("jar", 86, 124, 0.6, 0),
    ),
    "reaper": Direction(
        pose="profile",
        mood="stern",
        crest="grain",
        trim="dark",
        setting="sea",
        light="back",
        at=(150, 192),
        scale=1.05,
        is_flipped=True,
        behind=(("scythe", 44, 160, 1.2, 0),),
        arms=((LEFT, (10, 340), (46, 272), -60, "grip"),),
        small=("scythe", 18, 84, 0.62, 0),
        near="stalks",
    ),
    "shepherd": Direction(
        pose="turned",
        mood="glad",
        crest="leafy",
        setting="reef",
        light="noon",
        at=(168, 150),
        scale=1.08,
        trim="dark",
        before=(("crook", 44, 170, 1.05, 0), ("fry", 166, 284, 1.0, -4)),
        arms=((LEFT, (10, 340), (44, 262), -60, "grip"),),
        small=("crook", 16, 84, 0.58, 0),
    ),
    "miller": Direction(
        pose="turned",
        mood="sly",
        crest="hat",
        trim="dark",
        setting="wheel",
        light="side",
        at=(116, 150),
        scale=1.1,
        before=(("sack", 222, 240, 1.35, 10),),
        arms=((RIGHT, (290, 340), (250, 196), -130, "grip"),),
        small=("sack", 90, 118, 0.62, 8),
    ),
    "aquaculturalist": Direction(
        pose="profile",
        mood="wide",
        crest="fan",
        setting="kelp",
        light="glow",
        source=(0.3, 0.62),
        at=(184, 140),
        scale=1.08,
        above=(("bowl", 82, 258, 1.15, 0),),
        arms=(
            ((110, 320), (50, 370), (70, 318), -40, "open"),
            (RIGHT, (220, 370), (120, 312), -150, "open"),
        ),
        small=("bowl", 34, 124, 0.56, 0),
    ),
    # The richest of them: fur, cane, deed.
    "landowner": Direction(
        pose="front",
        mood="stern",
        crest="coronet",
        trim="rich",
        setting="fields",
        light="noon",
        at=(150, 142),
        scale=1.16,
        before=(("cane", 252, 220, 1.0, 4), ("deed", 62, 268, 1.0, -6)),
        arms=(
            (LEFT, (14, 340), (50, 298), -50, "grip"),
            (RIGHT, (296, 330), (252, 244), -160, "grip"),
        ),
        small=("deed", 34, 134, 0.6, -6),
    ),
    # ---- Merchants
    "ship_master": Direction(
        pose="turned",
        mood="calm",
        crest="nautilus",
        trim="rich",
        setting="harbour",
        light="side",
        at=(114, 156),
        scale=1.12,
        is_flipped=True,
        above=(("hull", 218, 238, 0.95, -4),),
        arms=((RIGHT, (290, 350), (212, 302), -150, "open"),),
        small=("hull", 82, 118, 0.5, -4),
    ),
    "trader": Direction(
        pose="front",
        mood="calm",
        crest="scallop",
        trim="rich",
        setting="columns",
        light="noon",
        at=(104, 158),
        scale=1.04,
        before=(("scales", 222, 232, 0.9, 0),),
        arms=((RIGHT, (280, 340), (216, 296), -160, "grip"),),
        small=("scales", 82, 112, 0.46, 0),
    ),
    "peddler": Direction(
        pose="profile",
        mood="sad",
        crest="limpet",
        trim="dark",
        setting="towers",
        light="dusk",
        at=(108, 176),
        scale=1.0,
        tilt=-6,
        behind=(("pack", 206, 176, 1.25, 10),),
        above=(("pearl", 48, 270, 0.7, 0),),
        arms=(((90, 320), (30, 350), (44, 296), -100, "open"),),
        small=("pack", 86, 56, 0.54, 10),
    ),
    # A rent each turn: the house lies in the palm.
    "landlord": Direction(
        pose="turned",
        mood="stern",
        crest="cowrie",
        trim="rich",
        setting="windows",
        light="dusk",
        at=(172, 152),
        scale=1.15,
        above=(("house", 64, 214, 1.15, -4), ("coin", 248, 262, 0.9, 0)),
        arms=(
            ((100, 320), (20, 350), (60, 276), -60, "open"),
            (RIGHT, (290, 340), (246, 292), -80, "open"),
        ),
        small=("house", 32, 116, 0.62, -4),
    ),
    "slaver": Direction(
        pose="profile",
        mood="stern",
        crest="conch",
        trim="dark",
        setting="cave",
        light="back",
        source=(0.7, 0.3),
        at=(128, 170),
        scale=1.02,
        is_flipped=True,
        above=(("shackle", 246, 254, 1.3, 6),),
        arms=((RIGHT, (306, 270), (244, 170), -120, "grip"),),
        small=("shackle", 92, 118, 0.74, 6),
    ),
    "shopkeeper": Direction(
        pose="front",
        mood="glad",
        crest="clam",
        setting="stall",
        light="noon",
        at=(150, 178),
        scale=1.12,
        before=(("counter", 150, 312, 1.0, 0),),
        small=("counter", 60, 138, 0.42, 0),
        near="none",
    ),
    # ---- Politicians
    # He catches the crown that falls and hands back a card.
    "opportunist": Direction(
        pose="profile",
        mood="wide",
        crest="none",
        setting="columns",
        light="noon",
        at=(172, 176),
        scale=1.08,
        above=(("crown", 62, 92, 0.95, -16), ("card_back", 250, 284, 0.8, 14)),
        arms=(
            (LEFT, (0, 240), (56, 128), -70, "open"),
            (RIGHT, (296, 340), (236, 300), 180, "open"),
        ),
        small=("crown", 34, 30, 0.52, -14),
    ),
    "corruptor": Direction(
        pose="front",
        mood="sly",
        crest="bulb",
        trim="dark",
        setting="curtain",
        light="glow",
        source=(0.42, 0.72),
        at=(150, 150),
        scale=1.2,
        before=(("bribe", 128, 292, 1.0, 0),),
        arms=((RIGHT, (300, 330), (190, 300), -178, "grip"),),
        small=("bribe", 52, 132, 0.52, 0),
        near="none",
    ),
    "traitor": Direction(
        pose="turned",
        mood="stern",
        crest="forked",
        trim="dark",
        setting="sea",
        light="back",
        source=(0.6, 0.3),
        at=(166, 158),
        scale=1.1,
        before=(("mask_red", 252, 262, 1.05, 12), ("mask_white", 74, 196, 1.3, -12)),
        arms=(
            (LEFT, (10, 340), (64, 268), -70, "grip"),
            (RIGHT, (300, 350), (262, 314), -110, "grip"),
        ),
        small=("mask_white", 34, 108, 0.7, -12),
    ),
    "diplomat": Direction(
        pose="front",
        mood="calm",
        crest="circlet",
        trim="rich",
        setting="arches",
        light="noon",
        at=(150, 158),
        scale=1.05,
        before=(("branch", 250, 200, 1.15, 8),),
        above=(("treaty", 78, 266, 1.0, -8),),
        arms=(
            (LEFT, (10, 350), (40, 306), -40, "grip"),
            (RIGHT, (296, 330), (248, 252), -130, "grip"),
        ),
        small=("branch", 98, 98, 0.72, 10),
    ),
    "treasurer": Direction(
        pose="turned",
        mood="calm",
        crest="monocle",
        trim="plain",
        setting="shelves",
        light="glow",
        source=(0.5, 0.72),
        at=(150, 150),
        scale=1.1,
        before=(("chest", 110, 304, 1.1, 0), ("coin", 258, 212, 1.0, 0)),
        arms=((RIGHT, (300, 320), (256, 246), -90, "grip"), (LEFT, (6, 360), (54, 334), 0, "grip")),
        small=("chest", 72, 134, 0.58, 0),
    ),
    # He gives up a Lord: a puppet on strings.
    "schemer": Direction(
        pose="front",
        mood="stern",
        crest="cuttle",
        trim="dark",
        setting="curtain",
        light="side",
        at=(128, 136),
        scale=1.05,
        tilt=-5,
        above=(("puppet", 226, 246, 1.1, 0),),
        arms=(((226, 290), (310, 240), (240, 150), -150, "grip"),),
        small=("puppet", 92, 110, 0.56, 0),
    ),
    # ---- Ambassadors
    "sage": Direction(
        pose="turned",
        mood="calm",
        crest="moons",
        setting="shelves",
        light="dusk",
        at=(150, 146),
        scale=1.12,
        before=(("map", 150, 300, 1.3, 0),),
        arms=(
            (LEFT, (4, 350), (46, 316), -20, "grip"),
            (RIGHT, (296, 350), (254, 316), -160, "grip"),
        ),
        small=("map", 62, 136, 0.56, -4),
    ),
    "hermit": Direction(
        pose="profile",
        mood="sad",
        crest="broken",
        trim="dark",
        setting="cave",
        light="glow",
        source=(0.2, 0.5),
        at=(178, 160),
        scale=1.12,
        above=(("lantern", 54, 232, 1.2, 0),),
        arms=(((110, 300), (40, 290), (56, 172), -90, "grip"),),
        small=("lantern", 28, 118, 0.58, 0),
    ),
    "elder": Direction(
        pose="front",
        mood="closed",
        crest="sun",
        trim="rich",
        setting="throne",
        light="side",
        at=(136, 156),
        scale=1.12,
        before=(("coral_staff", 248, 206, 1.1, 4),),
        arms=((RIGHT, (296, 330), (250, 280), -160, "grip"),),
        small=("coral_staff", 96, 96, 0.62, 6),
    ),
}

GUILD_OF_LORD = {code: lord.guild for code, lord in LORDS.items()}
