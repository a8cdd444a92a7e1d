"""What answers a player's e-mail about a season, from `data` of the notification."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.emails import league_pairings
from games.emails.prompts import format_instant
from games.models import Entry, Player, Season
from games.presentation import errors_text, league_tables
from games.services.leagues import entries, terms

# A headline, sentences, and list items.
NewsParts = tuple[str, list[str], list[str]]


def _describe_entry(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    if mine is None or mine.state not in entries.IN:
        return None
    match Entry.State(mine.state):
        case Entry.State.RESERVE:
            sentence = _("All places are taken. We tell you when one becomes free.")
            return _("You are on the reserve list"), [sentence], []
        case Entry.State.PLAYING:
            return (
                _("You take part in this season"),
                [],
                league_pairings.list_schedule(mine, player),
            )
        case Entry.State.HERE:
            return _("You have checked in"), _describe_beginning(season, player), []
    sentences = _describe_beginning(season, player)
    if terms.terms_from_row(season).check_in_days and not league_tables.must_check_in(mine):
        sentences.append(_("Before that, you are asked to check in."))
    return _("You have signed up"), sentences, []


def _describe_beginning(season: Season, player: Player) -> list[str]:
    if season.starts_at is None:
        return [_("The season begins as soon as all places are taken.")]
    begins = format_instant(season.starts_at, player)
    return [_("The season begins on %(begins)s.") % {"begins": begins}]


def _describe_leaving(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    has_played = mine is not None and mine.division_id is not None
    sentences = [_("Matches that are running stay yours.")] if has_played else []
    return _("You have left this season"), sentences, []


def _describe_what_leaving_means(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    if mine is None or mine.state != Entry.State.PLAYING:
        return None
    meaning = league_tables.describe_leaving(season, mine)
    return _("Do you want to leave?"), [_("Nothing has changed yet."), *meaning], []


def _describe_refusal(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    reason = errors_text.describe_saved_refusal(data)
    return _("Your answer was not accepted"), [reason], []


def _describe_declining(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    if mine is None or mine.state not in entries.IN:
        sentences = [_("You have not signed up.")]
        if season.state == Season.State.SIGN_UP and season.sign_up_until:
            until = format_instant(season.sign_up_until, player)
            sentences.append(_("Sign-up is open until %(until)s.") % {"until": until})
    elif league_tables.must_check_in(mine):
        sentence = _("Players who have not checked in by then are left out of the draw.")
        sentences = [_("You have not checked in."), *_describe_beginning(season, player), sentence]
    else:
        sentences = [_("You still take part in this season.")]
    return _("Nothing has changed"), sentences, []


def _describe_unproven_reply(
    season: Season, mine: Entry | None, player: Player, data: Mapping[str, object]
) -> NewsParts | None:
    if not data.get("sender"):
        sentence = _("An e-mail about this season had no sender, or more than one.")
    elif data["is_unproven"]:
        sentence = _(
            "An e-mail about this season names %(sender)s as its sender, but our mail server could"
            " not verify that."
        )
    else:
        sentence = _(
            "An e-mail about this season came from %(sender)s, which is not an address we have for"
            " you."
        )
    sentences = [
        sentence % {"sender": data.get("sender", "")},
        _("Nothing was done; if it was you, use the page below."),
    ]
    return _("An e-mail from another address"), sentences, []


REPLIES: dict[
    str, Callable[[Season, Entry | None, Player, Mapping[str, object]], NewsParts | None]
] = {
    "entered": _describe_entry,
    "checked_in": _describe_entry,
    "left": _describe_leaving,
    "leave_asked": _describe_what_leaving_means,
    "reply_refused": _describe_refusal,
    "reply_declined": _describe_declining,
    "not_proven": _describe_unproven_reply,
}
