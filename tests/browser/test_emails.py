"""E-mails as mail programs show them: every kind, in light and dark mode, on a phone and a
desktop."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, Page

from abyss_site.ids import uuid7
from games.engine.random_match import any_answer
from games.models import Ballot, Invitation, Match, Order, Player, Vote
from games.queries import states
from games.replies.invitations import read_invitation
from games.services import chat, invitations, matches, orders, votes
from games.services.decisions import submit_decision
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import ExtendDeadline
from games.titles import GAMES
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import bundles, outbox, renderers
from notifications.outgoing.renderers import Email
from tests.emails import email_of
from tests.sizes import sample_of

from .conftest import keep

PHONE, DESK = (390, 844), (1280, 900)
LOOKS = [(PHONE, "light"), (PHONE, "dark"), (DESK, "light"), (DESK, "dark")]

# The context of each kind, in addition to match, seat and prompt.
KINDS: dict[str, dict[str, Any]] = {
    "your_turn": {},
    "reminder": {},
    "refused": {"line": "recruit nobody", "code": "illegal", "reason": "Nobody is not at court."},
    "held": {"line": "2", "sender": "somebody@example.org"},
    "receipt": {"ply": 1},
    "clock_moved": {"ply": 1},
    "match_started": {},
    "match_finished": {},
    "orders": {},
    "resumed": {},
    "commands": {
        "done": [{"line": "status", "told": ["Abyss #1: it is your turn."]}],
        "left": [],
        "helped": True,
        "ordered": True,
    },
    "sequence": {
        "done": [{"line": "1", "told": ["Played: explore."]}],
        "left": [],
        "helped": False,
        "ordered": False,
    },
    "sequence_stopped": {
        "done": [{"line": "1", "told": ["Played: explore."]}],
        "left": [{"line": "recruit oracle", "why": "That is not your turn."}],
        "helped": False,
        "ordered": False,
    },
    "sign_in": {"link_path": "/sign-in/abc/", "code": "123456"},
    "device_code": {"device": "0193c1a0-0000-7000-8000-000000000001", "name": "Firefox, Android"},
    "test_email": {},
    "new_address": {"link_path": "/emails/abc/"},
    "address_changed": {},
    "bundle_help": {"line": "2"},
}


def play(match: Match, plies: int, luck: random.Random) -> None:
    """Play at random until `plies` or the end of the match."""
    for _ in range(plies):
        match.refresh_from_db(fields=["state", "ply"])
        prompts = GAMES[match.game].list_prompts(states.load_state(match))
        if not prompts:
            return
        prompt, decision = any_answer(prompts, luck)
        token = match.prompts.get(seat=prompt.seat, closed_at=None).token
        submit_decision(token, decision, source="page", key=f"{token}{match.ply}")


def people_of(match: Match) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").order_by("number")]


def talk(match: Match) -> None:
    chat.send_message(match, people_of(match)[0], "Well dived, all of you!", key="said")


def ask_for_a_pause(match: Match) -> None:
    votes.call_vote(
        people_of(match)[0], match, Vote.Kind.PAUSE, hours=48, reason="We are moving house."
    )


def agree_on_a_pause(match: Match) -> None:
    ask_for_a_pause(match)
    for ballot in Ballot.objects.filter(vote__match=match):
        if ballot.vote.outcome == Vote.Outcome.OPEN:
            votes.answer_ballot(ballot, True)


def ask_for_time(match: Match) -> None:
    asked = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat").seat
    votes.call_vote(people_of(match)[asked], match, Vote.Kind.EXTENSION, hours=24)
    for ballot in Ballot.objects.filter(vote__match=match):
        ballot.refresh_from_db()
        if Vote.objects.get(pk=ballot.vote_id).outcome == Vote.Outcome.OPEN:
            votes.answer_ballot(ballot, True)


def switch_an_order_off(match: Match) -> None:
    owner = people_of(match)[1]
    kept = orders.write_order(match, owner, orders.read_order(match, owner, "pass if value <= 2"))
    Order.objects.filter(pk=kept.pk).update(active=False, why=Order.Why.UNFIT)
    data = {"match": str(match.pk), "seat": kept.seat, "order": str(kept.pk)}
    draft = outbox.Draft(
        key="off", player_id=owner.pk, kind="order_off", thread=f"match-{match.number}", data=data
    )
    with transaction.atomic():
        outbox.post([draft], now=timezone.now())


def invite_bob(match: Match) -> Invitation:
    alice, bob, *_others = people_of(match)
    opened = matches.open_match(alice, matches.MatchTerms("abyss", seats=3))
    return invitations.invite_player(opened, alice, bob.display_name, note="One more match?")


def invite_a_stranger(match: Match) -> None:
    alice = people_of(match)[0]
    opened = matches.open_match(alice, matches.MatchTerms("abyss", seats=3))
    invitations.invite_player(opened, alice, "zoe@example.net", note="Do you remember me?")


def decline(match: Match) -> None:
    invitations.decline_invitation(invite_bob(match))


def accept_by_reply(match: Match) -> None:
    row = invite_bob(match)
    assert row.player is not None
    told = Reply(
        email_id=uuid7(),
        token=row.token,
        sender=row.player.email,
        lines=["accept"],
        message_id="<accept@example.org>",
        received_at=timezone.now(),
    )
    assert read_invitation(told) == "accepted"


def begin_a_league(match: Match) -> None:
    now = timezone.now()
    given = {"game": "pebbles", "sign_up_days": 7, "check_in_days": 0, "least_entrants": 2}
    season = directing.open_season(
        directing.found_league(name="Club", slug="club", given=given), now=now
    )
    for player in people_of(match)[:2]:
        entries.sign_up(season, player, now=now)
    while run_leagues(now + timedelta(days=8)):
        pass


def give_more_time(match: Match) -> None:
    moderator = Player.objects.create_user("mo@example.org", is_staff=True)
    moderator.groups.add(Group.objects.get_or_create(name=Role.MODERATOR)[0])
    asked = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat").seat
    wanted = ExtendDeadline(
        match=match.pk,
        seat=asked,
        hours=24,
        reason="asked",
        told="The train was late.",
    )
    desk.take_staff_action(moderator, wanted, now=timezone.now())


# E-mails that need a preceding action, by kind.
DEEDS: dict[str, Callable[[Match], object]] = {
    "chat": talk,
    "vote_asked": ask_for_a_pause,
    "vote_decided": ask_for_time,
    "paused": agree_on_a_pause,
    "order_off": switch_an_order_off,
    "invitation": invite_bob,
    "introduction": invite_a_stranger,
    "declined": decline,
    "invitation_answered": accept_by_reply,
    "league": begin_a_league,
    "desk": give_more_time,
}


def email(match: Match, kind: str) -> Email:
    """Return the e-mail of a kind for a player who is asked now, or the one posted by an action of
    DEEDS."""
    if kind in DEEDS:
        DEEDS[kind](match)
        posted = email_of(Notification.objects.filter(kind=kind).latest("created_at"))
        assert posted is not None
        return posted
    prompt = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    seat = match.seats.select_related("player").get(number=prompt.seat)
    data = {"match": str(match.pk), "seat": seat.number, "prompt": str(prompt.pk), **KINDS[kind]}
    now = timezone.now()
    notification = Notification(
        kind=kind, player=seat.player, data=data, created_at=now, due_at=now, key=kind
    )
    if "ply" in KINDS[kind]:
        notification.data["ply"] = match.moves.latest("ply").ply
    notification.thread, notification.reply_token = f"match-{match.number}", prompt.token
    written = renderers.renderers[kind](notification)
    assert written is not None
    return written


@pytest.fixture
def match(deal: Any) -> Match:
    match: Match = deal("abyss", seats=4, now=timezone.now() - timedelta(hours=1))
    play(match, 12, random.Random(3))
    return match


@pytest.fixture
def shown(browser: Browser, db: None) -> Iterator[Any]:
    """Show an e-mail like a mail program: shown(email, PHONE, "dark")."""
    contexts = []

    def shown(email: Email, size: tuple[int, int] = PHONE, look: Any = "light") -> Page:
        context = browser.new_context(
            color_scheme=look, viewport={"width": size[0], "height": size[1]}
        )
        contexts.append(context)
        page, html = context.new_page(), email.html
        for picture in email.pictures:
            data = base64.b64encode(picture.png).decode()
            html = html.replace(f"cid:{picture.cid}", f"data:image/png;base64,{data}")
        page.set_content(html)
        return page

    yield shown
    for context in contexts:
        context.close()


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("kind", sample_of([*KINDS, *DEEDS], 10))
def test_axe_finds_nothing_serious_in_any_email(
    match: Match, shown: Any, pictures: Path, kind: str
) -> None:
    """C9: e-mails are accessible in light and dark mode."""
    written = email(match, kind)
    pages = {look: shown(written, PHONE, look) for look in ("light", "dark")}
    for look, page in pages.items():
        keep(page, pictures / f"email-{kind}-{look}.png")

    assert [serious(page) for page in pages.values()] == [[], []]


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_a_question_fits_every_screen(
    match: Match, shown: Any, pictures: Path, size: tuple[int, int], look: str
) -> None:
    page = shown(email(match, "your_turn"), size, look)
    keep(page, pictures / f"email-question-{size[0]}-{look}.png")

    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")


def test_axe_finds_nothing_serious_in_a_bundle(match: Match, shown: Any, pictures: Path) -> None:
    notifications = Notification.objects.order_by("pk")[:2]
    written = [
        (notification, email(match, kind))
        for notification, kind in zip(notifications, ("your_turn", "match_started"), strict=True)
    ]
    _, together = bundles.create_bundle(written, timezone.now(), is_full=True)

    pages = {look: shown(together, PHONE, look) for look in ("light", "dark")}
    for look, page in pages.items():
        keep(page, pictures / f"email-bundle-{look}.png")

    assert [serious(page) for page in pages.values()] == [[], []]
