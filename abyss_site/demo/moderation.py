"""The moderation of a demonstration: past actions, and an open report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from abyss_site.demo import people
from games.models import Match, Message, Player
from games.services.moderation import desk, reports
from games.services.moderation.staff_actions import SuspendPlayer, WarnPlayer

REASON = "For the demonstration."


def create_moderation(players: Mapping[str, Player], *, now: datetime) -> None:
    """Warn one player, ban another one from new matches, and leave a report open."""
    moderator, erin = people.create_moderator(), people.create_player("erin")
    warning = WarnPlayer(
        player=players["dave"].pk,
        reason=REASON,
        told="Please write so that everybody at the table can read it.",
    )
    desk.take_staff_action(moderator, warning, now=now - timedelta(days=4))
    suspension = SuspendPlayer(
        player=erin.pk,
        reason=REASON,
        told="Three matches were left without a word. Please resign from what you will not finish.",
    )
    desk.take_staff_action(moderator, suspension, now=now - timedelta(days=1))
    message = Message.objects.filter(player=players["bob"]).order_by("pk").first()
    match = Match.objects.get(pk=message.match_id) if message is not None else None
    reports.report_player(
        players["carol"],
        players["bob"],
        "He keeps saying this in every match; is it meant for us?",
        match=match,
        message=message,
        now=now - timedelta(hours=2),
    )
