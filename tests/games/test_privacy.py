"""The data protection page: what it says is kept so long is forgotten then, and not before."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from abyss_site.core.ids import first_after
from games import tasks
from games.models import (
    AnalysisBoard,
    Conversation,
    DataDump,
    DirectMessage,
    FormerName,
    FraudSignal,
    Invitation,
    KnownDevice,
    Match,
    Player,
    PlayerEvent,
    Report,
    Sanction,
    SignInFingerprint,
    Status,
    Submission,
)
from games.presentation import privacy
from games.services import matches, player_events
from games.services.invitations import LIVES, invite_player
from games.services.player_events import Fresh
from notifications import tasks as post
from notifications.models import InboundEmail, Notification, Webhook, WebhookCall
from notifications.outgoing import outbox

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_the_page_names_every_period_and_stands_in_every_footer(client: Client) -> None:
    assert 'href="/privacy/"' in client.get("/").content.decode()
    periods = privacy.storage_periods()
    for language, title in (("en", "Privacy"), ("fr", "Confidentialité"), ("de", "Datenschutz")):
        page = client.get("/privacy/", headers={"Accept-Language": language}).content.decode()
        assert title in page
        told = [int(days) for days in re.findall(r"<td(?: class=.whole.)?>(\d+)\s\w+</td>", page)]
        rows = [long for _what, _why, long in (*privacy.TABLE, *privacy.COOKIES)]
        assert told == [periods[one].days for one in rows if one in periods]
    # What providers told names nobody.
    assert set(rows) >= set(periods) - {"provider_events"}


def test_signing_in_sets_the_cookies_of_the_page_and_no_other(people: dict[str, Any]) -> None:
    browser = Client(enforce_csrf_checks=False)
    browser.get("/sign-in/")
    browser.force_login(people["alice"])
    browser.get("/settings/")
    named = {name for name, _why, _long in privacy.COOKIES}
    assert set(browser.cookies) <= named


# Each makes rows of an age: what is as old as that.
Made = Callable[[timedelta], Any]


@pytest.fixture
def kinds(people: dict[str, Player]) -> dict[str, tuple[str, Made, Callable[[Any], bool]]]:
    """What is kept: the name of its period, how to make one so old, and whether it is there."""
    alice, bob, *_ = people.values()
    now, periods = timezone.now(), privacy.storage_periods()
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    number = iter(range(1000))

    def pk(age: timedelta) -> UUID:
        return UUID(int=first_after(now - age).int + next(number))

    def stranger(age: timedelta) -> Player:
        return Player.objects.create(email=f"s{next(number)}@example.org", joined_at=now - age)

    def guest(age: timedelta) -> Player:
        return Player.objects.create_guest(joined_at=now - age)

    def email_in(age: timedelta) -> InboundEmail:
        name = str(next(number))
        facts = {"source": "smtp", "source_id": name, "message_id": name, "sender": "a@example.org"}
        at = now - age
        return InboundEmail.objects.create(
            pk=pk(age), raw=b"x", received_at=at, due_at=at, state="done", **facts
        )

    def email_out(age: timedelta) -> Notification:
        at, name = now - age, str(next(number))
        facts = {
            "created_at": at,
            "due_at": at,
            "state": "sent",
            "rendered_at": at,
            "text": "Hello",
            "html": "<p>Hello",
            "data": {"line": "Hello"},
            "quotes_people": True,
        }
        return Notification.objects.create(
            pk=pk(age), key=name, message_id=name, player=alice, kind="a", **facts
        )

    def invitation(age: timedelta) -> Invitation:
        match = matches.open_match(alice, matches.MatchTerms("pebbles", seats=2))
        row = invite_player(match, alice, f"i{next(number)}@example.org", now=now - age - LIVES)
        Match.objects.filter(pk=match.pk).update(
            status=Status.FINISHED, rated_at=now, examined_at=now
        )
        assert row.expires_at == now - age
        return row

    def trace(age: timedelta) -> SignInFingerprint:
        at = now - age
        return SignInFingerprint.objects.create(
            player=alice, kind="device", digest=str(next(number)), first_seen_at=at, last_seen_at=at
        )

    def known_device(age: timedelta) -> KnownDevice:
        at, digest = now - age, str(next(number))
        return KnownDevice.objects.create(
            player=alice, digest=digest, created_at=at, confirmed_at=at, used_at=at
        )

    def hint(age: timedelta) -> FraudSignal:
        FraudSignal.objects.all().delete()
        at = now - age
        return FraudSignal.objects.create(
            kind="timing", one=one, two=two, facts={}, found_at=at, last_seen_at=at
        )

    def sanction(age: timedelta) -> Any:
        return Sanction.objects.create(player=bob, kind="warning", reason="x", imposed_at=now - age)

    def former_name(age: timedelta) -> FormerName:
        return FormerName.objects.create(player=alice, name="Ann", changed_at=now - age)

    def direct_message(age: timedelta) -> DirectMessage:
        begun = {"started_by": alice, "started_at": now - age}
        conversation = Conversation.objects.create(pk=pk(age), **begun)
        key = str(next(number))
        return DirectMessage.objects.create(
            pk=pk(age), conversation=conversation, player=alice, key=key, sent_at=now - age
        )

    def analysis_board(age: timedelta) -> AnalysisBoard:
        match = Match.objects.create(game="pebbles", seats_wanted=2)
        at = now - age
        return AnalysisBoard.objects.create(
            player=alice, match=match, ply=0, opened_at=at, used_at=at
        )

    def data_dump(age: timedelta) -> DataDump:
        month = date(2020, 1, 1) + timedelta(days=next(number))
        facts = {"match_count": 1, "size": 1, "content": b"x"}
        return DataDump.objects.create(month=month, made_at=now - age, **facts)

    def submission(age: timedelta) -> Submission:
        return Submission.objects.create(player=alice, key=str(next(number)), created_at=now - age)

    def happening(age: timedelta) -> Any:
        player_events.write_events([Fresh(alice.pk, player_events.Kind.MOVED, {})], now=now - age)
        # As of a transaction that is over: those of a database not yet at this one are deleted.
        PlayerEvent.objects.update(xid=1)
        return PlayerEvent.objects.filter(player=alice).latest("place")

    def call(age: timedelta) -> WebhookCall:
        webhook = Webhook.objects.create(
            player=alice, url="https://example.org/", secret="s", created_at=now
        )
        at = now - age
        return WebhookCall.objects.create(
            webhook=webhook, notification=email_out(HOUR), due_at=at, done_at=at
        )

    def session(age: timedelta) -> Session:
        ends = now - age + periods["sessions"]
        return Session.objects.create(session_key=str(next(number)), expire_date=ends)

    def stays(row: Any) -> bool:
        return bool(type(row).objects.filter(pk=row.pk).exists())

    def is_read(row: Any) -> bool:
        row.refresh_from_db()
        return bool(
            row.text or row.data if isinstance(row, Notification) else row.raw and row.sender
        )

    made: list[Callable[[timedelta], Any]] = [
        stranger,
        guest,
        invitation,
        trace,
        hint,
        sanction,
        former_name,
        direct_message,
        analysis_board,
        data_dump,
    ]
    made += [submission, happening, session, known_device]
    found = {make.__name__: (f"{make.__name__}s", make, stays) for make in made}
    for make in (email_in, email_out):
        found[f"words of {make.__name__}"] = ("email_words", make, is_read)
        found[make.__name__] = ("emails", make, stays)
    return found | {"call": ("email_words", call, stays)}


def test_each_period_of_the_page_is_what_the_rounds_really_delete_after(kinds: Any) -> None:
    periods = privacy.storage_periods()
    # What a browser forgets by itself is no business of the rounds.
    assert {name for name, *_ in kinds.values()} == set(periods) - {
        "csrf",
        "appearance",
        "provider_events",
    }
    for left, is_expected in ((-HOUR, True), (HOUR, False)):
        rows = {kind: make(periods[name] + left) for kind, (name, make, _) in kinds.items()}
        for work in (
            *tasks.EVERY_FEW_SECONDS,
            tasks.delete_expired_data,
            post.delete_expired_emails,
        ):
            work()
        assert {kind: kinds[kind][2](row) for kind, row in rows.items()} == dict.fromkeys(
            kinds, is_expected
        )


def test_emails_whose_words_are_forgotten_do_not_leave_again(kinds: Any) -> None:
    email = kinds["email_out"][1](privacy.storage_periods()["email_words"] + HOUR)
    post.delete_expired_emails()
    assert not outbox.send_again(email.pk, now=timezone.now())


def test_settled_reports_go_with_time_and_open_ones_stay(
    people: dict[str, Player],
) -> None:
    now, long = timezone.now(), privacy.storage_periods()["sanctions"]

    def report(age: timedelta, settled: Any) -> Report:
        facts = {"kind": "player", "by": people["alice"], "about": people["bob"], "text": "x"}
        begun = now - age
        return Report.objects.create(
            pk=first_after(begun), reported_at=begun, settled_at=settled, **facts
        )

    old, lately = long + HOUR, long - HOUR
    report(old, now - old)
    kept = {report(lately, now - lately).pk, report(old + HOUR, None).pk}

    tasks.delete_expired_data()

    assert set(Report.objects.values_list("pk", flat=True)) == kept
