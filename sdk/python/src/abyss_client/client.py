"""The client for programs without asyncio."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Self, cast

import httpx

from . import protocol
from .models import Event, Invitation, Match, MatchView, Me, Move, Prompt, Question, Token


class Client:
    """One site, asked with one token.

    Requests that fail on the way, or with 429 or 5xx, are repeated up to `retries` times; a POST
    has an idempotency key, so that it acts once.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        language: str | None = None,
        retries: int = 6,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        options = protocol.build_client_options(address, token, language)
        self.http = httpx.Client(**options, transport=transport)
        self.retries = retries

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.http.close()

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        parameters: protocol.Parameters | None = None,
        key: str = "",
    ) -> Any:
        """Send a request to an address below /api/v1/, and return its JSON. Raises ApiProblem."""
        options = protocol.build_options(protocol.build_call(method, path, body, parameters, key))
        for attempt in range(self.retries + 1):
            response, failure = None, None
            try:
                response = self.http.request(**options)
            except httpx.TransportError as error:
                failure = error
            pause = protocol.pause_before_retry(attempt, response)
            if pause is None or attempt == self.retries:
                break
            time.sleep(pause)
        if response is None:
            assert failure is not None
            raise failure
        return protocol.read_response(response)

    def iter_pages(self, path: str, parameters: protocol.Parameters | None = None) -> Iterator[Any]:
        """Yield the entries of a list, page after page."""
        cursor: str | None = None
        while True:
            page = self.request("GET", path, parameters={**(parameters or {}), "cursor": cursor})
            for entry in page["results"]:
                yield entry
            cursor = page["next"]
            if cursor is None:
                return

    # Accounts.

    def me(self) -> Me:
        """Return whose token it is."""
        return cast(Me, self.request("GET", "me/"))

    def iter_tokens(self) -> Iterator[Token]:
        """Yield your tokens, without their secrets."""
        for entry in self.iter_pages("me/tokens/"):
            yield entry

    def make_token(self, name: str, scopes: list[str]) -> Token:
        """Make a token with at most your scopes; its `secret` is shown only now."""
        body = {"name": name, "scopes": scopes}
        return cast(Token, self.request("POST", "me/tokens/", body))

    def revoke_token(self, token_id: str) -> None:
        """Revoke a token."""
        self.request("DELETE", f"me/tokens/{token_id}/")

    # Matches.

    def iter_matches(self, **filters: str | int | bool) -> Iterator[Match]:
        """Yield matches, newest first; `mine=True` are yours."""
        for entry in self.iter_pages("matches/", filters):
            yield entry

    def match(self, number: int) -> Match:
        """Return one match."""
        return cast(Match, self.request("GET", f"matches/{number}/"))

    def open_match(self, game: str, *, seats: int, key: str = "", **settings: Any) -> Match:
        """Open a match; `bots=1` adds a house bot, `options` chooses those of the game."""
        body = {"game": game, "seats": seats, **settings}
        return cast(Match, self.request("POST", "matches/", body, key=key))

    def join_match(self, number: int, **how: str) -> Match:
        """Take a seat; `invitation` is the last part of the link to a private match."""
        return cast(Match, self.request("POST", f"matches/{number}/join/", how))

    def resign(self, number: int) -> None:
        """Give your seat to a house bot for good."""
        self.request("POST", f"matches/{number}/resign/")

    def view(self, number: int) -> MatchView:
        """Return a match as your seat sees it, with your open question."""
        return cast(MatchView, self.request("GET", f"matches/{number}/view/"))

    def iter_history(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield the moves of a match, oldest first, as far as you may see them."""
        for entry in self.iter_pages(f"matches/{number}/history/"):
            yield entry

    def write_chat(self, number: int, text: str) -> None:
        """Write to the players of a match."""
        self.request("POST", f"matches/{number}/chat/", {"text": text})

    def iter_invitations(self) -> Iterator[Invitation]:
        """Yield your invitations."""
        for entry in self.iter_pages("me/invitations/"):
            yield entry

    def accept_invitation(self, invitation_id: str) -> None:
        """Take the seat that an invitation offers."""
        self.request("POST", f"me/invitations/{invitation_id}/accept/")

    # Questions.

    def iter_prompts(self) -> Iterator[Prompt]:
        """Yield your open questions, newest first."""
        for entry in self.iter_pages("prompts/"):
            yield entry

    def question(self, token: str) -> Question:
        """Return an open question with its possible answers."""
        return cast(Question, self.request("GET", f"prompts/{token}/"))

    def answer(
        self,
        prompt: Prompt | str,
        *,
        number: int | None = None,
        line: str | None = None,
        verb: str | None = None,
        args: Mapping[str, Any] | None = None,
        key: str = "",
    ) -> Move:
        """Answer a question or its token by number, by words, or by a verb with its arguments.

        Raises StaleQuestion if something was faster, ApiProblem if the rules refuse the answer.
        """
        body, token = protocol.build_answer(number, line, verb, args), protocol.find_token(prompt)
        return cast(Move, self.request("POST", f"prompts/{token}/answer/", body, key=key))

    def iter_open_questions(self) -> Iterator[Question]:
        """Yield the questions that are open now and that you have not answered."""
        for prompt in self.iter_prompts():
            try:
                question = self.question(protocol.find_token(prompt))
            except protocol.ApiProblem as problem:
                if problem.status in (404, 409):
                    continue
                raise
            if question["answered"] is None:
                yield question

    def iter_questions(self) -> Iterator[Question]:
        """Yield the open questions, and then every new one as it is asked, for ever.

        Events bring new questions. One that stays unanswered is yielded again now and then.
        """
        position: str | None = None
        wait = 0
        while True:
            began_at = time.monotonic()
            page = self.next_events(position, wait, questions=wait > 0)
            position = None if page["start_over"] else page["next"] or position
            if page["start_over"]:
                wait = 0
                continue
            if page["results"]:
                for question in protocol.find_questions(page["results"]):
                    yield question
                continue
            if wait:
                # A site that cannot wait answers at once.
                time.sleep(max(0, protocol.SHORTEST_WAIT - (time.monotonic() - began_at)))
            for question in self.iter_open_questions():
                yield question
            wait = protocol.LONGEST_WAIT

    def next_events(
        self, after: str | None = None, wait: int = 0, *, questions: bool = True
    ) -> dict[str, Any]:
        """Return a page of events, `next` and `start_over`; wait so many seconds for the first.

        `questions`: whether the events of questions bring them.
        """
        parameters = {"after": after, "wait": wait or None, "questions": questions}
        return cast(dict[str, Any], self.request("GET", "me/events/", parameters=parameters))

    def iter_events(self, after: str | None = None) -> Iterator[Event]:
        """Yield your events from now on or after an id, for ever, over streams that are resumed.

        An event `start_over` means that some may have been missed: fetch everything again.
        """
        reader, failures = protocol.StreamReader(after), 0
        while True:
            response: httpx.Response | None = None
            try:
                with self.http.stream("GET", "me/events/", **reader.build_options()) as response:
                    if response.is_error:
                        response.read()
                    else:
                        failures = 0
                        for line in response.iter_lines():
                            if event := reader.read_line(line):
                                yield cast(Event, event)
            except httpx.TransportError:
                response = None
            time.sleep(protocol.pause_between_streams(failures, response))
            failures += 1
