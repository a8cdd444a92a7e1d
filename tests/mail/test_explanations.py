"""Questions about cards by e-mail: “explain Sage”, “What do the Advisors do?”."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Pick
from games.models import Match, Player
from games.queries import states
from games.titles import GAMES
from notifications.gateway import read_reply
from tests.games.test_email_commands import emails
from tests.games.test_mail_door import reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def begin(deal: Any) -> Any:
    """Return a function that begins a match of a game and gives it its open prompt."""

    def begin(game: str) -> Match:
        match: Any = deal(game, seats=2)
        match.prompt = match.prompts.filter(closed_at=None).first()
        match.player = match.seats.get(number=match.prompt.seat).player
        return match

    return begin


@pytest.mark.parametrize(
    ("game", "language", "line", "told"),
    [
        ("essence", "en", "What does the Sage do?", "Sage (Advisors): 1) side action: draw 2"),
        ("essence", "en", "explain my Sapper 1, please", "Sapper (Three Islands Kingdom): 1)"),
        ("essence", "en", "what are treaties?", "Levy Treaty (Treaties): draw 2 cards"),
        (
            "essence",
            "fr",
            "Bonjour, que font les conseillers ?",
            "Espionne (Conseillers) : 1)",
        ),
        ("enchanters", "de", "Was macht der Birkenbogen?", "Birkenbogen (Einhörner): Gegenstand"),
        ("abyss", "en", "explain Alchimist", "Alchemist (Mages): cost 7"),
    ],
)
def test_a_question_about_a_card_is_answered(
    begin: Any, game: str, language: str, line: str, told: str
) -> None:
    match = begin(game)
    Player.objects.update(language=language)

    assert read_reply(reply(match, line)) == "explain"

    assert told in " ".join(emails()[-1].text.split())
    assert not match.moves.filter(source="email").exists()


@pytest.mark.parametrize("line", ["explain", "explain the Nonsense"])
def test_a_card_that_nobody_knows_is_answered_with_where_all_cards_are(
    begin: Any, line: str
) -> None:
    match = begin("abyss")

    assert read_reply(reply(match, line)) == "explain"

    assert "/rules/abyss/" in emails()[-1].text


@pytest.mark.parametrize("line", ["What does Bob do?", "What is it?", "what does it mean?"])
def test_other_questions_are_no_questions_about_cards(begin: Any, line: str) -> None:
    match = begin("essence")

    assert read_reply(reply(match, line)) != "explain"


def test_an_answer_beside_a_question_about_a_card_is_not_played(begin: Any) -> None:
    match = begin("essence")

    assert read_reply(reply(match, "2", "What does the Sage do?")) == "ambiguous"

    assert not match.moves.filter(source="email").exists()


def test_of_a_kind_of_cards_those_are_explained_that_the_question_is_about(begin: Any) -> None:
    match = begin("essence")

    assert read_reply(reply(match, "What do the Advisors do?")) == "explain"

    state = states.load_state(match)
    [asked] = [one for one in GAMES["essence"].list_prompts(state) if one.seat == match.prompt.seat]
    [wishes] = [slot for slot in asked.choices[0].slots if isinstance(slot, Pick)]
    words = GAMES["essence"].list_words("en")
    told = emails()[-1].text
    assert told.count(" (Advisors): ") == len(set(wishes.items))
    assert all(f"{words[code]} (Advisors): " in told for code in wishes.items)
