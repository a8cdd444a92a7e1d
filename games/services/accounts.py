"""Accounts: sign-in links, new addresses, and a player's settings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from abyss_site.core.email_addresses import address_key, normalize_domain
from abyss_site.core.ids import uuid7
from games.engine import clock
from games.engine.contract import Refused
from games.engine.time_zones import normalize_zone
from games.models import Feed, Match, Player, new_token
from games.models.players import normalize_language
from games.services import names, sanctions
from notifications import gateway
from notifications.gateway import Draft, is_reserved_address

LINK_LIVES = timedelta(minutes=30)
# How long an address is kept that nobody has proved to read.
UNVERIFIED_KEPT = timedelta(days=7)

# Players that anybody may sign in as where settings.DEMO is on; `manage.py seed` creates them.
DEMO_PLAYERS = ("alice", "bob", "carol", "dave")

SIGN_IN = TimestampSigner(salt="games.sign-in", sep=".")
INVITATION = TimestampSigner(salt="games.invitation", sep=".")


class BadLink(Refused):
    """A sign-in link that is expired, already used, or invalid."""

    code = "bad_link"


class BadHours(Refused):
    """Hours of availability that would keep the others waiting too long."""

    code = "bad_hours"


@transaction.atomic
def get_or_create_player(email: str, *, now: datetime | None = None) -> Player | None:
    """Return the player who may sign in with this address, creating one if needed.

    A new player's address is unverified. None for staff, who sign in with a password, for bots, for
    closed accounts and for addresses that cannot belong to outsiders.
    """
    now = now or timezone.now()
    delete_unverified_players(now)
    if is_reserved(email):
        return None
    player = player_at(email) or _new_player(email, now)
    return None if not player.is_active or player.is_staff or player.is_bot else player


def is_reserved(address: str) -> bool:
    """Return whether nobody may sign in, be invited or write from this address.

    The demo players of a demo site have addresses at its own domain.
    """
    name, _at, domain = address_key(address).rpartition("@")
    is_own = domain == normalize_domain(settings.MAIL_DOMAIN)
    is_demo = settings.DEMO and is_own and name in DEMO_PLAYERS
    return not is_demo and is_reserved_address(address)


def send_sign_in_email(player: Player, *, code: str, browser: str, next_path: str = "") -> None:
    """Send a code to be typed in the browser that requested it, and a link for the same browser.

    `browser` is the id of the request, which is stored in the session of that browser: the link
    does not sign in anybody who sees the e-mail elsewhere.
    """
    link = f"/sign-in/{sign_in_link(player, browser, next_path)}/"
    draft = Draft(
        key=f"sign-in-{uuid7().hex}",
        player_id=player.pk,
        kind="sign_in",
        data={"link_path": link, "code": code},
    )
    with transaction.atomic():
        gateway.post_notifications([draft], now=timezone.now())


def verify_address(player: Player) -> None:
    """Mark the player's address as verified."""
    if player.email_verified_at is None:
        player.email_verified_at = timezone.now()
        player.save(update_fields=["email_verified_at"])


def sign_in_link(player: Player, browser: str, next_path: str = "") -> str:
    """Return the signed part of a link, valid for LINK_LIVES and until the next sign-in."""
    return SIGN_IN.sign_object(
        [player.pk.hex, _sign_in_stamp(player), next_path, _asked_from(browser)]
    )


def check_sign_in_link(link: str, requests: Collection[str]) -> tuple[Player, str]:
    """Return the player whom the link signs in, and the path to redirect to.

    Changes nothing.

    `requests` are the ids of the requests made by this browser. Raises BadLink.
    """
    try:
        pk, stamp, next_path, asked_from = SIGN_IN.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink("This link has expired or is incomplete.") from error
    if not any(constant_time_compare(asked_from, _asked_from(request)) for request in requests):
        raise BadLink(
            "This link works only in the browser where you asked for it. Type the code there, or"
            " ask for another one here."
        )
    player = Player.objects.filter(pk=pk, is_active=True, is_staff=False, is_bot=False).first()
    if player is None or _sign_in_stamp(player) != stamp:
        raise BadLink("This link has been used already.")
    return player, next_path


@transaction.atomic
def use_sign_in_link(
    link: str, requests: Collection[str], *, now: datetime | None = None
) -> tuple[Player, str]:
    """Use a sign-in link, which verifies the player's address.

    Raises BadLink.

    Returns the player and the path to redirect to.
    """
    player, next_path = check_sign_in_link(link, requests)
    # Of two concurrent requests the second waits here and then finds the link used.
    Player.objects.select_for_update().get(pk=player.pk)
    player, next_path = check_sign_in_link(link, requests)
    player.last_login = now or timezone.now()
    player.email_verified_at = player.email_verified_at or player.last_login
    player.save(update_fields=["last_login", "email_verified_at"])
    return player, next_path


