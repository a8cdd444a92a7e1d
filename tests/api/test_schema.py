"""The description is true: schemathesis tries each operation with what it may be sent, and worse.

`SCHEMA=500` tries so many requests of each kind; a handful is enough for every day.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

# schemathesis imports it with the first example. Then Playwright may be running in this process,
# whose switches of stacks can fail Python's parser, and pytest parses the modules of plugins.
from schemathesis.generation.jsonschema import builder  # noqa: F401

from games.api import endpoint
from games.api.schema import get_openapi_document
from games.models import Match
from games.presentation import analysis_boards

from .endpoints import METHODS, OPERATIONS, address

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("SCHEMA", "2"))
# What these take is written text, which a schema cannot tell from nonsense.
WRITTEN = {
    "answer_prompt",
    "try_move",
    "write_order",
    "change_order",
    "preview_order",
    "join_match",
    "change_me",
}
WRITTEN |= {"save_default_order", "make_webhook", "change_channels"}
WRITTEN |= {"save_match_preset", "change_match_preset"}
# A cursor is of an entry that there is.
WRITTEN |= {
    operation["operationId"]
    for item in get_openapi_document()["paths"].values()
    for operation in item.values()
    for parameter in operation.get("parameters", ())
    if parameter["name"] == "cursor" and "format" not in parameter["schema"]
}
# Which fields it takes depends on its action.
WRITTEN |= {"direct_league"}
# Beside what went well: 401 for the token that was just revoked, and 422 is “understood, but
# against a rule”: rules are not what a schema tells.
TAKEN = ["2xx", 401, 403, 404, 409, 422]
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)


@pytest.fixture
def schema(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The description beside the service that it describes, in this thread's transaction."""
    for scope in endpoint.A_MINUTE:
        monkeypatch.setitem(endpoint.A_MINUTE, scope, 10**9)
    monkeypatch.setattr(analysis_boards, "OPINIONS", 10**9)
    settings = {
        # A row of PostgreSQL holds no NUL; what opens nothing is sent by a check of its own.
        "generation": {"allow-x00": False, "with-security-parameters": False},
        "checks": {"positive_data_acceptance": {"expected-statuses": TAKEN}},
        "operations": [
            {
                "include-operation-id": sorted(WRITTEN),
                "checks": {"positive_data_acceptance": {"expected-statuses": [*TAKEN, 400]}},
            }
        ],
    }
    config = schemathesis.Config.from_dict(settings)
    found = schemathesis.openapi.from_dict(get_openapi_document(), config=config)
    found.app = get_wsgi_application()
    ends = (signals.request_started, signals.request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield found
    for end in ends:
        end.connect(close_old_connections)


def existing(operation: str, match: Match, owner: Any) -> dict[str, str]:
    """The parameters of a path that lead to what is there, by name."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", OPERATIONS[operation][1])
    found = re.fullmatch(pattern, f"/api/v1/{address(operation, match, owner)[1]}")
    assert found is not None
    return found.groupdict()


@pytest.mark.parametrize(
    ("operation", "field"),
    [
        ("say", "text"),
        ("send_direct_message", "text"),
        ("report_player", "text"),
        ("invite", "whom"),
        ("write_order", "order"),
        ("make_token", "name"),
        ("make_bot", "name"),
        ("save_match_preset", "name"),
    ],
)
def test_the_schema_says_which_texts_may_not_be_blank(operation: str, field: str) -> None:
    # Blanks alone were within the schema, and refused.
    document = get_openapi_document()
    method, path = OPERATIONS[operation]
    body = document["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]
    shape = document["components"]["schemas"][body["schema"]["$ref"].split("/")[-1]]
    if "oneOf" in shape:
        shape = document["components"]["schemas"][shape["oneOf"][0]["$ref"].split("/")[-1]]
    pattern = shape["properties"][field]["pattern"]

    assert re.search(pattern, "a b") and not re.search(pattern, " \n ")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scopes", ["read", "play", "read play manage"])
def test_every_operation_does_as_it_is_described(
    schema: Any, program: Any, people: dict[str, Any], pebbles: Match, scopes: str
) -> None:
    headers = {
        "Authorization": f"Bearer {program('alice', *scopes.split()).secret}",
        "Accept-Encoding": "identity",
    }
    modes = [GenerationMode.POSITIVE]
    # Whoever may not do a thing is told so before anything is read.
    modes += [GenerationMode.NEGATIVE] if "manage" in scopes else []
    tried = set()

    def check(operation: str, case: Any) -> None:
        path = case.meta.components.get(ParameterLocation.PATH)
        with transaction.atomic():
            if path is not None and path.mode.is_positive:
                case.path_parameters.update(existing(operation, pebbles, people["alice"]))
            case.call_and_validate(headers=headers)
            transaction.set_rollback(True)

    for found in schema.get_all_operations():
        operation = found.ok()
        name = operation.definition.raw["operationId"]
        tried.add(name)
        for mode in modes:
            few = EXAMPLES if "manage" in scopes else -(-EXAMPLES // 2)
            try_out(operation.as_strategy(generation_mode=mode), name, check, few)

    assert tried == set(OPERATIONS)


def try_out(cases: Any, name: str, check: Callable[[str, Any], None], examples: int) -> None:
    """Check some of the cases; an operation that takes nothing has none that are wrong."""

    @hypothesis.settings(SETTINGS, max_examples=examples)
    @hypothesis.given(case=cases)
    def one(case: Any) -> None:
        check(name, case)

    try:
        one()
    except hypothesis.errors.Unsatisfiable:
        assert not name.startswith(("open", "change", "make", "answer"))


def test_what_one_operation_gives_the_next_one_takes(
    schema: Any, program: Any, pebbles: Match
) -> None:
    headers = {
        "Authorization": f"Bearer {program('alice').secret}",
        "Accept-Encoding": "identity",
    }

    class Chain(schema.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": headers}

        def validate_response(self, response: Any, case: Any, *args: Any, **kwargs: Any) -> None:
            # Said where the token comes from, the check of ignored tokens tries without it.
            case.validate_response(response, headers=headers, recorder=self.recorder)

    Chain.run(settings=hypothesis.settings(SETTINGS, stateful_step_count=6))


def test_a_method_that_is_not_described_is_not_there(client: Client, pebbles: Match) -> None:
    for path, item in get_openapi_document()["paths"].items():
        at = path.replace("{number}", str(pebbles.number)).replace("{order}", "1")
        at = at.replace("{game}", "pebbles").replace("{vote}", str(pebbles.pk))
        at = (
            at.replace("{ply}", "0")
            .replace("{slug}", "club")
            .replace("{season}", "1")
            .replace("{puzzle}", "1")
        )
        rows = "default_order bot webhook call player invitation proposal match_preset board"
        for row in rows.split():
            at = at.replace(f"{{{row}}}", str(pebbles.pk))
        at = at.replace("/me/tokens/{token}", f"/me/tokens/{pebbles.pk}")
        for method in set(METHODS) - set(item):
            refused = client.generic(method.upper(), at.replace("{token}", "a" * 26))
            assert refused.status_code in (401, 405), (method, path)
            assert refused["Content-Type"] == "application/problem+json"


def test_an_address_that_leads_nowhere_is_a_problem_for_whoever_changes_things(
    program: Any,
) -> None:
    guarded = Client(enforce_csrf_checks=True)
    lost = guarded.post("/api/v1/matches/x/join/", {}, content_type="application/json")

    assert (lost.status_code, lost["Content-Type"]) == (404, "application/problem+json")
