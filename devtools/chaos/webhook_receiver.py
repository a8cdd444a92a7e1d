"""The receiver of webhook calls: stores each call, and fails now and then."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from base64 import b64encode
from collections import Counter, defaultdict
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

# One in this many calls is answered with an error although it arrived, like a crashing program.
FAILS_EVERY = 7


class WebhookCall(NamedTuple):
    """One received call: its path identifies the webhook, its body is what was signed."""

    path: str
    headers: Message
    body: bytes

    @property
    def notification(self) -> str:
        """Return the stable id of the notification."""
        return str(json.loads(self.body)["id"])

    def is_signed_with(self, secret: str) -> bool:
        """Return whether the call is signed with a webhook's stored secret (Standard Webhooks)."""
        names = (self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp"))
        signed_bytes = ".".join([*names, ""]).encode() + self.body
        digest = hmac.new(secret.encode(), signed_bytes, hashlib.sha256).digest()
        right = f"v1,{b64encode(digest).decode()}"
        return hmac.compare_digest(right, self.headers.get("webhook-signature", ""))


class WebhookReceiver:
    """A web server of the players; `calls[path]` are all calls received, accepted or not."""

    def __init__(self) -> None:
        self.calls: dict[str, list[WebhookCall]] = defaultdict(list)
        self.answers: Counter[int] = Counter()
        self.lock = threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # noqa: N802 (the name that http.server looks for)
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status = receiver.take(WebhookCall(self.path, self.headers, body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def take(self, call: WebhookCall) -> int:
        with self.lock:
            self.calls[call.path].append(call)
            is_failing = sum(self.answers.values()) % FAILS_EVERY == FAILS_EVERY - 1
            status = 503 if is_failing else 204
            self.answers[status] += 1
            return status

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
