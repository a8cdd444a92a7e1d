"""The directory of players, whom one follows, and one's own public page."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from abyss_site.core.database.replica import may_lag
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import player_of, signed_in
from games.models import Player
from games.presentation import errors_text
from games.queries import people, players
from games.services import profiles, sanctions
from games.web.forms.accounts import ProfileForm

LONGEST = 40


@never_cache
@require_safe
@may_lag
def show_directory(request: HttpRequest) -> HttpResponse:
    """List players by name; `?q=` searches, `?followed` shows only those one follows."""
    me = player_of(request)
    follower = me if "followed" in request.GET else None
    words = " ".join(request.GET.get("q", "")[:LONGEST].split())
    rows, after = people.find_people(words, follower, request.GET.get("after", "")[:200])
    presence = describe_presence(rows)
    context = {
        "people": [(player, presence[player.pk]) for player in rows],
        "words": words,
        "is_followed": follower is not None,
        "after": after,
        "is_later": bool(request.GET.get("after")),
        "tab": "players",
    }
    return render(request, "games/players/directory.html", context)


@require_POST
@login_required
def follow(request: HttpRequest, number: UUID) -> HttpResponse:
    """Follow a player, or follow them no longer."""
    other = players.fetch_player(number)
    if other is None:
        raise Http404
    try:
        if "lift" in request.POST:
            profiles.unfollow_player(signed_in(request), other)
        else:
            profiles.follow_player(signed_in(request), other)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/players/{number}/")


@login_required
def edit_profile(request: HttpRequest) -> HttpResponse:
    """Change what others see of the player."""
    player = signed_in(request)
    now = {name: getattr(player, name) for name in ProfileForm.base_fields}
    form = ProfileForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        try:
            profiles.change_profile(player, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("about", errors_text.describe_refusal(refusal))
        else:
            messages.success(request, _("Your page is saved."))
            return see_other("/settings/profile/")
    return render(
        request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200
    )


def may_speak(player: Player) -> bool:
    """Return whether a player's words about themselves are shown: not while they are muted."""
    if not player.about:
        return False
    try:
        sanctions.check_may_write(player, now=timezone.now())
    except Refused:
        return False
    return True


def describe_presence(rows: Sequence[Player]) -> dict[UUID, str]:
    """Return when each player was last here, in words; "" for bots and those who hide it."""
    online, today = people.players_seen_online(list(rows)), timezone.now().date()
    return {
        player.pk: _describe_visit(player, today, is_here=player.pk in online) for player in rows
    }


def _describe_visit(player: Player, today: object, *, is_here: bool) -> str:
    if player.is_bot or not player.shows_presence:
        return ""
    if is_here:
        return _("Online now.")
    if player.last_seen_on is None:
        return ""
    if player.last_seen_on == today:
        return _("Last on the site today.")
    return _("Last on the site on %(day)s.") % {"day": date_format(player.last_seen_on)}
