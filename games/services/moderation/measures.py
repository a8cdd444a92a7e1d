"""A measure: what somebody at the desk wants done. Rehearsed, perhaps agreed to, carried out.

1. Who may not, or plays in the match, is refused. 2. A rehearsal does everything and takes it back:
what it tells is what would change. 3. Above a threshold a second member of the staff, who may do it
too, has to agree. 4. What was done is written down for good, and told to those concerned; what was
rehearsed or refused is written down, too, for it tells something about a match.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from abyss_site.ids import uuid7
from games.engine.contract import Refused
from games.models import AuditLogEntry, Match, Player, Proposal
from games.services.house_bots import OF_THE_HOUSE
from games.services.moderation import conflicts_of_interest
from games.services.moderation.conflicts_of_interest import NotAllowed
from games.services.moderation.roles import Action, may_take_action
from notifications import gateway
from notifications.gateway import Draft

DAY = 24
# Hours or moves, above which a second pair of eyes is needed: of what was done to the match or the
# player without one lately, whoever did it, and of what is to be done.
MOST_ALONE = {Action.EXTEND: 14 * DAY, Action.SUSPEND: 14 * DAY, Action.REWIND: 20}
LATELY = timedelta(days=90)
ALWAYS_TWO = {Action.BAN, Action.MERGE, Action.ADJUDICATE, Action.VOID}
# Whose people would learn of it from other letters, or are told nothing.
SILENT = {Action.PAUSE, Action.LOOK, Action.RESEND, Action.RELEASE}


class CannotBeDone(Refused):
    """There is nothing to be done so, or it is not said well enough."""

    code = "cannot_be_done"


class Measure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to be done. `reason` is for the staff; `told` for those concerned and the public.

    `match`, `player`, `letter`, `report`, `round` and `hint` are ids. `other` is a seat for a swap;
    `table` and `other_table` are those of a round, from 1, whose seats are exchanged; `whom` the
    address of who takes a seat, "" a house bot, or of the account that stays. `hours`: of time, or
    until a sanction ends, None as is usual, 0 for good. `places[seat]` for an adjudication. `name`
    is what a player is to be called, "" as they are; `roles` are those of a member of the staff,
    with commas between, "" for nobody on the staff any more.
    """

    action: Action
    reason: str
    told: str = ""
    match: UUID | None = None
    seat: int | None = None
    other: int | None = None
    player: UUID | None = None
    whom: str = ""
    hours: int | None = None
    ply: int | None = None
    answer: str = ""
    places: list[int] = []
    letter: UUID | None = None
    report: UUID | None = None
    round: UUID | None = None
    hint: UUID | None = None
    table: int | None = None
    other_table: int | None = None
    upheld: bool = False
    name: str = ""
    roles: str = ""


class Work(msgspec.Struct):
    """A measure while it is carried out, in a transaction.

    `match` and `player` are those it names, the match locked; `concerned` are told by letter, each
    with the seat they sit in, None for none, and so are those who read `addresses`, whose player
    stands beside each; `changes` are the sentences for the staff. `amount` are the hours or moves
    of which somebody alone may give only so many.
    """

    measure: Measure
    by: Player
    now: datetime
    deed: UUID
    match: Match | None
    player: Player | None
    concerned: list[tuple[UUID, int | None]] = []
    addresses: list[tuple[UUID, str]] = []
    changes: list[str] = []
    amount: int | None = None

    @classmethod
    def begun(cls, measure: Measure, by: Player, now: datetime) -> Work:
        """Return a measure of which nothing is done, for neither match nor player."""
        return cls(measure, by, now, uuid7(), None, None)

    def table(self) -> Match:
        """The match. Raises CannotBeDone if none is named."""
        if self.match is None:
            raise CannotBeDone("Say for which match.")
        return self.match

    def person(self) -> Player:
        """The player. Raises CannotBeDone if none is named, or it is a bot."""
        if self.player is None or self.player.is_bot:
            raise CannotBeDone("Say for which player.")
        return self.player

    def everybody(self) -> None:
        """Let all people at the table be told."""
        people = self.table().seats.exclude(OF_THE_HOUSE)
        self.concerned += people.values_list("player_id", "number")


Doer = Callable[[Work], None]


class Rehearsed(msgspec.Struct, frozen=True):
    """What a measure would change, and whether somebody else has to agree."""

    changes: list[str]
    needs_second: bool


class _TakenBack(Exception):
    """Ends the transaction of a rehearsal."""


def preview_staff_action(
    by: Player, measure: Measure, doers: dict[Action, Doer], *, now: datetime | None = None
) -> Rehearsed:
    """Tell what a measure would change; nothing is. Raises Refused.

    Either is written down. Call it in no transaction that may be taken back.
    """
    now = now or timezone.now()
    try:
        rehearsed = _preview_and_roll_back(by, measure, doers, now)
    except Exception as error:
        write_refusal(by, measure, error, now)
        raise
    _write_attempt(by, measure, AuditLogEntry.Step.REHEARSED, rehearsed.changes, now)
    return rehearsed


