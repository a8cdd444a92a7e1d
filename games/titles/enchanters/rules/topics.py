"""What standing orders can be about: the questions of Enchanters, their answers and their facts."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Fact, Part, Topic

from .components import DESIGNS, KINGDOMS

NUMBER = Fact()
OWN = {"turn": NUMBER, "crystals": NUMBER, "wounds": NUMBER}
POWERS = {"attack": NUMBER, "defense": NUMBER}


def _designs_of_kinds(*kinds: str) -> tuple[str, ...]:
    return tuple(design.id for design in DESIGNS.values() if design.kind in kinds)


def _prompting_designs() -> Iterator[str]:
    """Yield the designs whose text can ask a player something."""
    for design in DESIGNS.values():
        lines = [*design.upper.abilities, *design.lower.abilities]
        if design.sides or design.anger or any(line.effect for line in lines):
            yield design.id


CREATURES = _designs_of_kinds("monster", "dragon")
ARTIFACTS = _designs_of_kinds("item", "enchantment", "fist", "banner", "enchanting", "class")
TRACK = _designs_of_kinds("item", "enchantment", "monster", "dragon")
STACK_CARDS = (*ARTIFACTS, *CREATURES)
TEXTS = (*STACK_CARDS, *_designs_of_kinds("wound", "village", "overlord"))
WOUNDS = _designs_of_kinds("wound")
# The cards whose text can ask something; the Overlord stands for its events.
CARD = Fact("word", tuple(_prompting_designs()))
NUMBERS = tuple(str(number) for number in range(1, 7))
SIDES = ("other", "left", "right", "across", "overlord")
STACKS = ("item", "enchantment")
ABOUT = {**OWN, "card": CARD}

SPACES = ("0", *NUMBERS)


def _card_and(name: str, cards: tuple[str, ...]) -> tuple[Part, Part]:
    """Return the fields for a card and a number: the line of its text, or which copy of it."""
    return ("card", cards), (name, NUMBERS)


USE_SLOTS, COPY_OF_STACKED = _card_and("line", TEXTS), _card_and("copy", STACK_CARDS)

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        {
            "journey": (*SPACES, *TRACK),
            "rest": (*TEXTS, *NUMBERS),
            "challenge": (*TEXTS, *NUMBERS),
            "use": (*TEXTS, *NUMBERS),
            "end": (),
        },
        {**OWN, **POWERS, "track": Fact("list", TRACK)},
        begins_turn=True,
        examples=("rest normaltown 1 if crystals <= 1, once", "journey 0, once"),
        parts={
            "journey": (("card", TRACK), ("at", SPACES)),
            **dict.fromkeys(("rest", "challenge", "use"), USE_SLOTS),
        },
    ),
    "prepare": Topic(
        {"fight": (), "use": (*TEXTS, *NUMBERS)},
        {**ABOUT, **POWERS},
        examples=("fight",),
        parts={"use": USE_SLOTS},
    ),
    "duel_prep": Topic(
        {"ready": (), "use": (*TEXTS, *NUMBERS)},
        {**ABOUT, **POWERS},
        examples=("ready",),
        parts={"use": USE_SLOTS},
    ),
    "wound": Topic(
        {"take": (*WOUNDS, *NUMBERS)},
        {**OWN, "drawn": Fact("list", WOUNDS)},
        examples=("take Limp, else take Bad Knee, else take Flinch",),
        parts={"take": _card_and("copy", WOUNDS)},
    ),
    "discard": Topic(
        {"discard": (*STACK_CARDS, *WOUNDS, *NUMBERS)},
        ABOUT,
        examples=("discard Nervous Acolyte, else discard Biting Runt",),
        parts={"discard": _card_and("copy", (*STACK_CARDS, *WOUNDS))},
    ),
    "give": Topic({"give": (*STACK_CARDS, *NUMBERS)}, ABOUT, parts={"give": COPY_OF_STACKED}),
    "remove": Topic(
        {"remove": (*TEXTS, *NUMBERS)}, ABOUT, parts={"remove": _card_and("copy", TEXTS)}
    ),
    "keep": Topic(
        {"keep": (*ARTIFACTS, *NUMBERS)}, ABOUT, parts={"keep": _card_and("copy", ARTIFACTS)}
    ),
    "starter": Topic({"keep": ARTIFACTS}, ABOUT),
    "kingdom": Topic({"kingdom": tuple(KINGDOMS)}, OWN),
    "target": Topic({"target": SIDES, "no": ()}, ABOUT),
    "duel": Topic({"target": SIDES, "no": ()}, ABOUT, examples=("no",)),
    "tie": Topic({"player": NUMBERS}, ABOUT),
    "bury": Topic({"bury": STACKS, "no": ()}, ABOUT),
    "unbury": Topic({"unbury": STACKS, "no": ()}, ABOUT),
    "turn_over": Topic({"bury": STACKS, "unbury": STACKS, "no": ()}, ABOUT),
    "swap": Topic({"swap": SPACES}, ABOUT, parts={"swap": (("at", SPACES),) * 2}),
    "order": Topic({"first": TEXTS}, ABOUT),
    "branch": Topic(
        {"branch": NUMBERS},
        ABOUT,
        examples=("effect 2 if crystals >= 5, else effect 1",),
    ),
    "pay": Topic({"pay": NUMBERS, "no": ()}, ABOUT),
    "pearls": Topic({"spend": SPACES}, ABOUT, examples=("spend 3, else spend 2, else spend 1",)),
    "discard_order": Topic(
        {"first": (*STACK_CARDS, *NUMBERS)}, ABOUT, parts={"first": COPY_OF_STACKED}
    ),
    "split": Topic({"give": SIDES}, ABOUT),
    "visit": Topic(
        {"visit": (*TRACK, *NUMBERS), "no": ()}, ABOUT, parts={"visit": _card_and("copy", TRACK)}
    ),
    "weaken": Topic({"remove": ("health", "strength")}, ABOUT),
    "desert": Topic({"flip": (), "no": ()}, ABOUT),
}

# What players nearly always answer alike, so that they need not be asked (`Game.suggested_orders`).
SUGGESTED_ORDERS = (
    "fight",
    "ready",
    "take Limp, else take Bad Knee, else take Flinch",
    "spend 3, else spend 2, else spend 1",
)
