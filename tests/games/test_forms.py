"""Signing in, settings, and the lobby."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from games.emails import matches
from games.models import Match, Player, SignInRequest, Status
from games.services import accounts as people_service
from games.services import known_devices, sign_in
from games.web.views.accounts import EMAILS_AN_HOUR, EMAILS_TO_ADDRESS_AN_HOUR
from games.web.views.devices import COOKIE
from notifications.models import Notification

from ..totp import activate_app, number_now

As = Callable[[str], Client]

pytestmark = pytest.mark.django_db


def link_in_the_email() -> str:
    """The path in the newest sign-in e-mail, once the worker has posted it."""
    sign_in.send_due_emails(timezone.now())
    return Notification.objects.filter(kind="sign_in").order_by("-id")[0].data["link_path"]


def asked_for(client: Client, email: str, **fields: str) -> bytes:
    """The page that comes after the address, without its one-time token."""
    page = client.post("/sign-in/", {"email": email, **fields}, follow=True).content
    sign_in.send_due_emails(timezone.now())
    return re.sub(rb'csrfmiddlewaretoken" value="[^"]+"', b"", page)


def who_is(client: Client) -> str | None:
    """The id of whoever is signed in."""
    return client.session.get("_auth_user_id")


@pytest.fixture
def email(people: dict[str, Any]) -> str:
    """An address of alice's that no other test has asked e-mails for."""
    people["alice"].email = f"alice-{uuid4().hex}@example.org"
    people["alice"].save()
    return str(people["alice"].email)


# Signing in.


def test_a_link_in_an_email_signs_in(visitor: Client, people: dict[str, Any], email: str) -> None:
    visitor.post("/sign-in/", {"email": email.upper(), "next": "/matches/"})

    response = visitor.post(link_in_the_email())

    assert (response.status_code, response["Location"]) == (303, "/matches/")
    assert who_is(visitor) == str(people["alice"].pk)


def test_the_email_carries_the_whole_link(visitor: Client, email: str, settings: Any) -> None:
    visitor.post("/sign-in/", {"email": email})

    path = link_in_the_email()
    rendered = matches.render_sign_in_email(Notification.objects.get())

    assert rendered is not None
    assert settings.SITE_URL + path in rendered.text.split()


def test_looking_at_a_link_signs_nobody_in(visitor: Client, email: str) -> None:
    visitor.post("/sign-in/", {"email": email})

    response = visitor.get(link_in_the_email())

    assert response.status_code == 200
    assert email.encode() in response.content
    assert who_is(visitor) is None


def test_a_new_address_becomes_a_verified_player_by_its_link(visitor: Client, db: None) -> None:
    visitor.post("/sign-in/", {"email": "eve@example.org"})
    path = link_in_the_email()
    before = Player.objects.get(email="eve@example.org").email_verified_at

    visitor.post(path)

    assert before is None
    assert Player.objects.get(email="eve@example.org").email_verified_at is not None


def test_a_link_works_once(visitor: Client, email: str) -> None:
    visitor.post("/sign-in/", {"email": email})
    path = link_in_the_email()
    visitor.post(path)

    again = visitor.post(path)

    assert again.status_code == 410
    assert b"has been used" in again.content


@pytest.mark.parametrize("asked", [False, True])
def test_a_link_signs_in_nobody_but_the_browser_that_asked(
    visitor: Client, email: str, asked: bool
) -> None:
    """Whoever is forwarded the e-mail has the link, too."""
    visitor.post("/sign-in/", {"email": email})
    other = Client()
    path = link_in_the_email()
    if asked:
        other.post("/sign-in/", {"email": "carol@example.org"})

    answers = [other.get(path), other.post(path)]

    assert [answer.status_code for answer in answers] == [410, 410]
    assert who_is(other) is None and email not in answers[0].content.decode()


def test_a_link_dies_after_half_an_hour(visitor: Client, email: str) -> None:
    visitor.post("/sign-in/", {"email": email})
    path = link_in_the_email()

    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        response = visitor.post(path)

    assert response.status_code == 410


def test_a_link_that_was_changed_is_refused(visitor: Client, email: str) -> None:
    visitor.post("/sign-in/", {"email": email})

    assert visitor.post(link_in_the_email()[:-3] + "x/").status_code == 410


