"""E-mails of leagues to entrants, rendered from the rows at the time of sending."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.emails import league_directors, league_pairings
from games.emails.league_answers import REPLIES, NewsParts
from games.emails.matches import render_email
from games.emails.prompts import build_mailto, format_instant
from games.engine.contract import Refused
from games.engine.text import wrap_item, wrap_paragraph
from games.models import (
    AuditLogEntry,
    Division,
    Entry,
    Pairing,
    PairingSeat,
    Player,
    Season,
)
from games.presentation import league_tables, leagues, ties
from games.services.leagues import entries, news, results, seasons, teams, terms
from games.titles import GAMES
from notifications.gateway import Email, EmailPreferences, Notification, email_preferences_of

# Divisions up to this size are named in full.
MAX_NAMES = 20
# The longest list of tied players, in characters, of whom it is told what told them apart.
MAX_TITLE = 200
# At the start of a round: the places above and below the reader's.
NEAR = 2


def render_league_email(notification: Notification) -> Email | None:
    """Render news of a season; None if they are outdated."""
    rows = Season.objects.select_related("league")
    season = rows.filter(pk=notification.data["season"]).first()
    if season is None:
        return None
    mine, what = teams.entry_of(season, notification.player), notification.data["news"]
    with override(notification.player.language):
        if what in REPLIES:
            parts = REPLIES[what](season, mine, notification.player, notification.data)
        else:
            about = notification.data["about"]
            parts = KINDS[what](season, mine, notification.player, about)
        if parts is None:
            return None
        headline, sentences, lines = parts
        path = reverse("season", args=[season.league.slug, season.number])
        if what in news.WITHOUT_REPLY:
            path = reverse("manage_league", args=[season.league.slug])
        context = {
            "league": season.league.name,
            "season": season.number,
            "headline": headline,
            "line": notification.data.get("line", ""),
            "sentences": sentences,
            "sentences_text": "\n\n".join(wrap_paragraph(sentence) for sentence in sentences),
            "lines": lines,
            "lines_text": "\n".join(wrap_item("- ", line) for line in lines),
            "sections": [
                {
                    "title": title,
                    "lines": rows,
                    "text": "\n".join(wrap_item("- ", row) for row in rows),
                }
                for title, rows in _list_sections(notification, mine)
            ],
            "link": settings.SITE_URL.rstrip("/") + path,
        }
        # An e-mail from before replies were read has no address for them.
        if what in HINTS_BY_NEWS and notification.reply_token:
            context["hints"] = HINTS_BY_NEWS[what](season, mine, notification.player)
            context["button"] = _build_button(notification, season, mine, context)
        return render_email(notification, "league", context)


def _build_button(
    notification: Notification, season: Season, mine: Entry | None, context: dict[str, Any]
) -> dict[str, str] | None:
    """Return the button that signs the reader up or checks them in; None if neither is asked.

    It opens an e-mail, or the page for players who prefer that.
    """
    if notification.data["news"] not in news.ASKING:
        return None
    if mine is not None and mine.state in entries.IN:
        label = _("Check in") if league_tables.must_check_in(mine) else ""
    else:
        label = _("Sign up") if _may_sign_up(season, mine, notification.player) else ""
    if not label:
        return None
    preferences = email_preferences_of(notification.player)
    if preferences.answer_links == EmailPreferences.Links.PAGES:
        return {"label": label, "link": context["link"]}
    subject = " ".join(render_to_string("mail/league.subject.txt", context).split())
    link = build_mailto(notification.reply_token, _("yes"), subject, notification.message_id)
    return {"label": label, "link": link}


def _may_sign_up(season: Season, mine: Entry | None, player: Player) -> bool:
    """Return whether a reply signs a player up who does not take part."""
    league_terms = terms.terms_from_row(season)
    is_over = season.state in (Season.State.CLOSED, Season.State.VOID)
    if is_over or league_terms.is_for_teams or (mine is not None and mine.is_removed):
        return False
    if mine is not None and mine.division_id is not None and not league_terms.is_rolling:
        return False
    try:
        entries.check_conditions(league_terms, player, now=timezone.now())
    except Refused:
        return False
    return mine is not None or entries.may_enter(season, player)


def _list_hints(season: Season, mine: Entry | None, player: Player) -> list[str]:
    """Return what a reply can do now, in sentences that fit on a line each.

    A line of an e-mail that is quoted must not be read as a reply: these are not wrapped.
    """
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        return []
    if mine is None or mine.state not in entries.IN:
        if _may_sign_up(season, mine, player):
            return [_("Reply with “yes” to sign up, or use the page below.")]
        return []
    leave = _("To leave the season, reply with “leave”.")
    if league_tables.must_check_in(mine):
        return [_("Reply with “yes” to check in, or use the page below."), leave]
    return [leave]


def _list_hints_of_news(season: Season, mine: Entry | None, player: Player) -> list[str]:
    """Return how to do what an e-mail asks; who cannot by a reply may by the page."""
    return _list_hints(season, mine, player) or [_("Sign up on the page below.")]


def _hint_at_leaving(season: Season, mine: Entry | None, player: Player) -> list[str]:
    return [_("To leave all the same, reply with “leave for good”.")]


def _describe_sign_up(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if season.state != Season.State.SIGN_UP or mine is not None:
        return None
    if _had_too_few_before(season):
        sentences = [_("The last season had too few players. Do you want to play in this one?")]
    else:
        sentences = [_("You played in the last season. Do you want to play again?")]
    if season.sign_up_until:
        until = format_instant(season.sign_up_until, player)
        sentences.append(_("Sign-up is open until %(until)s.") % {"until": until})
    return _("The next season is open for sign-up"), sentences, []


def _had_too_few_before(season: Season) -> bool:
    before = season.league.seasons.filter(number=season.number - 1).first()
    return before is not None and seasons.had_too_few(before)


def _check_in(season: Season, mine: Entry | None, player: Player, about: str) -> NewsParts | None:
    if mine is None or mine.state != Entry.State.SIGNED or season.starts_at is None:
        return None
    begins = format_instant(season.starts_at, player)
    sentences = [
        _("The season begins on %(begins)s.") % {"begins": begins},
        _("Players who have not checked in by then are left out of the draw."),
    ]
    return _("Check-in is open"), sentences, []


def _describe_missed_check_in(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    sentence = _("You had signed up but did not check in. You can sign up again as a reserve.")
    return _("The season has begun without you"), [sentence], []


def _describe_incomplete_team(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    sentence = _(
        "Your team had fewer players than boards when the season began, so it was left out of the"
        " draw."
    )
    return _("The season has begun without your team"), [sentence], []


def _moved_up(season: Season, mine: Entry | None, player: Player, about: str) -> NewsParts | None:
    if mine is None or mine.state == Entry.State.LEFT:
        return None
    sentences = [_("A place has become free, and it is yours.")]
    if mine.division is not None:
        sentence = _(
            "You play in division %(division)s, with the results so far of the player who left."
        )
        if results.has_one_division(season.pk):
            sentence = _("You play with the results so far of the player who left.")
        sentences.append(sentence % {"division": mine.division})
    return (
        _("You have moved up from the reserve list"),
        sentences,
        league_pairings.list_schedule(mine, player),
    )


def _describe_late_entry(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell a reserve whom a director has let play; `about` is the number of the first round."""
    if mine is None or mine.division is None or mine.state != Entry.State.PLAYING:
        return None
    sentence = _("You play in division %(division)s from round %(number)s on.")
    if results.has_one_division(season.pk):
        sentence = _("You play from round %(number)s on.")
    return (
        _("You have moved up from the reserve list"),
        [sentence % {"division": mine.division, "number": about}],
        [],
    )


