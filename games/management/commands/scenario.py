"""`manage.py scenario`: set up a position, play the listed decisions and show the result."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import Any, TypedDict, Unpack

import yaml
from django.core.management.base import BaseCommand, CommandError

from games.engine import scenario
from games.engine.scenario_report import serialize_table
from games.titles import GAMES

COLUMNS = 96
# Limits of a file; a whole match with every pile has some 50,000 characters.
MAX_CHARACTERS = 2_000_000
MAX_VALUES = 200_000
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Options(TypedDict):
    """The options of the command line."""

    json: bool


class Command(BaseCommand):
    help = (
        "Set the position of a scenario up, play the decisions listed in it, check what it "
        "expects, and print the resulting position and every legal answer. docs/positions.md "
        "describes the files. Ends with code 1 if a decision is refused that should not be, or "
        "if something is not as expected."
    )
    # Rules need neither a database nor valid settings.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's short name, for instance abyss")
        parser.add_argument("file", help="a scenario (YAML); - reads from the standard input")
        parser.add_argument("--json", action="store_true", help="print JSON for programs")

    def handle(self, *args: object, game: str, file: str, **options: Unpack[Options]) -> None:
        if game not in GAMES:
            raise CommandError(f"There is no game {game}; there are {', '.join(sorted(GAMES))}.")
        try:
            documents = _read_scenarios(file)
        except CommandError as unreadable:
            if not options["json"]:
                raise
            self.stdout.write(_dump_json(_build_failure_report(None, str(unreadable))))
            sys.exit(1)
        reports = []
        for name, document in documents:
            reports.append(_run_scenario(game, name, document))
            if not options["json"]:
                self.stdout.write(_format_report(reports[-1]))
        if options["json"]:
            self.stdout.write(_dump_json(reports[0] if len(reports) == 1 else reports))
        if any(report["error"] for report in reports):
            sys.exit(1)


def _dump_json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2, default=str)


def _read_scenarios(file: str) -> list[tuple[str, dict[str, object]]]:
    """Return the scenarios of a file with their names."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from None
    if len(text) > MAX_CHARACTERS:
        raise CommandError(f"{file} is too long: more than {MAX_CHARACTERS:,} characters.")
    try:
        for number, part in enumerate(scenario.split_scenarios(text), 1):
            _check_keys(yaml.compose(part, Loader=LOADER), f"scenario {number}")
        documents = scenario.parse_scenarios(text)
    except yaml.YAMLError as error:
        raise CommandError(f"{file}: this is no YAML: {error}") from None
    except RecursionError:
        raise CommandError(f"{file}: lists within lists within lists ... are too deep.") from None
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if not documents:
        raise CommandError(f"{file} holds no scenario.")
    return [
        (str(document.get("name", f"{file}, scenario {n}")), document)
        for n, document in enumerate(documents, 1)
    ]


def _check_keys(node: yaml.Node | None, where: str) -> None:
    """Refuse duplicate keys in a mapping, which YAML would drop, and files with too many values."""
    left, count = [node], 0
    while left:
        node = left.pop()
        count += 1
        if count > MAX_VALUES:
            raise ValueError(f"{where} holds more than {MAX_VALUES:,} values")
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            double = next((key for key in keys if keys.count(key) > 1), None)
            if double is not None:
                line = node.start_mark.line + 1
                raise ValueError(f"{where}: {double} stands twice in one mapping (line {line})")
            left += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            left += node.value


def _build_failure_report(
    name: str | None, error: str, step: int | None = None
) -> dict[str, object]:
    """Return the report of a scenario that failed before there was a table."""
    nothing: dict[str, object] = {"position": None, "prompts": [], "outcome": None, "events": []}
    return {"name": name, "error": error, "step": step, **nothing, "assumed": [], "skipped": []}


def _run_scenario(game: str, name: str, document: dict[str, object]) -> dict[str, object]:
    """Return the report, with `error` if the scenario did not go as written."""
    rules = GAMES[game]
    try:
        return {
            "name": name,
            "error": None,
            "step": None,
            **serialize_table(scenario.run_scenario(rules, document)),
        }
    except scenario.ScenarioFailed as failure:
        so_far = serialize_table(failure.table) if failure.table else {}
        return _build_failure_report(name, str(failure), failure.step) | so_far
    except ValueError as error:
        return _build_failure_report(name, str(error))
    except Exception as error:
        # A position that no match can reach may crash the rules; the author gets a report
        # nevertheless.
        return _build_failure_report(
            name, f"the rules cannot cope with this: {type(error).__name__}: {error}"
        )


def _format_report(report: dict[str, Any]) -> str:
    """Format a report for people: events, the position, the prompts and their answers."""
    lines = [f"# {report['name']}"]
    if report["error"]:
        lines += ["", f"# FAILED: {report['error']}"]
    if report.get("events"):
        lines += ["", "# What happened"]
        lines += [f"# - {event['text']}" for event in report["events"]]
    for entry in report["assumed"]:
        lines.append(f"# Before play[{entry['step']}] assumed: {entry['seat']}: {entry['written']}")
    for entry in report["skipped"]:
        lines.append(f"# play[{entry['step']}] passed over: {entry['seat']}: {entry['decision']}")
    if report["position"]:
        lines += ["", dump_position_yaml(report["position"])]
    for prompt in report.get("prompts", []):
        lines += ["", f"# {prompt['seat']} is asked: {prompt['text']}"]
        if prompt["answered"]:
            lines.append(f"#   answered: {prompt['answered']['written']}")
        lines += [f"#   {answer['written']}" for answer in prompt["choices"]]
        lines.append(f"#   Silence means: {prompt['fallback']['written']}")
    if report.get("outcome"):
        lines += ["", "# Outcome"]
        for seat, row in report["outcome"].items():
            parts = ", ".join(f"{line} {points}" for line, points in row["lines"].items())
            lines.append(f"#   {row['place']}. {seat}: {row['score']} ({parts})")
    return "\n".join([*lines, ""])


def dump_position_yaml(position: Mapping[str, object], indent: str = "") -> str:
    """Return a position as readable YAML: a list stays on one line if it fits."""
    lines = []
    for key, value in position.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{key}:", dump_position_yaml(value, indent + "  ")]
        elif isinstance(value, list):
            # Wrap lines only between items.
            items = ", ".join(_dump_yaml_value(item).replace(" ", "\0") for item in value)
            row = f"{indent}{key}: [{items}]"
            lines.append(fill(row, COLUMNS, subsequent_indent=indent + "  ").replace("\0", " "))
        else:
            lines.append(f"{indent}{key}: {_dump_yaml_value(value)}")
    return "\n".join(lines)


def _dump_yaml_value(value: object) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10_000)
    return text.removesuffix("...\n").strip()