def test_known_and_unknown_addresses_get_the_same_answer(visitor: Client, email: str) -> None:
    known = asked_for(Client(), email)
    unknown = asked_for(Client(), "nobody@example.org")
    staff = Player.objects.create_superuser("boss@example.org", "hush-hush-hush")

    assert b"an e-mail with a code is on its way" in known
    assert known.replace(email.encode(), b"nobody@example.org") == unknown
    assert asked_for(Client(), staff.email) == unknown.replace(b"nobody@", b"boss@")


def test_staff_are_mailed_no_link(visitor: Client, email: str) -> None:
    Player.objects.filter(email=email).update(is_staff=True)

    response = visitor.post("/sign-in/", {"email": email})
    sign_in.send_due_emails(timezone.now())

    assert response.status_code == 303
    assert not Notification.objects.exists()


def test_the_code_of_the_email_signs_in(
    visitor: Client, people: dict[str, Any], email: str
) -> None:
    Player.objects.filter(email=email).update(email_verified_at=None)
    asked_for(visitor, email, next="/matches/")
    rendered = matches.render_sign_in_email(Notification.objects.get())
    assert rendered is not None
    code = re.search(r"asked for it: (\S+)", rendered.text)
    assert code is not None

    response = visitor.post("/sign-in/code/", {"code": code[1].lower()})

    assert (response.status_code, response["Location"]) == (303, "/matches/")
    assert who_is(visitor) == str(people["alice"].pk)
    people["alice"].refresh_from_db()
    assert people["alice"].email_verified_at is not None


def test_three_wrong_codes_end_the_attempt(visitor: Client, email: str) -> None:
    asked_for(visitor, email)
    code = Notification.objects.get().data["code"]

    answers = [visitor.post("/sign-in/code/", {"code": "WRONG"}).status_code for _ in range(3)]
    late = visitor.post("/sign-in/code/", {"code": code})

    assert answers == [422, 422, 303]
    assert (late.status_code, late["Location"], who_is(visitor)) == (303, "/sign-in/", None)


def test_a_code_dies_after_half_an_hour(visitor: Client, email: str) -> None:
    asked_for(visitor, email)
    code = Notification.objects.get().data["code"]

    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        visitor.post("/sign-in/code/", {"code": code})

    assert who_is(visitor) is None


def test_an_authenticator_app_is_asked_for_after_the_email(visitor: Client, email: str) -> None:
    secret = "JBSWY3DPEHPK3PXP"
    alice = Player.objects.get(email=email)
    activate_app(alice, secret)
    asked_for(visitor, email)

    response = visitor.post(link_in_the_email())
    halfway = who_is(visitor)
    page = visitor.get(response["Location"])
    number = number_now(secret)
    entered = visitor.post(response["Location"], {"code": number})

    assert (response["Location"], halfway) == ("/settings/security/authenticate/", None)
    assert page.status_code == 200
    assert (entered.status_code, who_is(visitor)) == (303, str(alice.pk))
    assert secret not in str(Authenticator.objects.get().data)


def test_the_pages_of_passkeys_and_second_factors_stand(as_: As) -> None:
    alice = as_("alice")

    index = alice.get("/settings/security/")
    pages = [
        alice.get(f"/settings/security/{page}/")
        for page in ("totp/activate", "webauthn", "webauthn/add")
    ]

    assert b"totp/activate" in index.content and b"webauthn/add" in index.content
    assert [page.status_code for page in pages] == [200, 200, 200]
    # They used to have no way back to the settings.
    assert [page.content.count(b'href="/settings/"') for page in (index, *pages)] == [3] * 4


def test_an_address_is_mailed_five_links_an_hour(visitor: Client, db: None) -> None:
    email = f"eve-{timezone.now().timestamp()}@example.org"

    answers = {visitor.post("/sign-in/", {"email": email}).content for _ in range(7)}
    sign_in.send_due_emails(timezone.now())

    assert len(answers) == 1
    assert Notification.objects.count() == 5


def ask_for_emails(address: str, *, networks: int) -> None:
    """Ask for sign-in e-mails from several networks until each is refused."""
    for number in range(networks):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number + 1}")
        for _ in range(EMAILS_AN_HOUR + 1):
            browser.post("/sign-in/", {"email": address})


def test_all_networks_together_have_a_limit_of_sign_in_e_mails(db: None) -> None:
    ask_for_emails("eve@example.org", networks=6)

    assert SignInRequest.objects.filter(handled_at=None).count() == EMAILS_TO_ADDRESS_AN_HOUR


