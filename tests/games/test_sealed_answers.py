"""Nobody else can count sealed answers: every page stays the same until all of them are given.

Each sealed answer, first or changed, is compared by those who may not know of it: on every URL of
the site, with its headers, in e-mails, feeds and pictures, and under the marks of open pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat, Match, Player, Prompt, Punctuality, TimelineEntry, Vote
from games.queries import move_log, site_figures
from games.services import accounts, punctuality, replays
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.play import undo, votes
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from tests.api.endpoints import OPERATIONS, address
from tests.emails import email_of
from tests.games.reading import Deal
from tests.test_every_url import routes

pytestmark = pytest.mark.django_db

# What differs each time a page is rendered.
CHANGES = re.compile(
    rb'name="(?:csrfmiddlewaretoken|nonce|form_number)" value="[^"]*"|nonce-[\w+/=-]+'
)
RANDOM = re.compile(rb"[0-9a-f]{8}-[0-9a-f-]{27}|\b[a-z][a-z2-7]{25}\b")
HEADERS = frozenset(
    ["set-cookie", "date", "expires", "x-request-id", "ratelimit-remaining", "ratelimit-reset"]
)
# The URLs that sign out, or have a body of their own for every request.
LEFT_OUT = ("/sign-out/", "/settings/security/", "/health/", "/dev/")

Seen = dict[str, tuple[int, dict[str, str], bytes]]


def play(match: Match, *, until: Callable[[], bool]) -> None:
    """Answer one question after the other."""
    for ply in range(300):
        if until():
            return
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        assert prompt is not None
        submit_decision(prompt.token, None, source="page", key=f"k{ply}")
        match.refresh_from_db()
    raise AssertionError("no sealed question")


def unanswered(match: Match) -> list[Prompt]:
    """The sealed questions that wait for an answer."""
    return list(
        match.prompts.filter(closed_at=None, answered_at=None, sealed=True).order_by("seat")
    )


@pytest.fixture(params=["sealed", "abyss"])
def table(request: Any, deal: Deal) -> Match:
    """A match of Alice, Bob and Carol in which several are asked at once."""
    options = {"offers": "sealed"} if request.param == "abyss" else {}
    start = timezone.now() - timedelta(hours=2)
    match = deal(request.param, seats=3, now=start, **options)
    plies = {"sealed": 3, "abyss": 60}[request.param]
    play(match, until=lambda: match.ply >= plies and len(unanswered(match)) >= 2)
    return match


def paths_about(match: Match, player: Player) -> Iterator[str]:
    """Yield every URL that shows something, with the match and one of its players."""
    known = {
        **{"int:number": match.number, "uuid:number": player.pk, "str:game": match.game},
        **{"slug:game": match.game, "slug:slug": "club", "int:level": 1, "int:group": 1},
    }
    for route in routes():
        path = "/" + re.sub(r"<([a-z]+:\w+)>", lambda hit: str(known.get(hit[1], "1")), route)
        if not path.startswith(LEFT_OUT) and "^" not in path:
            yield path
    for operation, (method, path) in OPERATIONS.items():
        if method == "GET" and re.findall(r"\{\w+\}", path) in ([], ["{number}"], ["{player}"]):
            yield "/api/v1/" + address(operation, match, player)[1]
    for ply in range(max(0, match.ply - 3), match.ply + 6):
        yield f"/matches/{match.number}/history/?ply={ply}"
        yield f"/matches/{match.number}/history/?ply={ply}#moment"


def look(client: Client, paths: list[str]) -> Seen:
    """Request every URL; return its status, headers and body without what always changes."""
    caches["memory"].clear()
    found = {}
    for path in paths:
        headers = {"X-Part": "moment"} if path.endswith("#moment") else {}
        client.cookies.pop("seen", None)
        # Somebody may say that they saw more than there is.
        client.cookies["seen"] = "999"
        answer: Any = client.get(path, headers=headers)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        kept = {k.lower(): v for k, v in answer.headers.items() if k.lower() not in HEADERS}
        kept["seen"] = str(answer.cookies.get("seen", ""))[:20]
        found[path] = (answer.status_code, kept, CHANGES.sub(b"", body))
    return found


def differences(before: Seen, after: Seen) -> list[str]:
    """Return the URLs that differ, with what differs first."""
    return [
        f"{path}: {_first_difference(repr(before[path]), repr(after[path]))}"
        for path in before
        if before[path] != after[path]
    ]


def _first_difference(one: str, other: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other)) if a != b), 0)  # noqa: B905
    return f"{one[max(0, place - 60) : place + 40]!r} / {other[max(0, place - 20) : place + 40]!r}"


def answer(prompt: Prompt, now: datetime) -> None:
    submit_decision(prompt.token, None, source="page", key=str(uuid4()), now=now)


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Pages tell how long ago something was; here the clock stands still."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.mark.sampled(6)
@pytest.mark.parametrize("who", ["opponent", "stranger", "visitor"])
def test_no_url_tells_that_a_sealed_answer_was_given(
    table: Match, people: dict[str, Player], who: str, django_capture_on_commit_callbacks: Any
) -> None:
    now = timezone.now()
    first, other = unanswered(table)[:2]
    opponent = table.seats.get(number=other.seat).player
    client = Client(REMOTE_ADDR="10.3.3.3")
    if who != "visitor":
        client.force_login(opponent if who == "opponent" else people["dave"])
    accounts.rotate_feed_key(opponent, is_on=True)
    key = accounts.feed_key(opponent)
    league = directing.found_league(name="Club", slug="club", values={"game": "pebbles"})
    directing.open_season(league)
    paths = list(paths_about(table, table.seats.get(number=first.seat).player))
    if who == "opponent":
        paths += [f"/feeds/{key}/deadlines.ics", f"/feeds/{key}/news.atom"]
    if table.game != "sealed":
        paths = [path for path in paths if f"/{table.number}/" in path]
    look(client, paths)
    before = look(client, paths)

    for _time in ("first", "changed"):
        with django_capture_on_commit_callbacks(execute=True):
            answer(first, now)

        assert differences(before, look(client, paths)) == []
        # What another answer could change is about the match.
        paths = [path for path in paths if f"/{table.number}/" in path]
        before = {path: before[path] for path in paths}
    assert len(paths) > 30


def test_ones_own_pages_do_not_tell_who_has_answered_before(deal: Deal) -> None:
    """The number of an own sealed answer, and the boards at the moves before it, used to."""
    now = timezone.now()
    table = deal("sealed", seats=3, now=now - timedelta(hours=2))
    first, other, _third = unanswered(table)
    client = Client(REMOTE_ADDR="10.3.3.4")
    client.force_login(table.seats.get(number=other.seat).player)
    paths = list(paths_about(table, table.seats.get(number=first.seat).player))
    # Positions of events are taken from a sequence of all players.
    paths = [path for path in paths if "/events/" not in path]
    look(client, paths)
    seen = []
    for before in ([], [first], [first, first]):
        with transaction.atomic():
            for prompt in [*before, other]:
                answer(prompt, now)
            other.refresh_from_db()
            assert other.closed_at is None
            seen.append(look(client, paths))
            transaction.set_rollback(True)

    assert differences(seen[0], seen[1]) == differences(seen[0], seen[2]) == []


@pytest.mark.parametrize("kind", [TimelineEntry.Kind.PAUSED, Vote.Kind.PAUSE])
def test_what_happened_between_sealed_answers_has_the_same_place(
    deal: Deal, people: dict[str, Player], kind: str
) -> None:
    """The place of a pause used to be found by asking for one position after the other."""
    start = timezone.now() - timedelta(hours=1)
    seen = []
    for answered in (0, 1, 2):
        with transaction.atomic():
            match = deal("sealed", seats=3, now=start)
            match.number = 77
            match.save(update_fields=["number"])
            alice = match.prompts.get(seat=0)
            for time in range(answered):
                answer(alice, start + timedelta(minutes=time))
            match.refresh_from_db()
            if kind == Vote.Kind.PAUSE:
                votes.call_vote(people["bob"], match, Vote.Kind.PAUSE, hours=24, now=start)
            else:
                match.timeline.create(ply=match.ply + 1, kind=kind, occurred_at=start)
            paths = [f"/matches/77/history/?ply={ply}#moment" for ply in range(6)]
            seen.append(look(Client(), paths))
            transaction.set_rollback(True)

    assert differences(seen[0], seen[1]) == differences(seen[0], seen[2]) == []


@pytest.fixture
def second_round(deal: Deal) -> Match:
    """A match in whose second sealed group nobody has answered; in the first one all have."""
    match = deal("sealed", seats=3, now=timezone.now() - timedelta(hours=2))
    play(match, until=lambda: match.ply >= 3 and len(unanswered(match)) == 3)
    # Nothing else has the same number by chance.
    match.number = 77
    match.save(update_fields=["number"])
    return match


@pytest.mark.sampled(8)
@pytest.mark.parametrize("who", ["answered", "asks", "visitor", "last"])
@pytest.mark.parametrize("by", ["vote", "staff"])
def test_an_undo_does_not_tell_how_many_sealed_answers_it_took_back(
    second_round: Match, people: dict[str, Player], by: str, who: str
) -> None:
    """The numbers of the undo and of all later moves used to, and the boards at those before."""
    match, now = second_round, timezone.now()
    rows = unanswered(match)
    seats = {"answered": 0, "asks": 1, "last": 2}
    client = Client(REMOTE_ADDR="10.3.3.5")
    if who in seats:
        client.force_login(match.seats.get(number=seats[who]).player)
    paths = [
        path
        for path in paths_about(match, match.seats.get(number=0).player)
        if "/77/" in path and "/events/" not in path
    ]
    seen, plies = [], []
    for given in ([], [0], [0, 0, 2], [2, 0]):
        with transaction.atomic():
            for seat in given:
                answer(rows[seat], now)
            match.refresh_from_db()
            match.timeline.create(
                ply=match.ply + 1, kind=TimelineEntry.Kind.PAUSED, occurred_at=now
            )
            take_back(match, people, by, now)
            taken = look(client, paths)
            for row in unanswered(match):
                answer(row, now)
            match.refresh_from_db()
            assert replays.verify_replay(match) == match.ply
            plies.append(list(match.moves.order_by("ply").values_list("ply", flat=True)))
            seen.append((without_ids(taken), without_ids(look(client, paths))))
            transaction.set_rollback(True)

    assert [differences(seen[0][0], one) for one, _later in seen[1:]] == [[], [], []]
    assert [differences(seen[0][1], later) for _one, later in seen[1:]] == [[], [], []]
    assert plies == [[*range(1, 8)]] * 4


def test_an_e_mail_about_a_withdrawn_answer_is_not_sent(
    second_round: Match, people: dict[str, Player]
) -> None:
    """The number of the answer is that of the undo afterwards, which is told as the answer."""
    match, row = second_round, unanswered(second_round)[0]
    assert row.deadline_at is not None
    now = row.deadline_at + timedelta(minutes=1)
    submit_decision(row.token, None, source="clock", key="late", now=now)
    told = Notification.objects.get(kind="clock_moved")
    assert email_of(told) is not None

    take_back(match, people, "vote", now)

    assert match.moves.get(ply=told.data["ply"]).source == "undo"
    assert email_of(told) is None


def take_back(match: Match, people: dict[str, Player], by: str, now: datetime) -> None:
    """Take the first round back, by a vote that Bob asks for or by decision of staff."""
    seats = {seat.player_id: seat.number for seat in match.seats.all()}
    if by == "staff":
        undo.rewind_to_ply(match, fetch_sitters(match), 0, now=now)
        return
    asker = next(one for one in people.values() if seats.get(one.pk) == 1)
    vote = undo.request_undo(asker, match, now=now)
    for ballot in vote.ballots.exclude(seat=1):
        votes.answer_ballot(ballot, True, now=now)
    match.refresh_from_db()


def without_ids(seen: Seen) -> Seen:
    """Return what was seen without the tokens and ids of questions and votes, which are random."""
    return {
        path: (status, {}, RANDOM.sub(b"", body)) for path, (status, _headers, body) in seen.items()
    }


def test_the_twelve_moves_of_a_spectator_stay_twelve(table: Match, client: Client) -> None:
    """Each sealed answer used to push the oldest of them off the page."""
    seen, first = [], unanswered(table)[0]
    for _time in range(3):
        page = client.get(f"/matches/{table.number}/")
        seen.append([move["ply"] for move in page.context["story"]])
        answer(first, timezone.now())

    assert seen[0] == seen[1] == seen[2]
    if table.game == "abyss":
        assert len(seen[0]) == 12 and page.context["story_is_cut"]


def test_an_own_sealed_answer_enters_the_history_when_all_are_given(deal: Deal) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    mine, other = match.prompts.order_by("seat")
    answer(mine, timezone.now())
    match.refresh_from_db()
    assert move_log.move_history(match, 0, "en") == []

    answer(other, timezone.now())

    match.refresh_from_db()
    assert [move.ply for move in move_log.move_history(match, 0, "en")] == [1, 2]


def test_e_mails_to_others_are_the_same_after_a_sealed_answer(table: Match) -> None:
    """“The match begins” used to be missing if somebody had answered before it was written."""
    first = unanswered(table)[0]
    holder = table.seats.get(number=first.seat).player

    def read() -> list[tuple[str, str]]:
        rows = Notification.objects.exclude(player=holder).filter(kind="your_turn").order_by("pk")
        return [(one.text, one.html) for one in map(email_of, rows) if one is not None]

    before = read()
    answer(first, timezone.now())

    assert read() == before and before


def test_counts_of_the_site_leave_sealed_answers_out(
    deal: Deal, people: dict[str, Player], client: Client
) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    mine, other = match.prompts.order_by("seat")
    answer(mine, timezone.now())
    assert site_figures.count_figures(timezone.now()).moves == 0

    answer(other, timezone.now())

    assert site_figures.count_figures(timezone.now()).moves == 2


def test_punctuality_counts_sealed_answers_when_all_are_given(
    deal: Deal, people: dict[str, Player]
) -> None:
    now = timezone.now()
    Heartbeat.objects.get_or_create(pk=Heartbeat.ONLY, defaults={"ticked_at": now})
    matches = [deal("sealed", seats=2, now=now - timedelta(hours=3)) for _ in range(10)]
    for match in matches:
        answer(match.prompts.get(seat=0), now)
    punctuality.update_recent_punctuality(now + timedelta(minutes=10))
    assert not Punctuality.objects.exists()

    with time_machine.travel(now + timedelta(hours=1), tick=False):
        for match in matches:
            answer(match.prompts.get(seat=1), timezone.now())
    punctuality.update_recent_punctuality(now + timedelta(hours=2))

    assert {row.player.display_name for row in Punctuality.objects.all()} == {"Alice", "Bob"}


def test_the_end_of_a_vote_does_not_tell_whether_its_asker_has_answered(
    deal: Deal, people: dict[str, Player]
) -> None:
    start = timezone.now()
    ends = []
    for answers in (False, True):
        with transaction.atomic():
            match = deal("sealed", seats=2, now=start)
            row = match.prompts.get(seat=0)
            now = (row.deadline_at or start) - timedelta(hours=2)
            if answers:
                answer(row, start)
            ends.append(votes.call_vote(people["alice"], match, Vote.Kind.PAUSE, hours=24, now=now))
            transaction.set_rollback(True)

    assert ends[0].expires_at == ends[1].expires_at


def test_the_live_page_of_a_season_shows_no_sealed_answers(
    people: dict[str, Player], client: Client
) -> None:
    """It showed the number of all moves, and its validator depended on it."""
    now = timezone.now()
    given = {"game": "sealed", "sign_up_days": 0, "check_in_days": 0, "seats": 2}
    season = directing.open_season(
        directing.found_league(name="Club", slug="club", values=given), now=now
    )
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    run_leagues(now)
    path = "/leagues/club/1/live/"
    before = client.get(path)
    running = Prompt.objects.filter(closed_at=None, sealed=True).order_by("match", "seat")

    answer(running[0], now)

    after = client.get(path)
    assert [row.moves for row in after.context["tables"].running] == [0, 0]
    assert (after.content, after["ETag"]) == (before.content, before["ETag"])
    answer(running.exclude(answered_at=None)[0].match.prompts.get(answered_at=None), now)
    assert client.get(path)["ETag"] != before["ETag"]
