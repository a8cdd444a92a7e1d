"""Labels for codes of matches, on pages and in e-mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext

from games.engine import clock
from games.engine.contract import AnyGame
from games.engine.paces import HOUR, PACES, Pace
from games.leagues.ratings import Rating as Belief
from games.models import Match, Player, Rating, Seat
from games.models.players import LANGUAGES
from games.presentation import duration_estimates
from games.queries import punctuality
from games.queries.matches import is_cooperative
from games.titles import GAMES

# How a move was submitted.
SOURCES: dict[str, str | Promise] = {
    "email": gettext_lazy("by e-mail"),
    "link": gettext_lazy("by a link in an e-mail"),
    "page": gettext_lazy("on the page"),
    "api": gettext_lazy("by API"),
    "clock": gettext_lazy("timeout"),
    "bot": gettext_lazy("house bot"),
    "order": gettext_lazy("by standing order"),
    "staff": gettext_lazy("by a moderator"),
    "rules": gettext_lazy("by the rules"),
    # Its sentence says it.
    "undo": "",
}

# Why an order ended.
END_REASONS: dict[str, str | Promise] = {
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
    "live": gettext_lazy("Real time"),
    "day": gettext_lazy("Daily"),
    "three_days": gettext_lazy("Relaxed"),
    "week": gettext_lazy("Slow"),
    "correspondence": gettext_lazy("Correspondence"),
}


# Why a match is paused.
PAUSE_REASONS: dict[str, str | Promise] = {
    "vote": gettext_lazy("Its players have agreed on a pause."),
    "silence": gettext_lazy("A player’s time ran out, and this match waits for its players."),
    "staff": gettext_lazy("A moderator has paused it."),
}


def paused_why(match: Match) -> str:
    """Return why the match is paused, in a sentence; "" if it is not."""
    return "" if match.paused_at is None else str(PAUSE_REASONS[match.pause_reason])


def after_colon(what: object, content: object) -> str:
    """Return “what: said”, with the spacing of the language."""
    return _("%(what)s: %(said)s") % {"what": what, "said": content}


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


def time_limit_in_words(minutes: int) -> str:
    """Return “20 minutes”, “12 hours” or “3 days”."""
    return minutes_in_words(minutes) if minutes % 60 else days_or_hours(minutes // 60)


def day_and_time() -> str:
    """Return the format of an instant for date_format(): “Mon 2 Mar 2026, 13:00”."""
    return pgettext("date format", "D j M Y, H:i")


def short_day_and_time() -> str:
    """Return the format without weekday and year."""
    return pgettext("date format", "j M H:i")


def plain_day() -> str:
    """Return the format of a day without its weekday: “2 Mar 2026”."""
    return pgettext("date format", "j M Y")


def plain_day_and_time() -> str:
    """Return the format of an instant without its weekday: “2 Mar 2026, 13:00”."""
    return pgettext("date format", "j M Y, H:i")


def day_of_a_span() -> str:
    """Return the format of the first day of a span, whose last day has the year: “2 Mar”."""
    return pgettext("date format", "j M")


def day_format() -> str:
    """Return the format without the time."""
    return pgettext("date format", "D j M Y")


def pace_in_words(pace: Match | Pace) -> str:
    """Describe in one line how long a player has."""
    if isinstance(pace, Match):
        daily = clock.parse_daily_deadline(pace.deadline_time, pace.deadline_zone)
        unit = 1 if pace.counts_minutes else HOUR
        bank = pace.bank and {name: many * unit for name, many in pace.bank.items()}
        pace = Pace(pace.hours_per_turn * unit, pace.hours_per_offer * unit, bank, daily)
    offer = time_limit_in_words(pace.offer)
    spans = {"turn": time_limit_in_words(pace.turn), "offer": offer}
    if pace.daily is not None:
        sentence = _(
            "deadlines always at %(time)s (%(zone)s), at least %(turn)s per turn, "
            "%(offer)s when several players decide at once"
        )
        return sentence % (spans | {"time": f"{pace.daily.time:%H:%M}", "zone": pace.daily.zone})
    if pace.bank is None:
        sentence = _("up to %(turn)s per turn, %(offer)s when several players decide at once")
        return sentence % spans
    sentence = _(
        "%(start)s for all turns together; the first %(grace)s of a turn are free, "
        "%(increment)s are added per finished turn, up to %(most)s; %(offer)s when "
        "several players decide at once"
    )
    spans = {name: time_limit_in_words(minutes) for name, minutes in pace.bank.items()}
    return sentence % (spans | {"offer": offer})


def pace_choices(game: AnyGame) -> list[tuple[str, str]]:
    """Return (code, label as HTML) of each pace, with the estimated duration of a match."""
    choices: list[tuple[str, str]] = []
    for code, pace in PACES.items():
        texts = [pace_in_words(pace), _describe_duration(game, code)]
        lines = format_html_join(
            "", " <small>{}</small>", ((capfirst(line),) for line in texts if line)
        )
        choices.append((code, format_html("<b>{}</b>{}", PACE_NAMES.get(code, code), lines)))
    return choices


# How long a match of so many players takes.
SPANS = {
    2: gettext_noop("%(span)s with two"),
    3: gettext_noop("%(span)s with three"),
    4: gettext_noop("%(span)s with four"),
    5: gettext_noop("%(span)s with five"),
}
SPAN = gettext_noop("%(span)s with %(seats)s")


def describe_lengths(game: AnyGame) -> list[str]:
    """Return the estimated duration of a match of the game at each pace: “Daily: about …”."""
    rows = [(PACE_NAMES.get(code, code), _describe_duration(game, code)) for code in PACES]
    return [after_colon(name, words) for name, words in rows if words]


def _describe_duration(game: AnyGame, pace: str) -> str:
    spans = [
        (seats, duration_estimates.estimate_duration(game, seats, pace)) for seats in game.seats
    ]
    parts = [
        _(SPANS.get(seats, SPAN))
        % {"span": _rough_span_in_words(span).replace(" ", "\N{NO-BREAK SPACE}"), "seats": seats}
        for seats, span in spans
        if span is not None
    ]
    return _("about %(spans)s") % {"spans": ", ".join(parts)} if parts else ""


def _rough_span_in_words(span: timedelta) -> str:
    if span >= timedelta(days=3):
        return days_in_words(round(span / timedelta(days=1)))
    if span >= timedelta(hours=2):
        return hours_in_words(round(span / timedelta(hours=1)))
    return minutes_in_words(max(1, round(span / timedelta(minutes=1))))


def hand_offs(game: AnyGame) -> str:
    """Explain the estimated durations, "" for a game without them."""
    if not game.hand_offs:
        return ""
    sentence = _(
        "Lengths are estimates: a simulated match of %(seats)s waits for a player about %(many)s "
        "times; standing orders halve that."
    )
    return sentence % {"seats": game.seats.stop - 1, "many": game.hand_offs[game.seats.stop - 1]}


def players_with_punctuality(seats: Iterable[Seat]) -> list[tuple[Player, str]]:
    """Return (player, punctuality in words) of each seat; "" if too little is known."""
    seats = list(seats)
    reliabilities = punctuality.stored_reliability([seat.player_id for seat in seats])
    return _pair_with_punctuality(seats, reliabilities)


def players_by_match(matches: Sequence[Match]) -> dict[UUID, list[tuple[Player, str]]]:
    """Return the same for many matches with their seats loaded, by match id, with ratings."""
    if not matches:
        return {}
    people = {seat.player_id for match in matches for seat in match.seats.all()}
    reliabilities = punctuality.stored_reliability(people)
    rows = Rating.objects.filter(player__in=people)
    beliefs = {(row.player_id, row.game): Belief(row.mean, row.deviation) for row in rows}
    return {
        match.pk: [
            (player, _with_rating(beliefs.get((player.pk, match.game)), words))
            for player, words in _pair_with_punctuality(match.seats.all(), reliabilities)
        ]
        for match in matches
    }


def _with_rating(rating: Belief | None, punctuality_in_words: str) -> str:
    rating_in_words = _("rated %(rating)s") % {"rating": describe_rating(rating)} if rating else ""
    return ", ".join(filter(None, [rating_in_words, punctuality_in_words]))


def describe_rating(rating: Belief) -> str:
    """Return a rating with its margin: “1632 ± 140”."""
    return f"{rating.shown} ± {rating.margin}"


def _pair_with_punctuality(
    seats: Iterable[Seat], reliabilities: Mapping[UUID, punctuality.Reliability]
) -> list[tuple[Player, str]]:
    return [
        (seat.player, describe_punctuality(reliabilities.get(seat.player_id))) for seat in seats
    ]


def describe_punctuality(reliability: punctuality.Reliability | None) -> str:
    """Describe a player's punctuality, "" if too little is known."""
    if reliability is None:
        return ""
    if reliability.median is None:
        return _("answers %(share)s%% in time") % {"share": reliability.in_time}
    return _("answers %(share)s%% in time, usually within %(span)s") % {
        "share": reliability.in_time,
        "span": days_or_hours(max(1, round(reliability.median / timedelta(hours=1)))),
    }


