"""Bots of players: marked, owned, seated where they are welcome, and never more than people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.admin import moderation_queue
from games.models import Match, Player, PlayerEvent, Proposal, Rating, Report, Sanction
from games.queries import blocking as block_queries
from games.queries import chat as chat_queries
from games.queries import lobby
from games.services import accounts, blocking, chat, matches, names, own_bots, rematches, tokens
from games.services.account_deletion import delete_account
from games.services.conflicts_of_interest import NotAllowed
from games.services.moderation import desk, reports
from games.services.moderation.staff_actions import (
    BanPlayer,
    PauseMatch,
    SettleReport,
    WarnPlayer,
)
from games.services.play.decisions import submit_decision
from games.services.ratings import rate_finished
from games.services.sanctions import PlayerSuspended
from games.services.substitutes import CannotJoin
from games.titles import GAMES
from games.web.forms.matches import first_values
from notifications.models import Notification
from notifications.outgoing import delivery
from notifications.preferences import webhooks
from notifications.webhooks.calls import call_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(people: dict[str, Player]) -> Player:
    return people["alice"]


@pytest.fixture
def robo(alice: Player) -> Player:
    return own_bots.make_bot(alice, name="Robo")[0]


def opened(player: Player, *, seats: int = 2, **terms: Any) -> Match:
    return matches.open_match(player, matches.MatchTerms("pebbles", seats=seats, **terms))


def played_out(match: Match) -> None:
    while prompt := match.prompts.filter(closed_at=None, answered_at=None).first():
        submit_decision(prompt.token, None, source="api", key=f"end-{prompt.pk}")
    match.refresh_from_db()


def test_a_bot_is_called_one_and_its_page_names_its_owner(client: Client, robo: Player) -> None:
    page = client.get(f"/players/{robo.pk}/").content.decode()
    owners = client.get(f"/players/{robo.owner_id}/").content.decode()

    assert robo.display_name == "Robo (bot)"
    assert "run by" in page and f"/players/{robo.owner_id}/" in page
    assert f"/players/{robo.pk}/" in owners


def test_whatever_its_program_says_it_stays_called_a_bot(robo: Player) -> None:
    accounts.change_settings(robo, display_name="Alice", language="en", zone="UTC")

    assert robo.display_name == "Alice (bot)"


def test_no_person_comes_to_be_called_as_bots_are(
    client: Client, alice: Player, robo: Player
) -> None:
    client.force_login(alice)
    token = tokens.make_token(alice, name="t", scopes=["manage"])[1]
    as_program: dict[str, Any] = {
        "headers": {"Authorization": f"Bearer {token}"},
        "content_type": "application/json",
    }
    settings = {"language": "en", "zone": "UTC"}
    for name in ("Bob (bot)", "Bob [BOT]", "Bob （bot）", "Bob (Hausbot)", "Bob «robot»", "bot 7"):
        page = client.post("/settings/", settings | {"display_name": name})
        assert page.status_code == 422 and "Only bots may use this name" in page.content.decode()
        answer = Client().patch("/api/v1/me/", {"display_name": name}, **as_program)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")
    alice.refresh_from_db()
    assert alice.display_name == "Alice"
    for name in ("Abbott (Lou)", "Botho 7", "Talbot"):
        assert client.post("/settings/", settings | {"display_name": name}).status_code == 303
    # Who is called so already stays so.
    Player.objects.filter(pk=alice.pk).update(display_name="Al (bot)")
    saved = client.post("/settings/", {"display_name": "Al (bot)", "language": "de", "zone": "UTC"})
    assert saved.status_code == 303


def test_a_bot_sits_down_only_where_bots_are_welcome(
    people: dict[str, Player], robo: Player
) -> None:
    with pytest.raises(CannotJoin, match="cannot join"):
        matches.join_match(opened(people["bob"]), robo)
    match = opened(people["bob"], bots_welcome=True)
    matches.join_match(match, robo)

    assert set(match.seats.values_list("player", flat=True)) == {people["bob"].pk, robo.pk}
    # Who opens a match with a bot welcomes bots.
    assert opened(robo).bots_welcome


def test_a_person_and_their_bots_meet_in_private_matches_only(
    people: dict[str, Player], alice: Player, robo: Player
) -> None:
    public, private = (opened(alice, bots_welcome=True, private=is_so) for is_so in (False, True))
    theirs = opened(people["bob"], seats=3, bots_welcome=True)
    matches.join_match(theirs, robo)

    for match, player in ((public, robo), (theirs, alice)):
        with pytest.raises(CannotJoin, match="one seat"):
            matches.join_match(match, player)
    matches.join_match(private, robo)
    private.refresh_from_db()
    assert private.status == "running"


def test_a_bot_is_asked_by_stream_and_never_by_email(
    people: dict[str, Player], robo: Player
) -> None:
    webhook = webhooks.add_webhook(
        robo,
        url="https://192.0.2.1/",
        shape="json",
        questions_only=False,
        thread="",
        now=timezone.now(),
    )
    match = opened(people["bob"], bots_welcome=True)
    matches.join_match(match, robo)
    played_out(match)
    delivery.deliver_due_emails(timezone.now() + timedelta(hours=1))
    call_round(timezone.now())

    told = PlayerEvent.objects.filter(player=robo).values_list("kind", flat=True)
    assert {"match_started", "prompt_opened", "moved", "match_finished"} <= set(told)
    assert not match.prompts.filter(awaits_bot=True).exists()
    # Its programs are called about what would be an e-mail.
    assert set(webhook.calls.values_list("notification__kind", flat=True)) >= {
        "your_turn",
        "match_finished",
    }
    assert not Notification.objects.filter(player=robo, state=Notification.State.SENT).exists()


def test_a_bot_has_no_rating_and_moves_none(people: dict[str, Player], robo: Player) -> None:
    match = opened(people["bob"], seats=3, bots_welcome=True)
    for player in (robo, people["carol"]):
        matches.join_match(match, player)
    played_out(match)
    rate_finished()

    rated = set(Rating.objects.values_list("player", flat=True))
    assert rated == {people["bob"].pk, people["carol"].pk}


def test_a_rematch_asks_a_bot_as_it_asks_people(people: dict[str, Player], robo: Player) -> None:
    match = opened(people["bob"], bots_welcome=True)
    matches.join_match(match, robo)
    played_out(match)

    with pytest.raises(rematches.CannotPlayAgain, match="cannot invite"):
        rematches.offer_rematch(match, robo)
    again = rematches.offer_rematch(match, people["bob"])

    assert again.bots_welcome and again.status == "open"
    assert not again.invitations.get(player=robo).silent


def test_a_bot_may_nothing_that_its_owner_may_not(people: dict[str, Player], alice: Player) -> None:
    robo, secret = own_bots.make_bot(alice, name="Robo")
    match = opened(people["bob"], bots_welcome=True)
    suspended = Sanction.objects.create(player=alice, kind="suspension", imposed_at=timezone.now())
    with pytest.raises(PlayerSuspended):
        matches.join_match(match, robo)
    suspended.delete()
    matches.join_match(match, robo)
    before = set(match.prompts.filter(seat=1).values_list("token", flat=True))
    assert tokens.use_token(secret) is not None

    ban = BanPlayer(player=alice.pk, told="Enough.", reason="x", hours=24)
    heads = [Player.objects.create_superuser(f"op{n}@example.org", "x") for n in (1, 2)]
    proposal = desk.take_staff_action(heads[0], ban)
    assert isinstance(proposal, Proposal)
    desk.decide_proposal(heads[1], proposal, agrees=True)

    assert tokens.use_token(secret) is None
    assert match.seats.get(player__is_bot=True).player.is_house_bot
    assert not match.prompts.filter(seat=1, closed_at=None, token__in=before).exists()


def test_what_is_said_against_a_bot_stays_when_it_is_retired(
    people: dict[str, Player], alice: Player, robo: Player
) -> None:
    bob, carol = people["bob"], people["carol"]
    blocking.block_player(bob, robo)
    Report.objects.create(
        kind="player", by=carol, about=robo, text="It shouts.", reported_at=timezone.now()
    )

    own_bots.retire_bot(alice, robo.pk)

    assert Report.objects.get().about == alice
    assert list(block_queries.blocked_by(bob)) == [alice]


def test_who_blocks_somebody_meets_and_hears_no_bot_of_theirs(
    people: dict[str, Player], alice: Player, robo: Player
) -> None:
    bob, carol = people["bob"], people["carol"]
    match = opened(carol, seats=3, bots_welcome=True)
    matches.join_match(match, bob)
    matches.join_match(match, robo)
    blocking.block_player(bob, alice)
    match.refresh_from_db()
    chat.send_message(match, robo, "Hello, all of you", key="1")

    assert (
        chat_queries.visible_messages(match, 0).exists()
        and not chat_queries.visible_messages(match, 1).exists()
    )
    theirs = opened(robo, seats=3)
    seen: Any = lobby.open_to(bob).get(pk=theirs.pk)
    assert seen.shunned
    blocking.block_player(alice, carol)
    assert not lobby.open_to(carol).filter(pk=theirs.pk).exists()


def test_bots_go_with_their_owner(people: dict[str, Player], alice: Player, robo: Player) -> None:
    match = opened(people["bob"], bots_welcome=True)
    matches.join_match(match, robo)

    delete_account(alice, address=alice.email)

    robo.refresh_from_db()
    assert robo.left_at and not robo.is_active
    assert not match.seats.filter(player=robo).exists()


def test_bots_are_few_and_belong_to_people(alice: Player, robo: Player) -> None:
    with pytest.raises(own_bots.CannotHaveBot):
        own_bots.make_bot(robo, name="Child")
    for name in ("", "a\nb\x07", "x" * 40):
        with pytest.raises(names.BadName, match="characters"):
            own_bots.make_bot(alice, name=name)
    for number in range(2, own_bots.MAX_BOTS + 1):
        own_bots.make_bot(alice, name=f"Robo {number}")
    with pytest.raises(own_bots.CannotHaveBot, match="retire one"):
        own_bots.make_bot(alice, name="More")


def test_the_page_makes_names_renews_and_retires(client: Client, alice: Player) -> None:
    client.force_login(alice)
    made = client.post("/settings/bots/", {"name": "Robo"}).content.decode()
    bot = own_bots.bots_of(alice).get()
    page = f"/settings/bots/{bot.pk}/"
    first = bot.tokens.get()

    assert "abp_" in made and "docs/examples/bot.py" in made
    assert "abp_" not in client.get("/settings/bots/").content.decode()
    client.post(page, {"do": "name", "name": "Robby"})
    assert "abp_" in client.post(page, {"do": "token"}).content.decode()
    first.refresh_from_db()
    assert first.revoked_at and own_bots.bots_of(alice).get().display_name == "Robby (bot)"
    client.post(page, {"do": "retire"})
    assert not own_bots.bots_of(alice).exists()


def test_its_owner_lets_it_sit_down_at_their_own_private_table(
    client: Client, alice: Player, robo: Player
) -> None:
    match = opened(alice, bots_welcome=True, private=True)
    client.force_login(alice)
    page = client.get(f"/matches/{match.number}/").content.decode()
    client.post(f"/matches/{match.number}/bots/", {"bot": str(robo.pk)})

    assert "Let Robo (bot) join" in page
    assert match.seats.filter(player=robo).exists()
    assert client.post(f"/matches/{match.number}/bots/", {"bot": "junk"}).status_code == 404


def test_the_lobby_says_where_bots_are_welcome(client: Client, people: dict[str, Player]) -> None:
    form = first_values(GAMES["pebbles"], "") | {"bots_welcome": "on"}
    client.force_login(people["bob"])
    client.post("/matches/new/?game=pebbles", form)
    opened(people["carol"])

    assert Match.objects.filter(bots_welcome=True).count() == 1
    assert client.get("/matches/?bots=welcome").content.decode().count("bots may join") == 1


def test_staff_looks_after_nothing_that_concerns_its_own_bot(
    people: dict[str, Player], alice: Player, robo: Player, client: Client
) -> None:
    match = opened(people["bob"], bots_welcome=True)
    matches.join_match(match, robo)
    row = reports.report_player(people["carol"], robo, "It shouts.")
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    client.force_login(alice)

    heaps = {
        heap.name: heap.many for heap in moderation_queue.list_visible_queues(alice, timezone.now())
    }
    page = client.get("/admin/games/report/").content.decode()

    assert heaps["Reports"] == 0
    assert "carol@example.org" not in page and str(row.pk) not in page
    assert client.get(f"/admin/games/report/{row.pk}/change/").status_code == 302
    for wanted in (
        SettleReport(reason="It is mine.", report=row.pk),
        PauseMatch(reason="It is mine.", match=match.pk),
        WarnPlayer(reason="It is mine.", player=robo.pk, told="Stop."),
    ):
        with pytest.raises(NotAllowed):
            desk.take_staff_action(alice, wanted)
