"""`bench decisions`: decisions through submit_decision in one process, compared with a bare
transaction."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection

from devtools.bench import sample_matches
from devtools.bench.shape import TABLES, decision_statements
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Match, Move
from games.services.play.decisions import submit_decision
from notifications.models import Notification

MATCHES = 20


def measure_decisions(seconds: float) -> Figures:
    """Answer random prompts of 20 matches of Abyss, then run bare transactions for half as long."""
    ours = Stopwatch()
    decisions = _submit_decisions(ours, seconds)
    bare = Stopwatch()
    transactions = _run_bare_transactions(bare, seconds / 2)
    per_decision = ours.figures(decisions)
    per_transaction = bare.figures(transactions)
    return {
        "door": per_decision
        | {"notifications": Notification.objects.count(), "moves": Move.objects.count()},
        "bare psycopg transaction of the same shape": per_transaction,
        "door_to_bare": round(per_decision["per_second"] / per_transaction["per_second"], 2),
    }


def _submit_decisions(watch: Stopwatch, seconds: float) -> int:
    luck, decisions = random.Random(1), 0
    running = [sample_matches.deal_match("abyss", number) for number in range(MATCHES)]
    while watch.wall < seconds and running:
        match = luck.choice(running)
        answer = sample_matches.next_answer(match, luck)
        if answer is None:
            running.remove(match)
            running.append(sample_matches.deal_match("abyss", MATCHES + decisions))
            continue
        with watch:
            submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
        decisions += 1
    return decisions


def _run_bare_transactions(watch: Stopwatch, seconds: float) -> int:
    """Lock and read a state, write it, log a move, close and open a prompt, post a notification."""
    match = Match.objects.filter(status="running").order_by("-ply").first()
    assert match is not None
    state = bytes(match.state)
    settings = connection.get_connection_params()
    settings = {key: settings[key] for key in ("host", "port", "user", "dbname") if key in settings}
    transactions = 0
    with psycopg.connect(**settings) as bare:
        for table, columns in TABLES.items():
            bare.execute(f"CREATE TABLE b_{table} ({columns})")
        ids = [uuid4() for _ in range(MATCHES)]
        for match_id in ids:
            bare.execute("INSERT INTO b_match VALUES (%s, %s, 0)", (match_id, state))
        bare.commit()
        prompts = {match_id: uuid4() for match_id in ids}
        while watch.wall < seconds:
            match_id = ids[transactions % MATCHES]
            with watch:
                prompts[match_id] = _run_transaction(bare, match_id, prompts[match_id], state)
            transactions += 1
        for table in TABLES:
            bare.execute(f"DROP TABLE b_{table}")
    return transactions


def _run_transaction(bare: Any, match_id: UUID, prompt: UUID, state: bytes) -> UUID:
    fresh = uuid4()
    for sql, values in decision_statements(match_id, prompt, fresh, state):
        bare.execute(sql, values)
    bare.commit()
    return fresh
