"""Who is looking at a page, in which language, what their browser has chosen, what they may see."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone, translation
from msgspec import Struct

from games.models import Match, Player, Status
from games.models.players import LANGUAGES
from games.presentation import invitations
from games.queries import matches
from games.queries.header import HeaderCounts, fetch_header_counts

# The cookie in which a browser keeps its choice, and what can be chosen.
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
# The cookie of a browser that plays a sound when a question arrives.
SOUND_COOKIE = "sound"
# The cookie of a browser that keeps boards for when there is no network: "on", or "off" if it has
# to forget them.
OFFLINE_COOKIE = "offline"
# The cookie, one for each match, of the ply up to which a browser has seen it.
SEEN_COOKIE = "seen"
# The key of a session that notes who holds the device: the number of the match, and the player.
HELD_BY = "held_by"


class Device(Struct, frozen=True):
    """What a browser has chosen for itself, and how far it has seen a match, by its cookies.

    `theme` is "light" or "dark", "" if it follows the system. `offline` is "on" if it keeps
    boards, "off" if it has to forget them, else "". `seen` is text from outside.
    """

    theme: str
    plays_sound: bool
    offline: str
    seen: str


class Viewer(Struct, frozen=True):
    """Who looks at a page: the player, None for a visitor, and how they are shown things.

    `zone` is the name of a time zone. `session` is the key of the player's session, "" for
    visitors.
    """

    player: Player | None
    language: str
    zone: str
    session: str
    device: Device


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who looks at the page of a request; made once, and again after a sign-in."""
    player = player_of(request)
    viewer: Viewer | None = getattr(request, "viewer", None)
    if viewer is None or viewer.player is not player:
        viewer = _make_viewer(request, player)
        request.viewer = viewer  # type: ignore[attr-defined]
    return viewer


def _make_viewer(request: HttpRequest, player: Player | None) -> Viewer:
    return Viewer(
        player=player,
        language=language_of(request),
        zone=request.user.zone if isinstance(request.user, Player) else "UTC",
        session=request.session.session_key or "" if player else "",
        device=device_of(request),
    )


def device_of(request: HttpRequest) -> Device:
    """Return what the browser of a request has chosen."""
    theme, offline = (request.COOKIES.get(name, "") for name in (THEME_COOKIE, OFFLINE_COOKIE))
    return Device(
        theme=theme if theme in THEMES else "",
        plays_sound=request.COOKIES.get(SOUND_COOKIE) == "on",
        offline=offline if offline in ("on", "off") else "",
        seen=request.COOKIES.get(SEEN_COOKIE, ""),
    )


def player_of(request: HttpRequest) -> Player | None:
    """Return the signed-in player, or the companion who holds their device; None for a visitor."""
    companion: Player | None = getattr(request, "companion", None)
    if companion is not None:
        return companion
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: HttpRequest) -> Player:
    """Return the player of a page that requires a sign-in."""
    player = player_of(request)
    assert player is not None
    return player


def header_counts(request: HttpRequest) -> HeaderCounts:
    """Return what the header tells the signed-in user; it is read once for each request."""
    counts: HeaderCounts | None = getattr(request, "header_counts", None)
    if counts is None:
        assert isinstance(request.user, Player)
        counts = fetch_header_counts(request.user)
        request.header_counts = counts  # type: ignore[attr-defined]
    return counts


def hold_device(request: HttpRequest, match_number: int, player: UUID) -> None:
    """Note who holds the device in a match of several people on it."""
    request.session[HELD_BY] = [match_number, str(player)]


def held_seat(request: HttpRequest, match_number: int) -> UUID | None:
    """Return the player who holds the device in this match, None if nobody has said so."""
    holder = request.session.get(HELD_BY)
    return UUID(holder[1]) if holder and holder[0] == match_number else None


def language_of(request: HttpRequest) -> str:
    """Return the player's own language, or that of a visitor's browser."""
    player = player_of(request)
    language = player.language if player else (translation.get_language() or "en")[:2]
    return language if language in dict(LANGUAGES) else "en"


def visible_match_or_404(request: HttpRequest, number: int) -> Match:
    """Return the match, if this visitor may look at it. Raises Http404."""
    match = known_match_or_404(request, number)
    is_watched = match.watchable or match.status in (Status.OPEN, Status.DEALING)
    if not is_watched and matches.seat_of(match, player_of(request)) is None:
        raise Http404
    return match


def is_long_over(request: HttpRequest, number: int) -> bool:
    """Return whether a match has been over for so long that its pages may come from a replica."""
    return matches.is_long_over(number, now=timezone.now())


def known_match_or_404(request: HttpRequest, number: int) -> Match:
    """Return the match, if this visitor may know that it exists. Raises Http404."""
    try:
        match = matches.match_by_number(number)
    except Match.DoesNotExist as error:
        raise Http404 from error
    player = player_of(request)
    is_hidden = match.private and matches.seat_of(match, player) is None
    if is_hidden and invitations.find_invitation_to_match(match, player) is None:
        raise Http404
    return match
