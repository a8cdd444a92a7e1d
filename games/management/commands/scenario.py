"""Set a written position up, play the decisions listed with it and show what follows."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from games.rules import GAMES, scenario
from games.rules.report import report

COLUMNS = 96


class Command(BaseCommand):
    help = (
        "Set the position of a scenario up, play the decisions listed in it, check what it "
        "expects, and print the resulting position and every legal answer. docs/positions.md "
        "describes the files. Ends with code 1 if a decision is refused that should not be, or "
        "if something is not as expected."
    )
    # Rules need neither a database nor settings that are right.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's short name, for instance abyss")
        parser.add_argument("file", help="a scenario (YAML); - reads from the standard input")
        parser.add_argument("--json", action="store_true", help="print JSON for programs")

    def handle(self, *args: Any, game: str, file: str, **options: Any) -> None:
        if game not in GAMES:
            raise CommandError(f"There is no game {game}; there are {', '.join(sorted(GAMES))}.")
        reports = []
        for name, document in _documents(file):
            reports.append(_report(game, document))
            if not options["json"]:
                self.stdout.write(_shown(name, reports[-1]))
        if options["json"]:
            shown = reports[0] if len(reports) == 1 else reports
            self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2))
        if any("error" in one for one in reports):
            sys.exit(1)


def _documents(file: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the scenarios of a file with their names."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from None
    try:
        found = scenario.documents(text)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if not found:
        raise CommandError(f"{file} holds no scenario.")
    return [(str(one.get("name", f"{file}, scenario {n}")), one) for n, one in enumerate(found, 1)]


def _report(game: str, document: dict[str, Any]) -> dict[str, Any]:
    """Return the report, with `error` if the scenario did not go as it says."""
    rules = GAMES[game]
    try:
        return report(scenario.run(rules, document))
    except scenario.ScenarioFailed as failure:
        so_far = report(failure.table) if failure.table else {}
        return {"error": str(failure), "step": failure.step, **so_far}
    except ValueError as error:
        return {"error": str(error), "step": None}


def _shown(name: str, told: dict[str, Any]) -> str:
    """Return a report for the eye: what happened, the position, the questions and their answers."""
    lines = [f"# {name}"]
    if "error" in told:
        lines += ["", f"# FAILED: {told['error']}"]
    if told.get("events"):
        lines += ["", "# What happened"]
        lines += [f"# - {event['text']}" for event in told["events"]]
    if "position" in told:
        lines += ["", written(told["position"])]
    for prompt in told.get("prompts", []):
        lines += ["", f"# {prompt['seat']} is asked: {prompt['text']}"]
        if prompt["answered"]:
            lines.append(f"#   answered: {prompt['answered']['written']}")
        lines += [f"#   {answer['written']}" for answer in prompt["choices"]]
        lines.append(f"#   Silence means: {prompt['fallback']['written']}")
    if told.get("outcome"):
        lines += ["", "# Outcome"]
        for seat, row in told["outcome"].items():
            parts = ", ".join(f"{line} {points}" for line, points in row["lines"].items())
            lines.append(f"#   {row['place']}. {seat}: {row['score']} ({parts})")
    return "\n".join([*lines, ""])


def written(position: Mapping[str, Any], indent: str = "") -> str:
    """Return a position as YAML that is good to read: a list stays in one line, if it fits."""
    lines = []
    for key, value in position.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{key}:", written(value, indent + "  ")]
        elif isinstance(value, list):
            # Only between items is a line broken.
            items = ", ".join(_plain(item).replace(" ", "\0") for item in value)
            row = f"{indent}{key}: [{items}]"
            lines.append(fill(row, COLUMNS, subsequent_indent=indent + "  ").replace("\0", " "))
        else:
            lines.append(f"{indent}{key}: {_plain(value)}")
    return "\n".join(lines)


def _plain(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10_000)
    return text.removesuffix("...\n").strip()
