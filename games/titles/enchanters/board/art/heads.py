"""The heads of those who walk upright: drawn around the base of the neck, looking left."""

from __future__ import annotations

from .brush import Brush, Subject


def _eye(b: Brush, x: float, y: float, radius: float = 2.6, tone: str = "glow") -> None:
    b.dot(tone, x, y, radius)


def _face(b: Brush, tone: str = "skin") -> None:
    """Draw a human face in profile."""
    b.cut(
        tone,
        "-2,4! 12,0 18,-20 12,-38 -6,-42 -17,-34 -17,-25 -24,-18! -18,-13 -18,-6 -12,0",
        rim="pale",
    )


def _hood(b: Brush) -> None:
    _face(b)
    b.cut(
        "body",
        "22,12! 30,-16 20,-46 0,-56! -18,-50 -22,-38 -14,-36 -8,-22 -10,-4 -20,12!",
        rim="glow",
    )
    b.cut("ink", "-14,-36 -8,-22 -10,-6 -17,-14 -18,-30", opacity=0.5)
    _eye(b, -14, -26, 2.2)


def _tricorn(b: Brush) -> None:
    _face(b)
    b.cut("deep", "-20,-22! -2,-16 16,-16! 18,2 -6,8 -20,0!")
    b.cut("ink", "-46,-38! -20,-36 0,-30 24,-36! 46,-50! 34,-28 4,-24 -24,-28", rim="glow")
    b.cut("deep", "-22,-36! -14,-62 16,-62 22,-38!", rim="glow")
    b.limb("accent", "14,-44 34,-62 52,-58", "3 6 1")
    _eye(b, -14, -25)


def _queen(b: Brush) -> None:
    b.cut("deep", "-4,-48 22,-44 34,-10 28,24 46,44! 14,36 6,0", rim="tint")
    _face(b)
    b.cut("deep", "-18,-34! -8,-46 12,-44 18,-24 8,-20 -2,-30!")
    b.poly("glow", "-20,-40 -24,-64 -12,-54 -4,-70 6,-54 18,-64 18,-40")
    b.dot("accent", -4, -48, 4)
    _eye(b, -13, -25, 2.4, "ink")
    b.line("accent", "-16,-11 -12,-11", 3)


def _horned_helm(b: Brush) -> None:
    _face(b)
    b.cut("light", "-20,-14! -14,10 -22,30! 4,16 14,-4 4,-14!")
    b.cut("body", "-22,-24! -22,-48 2,-58 20,-46 20,-22! 6,-26 -8,-22", rim="glow")
    b.limb("bone", "14,-44 34,-52 38,-78", "7 6 1", rim="glow")
    b.limb("bone", "-18,-46 -36,-52 -38,-74", "6 5 1", rim="glow")
    _eye(b, -13, -22, 2.4, "ink")


def _bear_hood(b: Brush) -> None:
    b.cut("body", "-30,-28! -34,-42 -18,-58 4,-64 26,-54 32,-20 36,18! 10,14 8,-20", rim="glow")
    b.cut("body", "0,-60 0,-76 14,-76 18,-60", rim="glow")
    _face(b)
    b.cut("light", "-20,-12! -16,12 -8,28! 6,10 6,-10!")
    b.cut("body", "-40,-30! -36,-44 -16,-50 10,-46! 0,-36 -16,-34", rim="glow")
    b.poly("bone", "-36,-34 -33,-24 -29,-34 -22,-34 -20,-26 -16,-34")
    b.dot("accent", -18, -46, 3)
    _eye(b, -13, -24, 3, "accent")


def _ice_helm(b: Brush) -> None:
    b.cut("shade", "-22,-10! -26,-36 -8,-54 14,-50 24,-30 22,8! -10,14", rim="glow")
    for x, y in ((-26, -74), (-12, -92), (6, -100), (24, -82), (34, -62)):
        b.poly("pale", [(x * 0.6 - 7, -44), (x, y), (x * 0.6 + 8, -42)])
    b.poly("ink", "-24,-30 -4,-26 -4,-20 -22,-22")
    b.dot("accent", -14, -25, 3.4)
    b.poly("steel", "-22,-16 -12,-18 -10,12 -16,26 -22,6")


def _cowl(b: Brush) -> None:
    b.cut("body", "26,14! 34,-14 22,-44 -2,-62! -24,-42 -26,-14 -20,14!", rim="glow")
    b.cut("ink", "-20,8! -24,-20 -14,-40 0,-36 6,-16 0,8!")
    for x in (-16, -4):
        b.dot("pale", x, -20, 4)
        b.dot("ink", x - 1, -19, 1.6)


def _zealot(b: Brush) -> None:
    b.cut("body", "20,14! 22,-30 2,-96! -16,-34 -22,14!", rim="glow")
    b.poly("ink", "-18,-26 -6,-22 -6,-15 -17,-18")
    b.poly("ink", "2,-22 12,-26 12,-18 2,-15")
    b.dot("accent", -12, -20, 2.6)
    b.dot("accent", 7, -20, 2.6)


