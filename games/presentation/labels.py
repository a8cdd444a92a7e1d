"""What codes of the table are called on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine.contract import AnyGame
from games.engine.paces import PACES, Pace
from games.leagues.ratings import Rating as Belief
from games.models import Match, Player, Rating, Seat
from games.presentation import duration_estimates
from games.queries import punctuality
from games.titles import GAMES

# Through which door a move came; a person's own hand on this site needs no word.
SOURCES: dict[str, str | Promise] = {
    "letter": gettext_lazy("by letter"),
    "link": gettext_lazy("by a link in a letter"),
    "page": gettext_lazy("on the page"),
    "api": gettext_lazy("by program"),
    "clock": gettext_lazy("by the clock"),
    "bot": gettext_lazy("house bot"),
    "order": gettext_lazy("by standing order"),
    "staff": gettext_lazy("by a moderator"),
    "rules": gettext_lazy("by the rules"),
    # Its sentence says it.
    "undo": "",
}

# Why an order is followed no more.
ENDED: dict[str, str | Promise] = {
    "cancelled": gettext_lazy("cancelled"),
    "used_up": gettext_lazy("followed as often as you wanted"),
    "turn_over": gettext_lazy("its turn is over"),
    "my_turn": gettext_lazy("your turn came"),
    "date": gettext_lazy("its day is over"),
    "back": gettext_lazy("you are back"),
    "unfit": gettext_lazy("your turn came, and nothing of it was possible"),
    "refused": gettext_lazy("the rules did not take its answer"),
}

PACE_NAMES: dict[str, str | Promise] = {
    "live": gettext_lazy("At one sitting"),
    "day": gettext_lazy("Daily"),
    "three_days": gettext_lazy("Relaxed"),
    "week": gettext_lazy("Slow"),
    "correspondence": gettext_lazy("Correspondence"),
}


# Why a match waits.
PAUSED: dict[str, str | Promise] = {
    "vote": gettext_lazy("Its players have agreed on a pause."),
    "silence": gettext_lazy("A player's time ran out, and this match waits for its players."),
    "staff": gettext_lazy("A moderator has paused it."),
}


def paused_why(match: Match) -> str:
    """Why the match waits, in a sentence; "" if it does not."""
    return "" if match.paused_at is None else str(PAUSED[match.pause_reason])


def after_colon(what: object, said: object) -> str:
    """Return “what: said”, with the spaces of the language."""
    return _("%(what)s: %(said)s") % {"what": what, "said": said}


def days_in_words(days: int) -> str:
    """Return “3 days”."""
    return ngettext("%(many)s day", "%(many)s days", days) % {"many": days}


def hours_in_words(hours: int) -> str:
    """Return “12 hours”."""
    return ngettext("%(many)s hour", "%(many)s hours", hours) % {"many": hours}


def minutes_in_words(minutes: int) -> str:
    """Return “20 minutes”."""
    return ngettext("%(many)s minute", "%(many)s minutes", minutes) % {"many": minutes}


def days_or_hours(hours: int) -> str:
    """Return “3 days” for 72, “12 hours” for 12."""
    return days_in_words(hours // 24) if hours and hours % 24 == 0 else hours_in_words(hours)


def day_and_time() -> str:
    """How an instant is written: “Mon 2 Mar 2026, 13:00”, for date_format()."""
    return pgettext("date format", "D j M Y, H:i")


def short_day_and_time() -> str:
    """The same without weekday and year."""
    return pgettext("date format", "j M H:i")


def day_format() -> str:
    """The same without the time."""
    return pgettext("date format", "D j M Y")


def pace_in_words(pace: Match | Pace) -> str:
    """Say in one line how long a player has."""
    if isinstance(pace, Match):
        pace = Pace(pace.hours_per_turn, pace.hours_per_offer, pace.bank)
    offer = days_or_hours(pace.offer)
    if pace.bank is None:
        told = _("up to %(turn)s for a turn, %(offer)s when several are asked at once")
        return told % {"turn": days_or_hours(pace.turn), "offer": offer}
    told = _(
        "%(start)s for all turns together, which cost nothing in their first %(grace)s, and"
        " %(increment)s more for each one handed on, up to %(most)s; %(offer)s when several are"
        " asked at once"
    )
    spans = {name: days_or_hours(hours) for name, hours in pace.bank.items()}
    return told % (spans | {"offer": offer})


def pace_choices(game: AnyGame) -> list[tuple[str, str]]:
    """(code, lines) of each pace the lobby offers, with how long a match of the game takes."""
    found = []
    for code, pace in PACES.items():
        said = after_colon(PACE_NAMES.get(code, code), pace_in_words(pace))
        found.append((code, " – ".join(filter(None, (said, _describe_duration(game, code))))))
    return found


def _describe_duration(game: AnyGame, pace: str) -> str:
    spans = [
        (seats, duration_estimates.estimate_duration(game, seats, pace)) for seats in game.seats
    ]
    said = [
        _("%(span)s with %(seats)s") % {"span": _rough_span_in_words(span), "seats": seats}
        for seats, span in spans
        if span is not None
    ]
    return _("about %(spans)s") % {"spans": ", ".join(said)} if said else ""


def _rough_span_in_words(span: timedelta) -> str:
    if span >= timedelta(days=3):
        return days_in_words(round(span / timedelta(days=1)))
    if span >= timedelta(hours=2):
        return hours_in_words(round(span / timedelta(hours=1)))
    return minutes_in_words(max(1, round(span / timedelta(minutes=1))))


def hand_offs(game: AnyGame) -> str:
    """Where the expected length of a match comes from, "" for a game nobody has counted."""
    if not game.hand_offs:
        return ""
    told = _(
        "Lengths are estimates: a match of %(seats)s stops about %(many)s times for somebody to"
        " come, counted in simulated matches without standing orders, which shorten it by half."
    )
    return told % {"seats": game.seats.stop - 1, "many": game.hand_offs[game.seats.stop - 1]}


def players_with_punctuality(seats: Iterable[Seat]) -> list[tuple[Player, str]]:
    """(player, how they keep to the clock) of each seat; "" of whom too little is known."""
    seats = list(seats)
    known = punctuality.stored_reliability([seat.player_id for seat in seats])
    return _pair_with_punctuality(seats, known)


def sitting_at(matches: Sequence[Match]) -> dict[UUID, list[tuple[Player, str]]]:
    """The same of many matches, whose seats are at hand, by the id of the match; with ratings."""
    if not matches:
        return {}
    people = {seat.player_id for match in matches for seat in match.seats.all()}
    known = punctuality.stored_reliability(people)
    rows = Rating.objects.filter(player__in=people)
    rated = {(row.player_id, row.game): Belief(row.mean, row.deviation) for row in rows}
    return {
        match.pk: [
            (player, _with_rating(rated.get((player.pk, match.game)), kept))
            for player, kept in _pair_with_punctuality(match.seats.all(), known)
        ]
        for match in matches
    }


def _with_rating(rating: Belief | None, kept: str) -> str:
    told = _("rated %(rating)s") % {"rating": rating_in_words(rating)} if rating else ""
    return ", ".join(filter(None, [told, kept]))


def rating_in_words(rating: Belief) -> str:
    """A rating with its margin: “1632 ± 140”."""
    return f"{rating.shown} ± {rating.margin}"


def _pair_with_punctuality(
    seats: Iterable[Seat], known: Mapping[UUID, punctuality.Reliability]
) -> list[tuple[Player, str]]:
    return [(seat.player, kept_in_words(known.get(seat.player_id))) for seat in seats]


def kept_in_words(kept: punctuality.Reliability | None) -> str:
    """How somebody keeps to the clock, "" if too little is known."""
    if kept is None:
        return ""
    if kept.median is None:
        return _("answers %(share)s%% in time") % {"share": kept.in_time}
    return _("answers %(share)s%% in time, usually within %(span)s") % {
        "share": kept.in_time,
        "span": days_or_hours(max(1, round(kept.median / timedelta(hours=1)))),
    }


# What happens when somebody lets a turn pass.
ON_SILENCE: dict[str, str | Promise] = {
    "fallback": gettext_lazy("the clock answers for them, with a harmless answer"),
    "bot": gettext_lazy("the clock answers, then a house bot plays for them until they are back"),
    "substitute": gettext_lazy(
        "the clock answers, and the seat is offered to others until they are back"
    ),
    "pause": gettext_lazy("the match waits for them; the clock answers only if it is set going"),
}


def describe_match_settings(match: Match) -> list[str]:
    """What holds in this match beside its pace, in sentences."""
    silent = str(ON_SILENCE[match.on_silence])
    said = [_("When somebody lets a turn pass: %(what)s.") % {"what": silent}]
    if not match.absences:
        said.append(_("Announced absences do not stop the clock."))
    if match.min_punctuality:
        said.append(least_in_words(match.min_punctuality))
    if match.bots_welcome:
        said.append(_("Players’ bots are welcome."))
    if not match.watchable:
        said.append(_("Without spectators: once it has begun, only its players see the table."))
    return said


def least_in_words(share: int) -> str:
    """Say how punctual the players of a match have to be."""
    return _("For players who answer at least %(share)s%% of their questions in time.") % {
        "share": share
    }


def span_in_words(minutes: int) -> str:
    """Return “3 hours” for 185, “20 minutes” for 20."""
    return minutes_in_words(minutes) if minutes < 90 else hours_in_words(round(minutes / 60))


def match_title(match: Match) -> str:
    """What people call the match: “Abyss #7”."""
    # A list names a match of a game that nobody knows as well, for the sake of the others in it.
    game = GAMES.get(match.game)
    return f"{game.title if game else match.game} #{match.number}"


def translate_code(code: object, words: Mapping[str, str]) -> str:
    """What a code of a game, or a value of an option, is called."""
    if isinstance(code, bool):
        return _("yes") if code else _("no")
    return words.get(str(code)) or str(code).replace("_", " ")


def options_in_words(match: Match, language: str) -> list[str]:
    """The options that were not left as they were: “rounds: 5”."""
    game = GAMES[match.game]
    words = game.list_words(language)
    usual = {option.name: option.values[0] for option in game.options}
    return [
        after_colon(translate_code(name, words), translate_code(value, words))
        for name, value in match.options.items()
        if usual.get(name) != value
    ]