def _describe_reserve_place(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None or mine.state != Entry.State.RESERVE:
        return None
    sentence = _(
        "The season has begun, and all places are taken. We tell you when one becomes free."
    )
    return _("You are on the reserve list"), [sentence], []


def _describe_season_start(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None or mine.division is None:
        return None
    many = mine.division.entries.filter(stand_in=None).exclude(pk=mine.pk).count()
    if many <= MAX_NAMES:
        sentence = _("You play in division %(division)s, with %(others)s.")
        if results.has_one_division(season.pk):
            sentence = _("You play with %(others)s.")
        entrants = results.list_entrants(mine.division)
        names = [entry.shown_name for entry in entrants if entry.pk != mine.pk]
        sentences = [sentence % {"division": mine.division, "others": ", ".join(names)}]
    else:
        sentence = _("You play in division %(division)s, with %(many)s others.")
        if results.has_one_division(season.pk):
            sentence = _("You play with %(many)s others.")
        sentences = [sentence % {"division": mine.division, "many": many}]
    sentences.append(str(leagues.ADJUDICATION[terms.terms_from_row(season).adjudication]))
    return _("The season begins"), sentences, league_pairings.list_schedule(mine, player)


def _describe_round_start(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None or mine.division is None:
        return None
    sentence = _("Your place in division %(division)s: %(place)s of %(many)s.")
    if results.has_one_division(season.pk):
        sentence = _("Your place: %(place)s of %(many)s.")
    table = mine.division.table or []
    sentences = [
        sentence % {"place": row["place"], "many": len(table), "division": mine.division}
        for row in table
        if row["entry"] == str(mine.pk)
    ]
    return (
        _("Round %(number)s begins") % {"number": about},
        sentences,
        league_pairings.list_schedule(mine, player, int(about)),
    )


def _list_sections(notification: Notification, mine: Entry | None) -> list[tuple[str, list[str]]]:
    """Return what an e-mail lists besides its news, with titles.

    The start of a round comes with the reader's last results, and the standings around them.
    """
    if notification.data["news"] != "round" or mine is None or mine.division is None:
        return []
    number, table = int(notification.data["about"]), mine.division.table or []
    at = next((n for n, row in enumerate(table) if row["entry"] == str(mine.pk)), 0)
    sections = [
        (_("Your last results"), league_pairings.list_last_results(mine, before=number)),
        (
            _("Standings"),
            league_pairings.list_standings(mine.division, table[max(at - NEAR, 0) : at + NEAR + 1]),
        ),
    ]
    return [(title, rows) for title, rows in sections if rows]


def _describe_round_end_warning(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    rows = league_pairings.fetch_pairing_seats(mine, int(about))
    open_ones = [pairing_seat for pairing_seat in rows if pairing_seat.pairing.settled_at is None]
    if not open_ones:
        return None
    ends = format_instant(open_ones[0].pairing.round.ends_at, player)
    sentences = [_("Round %(number)s ends on %(ends)s.") % {"number": about, "ends": ends}]
    sentences.append(str(leagues.ADJUDICATION[terms.terms_from_row(season).adjudication]))
    lines = [
        league_pairings.describe_scheduled_round(pairing_seat, player) for pairing_seat in open_ones
    ]
    return _("The round ends soon, and your match is still running"), sentences, lines


def _describe_adjudication(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    round_id, _dash, number = about.rpartition("-")
    rows = Pairing.objects.select_related("match", "round")
    pairing = rows.get(round=UUID(round_id), number=int(number))
    how = str(leagues.HOW[Pairing.How(pairing.how)])
    sentence = _(
        "Your match was decided as follows. You can play it to the end, but not for the league."
    )
    sentences = [how[:1].upper() + how[1:] + ".", sentence]
    return (
        _("The round is over, your match is not"),
        sentences,
        league_pairings.format_places(pairing),
    )


def _describe_director_decision(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    pairing = Pairing.objects.select_related("match", "round").get(pk=about.rpartition("-")[0])
    sentence = _("The reason given: %(why)s") % {"why": pairing.why}
    return (
        _("A director has decided a match"),
        [sentence],
        league_pairings.format_places(pairing),
    )


def _describe_invitation(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    is_over = season.state in (Season.State.CLOSED, Season.State.VOID)
    if is_over or (mine is not None and mine.state in entries.IN):
        return None
    entry = AuditLogEntry.objects.select_related("by").get(pk=about)
    name = entry.by.display_name if entry.by else ""
    sentences = [_("%(name)s invites you to a season of this league.") % {"name": name}]
    if season.sign_up_until:
        until = format_instant(season.sign_up_until, player)
        sentences.append(_("Sign-up is open until %(until)s.") % {"until": until})
    return _("You are invited"), sentences, []


def _describe_message(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    entry = AuditLogEntry.objects.get(pk=about)
    lines = [line.strip() for line in str(entry.facts["text"]).splitlines()]
    return _("A message from the league’s director"), [line for line in lines if line], []


def _describe_removal(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    sentence = _(
        "You do not take part in this season any more. Matches that are running stay yours."
    )
    return (
        _("The league’s director has removed you"),
        [sentence, *_reason_given(about)],
        [],
    )


def _describe_new_team_name(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None:
        return None
    sentence = _("Your team is called “%(name)s” now.") % {"name": mine.team_name}
    return _("Your team has been given another name"), [sentence, *_reason_given(about)], []


def _describe_postponement(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None or mine.division is None:
        return None
    sentence = _("These are the new days of your rounds:")
    return (
        _("A round is postponed"),
        [*_reason_given(about), sentence],
        [
            league_pairings.describe_scheduled_round(pairing_seat, player)
            for pairing_seat in league_pairings.fetch_pairing_seats(mine)
            if pairing_seat.pairing.round.closed_at is None
        ],
    )


def _describe_moved_start(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell the new start of a season that has not begun."""
    is_waiting = season.state in (Season.State.SIGN_UP, Season.State.CHECK_IN)
    if mine is None or mine.state not in entries.IN or not is_waiting or season.starts_at is None:
        return None
    starts = format_instant(season.starts_at, player)
    sentences = [*_reason_given(about), _("It now starts on %(starts)s.") % {"starts": starts}]
    if terms.terms_from_row(season).check_in_days and season.sign_up_until:
        opens = format_instant(season.sign_up_until, player)
        sentences.append(_("Check-in opens on %(opens)s.") % {"opens": opens})
    return _("The start of the season is moved"), sentences, []


def _reason_given(about: str) -> list[str]:
    """Return the sentence with the public reason of an audit log entry, [] without one."""
    note = AuditLogEntry.objects.get(pk=about).public_note
    return [_("The reason given: %(why)s") % {"why": note}] if note else []


def _called_off(season: Season, mine: Entry | None, player: Player, about: str) -> NewsParts | None:
    if seasons.had_too_few(season):
        sentence = _("Too few players have signed up.")
    else:
        sentence = _("The league’s director has ended it. Nothing is counted.")
    return _("The season is called off"), [sentence], []


def _describe_tie(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell those who are tied what decides it; `about` is the division, the tie and its rule."""
    if mine is None or mine.division is None:
        return None
    _division, border, rule, step = about.split("/")
    sentences = [
        ties.describe_ruled_tie(tie, names, player.zone)
        for names in [_names_by_seed(mine.division)]
        for tie in results.ties_of(mine.division)
        if (tie.about, tie.rule) == (border, rule)
    ]
    lines = []
    if rule == "play_off":
        last = mine.division.rounds.order_by("number").last()
        lines = league_pairings.list_schedule(mine, player, last.number if last else 0)
    title = _("A lot has decided a tie") if step == "drawn" else _("You are tied")
    return (title, sentences, lines) if sentences else None


def _names_by_seed(division: Division) -> dict[int, str]:
    return {entry.seed or 0: entry.shown_name for entry in results.list_entrants(division)}


def _describe_missed_turns(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell an entrant that they have missed too many turns; `about` is the table."""
    if mine is None:
        return None
    round_id, _dash, number = about.rpartition("-")
    rows = PairingSeat.objects.filter(
        entry=mine, pairing__round=UUID(round_id), pairing__number=int(number)
    )
    seat = rows.select_related("pairing__match").first()
    if seat is None or seat.pairing.match is None:
        return None
    season_terms = terms.terms_from_row(season)
    sentence = ngettext(
        "You have missed %(many)s turn in %(match)s.",
        "You have missed %(many)s turns in %(match)s.",
        season_terms.missed_turns,
    )
    match = seat.pairing.match
    name = f"{GAMES[match.game].title} #{match.number}"
    what = str(leagues.NO_SHOWS[season_terms.no_show])
    sentences = [
        sentence % {"many": season_terms.missed_turns, "match": name},
        _("The league’s rule: %(what)s.") % {"what": what},
    ]
    return _("You have missed too many turns"), sentences, []


def _describe_ejection(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    sentence = _("Your match is over, and you have not answered in this season yet.")
    return _("You are out of the season"), [sentence], []


def _describe_final_standings(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    if mine is None or mine.division is None:
        return None
    table = mine.division.table or []
    at = next((n for n, row in enumerate(table) if row["entry"] == str(mine.pk)), None)
    place = None if at is None else table[at]["place"]
    if len(table) > MAX_NAMES:
        # The best, and those around the reader.
        near = range(0) if at is None else range(max(at - 2, 0), at + 3)
        table = [row for n, row in enumerate(table) if n < MAX_NAMES // 4 or n in near]
    sentence = _("Your final place in division %(division)s: %(place)s.")
    if results.has_one_division(season.pk):
        sentence = _("Your final place: %(place)s.")
    sentences = [sentence % {"place": place, "division": mine.division}] if place else []
    for tie in ties.describe_tie_breaks(mine.division, mine.division.table or [], [mine.seed or 0]):
        if len(tie.title) < MAX_TITLE:
            sentences.append(" ".join([_("Level: %(names)s.") % {"names": tie.title}, *tie.steps]))
    return _("The season is over"), sentences, league_pairings.list_standings(mine.division, table)


KINDS: dict[str, Callable[[Season, Entry | None, Player, str], NewsParts | None]] = {
    **league_directors.KINDS,
    "opened": _describe_sign_up,
    "check_in": _check_in,
    "missed": _describe_missed_check_in,
    "incomplete": _describe_incomplete_team,
    "moved_up": _moved_up,
    "reserve": _describe_reserve_place,
    "admitted": _describe_late_entry,
    "begins": _describe_season_start,
    "round": _describe_round_start,
    "warned": _describe_round_end_warning,
    "adjudicated": _describe_adjudication,
    "decided": _describe_director_decision,
    "invited": _describe_invitation,
    "message": _describe_message,
    "removed": _describe_removal,
    "postponed": _describe_postponement,
    "start_moved": _describe_moved_start,
    "renamed": _describe_new_team_name,
    "called_off": _called_off,
    "tie": _describe_tie,
    "no_show": _describe_missed_turns,
    "ejected": _describe_ejection,
    "closed": _describe_final_standings,
}
# News that say what a reply can do.
HINTS_BY_NEWS: dict[str, Callable[[Season, Entry | None, Player], list[str]]] = {
    **dict.fromkeys(news.ASKING, _list_hints_of_news),
    **dict.fromkeys(("entered", "checked_in", "left"), _list_hints),
    **dict.fromkeys(("reply_refused", "reply_declined"), _list_hints),
    "leave_asked": _hint_at_leaving,
}
