"""Remove what a club says about itself, and close it."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.models import Club
from games.services.action_context import ActionContext, CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import clubs
from games.services.moderation.staff_actions import ClearClub


def clear_club(context: ActionContext, action: ClearClub) -> None:
    """Replace the texts and the address of a club, and close it if that is chosen.

    Its organisers are told. Raises NotAllowed for a member, and CannotBeDone if nothing changes.
    """
    club = Club.objects.select_for_update().filter(pk=action.club).first()
    if club is None:
        raise CannotBeDone("Name the club.")
    if clubs.membership_of(club, context.by) is not None:
        raise NotAllowed("You are a member of this club: another moderator has to handle it.")
    closes = action.closes and club.closed_at is None
    if not (closes or clubs.has_texts(club)):
        raise CannotBeDone("That changes nothing.")
    before = club.name
    club = clubs.clear_texts(club, closes=closes, now=context.now)
    context.add_change(
        gettext_noop("All texts of the club “{before}” are removed; it is now called “{after}”."),
        before=before,
        after=club.name,
    )
    context.add_change(gettext_noop("Its address is now /clubs/{slug}/."), slug=club.slug)
    if closes:
        context.add_change(
            gettext_noop("It is closed: not listed, without new members and e-mails.")
        )
    context.recipients += [(member.player_id, None) for member in clubs.organisers_of(club)]