def _preview_and_roll_back(
    by: Player, measure: Measure, doers: dict[Action, Doer], now: datetime
) -> Rehearsed:
    work = None
    try:
        with transaction.atomic():
            work = _perform_staff_action(by, measure, doers, now)
            needs_two = needs_second(work)
            raise _TakenBack
    except _TakenBack:
        assert work is not None
        return Rehearsed(work.changes, needs_two)


def take_staff_action(
    by: Player, measure: Measure, doers: dict[Action, Doer], *, now: datetime | None = None
) -> AuditLogEntry | Proposal:
    """Carry a measure out, or propose it to a second member of the staff. Raises Refused.

    That it was refused is written down.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            return _take_or_propose(by, measure, doers, now)
    except Exception as error:
        write_refusal(by, measure, error, now)
        raise


def _take_or_propose(
    by: Player, measure: Measure, doers: dict[Action, Doer], now: datetime
) -> AuditLogEntry | Proposal:
    _lock_targets(measure)
    if not _preview_and_roll_back(by, measure, doers, now).needs_second:
        return write_down(_perform_staff_action(by, measure, doers, now))
    return Proposal.objects.create(
        action=measure.action,
        facts=msgspec.to_builtins(measure),
        reason=measure.reason,
        by=by,
        proposed_at=now,
    )


def _lock_targets(measure: Measure) -> None:
    """Lock what amounts are counted of: of two at once the second counts the first."""
    if measure.match is not None:
        list(Match.objects.select_for_update(no_key=True).filter(pk=measure.match).only("pk"))
    # Only here, for whoever locks matches as well locks them first.
    if measure.action == Action.SUSPEND and measure.player is not None:
        list(Player.objects.select_for_update(no_key=True).filter(pk=measure.player).only("pk"))


def write_refusal(by: Player, measure: Measure, error: Exception, now: datetime) -> None:
    """Keep for good what somebody tried that was refused, or that failed."""
    why = error.reason if isinstance(error, Refused) else f"It failed: {type(error).__name__}."
    _write_attempt(by, measure, AuditLogEntry.Step.REFUSED, [why], now)


def _write_attempt(
    by: Player, measure: Measure, step: AuditLogEntry.Step, changes: list[str], now: datetime
) -> None:
    AuditLogEntry.objects.create(
        action=measure.action,
        step=step,
        by=by,
        match_id=measure.match,
        player_id=measure.player,
        facts=msgspec.to_builtins(measure),
        changes=changes,
        reason=measure.reason.strip(),
        occurred_at=now,
    )


def decide_proposal(
    by: Player,
    proposal: Proposal,
    doers: dict[Action, Doer],
    *,
    agrees: bool,
    now: datetime | None = None,
) -> AuditLogEntry | None:
    """Carry out what another proposed, or refuse it. Raises Refused; the proposal stays open.

    That it was refused is written down.
    """
    now = now or timezone.now()
    measure = msgspec.convert(proposal.facts, Measure, strict=False)
    try:
        with transaction.atomic():
            return _apply_decision(by, proposal, doers, agrees=agrees, now=now)
    except Exception as error:
        write_refusal(by, measure, error, now)
        raise


def _apply_decision(
    by: Player, proposal: Proposal, doers: dict[Action, Doer], *, agrees: bool, now: datetime
) -> AuditLogEntry | None:
    row = _lock_waiting_proposal(proposal)
    measure = msgspec.convert(row.facts, Measure, strict=False)
    if row.by_id == by.pk and agrees:
        raise NotAllowed("Somebody else has to agree.")
    if not (may_take_action(by, Action.APPROVE) and may_take_action(by, measure.action)):
        raise NotAllowed("Your role may not do this.")
    _check_apart(by, measure)
    row.outcome = Proposal.Outcome.APPROVED if agrees else Proposal.Outcome.REFUSED
    row.decided_at, row.decided_by = now, by
    row.save(update_fields=["outcome", "decided_at", "decided_by"])
    return write_down(_perform_staff_action(row.by, measure, doers, now), by) if agrees else None


def others_who_may_agree(proposal: Proposal) -> list[Player]:
    """The staff, but for whoever proposes it, who could agree."""
    measure = msgspec.convert(proposal.facts, Measure, strict=False)
    staff = Player.objects.filter(is_staff=True, is_active=True).exclude(pk=proposal.by_id)
    return [one for one in staff if _may_agree(one, measure)]


def _may_agree(player: Player, measure: Measure) -> bool:
    if not (may_take_action(player, Action.APPROVE) and may_take_action(player, measure.action)):
        return False
    try:
        _check_apart(player, measure)
    except NotAllowed:
        return False
    return True


@transaction.atomic
def agree_alone(
    proposal: Proposal,
    doers: dict[Action, Doer],
    *,
    reason: str,
    now: datetime | None = None,
) -> AuditLogEntry:
    """Carry out what nobody else on the staff may agree to; `reason` is written down with it.

    Raises Refused; the proposal stays open.
    """
    now = now or timezone.now()
    row = _lock_waiting_proposal(proposal)
    if not reason.strip():
        raise CannotBeDone("Say why.")
    if others_who_may_agree(row):
        raise NotAllowed("Somebody else on the staff may agree: ask them to.")
    row.outcome, row.decided_at = Proposal.Outcome.APPROVED, now
    row.save(update_fields=["outcome", "decided_at"])
    measure = msgspec.convert(row.facts, Measure, strict=False)
    work = _perform_staff_action(row.by, measure, doers, now)
    work.changes.append(f"Nobody else could agree; it was done by command: {reason.strip()}")
    return write_down(work)


def _lock_waiting_proposal(proposal: Proposal) -> Proposal:
    """The proposal's row, locked. Raises CannotBeDone if it has been decided."""
    row = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if row.outcome != Proposal.Outcome.WAITING:
        raise CannotBeDone("That has been decided already.")
    return row


