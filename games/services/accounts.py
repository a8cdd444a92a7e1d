"""Who somebody is: sign-in links, the first sight of an address, and a player's settings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from abyss_site.ids import uuid7
from games.engine import clock
from games.engine.contract import Refused
from games.models import Feed, Match, Player, new_token
from games.services import names
from games.services.moderation import sanctions
from notifications import gateway
from notifications.gateway import Draft, is_reserved_address

LINK_LIVES = timedelta(minutes=30)
# An address nobody ever proved to read is forgotten after this.
STRANGERS_KEPT = timedelta(days=7)

# Who may sign in with one press where settings.DEMO is on; `manage.py seed` makes them.
DEMO_PLAYERS = ("alice", "bob", "carol", "dave")

SIGN_IN = TimestampSigner(salt="games.sign-in", sep=".")
INVITATION = TimestampSigner(salt="games.invitation", sep=".")


class BadLink(Refused):
    """A sign-in link that is too old, used, or not ours."""

    code = "bad_link"


class BadHours(Refused):
    """Hours that would let the others wait too long."""

    code = "bad_hours"


@transaction.atomic
def get_or_create_player(email: str, *, now: datetime | None = None) -> Player | None:
    """Return who may sign in by a letter to this address; a new one has yet to prove it.

    None for staff, who sign in by password, for bots, for accounts that are closed and for
    addresses that nobody outside can have.
    """
    now = now or timezone.now()
    forget_strangers(now)
    if is_reserved(email):
        return None
    player = player_at(email) or _new_player(email, now)
    return None if not player.is_active or player.is_staff or player.is_bot else player


def is_reserved(address: str) -> bool:
    """Tell whether nobody may sign in, be invited or write from an address.

    The demo players of a demonstration have addresses at its own domain.
    """
    name, _at, domain = address.strip().lower().rpartition("@")
    is_demo = settings.DEMO and domain == settings.MAIL_DOMAIN and name in DEMO_PLAYERS
    return not is_demo and is_reserved_address(address)


def send_sign_in_letter(player: Player, *, code: str, browser: str, next_path: str = "") -> None:
    """Mail a code to be typed where it was asked for, and a link that does the same there.

    `browser` is the id of the request, which the session of the browser that asked holds: whoever
    sees the e-mail elsewhere is not signed in by its link.
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


def proved_address(player: Player) -> None:
    """Note that the player has shown to read their address."""
    if player.email_verified_at is None:
        player.email_verified_at = timezone.now()
        player.save(update_fields=["email_verified_at"])


def sign_in_link(player: Player, browser: str, next_path: str = "") -> str:
    """Return the signed part of a link: good for LINK_LIVES and until the next sign-in."""
    return SIGN_IN.sign_object(
        [player.pk.hex, _sign_in_stamp(player), next_path, _asked_from(browser)]
    )


def read_sign_in_link(link: str, requests: Collection[str]) -> tuple[Player, str]:
    """Return whom the link signs in, and the path to go on to. Raises BadLink; reads only.

    `requests` are the ids of the requests that this browser has made.
    """
    try:
        pk, stamp, next_path, asked_from = SIGN_IN.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink("This link is too old, or not complete.") from error
    if not any(constant_time_compare(asked_from, _asked_from(one)) for one in requests):
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
    """Use the link up: its reader has shown to read the address. Raises BadLink."""
    player, next_path = read_sign_in_link(link, requests)
    # Of two hands with the same link the second waits here and then finds it used.
    Player.objects.select_for_update().get(pk=player.pk)
    player, next_path = read_sign_in_link(link, requests)
    player.last_login = now or timezone.now()
    player.email_verified_at = player.email_verified_at or player.last_login
    player.save(update_fields=["last_login", "email_verified_at"])
    return player, next_path


def _asked_from(browser: str) -> str:
    """What a link says of the browser that asked for it."""
    return hashlib.sha256(b"sign-in browser " + browser.encode()).hexdigest()[:22]


def demo_player(name: str) -> Player | None:
    """Return the demo player of that name; None if there is none, or this is no demonstration."""
    if not settings.DEMO or name not in DEMO_PLAYERS:
        return None
    player = player_at(f"{name}@{settings.MAIL_DOMAIN}")
    return None if player is None or player.is_staff or not player.is_active else player


