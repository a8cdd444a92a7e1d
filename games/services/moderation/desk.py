"""Preview, take and approve the actions of staff and of the directors of leagues.

1. Whoever may not do it, plays in the match, or is the one it is about, is refused. 2. A preview
does everything and rolls it back, so that what it shows is what would change. 3. Above a threshold
a second member of the staff, who may do it too, has to approve. 4. What was done is recorded for
good, and those concerned are notified. Previews and refusals are recorded as well, for they tell
something about a match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import AuditLogEntry, Match, Player, Proposal
from games.services import conflicts_of_interest, submissions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import news
from games.services.moderation import (
    account_edits,
    accounts,
    approvals,
    audit_log,
    clocks,
    clubs,
    emails,
    endings,
    entry_lists,
    fraud_signals,
    late_entries,
    league_directors,
    leagues,
    messages,
    penalties,
    reports,
    rounds,
    season_starts,
    seasons,
    seats,
    secrets,
    staff_actions,
)
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import (
    NEEDS_NO_REASON,
    MutePlayer,
    StaffAction,
    SuspendPlayer,
    match_id_of,
    player_id_of,
)

A = TypeVar("A", bound=staff_actions.BaseAction)
Handler = Callable[[ActionContext, StaffAction], None]


def _entry(struct: type[A], handle: Callable[[ActionContext, A], None]) -> tuple[Action, Handler]:
    """Return a handler with the action it is for; it takes no other."""

    def handle_checked(context: ActionContext, action: StaffAction) -> None:
        if not isinstance(action, struct):
            raise TypeError(f"{action.kind} is not what this handler is for.")
        handle(context, action)

    return staff_actions.kind_of(struct), handle_checked


# One for each action.
ENTRIES = (
    _entry(staff_actions.ExtendDeadline, clocks.extend_deadline),
    _entry(staff_actions.PauseMatch, clocks.pause_clocks),
    _entry(staff_actions.ResumeMatch, clocks.resume_clocks),
    _entry(staff_actions.AnswerForSeat, seats.answer_for_seat),
    _entry(staff_actions.ReplacePlayer, seats.replace_player),
    _entry(staff_actions.SwapPlayers, seats.swap_players),
    _entry(staff_actions.RewindMatch, endings.rewind_match),
    _entry(staff_actions.AdjudicateMatch, endings.adjudicate_match),
    _entry(staff_actions.VoidMatch, endings.void_match),
    _entry(staff_actions.NotePlayer, penalties.note_player),
    _entry(staff_actions.WarnPlayer, penalties.warn_player),
    _entry(staff_actions.MutePlayer, penalties.mute_player),
    _entry(staff_actions.HideMessage, messages.hide_message),
    _entry(staff_actions.SuspendPlayer, penalties.suspend_player),
    _entry(staff_actions.BanPlayer, penalties.ban_player),
    _entry(staff_actions.LiftSanctions, penalties.lift_sanctions),
    _entry(staff_actions.MergeAccounts, accounts.merge_accounts),
    _entry(staff_actions.ResendEmail, emails.resend_email),
    _entry(staff_actions.ReleaseEmail, emails.release_email),
    _entry(staff_actions.RejectEmail, emails.reject_email),
    _entry(staff_actions.SettleReport, reports.settle_report),
    _entry(staff_actions.DismissSignal, fraud_signals.dismiss_signal),
    _entry(staff_actions.ViewAsSeat, secrets.view_as_seat),
    _entry(staff_actions.EditRound, rounds.exchange_round_seats),
    _entry(staff_actions.PairRound, rounds.pair_round),
    _entry(staff_actions.FoundLeague, leagues.found_league),
    _entry(staff_actions.EditLeague, leagues.edit_league),
    _entry(staff_actions.AddDeputy, leagues.add_deputy),
    _entry(staff_actions.DropDeputy, leagues.drop_deputy),
    _entry(staff_actions.OpenSeason, leagues.open_season),
    _entry(staff_actions.StartSeason, season_starts.start_season_now),
    _entry(staff_actions.MoveSeasonStart, season_starts.move_season_start),
    _entry(staff_actions.InvitePlayer, seasons.invite_player),
    _entry(staff_actions.EnterList, entry_lists.enter_list),
    _entry(staff_actions.SeedEntries, entry_lists.seed_entries),
    _entry(staff_actions.ForbidPairing, entry_lists.forbid_pairing),
    _entry(staff_actions.AllowPairing, entry_lists.allow_pairing),
    _entry(staff_actions.WriteToEntrants, seasons.write_to_entrants),
    _entry(staff_actions.CallOffSeason, seasons.call_off_season),
    _entry(staff_actions.CloseSeason, seasons.close_season),
    _entry(staff_actions.AdmitEntry, late_entries.admit_entry),
    _entry(staff_actions.RemoveEntry, seasons.remove_entry),
    _entry(staff_actions.RenameTeam, seasons.rename_team),
    _entry(staff_actions.PostponeRound, seasons.postpone_round),
    _entry(staff_actions.DecideTable, seasons.decide_table),
    _entry(staff_actions.ClearClub, clubs.clear_club),
    _entry(staff_actions.EditAccount, account_edits.edit_account),
    _entry(staff_actions.AddAccount, account_edits.add_account),
    _entry(staff_actions.SetRoles, account_edits.set_roles),
)
HANDLERS: dict[Action, Handler] = dict(ENTRIES)


class ActionPreview(msgspec.Struct, frozen=True):
    """What an action would change, in sentences, and whether somebody else has to approve it."""

    changes: list[str]
    needs_second: bool
    sentences: list[tuple[str, dict[str, object]]] = []
    """The changes with their facts apart, to be translated."""


class ActionResult(msgspec.Struct, frozen=True):
    """What came of an action: its row in the audit log, or the proposal that waits."""

    record: AuditLogEntry | Proposal
    sentences: list[tuple[str, dict[str, object]]]
    """What changed, with its facts apart, to be translated; [] for a proposal."""


class _RolledBack(Exception):
    """Ends the transaction of a preview."""


def preview_staff_actions(
    by: Player, actions: Sequence[StaffAction], *, now: datetime | None = None
) -> list[ActionPreview | Refused]:
    """Return what several actions would change, one after the other, and change nothing.

    One that is refused is returned as its refusal, and the others are previewed without it. Each
    is recorded. Do not call it in a transaction that may be rolled back.
    """
    now = now or timezone.now()
    results = _preview_in_turn(by, actions, now)
    for action, came_of_it in zip(actions, results, strict=True):
        league = league_directors.league_of_action(action)
        if isinstance(came_of_it, Refused):
            audit_log.record_refusal(by, action, came_of_it, league, now)
        else:
            audit_log.record_preview(by, action, came_of_it.sentences, league, now)
    return results


def _preview_in_turn(
    by: Player, actions: Sequence[StaffAction], now: datetime
) -> list[ActionPreview | Refused]:
    results: list[ActionPreview | Refused] = []
    try:
        with transaction.atomic():
            for action in actions:
                try:
                    with transaction.atomic():
                        results.append(_perform_preview(by, action, now))
                except Refused as refusal:
                    results.append(refusal)
            raise _RolledBack
    except _RolledBack:
        return results


def take_staff_actions(
    by: Player,
    actions: Sequence[StaffAction],
    *,
    form: UUID | None = None,
    now: datetime | None = None,
) -> list[ActionResult]:
    """Carry out or propose several actions, all or none of them.

    A `form` that is sent twice does everything once, and returns the same records. Raises Refused
    for the first action that is refused, which is recorded, and OtherSubmission for a form that was
    sent before with other actions.
    """
    now = now or timezone.now()
    results: list[ActionResult] = []

    def take_all() -> submissions.Answer:
        _lock_matches(actions)
        for action in actions:
            results.append(_take_or_propose(by, action, now))
        return submissions.Answer(200, {}, " ".join(str(result.record.pk) for result in results))

    try:
        with transaction.atomic():
            if form is None:
                take_all()
                return results
            digest = hashlib.sha256(msgspec.json.encode(list(actions))).hexdigest()
            answer = submissions.submit_once(by, f"form-{form}", digest, take_all, now=now)
    except submissions.OtherSubmission:
        raise
    except Exception as error:
        _record_refusal(by, actions[len(results)], error, now)
        raise
    return results or [_find_result(pk) for pk in answer.body.split()]


def _find_result(pk: str) -> ActionResult:
    """Return what came of an action that was taken before."""
    record = AuditLogEntry.objects.filter(pk=pk).first() or Proposal.objects.get(pk=pk)
    return ActionResult(record, [])


def preview_staff_action(
    by: Player, action: StaffAction, *, now: datetime | None = None
) -> ActionPreview:
    """Return what an action would change, and change nothing. Raises Refused.

    Either is recorded. Do not call it in a transaction that may be rolled back.
    """
    now = now or timezone.now()
    try:
        preview = _preview_and_roll_back(by, action, now)
    except Exception as error:
        _record_refusal(by, action, error, now)
        raise
    league = league_directors.league_of_action(action)
    audit_log.record_preview(by, action, preview.sentences, league, now)
    return preview


def _preview_and_roll_back(by: Player, action: StaffAction, now: datetime) -> ActionPreview:
    preview: ActionPreview | None = None
    try:
        with transaction.atomic():
            preview = _perform_preview(by, action, now)
            raise _RolledBack
    except _RolledBack:
        assert preview is not None
        return preview


def _perform_preview(by: Player, action: StaffAction, now: datetime) -> ActionPreview:
    """Do it in the caller's transaction, and return what changed. Raises Refused."""
    # Before it is done: a season that is called off does not run any more.
    is_for_two = league_directors.needs_second(by, action)
    context = _perform_staff_action(by, action, now)
    is_for_two = is_for_two or approvals.needs_second(context, action.kind)
    return ActionPreview(context.changes, is_for_two, context.sentences)


