"""A player's open prompts as an iCalendar file and an Atom feed.

Other programs read both, so they say what is due and where, but nothing about the state of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, Timezone, TimezoneStandard
from msgspec import Struct, structs

from games.models import Match, Player, PlayerEvent, Prompt, Round, Season
from games.presentation.event_json import OF_QUESTIONS, EventReader, serialize_events
from games.queries import matches as match_queries
from games.queries import open_prompts
from games.services import player_events
from games.services.player_events import StoredEvent
from games.titles import GAMES

# How often a program should refresh the calendar.
LOOK_AGAIN = timedelta(minutes=15)
# The length of the event of a deadline, which starts at it: RFC 5545 allows no empty one.
SHORT = timedelta(minutes=30)
# How long, and how many, events that are over stay as cancelled ones. A program deletes them when
# it reads the calendar; some do so once a day.
STAYS_CANCELLED, MOST_CANCELLED = timedelta(days=3), 100
# How many events a feed has at most, and which kinds are no news: answers of others, and one's own.
MAX_NEWS = 50
NO_NEWS = (PlayerEvent.Kind.MOVED, PlayerEvent.Kind.PROMPT_CLOSED)
# Fields of an event that Atom has elements for.
OF_ATOM = ("id", "occurred_at", "text", "url")
EVENT_NAMESPACE = "urn:abyss-by-post:event"


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


class EventFeed(Atom1Feed):
    """An Atom feed whose entries also have the fields of their events, by the same names."""

    def root_attributes(self) -> dict[str, str]:
        attributes: dict[str, str] = super().root_attributes()
        return attributes | {"xmlns:event": EVENT_NAMESPACE}

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        for name, value in item["fields"].items():
            handler.addQuickElement(f"event:{name}", str(value))


def render_atom_feed(player: Player) -> str:
    """Return an Atom feed (RFC 4287) of the player's events, the newest first.

    An entry is an event as programs get it, with its id, code and fields, but without its question.
    The generator marks summaries as HTML, so names are escaped in them.
    """
    events = _drop_closed_questions(
        player_events.list_latest_events(player.pk, but=NO_NEWS, most=MAX_NEWS)
    )
    bodies = serialize_events(events, EventReader(player.pk, player.language))
    numbers = {event.facts["match"] for event in events if "match" in event.facts}
    rows = match_queries.all_matches().filter(number__in=numbers) if numbers else ()
    matches = {row.number: row for row in rows}
    with translation.override(player.language):
        feed = EventFeed(
            title=_("Abyss by Post: your turn"),
            link=settings.SITE_URL,
            description="",
            language=player.language,
            author_name="Abyss by Post",
        )
        for event, body in zip(events, bodies, strict=True):
            _add_event(feed, body, matches.get(event.facts.get("match", 0)), player)
        return feed.writeString("utf-8")


def _drop_closed_questions(events: list[StoredEvent]) -> list[StoredEvent]:
    """Leave out the events of questions that are not open any more."""
    questions = [event for event in events if event.kind in OF_QUESTIONS]
    prompts = [str(event.facts["prompt"]) for event in questions if "prompt" in event.facts]
    rows = Prompt.objects.filter(pk__in=prompts, closed_at=None, answered_at=None)
    open_ids = set(map(str, rows.values_list("pk", flat=True)))
    return [
        event
        for event in events
        if event.kind not in OF_QUESTIONS or event.facts.get("prompt") in open_ids
    ]


def _add_event(
    feed: EventFeed, body: Mapping[str, Any], match: Match | None, player: Player
) -> None:
    feed.add_item(
        title=f"{_match_title(match)}: {body['text']}" if match else body["text"],
        link=body["url"],
        description=escape(_with_whom(match, player)) if match else "",
        unique_id=f"urn:uuid:{body['id']}",
        pubdate=body["occurred_at"],
        updateddate=body["occurred_at"],
        categories=(body["event"],),
        fields={name: value for name, value in body.items() if name not in OF_ATOM},
    )


def _match_title(match: Match) -> str:
    return f"{GAMES[match.game].title} #{match.number}"


def _match_url(match: Match) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number])


def _with_whom(match: Match, player: Player) -> str:
    others = [s.player.display_name for s in match.seats.all() if s.player_id != player.pk]
    return _("With %(names)s.") % {"names": ", ".join(others)} if others else ""
