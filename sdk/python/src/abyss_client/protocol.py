"""What both clients do without waiting for anything: requests, retries, problems and streams."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from .models import Event, Prompt, Question

Parameters = Mapping[str, str | int | bool | None]
# The first pause before a request is repeated, and the longest, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
# A stream sends something every fifteen seconds.
STREAM_TIMEOUT = 45.0
STREAM = "text/event-stream"
# For how many seconds a list of events waits, and the shortest pause between two lists.
LONGEST_WAIT, SHORTEST_WAIT = 25, 1.0


class ApiProblem(Exception):
    """A refused request (RFC 9457); nothing has changed.

    `code` is the kind of problem for programs, `document` the whole of it.
    """

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status, self.document = status, document
        self.code = str(document.get("code", ""))
        self.detail = str(document.get("detail", ""))
        super().__init__(f"{status} {self.code}: {self.detail}")


class StaleQuestion(ApiProblem):
    """The question is not open any more; `closed_by` says what has closed it."""

    @property
    def closed_by(self) -> str:
        return str(self.document.get("closed_by", ""))


@dataclass(frozen=True)
class Call:
    """A request that can be repeated: a POST always has an idempotency key."""

    method: str
    path: str
    body: object = None
    parameters: Parameters = field(default_factory=dict)
    key: str = ""


def build_call(
    method: str, path: str, body: object = None, parameters: Parameters | None = None, key: str = ""
) -> Call:
    """Return a request; a POST without a key gets one, so that a repetition changes nothing."""
    if method == "POST":
        body, key = {} if body is None else body, key or str(uuid.uuid4())
    return Call(method, path, body, parameters or {}, key)


def build_options(call: Call) -> dict[str, Any]:
    """Return the arguments of httpx for a request."""
    options: dict[str, Any] = {"method": call.method, "url": call.path}
    if call.body is not None:
        options["json"] = call.body
    if call.key:
        options["headers"] = {"Idempotency-Key": call.key}
    options["params"] = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in call.parameters.items()
        if value is not None
    }
    return options


def build_client_options(address: str, token: str | None, language: str | None) -> dict[str, Any]:
    """Return the arguments of httpx for all requests to a site."""
    headers = {"User-Agent": "abyss-by-post-client/0.1.0"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if language:
        headers["Accept-Language"] = language
    return {"base_url": f"{address.rstrip('/')}/api/v1/", "headers": headers, "timeout": 30.0}


def pause_before_retry(attempt: int, response: httpx.Response | None) -> float | None:
    """Return for how many seconds to wait after attempt 0, 1, …; None: the response is final.

    `response` is None if the site could not be reached.
    """
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**attempt) * random.uniform(0.5, 1)
    if response is None:
        return pause
    if response.status_code == 429 or response.status_code >= 500:
        asked_for: str = response.headers.get("Retry-After", "")
        return max(pause, float(asked_for)) if asked_for.isdigit() else pause
    return None


def pause_between_streams(failures: int, response: httpx.Response | None) -> float:
    """Return for how many seconds to wait before a stream is opened again. Raises ApiProblem."""
    if response is not None and not response.is_error:
        return FIRST_PAUSE
    pause = pause_before_retry(failures, response)
    if pause is None and response is not None:
        read_response(response)
    return pause or FIRST_PAUSE


def read_response(response: httpx.Response) -> Any:
    """Return the JSON of a response, None without one. Raises ApiProblem."""
    if response.is_success:
        is_json = "json" in response.headers.get("Content-Type", "")
        return response.json() if response.content and is_json else response.text or None
    try:
        document = response.json()
    except ValueError:
        document = {"detail": response.text[:200]}
    problem = StaleQuestion if document.get("code") == "stale" else ApiProblem
    raise problem(response.status_code, document)


def build_answer(
    number: int | None, line: str | None, verb: str | None, args: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the body of an answer, which has exactly one form. Raises ValueError."""
    if [number, line, verb].count(None) != 2:
        raise ValueError("An answer is a number, a line, or a verb with its args.")
    if number is not None:
        return {"number": number}
    return {"line": line} if line is not None else {"verb": verb, "args": dict(args or {})}


def find_token(prompt: Prompt | str) -> str:
    """Return the token of a question. Raises ValueError if it is hidden."""
    token = prompt if isinstance(prompt, str) else prompt["token"]
    if token is None:
        raise ValueError("Questions are answered with a token of the scope `play`.")
    return token


def find_questions(events: Iterable[Event]) -> list[Question]:
    """Return the questions that events bring and that wait for an answer, each once."""
    questions = [event.get("question") for event in events]
    by_id = {question["id"]: question for question in questions if question is not None}
    return [question for question in by_id.values() if question["answered"] is None]


@dataclass
class StreamReader:
    """Server-sent events line by line; remembers the last id, from which a stream goes on."""

    last_id: str | None = None
    # The id of the event that is being read: a stream that breaks off within it has not told it.
    next_id: str | None = None
    kind: str = ""
    data: list[str] = field(default_factory=list)

    def build_options(self) -> dict[str, Any]:
        """Forget a broken event; return the arguments of httpx that go on after the last one."""
        self.next_id, self.kind, self.data = None, "", []
        position = {"Last-Event-ID": self.last_id} if self.last_id else {}
        return {"headers": {"Accept": STREAM, **position}, "timeout": STREAM_TIMEOUT}

    def read_line(self, line: str) -> dict[str, Any] | None:
        """Return the event that a line completes, None for every other line."""
        if line:
            self._read_field(line)
            return None
        kind, text, self.kind, self.data = self.kind, "\n".join(self.data), "", []
        self.last_id = self.next_id or self.last_id
        if not text:
            return None
        event: dict[str, Any] = json.loads(text)
        if kind == "start_over":
            self.last_id = self.next_id = None
        return {"id": "", **event, "event": kind}

    def _read_field(self, line: str) -> None:
        name, _colon, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self.next_id = value
        elif name == "event":
            self.kind = value
        elif name == "data":
            self.data.append(value)
