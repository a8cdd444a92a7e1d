"""Players that use the API for answers, chat, votes, invitations and everything else players do."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from devtools.chaos.players import IDLE, HttpPlayer, Submission

# One in this many polls is followed by something other than an answer.
SELDOM = 6
# Moves are taken back in one of this many matches played most recently.
LATELY = 4
# The probability that somebody votes.
VOTES = 0.9
# The matches that programs invite each other to.
GAME = {"game": "pebbles", "seats": 2}


class Call(NamedTuple):
    """One call with a clear response: its purpose, status, request and response."""

    what: str
    status: int
    sent: dict[str, Any]
    heard: dict[str, Any]


class Program(HttpPlayer):
    """A player's program.

    `key` is its personal token, `peers` are the names of the others, and `guest` is that of a new
    player, who is invited too. `events` are the ids of the events it received, in order.
    """

    def __init__(self, *args: Any, key: str, peers: list[str]) -> None:
        super().__init__(*args)
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.peers, self.guest = peers, ""
        self.calls: list[Call] = []
        self.events: list[str] = []
        self.started_over = 0
        self.matches: list[int] = []
        self.rarity = SELDOM

    def poll(self) -> None:
        status, waiting = self.ask("/api/v1/prompts/")
        prompts = json.loads(waiting)["results"] if status == 200 else []
        for prompt in prompts:
            if not self.stopping.is_set():
                self.remember(prompt["match"])
                if self.luck.randrange(self.rarity) == 0:
                    self.ask_table(prompt["match"])
                self.play(f"/api/v1/prompts/{prompt['token']}/")
        self.poll_events()
        if not prompts:
            time.sleep(IDLE)
        if self.matches and self.luck.randrange(self.rarity) == 0:
            self.luck.choice(
                (self.send_chat, self.ask_for_undo, self.ask_for_undo, self.invite_or_accept)
            )()

    def remember(self, match: int) -> None:
        """Keep the matches in which it was asked something, the latest one at the end."""
        if match in self.matches:
            self.matches.remove(match)
        self.matches.append(match)

    def play(self, path: str) -> None:
        status, question = self.ask(path)
        answers = json.loads(question)["answers"] if status == 200 else []
        if not answers:
            return
        answer, key = self.luck.choice(answers), self.new_key()
        body = json.dumps({"verb": answer["verb"], "args": answer["args"]}).encode()
        status, _ = self.ask(f"{path}answer/", body, Idempotency_Key=key)
        name = hashlib.sha256(key.encode()).hexdigest()[:32]
        self.said.append(Submission("api", name, status == 200, str(status)))

    def poll_events(self) -> None:
        """Poll the events since the last time."""
        after = f"?after={self.events[-1]}" if self.events else ""
        status, body = self.ask(f"/api/v1/me/events/{after}")
        event_list = json.loads(body) if status == 200 else {"results": []}
        if event_list.get("start_over"):
            self.started_over += 1
            self.events.clear()
        for event in event_list["results"]:
            self.events.append(event["id"])
            if event["event"] == "vote_opened" and self.luck.random() < VOTES:
                self.vote(event["match"], event["vote"])

    def send_chat(self) -> None:
        match, marker = self.luck.choice(self.matches), f"say-{self.luck.randbytes(8).hex()}"
        self.call_api("say", f"matches/{match}/chat/", {"text": f"Well played {marker}"})

    def ask_for_undo(self) -> None:
        self.call_api("undo", f"matches/{self.luck.choice(self.matches[-LATELY:])}/undo/", {})

    def ask_table(self, match: int) -> None:
        """Ask the others for more time, before answering: the clock only runs until then."""
        hours = {"kind": "extension", "hours": self.luck.randint(1, 48)}
        self.call_api("ask", f"matches/{match}/votes/", hours)

    def vote(self, match: int, vote: str) -> None:
        says = {"says": self.luck.random() < 0.6}
        self.call_api("vote", f"matches/{match}/votes/{vote}/answer/", says)

    def invite_or_accept(self) -> None:
        """Accept an invitation if there is one; else invite somebody."""
        status, body = self.ask("/api/v1/me/invitations/")
        invitations = json.loads(body)["results"] if status == 200 else []
        if invitations:
            self.call_api("accept", f"me/invitations/{invitations[0]['id']}/accept/", {})
            return
        call = self.call_api("open", "matches/", GAME)
        if call.status == 201:
            whom = {"whom": self.luck.choice([*self.peers, self.guest])}
            self.call_api("invite", f"matches/{call.heard['number']}/invitations/", whom)

    def call_api(self, what: str, path: str, arguments: Mapping[str, object]) -> Call:
        """Make one call to the API, with retries."""
        key, request = self.new_key(), json.dumps(arguments).encode()
        status, body = self.ask(f"/api/v1/{path}", request, Idempotency_Key=key)
        response = json.loads(body) if status < 300 and body else {}
        self.calls.append(Call(what, status, {**arguments, "path": path}, response))
        return self.calls[-1]

    def new_key(self) -> str:
        return uuid.UUID(int=self.luck.getrandbits(128)).hex
