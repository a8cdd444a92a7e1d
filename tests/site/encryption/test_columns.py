"""Every column of the database is classified, and nobody can act with what it contains."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from random import randrange
from secrets import token_hex
from typing import Any
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg.conninfo import make_conninfo

from abyss_site.bootstrap.embedded import program
from abyss_site.core.encryption.cipher import present_head
from abyss_site.core.encryption.fields import EncryptedBinaryField
from games.models import Match, Prompt, Vote
from games.services import invitations, sign_in
from games.services.play import votes
from notifications.incoming import dispatch, intake
from notifications.incoming.intake import Envelope
from notifications.models import CapturedEmail, Notification, Webhook
from notifications.outgoing import delivery
from notifications.web_push.encryption import encode_base64url, encode_public_key
from tests.totp import activate_app, activate_recovery_codes

# Encrypted under SECRET_KEY; see docs/decisions/0008-encrypted-columns.md.
ENCRYPTED = {
    "notifications.Notification": "data subject text html headers",
    "notifications.InboundEmail": "raw envelope first_line",
    "notifications.CapturedEmail": "raw subject",
    "notifications.Webhook": "url secret old_secret key",
    "sessions.Session": "session_data",
    # Its secrets are encrypted by `games.web.sign_in_adapter.SecondFactors`.
    "mfa.Authenticator": "data",
    "games.Feed": "key",
    "games.League": "entry_code",
    "games.Entry": "team_code",
    "games.DirectMessage": "text",
}
# Only a hash, an HMAC or a password hash is stored; the original cannot be derived from it.
HASHED = {
    "games.PersonalToken": "digest",
    "games.AppGrant": "code_digest code_challenge",
    "games.RefreshToken": "digest",
    "games.DeviceCode": "digest",
    "games.Player": "password",
    "games.Invitation": "digest",
    "games.SeasonInvitation": "digest",
    "games.Submission": "digest",
    "games.SignInFingerprint": "digest",
    "games.AddressBan": "digest",
    "notifications.InboundEmail": "sha256 words",
    "notifications.Webhook": "digest",
    "notifications.OptOut": "digest",
    "notifications.ProviderEvent": "key",
    "sessions.Session": "session_key",
    "games.Feed": "digest",
    "games.KnownDevice": "digest",
}
# They identify a row; an address or link made from one also needs a MAC or its player.
NAMES_A_ROW = {
    "games.DeviceCode": "user_code",
    "games.Prompt": "token",
    "games.Ballot": "token",
    "games.Invitation": "token",
    "games.SeasonToken": "token",
    "games.SeasonInvitation": "token",
    "games.ConversationSide": "token",
    "notifications.Notification": "reply_token",
    "notifications.InboundEmail": "token",
}
# The game itself, with its hidden cards: whoever has the database is trusted with it.
THE_GAME = {
    "games.Match": "game options bank secret seed state outcome beacon_chain beacon_signature",
    "games.Seat": "word",
    "games.Season": "lot_secret",
    "games.Move": "decision events key source",
    "games.Snapshot": "state",
    "games.Prompt": "question hours offered",
    "games.Order": "rules",
    "games.DefaultOrder": "rules",
    "games.MatchPreset": "terms",
    "games.Vote": "facts reason",
    # The responses to programs, without secrets that are shown once.
    "games.Submission": "headers body",
}
# What people wrote for others, for themselves or to staff; it gives no access.
SAID = {
    "games.Message": "text key",
    "games.DirectMessage": "key",
    "games.PrivateNote": "text",
    "games.TimelineEntry": "text",
    "games.Invitation": "note",
    "games.League": "name description",
    "games.Club": "name description contact imprint",
    "games.Entry": "team_name",
    "games.Pairing": "why",
    "games.Report": "quoted text",
    "games.AuditLogEntry": "reason public_note",
    "games.Proposal": "reason",
    "games.Sanction": "reason",
    "games.AddressBan": "reason",
}
# Identity and preferences: personal data that must be searchable by value.
ABOUT_PEOPLE = {
    "games.Player": "email display_name zone hours name_key about",
    "games.FormerName": "name",
    "games.Invitation": "address",
    "games.SeasonInvitation": "address",
    "games.SavedFilter": "name query",
    "games.MatchPreset": "name",
    "games.Match": "deadline_zone",
    "games.PersonalToken": "name scopes",
    "games.App": "name website redirect_uris",
    "games.AppGrant": "scopes redirect_uri",
    "games.DeviceCode": "scopes",
    "account.EmailAddress": "email",
    # This kind of confirmation is not used here: the table stays empty.
    "account.EmailConfirmation": "key",
    "notifications.Notification": "address",
    "notifications.InboundEmail": "sender",
    "notifications.CapturedEmail": "recipient sender",
    "notifications.SenderAddress": "address",
    "notifications.BounceScore": "address",
    "notifications.MailboxCursor": "mailbox",
    "notifications.Webhook": "label",
    "notifications.ChannelPreference": "channel thread events",
    "games.KnownDevice": "name",
    "games.SignInRequest": "email next_path",
}
# Facts of the service: kinds, states, numbers, responses of mail servers (without our codes).
FACTS = {
    # Answers that were given or could have been, of matches that are over.
    "games.Analysis": "progress result",
    # Public by its nature.
    "games.DataDump": "digest key signature content",
    "games.AnalysisBoard": "moves opinion",
    "games.Puzzle": "game answers losses remark",
    "games.PuzzleRating": "game",
    "games.AuditLogEntry": "action facts changes sentences",
    "games.DefaultOrder": "game",
    "games.MatchPreset": "game",
    "games.Division": "evenness table ties",
    "games.Entry": "bye_rounds",
    "games.PlayerEvent": "facts epoch",
    "games.FraudSignal": "facts",
    "games.League": "slug terms",
    "games.Club": "slug",
    "games.Pairing": "places",
    "games.Board": "places",
    "games.Proposal": "action facts",
    "games.Rating": "game",
    "games.SavedFilter": "model",
    "games.Season": "terms",
    "games.Submission": "key",
    "notifications.Notification": "key kind thread why message_id answers language references",
    "notifications.Delivery": "channel error provider_id bounce",
    "notifications.InboundEmail": "source source_id message_id purpose reason threads",
    "notifications.Webhook": "error site_key epoch test_error scope",
    "notifications.WebhookCall": "error",
    "notifications.Picture": "cid name png file",
    "notifications.BounceScore": "status evidence",
    "admin.LogEntry": "object_id object_repr change_message",
    "auth.Group": "name",
    "auth.Permission": "name codename",
    "contenttypes.ContentType": "app_label model",
    "notifications.Quarantine": "job table row_id error place release",
}
TABLES = (ENCRYPTED, HASHED, NAMES_A_ROW, THE_GAME, SAID, ABOUT_PEOPLE, FACTS)
SPEAKING = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


def speaking_columns() -> Iterator[tuple[str, Any]]:
    """Yield every column that can hold text: (“app.Model field”, field)."""
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.managed or model._meta.proxy:
            continue
        for field in model._meta.local_fields:
            is_list = field.get_internal_type() == "ArrayField"
            # A closed set of values contains no information of users.
            if (isinstance(field, SPEAKING) or is_list) and not field.choices:
                yield f"{model._meta.label} {field.name}", field


def test_every_column_that_can_hold_words_is_classified() -> None:
    named = [
        f"{model} {name}"
        for table in TABLES
        for model, names in table.items()
        for name in names.split()
    ]

    found = {name for name, _ in speaking_columns()}

    assert sorted(found - set(named)) == [], "say what the new columns hold"
    assert sorted(set(named) - found) == [], "these columns are no more"
    assert len(named) == len(set(named))


def test_exactly_the_columns_that_say_so_are_encrypted() -> None:
    said = {f"{model} {name}" for model, names in ENCRYPTED.items() for name in names.split()}

    found = {name for name, field in speaking_columns() if isinstance(field, EncryptedBinaryField)}

    # Our session engine and allauth's adapter encrypt the contents of these.
    assert said - found == {"sessions.Session session_data", "mfa.Authenticator data"}
    assert found <= said


# Secrets that must not be in the database ------------------------------------------------------


class Journey:
    """Actions of players on pages and by e-mail, and the secrets that they learned."""

    def __init__(self, people: dict[str, Any], deal: Any) -> None:
        self.people, self.deal, self.canaries = people, deal, dict[str, str]()

    def walk(self) -> None:
        alice = self.sign_in()
        self.make_a_token(alice)
        self.add_second_factors()
        self.add_a_program(alice)
        self.add_a_device(alice)
        self.play()
        self.write_an_answer()

    def learn(self, what: str, secret: str) -> None:
        assert len(secret) >= 6, what
        self.canaries[what] = secret

    def sign_in(self) -> Client:
        address = self.people["alice"].email
        alice = Client(REMOTE_ADDR=f"10.{randrange(256)}.{randrange(256)}.{randrange(256)}")
        alice.post("/sign-in/", {"email": address, "next": "/matches/"}, follow=True)
        sign_in.send_due_emails(timezone.now())
        self.learn("session before", alice.cookies["sessionid"].value)
        email = self.read(address)
        [link] = set(re.findall(r"/sign-in/([\w.:-]{20,})/", email))
        self.learn("sign-in link", link.rpartition(".")[2])
        self.learn("sign-in code", Notification.objects.get(kind="sign_in").data["code"])
        assert self.canaries["sign-in code"] in email
        alice.post("/sign-in/code/", {"code": self.canaries["sign-in code"]})
        assert "_auth_user_id" in alice.session
        self.learn("session", alice.cookies["sessionid"].value)
        return alice

    def make_a_token(self, alice: Client) -> None:
        made = alice.post("/settings/tokens/", {"name": "bot", "scopes": ["read", "play"]})
        self.learn("personal token", made.context["secret"])

    def add_second_factors(self) -> None:
        # Only the public key of a passkey is stored.
        self.learn("authenticator app", "JBSWY3DPEHPK3PXPJBSW")
        activate_app(self.people["alice"], self.canaries["authenticator app"])
        seed = activate_recovery_codes(self.people["alice"])
        self.learn("seed of recovery codes", seed)

    def add_a_program(self, alice: Client) -> None:
        url = "https://discord.example/api/webhooks/7/capabilityofthishook"
        alice.post("/emails/webhooks/", {"url": url, "shape": "json"})
        webhook = Webhook.objects.get()
        assert webhook.url == url
        self.learn("address of a program", "capabilityofthishook")
        self.learn("secret of a program", webhook.secret)

    def add_a_device(self, alice: Client) -> None:
        key = encode_base64url(encode_public_key(generate_private_key(SECP256R1()).public_key()))
        device = {"endpoint": "https://push.example/capabilityofthisdevice", "key": key}
        alice.post("/emails/devices/", {**device, "auth": encode_base64url(bytes(range(16)))})
        assert Webhook.objects.get(shape="push").key == key
        self.learn("address of a device", "capabilityofthisdevice")
        self.learn("secret of a device", encode_base64url(bytes(range(16))))
        self.learn("key of a device", key)

    def play(self) -> None:
        match = self.deal("pebbles", seats=3, now=timezone.now())
        seat = match.prompts.get().seat
        player = match.seats.get(number=seat).player
        self.read_links(player.email)
        votes.call_vote(player, match, Vote.Kind.PAUSE, hours=24, reason="a wedding")
        delivery.deliver_due_emails(timezone.now())
        for other in match.seats.exclude(number=seat):
            self.read_links(other.player.email)
        opened = Match.objects.create(game="pebbles", seats_wanted=2)
        opened.seats.create(number=0, player=self.people["alice"])
        opened.refresh_from_db()
        invitations.invite_player(opened, self.people["alice"], "stranger@elsewhere.example.org")
        self.read_links("stranger@elsewhere.example.org")

    def read_links(self, address: str) -> None:
        """Remember what is signed in the last e-mail to an address: reply address and links."""
        email, number = self.read(address), len(self.canaries)
        codes = set(
            re.findall(r"\b(?:play|unsub|bounce|bundle)\+[a-z2-7]{28}([a-z2-7]{16})", email)
        )
        links = set(re.findall(r"/(?:a|i|u)/[\w/]*?([\w-]{16,})/?[\s\"<>]", email))
        assert codes, email[:2000]
        for at, secret in enumerate(sorted(codes | {link[-16:] for link in links})):
            self.learn(f"{address} {number + at}", secret)

    def write_an_answer(self) -> None:
        prompt = Prompt.objects.filter(closed_at=None).select_related("match")[0]
        player = prompt.match.seats.get(number=prompt.seat).player
        address = Notification.objects.filter(reply_token=prompt.token)[0]
        to = message_from_bytes(_posted(address.player.email), policy=policy.default)["Reply-To"]
        raw = (
            f"From: {player.email}\r\nTo: {to}\r\nMessage-ID: <1@client.example>\r\n"
            "X-Only-Here: plughinthehead\r\n\r\nxyzzyinthewords\r\n"
        )
        now = timezone.now()
        intake.receive_email(raw.encode(), Envelope(player.email, [to]), "smtp", "1", now)
        dispatch.process_due(now)
        self.learn("head of an answer", "plughinthehead")
        self.learn("words of an answer", "xyzzyinthewords")
        assert "xyzzyinthewords" in self.read(player.email)

    def read(self, address: str) -> str:
        """Return the last e-mail to an address as a mail program shows it, including headers."""
        delivery.deliver_due_emails(timezone.now())
        email: Any = message_from_bytes(_posted(address), policy=policy.default)
        parts = [part for part in email.walk() if part.get_content_maintype() == "text"]
        heads = "\n".join(f"{name}: {value}" for name, value in email.items())
        return heads + "\n".join(part.get_content() for part in parts)

    def found(self, said: str) -> list[str]:
        """Return which of the secrets occur in a text, as text or as PostgreSQL prints bytes."""
        return [
            what
            for what, secret in self.canaries.items()
            if secret in said or secret.encode().hex() in said
        ]


def _posted(address: str) -> bytes:
    return bytes(CapturedEmail.objects.filter(recipient=address.lower()).latest("id").raw)


@pytest.fixture
def journey(transactional_db: None, people: dict[str, Any], deal: Any, settings: Any) -> Journey:
    settings.EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
    settings.MAIL_DEBOUNCE_SECONDS = 0
    # Other sign-ins within the hour do not count against her limit.
    alice = people["alice"]
    alice.email = f"alice-{token_hex(8)}@example.org"
    alice.save(update_fields=["email"])
    return Journey(people, deal)


def whole_database() -> Iterator[tuple[str, str]]:
    """Yield (table, row as text) of the whole database; bytes are hexadecimal digits."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT it::text FROM "{table}" AS it')
            for (row,) in cursor.fetchall():
                yield table, row


