"""deploy/Caddyfile with a real Caddy, if there is one: TLS, HTTP/2, streams and limits."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from abyss_site.bootstrap.processes import any_free_port, is_listening

from .test_web_server import Server, eventually

ROOT = Path(__file__).resolve().parents[3]
CADDY = os.environ.get("CADDY") or shutil.which("caddy") or ""
# No certificate requests, and no ports that other processes use.
HERE = "admin off\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs\n\tskip_install_trust\n"

pytestmark = [
    pytest.mark.skipif(not CADDY, reason="there is no Caddy here (apt-get install caddy)"),
    pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here"),
    pytest.mark.xdist_group("web_server"),
]


class Proxy:
    """A running Caddy in front of a running web server."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.port = any_free_port()
        told = (ROOT / "deploy/Caddyfile").read_text()
        here = HERE.format(http=any_free_port(), https=self.port)
        (folder / "Caddyfile").write_text(told.replace("{\n", f"{{\n\t{here}", 1))
        self.process = subprocess.Popen(
            [CADDY, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"],
            env={
                "HOME": str(folder),
                "PROXY_SITE": "https://localhost",
                "PROXY_UPSTREAM": f"127.0.0.1:{server.port}",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def curl(self, path: str, *options: str, seconds: float = 20) -> str:
        """Return curl's output for a page; it is interrupted after `seconds`."""
        asked = ["curl", "-sk", "--http2", "-N", "--max-time", str(seconds), *options]
        url = f"https://localhost:{self.port}{path}"
        return subprocess.run([*asked, url], capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    server = Server(folder)
    assert eventually(server.answers), server.output.read_text()
    running = Proxy(folder, server)
    try:
        assert eventually(lambda: is_listening(running.port))
        assert eventually(lambda: running.curl("/tell/"))
        yield running
    finally:
        running.process.terminate()
        running.process.wait(20)
        server.stop()


def test_pages_come_over_http_2_and_the_visitor_cannot_write_their_address(proxy: Proxy) -> None:
    said = proxy.curl(
        "/tell/", "-w", "%{http_version}", "-H", "X-Forwarded-For: 192.0.2.1",
        "-H", "X_Forwarded_For: 192.0.2.2", "-H", "X-Forwarded-Proto: gopher",
    )  # fmt: skip

    assert said.endswith("}2")
    assert '"HTTP_X_FORWARDED_PROTO": "https"' in said
    assert "192.0.2." not in said and "gopher" not in said


def test_events_are_passed_on_as_they_come(proxy: Proxy) -> None:
    said = proxy.curl("/stream/", seconds=3)

    assert said.startswith("tick\n") and said.count("tick") > 5


def test_a_large_email_passes_and_one_that_is_too_large_does_not(
    proxy: Proxy, tmp_path: Path
) -> None:
    for megabytes, passes in ((15, True), (18, False)):
        email = tmp_path / f"{megabytes}"
        email.write_bytes(b"x" * megabytes * 1_000_000)
        said = proxy.curl("/tell/", "--data-binary", f"@{email}")
        assert (f'"octets": {megabytes}000000' in said) is passes


def test_a_slow_head_is_cut_off_by_the_proxy(proxy: Proxy) -> None:
    begun = time.monotonic()
    silent = subprocess.run(
        ["curl", "-s", "--max-time", "25", f"telnet://localhost:{proxy.port}"],
        stdin=subprocess.PIPE,
        capture_output=True,
    )

    assert silent.returncode != 28 and time.monotonic() - begun < 20
