"""API endpoints for the directors of leagues: actions, previews, and what needs two people."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, Input, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import signed_in
from games.models import AuditLogEntry, Entry, League, Pairing, Proposal, Round, Season
from games.presentation import directing, league_tables
from games.presentation.problems import NotYours, Unreadable
from games.services.leagues.late_entries import MissedRounds
from games.services.moderation import approvals, desk, league_directors
from games.services.moderation.roles import LEAGUE_ACTIONS, Action
from games.services.moderation.staff_actions import StaffAction, parse_staff_action

ACTIONS = [action.value for action in LEAGUE_ACTIONS if action != Action.FOUND_LEAGUE]
# What each action takes beside `reason`; a season, round, table or player names a row.
TAKES: dict[str, tuple[str, ...]] = {
    Action.EDIT_LEAGUE: ("name", "description", "access", "is_open", "terms"),
    Action.ADD_DEPUTY: ("whom",),
    Action.DROP_DEPUTY: ("whom",),
    Action.OPEN_SEASON: ("starts_at",),
    Action.START_SEASON: (),
    Action.MOVE_START: ("starts_at",),
    Action.INVITE: ("whom",),
    Action.ENTER_LIST: ("people",),
    Action.SEED: ("order",),
    Action.FORBID_PAIR: ("whom",),
    Action.ALLOW_PAIR: ("whom",),
    Action.WRITE: ("text",),
    Action.EDIT_ROUND: ("table", "seat", "other_table", "other"),
    Action.PAIR_ROUND: ("tables",),
    Action.DECIDE_TABLE: ("places",),
    Action.ADMIT_ENTRY: ("missed", "division"),
    Action.REMOVE_ENTRY: (),
    Action.RENAME_TEAM: ("name",),
    Action.POSTPONE: ("days",),
    Action.CALL_OFF: (),
    Action.CLOSE_SEASON: (),
}
SMALL = {"min_value": 0, "max_value": 1000, "required": False}


class NewLeague(s.Serializer):
    """A league to found by staff, or, within limits, by a player with a reliable record."""

    name = schemas.NonBlank(max_length=60)
    slug = s.RegexField(r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    description = s.CharField(max_length=2000, required=False, default="", allow_blank=True)
    access = s.ChoiceField(League.Access.choices, default=League.Access.OPEN)
    terms = s.DictField(help_text="By the names in docs/leagues.md; `game` is needed.")
    preview = s.BooleanField(default=False, help_text="Only tell what would change.")


class LeagueActionInput(s.Serializer):
    """Something to do to a league; which fields an action takes is said in docs/leagues.md."""

    action = s.ChoiceField(ACTIONS)
    preview = s.BooleanField(default=False, help_text="Only tell what would change.")
    reason = s.CharField(
        max_length=300, required=False, default="", allow_blank=True,
        help_text="Public. What decides something in a season needs one.",
    )  # fmt: skip
    season = s.IntegerField(**SMALL, help_text="Its number; the newest if it is left out.")
    division = s.RegexField(
        r"^[1-9]\d{0,2}\.[1-9]\d{0,2}$", required=False, default="1.1", help_text="Such as 1.1."
    )
    round = s.IntegerField(**SMALL)
    table = s.IntegerField(**SMALL)
    seat = s.IntegerField(**SMALL)
    other_table = s.IntegerField(**SMALL)
    other = s.IntegerField(**SMALL, help_text="The seat to exchange with.")
    player = s.UUIDField(
        required=False, help_text="Whom to remove, to let play, or not to pair with `whom`."
    )
    missed = s.ChoiceField(
        list(MissedRounds), required=False,
        help_text="What missed rounds count: a win, half a win, or nothing.",
    )  # fmt: skip
    places = s.ListField(
        child=s.IntegerField(min_value=1, max_value=8), required=False, max_length=8,
        help_text="By seat; empty if the table counts for nobody.",
    )  # fmt: skip
    days = s.IntegerField(**SMALL)
    starts_at = s.DateTimeField(
        required=False,
        help_text="When a season starts that is opened, or moved; left out: by its terms.",
    )
    whom = schemas.NonBlank(max_length=40, required=False, help_text="The name of a player.")
    text = schemas.NonBlank(max_length=1000, required=False)
    people = schemas.NonBlank(
        max_length=60_000, required=False,
        help_text="A name or an address on each line, then perhaps a semicolon and the seed.",
    )  # fmt: skip
    order = s.CharField(
        max_length=60_000, required=False, allow_blank=True,
        help_text="A name on each line, the first seed first; empty: by rating.",
    )  # fmt: skip
    tables = schemas.NonBlank(
        max_length=60_000, required=False,
        help_text="A table on each line, with “ – ” between the names; one name has a bye.",
    )  # fmt: skip
    name = schemas.NonBlank(max_length=60, required=False)
    description = s.CharField(max_length=2000, required=False, allow_blank=True)
    access = s.ChoiceField(League.Access.choices, required=False)
    is_open = s.BooleanField(required=False)
    terms = s.DictField(required=False, help_text="Those to change, by name.")


class LeagueOutcome(s.Serializer):
    """What came of an action on a league."""

    status = s.ChoiceField(
        ["previewed", "done", "proposed"], help_text="proposed: it waits for a second director."
    )
    changes = s.ListField(child=s.CharField(), help_text="In English; [] if it is proposed.")
    needs_second = s.BooleanField()
    proposal = s.UUIDField(allow_null=True)


class LeagueProposalShape(s.Serializer):
    """What waits for a second director."""

    id = s.UUIDField()
    action = s.CharField()
    by = s.UUIDField()
    proposed_at = s.DateTimeField()
    lines = s.ListField(child=s.CharField(), help_text="What it is about, in your language.")
    may_agree = s.BooleanField(help_text="Whether you may be the second.")


class ProposalDecision(s.Serializer):
    """An answer to a proposal."""

    agree = s.BooleanField(help_text="false: refuse it, or withdraw your own.")


class LeagueActions(Endpoint):
    @accept_idempotency_key
    @describe_operation("direct_league", request=LeagueActionInput, responses=LeagueOutcome)
    def post(self, request: Request, slug: str) -> Response:
        """Do something to a league that you direct, or preview it."""
        league = _get_directed_league(request, slug)
        serializer = LeagueActionInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        return perform_league_action(
            request,
            _build_action(league, serializer.validated_data),
            serializer.validated_data["preview"],
        )


class LeagueProposals(Endpoint):
    @describe_operation(
        "list_league_proposals",
        parameters=[EntryCursor],
        responses=build_entries_serializer(LeagueProposalShape),
    )
    def get(self, request: Request, slug: str) -> Response:
        """What waits for a second director, the oldest first."""
        league = _get_directed_league(request, slug)
        rows = league.proposals.filter(outcome=Proposal.Outcome.WAITING).order_by("proposed_at")
        return respond_with_entries(
            list(rows), request, lambda row: _serialize_proposal(request, row), lambda row: row.pk
        )


class OneLeagueProposal(Endpoint):
    @accept_idempotency_key
    @describe_operation("decide_league_proposal", request=ProposalDecision, responses=LeagueOutcome)
    def post(self, request: Request, slug: str, proposal: UUID) -> Response:
        """Agree to what another director wants to do, or refuse it."""
        league = _get_directed_league(request, slug)
        row = league.proposals.filter(pk=proposal).first()
        if row is None:
            raise Http404
        serializer = ProposalDecision(data=request.data)
        serializer.is_valid(raise_exception=True)
        agrees = serializer.validated_data["agree"]
        log_entry = desk.decide_proposal(signed_in(request), row, agrees=agrees)
        return Response(_serialize_outcome("done", log_entry.changes if log_entry else []))


def perform_league_action(request: Request, action: StaffAction, is_preview: bool) -> Response:
    """Preview an action on a league, do it, or propose it."""
    me = signed_in(request)
    if is_preview:
        preview = desk.preview_staff_action(me, action)
        body = _serialize_outcome("previewed", preview.changes)
        return Response(body | {"needs_second": preview.needs_second})
    result = desk.take_staff_action(me, action)
    if isinstance(result, AuditLogEntry):
        return Response(_serialize_outcome("done", result.changes))
    body = _serialize_outcome("proposed", [])
    return Response(body | {"needs_second": True, "proposal": result.pk})


def _serialize_outcome(status: str, changes: list[str]) -> dict[str, object]:
    return {"status": status, "changes": changes, "needs_second": False, "proposal": None}


def _serialize_proposal(request: Request, row: Proposal) -> dict[str, object]:
    others = approvals.others_who_may_approve(row)
    return {
        "id": row.pk,
        "action": row.action,
        "by": row.by_id,
        "proposed_at": row.proposed_at,
        "lines": directing.describe_proposal(row),
        "may_agree": signed_in(request) in others,
    }


def _get_directed_league(request: Request, slug: str) -> League:
    """Return a league that the player directs. Raises Http404 or NotYours."""
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404
    if not league_directors.may_direct(signed_in(request), league):
        raise NotYours
    return league


def _build_action(league: League, data: Input) -> StaffAction:
    """Return the action that the request describes. Raises Unreadable or Http404."""
    action = Action(data["action"])
    facts: dict[str, Any] = {
        "action": action.value,
        "reason": data["reason"],
        "told": data["reason"],
        **{name: data[name] for name in TAKES[action] if name in data},
    }
    match action:
        case Action.EDIT_LEAGUE | Action.ADD_DEPUTY | Action.DROP_DEPUTY | Action.OPEN_SEASON:
            facts["league"] = league.pk
        case (
            Action.START_SEASON
            | Action.MOVE_START
            | Action.INVITE
            | Action.ENTER_LIST
            | Action.SEED
            | Action.WRITE
            | Action.CALL_OFF
            | Action.CLOSE_SEASON
        ):
            facts["season"] = _get_season(league, data).pk
        case (
            Action.ADMIT_ENTRY
            | Action.REMOVE_ENTRY
            | Action.RENAME_TEAM
            | Action.FORBID_PAIR
            | Action.ALLOW_PAIR
        ):
            facts["entry"] = _get_entry(league, data).pk
        case Action.POSTPONE | Action.EDIT_ROUND | Action.PAIR_ROUND:
            facts["round"] = _get_round(league, data).pk
        case Action.DECIDE_TABLE:
            facts["pairing"] = _get_pairing(league, data).pk
    for name in _list_required_fields(action):
        if name not in facts:
            raise Unreadable(name, _("This field is required for this action."))
    return parse_staff_action(facts)


def _list_required_fields(action: Action) -> tuple[str, ...]:
    return () if action in (Action.EDIT_LEAGUE, Action.OPEN_SEASON) else TAKES[action]


def _get_season(league: League, data: Input) -> Season:
    season = (
        league.seasons.filter(number=data["season"]).first()
        if "season" in data
        else league_tables.latest_season(league)
    )
    if season is None:
        raise Http404
    return season


def _get_entry(league: League, data: Input) -> Entry:
    rows = _get_season(league, data).entries.filter(player=data.get("player"))
    entry = rows.first()
    if entry is None:
        raise Http404
    return entry


def _get_round(league: League, data: Input) -> Round:
    level, number = map(int, data["division"].split("."))
    rows = Round.objects.filter(
        division__season=_get_season(league, data),
        division__level=level - 1,
        division__number=number - 1,
        number=data.get("round", 0),
    )
    row = rows.first()
    if row is None:
        raise Http404
    return row


def _get_pairing(league: League, data: Input) -> Pairing:
    pairing = _get_round(league, data).pairings.filter(number=data.get("table", 0)).first()
    if pairing is None:
        raise Http404
    return pairing
