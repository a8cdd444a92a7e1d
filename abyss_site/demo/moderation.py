"""What a demonstration's moderator has done, and what waits for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from abyss_site.demo import people
from games.models import Match, Message, Player
from games.services.moderation import desk, reports
from games.services.moderation.measures import Measure
from games.services.moderation.roles import Action


def create_moderation(players: Mapping[str, Player], *, now: datetime) -> None:
    """Warn one player, keep another from new matches, and leave a report open."""
    moderator, erin = people.create_moderator(), people.create_player("erin")
    impose_sanction(
        moderator,
        Action.WARN,
        players["dave"],
        "Please write so that everybody at the table can read it.",
        now=now - timedelta(days=4),
    )
    impose_sanction(
        moderator,
        Action.SUSPEND,
        erin,
        "Three matches were left without a word. Please resign from what you will not finish.",
        now=now - timedelta(days=1),
    )
    said = Message.objects.filter(player=players["bob"]).order_by("pk").first()
    match = Match.objects.get(pk=said.match_id) if said is not None else None
    reports.report_player(
        players["carol"],
        players["bob"],
        "He keeps saying this in every match; is it meant for us?",
        match=match,
        message=said,
        now=now - timedelta(hours=2),
    )


def impose_sanction(
    moderator: Player, action: Action, player: Player, told: str, *, now: datetime
) -> None:
    """Let the moderator act, with the words that the player and the public log are told."""
    measure = Measure(action=action, player=player.pk, reason="For the demonstration.", told=told)
    desk.take_staff_action(moderator, measure, now=now)
