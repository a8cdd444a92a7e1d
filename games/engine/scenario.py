"""Scenarios: a position, the decisions played from it, and what must be true afterwards.

A scenario is YAML, described in docs/positions.md. Bug reports, rulings and most rules tests are
written this way; one runner serves the command, the tests and every game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from . import scenario_fields
from .contract import AnyGame, BadOptions, MatchOptions, Refused
from .recorded_matches import Habits, play_recorded_decision, play_unrecorded_ending, read_habits
from .scenario_checks import CHECKS, check_expectations
from .scenario_fields import Fields
from .scenario_play import ScenarioFailed, Table, check_refusal

__all__ = [
    "CHECKS",
    "ScenarioFailed",
    "Table",
    "parse_scenarios",
    "set_up_table",
    "split_scenarios",
    "run_scenario",
]

# Keys of a file other than the position.
HEADINGS = (
    *("name", "text", "game", "position", "setup", "preset", "chance"),
    *("unrecorded", "automatic", "play"),
)
# Keys of a `play` entry other than its decisions and checks.
ENTRY = ("refused", "automatic", "about")
# Keys of a decision written as a mapping with its seat.
WRITTEN_OUT = ("seat", "decision", "verb", "args")


def split_scenarios(text: str) -> list[str]:
    """Return the texts of the scenarios in a file."""
    return re.split(r"^---(?:[ \t].*)?\r?$", text, flags=re.MULTILINE)


def parse_scenarios(text: str) -> list[dict[str, object]]:
    """Return the parsed scenarios of a file; several are separated by lines of three hyphens.

    Raises ValueError for invalid YAML.
    """
    scenarios = []
    for number, part in enumerate(split_scenarios(text), start=1):
        try:
            document = msgspec.yaml.decode(part)
        except msgspec.DecodeError as error:
            raise ValueError(f"scenario {number}: this is no YAML: {error}") from None
        if document is not None:
            scenarios.append(dict(scenario_fields.parse_mapping(document, f"scenario {number}")))
    return scenarios


def run_scenario(game: AnyGame, scenario: Fields) -> Table:
    """Set up the position, play the decisions and check what is expected.

    Raises ScenarioFailed, or ValueError for a file that cannot be read.
    """
    scenario_fields.text_keys(scenario, "")
    entries = scenario_fields.parse_list(scenario.get("play"), "play")
    habits = read_habits(game, scenario)
    table = set_up_table(game, scenario)
    step: int | None = None
    try:
        for number, entry in enumerate(entries, start=1):
            step = number
            _play_entry(table, scenario_fields.parse_mapping(entry, "entry"), habits, step)
        play_unrecorded_ending(table, habits, len(entries) + 1)
        step = None
        check_expectations(table, {key: scenario[key] for key in CHECKS if key in scenario})
    except Refused as refusal:
        reason = f"{refusal.reason} ({refusal.code})"
        raise ScenarioFailed(reason, step, table) from refusal
    except ValueError as error:
        reason = error.reason if isinstance(error, ScenarioFailed) else str(error)
        raise ScenarioFailed(reason, step, table) from error
    return table


def set_up_table(game: AnyGame, scenario: Mapping[str, object]) -> Table:
    """Return the table at the start of the scenario: a position, or a deal from `setup`."""
    names: list[str] | None = None
    if "setup" in scenario:
        scenario_fields.check_keys(
            scenario, tuple(key for key in (*HEADINGS, *CHECKS) if key != "position"), ""
        )
        deal = scenario_fields.parse_mapping(scenario["setup"], "setup")
        scenario_fields.check_keys(deal, ("seats", "seed", "options", "preset"), "setup.")
        seats = deal.get("seats", 2)
        if isinstance(seats, list):
            names = [str(name) for name in seats]
            if len(set(names)) < len(names):
                raise ValueError(f"setup.seats: a name stands twice in {', '.join(names)}")
        many = len(names) if names else scenario_fields.parse_count(seats, "setup.seats")
        try:
            seed = bytes.fromhex(str(deal.get("seed", "00")))
        except ValueError:
            raise ValueError("setup.seed: write the seed in hexadecimal") from None
        options = scenario_fields.parse_mapping(deal.get("options"), "setup.options")
        preset = deal.get("preset", scenario.get("preset"))
        options = {**_later_defaults(game), **_preset_options(game, preset), **options}
        _check_options(game, many, options)
        state = game.set_up_match(many, seed, options)
        position = game.write_position(state)
    else:
        position = _position_in(scenario)
        preset = position.pop("preset", scenario.get("preset"))
        if preset is not None:
            options = scenario_fields.parse_mapping(position.get("options"), "options")
            position["options"] = {**_preset_options(game, preset), **options}
    streams = scenario_fields.parse_mapping(scenario.get("chance"), "chance")
    if streams:
        chance = scenario_fields.parse_mapping(position.get("chance"), "chance")
        fixed_streams = scenario_fields.parse_mapping(chance.get("fixed"), "chance.fixed")
        position["chance"] = {**chance, "fixed": {**fixed_streams, **streams}}
    return _table_from_position(game, position, names)


def _later_defaults(game: AnyGame) -> MatchOptions:
    """Return the defaults that matches which do not name their options were dealt without."""
    return {option.name: option.default for option in game.options if option.before is not None}


def _check_options(game: AnyGame, seats: int, options: MatchOptions) -> None:
    """Raise ValueError for options that do not exist or do not go together."""
    options_by_name = {option.name: option for option in game.options}
    scenario_fields.check_keys(options, tuple(options_by_name), "setup.options.")
    for name, value in options.items():
        if not options_by_name[name].allows(value):
            values = ", ".join(map(str, options_by_name[name].values))
            raise ValueError(f"setup.options.{name}: {value!r} is none of {values}")
    try:
        game.check_options(seats, options)
    except BadOptions as refusal:
        raise ValueError(f"setup.options: {refusal.reason}") from None


def _table_from_position(
    game: AnyGame, position: dict[str, object], names: list[str] | None
) -> Table:
    """Read the position; its seats are named as in the file, or by `names`."""
    state = game.read_position(position)
    seats = position.get("seats")
    if not isinstance(seats, Mapping):
        seats = game.write_position(state).get("seats")
    if isinstance(seats, Mapping):
        return Table(game, state, names or [str(name) for name in seats], named=True)
    numbers = [str(seat) for seat in range(max(game.seats))]
    return Table(game, state, names or numbers, named=False)


def _preset_options(game: AnyGame, name: object) -> Mapping[str, object]:
    """Return the options of a preset; {} if `name` is None."""
    return (
        {}
        if name is None
        else game.presets[scenario_fields.one_of(name, tuple(game.presets), "preset")]
    )


def _position_in(scenario: Mapping[str, object]) -> dict[str, object]:
    """Return the position: the value of `position`, or every key that is not a heading."""
    if "position" in scenario:
        scenario_fields.check_keys(scenario, (*HEADINGS, *CHECKS), "")
        return dict(scenario_fields.parse_mapping(scenario["position"], "position"))
    return {key: value for key, value in scenario.items() if key not in (*HEADINGS, *CHECKS)}


# Playing.


def _play_entry(table: Table, entry: Mapping[str, object], habits: Habits, step: int) -> None:
    """Play the decisions of one entry in order, then check what it expects."""
    checks = {key: entry[key] for key in CHECKS if key in entry}
    if "seat" in entry:
        scenario_fields.check_keys(entry, (*WRITTEN_OUT, *ENTRY, *CHECKS), "")
        decisions = {str(entry["seat"]): entry.get("decision", _written_out(entry))}
    else:
        decisions = {str(key): entry[key] for key in entry if key not in (*ENTRY, *CHECKS)}
    for name, decision in decisions.items():
        seat = table.seat(name, "seat")
        if entry.get("refused") is not None:
            check_refusal(table, seat, decision, entry["refused"])
        else:
            play_recorded_decision(table, seat, decision, entry=entry, habits=habits, step=step)
    check_expectations(table, checks)


def _written_out(entry: Mapping[str, object]) -> dict[str, object]:
    return {"verb": entry.get("verb"), "args": entry.get("args", {})}
