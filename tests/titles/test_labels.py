"""The labels of buttons: plain words in three languages, which name every answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import AnyGame, Argument, Decision, name_players
from games.titles import GAMES

LABELLED = ("enchanters", "essence")
# Number of moves that are looked at.
PLIES = 120


def label(game: str, verb: str, language: str = "en", **args: Argument) -> str:
    return GAMES[game].label_answer(Decision(verb, args), None, language)


@pytest.mark.parametrize("game", LABELLED)
@pytest.mark.parametrize("language", ("en", "fr", "de"))
def test_two_answers_of_a_question_never_look_alike(game: str, language: str) -> None:
    rules = GAMES[game]
    state = rules.set_up_match(3, bytes(32), {one.name: one.default for one in rules.options})
    alike = []
    for ply in range(PLIES):
        prompt = next((p for p in rules.list_prompts(state) if p.answered is None), None)
        if prompt is None:
            break
        view = name_players(rules.build_view(state, prompt.seat), ["Ann", "Ben", "Cleo"])
        said = [
            (text, rules.describe_cost(decision, view, language))
            for decision in prompt.list_offered_decisions()
            if (text := rules.label_answer(decision, view, language))
        ]
        alike += [one for one in set(said) if said.count(one) > 1]
        _play_on(rules, state, prompt.seat, ply)

    assert alike == []


def _play_on(rules: AnyGame, state: object, seat: int, ply: int) -> None:
    prompt = next(p for p in rules.list_prompts(state) if p.seat == seat)
    chance = Chance(bytes([ply % 256]) * 32)
    decision = rules.bot.choose_decision(rules.build_view(state, seat), prompt, chance)
    rules.play_decision(state, seat, decision)


def test_enchanters_says_what_is_taken_fought_and_used() -> None:
    assert (
        label("enchanters", "rest", card="village.port_aurisan", line=1) == "Rest at Port Aurisan"
    )
    assert label("enchanters", "swap", at=2, other=3) == "Swap spaces 2 and 3"
    assert label("enchanters", "kingdom", name="undead") == "Choose Undead"
    wounds = label("enchanters", "give", wounds={"left": 3, "right": 1})
    assert wounds == "Wounds: 3 to the left, 1 to the right"
    assert label("enchanters", "give", card="bandits.padded_vest") == ""
    assert label("enchanters", "end") == ""


def test_enchanters_says_whom_and_which_effect() -> None:
    rules = GAMES["enchanters"]
    view = name_players(rules.build_view(rules.set_up_match(2, bytes(32), {}), 0), ("Ann", "Ben"))
    view = replace(view, branches=[{"lose_crystals": {"n": 3}}])

    said = [
        rules.label_answer(one, view, "en")
        for one in (
            Decision("target", {"who": "other"}),
            Decision("target", {"who": "overlord"}),
            Decision("branch", {"number": 1}),
        )
    ]

    assert said == ["Choose Ben", "Choose the Overlord", "lose 3 crystals"]


def test_the_essence_says_places_without_coordinates() -> None:
    rules = GAMES["essence"]
    state = rules.set_up_match(2, bytes(32), {one.name: one.default for one in rules.options})
    view = rules.build_view(state, 0)
    home = view.seats[0].island["0,0"].card
    called = rules.list_words("en")[home]

    said = rules.label_answer(Decision("build", {"card": home, "cell": "-1,0"}), view, "en")

    assert said == f"Build “{called}” left of “{called}”"


def test_the_essence_says_bids_and_the_end_of_a_round() -> None:
    assert label("essence", "bid", wealth=0, influence=0, wishes=[]) == "Bid nothing"
    bid = label("essence", "bid", wealth=2, influence=1, wishes=[])
    assert bid == "Bid 2 Wealth and 1 Influence"
    assert label("essence", "clean", piles="keep") == "End the round: keep your discard pile"
    loss = label("essence", "clean", "de", loss={"wealth": 1})
    assert loss == "Runde beenden: 1 Reichtum verlieren"


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.is_example])
@pytest.mark.parametrize("language", ("en", "fr", "de"))
def test_every_option_says_what_it_changes(game: str, language: str) -> None:
    words = GAMES[game].list_words(language)

    untold = [one.name for one in GAMES[game].options if not words.get(f"help.{one.name}")]

    assert untold == []


def test_abyss_names_whom_the_hunter_robs() -> None:
    """A seat has a number in what players write, which is not that beside their name."""
    rules, rob = GAMES["abyss"], Decision("rob", {"seat": 1})
    state = rules.read_position({"seats": {"A": {}, "B": {"monster_tokens": [2, 3]}}})
    view = name_players(rules.build_view(state, 0), ("Ann", "Ben"))

    said = [rules.label_answer(rob, view, language) for language in ("en", "fr", "de")]

    assert said == [
        "rob Ben, 2 Monster tokens",
        "voler Ben, 2 jetons Monstre",
        "berauben: Ben, 2 Monstermarker",
    ]
    # E-mails show what one can write, and this beside it.
    assert rules.describe_cost(rob, view, "en") == "Ben, 2 Monster tokens"
    assert rules.label_answer(rob, None, "en") == ""
