"""Who draws which card, and how: for every card the subject, where it plays, its size, its face."""

from __future__ import annotations

from msgspec import Struct, structs

from .ailments import AILMENTS, COUNTERS
from .beasts import BEASTS
from .brush import Subject
from .emblems import EMBLEMS
from .heraldry import BANNERS, FIST, SIGNS
from .objects import OBJECTS
from .overlords import OVERLORDS
from .people import PEOPLE
from .sigils import SIGILS
from .villages import VILLAGES
from .weather import WEATHERS


class Direction(Struct, frozen=True, kw_only=True):
    """How a card is drawn.

    `stage` is what is behind the subject: dusk, cloth or night. `size` is that of the subject on a
    card, at `place`; `face` is what a hand card shows of it, and `mark` what an emblem shows: the
    middle in the subject's units, and its breadth.
    """

    family: str
    subject: Subject
    stage: str = "dusk"
    setting: str = "none"
    size: float = 1
    place: tuple[float, float] = (150, 304)
    face: tuple[float, float, float] = (0, -110, 200)
    mark: tuple[float, float, float] = (-8, -178, 100)
    turn: float = 0
    flip: bool = False
    # Whether the emblem is dark, for a pale subject.
    is_dark: bool = False
    # What is smaller is left out of an emblem.
    speck: float = 15
    # What an emblem shows instead of the subject.
    sign: Subject | None = None


def _being(
    family: str,
    subject: Subject,
    setting: str,
    size: float,
    *,
    face: tuple[float, float, float],
    mark: tuple[float, float, float] = (-8, -178, 100),
) -> Direction:
    return Direction(
        family=family, subject=subject, setting=setting, size=size, face=face, mark=mark
    )


def _item(family: str, name: str, turn: float) -> Direction:
    return Direction(
        family=family,
        subject=OBJECTS[name],
        stage="cloth",
        place=(150, 150),
        size=1,
        turn=turn,
        face=(0, 0, 236),
        mark=(0, 0, 240),
    )


def _overlord(
    family: str, name: str, setting: str, mark: tuple[float, float, float] = (0, -30, 210)
) -> Direction:
    return Direction(
        family=family,
        subject=OVERLORDS[name],
        setting=setting,
        place=(150, 166),
        size=0.98,
        face=(0, -26, 272),
        mark=mark,
    )


def _sigil(family: str, name: str, turn: float = 0) -> Direction:
    return Direction(
        family=family,
        subject=SIGILS[name],
        stage="night",
        is_dark=True,
        place=(150, 150),
        turn=turn,
        face=(0, 0, 262),
        mark=(0, 0, 236),
    )


def _banner(family: str, name: str, setting: str) -> Direction:
    return Direction(
        family=family,
        subject=BANNERS[name],
        setting=setting,
        size=1.04,
        face=(0, -150, 220),
        mark=(0, 0, 216),
        sign=SIGNS[name],
        is_dark=True,
    )


def _wound(name: str, turn: float) -> Direction:
    return Direction(
        family="wounds",
        subject=AILMENTS[name],
        stage="cloth",
        place=(150, 150),
        turn=turn,
        face=(0, 0, 246),
        mark=(0, 0, 236),
    )


def _counter(family: str, name: str) -> Direction:
    return Direction(
        family=family,
        subject=COUNTERS[name],
        stage="night",
        is_dark=True,
        place=(150, 150),
        size=0.9,
        face=(0, 0, 270),
        mark=(0, 0, 244),
    )


def _village(family: str, name: str) -> Direction:
    return Direction(
        family=family,
        subject=VILLAGES[name],
        stage="place",
        place=(210, 232),
        face=(0, -90, 220),
        mark=(0, -92, 230),
    )


def _event(family: str, name: str) -> Direction:
    return Direction(
        family=family,
        subject=WEATHERS[name],
        stage="sky",
        place=(150, 164),
        size=1.02,
        face=(0, 0, 280),
        mark=(0, 10, 270),
    )