# What happens when somebody does not answer in time.
ON_SILENCE: dict[str, str | Promise] = {
    "fallback": gettext_lazy("a harmless move is played for them"),
    "bot": gettext_lazy("a move is played, then a house bot takes over until they are back"),
    "substitute": gettext_lazy(
        "a move is played, and the seat is offered to others until they are back"
    ),
    "pause": gettext_lazy("the match waits for them"),
}


def describe_match_settings(match: Match) -> list[str]:
    """Describe the settings of a match other than its pace, in sentences."""
    if match.is_hotseat:
        return [_("On one device: no time limit, no rating, no e-mails.")]
    silent = str(ON_SILENCE[match.on_silence])
    sentences = [_("When a player runs out of time: %(what)s.") % {"what": silent}]
    if not match.absences:
        sentences.append(_("Announced absences do not pause deadlines."))
    if match.min_punctuality:
        sentences.append(least_in_words(match.min_punctuality))
    if match.least_rating is not None:
        sentences.append(_("For ratings from %(least)s.") % {"least": match.least_rating})
    if match.most_rating is not None:
        sentences.append(_("For ratings up to %(most)s.") % {"most": match.most_rating})
    if match.language:
        sentence = _("Language of the chat: %(language)s.")
        sentences.append(sentence % {"language": dict(LANGUAGES)[match.language]})
    if match.bots_welcome:
        sentences.append(_("Players’ bots may join."))
    if reason := explain_unrated(match):
        sentences.append(reason)
    if not match.watchable:
        sentences.append(_("No spectators: once it has begun, only its players see the board."))
    return sentences


