"""A small client of Marionette, the remote protocol that is built into Firefox.

Playwright drives only a Firefox of its own build. Messages are JSON after their length in bytes:
`12:[0,1,"…",{}]`; the answer to a command is `[1, its id, error, result]`.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

# Where Debian and others put it.
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
# The key of an element in the protocol (WebDriver §12.1).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Seconds to start the browser, and for an answer or an element.
START_SECONDS, ANSWER_SECONDS, FIND_SECONDS = 60, 120, 60


class Firefox:
    """A headless Firefox with an empty profile, and one page."""

    def __init__(self, profile: Path, *, width: int, height: int) -> None:
        port = _find_free_port()
        (profile / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("intl.accept_languages", "en-GB");\n'
            'user_pref("ui.prefersReducedMotion", 1);\n'
        )
        assert FIREFOX is not None
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.number = 0
        self.socket = _connect(port)
        self.stream = self.socket.makefile("rb")
        self._read_message()
        self.call("WebDriver:NewSession", {})
        self.call("WebDriver:SetWindowRect", {"width": width, "height": height})

    def call(self, command: str, facts: dict[str, Any]) -> Any:
        """Send a command and return its result. Raises AssertionError with the browser's error."""
        self.number += 1
        message = json.dumps([0, self.number, command, facts]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _kind, number, error, result = self._read_message()
        assert number == self.number
        assert error is None, error
        return result

    def open_page(self, url: str) -> None:
        """Load a page and wait for it."""
        self.call("WebDriver:Navigate", {"url": url})

    def run_script(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns on the page."""
        facts = {"script": script, "args": list(arguments)}
        return self.call("WebDriver:ExecuteScript", facts)["value"]

    def click(self, css: str) -> None:
        """Click the first element that is shown, as soon as there is one."""
        for element in self.wait_for(css):
            if self.call("WebDriver:IsElementDisplayed", {"id": element})["value"]:
                self.call("WebDriver:ElementClick", {"id": element})
                return
        raise AssertionError(f"{css} is not shown")

    def wait_for(self, css: str) -> list[str]:
        """Return the elements as soon as there is one. Raises AssertionError after a while."""
        until = time.monotonic() + FIND_SECONDS
        while time.monotonic() < until:
            facts = {"using": "css selector", "value": css}
            if found := self.call("WebDriver:FindElements", facts):
                return [each[ELEMENT] for each in found]
            time.sleep(0.1)
        raise AssertionError(f"{css} is not there")

    def close(self) -> None:
        """End the browser."""
        self.stream.close()
        self.socket.close()
        self.process.terminate()
        self.process.wait(ANSWER_SECONDS)

    def _read_message(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has closed the connection"
            length += byte
        return json.loads(self.stream.read(int(length)))


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _connect(port: int) -> socket.socket:
    """Connect as soon as the browser listens. Raises ConnectionError if it does not start."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS)
        except ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