def _asked_from(browser: str) -> str:
    """Return the digest by which a link identifies the browser that requested it."""
    return hashlib.sha256(b"sign-in browser " + browser.encode()).hexdigest()[:22]


def demo_player(name: str) -> Player | None:
    """Return the demo player of that name; None if there is none, or this is not a demo site."""
    if not settings.DEMO or name not in DEMO_PLAYERS:
        return None
    player = player_at(f"{name}@{settings.MAIL_DOMAIN}")
    return None if player is None or player.is_staff or not player.is_active else player


@transaction.atomic
def change_settings(player: Player, *, display_name: str, language: str, zone: str) -> None:
    """Change a player's name, language and time zone.

    Raises BadName.

    Bots keep the mark of bots in their names, and people cannot give themselves that mark.
    """
    if display_name != player.display_name:
        choose_name(player, display_name)
    player.language, player.zone = normalize_language(language), normalize_zone(zone)
    player.save(update_fields=["language", "zone"])


@transaction.atomic
def choose_name(player: Player, name: str) -> None:
    """Change a player's name; their current name is allowed, too. Raises BadName."""
    if player.is_bot:
        name = names.mark_bot_name(name)
    else:
        names.check_person(name)
    names.save_name(player, name)


def change_hours(player: Player, hours: clock.Hours, *, now: datetime | None = None) -> None:
    """Change a player's hours of availability; open prompts keep their deadlines.

    Raises BadHours.
    """
    today = (now or timezone.now()).astimezone(ZoneInfo(player.zone)).date()
    match clock.find_hours_violation(hours, today):
        case "window":
            raise BadHours("A day on which you play needs at least three hours.")
        case "week":
            raise BadHours("Your week must have at least 21 hours.")
        case "at_once":
            raise BadHours(
                "An absence lasts at most {days} days and ends after it begins.",
                days=clock.MAX_AWAY_AT_ONCE,
            )
        case "a_year":
            raise BadHours(
                "You can be away for at most {days} days a year.", days=clock.MAX_AWAY_PER_YEAR
            )
    player.hours = clock.serialize_hours(hours)
    player.save(update_fields=["hours"])


@transaction.atomic
def rotate_feed_key(player: Player, *, is_on: bool) -> None:
    """Replace the secret URLs of the player's calendar and feed, or remove them if not `is_on`."""
    Feed.objects.filter(player=player).delete()
    if is_on:
        key = new_token()
        Feed.objects.create(player=player, key=key, digest=_feed_digest(key))


def feed_key(player: Player) -> str | None:
    """Return the key in the URLs of the player's calendar and feed, None if they have none."""
    feed = Feed.objects.filter(player=player).first()
    return str(feed.key) if feed else None


def player_of_feed(key: str) -> Player | None:
    """Return the player whose calendar and feed have this key in their URLs, None if nobody's."""
    return Player.objects.filter(feed__digest=_feed_digest(key), is_active=True).first()


def _feed_digest(key: str) -> str:
    # 130 random bits cannot be guessed, so a slow hash is not needed.
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def invitation_token(match: Match) -> str:
    """Return the signed part of the link to join a private match."""
    return INVITATION.sign(match.pk.hex)


def read_invitation_link(link: str) -> str | None:
    """Return the id of the match that the invitation link is for, None if the link is invalid."""
    try:
        return INVITATION.unsign(link)
    except BadSignature:
        return None


def _sign_in_stamp(player: Player) -> str:
    """Return a value that changes with every sign-in, so that each link works only once."""
    return player.last_login.isoformat() if player.last_login else ""


def player_at(email: str) -> Player | None:
    """Return the player with this address, None if there is none."""
    return Player.objects.at_address(email).filter(is_bot=False, is_guest=False).first()


def _new_player(email: str, now: datetime) -> Player:
    """Create a player and apply the sanctions recorded for the address."""
    try:
        with transaction.atomic():
            player = Player.objects.create_user(email)
            sanctions.apply_address_bans(player, now=now)
            return player
    except IntegrityError:
        # A concurrent request has created the same player.
        return Player.objects.get_by_natural_key(email)


def delete_unverified_players(now: datetime) -> None:
    """Delete players with an address that nobody has proved to read."""
    strangers = Player.objects.filter(
        email_verified_at=None,
        last_login=None,
        is_bot=False,
        is_guest=False,
        is_staff=False,
        seats=None,
        left_at=None,
        joined_at__lt=now - UNVERIFIED_KEPT,
    )
    strangers.delete()
