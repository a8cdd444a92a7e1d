"""Signing in by e-mail under attack: telling accounts apart, guessing, writing to strangers."""

from __future__ import annotations

import ast
import random
import re
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from abyss_site.core.valkey import client as valkey
from abyss_site.core.valkey.limit_cache import JsonSerializer
from games.models import Player, SignInRequest
from games.services import invitations, matches, rate_limits, sign_in
from games.web.views import accounts as views
from notifications.models import Notification
from notifications.outgoing import introductions, planning
from notifications.outgoing.delivery import deliver_due_emails
from notifications.preferences import sender_addresses

from ..totp import activate_app, new_secret

pytestmark = pytest.mark.django_db
People = dict[str, Player]
AWAY = "redis://127.0.0.1:1/0"


def somebody() -> str:
    return f"{uuid4().hex}@example.org"


@pytest.fixture
def without_valkey(settings: Any) -> None:
    """Valkey does not answer, neither our counting nor that of django-allauth."""
    settings.REDIS_URL = AWAY
    settings.CACHES = settings.CACHES | {"default": settings.CACHES["default"] | {"LOCATION": AWAY}}


# Telling accounts apart.


def test_the_page_does_the_same_for_every_address(people: People, settings: Any) -> None:
    """One note for a worker, whoever it is: no e-mail, no player, no more or fewer queries."""
    settings.DEMO = False
    Player.objects.create_superuser("boss@example.org", "hush-hush-hush")
    addresses = [people["alice"].email, somebody(), "boss@example.org", "bot1@bots.invalid"]
    before = Player.objects.count()

    seen = set()
    for number, address in enumerate(addresses):
        client = Client(REMOTE_ADDR=f"192.0.2.{number + 1}")
        with CountedQueries() as queries:
            answer = client.post("/sign-in/", {"email": address})
        seen.add((answer.status_code, answer["Location"], tuple(queries.kinds)))

    assert len(seen) == 1
    assert SignInRequest.objects.count() == 4 and not Notification.objects.exists()
    assert Player.objects.count() == before


class CountedQueries:
    """What kinds of statements run within."""

    def __enter__(self) -> CountedQueries:
        self.capture = CaptureQueriesContext(connection)
        self.capture.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.capture.__exit__(*error)
        # Savepoints have numbers.
        said = (
            re.sub(r'"s\d+_x\d+"', "…", query["sql"]) for query in self.capture.captured_queries
        )
        self.kinds = [sql[:30] for sql in said]


