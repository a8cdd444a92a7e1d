"""Actions that cause e-mails of each kind, for tests of all of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from abyss_site.core.ids import uuid7
from games.engine.random_match import any_answer
from games.models import Ballot, ConversationSide, Invitation, Match, Order, Player, Vote
from games.queries import states
from games.replies.direct_messages import read_direct_message
from games.replies.invitations import read_invitation
from games.services import chat, direct_messages, invitations, matches, orders
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import ExtendDeadline
from games.services.play import votes
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.incoming.intake import Reply
from notifications.outgoing import outbox


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
    chat.send_message(match, people_of(match)[0], "Well dived, all of you.", key="said")


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
    return invitations.invite_player(opened, alice, bob.display_name, note="One more match.")


def invite_a_stranger(match: Match) -> None:
    alice = people_of(match)[0]
    opened = matches.open_match(alice, matches.MatchTerms("abyss", seats=3))
    invitations.invite_player(opened, alice, "zoe@example.net", note="I hope you remember me.")


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
        directing.found_league(name="Club", slug="club", values=given), now=now
    )
    for player in people_of(match)[:2]:
        entries.sign_up(season, player, now=now)
    while run_leagues(now + timedelta(days=8)):
        pass


def ask_to_check_in(match: Match) -> None:
    now = timezone.now()
    given = {"game": "pebbles", "sign_up_days": 7, "check_in_days": 3, "least_entrants": 2}
    league = directing.found_league(name="Club", slug="club", values=given)
    season = directing.open_season(league, now=now - timedelta(days=8))
    for player in people_of(match)[:2]:
        entries.sign_up(season, player, now=now)
    while run_leagues(now):
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


def write_to_bob(match: Match) -> None:
    alice, bob, *_others = people_of(match)
    direct_messages.send_direct_message(alice, bob, "Let us play again on Sunday.", key="dm")


def answer_with_nothing(match: Match) -> None:
    write_to_bob(match)
    side = ConversationSide.objects.select_related("player").get(player=people_of(match)[1])
    told = Reply(
        email_id=uuid7(),
        token=side.token,
        sender=side.player.email,
        lines=["x" * 600],
        message_id="<answer@example.org>",
        received_at=timezone.now(),
    )
    assert read_direct_message(told) == "cannot_write"


def join_a_match(match: Match) -> None:
    alice, bob, *_others = people_of(match)
    waiting = matches.open_match(alice, matches.MatchTerms("pebbles", 4))
    matches.join_match(waiting, bob)


# E-mails that need a preceding action, by kind.
DEEDS: dict[str, Callable[[Match], object]] = {
    "chat": talk,
    "direct_message": write_to_bob,
    "message_refused": answer_with_nothing,
    "vote_asked": ask_for_a_pause,
    "vote_decided": ask_for_time,
    "paused": agree_on_a_pause,
    "order_off": switch_an_order_off,
    "invitation": invite_bob,
    "introduction": invite_a_stranger,
    "declined": decline,
    "player_joined": join_a_match,
    "invitation_answered": accept_by_reply,
    "league": begin_a_league,
    "league_asked": ask_to_check_in,
    "desk": give_more_time,
}
