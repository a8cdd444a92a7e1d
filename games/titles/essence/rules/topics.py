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
NUMBERS = tuple(str(n) for n in range(1, 4))
BIDS, ACTIONS = tuple(str(n) for n in range(10)), ("1", "2")
USE_CODES = (*CARDS, *PLACES, *ACTIONS)

# What a form asks for one after the other; an order can name more.
BID = (("wealth", BIDS), ("influence", BIDS), *(("wishes", ADVISORS),) * 3)
STAR_ACTION = (("card", (*CARDS, *PLACES)), ("action", ACTIONS))
DISCARD_SLOTS = (("cards", CARDS),) * 3

NUMBER = Fact()
HAND = Fact("list", CARDS)
OFFER = Fact("list", ADVISORS)
ROW = Fact("list", FRAGMENTS)
ON_SALE = Fact("list", MARKET)
PLAYER = Fact("word", PLAYERS)

PURSE = {"wealth": NUMBER, "influence": NUMBER}
TURN = {"turn": NUMBER}
# The card whose effect asks.
SOURCE = Fact("word", (*CARDS, *SEGMENTS, *TREATIES, *FRAGMENTS))

TOPICS: dict[str, Topic] = {
    "faction": Topic({"play": PLAYERS}, {"seats": NUMBER}),
    "bid": Topic(
        {"bid": (*BIDS, *ADVISORS)},
        {"round": NUMBER, **PURSE, "offered": OFFER},
        main="wealth",
        examples=("bid 2 + 0 + Admiral if offered has Admiral and wealth >= 3, else bid 0",),
        parts={"bid": BID},
    ),
    "tie": Topic({"first": PLAYERS}, {"round": NUMBER, "tied": Fact("list", PLAYERS)}),
    "take": Topic(
        {"take": ADVISORS},
        {"round": NUMBER, "offered": OFFER},
        examples=("take Admiral, else take Priest, else take Mayor",),
    ),
    "turn": Topic(
        {
            "build": MARKET,
            "sign": TREATIES,
            "use": USE_CODES,
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
        parts={"use": STAR_ACTION, "pass": DISCARD_SLOTS, "pass_first": DISCARD_SLOTS},
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
        {"seize": TOKENS, "exhaust": PLACES, "command": USE_CODES, "leave": ()},
        {**TURN, **PURSE, "victim": PLAYER, "segments": Fact("list", SEGMENTS)},
        examples=("seize Wealth, else seize Influence",),
        parts={"command": STAR_ACTION},
    ),
    "rearrange": Topic({"move": (), "swap": (), "leave": ()}, {**TURN, "segments": NUMBER}),
    "opponent": Topic({"name": PLAYERS}, TURN),
    "give": Topic(
        {"give": TOKENS},
        {**PURSE, "taker": PLAYER, "many": NUMBER},
        main="wealth",
        examples=("give Influence",),
    ),
    "opponent_chooses": Topic({"choose": NUMBERS}, {"player": PLAYER, "card": SOURCE}),
    "choose_one": Topic({"choose": NUMBERS}, {**TURN, "card": SOURCE}),
    "discard": Topic(
        {"discard": CARDS},
        {**TURN, "many": NUMBER, "hand": HAND},
        parts={"discard": DISCARD_SLOTS},
    ),
    "exhaust_own": Topic({"exhaust": PLACES}, TURN),
    "exhaust": Topic(
        {"exhaust": (*PLAYERS, *PLACES), "leave": ()},
        TURN,
        parts={"exhaust": (("segment", PLACES), ("player", PLAYERS))},
    ),
    "spy": Topic(
        {"spy": (*PLAYERS, *PLACES, *ACTIONS), "leave": ()},
        TURN,
        parts={"spy": (("card", PLACES), ("player", PLAYERS), ("action", ACTIONS))},
    ),
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
        parts={
            "clean": (
                *(("reserve", FRAGMENTS),) * 3,
                ("piles", ("keep", "shuffle")),
                *(("loss", TOKENS),) * 2,
            )
        },
    ),
}

# What players nearly always answer alike, so that they need not be asked (`Game.suggested_orders`).
SUGGESTED_ORDERS = (
    "give Influence, else give Wealth",
    "choose 1",
    "clean keep piles",
    "use Student 1, else use Astronomer 1, else use Courier 1, else use Broker 1, else use "
    "Beekeeper 1, else use Quartermaster 1, else use Sapper 1, else use Smuggler 1, else use "
    "Stevedore 1, else use Marine 2, else use Prism Warden 1, else use Shipwright 2",
    "use Duenna 2, else use Hymnist 2, else use Dean 1, else use Pilgrim, else use Whisperer "
    "1, else use Landscaper 2, else use Harbour Master 1, else use Lecturer 1, else use Sage "
    "1, else use Rector 2, else use Mayor, else use Tax Collector",
    "use Hierophant 1, else use Seer 2, else use Engineer 1, else use Marshal 1, else use "
    "Blackmailer, else use Cupbearer 1, else use Master of Revels 1, else use Jester, else "
    "use Surveyor 2, else use Priest 1, else use Drum Major 1, else use Spy 2",
    "use Forum, else use Gallery, else use Alembic, else use Counting House, else use "
    "Arsenal, else use Hymnist 1, else use Duenna 1, else use Duellist 2, else use Pirate 2",
)
