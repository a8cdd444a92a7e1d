"""E-mails to people without an account, who are invited to a match or to a season of a league."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from games.emails.invitations import render_invitation_email, strip_links_from_name
from games.emails.matches import render_email
from games.emails.prompts import build_mailto, format_instant
from games.models import Season, SeasonInvitation
from games.presentation import labels, leagues
from games.services.leagues import terms
from games.titles import GAMES
from notifications.gateway import Email, Notification, one_click_url

OVER = (Season.State.CLOSED, Season.State.VOID)


def render_introduction_email(notification: Notification) -> Email | None:
    """Render an invitation of somebody without an account; None once it is over."""
    if "season_invitation" not in notification.data:
        return render_invitation_email(notification)
    rows = SeasonInvitation.objects.select_related("season__league")
    row = rows.filter(pk=notification.data["season_invitation"]).first()
    if row is None or row.token is None or row.season.state in OVER:
        return None
    season, league_terms = row.season, terms.terms_from_row(row.season)
    path = reverse("season", args=[season.league.slug, season.number])
    until = season.sign_up_until if season.state == Season.State.SIGN_UP else None
    context = {
        "inviter": strip_links_from_name(notification.player.display_name),
        "league": strip_links_from_name(season.league.name),
        "title": GAMES[league_terms.game].title,
        "form": leagues.FORMS[league_terms.form],
        "pace": labels.PACE_NAMES.get(league_terms.pace, league_terms.pace),
        "until": format_instant(until, notification.player) if until else "",
        "is_for_teams": league_terms.is_for_teams,
        "link": settings.SITE_URL.rstrip("/") + path,
        "never": one_click_url(notification),
    }
    subject = " ".join(render_to_string("mail/league_introduction.subject.txt", context).split())
    context["reply_link"] = build_mailto(
        notification.reply_token, gettext("yes"), subject, notification.message_id or ""
    )
    return render_email(notification, "league_introduction", context)
