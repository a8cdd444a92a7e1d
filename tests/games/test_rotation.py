"""SECRET_KEY and SIGNING_KEY are changed, and what was made under the old ones lives on."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.core.management import CommandError, call_command
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from games.emails import matches
from games.models import Match, Player
from games.services import accounts as people_service
from games.services import sign_in
from notifications.models import Notification
from notifications.outgoing import reply_addresses
from notifications.preferences import devices
from notifications.web_push import vapid
from notifications.web_push.encryption import encode_base64url, encode_public_key
from notifications.webhooks import calls

from ..totp import activate_app, new_secret, number_now
from .test_match_file import play_out
from .test_webhooks import NOON, Listener, program

__all__ = ["program"]

pytestmark = pytest.mark.django_db
NEW = "a new key that nobody has seen before, of more than fifty e-mails"


def rotate(settings: Any, name: str) -> None:
    """As docs/running.md says: the old key goes to the front of the fallbacks."""
    old = [getattr(settings, name), *getattr(settings, f"{name}_FALLBACKS")]
    setattr(settings, f"{name}_FALLBACKS", old)
    setattr(settings, name, NEW)
    restart(settings)


def forget_old_keys(settings: Any, name: str) -> None:
    setattr(settings, f"{name}_FALLBACKS", [])
    restart(settings)


@pytest.fixture(autouse=True)
def signers_as_before(settings: Any) -> Iterator[None]:
    """Give the signers of our modules the keys of the other tests back."""
    key, fallbacks = settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS
    yield
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = key, fallbacks
    restart(settings)


def restart(settings: Any) -> None:
    """Let every signer that a module holds read its keys again, as it does in a new process."""
    for held in gc.get_objects():
        # Not isinstance(): it would follow weak references that are dead.
        if issubclass(type(held), Signer):
            held.key, held.fallback_keys = settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS


def who_is(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_whoever_is_signed_in_stays_so_until_the_old_key_is_forgotten(
    settings: Any, people: dict[str, Player]
) -> None:
    client, late = Client(), Client()
    client.force_login(people["alice"])
    late.force_login(people["alice"])

    rotate(settings, "SECRET_KEY")
    assert client.get("/settings/").status_code == 200
    forget_old_keys(settings, "SECRET_KEY")

    # The first session was renewed under the new key when it was used.
    assert client.get("/settings/").status_code == 200
    assert late.get("/settings/").status_code == 302


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_the_link_and_the_code_of_an_email_outlive_a_rotation(
    settings: Any, visitor: Client, people: dict[str, Player], is_forgotten: bool
) -> None:
    alice = people["alice"]
    visitor.post("/sign-in/", {"email": alice.email})
    sign_in.send_due_emails(timezone.now())
    email = matches.render_sign_in_email(Notification.objects.get())
    assert email is not None
    code = re.search(r"asked for it: (\S+)", email.text)
    link = re.search(r"(/sign-in/\S+/)", email.text)
    assert code and link

    rotate(settings, "SECRET_KEY")
    if is_forgotten:
        forget_old_keys(settings, "SECRET_KEY")
    by_link = visitor.get(link[1]).status_code
    visitor.post("/sign-in/code/", {"code": code[1]})

    assert by_link == (410 if is_forgotten else 200)
    assert who_is(visitor) == (None if is_forgotten else str(alice.pk))


def test_an_authenticator_app_outlives_a_rotation(
    settings: Any, visitor: Client, people: dict[str, Player]
) -> None:
    secret, alice = new_secret(), people["alice"]
    activate_app(alice, secret)
    link = people_service.sign_in_link(alice, "here")
    session = visitor.session
    session["asked_for_sign_in"] = ["here"]
    session.save()

    rotate(settings, "SECRET_KEY")
    asked = visitor.post(f"/sign-in/{link}/")
    visitor.post(asked["Location"], {"code": number_now(secret)})

    assert who_is(visitor) == str(alice.pk)


def test_addresses_in_emails_outlive_a_rotation(settings: Any) -> None:
    token = "abcdefghijklmnopqrstuvwx23"
    written = reply_addresses.build_address("play", token)
    read = reply_addresses.parse_reply_address(written)

    rotate(settings, "SECRET_KEY")

    assert read is not None and reply_addresses.parse_reply_address(written) == read
    assert reply_addresses.build_address("play", token) != written
    forget_old_keys(settings, "SECRET_KEY")
    assert reply_addresses.parse_reply_address(written) is None


def test_old_match_files_stay_the_sites_own_and_new_ones_are_signed_anew(
    settings: Any,
    client: Client,
    deal: Callable[..., Match],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    play_out(match)
    address = f"/matches/{match.number}/file/"
    (tmp_path / "old").write_bytes(client.get(address).content)

    rotate(settings, "SIGNING_KEY")
    (tmp_path / "new").write_bytes(client.get(address).content)
    keys = client.get("/.well-known/abyss-by-post.key").content.decode()
    call_command("verify", str(tmp_path / "old"), key=keys)
    old = capsys.readouterr().out
    call_command("verify", str(tmp_path / "new"), key=keys)
    new = capsys.readouterr().out

    assert len(keys.split()) == len(set(keys.split())) == 2
    assert "by a key you gave that the site has retired" in old
    assert "by the key you gave" in new
    with pytest.raises(CommandError, match="signed by another key"):
        call_command("verify", str(tmp_path / "new"), key=keys.split()[1])


def test_devices_are_called_under_the_key_that_they_subscribed_under(
    settings: Any, people: dict[str, Player], program: Listener, deal: Callable[..., Match]
) -> None:
    """A push service refuses a call under another key (RFC 8292 §4.2)."""
    before = vapid.site_key()
    keep_device(people["alice"], program.url + "/old")
    rotate(settings, "SIGNING_KEY")
    keep_device(people["alice"], program.url + "/new")

    deal("pebbles", seats=2)
    calls.call_round(NOON)

    told = {headers["Authorization"].rpartition("k=")[2] for headers, _body in program.told}
    assert len(program.told) == 2
    assert told == {before, vapid.site_key()} and before != vapid.site_key()


def keep_device(player: Player, endpoint: str) -> None:
    """Subscribe a device under the key that the page shows now."""
    key = encode_base64url(encode_public_key(generate_private_key(SECP256R1()).public_key()))
    before = NOON - timedelta(minutes=1)
    secret = encode_base64url(bytes(16))
    devices.register_device(player, endpoint=endpoint, key=key, auth=secret, agent="", now=before)
