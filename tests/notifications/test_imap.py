"""Tests of fetching e-mails from a remote mailbox over real IMAP."""

from __future__ import annotations

import re
import socketserver
import threading
from base64 import b64decode
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from notifications.incoming.intake import Envelope, receive_email
from notifications.incoming.transports import imap, imap_mailbox
from notifications.models import InboundEmail, MailboxCursor
from notifications.outgoing import reply_addresses

from .conftest import NOW, TOKEN, reply

pytestmark = pytest.mark.django_db


class Box(socketserver.ThreadingTCPServer):
    """An IMAP server with one mailbox: e-mails by UID, and UIDs moved to other folders."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), LimitedSMTP)
        self.emails: dict[int, bytes] = {}
        self.folders: dict[str, list[int]] = {}
        self.marked: set[int] = set()
        self.capabilities = "IMAP4rev1"
        self.validity = 7
        # UIDs that cannot be fetched.
        self.poison: set[int] = set()
        self.said: list[str] = []
        self.token = ""
        # Arrives during IDLE.
        self.idle_email: tuple[int, bytes] | None = None


class LimitedSMTP(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box = self.server
        assert isinstance(box, Box)
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.decode().strip().partition(" ")
            box.said.append(command)
            end = "OK done"
            for said in self.answer(command, box):
                if said.startswith(b"NO"):
                    end = said.decode()
                else:
                    self.wfile.write(said)
            self.wfile.write(f"{tag} {end}\r\n".encode())

    def answer(self, command: str, box: Box) -> Iterator[bytes]:
        verb = command.upper()
        if verb == "CAPABILITY":
            yield f"* CAPABILITY {box.capabilities}\r\n".encode()
        elif verb.startswith("AUTHENTICATE XOAUTH2"):
            self.wfile.write(b"+ \r\n")
            shown = b64decode(self.rfile.readline()).decode()
            if shown != f"user=alice@example.org\x01auth=Bearer {box.token}\x01\x01":
                self.wfile.write(b"+ eyJzdGF0dXMiOiI0MDEifQ==\r\n")
                self.rfile.readline()
                yield b"NO not you"
        elif verb.startswith(("EXAMINE", "SELECT")):
            yield f"* {len(box.emails)} EXISTS\r\n".encode()
            yield f"* OK [UIDVALIDITY {box.validity}] valid\r\n".encode()
        elif found := re.match(r"UID SEARCH UID (\d+):\*", verb):
            last = max(box.emails, default=0)
            uids = [uid for uid in box.emails if uid >= int(found[1]) or uid == last]
            yield f"* SEARCH {' '.join(map(str, uids))}\r\n".encode()
        elif found := re.match(r"UID FETCH (\d+)", verb):
            yield from self.fetch(int(found[1]), box)
        elif verb == "IDLE":
            yield from self.idle(box)
        elif verb == "LOGOUT":
            yield b"* BYE\r\n"
        else:
            yield from self.put(command, box)

    def fetch(self, uid: int, box: Box) -> Iterator[bytes]:
        if uid in box.poison:
            yield b"NO cannot"
        elif raw := box.emails.get(uid):
            yield f"* 1 FETCH (UID {uid} BODY[]<0> {{{len(raw)}}}\r\n".encode() + raw + b")\r\n"

    def idle(self, box: Box) -> Iterator[bytes]:
        self.wfile.write(b"+ idling\r\n")
        if box.idle_email:
            box.emails[box.idle_email[0]] = box.idle_email[1]
            box.idle_email = None
            self.wfile.write(b"* 1 EXISTS\r\n")
        box.said.append(self.rfile.readline().decode().strip())
        yield b""

    def put(self, command: str, box: Box) -> Iterator[bytes]:
        if found := re.match(r'CREATE "(\w+)"', command):
            box.folders[found[1]] = []
        elif found := re.match(r'UID (MOVE|COPY) (\d+) "(\w+)"', command):
            if found[3] not in box.folders:
                yield b"NO [TRYCREATE] no such folder"
                return
            box.folders[found[3]].append(int(found[2]))
            if found[1] == "MOVE":
                del box.emails[int(found[2])]
        elif found := re.match(r"UID STORE (\d+) \+FLAGS \(\\Deleted\)", command):
            box.marked.add(int(found[1]))
        elif found := re.match(r"(?:UID )?EXPUNGE ?(\d*)", command):
            for uid in {int(found[1])} if found[1] else set(box.marked):
                box.emails.pop(uid, None)


@pytest.fixture
def box(settings: Any) -> Iterator[Box]:
    with Box() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        settings.IMAP_URL = f"imap://alice%40example.org:secret@127.0.0.1:{port}/INBOX"
        yield server
        server.shutdown()


def email(number: int) -> bytes:
    to = reply_addresses.build_address("play", TOKEN)
    return reply("2\n", To=to, Message_ID=f"<{number}@client.example>", Return_Path="<a@b.example>")


FILED = "?processed=Done&failed=Failed"


def test_new_emails_are_kept_once(box: Box, settings: Any) -> None:
    """I1, I4: the cursor is UIDVALIDITY and UID, in the database."""
    box.emails = {3: email(3), 5: email(5)}
    first = imap.fetch_new_emails(settings.IMAP_URL).new
    box.emails[9] = email(9)

    again = [imap.fetch_new_emails(settings.IMAP_URL).new for _ in range(2)]

    assert (first, again) == (2, [1, 0])
    cursor = MailboxCursor.objects.get()
    assert (cursor.mailbox, cursor.validity, cursor.uid) == (
        ("alice@example.org@127.0.0.1/INBOX", 7, 9)
    )
    kept = InboundEmail.objects.all()
    assert {(one.purpose, one.token, one.envelope["mail_from"]) for one in kept} == {
        ("play", TOKEN, "a@b.example")
    }


def test_a_mailbox_numbered_anew_is_read_anew_and_nothing_twice(box: Box, settings: Any) -> None:
    """I4, I6: recognized by Message-ID and token."""
    box.emails = {3: email(3)}
    imap.fetch_new_emails(settings.IMAP_URL)
    box.validity, box.emails = 8, {1: email(3), 2: email(4)}

    imap.fetch_new_emails(settings.IMAP_URL)

    assert InboundEmail.objects.count() == 2


def test_an_email_that_came_otherwise_is_fetched_once(box: Box, settings: Any) -> None:
    """I4: the cursor advances although the row is from another source."""
    receive_email(
        email(3), Envelope("", [reply_addresses.build_address("play", TOKEN)]), "smtp", "1", NOW
    )
    box.emails = {3: email(3)}

    for _ in range(3):
        imap.fetch_new_emails(settings.IMAP_URL)

    assert InboundEmail.objects.get().copies == 1


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 MOVE", "IMAP4rev1", "IMAP4rev1 UIDPLUS"])
def test_emails_are_put_away_when_they_are_kept(capabilities: str, box: Box, settings: Any) -> None:
    """I4: MOVE (RFC 6851), or COPY and EXPUNGE; missing folders are created."""
    box.capabilities, box.emails = capabilities, {3: email(3), 5: email(5)}

    imap.fetch_new_emails(settings.IMAP_URL + FILED)

    assert (box.emails, box.folders) == ({}, {"Done": [3, 5]})
    assert any(one.startswith("SELECT") for one in box.said)


def test_what_was_kept_before_a_crash_is_put_away_later(box: Box, settings: Any) -> None:
    box.capabilities, box.emails = "IMAP4rev1 MOVE", {3: email(3)}
    imap.fetch_new_emails(settings.IMAP_URL)

    imap.fetch_new_emails(settings.IMAP_URL + FILED)

    assert box.folders == {"Done": [3]}
    assert InboundEmail.objects.get().copies == 0


def test_without_folders_nothing_is_changed_there(box: Box, settings: Any) -> None:
    box.emails = {3: email(3)}

    imap.fetch_new_emails(settings.IMAP_URL)

    assert 3 in box.emails
    assert any(one.startswith("EXAMINE") for one in box.said)


def test_a_poisonous_email_is_parked_after_three_rounds_and_stops_no_other(
    box: Box, settings: Any
) -> None:
    """I4: parked after 3 failures, moved to the folder for failures, and not fetched again."""
    box.capabilities, box.poison = "IMAP4rev1 MOVE", {3}
    box.emails = {3: email(3), 5: email(5)}

    new = [imap.fetch_new_emails(settings.IMAP_URL + FILED).new for _ in range(4)]

    assert new == [1, 0, 0, 0]
    assert box.folders == {"Done": [5], "Failed": [3]}
    parked = InboundEmail.objects.get(state="parked")
    assert (parked.tries, parked.raw) == (3, None)
    assert sum(one.startswith("UID FETCH 3") for one in box.said) == 3


def test_an_email_that_can_be_had_at_last_is_kept(box: Box, settings: Any) -> None:
    box.poison, box.emails = {3}, {3: email(3)}
    imap.fetch_new_emails(settings.IMAP_URL)
    box.poison = set()

    assert imap.fetch_new_emails(settings.IMAP_URL).new == 1

    kept = InboundEmail.objects.get()
    assert (kept.state, kept.message_id) == ("received", "<3@client.example>")


def test_the_server_tells_when_an_email_comes(box: Box, settings: Any) -> None:
    """I4: IDLE (RFC 2177), ended by DONE before the next command."""
    box.capabilities, box.idle_email = "IMAP4rev1 IDLE", (4, email(4))

    done = imap.fetch_new_emails(settings.IMAP_URL, wait=20)

    assert done == (1, True)
    assert box.said[box.said.index("IDLE") + 1] == "DONE"


def test_waiting_ends_before_the_server_hangs_up(box: Box, settings: Any) -> None:
    """I4: repeated within 29 minutes, on a new connection."""
    box.capabilities = "IMAP4rev1 IDLE"

    assert imap.fetch_new_emails(settings.IMAP_URL, wait=0.2) == (0, True)
    assert imap_mailbox.MAX_IDLE_SECONDS < 29 * 60


def test_without_idle_a_mailbox_is_polled(box: Box, settings: Any) -> None:
    """I4: the fallback."""
    assert imap.fetch_new_emails(settings.IMAP_URL, wait=20) == (0, False)


def test_a_token_of_a_command_is_shown_in_place_of_a_password(box: Box, settings: Any) -> None:
    """I4: OAuth2, as XOAUTH2."""
    box.token, box.emails = "ya29.secret", {3: email(3)}
    settings.IMAP_TOKEN_COMMAND = "printf 'ya29.secret\\n'"
    out = StringIO()

    call_command("fetch_emails", stdout=out)

    assert out.getvalue() == "1 new e-mails\n"


@pytest.mark.parametrize("command", ["printf wrong", "false", "true"])
def test_a_token_that_is_not_taken_is_told(command: str, box: Box, settings: Any) -> None:
    box.token, settings.IMAP_TOKEN_COMMAND = "ya29.secret", command

    with pytest.raises(CommandError, match="cannot be read: error"):
        call_command("fetch_emails")


def test_what_a_command_says_about_trouble_tells_no_password(settings: Any) -> None:
    settings.IMAP_URL = "imap://alice:secret@127.0.0.1:9/INBOX"

    with pytest.raises(CommandError) as caught:
        call_command("fetch_emails")

    assert "secret" not in str(caught.value)
