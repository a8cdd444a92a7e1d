"""For each action of the desk something that it can be done to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from games.models import (
    Club,
    ClubMember,
    FraudSignal,
    Match,
    Message,
    Pairing,
    Player,
    Sanction,
    Season,
)
from games.presentation.directing import list_tables_by_hand
from games.services import chat
from games.services.leagues import directing, directors, entries, forbidden_pairings
from games.services.leagues.seasons import run_leagues
from games.services.moderation import reports
from games.services.moderation.roles import Action
from games.services.play import pauses
from games.services.play.decisions import submit_decision
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

    def said() -> Message:
        match = deal("pebbles", seats=2, now=now)
        return chat.send_message(match, match.seats.get(number=0).player, "Hi!", key="hi", now=now)

    later = _running_season("harbour", people).divisions.get().rounds.get(number=2).pk
    played = {name: _running_season(name, people) for name in ("one", "two", "three", "four")}
    table_of_four = Pairing.objects.filter(round__division__season=played["four"], settled_at=None)
    directing.decide_pairing(table_of_four[0], places=[1, 2], why="Nobody came.", now=now)
    table_of_one = Pairing.objects.filter(round__division__season=played["one"], settled_at=None)
    postponed = played["one"].divisions.get().rounds.get(number=2).pk
    club = directing.found_league(name="Club", slug="club", values={"game": "pebbles"})
    waiting = directing.found_league(name="Bay", slug="bay", values={"game": "pebbles"})
    opened = directing.open_season(waiting, now=now)
    entries.sign_up(opened, alice, now=now)
    directors.appoint_director(club, alice, now=now)
    full = {}
    few = {"game": "pebbles", "least_entrants": 2}
    for slug in ("foxes", "otters", "badgers"):
        league = directing.found_league(name=slug.title(), slug=slug, values=few)
        full[slug] = directing.open_season(league, now=now)
        for player in (alice, bob):
            entries.sign_up(full[slug], player, now=now)
    pair = {"alice": alice, "bob": bob}
    swiss = _running_season("eve", pair, form="swiss", rounds=3, least_entrants=2)
    other_swiss = _running_season("finn", pair, form="swiss", rounds=3, least_entrants=2)
    kept_apart = forbidden_pairings.forbid_pairing(*other_swiss.entries.order_by("pk"))
    by_hand = _running_season("gwen", people).divisions.get().rounds.get(number=2)
    turned = "\n".join(
        " – ".join(reversed(line.split(" – "))) for line in list_tables_by_hand(by_hand)
    )
    late = Player.objects.create_user(
        "mallory@example.org", display_name="Mallory", email_verified_at=now
    )
    reserve = entries.sign_up(swiss, late, now=now)
    in_a_month = f"{now + timedelta(days=30):%F %H:%M}"
    of_teams = {"game": "pebbles", "team_size": 2}
    regatta = directing.found_league(name="Regatta", slug="regatta", values=of_teams)
    sailing = directing.open_season(regatta, now=now)
    harbour = Club.objects.create(slug="port", name="Port", contact="x", imprint="y")
    ClubMember.objects.create(club=harbour, player=bob, is_organiser=True, joined_at=now)
    team = entries.sign_up(sailing, bob, team_name="Foxes", now=now)
    paused = table()
    pauses.pause_match(Match.objects.get(pk=paused[0]["match"]), why=Match.Why.STAFF, now=now)
    Sanction.objects.create(player=dave, kind="suspension", reason="x", imposed_at=now)
    sent = Notification.objects.filter(kind="your_turn", player=alice)[0].pk
    Notification.objects.filter(pk=sent).update(state="failed")
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    facts: dict[str, Any] = {"many": 1, "first": str(now), "last": str(now), "together": 1}
    hint = FraudSignal.objects.create(
        kind="device", one=one, two=two, facts=facts, found_at=now, last_seen_at=now
    )
    return {
        Action.EXTEND: table(seat="1", hours="5", told="More time."),
        Action.PAUSE: table(),
        Action.RESUME: paused,
        Action.ANSWER: table(seat="1"),
        Action.REPLACE: table(seat="1"),
        Action.SWAP: table(seat="1", other="2"),
        Action.REWIND: table(ply="1"),
        Action.ADJUDICATE: table(places="1 2"),
        Action.VOID: table(),
        Action.NOTE: ({"player": carol.pk}, {}),
        Action.WARN: ({"player": carol.pk}, {"told": "Please do not shout."}),
        Action.MUTE: ({"player": carol.pk}, {"told": "You shouted."}),
        Action.HIDE: ({"message": said().pk}, {}),
        Action.SUSPEND: ({"player": carol.pk}, {"told": "You shouted."}),
        Action.BAN: ({"player": carol.pk}, {"told": "You went on shouting."}),
        Action.LIFT: ({"player": dave.pk}, {}),
        Action.MERGE: ({"player": dave.pk}, {"whom": "carol@example.org"}),
        Action.RESEND: ({"email": sent}, {}),
        Action.RELEASE: held(),
        Action.REJECT: held(),
        Action.SETTLE: ({"report": reports.report_player(alice, bob, "He shouts.").pk}, {}),
        Action.LOOK: table(seat="1"),
        Action.DISMISS: ({"hint": hint.pk}, {}),
        Action.EDIT_ROUND: (
            {"round": later},
            {"table": "1", "seat": "1", "other_table": "2", "other": "1"},
        ),
        Action.PAIR_ROUND: ({"round": by_hand.pk}, {"tables": turned}),
        Action.FOUND_LEAGUE: (
            {},
            {"name": "New", "slug": "new-one", "access": "open", "terms": '{"game": "pebbles"}'},
        ),
        Action.EDIT_LEAGUE: ({"league": club.pk}, {"terms": '{"round_days": 9}'}),
        Action.ADD_DEPUTY: ({"league": club.pk}, {"whom": "Bob"}),
        Action.DROP_DEPUTY: ({"league": club.pk}, {"whom": "Alice"}),
        Action.OPEN_SEASON: ({"league": club.pk}, {}),
        Action.START_SEASON: ({"season": full["foxes"].pk}, {}),
        Action.MOVE_START: ({"season": full["otters"].pk}, {"starts_at": in_a_month}),
        Action.INVITE: ({"season": opened.pk}, {"whom": "Bob"}),
        Action.ENTER_LIST: ({"season": opened.pk}, {"people": "Bob;1"}),
        Action.SEED: ({"season": full["badgers"].pk}, {}),
        Action.FORBID_PAIR: ({"entry": swiss.entries.get(player=alice).pk}, {"whom": "Bob"}),
        Action.ALLOW_PAIR: (
            {"entry": kept_apart.first_id},
            {"whom": kept_apart.second.shown_name},
        ),
        Action.WRITE: ({"season": opened.pk}, {"text": "Welcome!"}),
        Action.DECIDE_TABLE: (
            {"pairing": table_of_one[0].pk},
            {"places": "1 2", "told": "Nobody came."},
        ),
        Action.ADMIT_ENTRY: ({"entry": reserve.pk}, {"missed": "half"}),
        Action.REMOVE_ENTRY: ({"entry": played["two"].entries.all()[0].pk}, {}),
        Action.RENAME_TEAM: ({"entry": team.pk}, {"name": "Otters"}),
        Action.POSTPONE: (
            {"round": postponed},
            {"days": "3"},
        ),
        Action.CALL_OFF: ({"season": played["three"].pk}, {}),
        Action.CLOSE_SEASON: ({"season": played["four"].pk}, {}),
        Action.CLEAR_CLUB: ({"club": harbour.pk}, {"closes": "on"}),
        Action.EDIT_ACCOUNT: ({"player": bob.pk}, {"whom": "bob@elsewhere.example"}),
        Action.ADD_ACCOUNT: ({}, {"whom": "eve@example.org", "name": "Eve"}),
    }


def _running_season(slug: str, people: dict[str, Player], **given: Any) -> Season:
    now = timezone.now()
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, **given}
    league = directing.found_league(name=slug.title(), slug=slug, values=terms)
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    return season
