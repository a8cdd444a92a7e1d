"""What is neither an answer nor a command is answered as what it is, briefly and without acting."""

from __future__ import annotations

from typing import Any

import pytest

from games.replies.inquiries import parse_inquiry
from notifications.gateway import read_reply
from notifications.models import ChannelPreference
from tests.games.test_email_commands import emails
from tests.games.test_mail_door import reply

from .test_answers import arrange, list_played

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "line", "kind", "says"),
    [
        ("en", "Who is winning?", "standing", "Nobody has won yet."),
        ("fr", "Qui gagne ?", "standing", "Personne n’a encore gagné."),
        ("de", "Wer führt gerade?", "standing", "Noch hat niemand gewonnen."),
        ("en", "what does option 2 do?", "option", "2 is “take Surveyor”."),
        ("fr", "que fait l'option 2 ?", "option", "Arpenteuse (Conseillers)"),
        ("de", "Was bewirkt Antwort 2?", "option", "Feldmesserin (Berater)"),
        ("en", "what does option 9 do?", "option", "There is no such answer now."),
        ("en", "sorry, wrong match", "nothing", "Nothing has changed."),
        ("fr", "laisse tomber", "nothing", "Rien n’a changé."),
        ("de", "Vergiss es!", "nothing", "Nichts hat sich geändert."),
        ("en", "Please delete my account", "account", "/settings/"),
        ("fr", "supprimez mon compte", "account", "/settings/"),
        ("de", "Konto löschen bitte", "account", "/settings/"),
        ("en", "I forgot my password", "password", "/sign-in/"),
        ("fr", "mot de passe perdu", "password", "/sign-in/"),
        ("de", "Ich habe mein Passwort vergessen", "password", "/sign-in/"),
        ("en", "is this spam?", "introduction", "because you play in The Essence #"),
        ("fr", "c'est quoi ?", "introduction", "parce que vous jouez à The Essence #"),
        ("de", "Was ist das?", "introduction", "weil du bei The Essence #"),
    ],
)
def test_a_question_about_something_else_is_answered_without_the_board(
    arrange: Any, language: str, line: str, kind: str, says: str
) -> None:
    match = arrange("essence take", language)

    assert read_reply(reply(match, line)) == kind

    text = emails()[-1].text
    assert says in " ".join(text.split()) and len(text.split("\n")) < 24
    assert list_played(match) == [] and not ChannelPreference.objects.exists()
    match.player.refresh_from_db()
    assert match.player.is_active


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_thanks_alone_are_welcome(arrange: Any, language: str) -> None:
    match = arrange("essence take", language)
    line = {"en": "Thanks, Bob!", "fr": "Merci !", "de": "Vielen Dank!"}[language]

    assert read_reply(reply(match, line)) in ("empty", "unreadable")

    says = {"en": "You are welcome!", "fr": "Avec plaisir", "de": "Gern geschehen!"}[language]
    assert says in emails()[-1].text


@pytest.mark.parametrize(
    ("email", "code"),
    [
        # What takes an answer back does so, and what doubts nothing is told beside it.
        *(("2\nnever mind", "ambiguous"), ("never mind\n2", "ambiguous")),
        *(("wrong one\n2", "ambiguous"), ("2\nwho is winning?", "played")),
    ],
)
def test_an_inquiry_beside_an_answer(arrange: Any, email: str, code: str) -> None:
    match = arrange("essence take")

    assert read_reply(reply(match, *email.split("\n"))) == code

    assert list_played(match) == ["take Surveyor"] * (code == "played")
    if code == "played":
        assert "    > who is winning?\n" in emails()[-1].text


@pytest.mark.parametrize(
    "line",
    [
        *("who is winning if I take 2", "delete my account if I lose", "what is 2 and 2"),
        *("never mind the Sage, I take the Priest", "the wrong one of 2", "spam spam 2"),
        *("> who is winning?", "", "2", "take Sage", "password is 2", "what a game"),
        *("qui gagne prend 2", "wer gewinnt, nimmt die 2", "forget the 2"),
    ],
)
def test_other_lines_are_no_inquiry(line: str) -> None:
    assert parse_inquiry(line) is None
