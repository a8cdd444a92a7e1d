"""The JSON of the API as types. A site may add fields; these are the ones to rely on."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

# The value of an argument of an answer.
Argument = str | int | list[str] | dict[str, int]


class Me(TypedDict):
    """Whose token it is."""

    display_name: str
    language: str
    scopes: list[str]


class Seat(TypedDict):
    """A place in a match; `place` and `score` are null until the end."""

    number: int
    name: str
    is_bot: bool
    player: str | None
    place: int | None
    score: int | None


class Match(TypedDict):
    """A match, as in lists."""

    id: str
    number: int
    game: str
    status: str
    # Your own seat, null if you have none.
    seat: int | None
    seats: list[Seat]
    options: dict[str, Any]
    started_at: str | None
    finished_at: str | None


class Answer(TypedDict):
    """A complete answer to a question; `number` may be sent instead of the rest."""

    number: int
    verb: str
    args: dict[str, Argument]
    words: str
    hint: str


class Choice(TypedDict):
    """A kind of answer whose `slots` are still to be filled."""

    verb: str
    args: dict[str, Argument]
    slots: list[dict[str, Any]]


class Prompt(TypedDict):
    """An open question, as in lists. `token` is null without the scope `play`."""

    id: str
    token: str | None
    match: int
    game: str
    seat: int
    question: str
    sealed: bool
    opened_at: str
    deadline_at: str | None


class Question(Prompt):
    """An open question with its possible answers."""

    text: str
    facts: dict[str, Any]
    answers: list[Answer]
    choices: list[Choice]
    fallback: str
    # What you have sealed so far, in words.
    answered: str | None


class Move(TypedDict):
    """An accepted answer."""

    id: str
    match: int
    seat: int
    verb: str
    args: dict[str, Argument]
    words: str
    played_at: str


class MatchView(TypedDict):
    """A match as your seat sees it; `view` is null before the deal."""

    game: str
    match: Match
    view: dict[str, Any] | None
    text: str
    question: Question | None


class Invitation(TypedDict):
    """An invitation to a match; what else it has is for people."""

    id: str


class Token(TypedDict):
    """A personal token; `secret` is only in the response that made it."""

    id: str
    name: str
    scopes: list[str]
    secret: NotRequired[str | None]


class Event(TypedDict):
    """Something that has happened to you. `start_over`: fetch everything again.

    What else an event has depends on `event`; it names a match by its number in `match`.
    """

    id: str
    event: str
    match: NotRequired[int | None]
    # With `prompt_opened` and `reminder`: the question as it is now; null: not open any more.
    question: NotRequired[Question | None]
