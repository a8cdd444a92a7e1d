"""For each action of the desk something that it can be done to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from games.models import FraudSignal, Match, Player, Round, Sanction
from games.services import pauses
from games.services.decisions import submit_decision
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import reports
from games.services.moderation.roles import Action
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification

# What the form is about, and what is typed.
Case = tuple[dict[str, UUID], dict[str, str]]


def cases(deal: Callable[..., Match], people: dict[str, Player]) -> dict[Action, Case]:
    """For each action something that it can be done to; none is in the way of another."""
    alice, bob, carol, dave = people.values()
    now = timezone.now()

    def table(**typed: str) -> Case:
        match = deal("pebbles", seats=2, now=now)
        for _ in range(2):
            token = match.prompts.get(closed_at=None).token
            submit_decision(token, None, source="page", key=token, now=now)
        return {"match": match.pk}, typed

    def held() -> Case:
        match = deal("pebbles", seats=2, now=now)
        prompt = match.prompts.get()
        ids = {"email_id": uuid4(), "message_id": f"<{uuid4()}@example.org>"}
        said: dict[str, Any] = {"sender": "mallory@example.org", "lines": ["take 2"], **ids}
        assert read_reply(Reply(token=prompt.token, received_at=now, **said)) == "stranger"
        return {"email": Notification.objects.filter(kind="held").latest("id").pk}, {}

    later = _second_round(people)
    paused = table()
    pauses.pause_match(Match.objects.get(pk=paused[0]["match"]), why=Match.Why.STAFF, now=now)
    Sanction.objects.create(player=dave, kind="suspension", reason="x", imposed_at=now)
    sent = Notification.objects.filter(kind="your_turn")[0].pk
    Notification.objects.filter(pk=sent).update(state="failed")
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    facts: dict[str, Any] = {"many": 1, "first": str(now), "last": str(now), "together": 1}
    hint = FraudSignal.objects.create(
        kind="device", one=one, two=two, facts=facts, found_at=now, last_seen_at=now
    )
    return {
        Action.EXTEND: table(seat="0", hours="5", told="More time."),
        Action.PAUSE: table(),
        Action.RESUME: paused,
        Action.ANSWER: table(seat="0"),
        Action.REPLACE: table(seat="0"),
        Action.SWAP: table(seat="0", other="1"),
        Action.REWIND: table(ply="1"),
        Action.ADJUDICATE: table(places="1 2"),
        Action.VOID: table(),
        Action.WARN: ({"player": carol.pk}, {"told": "Please do not shout."}),
        Action.SUSPEND: ({"player": carol.pk}, {"told": "You shouted."}),
        Action.BAN: ({"player": carol.pk}, {"told": "You went on shouting."}),
        Action.LIFT: ({"player": dave.pk}, {}),
        Action.MERGE: ({"player": dave.pk}, {"whom": "carol@example.org"}),
        Action.RESEND: ({"email": sent}, {}),
        Action.RELEASE: held(),
        Action.REJECT: held(),
        Action.SETTLE: ({"report": reports.report_player(alice, bob, "He shouts.").pk}, {}),
        Action.LOOK: table(seat="0"),
        Action.DISMISS: ({"hint": hint.pk}, {}),
        Action.EDIT_ROUND: (
            {"round": later},
            {"table": "1", "seat": "0", "other_table": "2", "other": "0"},
        ),
        Action.EDIT_ACCOUNT: ({"player": bob.pk}, {"whom": "bob@elsewhere.example"}),
        Action.ADD_ACCOUNT: ({}, {"whom": "eve@example.org", "name": "Eve"}),
    }


def _second_round(people: dict[str, Player]) -> UUID:
    now = timezone.now()
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Harbour league", slug="harbour", given=terms)
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    return Round.objects.get(number=2).pk