def explain_unrated(match: Match) -> str:
    """Return why the match changes no rating, in a sentence; "" if it is rated."""
    if is_cooperative(match):
        return _("Not rated: you play together against the game.")
    if match.ruling == Match.Ruling.UNRATED:
        return _("Not rated: the players agreed on that.")
    return _("Not rated: the match is private.") if match.private else ""


def least_in_words(share: int) -> str:
    """Describe how punctual the players of a match must be."""
    return _("For players who answer at least %(share)s%% of their questions in time.") % {
        "share": share
    }


def span_in_words(minutes: int) -> str:
    """Return “3 hours” for 185, “20 minutes” for 20."""
    return minutes_in_words(minutes) if minutes < 90 else hours_in_words(round(minutes / 60))


def match_title(match: Match) -> str:
    """Return the title of a match: “Abyss #7”."""
    # Lists also contain matches of unknown games, so that the others are still shown.
    game = GAMES.get(match.game)
    return f"{game.title if game else match.game} #{match.number}"


def translate_code(code: object, words: Mapping[str, str]) -> str:
    """Return the word for a code of a game, or for the value of an option: a list is joined."""
    if isinstance(code, list):
        return ", ".join(translate_code(item, words) for item in code)
    if isinstance(code, bool):
        return _("yes") if code else _("no")
    return words.get(str(code)) or str(code).replace("_", " ")


def options_in_words(match: Match, language: str) -> list[str]:
    """Return the options that differ from the defaults: “rounds: 5”."""
    game = GAMES[match.game]
    words = game.list_words(language)
    usual = game.default_options
    defaults = {option.name: option.unnamed for option in game.options}
    return [
        after_colon(translate_code(name, words), translate_code(value, words))
        for name, value in (defaults | match.options).items()
        if usual.get(name) != value
    ]
