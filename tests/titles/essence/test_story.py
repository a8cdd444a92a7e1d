"""What everybody is told: every kind of event in the order of the rules, as players read it."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from games.engine import notation
from games.engine.contract import Event
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.state import State
from games.titles.essence.words.story import list_asides, tell_events

from .differences import WORDS, set_up

NAMES = ("Ann", "Ben", "Cid", "Dan")

# Title: the position, the answers, and what is told; a line that begins further right goes on.
STORIES = {
    "a build": """
        seats: {A: {faction: Court of Masks, wealth: 3, draw_pile: [Courier, Duenna, Duenna]},
            B: {}}
        market: [Tavern]
        ---
        build Tavern at 1,0
        ---
        Ann builds Tavern at 1,0 for 2 Wealth and gains 2 Essence.
        Ann draws 2 cards. !
        Ann alone: Only you see the cards drawn: Courier and Duenna. !
    """,
    "a treaty": """
        seats: {A: {faction: Court of Masks, wealth: 1, influence: 2, draw_pile: [Courier,
            Duenna]}, B: {}}
        treaties: {Levy Treaty: [B, B]}
        ---
        sign Levy Treaty with 1 Wealth, 1 Influence
        ---
        Ann signs Levy Treaty for 1 Wealth and 1 Influence.
        Ann draws 2 cards. !
        Ann alone: Only you see the cards drawn: Courier and Duenna. !
    """,
    "a treaty with a grey effect": """
        seats: {A: {faction: Court of Masks, wealth: 1, island: {"0,0": Tribunal}}, B: {}}
        ---
        sign Defence Treaty
        ---
        Ann signs Defence Treaty for 1 Wealth.
        Ann gains 1 Essence (Tribunal).
        Ann gains 3 Defence (Defence Treaty).
    """,
    "a reading with a grey effect": """
        seats: {A: {faction: Court of Masks, wealth: 3, island: {"0,0": High Court}}, B: {}}
        row: [First Blood, Two Wars, Twin Forts, Old Titan, Sun Eater, Tithe]
        prophecy_deck: [Three Wars]
        ---
        read Tithe
        ---
        Ann reads Tithe.
        New in the prophecy: Three Wars. !
        Ann gains 2 Essence (High Court).
        Ann gains 3 Essence (Tithe).
    """,
    "a build with income and a grey effect": """
        seats: {A: {faction: Hanging Garden Synod, wealth: 5, draw_pile: [Hymnist]}, B: {}}
        market: [Amphitheatre]
        ---
        build Amphitheatre at 1,0
        ---
        Ann builds Amphitheatre at 1,0 for 5 Wealth and gains 6 Essence.
        Ann draws 1 card. !
        Ann alone: Only you see the cards drawn: Hymnist. !
        Ann gains 1 Essence (Green Cathedral).
    """,
    "an attack with grey effects on both sides": """
        agenda: [target]
        seats:
          A: {faction: Court of Masks, attack: 5, island: {"0,0": Fencing Hall}}
          B: {faction: Cloudharbour League, defense: 1, island: {"0,0": Gatehouse}}
        ---
        attack Cloudharbour League
        ---
        Ann defeats Cloudharbour League (5 against 2).
        Ann gains 1 Essence (Fencing Hall).
        Ben gains 1 Influence (Gatehouse).
    """,
    "a monster defeated with grey effects": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 6, island: {"0,0": Fencing Hall,
            "1,0": Scriptorium}}, B: {}}
        row: [First Blood, Storm Roc]
        prophecy_deck: []
        ---
        attack Storm Roc
        ---
        Ann defeats Storm Roc (6 against 5).
        Ann gains 1 Essence (Fencing Hall).
        Ann reads Storm Roc.
        Ann gains 1 Essence (Scriptorium).
        Ann gains 3 Essence (Storm Roc).
    """,
    "a pass with a grey effect": """
        seats: {A: {faction: Court of Masks, hand: [Courier], island: {"0,0": Treaty Stone}}, B: {}}
        ---
        pass
        ---
        Ann passes.
        Ann gains 1 Essence (Treaty Stone).
        Turn 2: Ben.
    """,
    "a bid won with a grey effect": """
        agenda: [bid]
        seats: {A: {faction: Court of Masks, wealth: 1, island: {"0,0": Star Well}}, B: {}}
        advisors: [Priest]
        ---
        bid 1 Wealth
        ---
        Ann alone: Your bid is sealed: 1 Wealth.
        Ann has bid 1 Wealth. !
        Ben has bid nothing. !
        Ann gains 2 Essence (Star Well).
        Ann takes Priest.
        Turn 2: Ann.
    """,
    "a card with gains": """
        seats: {A: {faction: Three Islands Kingdom, hand: [Sapper]}, B: {}}
        ---
        use Sapper 1
        ---
        Ann uses Sapper.
        Ann gains 1 Attack (Sapper).
        Ann gains 1 Essence (Sapper).
    """,
    "a foundation that does not fit": """
        seats: {A: {faction: Court of Masks, ready: 5, hand: [Engineer]}, B: {}}
        ---
        use Engineer 1
        ---
        Ann uses Engineer.
    """,
    "a build with a foundation once": """
        seats: {A: {faction: Cloudharbour League, wealth: 3}, B: {}}
        market: [Loading Crane]
        ---
        build Loading Crane at 1,0
        ---
        Ann builds Loading Crane at 1,0 for 3 Wealth and gains 3 Essence.
        Ann gains 1 Foundation (Loading Crane).
    """,
    "a card with a cost in cards": """
        seats: {A: {faction: University of the Sun, hand: [Student, Dean, Lecturer]}, B: {}}
        ---
        use Student 2; discard Lecturer
        ---
        Ann uses Student.
        Ann discards Lecturer.
        Ann gains 2 Essence (Student).
    """,
    "a cost of two cards": """
        seats: {A: {faction: University of the Sun, hand: [Sage, Student, Dean, Lecturer]}, B: {}}
        ---
        use Sage 2; discard Student, Dean
        ---
        Ann uses Sage.
        Ann discards Dean and Student.
        Ann gains 4 Essence (Sage).
    """,
    "a pass": """
        seats: {A: {faction: Three Islands Kingdom, hand: [Sapper, Marine, Marine]}, B: {}}
        ---
        pass discarding Marine, Sapper
        ---
        Ann passes and discards for Wealth: Marine and Sapper.
        Turn 2: Ben.
    """,
    "a turn slot after a pass": """
        seats: {A: {faction: Three Islands Kingdom, hand: [Sapper]}, B: {slots_passed: 1}}
        passed: [B]
        main_done: true
        ---
        end
        ---
        Ben has passed and gains 2 Essence.
        Turn 2: Ann.
    """,
    "an attack won": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 5}, B: {faction: University of the Sun,
            defense: 2, wealth: 1}}
        ---
        attack University of the Sun; seize Wealth
        ---
        Ann defeats University of the Sun (5 against 2).
        Ann takes 1 Wealth from Ben.
    """,
    "an attack lost": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 2}, B: {faction: University of the Sun,
            defense: 2, wealth: 1}}
        ---
        attack University of the Sun
        ---
        Ann attacks University of the Sun in vain (2 against 2).
    """,
    "an attack that exhausts": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 5}, B: {faction: University of the Sun,
            defense: 2}}
        ---
        attack University of the Sun; exhaust Sun Dome
        ---
        Ann defeats University of the Sun (5 against 2).
        Ann exhausts Sun Dome of Ben.
    """,
    "an attack that takes nothing": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 5}, B: {faction: University of the Sun,
            defense: 2}}
        ---
        attack University of the Sun; leave it
        ---
        Ann defeats University of the Sun (5 against 2).
        Ann declines.
    """,
    "an attack by a slaver": """
        seats: {A: {faction: Court of Masks, attack: 5, influence: 2, hand: [Slaver]},
            B: {faction: University of the Sun, defense: 2, discard: [Priest]}}
        ---
        use Slaver; attack University of the Sun; command Priest 2
        ---
        Ann uses Slaver.
        Ann defeats University of the Sun (5 against 2).
        Ann commands Priest from the discard pile of Ben.
        Ann gains 4 Essence (Priest).
    """,
    "an attack ignored": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 5}, B: {faction: University of the Sun,
            defense: 2, shields: 1}}
        ---
        attack University of the Sun
        ---
        Ben ignores the attack of Ann.
    """,
    "the threat defeated": """
        agenda: [target]
        threat: 2
        seats: {A: {faction: Court of Masks, attack: 5}, B: {}}
        ---
        attack Threat
        ---
        Ann defeats the Threat (5 against 2).
        The External Threat rises to 3.
    """,
    "the threat at its most": """
        agenda: [target]
        threat: 12
        seats: {A: {faction: Court of Masks, attack: 13}, B: {}}
        ---
        attack Threat
        ---
        Ann defeats the Threat (13 against 12).
    """,
    "the threat undefeated": """
        agenda: [target]
        threat: 5
        seats: {A: {faction: Court of Masks, attack: 5}, B: {}}
        ---
        attack Threat
        ---
        Ann attacks the Threat in vain (5 against 5).
    """,
    "a monster defeated": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 7}, B: {}}
        row: [First Blood, Sky Serpent, Tithe]
        prophecy_deck: [Two Wars]
        ---
        attack Sky Serpent
        ---
        Ann defeats Sky Serpent (7 against 6).
        Ann reads Sky Serpent.
        New in the prophecy: Two Wars. !
        Ann gains 3 Essence (Sky Serpent).
        Ann gains 1 Influence (Sky Serpent).
    """,
    "a monster undefeated": """
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 6}, B: {}}
        row: [First Blood, Sky Serpent, Tithe]
        ---
        attack Sky Serpent
        ---
        Ann attacks Sky Serpent in vain (6 against 6).
    """,
    "a reading": """
        seats: {A: {faction: Court of Masks, attacks_won: 1}, B: {}}
        row: [Tithe, First Blood]
        prophecy_deck: [Two Wars, Three Wars, Five Winds, Old Titan, Sun Eater]
        ---
        read First Blood
        ---
        Ann reads First Blood.
        New in the prophecy: Two Wars. !
        New in the prophecy: Three Wars. !
        New in the prophecy: Five Winds. !
        New in the prophecy: Old Titan. !
        New in the prophecy: Sun Eater. !
        Ann gains 1 Wealth (First Blood).
        Ann gains 1 Essence (First Blood).
    """,
    "a move": """
        agenda: [{question: rearrange, move: true, swap: true}]
        seats: {A: {faction: Court of Masks, island: {"0,0": Mirror Palace, "1,0": Forum,
            "0,1": Tavern}}, B: {}}
        ---
        move 1,0 to 0,2
        ---
        Ann moves Forum to 0,2 (1 Essence).
    """,
    "a swap": """
        agenda: [{question: rearrange, move: true, swap: true}]
        seats: {A: {faction: Court of Masks, island: {"0,0": Mirror Palace, "1,0": Forum,
            "2,0": Tavern}}, B: {}}
        ---
        swap 1,0 with 2,0
        ---
        Ann swaps Forum and Tavern (1 Essence).
    """,
    "a move left": """
        agenda: [{question: rearrange, move: true, swap: true}]
        seats: {A: {faction: Court of Masks, island: {"0,0": Mirror Palace, "1,0": Forum}}, B: {}}
        ---
        leave it
        ---
        Ann declines.
    """,
    "tokens of every opponent": """
        seats: {A: {faction: Court of Masks, influence: 1, hand: [Blackmailer]},
            B: {faction: University of the Sun, wealth: 2, influence: 1},
            C: {faction: Three Islands Kingdom, wealth: 1}}
        ---
        use Blackmailer; give 1 Influence
        ---
        Ann uses Blackmailer.
        Cid gives Ann 1 Wealth.
        Ben gives Ann 1 Influence.
    """,
    "tokens of all opponents": """
        seats: {A: {faction: Court of Masks, hand: [Tax Collector]},
            B: {faction: University of the Sun, wealth: 2}, C: {faction: Three Islands Kingdom,
            influence: 1}, D: {wealth: 1}}
        ---
        use Tax Collector
        ---
        Ann uses Tax Collector.
        Dan gives Ann 1 Wealth.
        Ben gives Ann 1 Wealth.
    """,
    "an effect chosen by an opponent": """
        seats: {A: {faction: Court of Masks, hand: [Master of Revels], draw_pile: [Courier]},
            B: {faction: University of the Sun}, C: {faction: Three Islands Kingdom}}
        ---
        use Master of Revels 1; name University of the Sun; choose 3
        ---
        Ann uses Master of Revels.
        Ann names Ben.
        Ben chooses for Ann: draw 2 cards.
        Ann draws 1 card. !
        Ann alone: Only you see the cards drawn: Courier. !
    """,
    "a spy": """
        seats: {A: {faction: Court of Masks, wealth: 1, hand: [Spy]},
            B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery}}}
        ---
        use Spy 1; spy on Gallery of University of the Sun
        ---
        Ann uses Spy.
        Ann spies on Gallery of Ben.
        Ann gains 2 Essence (Gallery).
    """,
    "a spy that leaves it": """
        seats: {A: {faction: Court of Masks, wealth: 1, hand: [Spy]},
            B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery}}}
        ---
        use Spy 1; leave it
        ---
        Ann uses Spy.
        Ann declines.
    """,
    "an opponent's segment exhausted": """
        agenda: [exhaust]
        seats: {A: {faction: Court of Masks}, B: {faction: University of the Sun}}
        ---
        exhaust Sun Dome of University of the Sun
        ---
        Ann exhausts Sun Dome of Ben.
    """,
    "no segment exhausted": """
        agenda: [exhaust]
        seats: {A: {faction: Court of Masks}, B: {faction: University of the Sun}}
        ---
        leave it
        ---
        Ann declines.
    """,
    "an own segment exhausted": """
        seats: {A: {faction: University of the Sun, hand: [Cupbearer]}, B: {}}
        ---
        use Cupbearer 2; exhaust Sun Dome
        ---
        Ann uses Cupbearer.
        Ann exhausts Sun Dome of Ann.
        Ann gains 3 Essence (Cupbearer).
    """,
    "a duellist": """
        seats: {A: {faction: Court of Masks, attack: 1, defense: 4, hand: [Duellist]}, B: {}}
        ---
        use Duellist 1
        ---
        Ann uses Duellist.
        Ann exchanges Attack and Defence: 4 and 1.
    """,
    "a raid": """
        seats: {A: {faction: Court of Masks, attack: 1, defense: 4, hand: [Pirate]}, B: {}}
        ---
        use Pirate 1
        ---
        Ann uses Pirate.
        Ann raids: Attack 5, Defence 0.
    """,
    "a rector": """
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Priest], up: true, wealth: 2}, Sage]
        ---
        use Rector 1; take Priest
        ---
        Ann uses Rector.
        Ann takes Priest and the 2 Wealth on it.
    """,
    "a build granted and left": """
        seats: {A: {faction: Court of Masks, hand: [Engineer]}, B: {}}
        market: [Tavern]
        ---
        use Engineer 2; leave it
        ---
        Ann uses Engineer.
        Ann declines.
    """,
    "two locations more": """
        seats: {A: {faction: Court of Masks, hand: [Surveyor]}, B: {}}
        location_deck: [Tavern, Forum, Market]
        ---
        use Surveyor 2
        ---
        Ann uses Surveyor.
        New in the market: Tavern and Forum. !
        Ann gains 1 Wealth (Surveyor).
    """,
    "bids that are opened": """
        agenda: [bid]
        order: [B, A, C]
        seats: {A: {faction: Court of Masks, wealth: 2, influence: 1},
            B: {faction: University of the Sun, wealth: 1}, C: {faction: Three Islands Kingdom,
            wealth: 1}}
        advisors: [{cards: [Priest], wealth: 2}, Sage, Mayor]
        ---
        bid 1 Wealth 1 Influence for Priest, Sage; bid 1 Wealth; bid 0 Wealth; take Mayor
        ---
        Ann alone: Your bid is sealed: 1 Wealth and 1 Influence, for Priest and Sage.
        Ben alone: Your bid is sealed: 1 Wealth.
        Cid alone: Your bid is sealed: nothing.
        Ben has bid 1 Wealth. !
        Ann has bid 1 Wealth and 1 Influence. !
        Cid has bid nothing. !
        Ann takes Priest and the 2 Wealth on it.
        Ben takes Mayor.
        Turn 2: Ben.
    """,
    "more bidders than advisors": """
        agenda: [bid]
        seats: {A: {faction: Court of Masks, wealth: 2}, B: {faction: University of the Sun,
            wealth: 1}}
        advisors: [Priest, {cards: []}]
        ---
        bid 2 Wealth; bid 1 Wealth
        ---
        Ann alone: Your bid is sealed: 2 Wealth.
        Ben alone: Your bid is sealed: 1 Wealth.
        Ann has bid 2 Wealth. !
        Ben has bid 1 Wealth. !
        Ann takes Priest.
        No Advisor is left for Ben.
        Turn 2: Ann.
    """,
    "no bids": """
        agenda: [bid]
        seats: {A: {faction: Court of Masks, wealth: 2}, B: {faction: University of the Sun,
            wealth: 1}}
        advisors: [Priest, {cards: []}]
        ---
        bid 0 Wealth; bid 0 Wealth
        ---
        Ann alone: Your bid is sealed: nothing.
        Ben alone: Your bid is sealed: nothing.
        Ann has bid nothing. !
        Ben has bid nothing. !
        Nobody has bid anything.
        Turn 2: Ann.
    """,
    "a tie settled": """
        options: {ties: first_player}
        agenda: [bid]
        seats: {A: {faction: Court of Masks, wealth: 1}, B: {faction: University of the Sun,
            wealth: 1}}
        advisors: [Priest, Sage]
        ---
        bid 1 Wealth; bid 1 Wealth; first University of the Sun; take Sage
        ---
        Ann alone: Your bid is sealed: 1 Wealth.
        Ben alone: Your bid is sealed: 1 Wealth.
        Ann has bid 1 Wealth. !
        Ben has bid 1 Wealth. !
        Of the tied bidders, Ben comes first.
        Ben takes Sage.
        Ann takes Priest.
        Turn 2: Ann.
    """,
    "cleaning": """
        agenda: [cleaning]
        passed: [A, B]
        threat: 4
        row: [First Blood, Twin Forts, Tithe]
        prophecy_deck: [Two Temples, Star Fort, Five Winds, Sky Serpent, Sun Eater]
        location_deck: [Tavern, Forum, Market, Gallery]
        monument_deck: [Cloud Mint, Skydock]
        advisors: [Priest, {cards: [Sage]}]
        seats:
          A: {faction: Court of Masks, wealth: 3, influence: 2, defense: 2, discard: [Courier,
            Courier, Duenna], draw_pile: [Duenna, Whisperer, Whisperer, Blackmailer,
            Master of Revels]}
          B: {faction: University of the Sun, wealth: 1, defense: 1, draw_pile: [Lecturer],
            discard: [Student, Dean]}
        ---
        clean reserve Tithe shuffle piles lose 1 Wealth, 1 Influence;
        clean reserve Tithe keep piles
        ---
        Ann alone: Your choices are sealed.
        Ben alone: Your choices are sealed.
        All choices are revealed. !
        Ann reserves Tithe. !
        New in the prophecy: Two Temples. !
        New in the prophecy: Star Fort. !
        New in the prophecy: Five Winds. !
        New in the prophecy: Sky Serpent. !
        New in the prophecy: Sun Eater. !
        Ann shuffles the discard pile into the draw pile. !
        The Threat (4) costs Ann 1 Wealth and 1 Influence. !
        The Threat (4) costs Ben 1 Wealth. !
        Round 2 begins. Order: Ann and Ben.
        New in the market: Cloud Mint and Skydock. !
        New in the market: Tavern, Forum, Market and Gallery. !
        Ann gets 3 Wealth, 3 Influence and 4 cards. !
        Ann alone: Only you see the cards drawn: Duenna, Master of Revels and 2 × Whisperer.
            !
        Ben shuffles the discard pile into the draw pile. !
        Ben gets 3 Wealth, 2 Influence and 3 cards. !
        Ben alone: Only you see the cards drawn: Dean, Lecturer and Student. !
        Advisors on offer: Priest and Sage. !
    """,
    "the end of a round": """
        passed: [B, C, D]
        round: 2
        row: [First Blood, Tithe]
        seats: {A: {faction: Court of Masks, essence: 9, revenge: 1, discard: [Courier]},
            B: {faction: University of the Sun, essence: 9}, C: {faction: Three Islands Kingdom,
            essence: 3}, D: {faction: Cloudharbour League}}
        ---
        pass
        ---
        Ann passes.
        Ann has 9 Essence, place 1 of the round, and gains 3 Shards.
        Ann takes revenge: 1 Shard more.
        Ben has 9 Essence, place 1 of the round, and gains 3 Shards.
        Cid has 3 Essence, place 3 of the round, and gains 1 Shard.
        Dan has 0 Essence, place 4 of the round, and gains no Shard.
        Dan gains a revenge token.
    """,
    "the end of the match": """
        passed: [B]
        seats: {A: {faction: Court of Masks, essence: 9, shards: 9, fragments: [Tithe,
            Five Winds]}, B: {faction: University of the Sun, fragments: [Sky Serpent]}}
        ---
        pass
        ---
        Ann passes.
        Ann has 9 Essence, place 1 of the round, and gains 3 Shards.
        Ben has 0 Essence, place 2 of the round, and gains 2 Shards.
        The fragments of Ann are worth 4 (Shards: 4). !
        The fragments of Ben are worth 2 (Shards: 2). !
        The match is over. 1. Ann (16), 2. Ben (4). !
    """,
}


