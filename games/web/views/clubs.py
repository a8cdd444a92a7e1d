"""The pages of clubs: the list, a club, and what members and organisers do there."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import player_of, signed_in
from games.models import Club, ClubMember, Player
from games.presentation import errors_text, league_tables
from games.services.leagues import clubs
from games.web.forms.clubs import ClubForm

CLUBS_SHOWN, MEMBERS_SHOWN = 50, 100


@never_cache
@require_safe
def all_clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs that are not closed, with their numbers of members."""
    rows = (
        Club.objects.filter(closed_at=None).annotate(many=Count("members")).order_by("name", "pk")
    )
    pages = Paginator(rows, CLUBS_SHOWN).get_page(request.GET.get("page"))
    return render(request, "games/clubs/clubs.html", {"clubs": pages})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found_club(request: HttpRequest) -> HttpResponse:
    """Fill in what a club says about itself, and found it."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.found_club(
                signed_in(request),
                slug=_free_slug(form.cleaned_data["name"]),
                texts=form.texts(),
                now=timezone.now(),
            )
            return see_other(reverse("club", args=[club.slug]))
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
    return render(request, "games/clubs/edit.html", {"form": form})


def _free_slug(name: str) -> str:
    """Return an address for a club of this name that no other club has."""
    base = slugify(name)[:34].strip("-") or "club"
    slug, number = base, 2
    while slug in clubs.RESERVED_SLUGS or Club.objects.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug


@never_cache
@require_safe
def show_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: contact, imprint, leagues, organisers, and its members to each other.

    Of one that is closed it says only that, and lets its members leave.
    """
    club, me = _get_club_or_404(slug), player_of(request)
    mine = clubs.membership_of(club, me)
    if club.closed_at is not None:
        return render(request, "games/clubs/closed.html", {"club": club, "mine": mine})
    rows = club.members.select_related("player").order_by("-is_organiser", "joined_at", "pk")
    context = {
        "club": club,
        "me": me,
        "mine": mine,
        "many": club.members.count(),
        "organisers": clubs.organisers_of(club),
        "members": Paginator(rows, MEMBERS_SHOWN).get_page(request.GET.get("page"))
        if mine
        else None,
        "leagues": league_tables.list_open_leagues(me).filter(club=club),
        "own_leagues": clubs.list_own_leagues(me) if me and mine and mine.is_organiser else [],
    }
    return render(request, "games/clubs/club.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what a club says about itself, by an organiser."""
    club, me = _get_club_or_404(slug), signed_in(request)
    mine = clubs.membership_of(club, me)
    if mine is None or not mine.is_organiser or club.closed_at is not None:
        raise Http404
    form = ClubForm(
        request.POST or None, initial={name: getattr(club, name) for name in clubs.FIELDS}
    )
    if request.method == "POST" and form.is_valid():
        try:
            clubs.edit_club(club, me, form.texts())
            return see_other(reverse("club", args=[slug]))
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
    return render(request, "games/clubs/edit.html", {"form": form, "club": club})


@require_POST
@login_required
def take_part_in_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Join or leave a club, choose e-mails, or do what organisers do."""
    club, me = _get_club_or_404(slug), signed_in(request)
    try:
        text = _take_part(request, club, me)
        messages.success(request, text)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    is_gone = not Club.objects.filter(pk=club.pk).exists()
    return see_other(reverse("clubs") if is_gone else reverse("club", args=[slug]))


def _take_part(request: HttpRequest, club: Club, me: Player) -> str:
    """Do what a button of the page says, and return what was done. Raises Refused."""
    now = timezone.now()
    match request.POST.get("what"):
        case "join":
            clubs.join_club(club, me, now=now)
            return _("You are a member.")
        case "leave":
            clubs.leave_club(club, me)
            return _("You have left the club.")
        case "emails" | "no_emails" as what:
            clubs.set_emails(club, me, gets_emails=what == "emails")
            return _("Saved.")
        case "organise":
            whom = _get_member_or_404(request, club).player
            clubs.name_organiser(club, me, whom, now=now)
            return _("%(name)s is an organiser.") % {"name": whom.display_name}
        case "dismiss":
            whom = _get_member_or_404(request, club).player
            clubs.dismiss_member(club, me, whom)
            return _("%(name)s is no member any more.") % {"name": whom.display_name}
        case "add_league":
            row_id = request.POST.get("league", "")
            own_leagues = clubs.list_own_leagues(me)
            league = next((row for row in own_leagues if str(row.pk) == row_id), None)
            if league is None:
                raise Http404
            clubs.add_league(club, me, league, now=now)
            return _("%(name)s is a league of the club.") % {"name": league.name}
    raise Http404


def _get_member_or_404(request: HttpRequest, club: Club) -> ClubMember:
    try:
        number = UUID(request.POST.get("member", ""))
    except ValueError:
        raise Http404 from None
    member = club.members.select_related("player").filter(player=number).first()
    if member is None:
        raise Http404
    return member


def _get_club_or_404(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    return club
