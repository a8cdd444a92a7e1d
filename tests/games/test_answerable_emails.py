"""Every kind of e-mail that takes an answer is sent, and answered by mail at its own Reply-To."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.db.models import Max
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Match, Player, Prompt
from games.queries import states
from games.queries.matches import match_by_number
from games.services import guests, rematches
from games.services.play.decisions import submit_decision
from notifications.gateway import change_email_preferences
from notifications.models import Notification
from notifications.outgoing import delivery
from tests.email_deeds import DEEDS, ask_for_a_pause, invite_bob, people_of, play
from tests.emails import answer_email, read_text, sent_email
from tests.games.test_every_email import SCENES, pause_and_resume, words_of
from tests.typography import find_mistakes

pytestmark = pytest.mark.django_db

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """E-mails wait for nothing."""
    settings.MAIL_DEBOUNCE_SECONDS = 0


def deliver(kind: str, *, now: datetime | None = None) -> Notification:
    """Send what is due; return the latest e-mail of a kind, to who is asked if it is several."""
    now = now or timezone.now()
    delivery.deliver_due_emails(now, 200)
    sent = Notification.objects.filter(kind=kind, state=Notification.State.SENT)
    found = list(sent.select_related("player").order_by("created_at"))
    asked = Prompt.objects.filter(closed_at=None).values_list("token", flat=True)
    return next((one for one in found if one.reply_token in asked), found[-1])


# Buttons ------------------------------------------------------------------------------------------


def finish(match: Match) -> None:
    play(match, 99, random.Random(4))


def offer_a_rematch(match: Match) -> None:
    finish(match)
    match.refresh_from_db()
    rematches.offer_rematch(match, people_of(match)[0])


# The kind of e-mail, what causes it, and what the reply of its first button does.
BUTTONS: dict[str, tuple[str, Callable[[Match], object], str]] = {
    "vote": ("vote_asked", ask_for_a_pause, "voted"),
    "invitation": ("invitation", invite_bob, "accepted"),
    "rematch": ("match_finished", finish, "rematch"),
    "offered rematch": ("invitation", offer_a_rematch, "accepted"),
}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_is_a_reply_in_the_conversation_that_answers(
    deal: Any, name: str, language: str
) -> None:
    kind, cause, done = BUTTONS[name]
    Player.objects.update(language=language)
    cause(deal("pebbles", seats=2, now=timezone.now()))
    notification = deliver(kind)
    sent = sent_email(notification)

    [button] = re.findall(r'<a class="act first" href="(mailto:[^"]+)"', notification.html)
    link = urlsplit(unescape(button))
    prepared = dict(parse_qsl(link.query))

    assert unquote(link.path) == parseaddr(str(sent["Reply-To"]))[1]
    assert prepared["in-reply-to"] == sent["Message-ID"]
    assert prepared["subject"] == f"Re: {notification.subject}"
    assert "/i/" not in read_text(sent) and "/v/" not in read_text(sent)
    assert answer_email(sent, prepared["body"]) == done


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_is_a_page_for_whoever_wants_pages(deal: Any, name: str) -> None:
    for player in Player.objects.all():
        change_email_preferences(player, answer_links="pages")
    kind, cause, _ = BUTTONS[name]
    cause(deal("pebbles", seats=2, now=timezone.now()))
    notification = deliver(kind)

    buttons = re.findall(r'<a class="act[^"]*" href="([^"]+)"', notification.html)

    assert len(buttons) == (1 if kind == "match_finished" else 2)
    assert all(one.startswith("http") and one in notification.text for one in buttons)


# Answers ------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """An e-mail of a kind that `cause` leads to, what is written, and what is decided about it."""

    kind: str
    said: str
    done: str
    cause: Callable[[Match], object] = lambda match: None
    game: str = "pebbles"
    seats: int = 3
    bots: int = 0


def scene(name: str) -> Callable[[Match], object]:
    return SCENES[name][1]


def turn(game: str, plies: int, seats: int, *, bots: int = 0, said: str = "1") -> Case:
    def cause(match: Match) -> None:
        play(match, plies, random.Random(plies))

    return Case("your_turn", said, "played", cause, game, seats, bots)


def pause(match: Match) -> None:
    DEEDS["paused"](match)
    match.refresh_from_db()
    assert match.paused_at


def stop_the_clock(match: Match) -> None:
    match.prompts.filter(closed_at=None).update(deadline_at=None, remind_at=None)


def seat_a_guest(match: Match) -> None:
    guest = guests.create_guest(language="en", now=timezone.now())
    asked = match.prompts.filter(closed_at=None).earliest("seat").seat
    match.seats.exclude(number=asked).filter(number=2).update(player=guest)


CASES = {
    **{
        f"{game}, {plies} plies, {seats} seats": turn(game, plies, seats, bots=bots)
        for game, plies, seats, bots in (
            ("abyss", 0, 2, 0),
            ("abyss", 40, 4, 0),
            ("enchanters", 0, 4, 0),
            ("enchanters", 30, 2, 0),
            ("essence", 0, 2, 0),
            ("essence", 30, 5, 1),
            ("sealed", 0, 2, 0),
        )
    },
    "no deadline": Case("your_turn", "1", "played", stop_the_clock),
    "with a guest": Case("your_turn", "1", "played", seat_a_guest),
    "paused": Case("paused", "1", "played", pause),
    "resumed": Case("resumed", "1", "played", pause_and_resume),
    "sealed, answered": Case("receipt", "pass", "played", scene("receipt"), "sealed", 2),
    "substitute": Case("seat_taken", "1", "played", scene("seat_taken")),
    "back": Case("seat_back", "status", "status", scene("seat_back")),
    "reminder": Case("reminder", "1", "played", scene("reminder")),
    "refused": Case("refused", "1", "played", scene("refused")),
    "held": Case("held", "1", "played", scene("held")),
    "commands": Case("commands", "1", "played", scene("commands")),
    "chat": Case("chat", "say Thank you", "say", DEEDS["chat"]),
    "orders": Case("orders", "cancel order 1", "ordered", scene("orders")),
    "clock": Case("clock_moved", "I am back", "back", scene("clock_moved")),
    "vote": Case("vote_asked", "no", "voted", DEEDS["vote_asked"]),
    "vote about undo": Case("vote_asked", "yes", "voted", scene("vote_asked, undo")),
    "invitation": Case("invitation", "2", "declined", DEEDS["invitation"]),
    "invitation of a stranger": Case("introduction", "accept", "accepted", DEEDS["introduction"]),
    "season": Case("league_asked", "here", "checked_in", DEEDS["league_asked"]),
    "direct message": Case("direct_message", "Yes, let us.", "said", DEEDS["direct_message"]),
    "end": Case("match_finished", "rematch", "rematch", finish),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CASES)
def test_every_kind_is_answered_by_mail_at_its_own_reply_address(deal: Any, name: str) -> None:
    case = CASES[name]
    language = ("en", "fr", "de")[list(CASES).index(name) % 3]
    Player.objects.update(language=language, zone="Europe/Paris")
    match = deal(case.game, seats=case.seats, bots=case.bots, now=timezone.now() - HOUR)
    delivery.deliver_due_emails(timezone.now(), 200)
    case.cause(match)
    deadline = match.prompts.filter(closed_at=None).aggregate(due=Max("deadline_at"))["due"]
    now = deadline - HOUR if case.kind == "reminder" else timezone.now()
    sent = sent_email(deliver(case.kind, now=now))
    match.refresh_from_db()
    before = match.ply

    done = answer_email(sent, case.said)

    match.refresh_from_db()
    assert done == case.done
    assert (match.ply > before) == (done == "played")


def test_an_undo_is_agreed_on_by_e_mail(deal: Any) -> None:
    """Its vote used to be missing in batches, and nobody could be asked."""
    match = deal("pebbles", seats=3, now=timezone.now() - HOUR)
    SCENES["vote_asked, undo"][1](match)
    deliver("vote_asked")

    asked = Notification.objects.filter(kind="vote_asked", state=Notification.State.SENT)
    done = [answer_email(sent_email(one), "yes") for one in asked]

    assert done == ["voted", "voted"]
    assert match.moves.get(ply=1).undone is not None


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_bundle_of_matches_is_answered_by_the_letters_of_its_blocks(
    deal: Any, settings: Any, language: str
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 60
    Player.objects.update(language=language, zone="Europe/Paris")
    now = timezone.now()
    dealt = [deal(game, seats=2, now=now) for game in ("abyss", "enchanters", "essence")]
    for match in dealt:
        while not match.prompts.filter(seat=0, closed_at=None, answered_at=None).exists():
            play(match, 1, random.Random(1))
    assert delivery.deliver_due_emails(now, 200) == 0
    delivery.deliver_due_emails(now + 2 * MINUTE, 200)
    bundle = Notification.objects.get(kind="bundle", player__email="alice@example.org")
    sent = sent_email(bundle)
    before = [match.moves.count() for match in dealt]

    texts = (bundle.text, re.sub(r"\s*\n\s*", "\n", words_of(bundle.html)).strip())
    mistakes = [mistake for text in texts for mistake in find_mistakes(text, language)]
    done = answer_email(sent, "A 1\nb: 2\nC1", now=now + 3 * MINUTE)

    assert not mistakes
    shown = [part["Content-ID"].strip("<>") for part in sent.walk() if part["Content-ID"]]
    assert shown == re.findall(r'"cid:([^"]+)"', bundle.html) and len(shown) == len(dealt)
    assert done == "played"
    assert all(match.moves.count() > plies for match, plies in zip(dealt, before, strict=True))


def test_the_buttons_of_a_bundle_reply_in_its_conversation(deal: Any, settings: Any) -> None:
    """They used to name the Message-ID of an e-mail that was never sent."""
    settings.MAIL_DEBOUNCE_SECONDS = 60
    now = timezone.now()
    matches = [deal("pebbles", seats=2, now=now) for _ in range(2)]
    assert delivery.deliver_due_emails(now, 200) == 0
    delivery.deliver_due_emails(now + 2 * MINUTE, 200)
    bundle = Notification.objects.get(kind="bundle", player__email="alice@example.org")

    links = [urlsplit(unescape(one)) for one in re.findall(r'"(mailto:[^"]+)"', bundle.html)]

    assert {dict(parse_qsl(one.query))["in-reply-to"] for one in links} == {bundle.message_id}
    assert len({one.path for one in links}) == len(matches)


def test_who_has_no_other_sealed_answer_is_not_told_to_change_it(
    deal: Any, as_: Callable[[str], Client]
) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    asked = sent_email(deliver("your_turn"))
    hands = states.load_state(match_by_number(match.number)).hands
    for seat, stones in enumerate((hands[0], hands[1][:1])):
        row = match.prompts.get(closed_at=None, seat=seat)
        stake = Decision("stake", {"stones": stones})
        submit_decision(row.token, stake, source="page", key=f"{seat}")

    assert answer_email(asked, "1") == "stale"
    told = " ".join(read_text(sent_email(deliver("refused"))).split())
    assert "Your sealed answer is “pass”; you have no other." in told

    page = as_("alice").get(f"/matches/{match.number}/").content.decode()
    assert "Your answer is <strong>pass</strong>: you have no other." in page
    stake = Decision("stake", {"stones": hands[1][1:2]})
    submit_decision(match.prompts.get(closed_at=None, seat=1).token, stake, source="page", key="3")
    page = as_("bob").get(f"/matches/{match.number}/").content.decode()
    assert "you have no other" not in page
