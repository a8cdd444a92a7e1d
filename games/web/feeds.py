"""A player's open prompts as an iCalendar file and an Atom feed.

Other programs read both, so they say what is due and where, but nothing about the state of a match.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.models import Match, Player, Prompt, Round, Season
from games.queries import match_lists, open_prompts
from games.titles import GAMES

# How often a program should refresh the calendar.
LOOK_AGAIN = timedelta(minutes=15)
MAX_FINISHED = 20


def render_deadline_calendar(player: Player) -> bytes:
    """Return an iCalendar (RFC 5545) with one event for each open deadline.

    An event keeps its UID while its prompt is open, so that calendars move it with the deadline.
    """
    with translation.override(player.language):
        made = Calendar()
        made.add("prodid", "-//Abyss by Post//EN")
        made.add("version", "2.0")
        made.add("x-wr-calname", _("Abyss by Post: deadlines"))
        made.add("refresh-interval", LOOK_AGAIN, parameters={"value": "DURATION"})
        for row in open_prompts.open_prompts_with_match(player):
            if row.deadline_at is not None:
                made.add_component(_build_calendar_event(row, player))
        return bytes(made.to_ical())


def render_round_calendar(season: Season) -> bytes:
    """Return an iCalendar with the sign-up and the rounds of a season, in the active language.

    Rounds of divisions that are played at the same time are one event. An event keeps its UID
    when a round is postponed.
    """
    made = Calendar()
    made.add("prodid", "-//Abyss by Post//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", str(season))
    made.add("refresh-interval", LOOK_AGAIN, parameters={"value": "DURATION"})
    url = settings.SITE_URL.rstrip("/") + reverse(
        "season", args=[season.league.slug, season.number]
    )
    events = []
    if season.sign_up_until is not None:
        told = _("%(season)s: sign-up ends") % {"season": season}
        events.append((f"{season.pk}", season.sign_up_until, season.sign_up_until, told))
    rows = Round.objects.filter(division__season=season)
    for number, starts, ends in (
        rows.order_by("number", "starts_at", "ends_at")
        .values_list("number", "starts_at", "ends_at")
        .distinct()
    ):
        told = _("%(season)s: round %(number)s") % {"season": season, "number": number}
        first = rows.filter(number=number, starts_at=starts, ends_at=ends).order_by("pk").first()
        events.append((f"{first and first.pk}", starts, ends, told))
    for uid, starts, ends, told in events:
        entry = Event()
        entry.add("uid", f"{uid}@{settings.MAIL_DOMAIN}")
        entry.add("dtstamp", season.opened_at)
        entry.add("dtstart", starts)
        entry.add("dtend", ends)
        entry.add("summary", told)
        entry.add("url", url)
        made.add_component(entry)
    return bytes(made.to_ical())


def _build_calendar_event(row: Prompt, player: Player) -> Event:
    entry = Event()
    entry.add("uid", f"{row.pk}@{settings.MAIL_DOMAIN}")
    entry.add("dtstamp", row.opened_at)
    entry.add("dtstart", row.deadline_at)
    entry.add("dtend", row.deadline_at)
    entry.add("summary", _("%(match)s: answer due") % {"match": _match_title(row.match)})
    entry.add("description", _with_whom(row.match, player))
    entry.add("url", _match_url(row.match))
    return entry


def render_atom_feed(player: Player) -> str:
    """Return an Atom feed (RFC 4287) of the open prompts and the matches finished last."""
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
                description=_with_whom(row.match, player),
                unique_id=f"urn:uuid:{row.pk}",
                pubdate=row.opened_at,
                updateddate=row.opened_at,
            )
        for match in match_lists.finished_matches(player)[:MAX_FINISHED]:
            feed.add_item(
                title=_("%(match)s is over") % {"match": _match_title(match)},
                link=_match_url(match),
                description=_with_whom(match, player),
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
