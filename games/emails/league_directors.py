"""What e-mails tell the directors of a league, who decide what happens next on its page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.utils.translation import gettext as _

from games.emails.league_answers import NewsParts
from games.models import Entry, PairingSeat, Player, Proposal, Season
from games.presentation import leagues
from games.services.leagues import terms


def _describe_proposal(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    proposal = Proposal.objects.select_related("by").get(pk=about)
    if proposal.outcome != Proposal.Outcome.WAITING:
        return None
    sentence = _(
        "%(name)s wants to do something that needs a second director. Look at it on the page."
    )
    return _("Do you agree?"), [sentence % {"name": proposal.by.display_name}], []


def _describe_withdrawal(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell a director whom the staff has taken out of a season; `about` begins with their id."""
    name = Player.objects.get(pk=UUID(about.partition(".")[0])).display_name
    sentence = _("%(name)s does not take part any more, by a decision of the site’s staff.")
    same = _("It counts as if they had left: a reserve takes the place, or the opponents win.")
    return _("A player has left the season"), [sentence % {"name": name}, same], []


def _describe_cancellation(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    league_terms = terms.terms_from_row(season)
    many = season.entries.exclude(state__in=(Entry.State.LEFT, Entry.State.MISSED)).count()
    sentence = _("Entrants: %(many)s. The league needs at least %(least)s.")
    least = max(league_terms.least_entrants, league_terms.least_seats)
    sentences = [sentence % {"many": many, "least": least}]
    if season.league.seasons.filter(number__gt=season.number).exists():
        sentences.append(_("The next season is open for sign-up."))
    elif league_terms.goes_on and season.league.is_open:
        sentences.append(
            _(
                "It is the second season in a row with too few players: the next one does not open"
                " by itself. You can open it on the league’s page."
            )
        )
    return _("The season had too few players"), sentences, []


def _describe_substitute_draw(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    sentences = [
        _(
            "FIDE’s Dutch system could not pair round %(number)s. It was drawn in another way, in"
            " which nobody meets again as far as that is possible."
        )
        % {"number": about},
        _("You can exchange players before the round is seated. The season goes on by itself."),
    ]
    return _("A round was drawn in another way"), sentences, []


def _describe_absence(
    season: Season, mine: Entry | None, player: Player, about: str
) -> NewsParts | None:
    """Tell directors who misses turns, or has left for that; `about` is what and the seat."""
    what, _slash, seat_id = about.partition("/")
    seat = PairingSeat.objects.select_related("entry__player").filter(pk=seat_id).first()
    if seat is None:
        return None
    facts = {"name": seat.entry.shown_name}
    if what == "ejected":
        sentence = _("%(name)s has never answered, and has left the season.") % facts
    else:
        rule = leagues.NO_SHOWS[terms.terms_from_row(season).no_show]
        facts["what"] = str(rule)
        sentence = _("%(name)s has missed too many turns. The league’s rule: %(what)s.") % facts
    return _("A player is not there"), [sentence], []


KINDS: dict[str, Callable[[Season, Entry | None, Player, str], NewsParts | None]] = {
    "proposed": _describe_proposal,
    "cancelled": _describe_cancellation,
    "drawn_anew": _describe_substitute_draw,
    "withdrawn": _describe_withdrawal,
    "absent": _describe_absence,
}
