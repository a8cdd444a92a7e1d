"""Adapters of django-allauth for our players, using only its public API.

allauth handles the steps after the first one: passkeys, authenticator apps and recovery codes. The
code and link sent by e-mail are ours (`games/services/sign_in.py`). The identity of a player is the
address in `games.Player`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.translation import gettext_lazy as _

from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.http.proxies import client_address
from games.http.responses import see_other
from games.http.viewers import player_of
from games.models import Player, new_token
from games.models.reply_tokens import ALPHABET
from games.services import guests
from games.services.moderation import sign_in_fingerprints
from games.web.views.devices import remember_device

# The cookie that identifies a browser for fraud detection, and its valid values.
DEVICE, NAME = "device", re.compile(f"[{ALPHABET}]{{26}}")

# The encrypted values of an authenticator app and of recovery codes.
SECRETS = ("secret", "seed", "migrated_codes")

# Messages of allauth that our own pages replace.
SAID_ELSEWHERE = ("account/messages/logged_in.txt",)
# Session key: when the player last signed in (Unix seconds).
SIGNED_IN_AT = "signed_in_at"


class Adapter(DefaultAccountAdapter):
    """Our account adapter for allauth."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send nothing: e-mails about accounts are our own."""

    def login(self, request: HttpRequest, user: Any) -> None:
        """Begin the session; matches that its browser played as a guest go to the player."""
        guest = player_of(request)
        super().login(request, user)
        if guest is not None and guest.is_guest and not user.is_staff:
            guests.keep_matches(guest, user, now=timezone.now())

    def post_login(self, request: HttpRequest, user: Any, **facts: object) -> HttpResponse:
        """Record the sign-in and its fingerprints; ask new players for a name."""
        request.session[SIGNED_IN_AT] = time.time()
        onward = super().post_login(request, user, **facts)["Location"]
        # Staff need no display name; the admin shows their address.
        if not (user.has_chosen_name or user.is_staff):
            onward = reverse("choose_name", query={"next": onward})
        response = see_other(onward)
        _leave_trace(request, response, user)
        remember_device(request, response, user)
        return response

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: object,
        **more: object,
    ) -> None:
        if message_template not in SAID_ELSEWHERE:
            super().add_message(request, level, message_template, *rest, **more)

    def is_reauthentication_required(self, *, app: str, **more: object) -> bool:
        """Return False for a recent sign-in, so that players need not prove again who they are."""
        steps = get_authentication_records(self.request, self.request.user)
        signed_in_at = self.request.session.get(SIGNED_IN_AT, 0)
        latest = max([signed_in_at, *(step["at"] for step in steps)])
        is_fresh = time.time() - latest < account_settings.REAUTHENTICATION_TIMEOUT
        return not is_fresh and super().is_reauthentication_required(app=app, **more)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return "/"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that our own rate limits use."""
        return client_address(request)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: there is no separate sign-up; whoever verifies an address is a player."""
        return False


def _leave_trace(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Store hashes of the network address and of the browser's cookie."""
    device = request.COOKIES.get(DEVICE, "")
    if not NAME.fullmatch(device):
        device = new_token()
    sign_in_fingerprints.record_fingerprint(
        player, address=client_address(request), device=device, now=timezone.now()
    )
    response.set_cookie(
        DEVICE,
        device,
        max_age=sign_in_fingerprints.RETENTION,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


class SecondFactors(DefaultMFAAdapter):
    """Our MFA adapter, which encrypts the secrets of authenticator apps with SECRET_KEY."""

    # In our spelling: “e-mail”.
    error_messages = DefaultMFAAdapter.error_messages | {
        "unverified_email": _(
            "You cannot activate two-factor authentication until you have verified your e-mail "
            "address."
        )
    }

    def encrypt(self, text: str) -> str:
        return _build_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _build_cipher().decrypt(encrypted_text.encode()).decode()

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party of passkeys (Web Authentication §5.4.2): its name and domain."""
        return {"id": settings.SITE_HOST, "name": "Abyss by Post"}


def renewed_secrets(data: str) -> str | None:
    """Return the stored JSON of a second factor with its secrets encrypted under the current key.

    None if they are already, or there are none. Raises Undecryptable.
    """
    stored_data: dict[str, object] = json.loads(data)
    try:
        secrets = {
            name: _reencrypt_secret(stored_data[name]) for name in SECRETS if name in stored_data
        }
    except InvalidToken as error:
        raise Undecryptable("a second factor under no key we have") from error
    new = stored_data | secrets
    return None if new == stored_data else json.dumps(new)


def _reencrypt_secret(secret: Any) -> object:
    if isinstance(secret, list):
        return [_reencrypt_secret(item) for item in secret]
    try:
        Fernet(_derive_key(settings.SECRET_KEY)).decrypt(secret.encode())
    except InvalidToken:
        return _build_cipher().rotate(secret.encode()).decode()
    return secret


def _build_cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derive_key(key)) for key in keys])


def _derive_key(secret: str | bytes) -> bytes:
    digest = hashlib.sha256(b"second factors\0" + force_bytes(secret)).digest()
    return base64.urlsafe_b64encode(digest)
