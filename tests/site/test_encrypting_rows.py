"""The migrations that encrypt what was stored readable: nothing is lost, there and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from notifications.hooks.models import digest_of
from notifications.models import Hook, InboundLetter, Notice, PostedLetter

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
To = Callable[[str], Any]


def named(executor: MigrationExecutor, end: str) -> tuple[str, str]:
    """Return the migration of ours whose name ends so; its number may change."""
    [found] = [
        key
        for key in executor.loader.graph.nodes
        if key[0] == "notifications" and key[1].endswith(end)
    ]
    return found


@pytest.fixture
def to(transactional_db: None) -> Iterator[To]:
    """Migrate to before ("before"), or to the migration of a name; return the models of then."""

    def to(end: str) -> Any:
        executor = MigrationExecutor(connection)
        target = named(executor, "encrypted_columns" if end == "before" else end)
        if end == "before":
            [target] = [
                parent.key
                for parent in executor.loader.graph.node_map[target].parents
                if parent.key[0] == "notifications"
            ]
        executor.migrate([target])
        return executor.loader.project_state(target).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def fill(then: Any, people: dict[str, Any]) -> None:
    """Write rows as they were kept readable."""
    alice = then.get_model("games", "Player").objects.get(pk=people["alice"].pk)
    notice = then.get_model("notifications", "Notice").objects.create
    facts = {"created": NOON, "due": NOON, "player": alice, "kind": "held"}
    for number in range(5):
        name = f"empty{number}"
        notice(key=name, message_id=name, **facts)
    notice(
        **{**facts, "key": "full", "message_id": "full", "subject": "Zug für dich – 手"},
        **{"text": "Wörter", "html": "<p>Wörter", "headers": {"X-A": "é"}, "written": NOON},
        data={"code": "123456", "answers": "<1@a.b>", "line": "ü", "staff": "released", "n": [1]},
    )
    then.get_model("notifications", "InboundLetter").objects.create(
        **dict.fromkeys(("source_id", "sha256", "message_id", "words"), "x"),
        **{"raw": b"\x00raw\xff" * 100_000, "envelope": {"rcpt_tos": ["play+x@y"]}},
        **{"first_line": "1", "received": NOON, "due": NOON},
    )
    posted = then.get_model("notifications", "PostedLetter").objects.create
    posted(recipient="a@b.c", raw=b"raw\x00", subject="Hallo", posted=NOON)
    hook = then.get_model("notifications", "Hook").objects.create
    hook(player=alice, url="https://a.example/", secret="s1", since=NOON)
    hook(player=alice, url="https://p.example/1", shape="push", secret="s2", key="k", since=NOON)
    hook(player=alice, url="https://p.example/2", shape="push", secret="s3", key="k", since=NOON)


def values(then: Any) -> dict[str, Any]:
    """Return what the readable columns held."""
    rows: dict[str, Any] = {}
    for model, names in (
        ("Notice", "key data subject text html headers"),
        ("InboundLetter", "raw envelope first_line"),
        ("PostedLetter", "raw subject"),
        ("Hook", "url secret key"),
    ):
        found = then.get_model("notifications", model).objects.order_by("pk")
        rows[model] = [
            [bytes(v) if isinstance(v, memoryview) else v for v in row]
            for row in found.values_list(*names.split())
        ]
    return rows


def test_every_row_can_be_read_afterwards_and_again_after_going_back(
    to: To, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    then = to("before")
    fill(then, people)
    before = values(then)
    step = named(MigrationExecutor(connection), "encrypt_rows")[1]
    migration = import_module(f"notifications.migrations.{step}")
    monkeypatch.setattr(migration, "MOST_ROWS", 2)

    to("encrypt_rows")
    # As if it had been interrupted at the very end.
    with connection.schema_editor(atomic=False) as editor:
        migration.encrypt_all(None, editor)
    with connection.cursor() as cursor:
        cursor.execute("SELECT it::text FROM notifications_notice it WHERE key = 'full'")
        assert "123456" not in (row := cursor.fetchone()[0]) and "rter" not in row
    to("hook_epochs")

    full = Notice.objects.get(key="full")
    assert full.data["code"] == "123456" and full.headers == {"X-A": "é"}
    assert (full.subject, full.text, full.html) == ("Zug für dich – 手", "Wörter", "<p>Wörter")
    assert (full.answers, full.quotes_people, full.decided_at) == ("<1@a.b>", True, NOON)
    empty = Notice.objects.get(key="empty1")
    assert (empty.data, empty.text, empty.answers, empty.decided_at) == ({}, "", "", None)
    letter = InboundLetter.objects.get()
    assert letter.raw == b"\x00raw\xff" * 100_000 and letter.words == ""
    assert (letter.envelope, letter.first_line) == ({"rcpt_tos": ["play+x@y"]}, "1")
    assert PostedLetter.objects.get().raw == b"raw\x00"
    hooks = Hook.objects.order_by("pk")
    assert [hook.secret for hook in hooks] == ["s1", "s2", "s3"]
    assert [hook.digest for hook in hooks] == ["", *(digest_of(hook.url) for hook in hooks[1:])]

    assert values(to("before")) == before
