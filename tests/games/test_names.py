"""Names: nobody is taken for somebody else or for the house; bots have no address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.engine import display_names
from games.engine.contract import Refused
from games.models import Invitation, Match, Player, SignInRequest
from games.services import (
    account_deletion,
    accounts,
    hotseat,
    house_bots,
    invitations,
    match_presets,
    matches,
    own_bots,
    sign_in,
)
from games.services.leagues import directing, teams
from games.services.moderation import desk
from games.services.moderation.staff_actions import EditAccount, EditLeague, FoundLeague
from games.services.names import BadName
from games.services.play.decisions import submit_decision
from games.tasks.house_bots import answer_bots
from notifications.models import Notification
from notifications.outgoing import reserved_domains
from notifications.preferences import channel_preferences, sender_addresses

pytestmark = pytest.mark.django_db
People = dict[str, Player]

LOOK_LIKE_ALICE = (
    "alice",
    "ALICE",
    "Al1ce",
    "AIice",
    "Аlісе",
    "Ａｌｉｃｅ",
    "𝓐𝓵𝓲𝓬𝓮",
    "A\u200blice",
    "A l i c e",
    "Alice.",
    "'Alice'",
    "Al\u00adice",
    "Ꭺlice",
    "Alıce",
)
OF_THE_HOUSE = (
    "Moderator",
    "moderator 7",
    "Mоdеratоr",
    "M0derator",
    "Modérateur",
    "Moderatorin",
    "Mod",
    "Admin",
    "ADMIN",
    "Adm1n",
    "Ａdmin",
    "Abyss by Post",
    "AbyssByPost",
    "Аbyss by Роst",
    "Support",
    "Support Team",
    "S.u.p.p.o.r.t",
    "Staff",
    "Postmaster",
    "Kundendienst",
    "Former player",
    "Ancien joueur",
    "Ehemaliger Spieler",
    "Équipe",
    "Das Team",
    "Hausbot",
    "Bot 1",
    "bot 7",
    "Strong bot 2",
    "Anna (bot)",
)
RESERVED = (
    "bot1@bots.invalid",
    "strong2@BOTS.invalid",
    "eve@x.invalid",
    "eve@a.test",
    "eve@a.localhost",
    "eve@a.example",
    "eve@printer.local",
    "eve@a.onion",
    "play@abyss.localhost",
)


def call(player: Player, name: str) -> None:
    """Let a player choose a name."""
    accounts.choose_name(player, name)


@pytest.mark.parametrize("name", LOOK_LIKE_ALICE)
def test_nobody_is_called_so_that_they_are_taken_for_somebody_else(
    people: People, name: str
) -> None:
    with pytest.raises(BadName):
        call(people["bob"], name)

    assert Player.objects.get(pk=people["bob"].pk).display_name == "Bob"


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_nobody_is_called_like_the_house_or_its_staff(people: People, name: str) -> None:
    with pytest.raises(BadName):
        call(people["bob"], name)


@pytest.mark.parametrize("name", ["Adam", "Badminton", "Modesty", "Beetroot", "Zoë", "李娜", "★"])
def test_other_names_are_anybodys(people: People, name: str) -> None:
    call(people["bob"], name)

    assert Player.objects.get(pk=people["bob"].pk).display_name == name


def test_staff_may_be_called_what_they_are(people: People) -> None:
    people["bob"].is_staff = True

    call(people["bob"], "Moderator Bob")

    assert Player.objects.get(pk=people["bob"].pk).display_name == "Moderator Bob"


def test_one_keeps_ones_own_name_in_another_case(people: People) -> None:
    call(people["alice"], "ALICE")

    assert Player.objects.get(pk=people["alice"].pk).display_name == "ALICE"


@pytest.mark.parametrize("door", ["page", "api", "bot"])
def test_every_door_says_that_a_name_is_taken(client: Client, people: People, door: str) -> None:
    client.force_login(people["bob"])
    own_bots.make_bot(people["alice"], name="Robo")
    wanted = {"display_name": "AIice", "language": "en", "zone": "UTC"}

    if door == "page":
        said = client.post("/settings/", wanted)
    elif door == "api":
        said = client.patch("/api/v1/me/", wanted, content_type="application/json")
    else:
        said = client.post("/settings/bots/", {"name": "R0bo"})

    assert said.status_code == 422
    assert "Another player has this name" in said.content.decode()


def test_the_database_refuses_names_that_look_alike(people: People) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("eve@example.org", display_name="AL1CE")
    people["bob"].display_name = "A-l-i-c-e"
    with pytest.raises(IntegrityError), transaction.atomic():
        people["bob"].save(update_fields=["display_name"])


def test_a_former_player_leaves_the_name_to_others(people: People) -> None:
    account_deletion.delete_account(people["alice"], address=people["alice"].email)

    call(people["bob"], "Alice")
    assert Player.objects.get(pk=people["alice"].pk).name_key is None


# The first name.


def test_a_new_player_is_not_called_by_their_address_and_is_asked_for_a_name(
    visitor: Client, db: None
) -> None:
    visitor.post("/sign-in/", {"email": "secret.local.part@example.org", "next": "/matches/"})
    sign_in.send_due_emails(timezone.now())
    link = Notification.objects.get(kind="sign_in").data["link_path"]

    asked = visitor.post(link)
    eve = Player.objects.get()
    page = visitor.get(asked["Location"])
    refused = visitor.post("/settings/name/", {"display_name": "Support", "next": "/matches/"})
    chosen = visitor.post("/settings/name/", {"display_name": "Eve", "next": "/matches/"})

    assert asked["Location"] == "/settings/name/?next=%2Fmatches%2F"
    assert eve.display_name.startswith("Player ") and "secret" not in eve.display_name
    assert eve.display_name in page.content.decode() and 'href="/matches/"' in page.content.decode()
    assert (refused.status_code, chosen["Location"]) == (422, "/matches/")
    eve.refresh_from_db()
    assert (eve.display_name, eve.has_chosen_name) == ("Eve", True)


def test_neutral_names_tell_nothing_and_are_different(db: None) -> None:
    new = [Player.objects.create_user(f"same.name+{n}@example.org") for n in range(40)]

    assert len({player.name_key for player in new}) == 40
    assert not any("same" in player.display_name for player in new)


# Addresses.


@pytest.mark.parametrize("address", RESERVED)
def test_nobody_signs_in_from_an_address_that_nobody_can_have(
    settings: Any, visitor: Client, address: str
) -> None:
    settings.DEMO = False
    said = visitor.post("/sign-in/", {"email": address}, follow=True)
    usual = f"eve-{uuid4().hex}@example.org"
    expected = Client(REMOTE_ADDR=f"192.0.2.{RESERVED.index(address)}").post(
        "/sign-in/", {"email": usual}, follow=True
    )
    sign_in.send_due_emails(timezone.now())

    assert said.status_code == expected.status_code == 200
    assert said.redirect_chain == expected.redirect_chain
    assert list(Player.objects.values_list("email", flat=True)) == [usual]
    assert Notification.objects.count() == 1


@pytest.mark.parametrize("address", RESERVED)
def test_nothing_is_mailed_to_an_address_that_nobody_can_have(
    settings: Any, people: People, address: str
) -> None:
    settings.DEMO = False
    alice, now = people["alice"], timezone.now()
    match = matches.open_match(alice, matches.MatchTerms("pebbles", seats=2))

    row = invitations.invite_player(match, alice, address)
    sender_addresses.request_sender_address(alice, address, now=now)
    channel_preferences.request_address_change(alice, address, now=now)

    assert reserved_domains.is_reserved_address(address)
    assert row.silent and row.outcome == Invitation.Outcome.OPEN
    assert not Notification.objects.exists()


def test_the_house_bot_keeps_playing_whoever_asks_for_its_address(
    visitor: Client, deal: Callable[..., Match]
) -> None:
    """Who asked for a code at bot1@bots.invalid became the bot, which never moved again."""
    visitor.post("/sign-in/", {"email": "bot1@bots.invalid"})
    sign_in.send_due_emails(timezone.now())
    match = deal("pebbles", seats=2, bots=1)
    bot = match.seats.get(number=1).player

    assert bot.is_house_bot and "@" not in bot.email
    assert accounts.player_at("bot1@bots.invalid") is None and accounts.player_at(bot.email) is None
    prompt = match.prompts.filter(closed_at=None).get()
    if prompt.seat == 0:
        submit_decision(prompt.token, None, source="page", key="one")
    assert answer_bots() > 0


def test_a_bot_has_no_address_whoever_made_it(people: People) -> None:
    bots = [*house_bots.house_bots(3), *house_bots.house_bots(2, "strong")]
    bots.append(own_bots.make_bot(people["alice"], name="Robo")[0])

    assert [bot.pk for bot in house_bots.house_bots(3)] == [bot.pk for bot in bots[:3]]
    assert not any("@" in bot.email for bot in bots)
    for bot in bots:
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=bot.pk).update(email="bot@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=people["alice"].pk).update(is_bot=True)


def test_a_request_for_a_bot_opens_no_session(people: People) -> None:
    bot = house_bots.house_bots(1)[0]
    row = SignInRequest.objects.create(
        email=bot.email, requested_at=timezone.now(), due_at=timezone.now()
    )
    sign_in.send_due_emails(timezone.now())

    with pytest.raises(sign_in.RequestOver):
        sign_in.confirm_code(row.pk, sign_in.code_of(row))
    assert not Notification.objects.exists()


# The table of characters.


def test_the_table_is_whole_and_its_skeletons_are_stable() -> None:
    table = display_names._load_confusables()

    assert len(table) == 5247
    for character in filter(str.isalpha, table):
        skeleton = display_names._confusable_skeleton(character)
        assert display_names._confusable_skeleton(skeleton) == skeleton, hex(ord(character))


def test_a_key_of_the_longest_name_fits_its_column() -> None:
    characters = [*display_names._load_confusables(), "\ufdfa", "\ufdfb"]
    longest = max(len(display_names.name_key(character * 40)) for character in characters)

    assert longest <= (Player._meta.get_field("name_key").max_length or 0)


MARKUP = ("<img src=x onerror=alert(1)>", "<b>Bob</b>", "＜script＞", "<!-- x", "Bob &amp; co")


@pytest.mark.parametrize("name", MARKUP)
def test_no_kind_of_name_is_markup(people: People, name: str) -> None:
    """Programs that show names elsewhere, such as feed readers, may render it."""
    alice = people["alice"]
    league = directing.found_league(name="Club", slug="club", values={"game": "pebbles"})
    season = directing.open_season(league)
    boss = Player.objects.create_superuser("boss@example.org", "hush-hush-hush")
    terms = matches.MatchTerms("pebbles", 2)
    named: list[Callable[[], object]] = [
        lambda: accounts.choose_name(alice, name),
        lambda: own_bots.make_bot(alice, name=name),
        lambda: hotseat.check_companions([name], 1),
        lambda: match_presets.save_preset(alice, name, terms),
        lambda: teams.clean_team_name(season, name),
        lambda: desk.take_staff_action(
            boss, EditAccount(player=alice.pk, name=name, reason="r", told="t")
        ),
        lambda: desk.take_staff_action(
            boss, FoundLeague(name=name, slug="other", terms={"game": "pebbles"}, reason="r")
        ),
        lambda: desk.take_staff_action(
            boss, EditLeague(league=league.pk, name=name, reason="r", told="t")
        ),
    ]

    for give in named:
        with pytest.raises(Refused, match="markup"):
            give()


@pytest.mark.parametrize("name", ["I <3 crabs", "Tom & Jerry", "a < b"])
def test_what_only_looks_like_markup_is_a_name(people: People, name: str) -> None:
    accounts.choose_name(people["alice"], name)

    assert people["alice"].display_name == name
