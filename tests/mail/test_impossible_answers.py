"""Answers that can be understood and are impossible: the e-mail says what is against them."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.engine.contract import Attempt
from games.engine.random_match import iter_random_match
from games.models import Match, Move
from games.titles import GAMES
from games.titles.essence.rules.components import NAMES
from notifications.gateway import read_reply
from tests.games.test_email_commands import emails
from tests.games.test_mail_door import reply
from tests.mail import test_answers
from tests.mail.test_answers import arrange

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

ABYSS_TURN = {
    "seats": {"A": {"pearls": 1, "hand": ["crab 2", "seahorse 1"]}, "B": {"pearls": 3}},
    "court": ["shepherd", "slaver", "trader", "miller"],
    "lord_deck": ["oracle", "keeper"],
    "exploration_deck": ["squid 3", "crab 2"],
    "council": {"crab": ["crab 1"]},
}
SEATS = {
    "A": {
        "faction": "Three Islands Kingdom",
        "wealth": 2,
        "influence": 1,
        "hand": ["Sapper", "Marine"],
        "ready": 1,
    },
    "B": {"faction": "Court of Masks", "wealth": 4, "influence": 3},
}
ESSENCE = {"seats": SEATS, "market": ["Tavern", "Forum", "Arsenal"], "row": ["First Blood"]}
ENCHANTERS = {
    "seats": {"A": {"item": ["ritual_knife"], "crystals": 1}, "B": {}},
    "track": ["clover_wreath 1", "birch_bow 1", "scrap_maul 1", "stag 1"],
    "deck": ["stag 2"],
}
POSITIONS: dict[str, dict[str, Any]] = {
    "abyss": ABYSS_TURN,
    "essence turn": ESSENCE,
    "essence done": {**ESSENCE, "main_done": True},
    "essence bid": {"seats": SEATS, "agenda": ["bid"], "advisors": ["Priest", "Surveyor", "Sage"]},
    "enchanters turn": ENCHANTERS,
}

LANGUAGES = ("en", "fr", "de")
# Where a game keeps the translations of its refusals.
REFUSALS = {"abyss": "refusals", "enchanters": "questions", "essence": "refusals"}


@pytest.fixture
def refuse(arrange: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that answers in a position, and returns the e-mail that refuses it."""

    def refuse(title: str, language: str, *lines: str) -> str:
        monkeypatch.setitem(test_answers.POSITIONS, title, POSITIONS[title])
        match: Match = arrange(title, language)
        assert read_reply(reply(match, *lines)) == "illegal"
        assert not Move.objects.exists()
        (email,) = emails()
        return " ".join(email.text.split())

    return refuse


TURN, DONE, BID, TRACK = "essence turn", "essence done", "essence bid", "enchanters turn"
NOT_HERE = "“{}” does not answer this question."


@pytest.mark.parametrize(
    ("title", "language", "line", "why"),
    [
        ("abyss", "en", "recruit Oracle with crab 2", "The Oracle is not in the Court."),
        ("abyss", "fr", "Je recrute l’Oracle", "L’Oracle n’est pas à la Cour."),
        ("abyss", "de", "Ich rekrutiere das Orakel", "Das Orakel steht nicht am Hof."),
        ("abyss", "en", "I recruit the Slaver", "The Slaver needs a shellfish among"),
        ("abyss", "en", "recruit Miller", "The Miller costs 8: your Allies for it are worth 3 at"),
        ("abyss", "en", "recruit Miller with squid 5", "You do not hold all of these Allies."),
        ("abyss", "en", "support squid", "That Council stack is empty or unknown."),
        ("abyss", "en", "use Slaver: crab 2", "You have no such Lord with a working power."),
        ("abyss", "en", "draw 2", NOT_HERE.format("draw 2")),
        (TURN, "en", "build Arsenal at 1,0", "That costs 3 Wealth; you have 2."),
        (TURN, "en", "build Guildhall", "Guildhall is not in the market."),
        (TURN, "en", "build Tavern at 5,5", "A segment stands on a free cell beside your Island."),
        (TURN, "en", "use Duenna 2", "You have no such card in hand, and no such readied segment."),
        (TURN, "en", "Sun Eater", "Sun Eater is not in the prophecy row."),
        (TURN, "en", "read First Blood", "You do not have all that First Blood requires."),
        (TURN, "fr", "lire Premier Sang", "Vous n’avez pas tout ce que demande Premier sang."),
        (
            DONE,
            "en",
            "build Tavern at 1,0",
            "You have taken the main action of this turn; side actions and “end” are left.",
        ),
        (BID, "en", "bid 1 for Admiral", "Admiral is not among the Advisors on offer."),
        (TRACK, "en", "journey 3", "That journey costs 3 in crystals; you have 1."),
        (TRACK, "en", "I journey to the Scrap Maul", "That journey costs 2 in crystals"),
        (TRACK, "en", "journey 0 Stag", "That card lies on space 3 of the track."),
        (TRACK, "en", "journey Padded Vest", "That card is not on the track."),
        (
            TRACK,
            "en",
            "use Stag",
            "You do not have that card, and it is not open to everybody either.",
        ),
        (TRACK, "en", "fight", NOT_HERE.format("fight")),
    ],
)
def test_the_refusal_says_why(refuse: Any, title: str, language: str, line: str, why: str) -> None:
    told = refuse(title, language, line)

    assert why in told
    assert "is not one of the answers" not in told and "Did you mean" not in told


