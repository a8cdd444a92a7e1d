"""Leagues in words: forms, counts, states and rules, for pages and e-mails."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, Season
from games.presentation.labels import least_in_words
from games.services.leagues.late_entries import MissedRounds

FORMS = {
    "round_robin": gettext_lazy("round robin"),
    "swiss": gettext_lazy("Swiss system"),
    "groups": gettext_lazy("groups, then a knock-out"),
    "knock_out": gettext_lazy("knock-out"),
    "double_elimination": gettext_lazy("double elimination"),
    "ladder": gettext_lazy("ladder with challenges"),
    "arena": gettext_lazy("arena"),
}

# What a format is, in a few words.
FORMS_IN_WORDS = {
    "round_robin": gettext_lazy("everybody meets everybody; divisions with promotion"),
    "swiss": gettext_lazy("neighbours in the standings meet, nobody twice; nobody is out"),
    "groups": gettext_lazy("everybody meets their group; the best of each play on to a final"),
    "knock_out": gettext_lazy("losers are out, until the final"),
    "double_elimination": gettext_lazy("whoever has lost twice is out, until the final"),
    "ladder": gettext_lazy("players challenge those above them"),
    "arena": gettext_lazy("whoever is free is paired again, for some hours"),
}

# Heading of a column, and the meaning of its figures.
COUNTS = {
    "points": (gettext_lazy("Points"), gettext_lazy("for the places at all tables")),
    "wins": (gettext_lazy("Wins"), gettext_lazy("matches won alone")),
    "places": (gettext_lazy("Places"), gettext_lazy("opponents beaten or drawn with")),
    "opponents": (
        gettext_lazy("Opponents"),
        gettext_lazy("the points of all opponents, once for each meeting (Buchholz)"),
    ),
    "beaten": (
        gettext_lazy("Beaten"),
        gettext_lazy("the points of opponents beaten, half of those drawn with (Sonneborn-Berger)"),
    ),
    "head_to_head": (
        gettext_lazy("Head to head"),
        gettext_lazy("opponents beaten among those still tied"),
    ),
    "ratio": (
        gettext_lazy("Share"),
        gettext_lazy("the share of all points scored at the tables; 1 is average"),
    ),
    "score": (gettext_lazy("Score"), gettext_lazy("the scores of all matches, added up")),
    "boards": (
        gettext_lazy("Boards"),
        gettext_lazy("boards won by the team, half for those drawn"),
    ),
    "reached": (gettext_lazy("Rounds"), gettext_lazy("the rounds reached")),
    "rungs": (gettext_lazy("Rung"), gettext_lazy("rungs below one’s own")),
    "last": (gettext_lazy("Last"), gettext_lazy("opponents beaten in the last match")),
    "play_off": (gettext_lazy("Play-off"), gettext_lazy("opponents beaten in the play-off")),
    "lot": (gettext_lazy("Lot"), gettext_lazy("the rank by lot among those still tied")),
}

# The terms that a director fills in, by name.
FILLED_IN: dict[str, object] = {
    "form": gettext_lazy("Format"),
    "seats": gettext_lazy("Players at a table"),
    "least_seats": gettext_lazy("Players at the smallest table"),
    "team_size": gettext_lazy("Boards of a team (1: everybody plays alone)"),
    "division_size": gettext_lazy("Players in a division (0: all in one)"),
    "fan": gettext_lazy("Divisions below each division"),
    "up": gettext_lazy("Promoted from each division"),
    "down": gettext_lazy("Relegated from each division"),
    "rounds": gettext_lazy("Rounds (0: as many as the format needs)"),
    "rounds_at_once": gettext_lazy("Rounds played at the same time"),
    "requested_byes": gettext_lazy("Rounds that a player may sit out (Swiss system)"),
    "group_size": gettext_lazy("Players in a group"),
    "group_through": gettext_lazy("Players of a group who advance"),
    "through": gettext_lazy("Players of a table who advance (knock-out)"),
    "third_place": gettext_lazy("A match for third place (knock-out)"),
    "reach": gettext_lazy("Rungs above that one may challenge (ladder)"),
    "arena_hours": gettext_lazy("Hours of an arena"),
    "sign_up_days": gettext_lazy("Days of sign-up"),
    "check_in_days": gettext_lazy("Days to check in (0: no check-in)"),
    "round_days": gettext_lazy("Days of a round"),
    "notification_hours": gettext_lazy("Hours between a draw and its matches"),
    "hurries": gettext_lazy("A round begins as soon as the last one is over"),
    "capacity": gettext_lazy("Places (0: as many as come)"),
    "least_entrants": gettext_lazy("Players needed to begin"),
    "starts_when_full": gettext_lazy("Begin as soon as all places are taken"),
    "goes_on": gettext_lazy("Open the next season when one ends"),
    "most_at_once": gettext_lazy("Matches of a player at the same time (0: any)"),
    "pace": gettext_lazy("Pace"),
    "on_silence": gettext_lazy("When a player times out"),
    "absences": gettext_lazy("Announced absences pause deadlines"),
    "undo": pgettext_lazy("setting", "Undo"),
    "min_punctuality": gettext_lazy("Reliable players only"),
    "least_rating": gettext_lazy("Lowest rating"),
    "most_rating": gettext_lazy("Highest rating"),
    "zones": gettext_lazy("Time zones"),
    "by_place": gettext_lazy("Points by place"),
    "draw": gettext_lazy("Points of a draw between two"),
    "ties": gettext_lazy("If players stay tied where a place matters"),
    "adjudication": gettext_lazy("A match that is unfinished at the end of its round"),
    "substitutes": gettext_lazy("Substitutes"),
    "missed_turns": gettext_lazy("Missed turns of a match that are too many (0: any)"),
    "no_show": gettext_lazy("After too many missed turns"),
    "ejects_absent": gettext_lazy("Players who never answer leave after their first match"),
}
# Everything that can be changed of a league.
TERMS: dict[str, object] = {
    **FILLED_IN,
    "name": gettext_lazy("Name of the league"),
    "description": gettext_lazy("Description"),
    "access": gettext_lazy("Who can enter"),
    "is_open": gettext_lazy("Seasons"),
    "tie_breaks": gettext_lazy("Tie-breaks"),
    "options": gettext_lazy("Rule variants of the game"),
    "game": gettext_lazy("Game"),
}


STATES = {
    Season.State.SIGN_UP: gettext_lazy("open for sign-up"),
    Season.State.CHECK_IN: gettext_lazy("checking in"),
    Season.State.RUNNING: gettext_lazy("being played"),
    Season.State.CLOSED: gettext_lazy("over"),
    Season.State.VOID: gettext_lazy("called off"),
}

ENTRIES = {
    Entry.State.SIGNED: gettext_lazy("signed up"),
    Entry.State.HERE: gettext_lazy("checked in"),
    Entry.State.RESERVE: gettext_lazy("on the reserve list"),
    Entry.State.PLAYING: gettext_lazy("playing"),
    Entry.State.LEFT: gettext_lazy("has left"),
    Entry.State.MISSED: gettext_lazy("did not check in"),
}

HOW = {
    Pairing.How.BYE: gettext_lazy("has a bye, which counts as a win"),
    Pairing.How.HALF: gettext_lazy("sits out, which counts as half a win"),
    Pairing.How.WALKOVER: gettext_lazy("won by default"),
    Pairing.How.LATE: gettext_lazy(
        "unfinished at the end of the round: the player to act is placed last"
    ),
    Pairing.How.SHARED: gettext_lazy("unfinished at the end of the round: a draw"),
    Pairing.How.VOID: gettext_lazy("does not count"),
    Pairing.How.STAFF: gettext_lazy("decided by the league’s director"),
}

MISSED_ROUNDS = {
    MissedRounds.HALF: gettext_lazy("half the points of a win each"),
    MissedRounds.BYE: gettext_lazy("the points of a win each"),
    MissedRounds.NOTHING: gettext_lazy("no points"),
}

ADJUDICATION = {
    "late_last": gettext_lazy(
        "A match that is unfinished at the end of its round is decided: the player to "
        "act is placed last."
    ),
    "shared": gettext_lazy("A match that is unfinished at the end of its round is a draw."),
    "void": gettext_lazy("A match that is unfinished at the end of its round does not count."),
}

TIES = {
    "lot": gettext_lazy(
        "If no tie-break tells apart who advances, is promoted or is relegated, a lot decides."
    ),
    "play_off": gettext_lazy(
        "If no tie-break tells apart who advances, is promoted or is relegated, a play-off decides;"
        " if that ends in a tie too, or more than four would play, a lot."
    ),
    "all": gettext_lazy(
        "If no tie-break tells apart who advances, is promoted or is relegated, all of those tied"
        " advance, are promoted or stay."
    ),
}

NO_SHOWS = {
    "warn": gettext_lazy("the player and the league’s directors get an e-mail"),
    "bot": gettext_lazy("a house bot plays until the player is back"),
    "walkover": gettext_lazy("the opponent wins the table; more than two players play on"),
    "out": gettext_lazy("the player leaves the season, and the opponent wins the table"),
}

SUBSTITUTES = {
    "counts": gettext_lazy("What a substitute achieves counts for the original player."),
    "last": gettext_lazy("A player who has to be substituted is placed last in that match."),
}


def format_number(value: Fraction) -> str:
    """Format a figure: “2”, “2½”, “2.33”.

    >>> format_number(Fraction(5, 2)), format_number(Fraction(7, 3)), format_number(Fraction(-1))
    ('2½', '2.33', '-1')
    """
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2 and value > 0:
        whole = value.numerator // 2
        return f"{whole or ''}½"
    return f"{float(value):.2f}"


def describe_league_rules(terms: Terms) -> list[str]:
    """Describe the rules of a league, one sentence each."""
    return [
        _describe_form(terms),
        *_describe_knock_out(terms),
        _describe_calendar(terms),
        *_describe_promotion(terms),
        *_describe_requested_byes(terms),
        _describe_points(terms),
        *_describe_conditions(terms),
        *_describe_ties(terms),
        str(ADJUDICATION[terms.adjudication]),
        str(SUBSTITUTES[terms.substitutes]),
        *_describe_no_shows(terms),
        _("Announced absences stop the clock.")
        if terms.absences
        else _("Announced absences do not pause deadlines."),
    ]


def _describe_requested_byes(terms: Terms) -> list[str]:
    if terms.form != "swiss" or not terms.requested_byes:
        return []
    sentence = ngettext(
        "Before it is drawn, you can ask to sit out %(many)s round for half the points of a win.",
        "Before they are drawn, you can ask to sit out %(many)s rounds for half the points of a"
        " win each.",
        terms.requested_byes,
    )
    return [sentence % {"many": terms.requested_byes}]


def describe_evenness(division: Division) -> str:
    """Describe how far the draw is from perfect; "" if it is not, or not all rounds were drawn."""
    figures: dict[str, Any] | None = division.evenness
    if not figures:
        return ""
    if not figures["uneven"] and figures["seats"] <= 1 and figures["out"] <= 1:
        return ""
    sentence = _(
        "In this draw two players meet %(least)s to %(most)s times; %(uneven)s pairs meet more or"
        " less often than they should; nobody’s seats differ by more than"
        " %(seats)s."
    )
    return sentence % figures


def _describe_form(terms: Terms) -> str:
    if terms.form == "ladder":
        return _(
            "A ladder: challenge players at most %(reach)s rungs above you. Whoever beats"
            " somebody higher takes their rung; newcomers begin at the bottom, at any time."
        ) % {"reach": terms.reach}
    if terms.form == "arena":
        return _(
            "An arena of %(hours)s hours: whoever is free is paired again, with neighbours in the"
            " standings. Join and leave at any time."
        ) % {"hours": terms.arena_hours}
    form = FORMS[terms.form]
    if terms.is_for_teams:
        return _("Teams of %(boards)s boards; %(form)s.") % {
            "boards": terms.team_size,
            "form": form,
        }
    if terms.seats == 2:
        return _("Two at a table; %(form)s.") % {"form": form}
    return _("Tables of %(seats)s; %(form)s.") % {"seats": terms.seats, "form": form}


def _describe_knock_out(terms: Terms) -> Iterable[str]:
    """Describe what comes before a final, beyond a plain knock-out."""
    if terms.form == "groups":
        sentence = ngettext(
            "Groups of about %(size)s; the best %(many)s of each advances to the knock-out.",
            "Groups of about %(size)s; the best %(many)s of each advance to the knock-out.",
            terms.group_through,
        )
        yield sentence % {"size": terms.group_size, "many": terms.group_through}
    if terms.form == "double_elimination":
        yield _(
            "Whoever has lost once plays on among those who have, and can still win. If the"
            " unbeaten player loses the final, it is played once more."
        )


def _describe_calendar(terms: Terms) -> str:
    if terms.form == "arena":
        return _("Matches that are unfinished at the end are decided by the league’s rules.")
    if terms.form == "ladder":
        sentence = ngettext(
            "A season takes %(n)s day.", "A season takes %(n)s days.", terms.round_days
        )
        return sentence % {"n": terms.round_days}
    days = ngettext("%(n)s day for a round", "%(n)s days for a round", terms.round_days)
    sentence = days % {"n": terms.round_days}
    if terms.rounds_at_once > 1:
        sentence += ", " + _("%(n)s rounds at once") % {"n": terms.rounds_at_once}
    begin = _("rounds begin by the calendar.")
    if terms.hurries:
        begin = _("the next one begins as soon as the last is over.")
    return _("%(said)s; %(more)s") % {"said": sentence, "more": begin}


def _describe_promotion(terms: Terms) -> Iterable[str]:
    if terms.division_size and terms.goes_on and not terms.is_rolling:
        yield _("Divisions of about %(size)s; %(up)s are promoted, %(down)s relegated.") % {
            "size": terms.division_size,
            "up": terms.up,
            "down": terms.down,
        }


def _describe_points(terms: Terms) -> str:
    steps = terms.by_place.get(terms.seats) or tuple(range(terms.seats - 1, -1, -1))
    sentence = _("Points by place: %(points)s.") % {"points": ", ".join(map(str, steps))}
    breaks = ", ".join(str(COUNTS[name][0]) for name in terms.tie_breaks)
    return sentence + (" " + _("Ties are broken in this order: %(breaks)s.") % {"breaks": breaks})


def _describe_ties(terms: Terms) -> Iterable[str]:
    """Describe the rule for ties, where one could matter, and what its lots come from."""
    if not terms.is_knock_out and (terms.is_rolling or not terms.division_size):
        return
    yield str(TIES[terms.ties])
    if settings.BEACON_URLS:
        yield _(
            "A lot is drawn from a round of public randomness that is named before it appears, and"
            " from a secret whose SHA-256 is published when the season opens."
        )
    else:
        yield _("A lot is drawn from a secret whose SHA-256 is published when the season opens.")


def _describe_no_shows(terms: Terms) -> Iterable[str]:
    if terms.missed_turns:
        sentence = ngettext(
            "After %(many)s missed turn in a match: %(what)s.",
            "After %(many)s missed turns in a match: %(what)s.",
            terms.missed_turns,
        )
        yield sentence % {"many": terms.missed_turns, "what": NO_SHOWS[terms.no_show]}
    if terms.ejects_absent:
        yield _("Players who never answer leave the season after their first match.")


def _describe_conditions(terms: Terms) -> Iterable[str]:
    if terms.min_punctuality:
        yield least_in_words(terms.min_punctuality)
    if terms.least_rating is not None:
        yield _("For ratings from %(least)s.") % {"least": terms.least_rating}
    if terms.most_rating is not None:
        yield _("For ratings up to %(most)s.") % {"most": terms.most_rating}
    if terms.zones:
        yield _("For players in these time zones: %(zones)s.") % {"zones": ", ".join(terms.zones)}
    if terms.capacity:
        yield _("%(n)s places; later entrants are on the reserve list.") % {"n": terms.capacity}
    if terms.most_at_once:
        sentence = ngettext(
            "At most %(n)s match of a player at the same time.",
            "At most %(n)s matches of a player at the same time.",
            terms.most_at_once,
        )
        yield sentence % {"n": terms.most_at_once}
