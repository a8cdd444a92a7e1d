"""What standing orders can be about: the questions of Abyss, their answers and their facts."""

from __future__ import annotations

from games.engine.contract import Deal, Fact, Topic
from games.engine.orders import LOWEST

from .components import ALLIES, LOCATIONS, LORDS, RACES, REWARDS

CARDS = tuple(dict.fromkeys(ALLIES))
# What can be discarded: these cards, or the lowest.
DISCARDS = (*CARDS, LOWEST)
LORD_IDS, LOCATION_IDS, REWARD_IDS = tuple(LORDS), tuple(LOCATIONS), tuple(REWARDS)

NUMBER = Fact()
RACE = Fact("word", RACES)
HAND = Fact("list", CARDS)
COURT = Fact("list", LORD_IDS)
STACKS = Fact("counts", RACES)
PLACES = Fact("list", LOCATION_IDS)

# A card on the track and its circumstances.
CARD = {"race": RACE, "value": NUMBER, "space": NUMBER, "threat": NUMBER}
# Facts about the player that every question has.
OWN = {"turn": NUMBER, "pearls": NUMBER}
# The once-per-turn powers, which any question of the player's own turn can offer.
POWERS: dict[str, tuple[str, ...]] = {
    "use_slaver": CARDS,
    "use_oracle": RACES,
    "use_opportunist": LORD_IDS,
}

# What a form asks for one after the other; an order can name more.
RECRUIT_SLOTS = (("lord", LORD_IDS), *(("allies", CARDS),) * 3)
DISCARD_SLOTS = (("allies", DISCARDS),) * 3

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        {
            "plot": (),
            "explore": (),
            "support": RACES,
            "recruit": (*LORD_IDS, *CARDS),
            "end": (),
            **POWERS,
        },
        {**OWN, "hand": HAND, "court": COURT, "stacks": STACKS, "threat": NUMBER},
        begins_turn=True,
        examples=(
            "recruit oracle if court has oracle, else support crab, else explore, once",
            "support crab if stack crab >= 3, else explore, once",
        ),
        parts={"recruit": RECRUIT_SLOTS},
    ),
    "offer": Topic(
        {"buy": (), "pass": ()},
        {**CARD, **OWN, "price": NUMBER, "hand": HAND},
        main="value",
        examples=(
            "pass if value <= 2",
            "buy if value >= 4 and price <= 2",
            "pass if price >= 3",
            "pass, for this turn",
            "pass, until my next turn",
            "pass, until I am back",
        ),
        deal=Deal("buy", other="explorer", price="price", worth="value"),
    ),
    "explorer": Topic(
        {"take": (), "continue": (), **POWERS},
        {**CARD, **OWN, "hand": HAND},
        main="value",
        examples=(
            "take if race in crab, squid and value >= 3, else take if value >= 5",
            "take if space >= 4 and value >= 2, else continue, for this turn",
        ),
    ),
    "beside": Topic(
        {"take": (), "continue": ()},
        {**CARD, **OWN, "hand": HAND},
        main="value",
    ),
    "monster": Topic(
        {"fight": (), "continue": (), **POWERS},
        {**OWN, "threat": NUMBER, "row": NUMBER, "space": NUMBER},
        main="threat",
        examples=("fight if threat >= 3", "fight if threat >= 2, else continue"),
    ),
    "reward": Topic(
        {"reward": REWARD_IDS, **POWERS},
        {**OWN, "threat": NUMBER, "row": NUMBER},
        examples=("reward two Monster tokens, else reward key",),
    ),
    "affiliate": Topic({"affiliate": CARDS, **POWERS}),
    "second_stack": Topic({"take_stack": RACES, **POWERS}, {"turn": NUMBER, "stacks": STACKS}),
    "apprentice": Topic({"take_stack": RACES, **POWERS}, {"turn": NUMBER, "stacks": STACKS}),
    "jailer": Topic(
        {"discard": DISCARDS},
        {"hand": HAND},
        examples=("discard crab 1 if hand has crab 1, else discard lowest",),
    ),
    "commander": Topic(
        {"discard": DISCARDS},
        {"hand": HAND, "excess": NUMBER},
        examples=("discard lowest",),
        parts={"discard": DISCARD_SLOTS},
    ),
    "commander_end": Topic(
        {"discard": DISCARDS, **POWERS},
        {"turn": NUMBER, "hand": HAND, "excess": NUMBER},
        parts={"discard": DISCARD_SLOTS},
    ),
    "hand_limit": Topic(
        {"discard": DISCARDS, **POWERS},
        {**OWN, "hand": HAND, "excess": NUMBER},
        parts={"discard": DISCARD_SLOTS},
    ),
    "assassin": Topic({"disable": LORD_IDS, **POWERS}),
    "hunter": Topic({"rob": (), **POWERS}, {"turn": NUMBER}),
    "location": Topic(
        {"control": LOCATION_IDS, "draw": ("1", "2", "3", "4"), **POWERS},
        {"turn": NUMBER, "offer": PLACES},
        examples=("draw 2",),
    ),
    "location_pick": Topic({"keep": LOCATION_IDS, **POWERS}, {"turn": NUMBER, "drawn": PLACES}),
    "keys": Topic(
        {"pay_keys": LORD_IDS, **POWERS},
        {"turn": NUMBER},
        parts={"pay_keys": (("lords", LORD_IDS),) * 3},
    ),
    "corruptor": Topic({"bribe": LORD_IDS, "decline": (), **POWERS}, {**OWN, "court": COURT}),
    "traitor": Topic(
        {"replace": LORD_IDS, "decline": (), **POWERS},
        {"turn": NUMBER, "court": COURT},
        parts={"replace": (("lord", LORD_IDS), ("by", LORD_IDS))},
    ),
    "schemer": Topic({"replace": LORD_IDS, "decline": (), **POWERS}, {"turn": NUMBER}),
    "illusionist": Topic(
        {"swap": LOCATION_IDS, "decline": (), **POWERS},
        {"turn": NUMBER, "offer": PLACES},
        parts={"swap": (("own", LOCATION_IDS), ("other", LOCATION_IDS))},
    ),
    "black_smokers": Topic({"exchange": LOCATION_IDS, "decline": (), **POWERS}, {"turn": NUMBER}),
    "end": Topic(
        {"end": (), **POWERS},
        {**OWN, "hand": HAND, "court": COURT, "stacks": STACKS},
        # The first is the setting of those who do not want to be asked at the end of a turn.
        examples=("end", "use Slaver: crab 1 if hand has crab 1, else end"),
    ),
}

# What players nearly always answer alike, so that they need not be asked (`Game.suggested_orders`).
SUGGESTED_ORDERS = (
    "pass if value <= 2, else buy if value >= 4, else buy if price <= 1, else pass",
    "end",
    "affiliate",
    "reward two Monster tokens, else reward key",
    "discard lowest",
    "keep Coral Barrier, else keep Chasm, else keep Black Smokers, else keep Chamber of "
    "Allies, else keep Closed Tower, else keep Barracks, else keep the Abyss, else keep "
    "Sanctuary, else keep Dockworks, else keep Depths, else keep City of Mirrors, else keep "
    "Hydrozoa Reserves",
    "fight if reward row >= 2, else take if value = 5, else take if value = 4 and space >= 2",
    "continue if space <= 4",
)