def test_an_action_on_offer_is_not_called_unpayable(arrange: Any, monkeypatch: Any) -> None:
    """“You cannot take that action now, or you cannot pay …” was told of a segment on offer."""
    seats = {**SEATS, "A": {**SEATS["A"], "island": {"1,0": "Forum"}}}
    monkeypatch.setitem(test_answers.POSITIONS, TURN, {**ESSENCE, "seats": seats})
    match = arrange(TURN)

    assert read_reply(reply(match, "I use the Forum for 1 Influence")) == "illegal"

    told = " ".join(emails()[-1].text.split())
    assert "is not possible now, but this is: “use Marine 1”" in told and "“use Forum”." in told


def test_a_misspelt_name_is_not_called_too_few(arrange: Any, monkeypatch: Any) -> None:
    """The answer was “You have named 0; name exactly 1.”, and nothing was proposed."""
    seats = {"A": {"pearls": 1, "hand": ["crab 2", "squid 3"], "lords": ["slaver"]}, "B": {}}
    court = ["shepherd", "trader", "miller"]
    monkeypatch.setitem(
        test_answers.POSITIONS, "abyss", {**ABYSS_TURN, "seats": seats, "court": court}
    )
    match = arrange("abyss")

    assert read_reply(reply(match, "use Slaver: squiid 3")) == "unreadable"

    (email,) = emails()
    assert "Did you mean “use Slaver: squid 3”?" in " ".join(email.text.split())
    assert "named 0" not in email.text


def test_a_later_line_that_is_impossible_is_left_with_its_reason(arrange: Any) -> None:
    match = arrange("abyss monster")

    assert read_reply(reply(match, "fight", "take key")) == "played_in_part"
    (email,) = emails()
    assert "This Threat space has no such reward." in email.text


@pytest.mark.parametrize(
    "line", ["Nice game!", "Good luck, Oracle of mine", "take care", "tkae it"]
)
def test_chat_and_misspelt_lines_are_not_explained(
    arrange: Any, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setitem(test_answers.POSITIONS, "abyss", POSITIONS["abyss"])
    match = arrange("abyss")

    assert read_reply(reply(match, line)) in ("unreadable", "empty")


@pytest.mark.parametrize("name", ["abyss", "enchanters", "essence"])
def test_any_component_can_be_tried_at_any_time(name: str) -> None:
    """Whatever is named in the middle of a match, there is a reason, in three languages."""
    game, told = GAMES[name], dict[str, dict[str, Any]]()
    for ply, played in enumerate(iter_random_match(game, 2, 0)):
        if ply % 17:
            continue
        for prompt in game.list_prompts(played.state):
            view = game.build_view(played.state, prompt.seat)
            for verb, codes in game.topics[prompt.question].verbs.items():
                for code in [*codes[ply % 7 :: 29], ""]:
                    tried = Attempt(verb, (code,) if code else ())
                    if why := game.explain_impossible(view, prompt, tried):
                        told[why.sentence] = why.facts

    assert len(told) > 3
    for sentence, facts in told.items():
        texts = {game.describe_refusal(sentence, facts, language) for language in LANGUAGES}
        assert len(texts) == 3 and "" not in texts


@pytest.mark.parametrize("name", ["abyss", "enchanters", "essence"])
def test_every_reason_is_translated(name: str) -> None:
    path = Path("games/titles") / name / "words/impossible.py"
    calls = [
        node.args[0]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ImpossibleDecision"
    ]
    sentences = [arg.value for arg in calls if isinstance(arg, ast.Constant)]

    assert sentences
    module = import_module(f"games.titles.{name}.words.{REFUSALS[name]}")
    assert [one for one in sentences if one not in module.REFUSALS] == []


def test_a_copied_answer_about_a_cell_is_played(arrange: Any, monkeypatch: Any) -> None:
    """Number, words, place and cost stand together, as the e-mail lists them."""
    monkeypatch.setitem(test_answers.POSITIONS, TURN, POSITIONS[TURN])
    match: Any = arrange(TURN)
    assert read_reply(reply(match, "options")) == "options"
    (email,) = emails()
    listed = re.findall(r"^ *(\d+ · build .+(?:\n {5,}\S.*)*)", email.text, re.MULTILINE)
    copied = next(line for line in map(str.split, listed) if "left" in line)

    assert read_reply(reply(match, " ".join(copied))) == "played"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "build Tavern at -1,0"),
        ("en", "build Tavern left of “Citadel of the Islands”"),
        ("en", "I'll build the Tavern left of the Citadel of the Islands, thanks!"),
        ("en", "build Tavern at left of Citadel of the Islands"),
        ("de", "bauen: {Tavern} links von {Citadel}"),
        ("fr", "construire {Tavern} à gauche de {Citadel}"),
    ],
)
def test_a_cell_may_be_named_by_its_place(
    arrange: Any, monkeypatch: Any, language: str, line: str
) -> None:
    """As the e-mail and the buttons of the page name it."""
    monkeypatch.setitem(test_answers.POSITIONS, TURN, POSITIONS[TURN])
    match: Any = arrange(TURN, language)
    column = LANGUAGES.index(language)
    named = {row[0].split()[0]: row[column] for row in NAMES.values()}

    assert read_reply(reply(match, line.format(**named))) == "played"

    assert Move.objects.get().decision["args"]["cell"] == "-1,0"
