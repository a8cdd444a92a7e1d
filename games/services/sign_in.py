"""Sign in by e-mail: record a request, e-mail a code in a worker, check the code.

The page behaves the same for every address, known, unknown or refused; what differs is done by the
worker, so that neither text nor timing of the page reveals whether an account exists.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from abyss_site.core.email_addresses import normalize_address
from abyss_site.core.valkey import wakeups
from games.engine.contract import Refused
from games.models import Player, SignInRequest
from games.services import accounts
from notifications import gateway

# Letters and digits that are not confused when read aloud or copied by hand.
CODE_ALPHABET, CODE_LENGTH = "BCDFGHJKLMNPQRSTVWXZ23456789", 8
MAX_FAILED_ATTEMPTS = 3
# How long a request is kept.
RETENTION = timedelta(days=2)
BATCH = 50


class WrongCode(Refused):
    """Not the code in the e-mail; another attempt is possible."""

    code = "wrong_code"


class RequestOver(Refused):
    """The request is expired, used, or had too many attempts."""

    code = "request_over"


def request_email(
    email: str, next_path: str = "", *, is_refused: bool = False, now: datetime | None = None
) -> SignInRequest:
    """Record a request for a sign-in e-mail to this address.

    `is_refused`: the address has had too many; no e-mail is sent, and the caller shows no
    difference.
    """
    now = now or timezone.now()
    row = SignInRequest.objects.create(
        email=normalize_address(email),
        next_path=next_path,
        requested_at=now,
        due_at=now,
        handled_at=now if is_refused else None,
    )
    wakeups.wake_on_commit("sign_in")
    return row


def send_due_emails(now: datetime, many: int = BATCH) -> int:
    """Send the e-mails of due requests; return how many requests were handled.

    Safe to run twice, or at once.
    """
    attempts = gateway.Attempts("sign_in", SignInRequest, now)
    waiting = SignInRequest.objects.filter(handled_at=None, due_at__lte=now).order_by("due_at")
    keys = attempts.skip_resting(waiting).values_list("pk", flat=True)[:many]
    return sum(bool(attempts.attempt(pk, partial(_see_to, pk, now))) for pk in keys)


@transaction.atomic
def _see_to(pk: UUID, now: datetime) -> bool:
    """Send the e-mail of one request, or postpone it if too many unknown addresses are written to.

    Returns whether the request was still unhandled.
    """
    rows = SignInRequest.objects.select_for_update(skip_locked=True)
    row = rows.filter(pk=pk, handled_at=None, due_at__lte=now).first()
    if row is None:
        return False
    player = accounts.get_or_create_player(row.email, now=now)
    if player is not None and _has_to_wait(row, player, now):
        return True
    row.handled_at = now
    row.save(update_fields=["handled_at"])
    if player is not None:
        accounts.send_sign_in_email(
            player, code=code_of(row), browser=row.pk.hex, next_path=row.next_path
        )
    return True


def _has_to_wait(row: SignInRequest, player: Player, now: datetime) -> bool:
    """Postpone the first e-mail to an unverified address, at most once; return whether it waits."""
    if player.email_verified_at is not None or row.due_at > row.requested_at:
        return False
    ahead = SignInRequest.objects.filter(handled_at=None, due_at__gt=now).count()
    wait = gateway.introduction_delay(now, ahead=ahead)
    if wait is None:
        # The e-mail would arrive too late to be useful.
        row.handled_at = now
    elif wait:
        row.due_at = now + wait
    else:
        return False
    row.save(update_fields=["handled_at", "due_at"])
    return True


def confirm_code(
    pk: UUID, code: str, *, earlier: Collection[str] = (), now: datetime | None = None
) -> tuple[Player, str]:
    """Use the code; return the player, whose address is now verified, and the path to redirect to.

    The code of one of the `earlier` requests of this browser counts as well while it is valid, if
    it is for the same address: e-mails do not always arrive in order. Raises WrongCode and
    RequestOver.
    """
    result = _try_code(pk, earlier, code, now or timezone.now())
    if isinstance(result, Refused):
        raise result
    return result


def is_open(pk: UUID, now: datetime) -> bool:
    """Return whether a code may still be entered for a request."""
    row = SignInRequest.objects.filter(pk=pk).first()
    return row is not None and not _is_over(row, now)


def forget_old_requests(now: datetime) -> None:
    """Delete old requests, and with them the addresses that were typed."""
    SignInRequest.objects.filter(requested_at__lt=now - RETENTION).delete()


@transaction.atomic
def _try_code(
    pk: UUID, earlier: Collection[str], code: str, now: datetime
) -> tuple[Player, str] | Refused:
    """Do the work of confirm_code, but return a refusal, so that a wrong attempt stays counted."""
    rows = _lock_open_requests(pk, earlier, now)
    row = next((request for request in rows if request.pk == pk), None)
    if row is None:
        return RequestOver("This code is too old, or was tried too often. Ask for another one.")
    fits = [_is_code_of(request, code) for request in rows]
    if not any(fits):
        # Of each request: more of them do not mean more attempts at one code.
        for request in rows:
            request.failed_attempts += 1
            request.save(update_fields=["failed_attempts"])
        if _is_over(row, now):
            return RequestOver("That was not the code. Ask for another one.")
        return WrongCode("That is not the code from the e-mail.")
    player = accounts.get_or_create_player(row.email, now=now)
    SignInRequest.objects.filter(pk__in=[request.pk for request in rows]).delete()
    if player is None:
        return RequestOver("This code is too old, or was tried too often. Ask for another one.")
    accounts.verify_address(player)
    return player, row.next_path


def _lock_open_requests(pk: UUID, earlier: Collection[str], now: datetime) -> list[SignInRequest]:
    """Lock and return the request, and the earlier ones for its address; only those not over."""
    requests = SignInRequest.objects.select_for_update().filter(pk__in={pk.hex, *earlier})
    rows = list(requests.order_by("pk"))
    address = next((row.email.lower() for row in rows if row.pk == pk), "")
    return [row for row in rows if row.email.lower() == address and not _is_over(row, now)]


def _is_over(row: SignInRequest, now: datetime) -> bool:
    since = row.handled_at or row.due_at
    return row.failed_attempts >= MAX_FAILED_ATTEMPTS or now > since + accounts.LINK_LIVES


def _is_code_of(row: SignInRequest, code: str) -> bool:
    """Compare with the codes under all keys in constant time; none is valid before it is sent."""
    answer = "".join(filter(str.isalnum, code)).upper().encode()
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [hmac.compare_digest(answer, code_of(row, key).encode()) for key in keys]
    return row.handled_at is not None and any(fits)


def code_of(row: SignInRequest, key: str = "") -> str:
    """Return the code of a request, under the current key unless another is given."""
    mac = salted_hmac(
        "games.sign-in-code", row.pk.hex, secret=key or settings.SECRET_KEY, algorithm="sha256"
    )
    number = int.from_bytes(mac.digest(), "big")
    chars = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_ALPHABET))
        chars.append(CODE_ALPHABET[place])
    return "".join(chars)