@pytest.mark.parametrize(("networks", "is_known"), [(1, False), (6, True)])
def test_a_stranger_does_not_use_up_the_sign_in_e_mails_of_a_player(
    people: dict[str, Any], networks: int, is_known: bool
) -> None:
    """They were 5 an hour for everybody together, so that anybody kept a player out."""
    alice, now = people["alice"], timezone.now()
    ask_for_emails(alice.email, networks=networks)
    waiting = SignInRequest.objects.filter(handled_at=None)
    before = waiting.count()
    browser = Client(REMOTE_ADDR="198.51.100.1")
    if is_known:
        browser.cookies[COOKIE] = known_devices.remember_device(alice, [], name="", now=now) or ""

    for _ in range(EMAILS_AN_HOUR + 1):
        browser.post("/sign-in/", {"email": alice.email})

    assert waiting.count() == before + EMAILS_AN_HOUR


def test_a_known_device_of_another_player_has_no_e_mails_of_its_own(people: dict[str, Any]) -> None:
    ask_for_emails(people["alice"].email, networks=6)
    browser = Client(REMOTE_ADDR="198.51.100.1")
    secret = known_devices.remember_device(people["bob"], [], name="", now=timezone.now())
    browser.cookies[COOKIE] = secret or ""

    browser.post("/sign-in/", {"email": people["alice"].email})

    waiting = SignInRequest.objects.filter(handled_at=None)
    assert waiting.count() == EMAILS_TO_ADDRESS_AN_HOUR


def test_a_network_that_asks_too_often_is_told_so(visitor: Client, db: None) -> None:
    answers = [visitor.post("/sign-in/", {"email": "no"}).status_code for _ in range(31)]

    assert answers == [422] * 30 + [429]


@pytest.mark.parametrize("path", ["https://evil.example/", "//evil.example", "javascript:x", "x"])
def test_nobody_is_sent_to_another_site(visitor: Client, email: str, path: str) -> None:
    visitor.post("/sign-in/", {"email": email, "next": path})

    assert visitor.post(link_in_the_email())["Location"] == "/"


def test_strangers_who_never_came_are_forgotten(db: None) -> None:
    Player.objects.create_user("old@example.org", joined_at=timezone.now() - timedelta(days=8))

    people_service.get_or_create_player("eve@example.org")

    assert list(Player.objects.values_list("email", flat=True)) == ["eve@example.org"]