def take_staff_action(
    by: Player, action: StaffAction, *, now: datetime | None = None
) -> AuditLogEntry | Proposal:
    """Carry an action out, or propose it to a second member of the staff.

    Raises Refused, which is recorded.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            return _take_or_propose(by, action, now).record
    except Exception as error:
        _record_refusal(by, action, error, now)
        raise


def _record_refusal(by: Player, action: StaffAction, error: Exception, now: datetime) -> None:
    league = league_directors.league_of_action(action)
    audit_log.record_refusal(by, action, error, league, now)


def _take_or_propose(by: Player, action: StaffAction, now: datetime) -> ActionResult:
    _lock_targets(action)
    if not _preview_and_roll_back(by, action, now).needs_second:
        context = _perform_staff_action(by, action, now)
        return ActionResult(audit_log.record_action(context, action), context.sentences)
    proposal = Proposal.objects.create(
        action=action.kind,
        facts=msgspec.to_builtins(action),
        reason=action.reason,
        by=by,
        league=league_directors.league_of_action(action),
        proposed_at=now,
    )
    _tell_other_directors(proposal, action, now)
    return ActionResult(proposal, [])


def _tell_other_directors(proposal: Proposal, action: StaffAction, now: datetime) -> None:
    season = league_directors.season_of_action(action)
    if season is not None:
        others = [
            director.pk for director in league_directors.other_directors(proposal.by_id, season)
        ]
        news.tell_players(season, others, "proposed", about=str(proposal.pk), now=now)


def _lock_matches(actions: Sequence[StaffAction]) -> None:
    """Lock the matches of several actions in the order of all services that lock several."""
    ids = [match for action in actions if (match := match_id_of(action)) is not None]
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=ids)
    list(rows.order_by("pk").only("pk"))


def _lock_targets(action: StaffAction) -> None:
    """Lock what amounts are counted of: of two at once the second counts the first."""
    match = match_id_of(action)
    if match is not None:
        list(Match.objects.select_for_update(no_key=True).filter(pk=match).only("pk"))
    # Only here, for whoever locks matches as well locks them first.
    if isinstance(action, MutePlayer | SuspendPlayer):
        list(Player.objects.select_for_update(no_key=True).filter(pk=action.player).only("pk"))


def _perform_staff_action(by: Player, action: StaffAction, now: datetime) -> ActionContext:
    """Do it, in the caller's transaction. Raises Refused."""
    if not league_directors.may_take(by, action):
        raise NotAllowed("Your role does not allow this.")
    if not action.reason.strip() and action.kind not in NEEDS_NO_REASON:
        raise CannotBeDone("Give a reason.")
    conflicts_of_interest.check_action(by, action)
    league_directors.check_apart(by, action)
    context = ActionContext(by, now)
    match, player = match_id_of(action), player_id_of(action)
    if match is not None:
        context.match = Match.objects.select_for_update(no_key=True).filter(pk=match).first()
    if player is not None:
        context.player = Player.objects.filter(pk=player, left_at=None).first()
    HANDLERS[action.kind](context, action)
    return context


