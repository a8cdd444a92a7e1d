"""Check the expectations of a scenario at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import notation, scenario_fields
from .contract import Decision, Outcome, Prompt, Refused
from .legal_answers import canonical_text, legal_decisions
from .scenario_expectations import find_differences
from .scenario_play import ScenarioFailed, Table, read_decision

CHECKS = ("expect", "asked", "answers", "silence", "outcome", "told")


def check_expectations(table: Table, checks: Mapping[str, object]) -> None:
    """Check all expectations. Raises ScenarioFailed with everything that is wrong."""
    wrong: list[str] = []
    if "expect" in checks:
        names = table.game.name_components
        wrong += find_differences(checks["expect"], table.position(), "", names)
    if "asked" in checks:
        wrong += _compare_asked_seats(table, checks["asked"])
    for name, answers in scenario_fields.parse_mapping(checks.get("answers"), "answers").items():
        wrong += _compare_legal_answers(table, str(name), answers)
    for name, line in scenario_fields.parse_mapping(checks.get("silence"), "silence").items():
        wrong += _compare_fallback(table, str(name), line)
    if "outcome" in checks:
        wrong += find_differences(checks["outcome"], outcome_of(table), "outcome")
    if "told" in checks:
        kinds = [event.kind for event in table.latest]
        event_kinds = scenario_fields.parse_list(checks["told"], "told")
        wrong += [
            f"told: no event {kind}, but {kinds}" for kind in event_kinds if kind not in kinds
        ]
    if wrong:
        raise ScenarioFailed("; ".join(wrong))


def _compare_asked_seats(table: Table, expectation: object) -> list[str]:
    """Compare who is asked: a list of names, or name -> question."""
    questions = {table.names[p.seat]: p.question for p in table.prompts() if p.answered is None}
    if not isinstance(expectation, Mapping):
        asked_names = sorted(questions)
        names = sorted(str(name) for name in scenario_fields.parse_list(expectation, "asked"))
        return [] if names == asked_names else [f"asked are {asked_names}, not {names}"]
    return (
        []
        if dict(expectation) == questions
        else [f"asked are {questions}, not {dict(expectation)}"]
    )


def _compare_legal_answers(table: Table, name: str, expectation: object) -> list[str]:
    """Compare all legal answers: a list of lines, or verb -> list of lines (or their number)."""
    prompt = table.prompt_of(table.seat(name, "answers"))
    decisions = legal_decisions(table.game, table.state, prompt)
    if isinstance(expectation, Mapping):
        wrong = []
        for verb, lines in expectation.items():
            of_verb = [decision for decision in decisions if decision.verb == verb]
            wrong += _compare_decisions(table, prompt, of_verb, lines, f"answers.{name}.{verb}")
        return wrong
    return _compare_decisions(table, prompt, decisions, expectation, f"answers.{name}")


def _compare_fallback(table: Table, name: str, expectation: object) -> list[str]:
    """Compare the prompt's fallback with a written decision."""
    prompt = table.prompt_of(table.seat(name, "silence"))
    if canonical_text(prompt.fallback) == canonical_text(read_decision(table, prompt, expectation)):
        return []
    fallback = notation.format_decision(prompt.fallback, table.game.list_words("en"))
    return [f"silence.{name} means {fallback!r}, not {expectation!r}"]


def _compare_decisions(
    table: Table, prompt: Prompt, decisions: Sequence[Decision], expectation: object, where: str
) -> list[str]:
    if type(expectation) is int:
        many = len(decisions)
        return [] if many == expectation else [f"{where}: {many} answers, not {expectation}"]
    words = table.game.list_words("en")
    legal_lines = {
        canonical_text(decision): notation.format_decision(decision, words)
        for decision in decisions
    }
    expected_lines = {}
    # A single line may contain commas.
    for line in (
        [expectation]
        if isinstance(expectation, str)
        else scenario_fields.parse_list(expectation, where)
    ):
        try:
            expected_lines[canonical_text(read_decision(table, prompt, line))] = line
        except Refused as refusal:
            return [f"{where}: {refusal.reason}"]
    missing = [str(line) for code, line in expected_lines.items() if code not in legal_lines]
    beyond = [line for code, line in legal_lines.items() if code not in expected_lines]
    return [f"{where}: not legal: {line}" for line in missing] + [
        f"{where}: legal, but not named: {line}" for line in beyond
    ]


def outcome_of(table: Table) -> dict[str, object] | None:
    """Return the outcome by name of the seat, None while the match is running."""
    outcome: Outcome | None = table.game.find_outcome(table.state)
    if outcome is None:
        return None
    lines = outcome.lines or ((),) * len(outcome.places)
    scores = outcome.scores or (0,) * len(outcome.places)
    rows = zip(table.names, outcome.places, scores, lines, strict=False)
    return {
        name: {"place": place, "score": score, "lines": dict(parts)}
        for name, place, score, parts in rows
    }
