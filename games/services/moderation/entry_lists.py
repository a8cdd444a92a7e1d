"""Enter people from a list, rank them for the draw, and let two never meet."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_noop

from games.engine import display_names
from games.leagues.entry_lists import parse_entry_list
from games.models import Entry, Season
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import forbidden_pairings, invited_people, seedings
from games.services.leagues.invited_people import InvitedPeople
from games.services.moderation.season_starts import join_names
from games.services.moderation.seasons import require_entry, require_season
from games.services.moderation.staff_actions import (
    AllowPairing,
    EnterList,
    ForbidPairing,
    SeedEntries,
)


def enter_list(context: ActionContext, action: EnterList) -> None:
    """Invite the people of a list; whoever accepts is entered."""
    season, people = require_season(context, action), parse_entry_list(action.people)
    if not people:
        raise CannotBeDone("Name at least one person, each on a line.")
    came_of_it = invited_people.invite_people(
        season, people, context.by, about=str(context.entry_id), now=context.now
    )
    if not came_of_it.invited and not came_of_it.repeated and not came_of_it.entered:
        sentence, facts = came_of_it.refusals[0]
        raise CannotBeDone(sentence, **facts)
    _add_changes(context, season, came_of_it)


def _add_changes(context: ActionContext, season: Season, came_of_it: InvitedPeople) -> None:
    """Add what came of a list, with names, but of addresses only their number."""
    names = [name for name in came_of_it.invited if "@" not in name]
    if names:
        context.add_change(
            gettext_noop("Invited to {season} by e-mail: {names} ({many})."),
            season=str(season),
            many=len(names),
            names=join_names(names),
        )
    counts = (
        (
            gettext_noop("Addresses invited by e-mail: {many}."),
            len(came_of_it.invited) - len(names),
        ),
        (gettext_noop("Invited before: {many}."), len(came_of_it.repeated)),
    )
    for sentence, many in counts:
        if many:
            context.add_change(sentence, many=many)
    if came_of_it.entered:
        context.add_change(
            gettext_noop("Taking part already: {names}."), names=join_names(came_of_it.entered)
        )
    for sentence, facts in came_of_it.refusals:
        context.add_change(sentence, **facts)


def seed_entries(context: ActionContext, action: SeedEntries) -> None:
    """Rank those who have signed up, by rating or in the order of their names."""
    season = require_season(context, action)
    names = [line for line in action.order.splitlines() if line.strip()]
    order = find_entries(seedings.list_by_rating(season), names)
    entries = seedings.seed_entries(season, [entry.pk for entry in order])
    for number, entry in enumerate(entries[:64], start=1):
        context.add_change(
            gettext_noop("{number}. {name} ({rating})"),
            number=number,
            name=entry.shown_name,
            rating=entry.rating,
        )
    if len(entries) > 64:
        context.add_change(gettext_noop("And {many} more."), many=len(entries) - 64)


def find_entries(entries: Iterable[Entry], names: Iterable[str]) -> list[Entry]:
    """Return the entries with these names, in their order. Raises CannotBeDone."""
    by_name = {display_names.name_key(entry.shown_name): entry for entry in entries}
    matching: list[Entry] = []
    for name in names:
        entry = by_name.get(display_names.name_key(name))
        if entry is None:
            raise CannotBeDone("Nobody here is called “{name}”.", name=name.strip()[:60])
        matching.append(entry)
    return matching


def forbid_pairing(context: ActionContext, action: ForbidPairing) -> None:
    """Let two entrants never meet in rounds that are drawn from now on."""
    first, second = _require_two(context, action)
    forbidden_pairings.forbid_pairing(first, second)
    context.add_change(
        gettext_noop("{first} and {second} do not meet in rounds that are drawn from now on."),
        first=first.shown_name,
        second=second.shown_name,
    )


def allow_pairing(context: ActionContext, action: AllowPairing) -> None:
    """Let two entrants meet again."""
    first, second = _require_two(context, action)
    forbidden_pairings.allow_pairing(first, second)
    context.add_change(
        gettext_noop("{first} and {second} may meet again."),
        first=first.shown_name,
        second=second.shown_name,
    )


def _require_two(
    context: ActionContext, action: ForbidPairing | AllowPairing
) -> tuple[Entry, Entry]:
    first = require_entry(context, action)
    (second,) = find_entries(_entrants(first.season), [action.whom])
    return first, second


def _entrants(season: Season) -> Iterable[Entry]:
    absent_states = (Entry.State.LEFT, Entry.State.MISSED)
    return season.entries.exclude(state__in=absent_states).select_related("player")
