"""Let a reserve play in a Swiss system that is running."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import late_entries, results
from games.services.leagues.late_entries import MissedRounds
from games.services.moderation.seasons import require_entry
from games.services.moderation.staff_actions import AdmitEntry


def admit_entry(context: ActionContext, action: AdmitEntry) -> None:
    """Let a reserve play from the next draw on; they are told."""
    entry = require_entry(context, action)
    if action.missed not in list(MissedRounds):
        raise CannotBeDone("Say what missed rounds count: bye, half or nothing.")
    late = late_entries.admit_entry(
        entry, MissedRounds(action.missed), division=action.division, now=context.now
    )
    if results.has_one_division(late.division.season_id):
        sentence = gettext_noop("{name} plays from round {number} on.")
    else:
        sentence = gettext_noop("{name} plays in division {division}, from round {number} on.")
    context.add_change(
        sentence,
        name=late.entry.shown_name,
        division=str(late.division),
        number=late.first_round,
    )
    context.add_change(
        gettext_noop("Rounds missed: {many}; points for them: {points}."),
        many=late.missed,
        points=str(late.points),
    )
