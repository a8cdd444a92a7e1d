"""French and German players read their own language, in e-mails, on pages and in refusals."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.emails import prompts
from games.engine import notation, scenario
from games.engine.contract import Refused
from games.models import Match, Player
from games.queries import matches, states
from games.templatetags import numbers
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import renderers
from tests.emails import email_of

from .reading import text_of


@pytest.fixture(params=["fr", "de"])
def language(request: Any, people: Any) -> str:
    """A language that alice and bob read, in Paris."""
    Player.objects.update(language=request.param, zone="Europe/Paris")
    return str(request.param)


def sent(match: Match, line: str) -> renderers.Email:
    """The e-mail that answers this line of whoever is asked."""
    prompt = match.prompts.get()
    player = match.seats.get(number=prompt.seat).player
    Notification.objects.all().delete()
    read_reply(Reply(uuid4(), prompt.token, player.email, [line], f"<{uuid4()}>", timezone.now()))
    written = email_of(Notification.objects.get())
    assert written is not None
    return written


def test_a_refusal_by_email_speaks_the_readers_language(pebbles: Match, language: str) -> None:
    written = sent(pebbles, "xyzzy")

    said = {
        "fr": "Nous n’y avons pas reconnu de réponse.",
        "de": "Das haben wir nicht als Antwort verstanden.",
    }
    assert said[language] in written.text and said[language] in written.html.replace("&#x27;", "'")
    assert written.language == language


def test_a_refusal_of_the_rules_is_told_on_the_page(pebbles: Match, language: str) -> None:
    prompt = pebbles.prompts.get()
    client = Client()
    client.force_login(pebbles.seats.get(number=prompt.seat).player)

    page = client.post(f"/p/{prompt.token}/", {"line": "9"})

    told = {"fr": "les réponses vont de 1 à 3.", "de": "die Antworten sind 1 bis 3."}
    assert told[language] in text_of(page)


def test_dates_and_what_is_left_of_the_time_are_in_the_readers_language(
    deal: Any, language: str
) -> None:
    deal("pebbles", seats=2, now=timezone.now())

    written = email_of(Notification.objects.get(kind="your_turn"))

    assert written is not None
    words = {
        "fr": ("il reste 3\u00a0jours", "(Europe/Paris)"),
        "de": ("noch 3 Tage", "(Europe/Paris)"),
    }
    assert all(word in written.text for word in words[language])
    assert "within" not in written.text


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (timedelta(days=3), ("3 days", "3\u00a0jours", "3 Tage")),
        (timedelta(days=1), ("24 hours", "24\u00a0heures", "24 Stunden")),
        (timedelta(minutes=20), ("20 minutes", "20\u00a0minutes", "20 Minuten")),
        (timedelta(seconds=1), ("1 minute", "1\u00a0minute", "1 Minute")),
    ],
)
def test_what_is_left_is_counted(left: timedelta, told: tuple[str, str, str]) -> None:
    now = timezone.now()
    said = []
    for language in ("en", "fr", "de"):
        with override(language):
            said.append(prompts.format_time_left(now + left, now))
    assert tuple(said) == told


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_an_email_is_an_answer(deal: Any, game: str, language: str) -> None:
    match = deal(game, seats=2)

    written = email_of(Notification.objects.filter(kind="your_turn").latest("created_at", "pk"))

    prompt = match.prompts.exclude(offered__isnull=True).get()
    asked = next(
        p for p in GAMES[game].list_prompts(states.load_state(match)) if p.seat == prompt.seat
    )
    lexicons = [GAMES[game].list_words(language), GAMES[game].list_words("en")]
    assert written is not None
    for line in written.text.splitlines():
        with pytest.raises(Refused):
            notation.parse_decision(asked, line, lexicons)


def test_a_page_speaks_the_players_language_whatever_the_browser_asks(
    as_: Any, language: str
) -> None:
    page = as_("alice").get("/", headers={"accept-language": "en"})

    assert {"fr": "Tableau de bord", "de": "Übersicht"}[language] in text_of(page)
    assert page["Content-Language"] == language


@pytest.mark.parametrize(
    "path", ["", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/generate/"]
)
def test_pages_of_the_second_factor_say_du(as_: Any, people: Any, path: str) -> None:
    """Their own translations say “Sie”."""
    Player.objects.filter(pk=people["alice"].pk).update(language="de")

    page = as_("alice").get(f"/settings/security/{path}", follow=True)

    assert re.findall(r"\b(?:Sie|Ihr\w*|Ihnen)\b", text_of(page)) == []


def test_the_name_of_a_passkey_is_asked_in_french(as_: Any, people: Any) -> None:
    """The label was made of the name of the field: “Name”."""
    Player.objects.filter(pk=people["alice"].pk).update(language="fr")

    page = as_("alice").get("/settings/security/webauthn/add/")

    assert ">Nom</label>" in page.content.decode()


def test_days_are_written_as_the_language_writes_them() -> None:
    """They used to be “2 Mär 2026” in German and “2 Mar 2026” in French."""
    first, last = datetime(2026, 2, 27, 13, 5, tzinfo=UTC), datetime(2026, 3, 6, tzinfo=UTC)
    said = {}
    for language in ("en", "fr", "de"):
        with override(language):
            said[language] = [numbers.minute(first), numbers.days_until(first, last)]
            said[language].append(numbers.day(last.date()))

    assert said == {
        "en": ["27 Feb 2026, 13:05", "27 Feb – 6 Mar 2026", "6 Mar 2026"],
        "fr": [
            "27\u00a0fév.\u00a02026, 13:05",
            "27\u00a0fév. – 6\u00a0mars\u00a02026",
            "6\u00a0mars\u00a02026",
        ],
        "de": ["27. Feb. 2026, 13:05", "27. Feb. – 6. März 2026", "6. März 2026"],
    }


def test_a_visitors_page_speaks_the_browsers_language(visitor: Client, db: None) -> None:
    page = visitor.get("/", headers={"accept-language": "de-CH,fr;q=0.5"})

    assert "Brettspiele direkt aus deinem Posteingang" in text_of(page)


def test_a_new_language_is_spoken_at_once(as_: Any) -> None:
    client = as_("alice")

    page = client.post(
        "/settings/", {"display_name": "Alice", "language": "fr", "zone": "UTC"}, follow=True
    )

    assert "Vos réglages sont enregistrés." in text_of(page)


def test_whom_to_rob_is_said_by_name(deal: Any) -> None:
    """The seats of an answer are numbers, counted from 0, that nobody sees on the table."""
    match = deal("abyss", seats=3)
    document = {
        "seats": {"A": {}, "B": {"monster_tokens": [2]}, "C": {"monster_tokens": [3, 2]}},
        "agenda": ["hunter"],
    }
    match.state = states.serialize_state(scenario.run_scenario(GAMES["abyss"], document).state)
    match.save()
    row = match.prompts.first()
    asked = GAMES["abyss"].list_prompts(states.load_state(match))[0]
    row.seat, row.number = asked.seat, asked.number

    shown = matches.build_question(
        row,
        states.load_state(match),
        GAMES["abyss"].build_view(states.load_state(match), asked.seat),
        "de",
    )

    assert shown is not None
    assert {answer.words: answer.hint for answer in shown.answers} == {
        "berauben 1": "Bob, 1 Monstermarker",
        "berauben 2": "Carol, 2 Monstermarker",
    }
