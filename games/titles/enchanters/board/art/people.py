"""Creatures that walk upright: a body bent by a pose, with what it holds."""

from __future__ import annotations

from msgspec import Struct

from .brush import Brush, Subject, read_points
from .heads import HEADS
from .objects import OBJECTS

# Feet at y = 0; an adult is 200 high. The joints of the legs by stance: far leg, near leg.
LEGS = {
    "stand": ("8,-96 16,-50 14,-4", "-6,-96 -10,-50 -14,-2"),
    "stride": ("6,-96 30,-54 48,-4", "-4,-96 -34,-60 -36,-2"),
    "wide": ("14,-90 40,-50 44,-2", "-14,-90 -40,-52 -46,-2"),
    "sneak": ("10,-72 40,-44 30,-2", "-4,-72 -40,-54 -30,-2"),
    "leap": ("10,-100 44,-84 60,-40", "-6,-96 -40,-84 -22,-40"),
}


class Pose(Struct, frozen=True, kw_only=True):
    """How somebody stands, and what they hold: spines of arms from the shoulder to the hand.

    `held` and `behind` are (object, x, y, scale, turn), before and behind the body.
    """

    head: str
    legs: str = "stand"
    near: str = "-8,-150 -30,-120 -46,-100"
    far: str = "14,-150 34,-124 40,-96"
    build: float = 1
    lean: float = 0
    head_at: tuple[float, float, float] = (-2, -164, 1)
    robe: str = ""
    cloak: str = ""
    held: tuple[tuple[str, float, float, float, float], ...] = ()
    behind: tuple[tuple[str, float, float, float, float], ...] = ()
    arms: str = "body"
    torso: str = "body"


def draw_person(b: Brush, pose: Pose) -> None:
    """Draw somebody in a pose, looking left."""
    wide = pose.build
    with b.at(0, 0, 1, pose.lean):
        _draw_held(b, pose.behind)
        if pose.cloak:
            b.cut("shade", pose.cloak, rim="tint")
        arm = f"{9 * wide:g} {8 * wide:g} {6 * wide:g}"
        b.limb("shade", pose.far, arm)
        if pose.legs:
            far, near = LEGS[pose.legs]
            leg = f"{14 * wide:g} {10 * wide:g} {7 * wide:g}"
            for tone, spine, rim in (("shade", far, ""), ("body", near, "pale")):
                b.limb(tone, spine, leg, rim=rim)
                foot = read_points(spine)[-1]
                with b.at(foot[0], foot[1]):
                    b.cut(tone, "8,4! 6,-8 -8,-8 -22,4!")
        if pose.robe:
            b.cut("body", pose.robe, rim="glow")
        else:
            _draw_torso(b, pose)
        x, y, size = pose.head_at
        with b.at(x, y, size):
            HEADS[pose.head](b)
        _draw_held(b, pose.held)
        b.limb(pose.arms, pose.near, arm, rim="glow")
        hand = read_points(pose.near)[-1]
        b.dot(
            "skin" if pose.arms == "body" else pose.arms,
            hand[0],
            hand[1],
            8 * wide,
            rim="glow",
        )


def _draw_torso(b: Brush, pose: Pose) -> None:
    w = pose.build
    b.cut(
        pose.torso,
        f"{-14 * w:g},-168 {-27 * w:g},-150 {-22 * w:g},-112 {-17 * w:g},-84! {18 * w:g},-84! "
        f"{22 * w:g},-112 {29 * w:g},-148 {16 * w:g},-168",
        rim="glow",
    )
    b.poly("accent", [(-18 * w, -100), (19 * w, -102), (19 * w, -94), (-18 * w, -92)], opacity=0.8)


def _draw_held(b: Brush, things: tuple[tuple[str, float, float, float, float], ...]) -> None:
    for name, x, y, scale, turn in things:
        with b.at(x, y, scale, turn):
            OBJECTS[name](b)


def make_person(pose: Pose) -> Subject:
    """Return a drawing of somebody in this pose."""
    return lambda b: draw_person(b, pose)


