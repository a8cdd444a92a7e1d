"""A randomness beacon with its own chain, and local HTTP servers that publish its rounds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from types import TracebackType
from typing import Self

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from games.engine import beacon
from games.engine.beacon import Chain

# Larger than any valid response.
MOST_BYTES = 10_000

# Real rounds of “quicknet”, and the published randomness of the second one.
TRUE_ROUNDS = {
    123: (
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0"
        "dfc92"
    ),
    657413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89"
        "cd97b"
    ),
}
TRUE_RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"

SECRET = Scalar(20260302)
OWN = Chain(
    hash="07" * 32,
    public_key=bytes((G2Point() * SECRET).to_compressed_bytes()).hex(),
    # The start of 2026.
    genesis=1767225600,
    period=3,
)


def sign(number: int, secret: Scalar = SECRET) -> bytes:
    """Return the signature of a round of our own chain."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return bytes((G1Point.hash_to_curve(message, beacon.DST) * secret).to_compressed_bytes())


def answer(number: int, signature: bytes) -> bytes:
    """Return the response of a drand server for a round."""
    randomness = hashlib.sha256(signature).hexdigest()
    told = {"round": number, "randomness": randomness, "signature": signature.hex()}
    return json.dumps(told).encode()


def tell_round(chain: str, number: int) -> bytes:
    """Return any round of our own chain, or the real ones of “quicknet”; b"" for others."""
    if chain == OWN.hash:
        return answer(number, sign(number))
    known = TRUE_ROUNDS.get(number) if chain == beacon.QUICKNET.hash else None
    return answer(number, bytes.fromhex(known)) if known else b""


class Address:
    """An HTTP server that publishes rounds; `tells` can be changed while it runs. `asked` counts
    requests.

    With `pause_seconds` it sends its response byte by byte.
    """

    def __init__(self, tells: Callable[[str, int], bytes] = tell_round) -> None:
        self.tells, self.asked, self.pause_seconds = tells, 0, 0.0
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                owner.asked += 1
                _, chain, _, number = self.path.split("/")
                body = owner.tells(chain, int(number))
                self.send_response(200 if body else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                step = 1 if owner.pause_seconds else MOST_BYTES
                with suppress(ConnectionError):
                    for at in range(0, len(body), step):
                        sleep(owner.pause_seconds)
                        self.wfile.write(body[at : at + step])

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> Self:
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.server.shutdown()
        self.server.server_close()
