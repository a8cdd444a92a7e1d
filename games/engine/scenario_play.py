"""The table of a running scenario, and playing decisions on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from . import notation, scenario_fields
from .contract import Decision, Event, Position, Prompt, Refused
from .legal_answers import copy_state

LANGUAGES = ("en", "fr", "de")


class Table(Struct):
    """A scenario in play: the state, the names of the seats and the events so far."""

    game: Any
    state: Any
    names: list[str]
    # Whether positions of this game name their seats.
    named: bool
    events: list[Event] = field(default_factory=list)
    # The events of the latest decision.
    latest: list[Event] = field(default_factory=list)
    # Decisions that no entry records, and entries that were skipped; each with its `step`.
    assumed: list[Position] = field(default_factory=list)
    skipped: list[Position] = field(default_factory=list)

    def position(self) -> Position:
        """Return the current position, with the seats named as in the file."""
        if self.named:
            return dict(self.game.write_position(self.state, self.names))
        return dict(self.game.write_position(self.state))

    def prompts(self) -> list[Prompt]:
        """Return the open prompts."""
        prompts: list[Prompt] = self.game.list_prompts(self.state)
        return prompts

    def prompt_of(self, seat: int) -> Prompt:
        """Return the prompt of a seat. Raises ScenarioFailed if it has none."""
        for prompt in self.prompts():
            if prompt.seat == seat:
                return prompt
        questions = ", ".join(f"{self.names[p.seat]} ({p.question})" for p in self.prompts())
        raise ScenarioFailed(
            f"{self.names[seat]} is not asked anything; asked: {questions or 'nobody'}"
        )

    def seat(self, name: object, where: str) -> int:
        """Return the number of the seat with this name."""
        return self.names.index(scenario_fields.one_of(str(name), self.names, where))


class ScenarioFailed(ValueError):
    """A scenario that did not go as written.

    `step` is the entry of `play`, from 1 (None: none); `table` is the position reached.
    """

    def __init__(self, reason: str, step: int | None = None, table: Table | None = None):
        super().__init__(reason if step is None else f"play[{step}]: {reason}")
        self.reason, self.step, self.table = reason, step, table


def play_at_table(table: Table, seat: int, decision: Decision) -> None:
    """Play one decision. One that is refused changes nothing."""
    state = copy_state(table.game, table.state)
    table.latest = table.game.play_decision(state, seat, decision)
    table.state = state
    table.events += table.latest


def read_decision(table: Table, prompt: Prompt, entry: object) -> Decision:
    """Return the decision: a line of words, or a mapping of verb and args."""
    if isinstance(entry, Mapping):
        scenario_fields.check_keys(entry, ("verb", "args"), "decision.")
        args = scenario_fields.parse_mapping(entry.get("args"), "decision.args")
        return Decision(str(entry.get("verb")), {str(name): args[name] for name in args})
    lexicons = [table.game.list_words(language) for language in LANGUAGES]
    return notation.parse_decision(prompt, str(entry), lexicons)


def check_refusal(table: Table, seat: int, entry: object, code: object) -> None:
    """Check that a decision is refused with the given code (true: any) and changes nothing."""
    before = table.state, table.latest, table.events[:]
    try:
        play_at_table(table, seat, read_decision(table, table.prompt_of(seat), entry))
    except Refused as refusal:
        if code is not True and refusal.code != str(code):
            raise ScenarioFailed(
                f"refused by {refusal.code}, not {code}: {refusal.reason}"
            ) from refusal
    except ScenarioFailed:
        if code not in (True, "not asked"):
            raise
    else:
        table.state, table.latest, table.events = before
        raise ScenarioFailed(f"{entry!r} is accepted and should be refused by {code}")