def write_event(event: Event) -> str:
    """Return an event as it is told: to whom alone, and “!” if it reveals anything."""
    audience = "".join(f"{NAMES[seat]} alone: " for seat in event.audience or ())
    told = ESSENCE.describe_event(event, NAMES, "en")
    return f"{audience}{told}{' !' if event.reveals else ''}"


def list_told(state: State, lines: str) -> list[str]:
    """Play answers, separated by semicolons, and return what is told."""
    told = []
    for line in filter(None, map(str.strip, lines.split(";"))):
        prompt = next(one for one in ESSENCE.list_prompts(state) if one.answered is None)
        decision = notation.parse_decision(prompt, line, [WORDS])
        told += [write_event(e) for e in ESSENCE.play_decision(state, prompt.seat, decision)]
    return told


@pytest.mark.parametrize("title", STORIES)
def test_everything_is_told_in_its_order(title: str) -> None:
    position, lines, told = re.split(r"^---$", dedent(STORIES[title]), flags=re.MULTILINE)

    found = list_told(set_up(position), lines.replace("\n", " "))

    assert found == re.sub(r"\n +", " ", told.strip()).splitlines()


def test_whoever_chooses_a_faction_is_told_to_all() -> None:
    state = ESSENCE.set_up_match(2, b"story", {"factions": "choose"})
    first = NAMES[ESSENCE.list_prompts(state)[0].seat]

    assert list_told(state, "play Court of Masks") == [
        f"{first} plays the faction Court of Masks. !"
    ]


