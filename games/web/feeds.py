"""A player's open prompts as an iCalendar file and an Atom feed.

Other programs read both, so they say what is due and where, but nothing about the state of a match.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, Timezone, TimezoneStandard
from msgspec import Struct, structs

from games.models import Match, Player, Prompt, Round, Season
from games.queries import match_lists, open_prompts
from games.titles import GAMES

# How often a program should refresh the calendar.
LOOK_AGAIN = timedelta(minutes=15)
# The length of the event of a deadline, which starts at it: RFC 5545 allows no empty one.
SHORT = timedelta(minutes=30)
# How long, and how many, events that are over stay as cancelled ones. A program deletes them when
# it reads the calendar; some do so once a day.
STAYS_CANCELLED, MOST_CANCELLED = timedelta(days=3), 100
MAX_FINISHED = 20


class CalendarEntry(Struct, frozen=True):
    """An event of a calendar. `uid` stays the same while it moves.

    `sequence` counts its changes, the last of them `changed_at`.
    """

    uid: str
    summary: str
    url: str
    starts_at: datetime
    ends_at: datetime
    sequence: int
    changed_at: datetime
    is_cancelled: bool = False
    description: str = ""


def render_deadline_calendar(player: Player, *, now: datetime) -> bytes:
    """Return an iCalendar (RFC 5545) with one event for each open deadline.

    An event keeps its UID while its prompt is open, so that calendars move it with the deadline.
    For a while after that it is a cancelled one.
    """
    with translation.override(player.language):
        rows = open_prompts.open_prompts_with_match(player)
        events = [_describe_deadline(row, player) for row in rows if row.deadline_at is not None]
        over = open_prompts.settled_prompts_with_match(player, since=now - STAYS_CANCELLED)
        events += [_describe_settled_prompt(row, player) for row in over[:MOST_CANCELLED]]
        return _render_calendar(_("Abyss by Post: deadlines"), events)


def render_round_calendar(season: Season) -> bytes:
    """Return an iCalendar with the sign-up and the rounds of a season, in the active language.

    Rounds of divisions that are played at the same time are one event. An event keeps its UID
    when a round is postponed.
    """
    events = [_describe_round(row, season) for row in _list_distinct_rounds(season)]
    if season.sign_up_until is not None:
        events.insert(0, _describe_sign_up(season, season.sign_up_until))
    return _render_calendar(str(season), events)


def _render_calendar(name: str, events: list[CalendarEntry]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Abyss by Post//EN")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", LOOK_AGAIN, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", LOOK_AGAIN)
    # A calendar has at least one component (RFC 5545, 3.6), also when nothing is due.
    calendar.add_component(_build_time_zone())
    for event in events:
        calendar.add_component(_build_event(event))
    return bytes(calendar.to_ical())


def _build_time_zone() -> Timezone:
    """Return UTC, in which all events are."""
    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    standard.add("dtstart", datetime(1970, 1, 1))
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    standard.add("tzname", "UTC")
    zone.add_component(standard)
    return zone


def _build_event(event: CalendarEntry) -> Event:
    component = Event()
    component.add("uid", f"{event.uid}@{settings.MAIL_DOMAIN}")
    component.add("dtstamp", event.changed_at)
    component.add("last-modified", event.changed_at)
    component.add("sequence", event.sequence)
    component.add("status", "CANCELLED" if event.is_cancelled else "CONFIRMED")
    component.add("transp", "TRANSPARENT")
    component.add("dtstart", event.starts_at)
    component.add("dtend", max(event.ends_at, event.starts_at + SHORT))
    component.add("summary", event.summary)
    if event.description:
        component.add("description", event.description)
    component.add("url", event.url)
    return component


def _describe_deadline(row: Prompt, player: Player) -> CalendarEntry:
    """Describe the deadline of a prompt; one that has been given up starts when it was settled."""
    starts_at = row.deadline_at or row.closed_at or row.answered_at or row.opened_at
    return CalendarEntry(
        uid=str(row.pk),
        summary=_("%(match)s: answer due") % {"match": _match_title(row.match)},
        description=_with_whom(row.match, player),
        url=_match_url(row.match),
        starts_at=starts_at,
        ends_at=starts_at,
        sequence=row.revision,
        changed_at=row.revised_at or row.opened_at,
    )


def _describe_settled_prompt(row: Prompt, player: Player) -> CalendarEntry:
    changes = (row.opened_at, row.revised_at, row.answered_at or row.closed_at)
    return structs.replace(
        _describe_deadline(row, player),
        sequence=row.revision + 1,
        changed_at=max(change for change in changes if change is not None),
        is_cancelled=True,
    )


def _describe_sign_up(season: Season, ends_at: datetime) -> CalendarEntry:
    return CalendarEntry(
        uid=str(season.pk),
        summary=_("%(season)s: sign-up ends") % {"season": season},
        url=_season_url(season),
        starts_at=ends_at,
        ends_at=ends_at,
        sequence=int(_is_called_off(season)),
        changed_at=_last_change(season, season.opened_at),
        is_cancelled=_is_called_off(season),
    )


def _list_distinct_rounds(season: Season) -> list[Round]:
    """Return the first of all rounds that have the same number and are played at the same time."""
    rows = Round.objects.filter(division__season=season)
    return list(
        rows.order_by("number", "starts_at", "ends_at", "pk").distinct(
            "number", "starts_at", "ends_at"
        )
    )


def _describe_round(row: Round, season: Season) -> CalendarEntry:
    is_cancelled = _is_called_off(season)
    return CalendarEntry(
        uid=str(row.pk),
        summary=_("%(season)s: round %(number)s") % {"season": season, "number": row.number},
        url=_season_url(season),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        sequence=row.revision + is_cancelled,
        changed_at=_last_change(season, row.revised_at or row.drawn_at),
        is_cancelled=is_cancelled,
    )


def _is_called_off(season: Season) -> bool:
    return season.state == Season.State.VOID


def _last_change(season: Season, changed_at: datetime) -> datetime:
    """Return when an event of a season changed last, which may be when that was called off."""
    if not _is_called_off(season) or season.closed_at is None:
        return changed_at
    return max(changed_at, season.closed_at)


def _season_url(season: Season) -> str:
    path = reverse("season", args=[season.league.slug, season.number])
    return settings.SITE_URL.rstrip("/") + path


def render_atom_feed(player: Player) -> str:
    """Return an Atom feed (RFC 4287) of the open prompts and the matches finished last.

    The generator marks summaries as HTML, so names are escaped in them.
    """
    with translation.override(player.language):
        feed = Atom1Feed(
            title=_("Abyss by Post: your turn"),
            link=settings.SITE_URL,
            description="",
            language=player.language,
            author_name="Abyss by Post",
        )
        for row in open_prompts.open_prompts_with_match(player):
            feed.add_item(
                title=_("%(match)s: it is your turn") % {"match": _match_title(row.match)},
                link=_match_url(row.match),
                description=escape(_with_whom(row.match, player)),
                unique_id=f"urn:uuid:{row.pk}",
                pubdate=row.opened_at,
                updateddate=row.opened_at,
            )
        for match in match_lists.finished_matches(player)[:MAX_FINISHED]:
            feed.add_item(
                title=_("%(match)s is over") % {"match": _match_title(match)},
                link=_match_url(match),
                description=escape(_with_whom(match, player)),
                unique_id=f"urn:uuid:{match.pk}",
                pubdate=match.finished_at,
                updateddate=match.finished_at or timezone.now(),
            )
        return feed.writeString("utf-8")


def _match_title(match: Match) -> str:
    return f"{GAMES[match.game].title} #{match.number}"


def _match_url(match: Match) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number])


def _with_whom(match: Match, player: Player) -> str:
    others = [s.player.display_name for s in match.seats.all() if s.player_id != player.pk]
    return _("With %(names)s.") % {"names": ", ".join(others)} if others else ""
