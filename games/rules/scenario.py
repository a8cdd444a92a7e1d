"""Scenarios: a position, the decisions played from it, and what must be true afterwards.

A scenario is YAML, described in docs/positions.md. It is how bug reports, rulings and most tests of
rules are written; one runner serves the command, the tests and every game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from . import fields, notation
from .contract import Decision, Event, Game, Outcome, Prompt, Refused
from .expecting import differences
from .legal import canonical, copied, legal

LANGUAGES = ("en", "fr", "de")
# What stands beside the position in a file.
HEADINGS = ("name", "text", "game", "position", "setup", "chance", "play", "checks")
CHECKS = ("expect", "asked", "answers", "silence", "outcome", "told")


class Table(Struct):
    """A scenario in play: the state, the names of the seats and what has happened."""

    game: Any
    state: Any
    names: list[str]
    # Whether positions of this game name their seats.
    named: bool
    events: list[Event] = field(default_factory=list)
    # The events of the latest decision.
    latest: list[Event] = field(default_factory=list)

    def position(self) -> dict[str, Any]:
        """Return the position as it is now, with the seats as the file calls them."""
        if self.named:
            return dict(self.game.position(self.state, self.names))
        return dict(self.game.position(self.state))

    def prompts(self) -> list[Prompt]:
        """Return who is asked now."""
        prompts: list[Prompt] = self.game.prompts(self.state)
        return prompts

    def prompt_of(self, seat: int) -> Prompt:
        """Return the question that is put to a seat."""
        for prompt in self.prompts():
            if prompt.seat == seat:
                return prompt
        asked = ", ".join(self.names[prompt.seat] for prompt in self.prompts()) or "nobody"
        raise ScenarioFailed(f"{self.names[seat]} is not asked anything; asked: {asked}")


class ScenarioFailed(ValueError):
    """A scenario did not go as it says.

    `step` is the entry of `play`, from 1 (None: none); `table` is how far it got.
    """

    def __init__(self, reason: str, step: int | None = None, table: Table | None = None):
        super().__init__(reason if step is None else f"play[{step}]: {reason}")
        self.reason, self.step, self.table = reason, step, table


def documents(text: str) -> list[dict[str, Any]]:
    """Return the scenarios of a file; several are divided by lines of three hyphens."""
    found = []
    for number, part in enumerate(re.split(r"^---.*$", text, flags=re.MULTILINE), start=1):
        try:
            document = msgspec.yaml.decode(part)
        except msgspec.DecodeError as error:
            raise ValueError(f"scenario {number}: this is no YAML: {error}") from None
        if document is not None:
            found.append(dict(fields.mapping(document, f"scenario {number}")))
    return found


def run(game: Game, scenario: Mapping[str, Any]) -> Table:
    """Set the position up, play the decisions and check what is expected.

    Raises ScenarioFailed, or ValueError for a file that cannot be read.
    """
    table = lay(game, scenario)
    step: int | None = None
    try:
        for number, entry in enumerate(fields.listing(scenario.get("play"), "play"), start=1):
            step = number
            _step(table, fields.mapping(entry, "entry"))
        step = None
        check(table, {key: scenario[key] for key in CHECKS if key in scenario})
    except Refused as refusal:
        reason = f"{refusal.reason} ({refusal.code})"
        raise ScenarioFailed(reason, step, table) from refusal
    except ValueError as error:
        reason = error.reason if isinstance(error, ScenarioFailed) else str(error)
        raise ScenarioFailed(reason, step, table) from error
    return table


def lay(game: Game, scenario: Mapping[str, Any]) -> Table:
    """Return the table as the scenario begins: a position, or a deal from `setup`."""
    streams = fields.mapping(scenario.get("chance"), "chance")
    if "setup" in scenario:
        deal = fields.mapping(scenario["setup"], "setup")
        fields.known(deal, ("seats", "seed", "options"), "setup.")
        seed = bytes.fromhex(str(deal.get("seed", "00")))
        options = fields.mapping(deal.get("options"), "setup.options")
        state = game.setup(int(deal.get("seats", 2)), seed, options)
        state.chance.fixed.update({str(stream): many for stream, many in streams.items()})
        seats = game.position(state).get("seats")
    else:
        written = _position_in(scenario)
        if streams:
            chance = fields.mapping(written.get("chance"), "chance")
            written["chance"] = {**chance, "fixed": {**chance.get("fixed", {}), **streams}}
        state = game.from_position(written)
        seats = written.get("seats")
        if not isinstance(seats, Mapping):
            seats = game.position(state).get("seats")
    if isinstance(seats, Mapping):
        return Table(game, state, [str(name) for name in seats], named=True)
    return Table(game, state, [str(seat) for seat in range(max(game.SEATS))], named=False)


def _position_in(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position: what stands under `position`, or everything that is no heading."""
    if "position" in scenario:
        fields.known(scenario, (*HEADINGS, *CHECKS), "")
        return dict(fields.mapping(scenario["position"], "position"))
    return {key: value for key, value in scenario.items() if key not in (*HEADINGS, *CHECKS)}


# Playing ------------------------------------------------------------------------------------------


def _step(table: Table, entry: Mapping[str, Any]) -> None:
    """Play the decisions of one entry in their order, then check what it expects."""
    refused = entry.get("refused")
    checks = {key: entry[key] for key in CHECKS if key in entry}
    if "seat" in entry:
        said = {entry["seat"]: entry.get("decision", _written_out(entry))}
    else:
        said = {key: entry[key] for key in entry if key != "refused" and key not in CHECKS}
    for name, decision in said.items():
        seat = table.names.index(fields.one_of(str(name), table.names, "seat"))
        if refused is None:
            play(table, seat, decision)
        else:
            _refuse(table, seat, decision, refused)
    check(table, checks)