@transaction.atomic
def change_settings(player: Player, *, display_name: str, language: str, zone: str) -> None:
    """Keep how a player is called and wants to read words and hours. Raises BadName.

    A bot stays called one, whatever its program says; a person comes to be called one by nobody.
    """
    if display_name != player.display_name:
        choose_name(player, display_name)
    player.language, player.zone = language, zone
    player.save(update_fields=["language", "zone"])


@transaction.atomic
def choose_name(player: Player, name: str) -> None:
    """Let a player be called so; the name they have may be chosen, too. Raises BadName."""
    if player.is_bot:
        name = names.of_bot(name)
    else:
        names.check_person(name)
    names.keep_name(player, name)


def change_hours(player: Player, hours: clock.Hours, *, now: datetime | None = None) -> None:
    """Keep when the player's time runs; questions asked already keep their deadlines.

    Raises BadHours.
    """
    today = (now or timezone.now()).astimezone(ZoneInfo(player.zone)).date()
    match clock.find_hours_violation(hours, today):
        case "window":
            raise BadHours("On a day on which your time runs, it runs for three hours at least.")
        case "week":
            raise BadHours("Your week must hold at least 21 hours.")
        case "at_once":
            raise BadHours(
                "An absence lasts at most {days} days and ends after it begins.",
                days=clock.MOST_AWAY_AT_ONCE,
            )
        case "a_year":
            raise BadHours(
                "You may be away for {days} days in a year.", days=clock.MOST_AWAY_A_YEAR
            )
    player.hours = clock.serialize_hours(hours)
    player.save(update_fields=["hours"])


@transaction.atomic
def change_feeds(player: Player, *, wanted: bool) -> None:
    """Give the player's calendar and feed new addresses, or none: the old ones lead nowhere."""
    Feed.objects.filter(player=player).delete()
    if wanted:
        key = new_token()
        Feed.objects.create(player=player, key=key, digest=_feed_digest(key))


def feed_key(player: Player) -> str | None:
    """Return the key in the addresses of the player's calendar and feed, None if they have none."""
    feed = Feed.objects.filter(player=player).first()
    return str(feed.key) if feed else None


def player_of_feed(key: str) -> Player | None:
    """Return whose calendar and feed have this key in their addresses, None if nobody's."""
    return Player.objects.filter(feed__digest=_feed_digest(key), is_active=True).first()


def _feed_digest(key: str) -> str:
    # 130 random bits cannot be guessed, so that no slow hash is needed.
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def invitation_token(match: Match) -> str:
    """Return the signed part of the link that lets its reader into a private match."""
    return INVITATION.sign(match.pk.hex)


def invited_to(link: str) -> str | None:
    """Return the id of the match the invitation is for, None if it is not ours."""
    try:
        return INVITATION.unsign(link)
    except BadSignature:
        return None


def _sign_in_stamp(player: Player) -> str:
    """What changes with every sign-in, so that each link works once."""
    return player.last_login.isoformat() if player.last_login else ""


def player_at(email: str) -> Player | None:
    """Return the player with this address, None if there is none."""
    # Lower() and not iexact, which PostgreSQL would not find by the index.
    found = Player.objects.alias(at=Lower("email")).filter(at=email.strip().lower())
    return found.filter(is_bot=False).first()


def _new_player(email: str, now: datetime) -> Player:
    """A player who is kept from what the address is kept from."""
    try:
        with transaction.atomic():
            player = Player.objects.create_user(email)
            sanctions.apply_address_bans(player, now=now)
            return player
    except IntegrityError:
        # Somebody asked for the same address at the same time.
        return Player.objects.get(email__iexact=email.strip())


def forget_strangers(now: datetime) -> None:
    """Forget addresses that somebody gave and nobody showed to read."""
    strangers = Player.objects.filter(
        email_verified_at=None,
        last_login=None,
        is_bot=False,
        is_staff=False,
        seats=None,
        left_at=None,
        joined_at__lt=now - STRANGERS_KEPT,
    )
    strangers.delete()
