"""Serialize a played scenario as plain JSON, for programs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from . import notation
from .contract import Decision, Event, Prompt
from .legal_answers import legal_decisions
from .scenario_checks import outcome_of
from .scenario_play import Table


def serialize_table(table: Table) -> dict[str, object]:
    """Return position, prompts, outcome, events, assumed and skipped decisions as plain JSON."""
    return {
        "position": table.position(),
        "prompts": [_serialize_prompt(table, prompt) for prompt in table.prompts()],
        "outcome": outcome_of(table),
        "events": [_serialize_event(table, event) for event in table.events],
        "assumed": table.assumed,
        "skipped": table.skipped,
    }


def _serialize_prompt(table: Table, prompt: Prompt) -> dict[str, object]:
    words = table.game.list_words("en")
    view = table.game.build_view(table.state, prompt.seat)
    slots = [choice for choice in prompt.choices if choice.slots]
    answers = legal_decisions(table.game, table.state, prompt)
    return {
        "seat": table.names[prompt.seat],
        "question": prompt.question,
        "text": table.game.describe_prompt(prompt, view, "en"),
        "number": prompt.number,
        "sealed": prompt.group is not None,
        "answered": None
        if prompt.answered is None
        else _serialize_decision(prompt.answered, words),
        "choices": [_serialize_decision(decision, words) for decision in answers],
        "slots": [
            {"verb": choice.verb, "args": choice.args, "slots": msgspec.to_builtins(choice.slots)}
            for choice in slots
        ],
        "facts": msgspec.to_builtins(prompt.facts),
        "fallback": _serialize_decision(prompt.fallback, words),
    }


def _serialize_decision(decision: Decision, words: Mapping[str, str]) -> dict[str, object]:
    return {
        "written": notation.format_decision(decision, words),
        "verb": decision.verb,
        "args": msgspec.to_builtins(decision.args),
    }


def _serialize_event(table: Table, event: Event) -> dict[str, object]:
    audience = event.audience
    return {
        "kind": event.kind,
        "args": msgspec.to_builtins(event.args),
        "audience": None if audience is None else [table.names[seat] for seat in audience],
        "text": table.game.describe_event(event, table.names, "en"),
    }
