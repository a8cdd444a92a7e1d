"""Matches recorded elsewhere, replayed as scenarios."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.scenario import ScenarioFailed, run_scenario
from games.titles import GAMES

ABYSS = GAMES["abyss"]

# B and C may buy, one after the other.
OFFER: dict[str, Any] = {
    "preset": "online",
    "seats": {"A": {"pearls": 1}, "B": {"pearls": 1}, "C": {"pearls": 1}},
    "exploration_deck": ["crab 1", "squid 3", "rest"],
}


def told(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> tuple[int, Any]:
    """Return the code and the JSON of the command for a file with this text."""
    file = tmp_path / "scenario.yaml"
    file.write_text(text, "utf-8")
    code = 0
    try:
        call_command("scenario", "abyss", str(file), "--json")
    except SystemExit as stopped:
        code = int(str(stopped.code))
    return code, json.loads(capsys.readouterr().out)


# Presets ------------------------------------------------------------------------------------------


def test_a_preset_plays_as_the_online_implementation_does() -> None:
    table = run_scenario(ABYSS, {**OFFER, "options": {"reshuffle": "lazy"}})
    assert table.position()["options"]["offers"] == "one_by_one"
    assert "reshuffle" not in table.position()["options"]


def test_a_deal_may_name_preset_and_players() -> None:
    table = run_scenario(ABYSS, {"setup": {"seats": ["Ann", "Bob"], "preset": "online"}})
    assert table.names == ["Ann", "Bob"]
    assert table.position()["options"]["black_smokers"] == "must"


def test_a_preset_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="preset: 'onlin' is none of as_printed, online"):
        run_scenario(ABYSS, {"preset": "onlin"})


# What was not recorded, and what is no decision here ----------------------------------------------


def test_passes_that_were_not_recorded_are_assumed() -> None:
    play = [{"A": "explore"}, {"A": "continue", "asked": {"B": "offer"}}, {"C": "buy"}]
    table = run_scenario(
        ABYSS,
        {**OFFER, "unrecorded": {"offer": "pass"}, "play": play, "asked": {"A": "explorer"}}
        | {"exploration_deck": ["crab 1", "squid 3", "crab 2", "rest"]},
    )
    # C's purchase leaves nobody but B to be asked for the next Ally, and he cannot pay two Pearls.
    assert [(one["step"], one["seat"]) for one in table.assumed] == [(2, "B"), (2, "C"), (3, "B")]
    assert table.position()["seats"]["C"]["hand"] == ["squid 3"]


def test_passes_beside_a_sealed_answer_that_took_effect_are_assumed() -> None:
    """Of a sealed offer somebody writes down who bought, and what the explorer did if nobody."""
    sealed = {"preset": None, "unrecorded": {"offer": "pass"}}
    cards = {"exploration_deck": ["crab 1", "squid 3", "crab 2", "rest"]}
    play = [{"A": "explore"}, {"A": "continue"}, {"C": "buy"}, {"A": "take"}]
    table = run_scenario(ABYSS, {**OFFER, **sealed, **cards, "play": play})
    assert table.position()["seats"]["C"]["hand"] == ["squid 3"]
    assert table.position()["seats"]["A"]["hand"] == ["crab 2"]
    told = [(one["step"], one["seat"]) for one in table.assumed]
    assert told == [(2, "B"), (2, "C"), (3, "B")]


def test_what_is_assumed_and_does_not_help_is_not_played() -> None:
    play = [{"A": "explore"}, {"A": "reward key"}]
    with pytest.raises(ScenarioFailed, match=r"play\[2\]: A is not asked") as failed:
        run_scenario(ABYSS, {**OFFER, "unrecorded": {"offer": "pass"}, "play": play})
    assert failed.value.table
    assert failed.value.table.assumed == []
    assert [prompt.seat for prompt in failed.value.table.prompts()] == [1]


def test_silence_may_be_what_is_assumed() -> None:
    unrecorded = {"offer": "silence", "explorer": "silence"}
    table = run_scenario(
        ABYSS,
        {**OFFER, "unrecorded": unrecorded, "play": [{"A": "explore"}, {"B": "plot"}]}
        | {"lord_deck": ["keeper", "rest"]},
    )
    assert [one["written"] for one in table.assumed] == ["pass", "pass", "take"]


def test_a_step_that_happens_by_itself_may_be_written_down() -> None:
    start = {"hand": ["shellfish 5", "shellfish 3"], "court": ["slaver", "keeper", "trader"]}
    recruit = {"A": "recruit slaver with shellfish 5, shellfish 3"}
    affiliate = {"A": {"verb": "affiliate", "args": {"ally": "shellfish3"}}}
    with pytest.raises(ScenarioFailed):
        run_scenario(ABYSS, {**start, "play": [recruit, affiliate]})

    one = run_scenario(ABYSS, {**start, "play": [recruit, {**affiliate, "automatic": True}]})
    all_of_them = run_scenario(
        ABYSS, {**start, "automatic": ["affiliate"], "play": [recruit, affiliate]}
    )

    assert [skipped["step"] for skipped in one.skipped] == [2]
    assert one.position() == all_of_them.position()


def test_what_happened_by_itself_is_known_beside_a_question_of_the_same_kind() -> None:
    """B's only Lord is disabled unasked, and the same is asked about C's."""
    seats = {"A": {"hand": ["crab 5", "crab 4", "crab 1"]}, "B": {"lords": ["keeper"]}}
    seats["C"] = {"lords": ["trader", "miller"]}
    start = {"seats": seats, "court": ["assassin", "seeker", "hunter"], "automatic": ["disable"]}
    recruit = {"A": "recruit assassin with crab 5, crab 4, crab 1"}
    chosen = [{"A": {"verb": "disable", "args": {"lord": lord}}} for lord in ("keeper", "miller")]
    expect: dict[str, Any] = {"B": {"lords": [{"lord": "keeper", "disabled": True}]}}
    expect["C"] = {"lords": [{"lord": "miller", "disabled": True}, "trader"]}

    table = run_scenario(ABYSS, {**start, "play": [recruit, *chosen], "expect": {"seats": expect}})

    assert [one["step"] for one in table.skipped] == [2]
    with pytest.raises(ScenarioFailed, match=r"play\[2\].*no_such_target"):
        run_scenario(
            ABYSS,
            {**start, "play": [recruit, {"A": {"verb": "disable", "args": {"lord": "jailer"}}}]},
        )


def test_an_answer_may_say_what_it_is_about() -> None:
    """A recorder writes that the explorer goes on after a sale, which nobody is asked."""
    play = [
        {"A": "explore"},
        {"B": "buy"},
        {"A": "continue", "automatic": True, "about": {"race": "crab", "value": 1}},
        {"A": "take", "about": {"question": "explorer", "race": "squid"}},
    ]
    seats = {"A": {}, "B": {"pearls": 1}}
    table = run_scenario(ABYSS, {**OFFER, "seats": seats, "play": play})
    assert [one["step"] for one in table.skipped] == [3]
    assert table.position()["seats"]["A"]["hand"] == ["squid 3"]


def test_an_answer_about_something_else_fails() -> None:
    play = [{"A": "explore"}, {"B": "pass", "about": {"race": "squid"}}]
    with pytest.raises(ScenarioFailed, match=r"play\[2\].*about\.race is crab, not squid"):
        run_scenario(ABYSS, {**OFFER, "play": play})


def test_an_illegal_answer_is_not_passed_over() -> None:
    play = [{"A": {"verb": "support", "args": {"stack": "crab"}}, "automatic": True}]
    with pytest.raises(ScenarioFailed, match="council_stack_empty"):
        run_scenario(ABYSS, {"council": {"squid": [1]}, "play": play})


def test_a_question_or_verb_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="unrecorded.ofer.*did you mean 'offer'"):
        run_scenario(ABYSS, {**OFFER, "unrecorded": {"ofer": "pass"}})
    with pytest.raises(ValueError, match="automatic: afiliate.*did you mean 'affiliate'"):
        run_scenario(ABYSS, {**OFFER, "automatic": ["afiliate"]})


def recorded(seed: int) -> dict[str, Any]:
    """Return a random match as another program might write it down: nobody passes, no turn is
    ended, and every affiliation is named, asked for or not."""
    luck = random.Random(seed)
    state = ABYSS.set_up_match(3, bytes([seed]), ABYSS.presets["online"])
    start, play = ABYSS.write_position(state), []
    while asked := ABYSS.list_prompts(state):
        prompt = luck.choice(asked)
        decision = luck.choice(list(luck.choice(prompt.choices).examples()))
        if (prompt.question, decision.verb) not in (("offer", "pass"), ("end", "end")):
            written: dict[str, Any] = {"verb": decision.verb, "args": decision.args}
            entry = {"ABC"[prompt.seat]: written}
            if "space" in prompt.facts:
                entry["about"] = {name: prompt.facts[name] for name in ("turn", "space")}
            play.append(entry)
        for event in ABYSS.play_decision(state, prompt.seat, decision):
            if event.kind == "affiliated" and decision.verb != "affiliate":
                written = {"verb": "affiliate", "args": {"ally": event.args["ally"]}}
                play.append({"ABC"[event.args["seat"]]: written})
    end = {"position": start, "play": play, "expect": ABYSS.write_position(state)}
    return end | {"unrecorded": {"offer": "pass", "end": "end"}, "automatic": ["affiliate"]}


@pytest.mark.parametrize("seed", range(3))
def test_a_match_without_its_passes_replays_to_the_same_end(seed: int) -> None:
    table = run_scenario(ABYSS, recorded(seed))
    assert table.assumed
    assert ABYSS.find_outcome(table.state) is not None


# Chance -------------------------------------------------------------------------------------------


def test_of_a_reshuffled_pile_the_cards_that_came_are_enough() -> None:
    scenario = {
        "pearls": 1,
        "exploration_deck": [],
        "discard": ["crab 1", "crab 2", "crab 3", "squid 5"],
        "chance": {"exploration": [["crab 2", "rest"]]},
        "play": [{"A": "explore"}],
        "expect": {"track": ["crab 2"], "exploration_deck": 3},
    }
    run_scenario(ABYSS, scenario)
    # A single order need not stand in a list of its own.
    run_scenario(ABYSS, {**scenario, "chance": {"exploration": ["crab 2", "rest"]}})


def test_an_order_that_is_none_says_what_is_wrong() -> None:
    scenario = {"exploration_deck": [], "discard": ["crab 1", "crab 2"], "play": [{"A": "explore"}]}
    for order, wrong in (
        (["crab 2"], "are missing"),
        (["squid 5", "rest"], r"squid5 is not \(or no more\) among"),
        (["crab 9"], r"chance\.exploration\[0\]\[0\]: 'crab 9' is no Ally"),
    ):
        with pytest.raises(ValueError, match=wrong):
            run_scenario(ABYSS, {**scenario, "chance": {"exploration": [order]}})


def test_chance_after_a_deal_reads_cards_as_positions_write_them() -> None:
    table = run_scenario(
        ABYSS, {"setup": {"seats": 2}, "chance": {"exploration": [["crab 2", "rest"]]}}
    )
    assert table.state.chance.fixed == {"exploration": [["crab2", "rest"]]}


def test_a_stream_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"chance\.hunterr.*did you mean 'hunter'"):
        run_scenario(ABYSS, {"chance": {"hunterr": [3]}})


# Refusals and reports -----------------------------------------------------------------------------


def test_a_decision_that_fails_leaves_the_table_as_it_was() -> None:
    """The rules may refuse after they have begun; the position printed was half changed."""
    scenario = {
        "seats": {"A": {"hand": ["crab 5", "squid 3"]}, "B": {"monster_tokens": [2]}},
        "court": ["hunter", "keeper", "trader", "miller"],
        "chance": {"hunter": [4]},
        "play": [{"A": "recruit hunter with crab 5, squid 3"}],
    }
    with pytest.raises(ScenarioFailed, match="4 is not one of") as failed:
        run_scenario(ABYSS, scenario)
    assert failed.value.table
    assert failed.value.table.position()["seats"]["A"]["hand"] == ["crab 5", "squid 3"]


def test_the_json_has_the_same_fields_whatever_happens(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    texts = ("pearls: 1", "{pearls: 1, play: [{A: dance}]}", "pearls: -1", "[", "[" * 3000)
    results = [told(capsys, tmp_path, text) for text in texts]
    assert [code for code, _ in results] == [0, 1, 1, 1, 1]
    assert len({tuple(sorted(report)) for _, report in results}) == 1
    assert [report["step"] for _, report in results] == [None, 1, None, None, None]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{pearls: 1, pearls: 2}", "pearls stands twice"),
        ("play: [{A: explore, A: plot}]", "A stands twice"),
        ("{setup: {seats: 2}, pearls: 3}", "pearls: there is no such field"),
        ("setup: {seats: [A, A]}", "a name stands twice"),
        ("setup: {seats: null}", "setup.seats"),
        ("1: 2", "1: there is no such field"),
        ("a: &a [*a]", "more than 200,000 values"),
        ("agenda: [offer]", "the newest card of the track is no Ally"),
        (
            "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {B: maybe}}}",
            "answers: .* is no answer",
        ),
        ("agenda: [jailer]", "victims: nobody is asked"),
        ("agenda: [{question: reward, row: 9}]", "there is no Threat space 9"),
        ("agenda: [{question: hand_limit, excess: 100000000000000000000000}]", "not so many"),
        ("agenda: [{question: keys, location: jail}]", "no three keys"),
        ("{pearls: 1, play: [{A: explore, told: 5}]}", "told: this must be a list"),
        ("{pearls: 1, answers: {A: null}, lord_deck: []}", "legal, but not named|not asked"),
        ("automatic: [[]]", "automatic"),
        ("agenda: [{question: turn, number: 1000000000000000000000000}]", "number"),
        ("turn_number: 1000000000000000000000000000000", "turn_number"),
    ],
)
def test_a_bad_file_is_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, wrong: str
) -> None:
    code, report = told(capsys, tmp_path, text)
    assert code == 1
    assert re.search(wrong, report["error"]), report["error"]
