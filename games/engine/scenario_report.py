"""A scenario played, told to programs as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from . import notation
from .contract import Decision, Event, Prompt
from .legal_answers import legal
from .scenario_checks import outcome_of
from .scenario_play import Table


def report(table: Table) -> dict[str, Any]:
    """Return everything a program wants to know, as plain JSON."""
    return {
        "position": table.position(),
        "prompts": [_prompt(table, prompt) for prompt in table.prompts()],
        "outcome": outcome_of(table),
        "events": [_event(table, event) for event in table.events],
        "assumed": table.assumed,
        "skipped": table.skipped,
    }


def _prompt(table: Table, prompt: Prompt) -> dict[str, Any]:
    words = table.game.words("en")
    view = table.game.view(table.state, prompt.seat)
    slots = [choice for choice in prompt.choices if choice.slots]
    answers = legal(table.game, table.state, prompt)
    return {
        "seat": table.names[prompt.seat],
        "question": prompt.question,
        "text": table.game.ask(prompt, view, "en"),
        "number": prompt.number,
        "sealed": prompt.group is not None,
        "answered": None if prompt.answered is None else _decision(prompt.answered, words),
        "choices": [_decision(decision, words) for decision in answers],
        "slots": [
            {"verb": choice.verb, "args": choice.args, "slots": msgspec.to_builtins(choice.slots)}
            for choice in slots
        ],
        "facts": msgspec.to_builtins(prompt.facts),
        "fallback": _decision(prompt.fallback, words),
    }


def _decision(decision: Decision, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        "written": notation.write(decision, words),
        "verb": decision.verb,
        "args": msgspec.to_builtins(decision.args),
    }


def _event(table: Table, event: Event) -> dict[str, Any]:
    audience = event.audience
    return {
        "kind": event.kind,
        "args": msgspec.to_builtins(event.args),
        "audience": None if audience is None else [table.names[seat] for seat in audience],
        "text": table.game.tell(event, table.names, "en"),
    }