def _written_out(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"verb": entry.get("verb"), "args": entry.get("args", {})}


def play(table: Table, seat: int, written: Any) -> None:
    """Play one decision, in words or written out."""
    decision = read_decision(table, table.prompt_of(seat), written)
    table.latest = table.game.play(table.state, seat, decision)
    table.events += table.latest


def read_decision(table: Table, prompt: Prompt, written: Any) -> Decision:
    """Return the decision: a line of words, or a mapping of verb and args."""
    if isinstance(written, Mapping):
        fields.known(written, ("verb", "args"), "decision.")
        args = fields.mapping(written.get("args"), "decision.args")
        return Decision(str(written.get("verb")), dict(args))
    lexicons = [table.game.words(language) for language in LANGUAGES]
    return notation.read(prompt, str(written), lexicons)


def _refuse(table: Table, seat: int, written: Any, code: Any) -> None:
    """See that a decision is refused, with the code given (true: any), and changes nothing."""
    before = table.state
    table.state = copied(table.game, before)
    try:
        play(table, seat, written)
    except Refused as refusal:
        if code is not True and refusal.code != str(code):
            raise ScenarioFailed(
                f"refused by {refusal.code}, not {code}: {refusal.reason}"
            ) from refusal
    except ScenarioFailed:
        if code not in (True, "not asked"):
            raise
    else:
        raise ScenarioFailed(f"{written!r} is accepted and should be refused by {code}")
    finally:
        table.state = before


# Checking -----------------------------------------------------------------------------------------


def check(table: Table, checks: Mapping[str, Any]) -> None:
    """See that everything expected is true. Raises ScenarioFailed with all that is not."""
    wrong: list[str] = []
    if "expect" in checks:
        wrong += differences(checks["expect"], table.position(), "")
    if "asked" in checks:
        wrong += _asked(table, checks["asked"])
    for name, answers in fields.mapping(checks.get("answers"), "answers").items():
        wrong += _answers(table, str(name), answers)
    for name, line in fields.mapping(checks.get("silence"), "silence").items():
        wrong += _silence(table, str(name), line)
    if "outcome" in checks:
        wrong += differences(checks["outcome"], outcome_of(table), "outcome")
    if "told" in checks:
        kinds = [event.kind for event in table.latest]
        wrong += [f"no event {kind}" for kind in checks["told"] if kind not in kinds]
    if wrong:
        raise ScenarioFailed("; ".join(wrong))


def _asked(table: Table, expected: Any) -> list[str]:
    """Compare who is asked: a list of names, or name -> question."""
    asked = {table.names[p.seat]: p.question for p in table.prompts() if p.answered is None}
    if not isinstance(expected, Mapping):
        asked_names = sorted(asked)
        names = sorted(str(name) for name in fields.listing(expected, "asked"))
        return [] if names == asked_names else [f"asked are {asked_names}, not {names}"]
    return [] if dict(expected) == asked else [f"asked are {asked}, not {dict(expected)}"]


def _answers(table: Table, name: str, expected: Any) -> list[str]:
    """Compare all legal answers: a list of lines, or verb -> list of lines (or how many)."""
    seat = table.names.index(fields.one_of(name, table.names, "answers"))
    prompt = table.prompt_of(seat)
    decisions = legal(table.game, table.state, prompt)
    if isinstance(expected, Mapping):
        wrong = []
        for verb, lines in expected.items():
            of_verb = [decision for decision in decisions if decision.verb == verb]
            wrong += _compared(table, prompt, of_verb, lines, f"answers.{name}.{verb}")
        return wrong
    return _compared(table, prompt, decisions, expected, f"answers.{name}")


def _silence(table: Table, name: str, expected: Any) -> list[str]:
    """Compare what silence means with a written decision."""
    prompt = table.prompt_of(table.names.index(fields.one_of(name, table.names, "silence")))
    if canonical(prompt.fallback) == canonical(read_decision(table, prompt, expected)):
        return []
    found = notation.write(prompt.fallback, table.game.words("en"))
    return [f"silence.{name} means {found!r}, not {expected!r}"]


def _compared(
    table: Table, prompt: Prompt, decisions: Sequence[Decision], expected: Any, where: str
) -> list[str]:
    if isinstance(expected, int):
        many = len(decisions)
        return [] if many == expected else [f"{where}: {many} answers, not {expected}"]
    words = table.game.words("en")
    found = {canonical(decision): notation.write(decision, words) for decision in decisions}
    wanted = {}
    for line in expected:
        try:
            wanted[canonical(read_decision(table, prompt, line))] = line
        except Refused as refusal:
            return [f"{where}: {refusal.reason}"]
    missing = [str(line) for code, line in wanted.items() if code not in found]
    beyond = [line for code, line in found.items() if code not in wanted]
    return [f"{where}: not legal: {line}" for line in missing] + [
        f"{where}: legal, but not named: {line}" for line in beyond
    ]


def outcome_of(table: Table) -> dict[str, Any] | None:
    """Return the outcome by the names of the seats, None while the match runs."""
    outcome: Outcome | None = table.game.outcome(table.state)
    if outcome is None:
        return None
    lines = outcome.lines or ((),) * len(outcome.places)
    scores = outcome.scores or (0,) * len(outcome.places)
    rows = zip(table.names, outcome.places, scores, lines, strict=False)
    return {
        name: {"place": place, "score": score, "lines": dict(parts)}
        for name, place, score, parts in rows
    }