PEOPLE: dict[str, Subject] = {
    "pickpocket": make_person(
        Pose(
            head="hood",
            legs="sneak",
            near="-12,-124 -50,-112 -84,-96",
            far="14,-124 44,-120 62,-142",
            head_at=(-26, -134, 1.05),
            robe="-30,-140 -44,-120 -30,-90 -30,-62! 6,-56 40,-58! 36,-100 18,-138",
            held=(("purse", -92, -74, 0.42, 8),),
            behind=(("coins", 66, -160, 0.4, 0),),
        )
    ),
    "highwayman": make_person(
        Pose(
            head="tricorn",
            legs="wide",
            near="-8,-150 -46,-146 -84,-154",
            far="14,-150 40,-122 44,-92",
            cloak="-10,-170! 40,-160 74,-90 88,-10! 40,-24 10,-14 -30,-8! -24,-90",
            held=(("pistol", -104, -162, 0.5, 0),),
            behind=(("lantern", 48, -66, 0.55, 0),),
        )
    ),
    "queen": make_person(
        Pose(
            head="queen",
            legs="stride",
            near="-8,-150 -48,-138 -76,-170",
            far="14,-150 50,-146 74,-180",
            cloak="0,-170! 52,-150 70,-70 104,-16! 60,-30 20,-6 -10,-30! 0,-90",
            held=(("sabre", -84, -196, 0.62, -24),),
            behind=(("sabre", 84, -208, 0.62, 26),),
        )
    ),
    "raider": make_person(
        Pose(
            head="horned",
            legs="stride",
            near="-10,-146 -34,-118 -44,-96",
            far="16,-150 54,-162 60,-196",
            build=1.1,
            held=(("round_shield", -48, -96, 0.46, 0),),
            behind=(("torch", 62, -214, 0.62, 8),),
        )
    ),
    "berserker": make_person(
        Pose(
            head="bear",
            legs="leap",
            near="-16,-156 -58,-164 -78,-200",
            far="20,-158 60,-176 74,-208",
            build=1.35,
            torso="skin",
            arms="skin",
            head_at=(-6, -162, 1.1),
            held=(("axe", -84, -224, 0.6, -14),),
            behind=(("axe", 82, -232, 0.6, 20),),
        )
    ),
    "warlord": make_person(
        Pose(
            head="ice",
            legs="wide",
            near="-20,-152 -40,-122 -24,-100",
            far="22,-152 40,-120 0,-104",
            build=1.75,
            head_at=(-2, -166, 1.15),
            cloak="-30,-170! 40,-172 84,-90 96,0! 50,-14 0,-6 -50,-14 -92,0! -76,-100",
            held=(("greatsword", -12, -70, 0.86, 180), ("pauldrons", 0, -160, 1, 0)),
        )
    ),
    "acolyte": make_person(
        Pose(
            head="cowl",
            legs="",
            near="-10,-126 -30,-104 -40,-112",
            far="10,-130 -20,-104 -36,-110",
            head_at=(-4, -134, 1.15),
            robe="-22,-136 -34,-100 -30,-40 -42,0! 0,6 44,0! 34,-60 26,-136",
            held=(("candle", -42, -140, 0.6, -6),),
        )
    ),
    "zealot": make_person(
        Pose(
            head="zealot",
            legs="",
            near="-10,-150 -44,-166 -60,-200",
            far="14,-150 44,-130 58,-140",
            robe="-24,-166 -34,-120 -26,-50 -58,0! 0,6 66,0! 34,-70 28,-166",
            behind=(("lash", -62, -206, 1, 0),),
        )
    ),
    "hierarch": make_person(
        Pose(
            head="mask",
            legs="",
            near="-16,-152 -60,-140 -84,-156",
            far="18,-152 54,-120 70,-136",
            head_at=(0, -160, 1.15),
            build=1.2,
            robe="-32,-170! -60,-130 -40,-60 -84,0! 0,8 84,0! 40,-60 60,-130 32,-170! 0,-156",
            held=(("eye_staff", -86, -116, 1, 0), ("stole", 0, 0, 1, 0)),
        )
    ),
    "guard": make_person(
        Pose(
            head="lizard",
            legs="wide",
            near="-14,-150 -42,-126 -58,-112",
            far="16,-150 44,-130 62,-120",
            build=1.25,
            cloak="10,-100 50,-60 84,-20 130,-10! 90,10 40,-10 10,-70",
            held=(("scale_shield", -50, -96, 0.6, 0),),
            behind=(("halberd", 64, -130, 1, 4),),
        )
    ),
    "pack_hunter": make_person(
        Pose(
            head="gnoll",
            legs="stride",
            near="-10,-146 -48,-132 -76,-120",
            far="16,-150 50,-160 74,-186",
            build=1.1,
            lean=-8,
            head_at=(-14, -158, 1),
            held=(("loose_net", -84, -84, 0.7, 0),),
            behind=(("spear", 60, -184, 1, -58),),
        )
    ),
    "alpha": make_person(
        Pose(
            head="gnoll",
            legs="wide",
            near="-22,-150 -62,-130 -72,-92",
            far="26,-154 66,-170 78,-206",
            build=1.7,
            head_at=(-12, -160, 1.35),
            cloak="20,-190! 60,-170 80,-110 60,-60! 30,-100 10,-150",
            held=(("scars", -26, -196, 1, 0), ("trophies", 0, -106, 0.9, 0)),
            behind=(("cleaver", 86, -226, 0.7, 14),),
        )
    ),
    "runt": make_person(
        Pose(
            head="goblin",
            legs="sneak",
            near="-12,-118 -40,-98 -66,-106",
            far="14,-118 44,-120 60,-148",
            head_at=(-16, -116, 1.5),
            behind=(("fork", 66, -152, 0.7, 30),),
        )
    ),
    "brute": make_person(
        Pose(
            head="ogre",
            legs="wide",
            near="-26,-150 -66,-124 -70,-92",
            far="30,-150 64,-120 40,-96",
            build=2.1,
            head_at=(-10, -158, 1.15),
            held=(("ram", -30, -96, 1, -6),),
        )
    ),
    "skeleton": make_person(
        Pose(
            head="skull",
            legs="",
            near="-14,-146 -50,-150 -62,-184",
            far="14,-146 40,-116 50,-130",
            arms="bone",
            head_at=(-4, -160, 1.15),
            robe="0,-160 -1,-160 0,-161",
            held=(
                ("ribs", 0, 0, 1, 0),
                ("rusty_sword", -68, -200, 0.66, -16),
            ),
        )
    ),
    "wight": make_person(
        Pose(
            head="wight",
            legs="",
            near="-16,-150 -56,-128 -88,-136",
            far="18,-150 50,-130 70,-140",
            head_at=(-4, -160, 1.2),
            build=1.1,
            arms="bone",
            robe="-30,-168! -46,-110 -30,-60 -60,-20! -40,-26 -30,0! -8,-20 4,4! 22,-18 40,0! "
            "44,-24 "
            "74,-14! 40,-70 50,-120 30,-168!",
            held=(("cold_sword", -96, -168, 0.8, -8),),
        )
    ),
}
