"""IMAP client for a remote mailbox (RFC 3501; RFC 2177: IDLE; RFC 6851: MOVE)."""

from __future__ import annotations

import imaplib
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, unquote, urlsplit

# Network timeout in seconds.
PATIENCE = 60
# Maximum time of IDLE in seconds. Servers may disconnect after 30 minutes (RFC 2177).
MAX_IDLE_SECONDS = 25 * 60
# Larger e-mails are cut off.
MAX_OCTETS = 10 * 1024 * 1024
# Timeout of the token command in seconds.
TOKEN_PATIENCE = 30


class Box:
    """An open folder of a mailbox.

    `processed` and `failed` are the folders to which its e-mails are moved ("": not moved).
    """

    def __init__(
        self, server: imaplib.IMAP4, name: str, processed_folder: str, failed_folder: str
    ) -> None:
        self.server, self.name = server, name
        self.validity = int(server.response("UIDVALIDITY")[1][0] or 0)
        self.processed, self.failed = processed_folder, failed_folder

    def emails(self, after: int = 0) -> list[int]:
        """Return the UIDs greater than `after` in ascending order."""
        _, data = self.server.uid("SEARCH", f"UID {after + 1}:*")
        # "n:*" includes the last e-mail even if its UID is less than n (RFC 3501 §6.4.8).
        return sorted(uid for uid in map(int, (data[0] or b"").split()) if uid > after)

    def email(self, uid: int) -> bytes:
        """Return an e-mail without setting \\Seen. Raises imaplib.IMAP4.error if it is missing."""
        status, data = self.server.uid("FETCH", str(uid), f"(BODY.PEEK[]<0.{MAX_OCTETS}>)")
        raw = [bytes(part[1]) for part in data if isinstance(part, tuple)]
        if status != "OK" or not raw:
            raise imaplib.IMAP4.error("no such e-mail")
        return raw[0]

    def move(self, uid: int, folder: str) -> None:
        """Move an e-mail to a folder, which is created if necessary; "" does nothing."""
        if folder and not self._try_move(uid, folder):
            self.server.create(_quote_folder(folder))
            self._try_move(uid, folder)

    def _try_move(self, uid: int, folder: str) -> bool:
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
        """Return whether the server supports IDLE."""
        return "IDLE" in self.server.capabilities

    def wait(self, seconds: float = MAX_IDLE_SECONDS) -> bool:
        """Wait for a new e-mail. Return False if none came; the connection is then unusable."""
        server = self.server
        server.send(b"IDLE1 IDLE\r\n")
        server.sock.settimeout(min(seconds, MAX_IDLE_SECONDS))
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

    `imap://` is without TLS. `token_command` is a command that prints an access token, which is
    used instead of the password (XOAUTH2). Raises OSError or imaplib.IMAP4.error if the mailbox
    cannot be opened.
    """
    where = urlsplit(url)
    options = {name: values[0] for name, values in parse_qs(where.query).items()}
    connect = imaplib.IMAP4 if where.scheme == "imap" else imaplib.IMAP4_SSL
    server = connect(where.hostname or "", where.port or connect.port, timeout=PATIENCE)
    try:
        _log_in_to_server(
            server, unquote(where.username or ""), unquote(where.password or ""), token_command
        )
        # Some servers report all capabilities only after the login.
        server.capabilities = tuple(server.capability()[1][0].decode().upper().split())
        folder = unquote(where.path.strip("/")) or "INBOX"
        processed_folder, failed_folder = options.get("processed", ""), options.get("failed", "")
        is_readonly = not (processed_folder or failed_folder)
        if server.select(_quote_folder(folder), readonly=is_readonly)[0] != "OK":
            raise imaplib.IMAP4.error("cannot open the folder")
        name = f"{unquote(where.username or '')}@{where.hostname}/{folder}"
        yield Box(server, name[:300], processed_folder, failed_folder)
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            server.logout()


def _log_in_to_server(server: imaplib.IMAP4, user: str, password: str, token_command: str) -> None:
    if not token_command:
        server.login(user, password)
        return
    process = subprocess.run(
        shlex.split(token_command), capture_output=True, timeout=TOKEN_PATIENCE, check=False
    )
    token = process.stdout.strip()
    if process.returncode or not token:
        raise imaplib.IMAP4.error("the command gives no token")
    credentials = b"user=%s\x01auth=Bearer %s\x01\x01" % (user.encode(), token)
    # The server reports an error as a challenge, which requires an empty response.
    server.authenticate("XOAUTH2", lambda challenge: b"" if challenge else credentials)


def _quote_folder(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'
