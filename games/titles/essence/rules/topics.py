"""What standing orders can be about: the questions of The Essence, their answers and their
facts."""

from __future__ import annotations

from games.engine.contract import Fact, Topic

from .components import BOX, CHARACTER, FACTIONS, SEGMENT

CARDS, SEGMENTS = tuple(CHARACTER), tuple(SEGMENT)
ADVISORS, FRAGMENTS = tuple(BOX.advisors), tuple(BOX.fragments)
TREATIES, PLAYERS = tuple(BOX.treaties), tuple(FACTIONS)
TOKENS = ("wealth", "influence")
MARKET = (*BOX.locations, *BOX.monuments)
PLACES = tuple(code for code in SEGMENTS if SEGMENT[code].actions)
USED = (*CARDS, *PLACES, "1", "2")
NUMBERS = tuple(str(n) for n in range(1, 4))

NUMBER = Fact()
HAND = Fact("list", CARDS)
OFFERED = Fact("list", ADVISORS)
ROW = Fact("list", FRAGMENTS)
ON_SALE = Fact("list", MARKET)
PLAYER = Fact("word", PLAYERS)

PURSE = {"wealth": NUMBER, "influence": NUMBER}
TURN = {"turn": NUMBER}

TOPICS: dict[str, Topic] = {
    "faction": Topic({"play": PLAYERS}, {"seats": NUMBER}),
    "bid": Topic(
        {"bid": (*(str(n) for n in range(10)), *ADVISORS)},
        {"round": NUMBER, **PURSE, "offered": OFFERED},
        main="wealth",
        examples=("bid 2 + 0 + Admiral if offered has Admiral and wealth >= 3, else bid 0",),
    ),
    "tie": Topic({"first": PLAYERS}, {"round": NUMBER, "tied": Fact("list", PLAYERS)}),
    "take": Topic(
        {"take": ADVISORS},
        {"round": NUMBER, "offered": OFFERED},
        examples=("take Admiral, else take Priest, else take Mayor",),
    ),
    "turn": Topic(
        {
            "build": MARKET,
            "sign": TREATIES,
            "use": USED,
            "read": FRAGMENTS,
            "pass": CARDS,
            "pass_first": CARDS,
            "end": (),
        },
        {
            **TURN,
            **PURSE,
            **dict.fromkeys(("round", "attack", "defense", "essence", "foundations"), NUMBER),
            **dict.fromkeys(("threat", "main_done"), NUMBER),
            "hand": HAND,
            "market": ON_SALE,
            "row": ROW,
        },
        begins_turn=True,
        examples=("build Tavern if market has Tavern, else pass, once",),
    ),
    "build": Topic(
        {"build": MARKET, "leave": ()},
        {**TURN, "wealth": NUMBER, "discount": NUMBER, "market": ON_SALE},
    ),
    "target": Topic(
        {"attack": (*PLAYERS, "threat", *FRAGMENTS)},
        {**TURN, "attack": NUMBER, "threat": NUMBER, "defenses": Fact("counts", PLAYERS)},
        main="attack",
        examples=("attack Threat if threat <= 1",),
    ),
    "spoils": Topic(
        {"seize": TOKENS, "exhaust": PLACES, "command": USED, "leave": ()},
        {**TURN, **PURSE, "victim": PLAYER, "segments": Fact("list", SEGMENTS)},
        examples=("seize Wealth, else seize Influence",),
    ),
    "rearrange": Topic({"move": (), "swap": (), "leave": ()}, {**TURN, "segments": NUMBER}),
    "opponent": Topic({"name": PLAYERS}, TURN),
    "give": Topic(
        {"give": TOKENS},
        {**PURSE, "taker": PLAYER, "many": NUMBER},
        main="wealth",
        examples=("give Influence",),
    ),
    "opponent_chooses": Topic({"choose": NUMBERS}, {"player": PLAYER}),
    "choose_one": Topic(
        {"choose": NUMBERS},
        {**TURN, "card": Fact("word", (*CARDS, *SEGMENTS, *TREATIES, *FRAGMENTS))},
    ),
    "discard": Topic({"discard": CARDS}, {**TURN, "many": NUMBER, "hand": HAND}),
    "exhaust_own": Topic({"exhaust": PLACES}, TURN),
    "exhaust": Topic({"exhaust": (*PLAYERS, *PLACES), "leave": ()}, TURN),
    "spy": Topic({"spy": (*PLAYERS, *PLACES, "1", "2"), "leave": ()}, TURN),
    "recall": Topic({"take": ADVISORS}, TURN),
    "cleaning": Topic(
        {"clean": ("keep", "shuffle", *TOKENS, *FRAGMENTS)},
        {
            "round": NUMBER,
            **PURSE,
            "loss": NUMBER,
            "row": ROW,
            "discard": Fact("list", CARDS),
            "draw_pile": NUMBER,
        },
        examples=("clean shuffle piles if draw pile <= 2",),
    ),
}