def decide_proposal(
    by: Player, proposal: Proposal, *, agrees: bool, now: datetime | None = None
) -> AuditLogEntry | None:
    """Carry out what another proposed, or reject it (None).

    Raises Refused, which is recorded; the proposal stays open.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            return _apply_decision(by, proposal, agrees=agrees, now=now)
    except Exception as error:
        _record_refusal(by, approvals.parse_proposal(proposal), error, now)
        raise


def _apply_decision(
    by: Player, proposal: Proposal, *, agrees: bool, now: datetime
) -> AuditLogEntry | None:
    row = approvals.lock_waiting_proposal(proposal)
    action = approvals.parse_proposal(row)
    if row.by_id == by.pk and agrees:
        raise NotAllowed("Another moderator has to approve.")
    approvals.check_may_approve(by, action)
    row.outcome = Proposal.Outcome.APPROVED if agrees else Proposal.Outcome.REFUSED
    row.decided_at, row.decided_by = now, by
    row.save(update_fields=["outcome", "decided_at", "decided_by"])
    if not agrees:
        audit_log.record_declined(by, row, action, now)
        return None
    context = _perform_staff_action(row.by, action, now)
    return audit_log.record_action(context, action, approved_by=by)


@transaction.atomic
def approve_alone(proposal: Proposal, *, reason: str, now: datetime | None = None) -> AuditLogEntry:
    """Carry out what nobody else on the staff may approve; `reason` is recorded with it.

    Raises Refused; the proposal stays open.
    """
    now = now or timezone.now()
    row = approvals.lock_waiting_proposal(proposal)
    if not reason.strip():
        raise CannotBeDone("Give a reason.")
    if approvals.others_who_may_approve(row):
        raise NotAllowed("Somebody else on the staff may agree: ask them to.")
    row.outcome, row.decided_at = Proposal.Outcome.APPROVED, now
    row.save(update_fields=["outcome", "decided_at"])
    action = approvals.parse_proposal(row)
    context = _perform_staff_action(row.by, action, now)
    context.add_change(
        "Nobody else could agree; it was done by command: {reason}", reason=reason.strip()
    )
    return audit_log.record_action(context, action)


def approval_command(proposal: Proposal) -> str:
    """Return the command by which an operator approves, "" where another of the staff may."""
    if approvals.others_who_may_approve(proposal):
        return ""
    return f'python3 manage.py approve {proposal.pk} --reason "…"'