def used(card: str) -> Event:
    return Event("used", {"seat": 1, "card": card})


def gained(what: str, many: int, source: str, seat: int = 1) -> Event:
    return Event("gained", {"seat": seat, "what": what, "many": many, "source": source})


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ben uses Priest: +1 Wealth, +2 Essence."),
        ("fr", "Ben utilise «\u00a0Prêtre\u00a0»\u00a0: +1 Richesse, +2 Essence."),
        ("de", "Ben nutzt „Priester“: +1 Reichtum, +2 Essenz."),
    ],
)
def test_what_a_card_brings_is_told_with_its_use(language: str, told: str) -> None:
    """Three sentences used to say it: “Ben uses Priest.”, “Ben: +1 Wealth (Priest).” and so on."""
    events = [used("a.priest"), gained("wealth", 1, "a.priest"), gained("essence", 2, "a.priest")]

    assert tell_events(events, NAMES, language) == [told]


def test_what_another_card_brings_is_a_sentence_of_its_own() -> None:
    events = [used("a.priest"), gained("wealth", 1, "a.engineer")]
    events += [used("a.priest"), gained("wealth", 1, "a.priest", seat=0)]

    assert tell_events(events, NAMES, "en") == [
        "Ben uses Priest.",
        "Ben gains 1 Wealth (Engineer).",
        "Ben uses Priest.",
        "Ann gains 1 Wealth (Priest).",
    ]


def test_a_treaty_to_draw_with_an_empty_draw_pile_says_so() -> None:
    """It used to say nothing: “an empty draw pile gives nothing” (H-37)."""
    state = set_up("seats: {A: {faction: Court of Masks, wealth: 1, draw_pile: []}, B: {}}")
    decision = notation.parse_decision(ESSENCE.list_prompts(state)[0], "sign Levy Treaty", [WORDS])
    events = ESSENCE.play_decision(state, 0, decision)

    assert tell_events(events, NAMES, "en")[1] == "Ann draws nothing: the draw pile is empty."
    assert list_asides(events, NAMES, "de") == {0: "Ann zieht nichts: Der Nachziehstapel ist leer."}


def test_a_treaty_that_draws_says_only_how_many() -> None:
    state = set_up("seats: {A: {faction: Court of Masks, wealth: 1, draw_pile: [Courier]}, B: {}}")
    decision = notation.parse_decision(ESSENCE.list_prompts(state)[0], "sign Levy Treaty", [WORDS])
    events = ESSENCE.play_decision(state, 0, decision)

    assert list_asides(events, NAMES, "en") == {}
