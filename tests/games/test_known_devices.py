"""Links in e-mails act where their player is known: after a sign-in, or a code, once a device."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from abyss_site.management.commands import up
from games.models import KnownDevice, Match, Move, Player
from games.presentation import links
from games.services import known_devices
from games.web.views.devices import COOKIE
from notifications.models import Notification
from notifications.outgoing import planning
from tests.emails import email_of, known_on
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db

TELEPHONE = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))


@pytest.fixture
def path(pebbles: Match) -> str:
    """The link of the second answer to what alice is asked."""
    email_of(Notification.objects.get(kind="your_turn"))
    return links.answer_path(pebbles.prompts.get().token, 2)


def nonce_of(page: Any) -> str:
    found = re.search(r'name="nonce" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


def press(client: Client, path: str, **form: str) -> Any:
    """Open a link and press the button of its page."""
    return client.post(path, {"nonce": nonce_of(client.get(path)), **form})


def mailed_code() -> str:
    notification = Notification.objects.filter(kind="device_code").latest("id")
    email = email_of(notification)
    found = email and re.search(r"\b([a-z2-7]{4}-[a-z2-7]{4})\b", email.text)
    assert found
    return found[1]


def test_on_a_new_device_a_code_is_typed_once_and_then_one_press_is_enough(
    visitor: Client, path: str, pebbles: Match, people: dict[str, Player]
) -> None:
    first = visitor.get(path)
    assert "Is this you?" in text_of(first) and "take 2" not in text_of(first)
    sent = press(visitor, path, device="send")
    assert "We sent a code" in text_of(sent) and not Move.objects.exists()

    typed = visitor.post(
        path, {"nonce": nonce_of(sent), "device": "confirm", "code": mailed_code().upper()}
    )
    assert (typed.status_code, typed["Location"]) == (303, path)
    played = press(visitor, path)

    assert "Your answer was played." in text_of(played)
    assert (Move.objects.get().seat, Move.objects.get().source) == (0, "link")
    # The next e-mail: one press.
    email_of(Notification.objects.filter(kind="your_turn").latest("id"))
    bobs = pebbles.prompts.get(closed_at=None)
    known_on(visitor, people["bob"])
    assert "Your answer was played." in text_of(press(visitor, links.answer_path(bobs.token, 1)))


def test_typing_a_code_signs_nobody_in(visitor: Client, path: str) -> None:
    sent = press(visitor, path, device="send")
    form = {"nonce": nonce_of(sent), "device": "confirm", "code": mailed_code()}
    visitor.post(path, form)

    assert "_auth_user_id" not in visitor.session
    assert visitor.get("/settings/").status_code == 302


def test_where_somebody_has_signed_in_links_act_and_after_signing_out_too(
    visitor: Client, path: str, people: dict[str, Player], settings: Any
) -> None:
    settings.DEMO = True
    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(email=f"alice@{settings.MAIL_DOMAIN}")
    agent = {"User-Agent": TELEPHONE}

    visitor.post("/sign-in/demo/", {"name": "alice"}, headers=agent)
    visitor.post("/sign-out/")

    assert [one.name for one in known_devices.devices_of(alice)] == ["Firefox, Android"]
    cookie = visitor.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] > 3e7
    assert KnownDevice.objects.get().digest not in cookie.value
    assert "Your answer was played." in text_of(press(visitor, path))
    # Signing in again adds none.
    visitor.post("/sign-in/demo/", {"name": "alice"}, headers=agent)
    assert KnownDevice.objects.count() == 1


def test_a_session_of_the_player_is_enough_and_that_of_another_is_none(
    as_: Callable[[str], Client], path: str
) -> None:
    assert "Is this you?" in text_of(as_("bob").get(path))
    assert "Your answer was played." in text_of(press(as_("alice"), path))


def test_two_players_may_share_a_device(
    visitor: Client, path: str, people: dict[str, Player]
) -> None:
    known_on(visitor, people["bob"], people["alice"])
    assert "Your answer was played." in text_of(press(visitor, path))


def test_a_device_that_was_forgotten_asks_again(
    as_: Callable[[str], Client], visitor: Client, path: str, people: dict[str, Player]
) -> None:
    known_on(visitor, people["alice"])
    alice, bob = as_("alice"), as_("bob")
    page = alice.get("/settings/links/")
    found = re.search(r"/settings/links/[^/]+/forget/", page.content.decode())
    assert found and "Test" in text_of(page)

    bob.post(found[0])
    assert "take 2" in text_of(visitor.get(path))
    alice.post(found[0])

    assert "Is this you?" in text_of(visitor.get(path))
    assert not known_devices.devices_of(people["alice"]).exists()


def test_whoever_wants_it_so_does_without_codes_and_is_told_what_that_means(
    as_: Callable[[str], Client], visitor: Client, path: str, pebbles: Match
) -> None:
    alice = as_("alice")
    before = text_of(alice.get("/settings/links/"))
    assert "Whoever" not in before and "anyone who sees one of your e-mails" in before

    alice.post("/settings/links/", {"anywhere": "1"})

    assert "Anyone who sees one of your e-mails" in text_of(alice.get("/settings/links/"))
    assert "Your answer was played." in text_of(press(visitor, path))
    alice.post("/settings/links/", {"anywhere": "0"})
    assert "Is this you?" in text_of(visitor.get(path))


def test_a_code_is_good_for_half_an_hour_and_five_tries(visitor: Client, path: str) -> None:
    sent = press(visitor, path, device="send")
    code, form = mailed_code(), {"nonce": nonce_of(sent), "device": "confirm"}
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert "That is not the code" in text_of(visitor.post(path, form | {"code": code}))
    for wrong in ("", "aaaa-aaaa", "ä" * 8, "2" * 500, "\0"):
        assert "That is not the code" in text_of(visitor.post(path, form | {"code": wrong}))

    assert "That is not the code" in text_of(visitor.post(path, form | {"code": code}))
    assert not KnownDevice.objects.exclude(confirmed_at=None).exists()


def test_a_code_is_good_on_the_device_that_asked_alone(visitor: Client, path: str) -> None:
    sent = press(visitor, path, device="send")
    code, other = mailed_code(), Client()
    mine = press(other, path, device="send")
    form = {"nonce": nonce_of(mine), "device": "confirm", "code": code}

    assert "That is not the code" in text_of(other.post(path, form))
    assert "That is not the code" in text_of(Client().post(path, form))
    assert visitor.post(path, form | {"nonce": nonce_of(sent)}).status_code == 303


def test_the_code_of_an_earlier_e_mail_counts_too(visitor: Client, path: str) -> None:
    press(visitor, path, device="send")
    code = mailed_code()
    sent = press(visitor, path, device="send")
    form = {"nonce": nonce_of(sent), "device": "confirm"}

    assert visitor.post(path, form | {"code": "aaaa-aaaa"}).status_code == 200
    assert set(KnownDevice.objects.values_list("tries", flat=True)) == {1}
    assert visitor.post(path, form | {"code": code}).status_code == 303


def test_codes_are_mailed_five_times_an_hour_at_most(visitor: Client, path: str) -> None:
    for _ in range(7):
        last = press(visitor, path, device="send")

    assert "Too many codes were sent." in text_of(last)
    assert Notification.objects.filter(kind="device_code").count() == 5


def test_looking_and_a_form_without_its_nonce_mail_nothing(visitor: Client, path: str) -> None:
    for method in (visitor.get, visitor.head):
        method(path)
    visitor.post(path, {"device": "send"})
    visitor.post(path, {"device": "confirm", "code": "aaaa-aaaa"})

    assert not KnownDevice.objects.exists()
    assert not Notification.objects.filter(kind="device_code").exists()


def test_the_code_is_kept_nowhere_before_its_email_is_written(
    visitor: Client, path: str, people: dict[str, Player]
) -> None:
    press(visitor, path, device="send")
    row, notification = KnownDevice.objects.get(), Notification.objects.get(kind="device_code")
    code = known_devices.code_of(row.pk)

    kept = f"{vars(row)} {vars(notification)}"
    assert code not in kept and visitor.cookies[COOKIE].value not in kept
    assert (
        planning.suppression_reason(
            planning.with_preferences(Notification.objects.filter(pk=notification.pk)).get()
        )
        == ""
    )
    Player.objects.filter(pk=people["alice"].pk).update(email_verified_at=None)
    assert (
        planning.suppression_reason(
            planning.with_preferences(Notification.objects.filter(pk=notification.pk)).get()
        )
        == ""
    )


def test_a_bad_cookie_is_no_device(visitor: Client, path: str, people: dict[str, Player]) -> None:
    row = known_devices.remember_device(people["alice"], [], name="", now=timezone.now())
    for value in ("", "x", "a" * 26, ".".join("b" * 26 for _ in range(99)), "\x01", f"{row}x"):
        # Some versions of Python refuse to write such cookies; browsers send what they like.
        sent = [f"{cookie.key}={cookie.value}" for cookie in visitor.cookies.values()]
        asked = visitor.get(path, headers={"cookie": "; ".join([*sent, f"{COOKIE}={value}"])})
        assert "Is this you?" in text_of(asked)


def test_unused_devices_and_untyped_codes_are_forgotten(people: dict[str, Player]) -> None:
    now, alice = timezone.now(), people["alice"]
    used = known_devices.remember_device(alice, [], name="", now=now - timedelta(days=401))
    assert used and known_devices.is_known(alice, [used], now=now)
    known_devices.remember_device(alice, [], name="", now=now - timedelta(days=401))
    known_devices.mail_code(alice, name="", now=now - timedelta(hours=2))

    assert known_devices.forget_unused_devices(now) == 2
    assert known_devices.is_known(alice, [used], now=now)


def test_a_player_has_twenty_devices_at_most(people: dict[str, Player]) -> None:
    now, alice = timezone.now(), people["alice"]
    secrets = [
        known_devices.remember_device(alice, [], name="", now=now + timedelta(minutes=number))
        for number in range(22)
    ]

    known = [bool(one and known_devices.is_known(alice, [one], now=now)) for one in secrets]
    assert known == [False] * 2 + [True] * 20


@pytest.mark.parametrize(("language", "words"), [("fr", "Est-ce bien vous"), ("de", "Bist du es")])
def test_the_page_speaks_the_language_of_the_email(
    visitor: Client, path: str, people: dict[str, Player], language: str, words: str
) -> None:
    Player.objects.filter(pk=people["alice"].pk).update(language=language)

    assert words in text_of(visitor.get(path))


@pytest.mark.parametrize("is_local", [True, False], ids=["local mailbox", "EMAIL_URL"])
def test_only_where_e_mails_stay_here_a_mailbox_is_named(
    as_: As, visitor: Client, path: str, settings: Any, is_local: bool
) -> None:
    """With EMAIL_URL the mailbox does not exist."""
    settings.DEV_MAILBOX, settings.DEMO = is_local, True
    signed_in = as_("alice").get("/").content.decode()
    device = text_of(press(visitor, path, device="send"))
    visitor.post("/sign-in/", {"email": "alice@example.org"})
    code = visitor.get("/sign-in/code/").content.decode()
    environment = {"SITE_URL": "http://here", "MAIL_DOMAIN": "x"}

    named = ["/mailbox" in signed_in, "/mailbox" in code, "own mailbox" in device]

    assert named == [is_local] * 3
    assert ("/mailbox" in up.ready_line(environment)) == is_local
