"""Every operation of the API, and how a test calls it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.utils import timezone

from games.api.schema import get_openapi_document
from games.models import (
    AnalysisBoard,
    Invitation,
    League,
    Match,
    Player,
    Proposal,
    Puzzle,
    Seat,
    Vote,
)
from games.services import (
    analysis_boards,
    default_orders,
    invitations,
    match_presets,
    matches,
    orders,
    own_bots,
    tokens,
)
from games.services.leagues import directing, directors
from games.services.play import dealing, votes
from games.titles import GAMES
from notifications.models import Notification, WebhookCall
from notifications.preferences import webhooks
from tests.puzzles import call_finished, store_puzzle

METHODS = ("get", "post", "put", "patch", "delete")

OPERATIONS = {
    operation["operationId"]: (method.upper(), path)
    for path, item in get_openapi_document()["paths"].items()
    for method, operation in item.items()
    if method in METHODS
}

# An address that may be written down and is never called: of a network for examples.
NOWHERE = "https://192.0.2.1/"

# What a body says; without one here none is sent.
BODIES: dict[str, Any] = {
    "open_match": {"game": "pebbles", "seats": 2},
    "join_match": {},
    "write_order": {"order": "take 1"},
    "preview_order": {"order": "take 1"},
    "change_order": {"order": "take 2"},
    "move_order": {"to": "up"},
    "save_default_order": {"game": "pebbles", "order": "take 1"},
    "save_match_preset": {"name": "Ours", "game": "pebbles", "settings": {"seats": 2}},
    "change_match_preset": {"name": "Mine", "game": "pebbles", "settings": {"seats": 3}},
    "say": {"text": "Hello!"},
    "send_direct_message": {"text": "Hello!"},
    "answer_prompt": {"line": "1"},
    "change_me": {"display_name": "Renamed"},
    "make_bot": {"name": "Robo"},
    "rename_bot": {"name": "Robby"},
    "invite": {"whom": "Dave"},
    "accept_invitation": {},
    "report_player": {"text": "Please look."},
    "join_season": {},
    "challenge": {"player": "01a20d97-0000-7000-8000-000000000000"},
    "found_league": {"name": "Own", "slug": "own", "terms": {"game": "pebbles", "capacity": 8}},
    "direct_league": {"action": "edit_league", "terms": {"round_days": 9}},
    "decide_league_proposal": {"agree": True},
    "make_webhook": {"url": NOWHERE},
    "change_channels": {"channels": {"mail": ["turn"]}},
    "make_token": {"name": "made", "scopes": ["read"]},
    "take_back": {},
    "ask_table": {"kind": "pause", "hours": 48},
    "answer_vote": {"says": True},
    "attempt_puzzle": {"answer": 1},
    "open_analysis_board": {"ply": 0},
    "try_move": {"after": 0, "line": "1"},
    "keep_notes": {"text": "Mind the crabs."},
    "change_hours": {"week": [{"begin": "08:00", "until": "24:00"}] * 7, "away": []},
    "change_email_preferences": {"rhythm": "hourly"},
}


def address(operation: str, match: Match, owner: Any) -> tuple[str, str]:
    """The method and path of an operation on what belongs to `owner`, who sits in seat 0."""
    method, path = OPERATIONS[operation]
    filled: dict[str, Any] = {"{game}": "pebbles", "{number}": match.number, "{player}": owner.pk}
    if "{order}" in path:
        kept = orders.write_order(match, owner, orders.read_order(match, owner, "take 3"))
        filled["{order}"] = kept.number
    if "{default_order}" in path:
        order = orders.read_order(match, owner, "take 3")
        kept_order = default_orders.save_default_order(owner, match.game, order)
        filled["{default_order}"] = kept_order.pk
    if "{match_preset}" in path:
        terms = matches.MatchTerms("pebbles", 2)
        filled["{match_preset}"] = match_presets.save_preset(owner, "Owned", terms).pk
    if "/prompts/{token}" in path:
        filled["{token}"] = match.prompts.get(closed_at=None, seat=0).token
    elif "{token}" in path:
        made = tokens.make_token(owner, name=f"own {uuid4()}", scopes=["read"])
        filled["{token}"] = made[0].pk
    if "{bot}" in path:
        known = own_bots.bots_of(owner).first()
        filled["{bot}"] = (known or own_bots.make_bot(owner, name="Owned")[0]).pk
    if "{webhook}" in path:
        made_webhook = webhooks.add_webhook(
            owner, url=NOWHERE, shape="json", questions_only=True, thread="", now=timezone.now()
        )
        filled["{webhook}"] = made_webhook.pk
    if "{call}" in path:
        told = Notification.objects.filter(player=owner).latest("pk")
        WebhookCall.objects.create(
            webhook=made_webhook, notification=told, due_at=timezone.now(), done_at=timezone.now()
        )
        filled["{call}"] = told.pk
    if "{invitation}" in path:
        filled["{invitation}"] = _invitation(match, owner, is_mine="/me/" in path).pk
    if "{puzzle}" in path:
        filled["{puzzle}"] = _puzzle(owner).pk
    if "{board}" in path:
        filled["{board}"] = _analysis_board(owner).pk
    if "{vote}" in path:
        # Asked by its owner; seat 1 answers.
        called = match.votes.filter(outcome="open").first()
        filled["{vote}"] = (called or votes.call_vote(owner, match, Vote.Kind.PAUSE, hours=48)).pk
    if "{ply}" in path:
        filled |= {"{number}": _finished_match(owner).number, "{ply}": 0}
    if "{slug}" in path:
        filled |= {"{slug}": "club", "{season}": _league(owner).seasons.get().number}
    if "{proposal}" in path:
        filled["{proposal}"] = _proposal().pk
    for name, value in filled.items():
        path = path.replace(name, str(value))
    return method, path.removeprefix("/api/v1/")


def _invitation(match: Match, owner: Any, *, is_mine: bool) -> Invitation:
    """One that owner has had from seat 1, or has sent to them; the match has begun."""
    other, now = match.seats.get(number=1).player, timezone.now()
    asks, asked = (other, owner) if is_mine else (owner, other)
    row = {"digest": uuid4().hex, "sent_at": now, "expires_at": now + invitations.LIVES}
    return Invitation.objects.create(match=match, inviter=asks, player=asked, **row)


def _puzzle(owner: Any) -> Puzzle:
    """A puzzle from a match of owner."""
    return store_puzzle(_finished_match(owner))


def _analysis_board(owner: Any) -> AnalysisBoard:
    """A board of owner, of a match that is over."""
    return analysis_boards.open_board(_finished_match(owner), owner, 0, now=timezone.now())


def _finished_match(owner: Any) -> Match:
    options = matches.chosen_options(GAMES["enchanters"], {}, 2)
    match = Match.objects.create(game="enchanters", seats_wanted=2, options=options)
    other = Player.objects.exclude(pk=owner.pk).order_by("pk").first()
    for number, player in enumerate([owner, other]):
        Seat.objects.create(match=match, number=number, player=player)
    dealing.deal_match(match, seed=bytes(32), now=timezone.now())
    return call_finished(match)


def _league(owner: Any) -> League:
    """A league that owner directs, with a season that is open for sign-up."""
    known = League.objects.filter(slug="club").first()
    if known is None:
        known = directing.found_league(name="Club", slug="club", values={"game": "pebbles"})
        directing.open_season(known)
        directors.appoint_director(known, owner, is_founder=True, now=timezone.now())
    return known


def _proposal() -> Proposal:
    """What staff wants to do to the league, and its director may agree to."""
    league = League.objects.get(slug="club")
    staff = Player.objects.filter(is_superuser=True).first()
    by = staff or Player.objects.create_superuser("root@staff.example", "hush-hush-hush")
    facts = {"action": "open_season", "league": str(league.pk), "reason": "x"}
    league.seasons.update(state="void")
    row = {"action": "open_season", "facts": facts, "by": by, "league": league}
    return Proposal.objects.create(**row, proposed_at=timezone.now())
