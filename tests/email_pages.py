"""The pages to which e-mails lead, one of each kind, for tests of all of them."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from games.models import Ballot, Match, Player, Sanction, Vote
from games.presentation import links
from games.services import accounts, invitations, matches, resigning
from games.services.moderation import reports
from games.services.play import votes
from notifications.gateway import one_click_url, read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from tests.emails import email_of


def list_email_pages(match: Match, people: dict[str, Player]) -> dict[str, str]:
    """Return the path of each kind of page that e-mails to Alice, who is asked in a match, name."""
    alice, bob, now = people["alice"], people["bob"], timezone.now()
    email_of(Notification.objects.get(kind="your_turn", player=alice))
    prompt = match.prompts.get(closed_at=None, seat=0)
    reply = Reply(
        email_id=uuid4(),
        token=prompt.token,
        sender="mallory@example.org",
        lines=["take 2"],
        message_id="<held@example.org>",
        received_at=now,
    )
    read_reply(reply)
    held = Notification.objects.get(kind="held", player=alice)
    votes.call_vote(bob, match, Vote.Kind.PAUSE, hours=48, now=now)
    ballot = Ballot.objects.get(seat=0)
    opened = matches.open_match(bob, matches.MatchTerms("pebbles", seats=2))
    invited = invitations.invite_player(opened, bob, alice.display_name)
    sanction = Sanction.objects.create(
        player=alice, kind=Sanction.Kind.WARNING, reason="Mind your words.", imposed_at=now
    )
    return {
        "answer": links.answer_path(prompt.token, 2),
        "ballot": links.ballot_path(ballot.token, 1),
        "invitation": links.invitation_path(invited.token, 1),
        "resign": reverse("resign_by_email", args=[resigning.resignation_token(match, alice)]),
        "held": held.data["link_path"],
        "appeal": reverse("appeal", args=[reports.appeal_link(sanction)]),
        "unsubscribe": urlsplit(one_click_url(held)).path,
        "sign_in": reverse("use_link", args=[accounts.sign_in_link(alice, uuid4().hex)]),
    }
