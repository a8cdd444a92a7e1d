"""Guests: play at once without an address, keep the matches, and all that they cannot do."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import get_resolver
from django.utils import timezone

from games.http.middleware import GUEST_FORMS
from games.models import (
    League,
    Match,
    Message,
    Move,
    Player,
    PlayerEvent,
    PrivateNote,
    SignInRequest,
    Status,
)
from games.models import SignInFingerprint as Fingerprint
from games.services import chat, coaching, guests, matches, resigning, sign_in, substitutes
from games.services.play.decisions import submit_decision
from games.services.sanctions import NeedsAddress
from games.tasks import delete_expired_data
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from notifications.models import CapturedEmail, Notification
from notifications.outgoing import delivery
from tests.games.reading import asked, text_of

pytestmark = pytest.mark.django_db


def new_visitor(**headers: str) -> Client:
    """A visitor from a network of their own: limits are counted across tests."""
    address = f"2001:db8:{random.randrange(65536):x}:{random.randrange(65536):x}::1"
    return Client(REMOTE_ADDR=address, headers=headers)


def play_now(client: Client, game: str = "abyss") -> Match:
    where = client.post("/first-match/", {"game": game})["Location"]
    return Match.objects.get(number=int(where.strip("/").split("/")[1]))


@pytest.fixture
def guest() -> Client:
    client = new_visitor()
    play_now(client)
    return client


def sign_in_with_code(client: Client, address: str) -> Any:
    client.post("/sign-in/", {"email": address})
    sign_in.send_due_emails(timezone.now())
    row = SignInRequest.objects.get(email=address)
    return client.post("/sign-in/code/", {"code": sign_in.code_of(row)})


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_visitor_is_asked_for_a_first_move_after_one_click(game: str) -> None:
    visitor = new_visitor()

    match = play_now(visitor, game)

    prompt = match.prompts.get(seat=0, closed_at=None)
    page = visitor.get(f"/matches/{match.number}/")
    assert (match.status, match.watchable, match.seats.count()) == (Status.RUNNING, False, 2)
    assert f"/p/{prompt.token}/" in page.content.decode()
    assert "Add an e-mail address to keep this match" in text_of(page)


def test_a_guest_answers_without_an_address(guest: Client) -> None:
    match = Match.objects.get()
    prompt = asked(match)

    response = guest.post(f"/p/{prompt.token}/", {"line": "1"})

    assert response.status_code == 303
    assert Move.objects.filter(match=match, seat=0, source="page").exists()


def test_a_new_address_keeps_the_matches_and_the_language() -> None:
    visitor = new_visitor(**{"Accept-Language": "fr"})
    match = play_now(visitor)
    visitor.post(f"/matches/{match.number}/notes/", {"text": "Poulpe !"})

    sign_in_with_code(visitor, "nora@example.org")

    nora = Player.objects.get(email="nora@example.org")
    assert match.seats.get(number=0).player == nora
    assert Match.objects.get().created_by == nora
    assert PrivateNote.objects.get().player == nora
    assert (nora.language, nora.email_verified_at is not None) == ("fr", True)
    assert not Player.objects.filter(is_guest=True).exists()
    assert visitor.get(f"/matches/{match.number}/").status_code == 200


def test_a_known_address_gets_the_matches_after_its_proof(
    guest: Client, people: dict[str, Player]
) -> None:
    match = Match.objects.get()

    guest.post("/sign-in/", {"email": "alice@example.org"})
    assert match.seats.get(number=0).player.is_guest
    guest.post("/sign-in/code/", {"code": "WRONGONE"})
    assert match.seats.get(number=0).player.is_guest
    SignInRequest.objects.all().delete()
    guest.get("/guest/")
    sign_in_with_code(guest, "alice@example.org")

    alice = people["alice"]
    assert match.seats.get(number=0).player == alice
    alice.refresh_from_db()
    assert alice.language == "en"
    fresh = asked(match)
    assert Notification.objects.filter(player=alice, reply_token=fresh.token).exists()


def test_the_link_in_the_e_mail_keeps_the_matches_too(guest: Client) -> None:
    match = Match.objects.get()
    guest.post("/sign-in/", {"email": "nora@example.org"})
    sign_in.send_due_emails(timezone.now())
    link = Notification.objects.get(kind="sign_in").data["link_path"]

    guest.post(link)

    assert match.seats.get(number=0).player.email == "nora@example.org"


@override_settings(DEMO=True)
def test_a_demo_player_gets_no_matches_of_guests(guest: Client) -> None:
    from abyss_site.demo.people import create_player

    create_player("alice")
    guest.post("/sign-in/demo/", {"name": "alice"})

    assert Match.objects.get().seats.get(number=0).player.is_guest


def test_a_guest_plays_again_with_one_click(guest: Client) -> None:
    """After the end guests had no button for another match."""
    match = Match.objects.get()
    finish(match)

    again = text_of(guest.get(f"/matches/{match.number}/"))
    other = play_now(guest, match.game)

    assert "Rematch" in again
    assert all(game.title in again for game in GAMES.values() if game.coach)
    assert (other.status, other.game, other.pk != match.pk) == (Status.RUNNING, match.game, True)


def test_a_stronger_bot_is_a_click_away_at_the_end(guest: Client) -> None:
    match = Match.objects.get()
    finish(match)

    page = text_of(guest.get(f"/matches/{match.number}/"))
    where = guest.post("/first-match/", {"game": match.game, "level": "strong"})["Location"]

    other = Match.objects.exclude(pk=match.pk).get()
    assert "Stronger bot" in page
    assert where == f"/matches/{other.number}/"
    assert other.seats.get(number=1).player.level == "strong"
    finish(other)
    assert "Stronger bot" not in text_of(guest.get(where))


def finish(match: Match) -> None:
    """Answer every question of a match by its fallback."""
    while prompt := match.prompts.filter(closed_at=None, answered_at=None).first():
        submit_decision(prompt.token, None, source="page", key=str(prompt.pk))


def test_the_dashboard_of_a_guest_starts_every_game(guest: Client) -> None:
    page = guest.get("/").content.decode()

    assert [game for game in GAMES if f'name="game" value="{game}"' in page] == [
        name for name, game in GAMES.items() if game.coach
    ]


def test_guests_get_no_e_mail_and_leave_no_fingerprint(guest: Client) -> None:
    match = Match.objects.get()
    guest.post(f"/p/{asked(match).token}/", {"line": "1"})
    for _ in range(9):
        answer_bots()

    delivery.deliver_due_emails(timezone.now() + timedelta(hours=1), 100)

    mine = Notification.objects.filter(player__is_guest=True)
    assert not mine.filter(sent_at__isnull=False).exists()
    assert not CapturedEmail.objects.exists()
    assert not Fingerprint.objects.exists()


FORBIDDEN = (
    "/matches/new/?game=abyss",
    "/matches/{open}/join/",
    "/matches/{open}/bots/",
    "/matches/{open}/invite/",
    "/matches/{running}/take/",
    "/matches/{mine}/say/",
    "/matches/{mine}/again/",
    "/matches/{mine}/votes/",
    "/players/{alice}/block/",
    "/players/{alice}/report/",
    "/leagues/new/",
    "/settings/",
    "/settings/name/",
    "/settings/bots/",
    "/settings/tokens/",
    "/settings/feeds/",
    "/settings/hours/",
)


@pytest.mark.parametrize("path", FORBIDDEN)
def test_forms_that_reach_others_lead_to_the_page_about_guests(
    path: str, guest: Client, people: dict[str, Player], deal: Callable[..., Match]
) -> None:
    mine = Match.objects.get()
    running = deal("pebbles", seats=2)
    opened = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    numbers = {"open": opened.number, "running": running.number, "mine": mine.number}
    before = Player.objects.get(is_guest=True)

    response = guest.post(
        path.format(**numbers, alice=people["alice"].pk),
        {"text": "Hello", "display_name": "Champion", "email": "x@example.org", "name": "x"},
    )

    assert (response.status_code, response.get("Location")) == (303, "/guest/")
    assert not Message.objects.exists() and not League.objects.exists()
    assert opened.seats.count() == 1
    assert Player.objects.get(is_guest=True).display_name == before.display_name


def test_every_other_form_of_the_site_is_closed_to_guests(guest: Client) -> None:
    """A new form is closed to guests until somebody adds it to GUEST_FORMS."""
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}

    assert names > GUEST_FORMS - {"mfa_login_webauthn"}
    assert not GUEST_FORMS & {"send_message", "join", "invite", "new_match", "own_tokens", "block"}


def test_services_refuse_guests_too(guest: Client, people: dict[str, Player]) -> None:
    me, opened = (
        Player.objects.get(is_guest=True),
        matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2)),
    )

    with pytest.raises(NeedsAddress):
        matches.join_match(opened, me)
    with pytest.raises(NeedsAddress):
        matches.open_match(me, matches.MatchTerms("pebbles", seats=2))
    with pytest.raises(NeedsAddress):
        chat.send_message(Match.objects.get(seats__player=me), me, "Hi", key="x")


def test_a_guest_is_nobody_for_the_api_and_has_no_profile(guest: Client, people: Any) -> None:
    me = Player.objects.get(is_guest=True)

    assert guest.get("/api/v1/me/").status_code in (401, 403)
    assert guest.get("/api/v1/prompts/").status_code in (401, 403)
    assert guest.get(f"/players/{me.pk}/").status_code == 404


def test_nobody_else_sees_the_match_of_a_guest(guest: Client, people: dict[str, Player]) -> None:
    match, other = Match.objects.get(), Client()
    other.force_login(people["alice"])

    assert other.get(f"/matches/{match.number}/").status_code == 404
    assert Client().get(f"/matches/{match.number}/").status_code == 404
    assert f"/matches/{match.number}/" not in other.get("/matches/").content.decode()


def test_a_network_and_the_site_have_only_so_many_guests() -> None:
    address = new_visitor().defaults["REMOTE_ADDR"]
    for _ in range(10):
        play_now(Client(REMOTE_ADDR=address))
    assert Client(REMOTE_ADDR=address).post("/first-match/")["Location"] == "/"
    assert Player.objects.filter(is_guest=True).count() == 10

    with override_settings(GUESTS_PER_HOUR=10), pytest.raises(guests.GuestLimit):
        guests.create_guest(language="en", now=timezone.now())
    later = timezone.now() + timedelta(hours=2)
    with override_settings(GUESTS_PER_HOUR=10):
        assert guests.create_guest(language="en", now=later).is_guest


def test_a_guest_has_only_so_many_matches(guest: Client) -> None:
    me = Player.objects.get(is_guest=True)
    for _ in range(guests.MAX_MATCHES - 1):
        coaching.first_match(me)

    with pytest.raises(guests.GuestLimit):
        coaching.first_match(me)

    assert Match.objects.count() == guests.MAX_MATCHES


def test_guests_and_their_matches_are_deleted_after_their_period(guest: Client) -> None:
    me, bots = Player.objects.get(is_guest=True), Player.objects.filter(is_bot=True).count()
    young = guests.create_guest(language="en", now=timezone.now())
    Player.objects.filter(pk=me.pk).update(joined_at=timezone.now() - guests.RETENTION * 1.01)

    delete_expired_data()

    assert list(Player.objects.filter(is_guest=True)) == [young]
    assert not Match.objects.exists() and not PlayerEvent.objects.filter(player=me.pk).exists()
    assert Player.objects.filter(is_bot=True).count() == bots


@pytest.mark.parametrize("seat", ["of the guest", "of the bot"])
def test_a_match_in_which_staff_have_seated_a_person_stays(
    guest: Client, people: dict[str, Player], seat: str
) -> None:
    me, match = Player.objects.get(is_guest=True), Match.objects.get()
    given = match.seats.get(player__is_bot=seat == "of the bot")
    substitutes.assign_seat(match, given, people["alice"], is_excused=True, now=timezone.now())
    Player.objects.filter(pk=me.pk).update(joined_at=timezone.now() - guests.RETENTION * 1.01)

    delete_expired_data()

    assert match.seats.filter(player=people["alice"]).exists()
    assert not Player.objects.filter(is_guest=True).exists()
    assert Player.objects.get(pk=me.pk).display_name == "Former player"


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_match_that_a_guest_has_resigned_goes_where_the_others_go(
    guest: Client, people: dict[str, Player], is_kept: bool
) -> None:
    me, match = Player.objects.get(is_guest=True), Match.objects.get()
    resigning.resign_seat(match, me)

    if is_kept:
        guests.keep_matches(me, people["alice"], now=timezone.now())
    else:
        guests.delete_guest(me, now=timezone.now())

    assert not Player.objects.filter(is_guest=True).exists()
    assert list(people["alice"].left_seats.values_list("seat__match", flat=True)) == (
        [match.pk] if is_kept else []
    )


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_kept_meanwhile_is_not_deleted(people: dict[str, Player]) -> None:
    play_now(new_visitor())
    guest = Player.objects.get(is_guest=True)

    def delete() -> None:
        with closing(connection):
            guests.delete_guest(guest, now=timezone.now())

    deleting = Thread(target=delete)
    with transaction.atomic():
        guests.keep_matches(guest, people["alice"], now=timezone.now())
        deleting.start()
        wait_until_somebody_waits_for_a_lock()
    deleting.join()

    assert Match.objects.get().seats.filter(player=people["alice"]).exists()


def wait_until_somebody_waits_for_a_lock() -> None:
    ends = time.monotonic() + 20
    with connection.cursor() as cursor:
        while time.monotonic() < ends:
            cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
            if cursor.fetchall():
                return
            time.sleep(0.02)
    raise TimeoutError


def test_a_guest_can_export_and_delete_everything(guest: Client) -> None:
    match = Match.objects.get()

    rows = [json.loads(line) for line in _read(guest.post("/settings/data/")).splitlines()]
    guest.post("/guest/")

    assert any(str(match.number) in json.dumps(row) for row in rows)
    assert not Player.objects.filter(is_guest=True).exists() and not Match.objects.exists()
    assert guest.get("/guest/")["Location"] == "/"


def _read(response: Any) -> str:
    return b"".join(response.streaming_content).decode()


def test_the_page_about_guests_says_until_when_in_three_languages() -> None:
    for language, words in (("en", "as a guest"), ("fr", "invité"), ("de", "Gast")):
        visitor = new_visitor(**{"Accept-Language": language})
        play_now(visitor)
        assert words in text_of(visitor.get("/guest/"))
