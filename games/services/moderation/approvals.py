"""Which staff actions a second member of the staff has to approve, and who may."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q

from games.models import AuditLogEntry, Player, Proposal
from games.services import conflicts_of_interest
from games.services.action_context import ActionContext, CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.moderation import league_directors
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import StaffAction, parse_staff_action

DAY = 24
# The most hours or moves without a second person: what was done to the match or the player
# without one lately, by whomever, and what is to be done, taken together.
MOST_ALONE = {
    Action.EXTEND: 14 * DAY,
    Action.MUTE: 14 * DAY,
    Action.SUSPEND: 14 * DAY,
    Action.REWIND: 20,
}
LATELY = timedelta(days=90)
ALWAYS_TWO = {Action.BAN, Action.MERGE, Action.ADJUDICATE, Action.VOID}


def parse_proposal(proposal: Proposal) -> StaffAction:
    """Return the action that a proposal waits to do."""
    return parse_staff_action(proposal.facts)


def lock_waiting_proposal(proposal: Proposal) -> Proposal:
    """Return the proposal's row, locked. Raises CannotBeDone if it has been decided."""
    row = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if row.outcome != Proposal.Outcome.WAITING:
        raise CannotBeDone("That has been decided already.")
    return row


def others_who_may_approve(proposal: Proposal) -> list[Player]:
    """Return those, other than who proposed it, who may approve a proposal.

    They are members of the staff, and directors of the league.
    """
    action = parse_proposal(proposal)
    people = Q(is_staff=True)
    if proposal.league_id is not None:
        people |= Q(directed_leagues__league=proposal.league_id)
    candidates = Player.objects.filter(people, is_active=True).exclude(pk=proposal.by_id).distinct()
    return [player for player in candidates if _may_approve(player, action)]


def _may_approve(player: Player, action: StaffAction) -> bool:
    try:
        check_may_approve(player, action)
    except NotAllowed:
        return False
    return True


def check_may_approve(by: Player, action: StaffAction) -> None:
    """Raise NotAllowed for whoever may not take the action, or may not approve any.

    What is done to a league its other directors approve, or staff who directs leagues.
    """
    if league_directors.is_league_action(action):
        may = league_directors.may_take(by, action)
    else:
        may = may_take_action(by, Action.APPROVE) and may_take_action(by, action.kind)
    if not may:
        raise NotAllowed("Your role does not allow this.")
    conflicts_of_interest.check_action(by, action)
    league_directors.check_apart(by, action)


def needs_second(context: ActionContext, action: Action) -> bool:
    """Return whether somebody else has to approve what was just done."""
    if action in ALWAYS_TWO:
        return True
    if action not in MOST_ALONE or context.amount is None:
        return False
    return context.amount + _amount_done_alone(context, action) > MOST_ALONE[action]


def _amount_done_alone(context: ActionContext, action: Action) -> int:
    """Return the hours or moves of such actions that nobody approved, lately, by anybody.

    Of the match as a whole, where it names one: seats that are helped in turn wait for each other.
    """
    rows = AuditLogEntry.objects.filter(
        step=AuditLogEntry.Step.DONE, approved_by=None, occurred_at__gt=context.now - LATELY
    )
    rows = rows.filter(action=action, match=context.match, player=context.player)
    amounts = rows.values_list("amount", "facts__hours")
    # Before amounts were recorded the hours stood among the facts only.
    return sum(hours or 0 if amount is None else amount for amount, hours in amounts)
