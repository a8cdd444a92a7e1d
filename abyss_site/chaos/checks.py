"""What must be true of the rows after a chaos run; each check returns what is not, in sentences."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from abyss_site.chaos.clock import Clock
from abyss_site.chaos.leaks import LOOKS, Leaks, Secret
from abyss_site.chaos.mail_server import Copy
from abyss_site.chaos.players import Submission
from abyss_site.chaos.service import Service

# What may become of a letter with an answer: it was played, or its question was settled before.
FATES = {"played", "stale"}
# Why a letter need not be sent.
REASONS = {"overtaken", "receipts not wanted", "unsubscribed", "a bot", ""}
# Letters that ask something; no attempt to send one begins after the answer. A postman who has
# looked may be so many seconds on his way, while the answer's transaction is on its own.
ASKING = ("your_turn", "reminder")
ON_THE_WAY = 5.0
# Sentences of one kind are the same again and again.
MOST_TOLD = 5

# What a session's key looks like.
SESSION = re.compile(r"\b[a-z0-9]{32}\b")


def submission(move: dict[str, Any]) -> str:
    """What a `Submission` is known by, of the key of a move that came through its door."""
    if move["source"] == "letter":
        return str(move["key"].split()[0])
    # page-<id of the question>-<the form's own number>, api-<id>-<digest of the key>-<of the body>.
    _, _, rest = move["key"].split("-", 2)
    return str(rest if move["source"] == "page" else rest.partition("-")[0])


def answers(service: Service, said: Iterable[Submission]) -> list[str]:
    """Every accepted answer is one move, and what was not accepted is none."""
    moves = service.rows("SELECT key, source, match_id, prompt_id FROM games_move")
    by_hand = [move for move in moves if move["source"] in ("letter", "page", "api")]
    played = Counter(map(submission, by_hand))
    letters = service.rows(
        "SELECT message_id, state, reason FROM notifications_inboundletter WHERE source = 'smtp'"
    )
    kept = defaultdict(list)
    for letter in letters:
        kept[letter["message_id"]].append((letter["state"], letter["reason"]))
    faults, known = [], set()
    for one in said:
        known.add(one.key)
        wanted = one.accepted
        if one.door == "letter":
            states = kept[one.key]
            if len(states) != 1 or states[0][0] != "done" or states[0][1] not in FATES:
                faults.append(f"a letter that was taken is {states or 'not there'}")
            wanted = ("done", "played") in states
        if played[one.key] != wanted:
            faults.append(f"{one.door} answered {one.why}, and {played[one.key]} moves came of it")
    faults += [
        f"a move by {m['source']} nobody made" for m in by_hand if submission(m) not in known
    ]
    return faults


def moves(service: Service) -> list[str]:
    """No question but a sealed one is answered twice, and no ply is missing."""
    twice = service.rows(
        "SELECT prompt_id FROM games_move JOIN games_prompt p ON p.id = prompt_id"
        " WHERE source <> 'undo' AND NOT sealed GROUP BY prompt_id HAVING count(*) > 1"
    )
    holes = service.rows(
        "SELECT number FROM games_match m WHERE ply <> (SELECT count(*) FROM games_move"
        " WHERE match_id = m.id) OR ply <> (SELECT coalesce(max(ply), 0) FROM games_move"
        " WHERE match_id = m.id)"
    )
    return ["a question has two answers"] * len(twice) + [
        f"match {row['number']} misses a ply" for row in holes
    ]


def letters(
    service: Service, copies: dict[str, list[Copy]], clock: Clock, ended: datetime
) -> list[str]:
    """Every letter left under its one Message-ID, unchanged, or was not worth sending any more.

    Bots and the clock never rest: what was posted after `ended`, by the service's clock, may wait.
    """
    last = ended - timedelta(seconds=ON_THE_WAY)
    rows = service.rows(
        "SELECT n.message_id, n.kind, n.state, n.why, n.created, p.closed, p.answered"
        " FROM notifications_notice n LEFT JOIN games_prompt p ON p.token = n.reply_token"
    )
    faults = []
    for row in rows:
        came = copies.get(row["message_id"], [])
        if row["state"] == "withdrawn":
            if row["why"] not in REASONS:
                faults.append(f"a letter was withdrawn: {row['why']}")
        elif row["state"] == "queued" and row["created"] > last:
            continue
        elif row["state"] != "sent" or not came:
            faults.append(f"a letter is {row['state']} and came {len(came)} times: {row['why']}")
        if len({copy.body for copy in came}) > 1:
            faults.append("a letter that came again was another one")
        if row["kind"] in ASKING and late(row, came, clock) > ON_THE_WAY:
            faults.append(f"a question came {late(row, came, clock):.1f} s after its answer")
    strange = set(copies) - {row["message_id"] for row in rows}
    return faults + ["a letter came that nobody posted"] * len(strange)


def late(row: dict[str, Any], came: list[Copy], clock: Clock) -> float:
    """Seconds after the answer at which a copy of the question was begun; 0 if none was."""
    settled = row["answered"] or row["closed"]
    if settled is None or not came:
        return 0.0
    return max(0.0, max(copy.began for copy in came) - clock.right(settled))


def deadlines(service: Service, due: dict[Any, float], clock: Clock) -> list[str]:
    """The clock answered nothing before its deadline, by its own time and by the right one."""
    rows = service.rows(
        "SELECT m.played, p.deadline, p.id FROM games_move m JOIN games_prompt p"
        " ON p.id = m.prompt_id WHERE m.source = 'clock'"
    )
    early = [row for row in rows if row["deadline"] is None or row["played"] < row["deadline"]]
    earlier = [
        row for row in rows if row["id"] in due and clock.right(row["played"]) < due[row["id"]] - 1
    ]
    return ["the clock answered before the deadline"] * len(early) + [
        f"the clock answered {due[row['id']] - clock.right(row['played']):.0f} s too early"
        for row in earlier
    ]


def owned(service: Service, keys: Iterable[str], notes: Iterable[tuple[str, str]]) -> list[Secret]:
    """Every secret there is, with those who may be told."""
    nobody: frozenset[str] = frozenset()
    prompts = service.rows(
        "SELECT token, email FROM games_prompt JOIN games_seat s USING (match_id)"
        " JOIN games_player p ON p.id = s.player_id WHERE s.number = games_prompt.seat"
    )
    # Secret and seed of a finished match are shown.
    matches = service.rows(
        "SELECT encode(secret, 'hex') secret, encode(seed, 'hex') seed FROM games_match"
        " WHERE status <> 'finished'"
    )
    return [
        *(Secret(row["token"], frozenset([row["email"]])) for row in prompts),
        *(Secret(row[name], nobody) for row in matches for name in ("secret", "seed")),
        *(Secret(key, nobody) for key in keys if key),
        *(Secret(note, frozenset([email])) for email, note in notes),
    ]


def secrecy(service: Service, leaks: Leaks, secrets: list[Secret]) -> list[str]:
    """Nobody was told another's secret, and the logs name none at all."""
    faults = leaks.found(secrets)
    known = {one.secret for one in secrets}
    for log in (service.output, *service.data.glob("*.log")):
        said = log.read_text(errors="replace")
        found = known & {*LOOKS.findall(said), *SESSION.findall(said)}
        faults += [f"{log.name} names a secret: {secret[:4]}…" for secret in found]
    return faults


def at_most(faults: list[str]) -> list[str]:
    """Return some of the faults and how many more there are."""
    more = len(faults) - MOST_TOLD
    return faults[:MOST_TOLD] + ([f"… and {more} more like that"] if more > 0 else [])