DIRECTIONS: dict[str, Direction] = {
    "bandits.cutpurse_knife": _item("bandits", "cutpurse_knife", -4),
    "bandits.padded_vest": _item("bandits", "padded_vest", 6),
    "bandits.long_crossbow": _item("bandits", "long_crossbow", -8),
    "barbarians.great_axe": _item("barbarians", "great_axe", 5),
    "barbarians.bear_pelt": _item("barbarians", "bear_pelt", -6),
    "barbarians.throwing_axe": _item("barbarians", "throwing_axe", 8),
    "cultists.ritual_knife": _item("cultists", "ritual_knife", -6),
    "cultists.hooded_robe": _item("cultists", "hooded_robe", 4),
    "cultists.hex_idol": _item("cultists", "hex_idol", -3),
    "dracons.scale_lance": _item("dracons", "scale_lance", 5),
    "dracons.dragonhide": _item("dracons", "dragonhide", -7),
    "dracons.fang_dagger": _item("dracons", "fang_dagger", 8),
    "gnolls.cleaver": _item("gnolls", "bone_cleaver", -5),
    "gnolls.hide_shield": _item("gnolls", "hide_shield", 7),
    "gnolls.hunting_net": _item("gnolls", "hunting_net", -8),
    "goblins.door_shield": _item("goblins", "door_shield", 5),
    "goblins.spiked_buckler": _item("goblins", "spiked_buckler", -7),
    "goblins.scrap_maul": _item("goblins", "scrap_maul", 4),
    "undead.grave_spade": _item("undead", "grave_spade", -5),
    "undead.silver_mace": _item("undead", "silver_mace", 6),
    "undead.shroud": _item("undead", "shroud", -3),
    "unicorns.silver_horn": _item("unicorns", "silver_horn", 5),
    "unicorns.birch_bow": _item("unicorns", "birch_bow", -6),
    "unicorns.clover_wreath": _item("unicorns", "clover_wreath", 8),
    "bandits.pickpocket": _being(
        "bandits", PEOPLE["pickpocket"], "alley", 0.92, face=(-26, -92, 190), mark=(-30, -152, 90)
    ),
    "bandits.highwayman": _being(
        "bandits", PEOPLE["highwayman"], "road", 1.06, face=(-22, -140, 200)
    ),
    "bandits.queen": _being("bandits", PEOPLE["queen"], "tent", 1.2, face=(0, -150, 230)),
    "barbarians.raider": _being(
        "barbarians", PEOPLE["raider"], "longship", 0.95, face=(4, -140, 190)
    ),
    "barbarians.berserker": _being(
        "barbarians", PEOPLE["berserker"], "peaks", 1.02, face=(0, -170, 230)
    ),
    "barbarians.warlord": _being(
        "barbarians", PEOPLE["warlord"], "fjord", 1.1, face=(0, -160, 230), mark=(-4, -200, 130)
    ),
    "cultists.acolyte": _being(
        "cultists", PEOPLE["acolyte"], "chapel", 0.95, face=(-12, -116, 170), mark=(-8, -160, 100)
    ),
    "cultists.zealot": _being(
        "cultists", PEOPLE["zealot"], "pillars", 1, face=(10, -180, 220), mark=(-4, -196, 130)
    ),
    "cultists.hierarch": _being(
        "cultists", PEOPLE["hierarch"], "candles", 1, face=(-6, -180, 230), mark=(0, -200, 150)
    ),
    "dracons.guard": _being("dracons", PEOPLE["guard"], "tower", 0.98, face=(-8, -150, 210)),
    "gnolls.pack_hunter": _being(
        "gnolls",
        PEOPLE["pack_hunter"],
        "savanna",
        1.08,
        face=(-26, -140, 220),
        mark=(-36, -182, 120),
    ),
    "gnolls.alpha": _being(
        "gnolls", PEOPLE["alpha"], "bones", 1.12, face=(-4, -170, 230), mark=(-20, -190, 150)
    ),
    "goblins.runt": _being(
        "goblins", PEOPLE["runt"], "huts", 0.95, face=(-10, -112, 190), mark=(-20, -140, 140)
    ),
    "goblins.brute": _being(
        "goblins", PEOPLE["brute"], "rampart", 1.16, face=(-24, -150, 240), mark=(-16, -188, 130)
    ),
    "undead.skeleton": _being("undead", PEOPLE["skeleton"], "graves", 1, face=(-10, -150, 200)),
    "undead.wight": _being(
        "undead", PEOPLE["wight"], "barrow", 1.16, face=(-10, -150, 220), mark=(-6, -196, 120)
    ),
    "barbarians.frost_wyrm": _being(
        "barbarians",
        BEASTS["frost_wyrm"],
        "peaks",
        0.95,
        face=(0, -150, 310),
        mark=(-36, -236, 150),
    ),
    "bandits.hoard_dragon": _being(
        "bandits", BEASTS["hoard_dragon"], "dunes", 0.96, face=(0, -150, 310), mark=(-60, -224, 150)
    ),
    "cultists.plague_wyrm": _being(
        "cultists",
        BEASTS["plague_wyrm"],
        "chapel",
        0.94,
        face=(0, -160, 310),
        mark=(-40, -244, 150),
    ),
    "dracons.hatchling": _being(
        "dracons", BEASTS["hatchling"], "crags", 0.95, face=(0, -90, 210), mark=(-16, -134, 120)
    ),
    "dracons.rider": _being(
        "dracons", BEASTS["rider"], "tower", 1.06, face=(-14, -130, 270), mark=(-84, -176, 140)
    ),
    "dracons.red_sire": _being(
        "dracons", BEASTS["red_sire"], "volcano", 0.9, face=(0, -160, 340), mark=(-24, -256, 160)
    ),
    "dracons.black_dam": _being(
        "dracons", BEASTS["black_dam"], "crags", 0.95, face=(0, -150, 310), mark=(-70, -226, 150)
    ),
    "gnolls.cur": _being(
        "gnolls", BEASTS["cur"], "savanna", 1.05, face=(-4, -90, 220), mark=(-66, -116, 110)
    ),
    "gnolls.carrion_wyrm": _being(
        "gnolls", BEASTS["carrion_wyrm"], "bones", 0.96, face=(0, -150, 320), mark=(-40, -240, 150)
    ),
    "goblins.boar_pack": _being(
        "goblins", BEASTS["boar_pack"], "huts", 1, face=(-6, -100, 260), mark=(-60, -70, 140)
    ),
    "goblins.scrap_dragon": _being(
        "goblins",
        BEASTS["scrap_dragon"],
        "scrapyard",
        0.9,
        face=(0, -150, 340),
        mark=(-110, -240, 150),
    ),
    "undead.ghoul_pack": _being(
        "undead", BEASTS["ghoul_pack"], "graves", 1, face=(0, -90, 250), mark=(-36, -124, 110)
    ),
    "undead.dracolich": _being(
        "undead", BEASTS["dracolich"], "graves", 0.98, face=(0, -150, 330), mark=(-80, -256, 150)
    ),
    "unicorns.foal": _being(
        "unicorns", BEASTS["foal"], "glade", 1, face=(-4, -110, 220), mark=(-46, -172, 110)
    ),
    "unicorns.stag": _being(
        "unicorns", BEASTS["stag"], "forest", 0.86, face=(-10, -190, 290), mark=(-56, -230, 200)
    ),
    "unicorns.elder": _being(
        "unicorns", BEASTS["elder"], "pool", 0.96, face=(-4, -180, 300), mark=(-70, -250, 150)
    ),
    "unicorns.thorn_dragon": _being(
        "unicorns",
        BEASTS["thorn_dragon"],
        "glade",
        0.94,
        face=(0, -160, 320),
        mark=(-76, -240, 150),
    ),
    "overlord.jabar": _overlord("bandits", "jabar", "harbour"),
    "overlord.nargan": _overlord("barbarians", "nargan", "peaks"),
    "overlord.vragan": _overlord("cultists", "vragan", "pillars"),
    "overlord.theria": _overlord("dracons", "theria", "volcano", (-40, -100, 170)),
    "overlord.asabi": _overlord("gnolls", "asabi", "bones", (-30, -20, 230)),
    "overlord.chomun": _overlord("goblins", "chomun", "rampart"),
    "overlord.arsen": _overlord("undead", "arsen", "barrow"),
    "overlord.cheiron": _overlord("unicorns", "cheiron", "forest", (0, -10, 250)),
    "overlord.saakara": _overlord("arena", "saakara", "arena"),
    "overlord.lerxos": _overlord("desert", "lerxos", "dunes"),
    "overlord.cerberus": _overlord("hell", "cerberus", "volcano", (-16, -46, 160)),
    "bandits.of_quick_fingers": _sigil("bandits", "quick_fingers"),
    "bandits.of_greed": _sigil("bandits", "greed"),
    "bandits.of_fast_feet": _sigil("bandits", "fast_feet"),
    "barbarians.of_rage": _sigil("barbarians", "rage"),
    "barbarians.of_old_songs": _sigil("barbarians", "old_songs"),
    "barbarians.of_the_last_stand": _sigil("barbarians", "last_stand"),
    "cultists.of_shared_pain": _sigil("cultists", "shared_pain"),
    "cultists.of_the_dark_pact": _sigil("cultists", "dark_pact"),
    "cultists.of_the_scapegoat": _sigil("cultists", "scapegoat"),
    "dracons.of_dragon_breath": _sigil("dracons", "dragon_breath"),
    "dracons.of_stone_scales": _sigil("dracons", "stone_scales"),
    "dracons.of_the_nest": _sigil("dracons", "nest"),
    "gnolls.of_the_pack": _sigil("gnolls", "pack"),
    "gnolls.of_the_chase": _sigil("gnolls", "chase"),
    "gnolls.of_trophies": _sigil("gnolls", "trophies"),
    "goblins.of_the_far_wall": _sigil("goblins", "far_wall"),
    "goblins.of_reckless_charge": _sigil("goblins", "reckless_charge"),
    "goblins.of_the_bulwark": _sigil("goblins", "bulwark"),
    "undead.of_open_graves": _sigil("undead", "open_graves"),
    "undead.of_old_bones": _sigil("undead", "old_bones"),
    "undead.of_cold_hands": _sigil("undead", "cold_hands"),
    "unicorns.of_clear_water": _sigil("unicorns", "clear_water"),
    "unicorns.of_spring": _sigil("unicorns", "spring"),
    "unicorns.of_the_white_mane": _sigil("unicorns", "white_mane"),
    "class.of_rogues": _sigil("bandits", "rogues"),
    "class.of_barbarians": _sigil("barbarians", "barbarians"),
    "class.of_cultists": _sigil("cultists", "cultists"),
    "class.of_dragon_hunters": _sigil("dracons", "dragon_hunters"),
    "class.of_rangers": _sigil("gnolls", "rangers"),
    "class.of_defenders": _sigil("goblins", "defenders"),
    "class.of_gravediggers": _sigil("undead", "gravediggers"),
    "class.of_druids": _sigil("unicorns", "druids"),
    "class.of_monks": _sigil("stone", "monks"),
    "class.of_sculptors": _sigil("desert", "sculptors"),
    "class.of_warriors": _sigil("arena", "warriors"),
    "banner.aurisan": _banner("bandits", "aurisan", "harbour"),
    "banner.vikingork": _banner("barbarians", "vikingork", "fjord"),
    "banner.normalian": _banner("cultists", "normalian", "chapel"),
    "banner.dragonkin": _banner("dracons", "dragonkin", "tower"),
    "banner.gnoll": _banner("gnolls", "gnoll", "savanna"),
    "banner.goblin": _banner("goblins", "goblin", "rampart"),
    "banner.ghoul": _banner("undead", "ghoul", "graves"),
    "banner.wood_elf": _banner("unicorns", "wood_elf", "forest"),
    "banner.northern": _banner("northern", "northern", "peaks"),
    "banner.vampiric": _banner("vampiric", "vampiric", "crags"),
    "banner.underdweller": _banner("deeps", "underdweller", "pillars"),
    "wound.limp": _wound("limp", -6),
    "wound.sprain": _wound("sprain", 5),
    "wound.cracked_rib": _wound("cracked_rib", -3),
    "wound.black_eye": _wound("black_eye", 4),
    "wound.bad_knee": _wound("bad_knee", 7),
    "wound.scar": _wound("scar", -5),
    "wound.fury": _wound("fury", 3),
    "wound.flinch": _wound("flinch", -4),
    "wound.tremor": _wound("tremor", 6),
    "wound.stiff_back": _wound("stiff_back", -2),
    "wound.debt": _wound("debt", 8),
    "wound.pity": _wound("pity", -7),
    "wound.lesson": _wound("lesson", 2),
    "start.fist": Direction(
        family="enchanters",
        subject=FIST,
        stage="cloth",
        place=(150, 150),
        face=(0, 0, 270),
        mark=(10, 0, 230),
        turn=-10,
    ),
    "start.enchanting": _sigil("enchanters", "enchanting"),
    "thing.crystal": _counter("enchanters", "crystal"),
    "thing.wound": _counter("wounds", "wound"),
    "thing.reward": _counter("arena", "reward"),
    "thing.pearl": _counter("northern", "pearl"),
    "thing.slime": _counter("goblins", "slime"),
    "thing.weight": _counter("stone", "weight"),
    "thing.speed": _counter("unicorns", "speed"),
    "thing.undead": _counter("undead", "undead"),
    "thing.calm": _counter("desert", "calm"),
    "thing.sandstorm": _counter("desert", "sandstorm"),
    "thing.deck": _counter("enchanters", "deck"),
    "thing.graveyard": _counter("storm", "graveyard"),
    "village.port_aurisan": _village("bandits", "port_aurisan"),
    "village.fjordosan": _village("barbarians", "fjordosan"),
    "village.normaltown": _village("cultists", "normaltown"),
    "village.dracopolis": _village("dracons", "dracopolis"),
    "village.hateville": _village("gnolls", "hateville"),
    "village.dwarfburg": _village("goblins", "dwarfburg"),
    "village.gravekill_mounds": _village("undead", "gravekill_mounds"),
    "village.holy_grove": _village("unicorns", "holy_grove"),
    "village.enchanters_guild": _village("enchanters", "enchanters_guild"),
    "village.cave_of_fools": _village("deeps", "cave_of_fools"),
    "village.arena_mundi": _village("arena", "arena_mundi"),
    "village.ne_ne_ne_sethos": _village("desert", "sethos"),
    "village.sleepy_rock": _village("northern", "sleepy_rock"),
    "village.alea": _village("vampiric", "alea"),
    "event.dark_muster": _event("storm", "dark_muster"),
    "event.raid": _event("ember", "raid"),
    "event.siege": _event("iron", "siege"),
    "event.war_drums": _event("ember", "war_drums"),
    "event.assault": _event("storm", "assault"),
    "event.fog": _event("mist", "fog"),
    "event.plague": _event("plague", "plague"),
    "event.reserves": _event("iron", "reserves"),
    "event.dark_wall": _event("rite", "dark_wall"),
    "event.wild_hunt": _event("hunt", "wild_hunt"),
    "event.curse": _event("rite", "curse"),
    "event.respite": _event("dawn", "respite"),
    "event.dark_rite": _event("rite", "dark_rite"),
    "event.three_heads": _event("hell", "three_heads"),
    "event.watchful_hound": _event("hunt", "watchful_hound"),
    "event.buried_bones": _event("hell", "buried_bones"),
    "event.howl": _event("mist", "howl"),
    "event.gate_of_ash": _event("hell", "gate_of_ash"),
    "event.underworld": _event("hell", "underworld"),
}
# Emblems of what is too rich for one: fewer pieces, or another picture.
_SPECKS = {
    "event.assault": 30,
    "gnolls.alpha": 20,
    "dracons.rider": 36,
    "dracons.red_sire": 34,
    "unicorns.thorn_dragon": 24,
    "overlord.asabi": 24,
    "overlord.chomun": 21,
    "overlord.lerxos": 20,
    "overlord.cerberus": 22,
    "undead.of_open_graves": 24,
    "undead.of_cold_hands": 24,
    "event.plague": 22,
}
_SIGNS: dict[str, tuple[Subject, tuple[float, float, float]]] = {
    "goblins.boar_pack": (EMBLEMS["boar"], (-40, -70, 150)),
    "undead.ghoul_pack": (EMBLEMS["ghoul"], (-40, -100, 120)),
    "dracons.of_stone_scales": (EMBLEMS["scales"], (0, 0, 150)),
    "overlord.theria": (EMBLEMS["hydra"], (0, 0, 200)),
    "undead.of_old_bones": (EMBLEMS["bones"], (0, 0, 180)),
    "event.dark_muster": (EMBLEMS["muster"], (0, 0, 220)),
    "event.wild_hunt": (EMBLEMS["hunt"], (0, 0, 220)),
}
# Long necks that need room at the left.
_SHIFTS = {"undead.dracolich": 172, "dracons.rider": 168}
for _code, _x in _SHIFTS.items():
    DIRECTIONS[_code] = structs.replace(DIRECTIONS[_code], place=(_x, 304))
_LIT = ("banner.goblin", "banner.vampiric")
for _code in _LIT:
    DIRECTIONS[_code] = structs.replace(DIRECTIONS[_code], is_dark=False)
_PALE = (
    *("undead.skeleton", "undead.shroud", "undead.dracolich", "undead.silver_mace"),
    *("unicorns.silver_horn", "unicorns.birch_bow", "gnolls.hunting_net", "undead.wight"),
)
for _code in _PALE:
    DIRECTIONS[_code] = structs.replace(DIRECTIONS[_code], is_dark=True)
for _code, _speck in _SPECKS.items():
    DIRECTIONS[_code] = structs.replace(DIRECTIONS[_code], speck=_speck)
for _code, (_sign, _mark) in _SIGNS.items():
    DIRECTIONS[_code] = structs.replace(DIRECTIONS[_code], sign=_sign, mark=_mark)
