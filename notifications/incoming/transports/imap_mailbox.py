"""Speaking IMAP with a server that keeps a mailbox for us (RFC 3501, 2177 IDLE, 6851 MOVE)."""

from __future__ import annotations

import imaplib
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, unquote, urlsplit

PATIENCE = 60
# RFC 2177: servers hang up after half an hour.
LONGEST_IDLE = 25 * 60
MOST_OCTETS = 10 * 1024 * 1024
# What asks a program for a token may take so long.
TOKEN_PATIENCE = 30


class Box:
    """One opened folder of a mailbox, and the folders its letters are put into ("": nowhere)."""

    def __init__(self, server: imaplib.IMAP4, name: str, processed: str, failed: str) -> None:
        self.server, self.name = server, name
        self.validity = int(server.response("UIDVALIDITY")[1][0] or 0)
        self.processed, self.failed = processed, failed

    def letters(self, after: int = 0) -> list[int]:
        """Return the UIDs above one, smallest first."""
        _, data = self.server.uid("SEARCH", f"UID {after + 1}:*")
        # "n:*" names the last letter even when its UID is smaller than n (RFC 3501 §6.4.8).
        return sorted(uid for uid in map(int, (data[0] or b"").split()) if uid > after)

    def letter(self, uid: int) -> bytes:
        """Return a letter, unmarked as seen. Raises imaplib.IMAP4.error if it cannot be had."""
        said, data = self.server.uid("FETCH", str(uid), f"(BODY.PEEK[]<0.{MOST_OCTETS}>)")
        raw = [bytes(part[1]) for part in data if isinstance(part, tuple)]
        if said != "OK" or not raw:
            raise imaplib.IMAP4.error("no such letter")
        return raw[0]

    def put(self, uid: int, folder: str) -> None:
        """Move a letter to a folder, which is made if there is none; "" leaves it where it is."""
        if folder and not self._moved(uid, folder):
            self.server.create(_quote_folder(folder))
            self._moved(uid, folder)

    def _moved(self, uid: int, folder: str) -> bool:
        if "MOVE" in self.server.capabilities:
            return bool(self.server.uid("MOVE", str(uid), _quote_folder(folder))[0] == "OK")
        if self.server.uid("COPY", str(uid), _quote_folder(folder))[0] != "OK":
            return False
        self.server.uid("STORE", str(uid), "+FLAGS", r"(\Deleted)")
        if "UIDPLUS" in self.server.capabilities:
            self.server.uid("EXPUNGE", str(uid))
        else:
            self.server.expunge()
        return True

    def can_wait(self) -> bool:
        """Tell whether the server says by itself that a letter came."""
        return "IDLE" in self.server.capabilities

    def wait(self, seconds: float = LONGEST_IDLE) -> bool:
        """Wait for a letter. False: none came, and the connection is of no more use."""
        server = self.server
        server.send(b"IDLE1 IDLE\r\n")
        server.sock.settimeout(min(seconds, LONGEST_IDLE))
        try:
            while not (line := server.readline()).upper().rstrip().endswith((b"EXISTS", b"RECENT")):
                if not line or line.startswith(b"IDLE1 "):
                    return False
        except TimeoutError:
            server.shutdown()
            return False
        server.sock.settimeout(PATIENCE)
        server.send(b"DONE\r\n")
        while (line := server.readline()) and not line.startswith(b"IDLE1 "):
            pass
        return bool(line)


@contextmanager
def open_mailbox(url: str, token_command: str = "") -> Iterator[Box]:
    """Open a mailbox: imaps://user:password@host/folder?processed=A&failed=B, percent-encoded.

    `imap://` is without TLS. With a command that prints an access token, that is shown instead of
    a password (XOAUTH2). Raises OSError or imaplib.IMAP4.error when it cannot be opened.
    """
    where = urlsplit(url)
    wishes = {name: values[0] for name, values in parse_qs(where.query).items()}
    connect = imaplib.IMAP4 if where.scheme == "imap" else imaplib.IMAP4_SSL
    server = connect(where.hostname or "", where.port or connect.port, timeout=PATIENCE)
    try:
        _log_in_to_server(
            server, unquote(where.username or ""), unquote(where.password or ""), token_command
        )
        # Some tell what they can only to those they know.
        server.capabilities = tuple(server.capability()[1][0].decode().upper().split())
        folder = unquote(where.path.strip("/")) or "INBOX"
        processed, failed = wishes.get("processed", ""), wishes.get("failed", "")
        if server.select(_quote_folder(folder), readonly=not (processed or failed))[0] != "OK":
            raise imaplib.IMAP4.error("cannot open the folder")
        name = f"{unquote(where.username or '')}@{where.hostname}/{folder}"
        yield Box(server, name[:300], processed, failed)
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            server.logout()


def _log_in_to_server(server: imaplib.IMAP4, user: str, password: str, token_command: str) -> None:
    if not token_command:
        server.login(user, password)
        return
    said = subprocess.run(
        shlex.split(token_command), capture_output=True, timeout=TOKEN_PATIENCE, check=False
    )
    token = said.stdout.strip()
    if said.returncode or not token:
        raise imaplib.IMAP4.error("the command gives no token")
    shown = b"user=%s\x01auth=Bearer %s\x01\x01" % (user.encode(), token)
    # A refusal comes as a challenge, which is answered by nothing.
    server.authenticate("XOAUTH2", lambda challenge: b"" if challenge else shown)


def _quote_folder(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'