def test_a_demo_player_signs_in_with_one_press(
    client: Client, people: dict[str, Any], settings: Any
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"

    response = client.post("/sign-in/demo/", {"name": "bob"})

    assert response.status_code == 303
    assert who_is(client) == str(people["bob"].pk)


def test_there_are_no_demo_players_elsewhere(
    client: Client, people: dict[str, Any], settings: Any
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = False, "example.org"

    assert client.post("/sign-in/demo/", {"name": "bob"}).status_code == 404
    assert b"demo" not in client.get("/sign-in/").content


@pytest.mark.parametrize("path", ["/sign-in/demo/", "/sign-out/"])
def test_getting_these_pages_does_nothing(as_: As, path: str) -> None:
    alice = as_("alice")

    assert alice.get(path, {"name": "bob"}).status_code in (404, 405)
    assert who_is(alice)


def test_signing_out(as_: As) -> None:
    alice = as_("alice")

    assert alice.post("/sign-out/").status_code == 303
    assert who_is(alice) is None


# Settings.


def test_settings_are_kept(as_: As, people: dict[str, Any]) -> None:
    form = {"display_name": "  Alice   A. ", "language": "fr", "zone": "Europe/Paris"}

    response = as_("alice").post("/settings/", form)

    alice = Player.objects.get(pk=people["alice"].pk)
    assert response.status_code == 303
    assert (alice.display_name, alice.language, alice.zone) == ("Alice A.", "fr", "Europe/Paris")


def test_a_zone_that_does_not_exist_is_refused(as_: As) -> None:
    form = {"display_name": "Alice", "language": "en", "zone": "Mars/Olympus"}

    assert as_("alice").post("/settings/", form).status_code == 422


def test_settings_are_for_players(client: Client, db: None) -> None:
    assert client.get("/settings/")["Location"] == "/sign-in/?next=/settings/"


# The lobby.


def start(client: Client, **changed: Any) -> Any:
    form = {"seats": 2, "bots": 0, "pace": "three_days", "option_pile": 0} | changed
    return client.post("/matches/new/?game=pebbles", form)


def test_a_match_is_opened_and_joined(as_: As) -> None:
    where = start(as_("alice"), option_pile=1)["Location"]

    joined = as_("bob").post(where + "join/")

    match = Match.objects.get()
    assert (joined.status_code, joined["Location"]) == (303, where)
    assert match.status == Status.RUNNING
    assert match.options == {"pile": 20}


def test_a_match_with_bots_begins_at_once(as_: As) -> None:
    start(as_("alice"), bots=1, pace="week")

    match = Match.objects.get()
    assert (match.status, match.minutes_per_turn) == (Status.RUNNING, 168 * 60)


def test_too_many_bots_are_refused_in_the_form(as_: As) -> None:
    response = start(as_("alice"), bots=2)

    assert response.status_code == 422
    assert b"At least one seat must be for a person." in response.content
    assert re.search(rb'<option value="2" selected>2</option>', response.content)
    assert not Match.objects.exists()


@pytest.mark.parametrize("wrong", [{"pace": "never"}, {"seats": 9}, {"option_pile": 7}])
def test_what_the_form_does_not_offer_is_refused(as_: As, wrong: dict[str, Any]) -> None:
    assert start(as_("alice"), **wrong).status_code == 422
    assert not Match.objects.exists()


def test_a_preset_fills_the_options(as_: As) -> None:
    page = as_("alice").get("/matches/new/?game=sealed&preset=long").content.decode()

    assert re.search(r'<option value="1" selected>5</option>', page)
    assert "3 (default)" in page
    assert "Changed from the default: rounds: 5" in page
    assert folds(page) == [False, False, False, False, False, True, False]


def test_what_most_people_leave_as_it_is_stays_folded(as_: As) -> None:
    alice = as_("alice")

    assert folds(alice.get("/matches/new/?game=pebbles").content.decode()) == [False] * 7
    refused = {"bots": 2, "private": "on"}
    for changed, opened in (
        ({}, []),
        ({"undo": "free", "absences": "yes", "on_silence": "fallback"}, []),
        ({"own_turn": "36"}, [1]),
        ({"undo": "off"}, [2]),
        ({"absences": "perhaps"}, [2]),
        ({"unwatched": "on", "min_punctuality": 0}, [3]),
        ({"min_punctuality": 90, "word": "kelp"}, [3, 5]),
        ({"companions": "Anna\nBen"}, [4]),
        ({"option_pile": 7}, [5]),
    ):
        page = start(alice, **refused, **changed).content.decode()
        # The match is private.
        assert folds(page) == [number in [0, *opened] for number in range(7)], changed


def folds(page: str) -> list[bool]:
    """Which of the folded parts of a form are open."""
    return [bool(is_open) for is_open in re.findall(r'<details class="fold"( open)?>', page)]


def test_an_unknown_game_asks_which(as_: As) -> None:
    page = as_("alice").get("/matches/new/?game=chess").content.decode()

    assert "Choose a game" in page
    assert "Pebbles" in page


def test_open_matches_are_listed_for_everybody(as_: As, client: Client) -> None:
    start(as_("alice"))

    assert b"1 seat free" in client.get("/matches/").content


def test_leaving_and_bots(as_: As) -> None:
    where = start(as_("alice"), seats=3)["Location"]
    as_("bob").post(where + "join/")
    as_("bob").post(where + "leave/")
    as_("alice").post(where + "bots/")

    assert Match.objects.get().seats.count() == 2
    as_("alice").post(where + "leave/")
    assert not Match.objects.exists()


def test_only_the_opener_asks_bots(as_: As) -> None:
    where = start(as_("alice"), seats=3)["Location"]

    response = as_("bob").post(where + "bots/", follow=True)

    assert b"Only the player who opened the match" in response.content


def test_a_private_match_is_joined_by_invitation_only(as_: As, client: Client) -> None:
    alice, bob = as_("alice"), as_("bob")
    where = start(alice, private="on")["Location"]
    invitation = re.findall(r"/invitations/[^<]+/", alice.get(where).content.decode())[0]

    assert bob.post(where + "join/").status_code == 404
    assert str(where) not in bob.get("/matches/").content.decode()
    assert client.get(invitation).status_code == 302
    assert b"You are invited to Pebbles" in bob.get(invitation).content
    assert Match.objects.get().seats.count() == 1
    assert bob.post(invitation)["Location"] == where
    assert Match.objects.get().status == Status.RUNNING


def test_a_forged_invitation_is_404(as_: As) -> None:
    assert as_("bob").get("/invitations/abc.def/").status_code == 404


@pytest.mark.parametrize("act", ["join", "leave", "bots"])
def test_getting_never_acts_in_the_lobby(as_: As, act: str) -> None:
    where = start(as_("alice"))["Location"]

    assert as_("bob").get(where + act + "/").status_code == 405