def test_no_code_link_session_or_word_of_an_email_is_in_the_database_a_log_or_a_backup(
    journey: Journey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with CaptureQueriesContext(connection) as asked:
        journey.walk()
    rows = {(table, what) for table, row in whole_database() for what in journey.found(row)}
    log = {(query["sql"][:60], what) for query in asked for what in journey.found(query["sql"])}
    script = backup(tmp_path, monkeypatch)

    assert (rows, log, journey.found(script)) == (set(), set(), [])
    # The search works.
    assert journey.found("… xyzzyinthewords …") == ["words of an answer"]
    assert (
        journey.people["alice"].email in script and len(asked) > 100 and len(journey.canaries) > 20
    )
    assert unencrypted() == []


def backup(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the contents of a backup as SQL."""
    name = str(connection.settings_dict["NAME"])
    monkeypatch.setenv("DATABASE_URL", make_conninfo(os.environ["DATABASE_URL"], dbname=name))
    call_command("backup", str(folder / "one.backup"))
    with ZipFile(folder / "one.backup") as archive:
        archive.extractall(folder)
    restore = [program("pg_restore"), "--file=-", str(folder / "database.dump")]
    return subprocess.run(restore, capture_output=True, text=True, check=True).stdout


def unencrypted() -> list[tuple[str, str]]:
    """Return the columns with values that do not start like a ciphertext of ours."""
    wrong = []
    for model in apps.get_models():
        for field in model._meta.local_fields:
            if isinstance(field, EncryptedBinaryField):
                name, table = field.column or "", model._meta.db_table
                with connection.cursor() as cursor:
                    cursor.execute(
                        f'SELECT count(*) FROM {table} WHERE substring("{name}" FOR 5) <> %s',
                        [present_head()],
                    )
                    wrong += [(table, name)] if cursor.fetchone()[0] else []
    return wrong