def test_known_and_unknown_addresses_take_the_same_time(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may differ by noise, but not by an INSERT more, which each of some rounds would show."""
    monkeypatch.setattr(views, "REQUESTS_AN_HOUR", 10_000)
    client = Client(REMOTE_ADDR="192.0.2.77")

    rounds: list[float] = []
    while not rounds or (rounds[-1] > 0.1 and len(rounds) < 4):
        rounds.append(compare_times(client, requests=300))

    assert rounds[-1] <= 0.1, rounds


def compare_times(client: Client, requests: int) -> float:
    """By what part the medians of requests for known and for unknown addresses differ.

    Which of two comes first is drawn, so that nothing with a beat of its own can favour one.
    """
    durations: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(requests):
        known, unknown = somebody(), somebody()
        Player.objects.create_user(known, email_verified_at=timezone.now())
        pair = [(True, known), (False, unknown)]
        for is_known, address in random.sample(pair, 2):
            begin = perf_counter()
            client.post("/sign-in/", {"email": address})
            durations[is_known].append(perf_counter() - begin)
    medians = [median(times) for times in durations.values()]
    return 1 - min(medians) / max(medians)


def test_wrong_codes_are_counted_alike_for_known_and_unknown_addresses(people: People) -> None:
    answers = []
    for number, address in enumerate([people["alice"].email, somebody(), "eve@nowhere.invalid"]):
        client = Client(REMOTE_ADDR=f"192.0.2.{100 + number}")
        client.post("/sign-in/", {"email": address})
        sign_in.send_due_emails(timezone.now())
        answers.append(
            [client.post("/sign-in/code/", {"code": "WRONG"}).status_code for _ in range(4)]
        )

    assert answers == [[422, 422, 303, 303]] * 3


def test_a_code_is_good_on_the_browser_that_asked_alone(people: People) -> None:
    mine, theirs = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    mine.post("/sign-in/", {"email": people["alice"].email})
    sign_in.send_due_emails(timezone.now())
    code = Notification.objects.get().data["code"]
    theirs.post("/sign-in/", {"email": somebody()})

    assert theirs.post("/sign-in/code/", {"code": code}).status_code == 422
    assert mine.post("/sign-in/code/", {"code": code}).status_code == 303
    assert mine.post("/sign-in/code/", {"code": code})["Location"] == "/sign-in/"


def asked_twice(address: str, *, between: str = "") -> tuple[Client, list[str]]:
    """A browser that has asked for two e-mails to an address, and the codes in both."""
    client = Client(REMOTE_ADDR="192.0.2.4")
    for asked in (address, between, address):
        if asked:
            client.post("/sign-in/", {"email": asked})
            sign_in.send_due_emails(timezone.now())
    sent = Notification.objects.filter(kind="sign_in", player__email=address).order_by("pk")
    return client, [row.data["code"] for row in sent]


@pytest.mark.parametrize("between", ["", "eve@example.org"])
def test_the_code_of_an_earlier_request_of_this_browser_counts_too(
    people: People, between: str
) -> None:
    """It used to be refused, and cost one of three tries."""
    client, codes = asked_twice(people["alice"].email, between=between)

    assert client.post("/sign-in/code/", {"code": codes[0]})["Location"] == "/"
    assert not SignInRequest.objects.filter(email=people["alice"].email).exists()


def test_a_code_for_another_address_or_of_another_browser_does_not_count(people: People) -> None:
    client, codes = asked_twice(people["alice"].email)
    client.post("/sign-in/", {"email": people["bob"].email})
    sign_in.send_due_emails(timezone.now())
    other, _codes = asked_twice(people["carol"].email)

    for browser in (client, other):
        assert browser.post("/sign-in/code/", {"code": codes[0]}).status_code == 422


def test_more_requests_do_not_mean_more_attempts_at_one_code(people: People) -> None:
    client, codes = asked_twice(people["alice"].email)
    for _attempt in range(3):
        client.post("/sign-in/code/", {"code": "WRONG"})
    client.post("/sign-in/", {"email": people["alice"].email})
    sign_in.send_due_emails(timezone.now())

    assert [client.post("/sign-in/code/", {"code": code}).status_code for code in codes] == [
        422
    ] * 2


def test_the_code_of_an_earlier_request_dies_after_half_an_hour(people: People) -> None:
    client, codes = asked_twice(people["alice"].email)
    first = SignInRequest.objects.order_by("pk")[0]
    first.handled_at = timezone.now() - timedelta(minutes=31)
    first.save(update_fields=["handled_at"])

    assert client.post("/sign-in/code/", {"code": codes[0]}).status_code == 422


def test_no_code_lies_in_the_row_or_in_the_session(people: People) -> None:
    client = Client(REMOTE_ADDR="192.0.2.3")
    client.post("/sign-in/", {"email": people["alice"].email})
    row = SignInRequest.objects.get()

    code = sign_in.code_of(row)

    assert code not in str(SignInRequest.objects.values()) and code not in str(dict(client.session))


# E-mails to strangers.


def test_above_the_ceiling_strangers_wait_and_players_do_not(settings: Any, people: People) -> None:
    settings.MAIL_STRANGER_DAILY_LIMIT = 3
    now = timezone.now()
    for address in [*(somebody() for _ in range(6)), people["alice"].email]:
        sign_in.request_email(address, now=now)

    sign_in.send_due_emails(now)

    waiting = list(SignInRequest.objects.filter(handled_at=None).order_by("due_at"))
    sent = Notification.objects.filter(kind="sign_in")
    assert sent.filter(player__email_verified_at=None).count() == 3
    assert sent.filter(player=people["alice"]).count() == 1
    assert len(waiting) + SignInRequest.objects.filter(handled_at=now).count() == 7
    assert waiting and all(row.due_at >= now + introductions.MIN_DELAY for row in waiting)
    # Each waits longer than the one before, and has its e-mail in the end.
    assert len({row.due_at for row in waiting}) == len(waiting)
    later = waiting[0].due_at
    sign_in.send_due_emails(later)
    assert sent.filter(player__email_verified_at=None).count() == 4
    code = sign_in.code_of(waiting[0])
    player, _path = sign_in.confirm_code(waiting[0].pk, code, now=later + timedelta(minutes=29))
    assert player.email == waiting[0].email


def test_the_ceiling_counts_every_kind_of_email_to_strangers(settings: Any, people: People) -> None:
    settings.MAIL_STRANGER_DAILY_LIMIT, now = 3, timezone.now()
    alice = people["alice"]
    match = matches.open_match(alice, matches.MatchTerms("pebbles", seats=4))
    sign_in.request_email(somebody(), now=now)
    sign_in.send_due_emails(now)
    sender_addresses.request_sender_address(alice, somebody(), now=now)
    for _ in range(3):
        invitations.invite_player(match, alice, somebody(), now=now)

    deliver_due_emails(timezone.now())

    held_back = Notification.objects.filter(why=introductions.MANY_STRANGERS)
    assert introductions.count_recent_stranger_emails(timezone.now()) == 5
    assert held_back.count() >= 2
    assert all(row.due_at > now + timedelta(minutes=9) for row in held_back)
    assert planning.plan_due(timezone.now()) == 0


def test_what_would_wait_for_more_than_a_day_is_not_sent(settings: Any, db: None) -> None:
    settings.MAIL_STRANGER_DAILY_LIMIT, now = 1, timezone.now()
    for _ in range(5):
        sign_in.request_email(somebody(), now=now)

    sign_in.send_due_emails(now)

    assert Notification.objects.count() == 1
    assert SignInRequest.objects.filter(handled_at=None).count() == 1
    assert SignInRequest.objects.filter(handled_at=now).count() == 4


# Without Valkey.


def test_every_limit_says_whether_it_fails_closed() -> None:
    named = set()
    doors = [path for path in Path("games").rglob("*.py") if "board" not in path.parts]
    for path in doors:
        for node in ast.walk(ast.parse(path.read_text())):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("is_too_often", "set_mark"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    named.add(str(first.value))
    named |= {f"api-{scope}" for scope in ("read", "play", "manage")}

    assert named == rate_limits.FAILS_CLOSED | rate_limits.FAILS_OPEN
    assert not rate_limits.FAILS_CLOSED & rate_limits.FAILS_OPEN


@pytest.mark.usefixtures("without_valkey")
def test_nothing_reaches_strangers_while_nobody_can_count(people: People) -> None:
    valkey._client.cache_clear()
    client = Client(REMOTE_ADDR="192.0.2.9")

    answer = client.post("/sign-in/", {"email": somebody()})
    client.force_login(people["alice"])
    file = client.post("/settings/data/")

    assert answer.status_code == 503 and b"right now" in answer.content
    assert not SignInRequest.objects.exists() and file.status_code == 303
    # What costs little goes on.
    assert client.get("/api/v1/me/").status_code == 200
    assert client.get(f"/feeds/{'a' * 26}/news.atom").status_code == 404


@pytest.mark.usefixtures("without_valkey")
def test_second_factors_are_not_guessed_while_nobody_can_count(people: People) -> None:
    activate_app(people["alice"], new_secret())
    assert cache.add("allauth:rl:allauth.account:login_failed:10:lock", True) is False
    assert cache.add("allauth:rl:allauth.mfa:webauthn_login:lock", True) is True
    assert cache.get("allauth:rl:x", []) == []


# Counted together.


def test_attempts_are_counted_for_all_processes_together() -> None:
    """They were counted in the memory of each of them."""
    cache.set("attempt", [1.5, 2.5], 10)

    stored = valkey.valkey(1).keys("attempts:*attempt")

    assert stored and cache.get("attempt") == [1.5, 2.5]
    kept = valkey.valkey(1).get(stored[0])
    assert isinstance(kept, bytes) and JsonSerializer().loads(kept) == [1.5, 2.5]
    with pytest.raises(NotImplementedError):
        cache.clear()
