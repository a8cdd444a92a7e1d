"""Examples of the reference: a real request and its response for each operation.

They are in `examples.json`, which `tests/api/test_examples.py` writes and compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).with_suffix(".json")


def read_examples() -> dict[str, dict[str, Any]]:
    """Return {operation: {"request": …, "response": …}}; either may be missing."""
    examples: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text())
    return examples


def add_examples(document: dict[str, Any]) -> None:
    """Add the examples to the JSON bodies and successful responses of a document."""
    examples = read_examples()
    for item in document["paths"].values():
        for operation in item.values():
            example = examples.get(operation["operationId"], {})
            _add_example(operation.get("requestBody", {}), example, "request")
            for status, response in operation["responses"].items():
                if status < "4":
                    _add_example(response, example, "response")


def _add_example(part: dict[str, Any], example: dict[str, Any], name: str) -> None:
    content = part.get("content", {}).get("application/json")
    if content is not None and name in example:
        content["example"] = example[name]