def needs_second(work: Work) -> bool:
    """Whether somebody else has to agree to what was just done."""
    action = work.measure.action
    if action in ALWAYS_TWO:
        return True
    if action not in MOST_ALONE or work.amount is None:
        return False
    return work.amount + _done_alone(work) > MOST_ALONE[action]


def _done_alone(work: Work) -> int:
    """The hours or moves of such a measure that nobody agreed to, of a while, by anybody.

    Of the match as a whole, where it names one: seats that are helped in turn wait for each other.
    """
    since = work.now - LATELY
    rows = AuditLogEntry.objects.filter(
        step=AuditLogEntry.Step.DONE, approved_by=None, occurred_at__gt=since
    )
    rows = rows.filter(action=work.measure.action, match=work.match, player=work.player)
    counted = rows.values_list("amount", "facts__hours")
    # Before amounts were written down the hours stood among the facts only.
    return sum(hours or 0 if amount is None else amount for amount, hours in counted)


def _perform_staff_action(
    by: Player, measure: Measure, doers: dict[Action, Doer], now: datetime
) -> Work:
    """Do it, in the caller's transaction."""
    if not may_take_action(by, measure.action):
        raise NotAllowed("Your role may not do this.")
    if not measure.reason.strip():
        raise CannotBeDone("Say why.")
    _check_apart(by, measure)
    match = player = None
    if measure.match is not None:
        match = Match.objects.select_for_update(no_key=True).filter(pk=measure.match).first()
    if measure.player is not None:
        player = Player.objects.filter(pk=measure.player, left_at=None).first()
    work = Work.begun(measure, by, now)
    work.match, work.player = match, player
    doers[measure.action](work)
    return work


def _check_apart(by: Player, measure: Measure) -> None:
    """Raise NotAllowed for whoever plays or played there, or is the one it is about."""
    if measure.match is not None:
        conflicts_of_interest.check_table(by, measure.match)
    conflicts_of_interest.check_person(by, measure.player, measure.whom)


def write_down(work: Work, approved_by: Player | None = None) -> AuditLogEntry:
    """Keep what was done for good, and tell those concerned."""
    measure = work.measure
    deed = AuditLogEntry.objects.create(
        pk=work.deed,
        action=measure.action,
        by=work.by,
        approved_by=approved_by,
        match=work.match,
        player=work.player,
        facts=msgspec.to_builtins(measure),
        changes=work.changes,
        reason=measure.reason.strip(),
        public_note=measure.told.strip(),
        amount=work.amount,
        occurred_at=work.now,
    )
    if measure.action not in SILENT:
        drafts = [_draft_to_player(work, player, seat) for player, seat in work.concerned]
        drafts += [_draft_to_address(work, player, at) for player, at in work.addresses]
        gateway.post_notifications(drafts, now=work.now)
    return deed


def _draft_to_player(work: Work, player: UUID, seat: int | None) -> Draft:
    facts: dict[str, Any] = {"deed": str(work.deed)}
    thread = ""
    if work.match is not None:
        thread = f"match-{work.match.number}"
        facts |= {"match": str(work.match.pk), "seat": seat}
    return Draft(
        key=f"desk-{work.deed}-{player}",
        player_id=player,
        kind="desk",
        thread=thread,
        data=facts,
    )


def _draft_to_address(work: Work, player: UUID, address: str) -> Draft:
    """A letter to an address that is not, or not any more, the one its player is written to."""
    return Draft(
        key=f"desk-{work.deed}-{player}-{work.addresses.index((player, address))}",
        player_id=player,
        kind="desk",
        data={"deed": str(work.deed)},
        address=address,
    )