def _mask(b: Brush) -> None:
    b.cut("body", "-20,10! -34,-34 -20,-92 0,-118! 20,-92 34,-34 22,10!", rim="glow")
    b.cut("glow", "-16,-2 -20,-34 -14,-56! 0,-50! 14,-56! 20,-34 16,-2 0,14!", rim="accent")
    b.cut("ink", "-14,-32! -9,-38 -3,-28! -8,-26")
    b.cut("ink", "14,-32! 9,-38 3,-28! 8,-26")
    b.line("accent", "0,-46 0,-8", 2.5)
    b.poly("accent", "0,-104 10,-84 0,-64 -10,-84")
    b.dot("ink", 0, -84, 4)


def _lizard(b: Brush) -> None:
    b.cut(
        "body",
        "16,10! 24,-16 18,-38 -4,-46 -26,-36 -50,-30! -52,-22 -36,-14 -18,-12 -10,8!",
        rim="glow",
    )
    b.line("ink", "-49,-25 -32,-22 -20,-22", 2.4)
    for x, y in ((-4, -46), (8, -42), (18, -30), (22, -16)):
        b.poly("light", [(x - 5, y + 4), (x + 6, y - 14), (x + 7, y + 6)])
    _eye(b, -16, -32, 4, "accent")
    b.dot("ink", -17, -32, 1.6)


def _goblin(b: Brush) -> None:
    b.cut("body", "4,-24! 28,-40 58,-48! 42,-22 12,-8", rim="glow")
    b.cut("body", "10,8! 24,-14 16,-42 -10,-46 -28,-30 -48,-20! -28,-14 -30,2 -14,12", rim="glow")
    b.cut("ink", "-30,-6! -16,-10 0,-6! -6,4 -22,6")
    b.poly("bone", "-28,-7 -26,1 -22,-8 -18,0 -14,-9 -10,0 -6,-7")
    _eye(b, -16, -26, 6, "accent")
    b.dot("ink", -18, -26, 2.6)


def _ogre(b: Brush) -> None:
    b.cut("body", "26,12! 34,-16 22,-44 -6,-50 -24,-38 -28,-18 -38,-2 -28,16 0,20", rim="glow")
    b.cut("steel", "-26,-28! -24,-54 4,-68 30,-52 34,-24! 6,-34", rim="glow")
    b.cut("shade", "-38,0! -30,16 -6,20 10,8 -10,-2")
    b.poly("bone", "-34,2 -38,-20 -27,2")
    b.poly("bone", "-12,6 -13,-14 -4,6")
    _eye(b, -20, -24, 4, "accent")


def _gnoll(b: Brush) -> None:
    b.cut("body", "12,-34! 30,-66! 34,-36 24,-20", rim="glow")
    b.cut("body", "-8,-40! -2,-72! 14,-48", rim="glow")
    for x, y, high in ((18, -34, 20), (28, -20, 22), (32, -2, 18)):
        b.poly("shade", [(x - 8, y), (x + high, y - high * 0.6), (x + 2, y + 14)])
    b.cut(
        "body",
        "30,16! 30,-20 14,-42 -10,-44 -28,-28 -56,-22! -60,-12 -44,-4 -20,0 -8,14!",
        rim="glow",
    )
    b.cut("ink", "-56,-16! -40,-14 -20,-8! -30,4! -48,-4")
    b.poly("bone", "-50,-15 -48,-6 -43,-14 -38,-13 -36,-3 -31,-12")
    b.dot("ink", -57, -20, 4)
    _eye(b, -20, -29, 4, "accent")


def _skull(b: Brush) -> None:
    b.cut(
        "bone",
        "12,-4! 20,-22 12,-44 -10,-46 -22,-32 -20,-18 -22,-12! -16,-8 -16,6! -2,8",
        rim="glow",
    )
    b.dot("ink", -12, -24, 6)
    b.poly("ink", "-22,-14 -18,-20 -15,-12")
    b.line("ink", "-18,-3 -4,-4", 2)
    _eye(b, -13, -24, 2.4, "accent")


def _wight(b: Brush) -> None:
    b.cut("deep", "30,24! 36,-20 20,-52 -4,-58 -24,-44 -26,-10 -18,22!", rim="glow")
    with b.at(-2, 0):
        _skull(b)
    b.poly("glow", "-26,-40 -32,-66 -18,-54 -8,-74 2,-54 16,-70 18,-40")


HEADS: dict[str, Subject] = {
    "hood": _hood,
    "tricorn": _tricorn,
    "queen": _queen,
    "horned": _horned_helm,
    "bear": _bear_hood,
    "ice": _ice_helm,
    "cowl": _cowl,
    "zealot": _zealot,
    "mask": _mask,
    "lizard": _lizard,
    "goblin": _goblin,
    "ogre": _ogre,
    "gnoll": _gnoll,
    "skull": _skull,
    "wight": _wight,
}
