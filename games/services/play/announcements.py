"""Queue the notifications and events for a change in a match; emails/matches.py renders them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from abyss_site.core.valkey import wakeups
from games.models import Ballot, Match, Move, Prompt, Status, Vote
from games.queries.matches import is_of_league
from games.services import change_marks, player_events
from games.services.play.decision_rows import Sitter, Standing
from games.services.player_events import Kind
from notifications import gateway
from notifications.gateway import Draft


def announce_deal(
    match: Match, seats: Sequence[Sitter], prompts: list[Prompt], *, now: datetime
) -> None:
    """Announce that the match has started; players with a prompt only get the prompt's e-mail."""
    if match.watchable and not match.private:
        change_marks.mark_lobby_changed()
    prompted_seats = {prompt.seat for prompt in prompts}
    drafts = list(_draft_turn_emails(match, seats, prompts))
    began = player_events.in_public(match, seats, Kind.MATCH_STARTED)
    player_events.write_events([*began, *_prompt_events(match, seats, prompts)], now=now)
    for seat in seats:
        if seat.number not in prompted_seats and not seat.is_house_bot():
            drafts.append(_draft_seat_email(match, seat, "match_started"))
    _post_and_wake_bots(match, drafts, prompts, now=now)


def announce_join(match: Match, seats: Sequence[Sitter], player: UUID, *, now: datetime) -> None:
    """Tell those who wait that `player` has joined; whoever opened the match gets an e-mail."""
    others = [seat for seat in seats if seat.player_id != player]
    events = player_events.at_seats(match, others, Kind.PLAYER_JOINED)
    player_events.write_events(events, now=now)
    hosts = [seat for seat in others if seat.player_id == match.created_by_id]
    facts = {"match": str(match.pk), "player": str(player)}
    drafts = [
        Draft(
            key=f"player_joined-{match.pk}-{player}-{now.timestamp():.0f}",
            player_id=host.player_id,
            kind="player_joined",
            thread=thread_for_match(match),
            data=facts,
        )
        for host in hosts
    ]
    gateway.post_notifications(drafts, now=now)


class Consequences(Struct, frozen=True):
    """What an answer, or an order just written, has led to.

    `move` is the answer that set things going, None if it was an order; `opened` is what is asked
    now; `refused` are the orders that the rules did not take, which is their owners' business;
    `happened` is what programs are told beside the new questions.
    """

    move: Move | None
    opened: list[Prompt]
    refused: Sequence[Standing]
    happened: Sequence[player_events.Fresh]


def announce_moves(
    match: Match, seats: Sequence[Sitter], led_to: Consequences, *, now: datetime
) -> None:
    """Ask whoever is asked now, say whom the clock answered for, tell the end to everybody."""
    move, prompts = led_to.move, led_to.opened
    is_finished = match.status == Status.FINISHED
    over = player_events.in_public(match, seats, Kind.MATCH_FINISHED) if is_finished else []
    prompt_events = _prompt_events(match, seats, prompts)
    late_events = _late_events(match, seats, move)
    player_events.write_events([*led_to.happened, *late_events, *over, *prompt_events], now=now)
    drafts = list(_draft_turn_emails(match, seats, prompts))
    if led_to.refused:
        drafts += _draft_order_emails(match, seats, led_to)
    if move is not None and move.source == "clock":
        drafts += _draft_timeout_emails(match, seats[move.seat], move)
    if is_finished:
        drafts += _draft_end_emails(match, seats)
        _mark_end(match)
    _post_and_wake_bots(match, drafts, prompts, now=now)


def announce_end(match: Match, seats: Sequence[Sitter], *, now: datetime) -> None:
    """Send everybody the e-mail about a match that its players have ended."""
    _mark_end(match)
    _post_and_wake_bots(match, _draft_end_emails(match, seats), [], now=now)


def _mark_end(match: Match) -> None:
    if match.watchable and not match.private:
        change_marks.mark_lobby_changed()
    if is_of_league(match):
        wakeups.wake_on_commit("leagues")


def _fetch_reply_tokens(match: Match) -> dict[int, str]:
    """Return seat number -> token of its last question, which takes commands even when it is over.

    E-mails that repeat a question, or ask nothing, are answered at its address.
    """
    last_prompts = match.prompts.order_by("seat", "-number").distinct("seat")
    return dict(last_prompts.values_list("seat", "token"))


def _draft_end_emails(match: Match, seats: Sequence[Sitter]) -> list[Draft]:
    tokens = _fetch_reply_tokens(match)
    return [
        _draft_seat_email(match, seat, "match_finished", tokens=tokens)
        for seat in seats
        if not seat.is_house_bot()
    ]


def _draft_order_emails(
    match: Match, seats: Sequence[Sitter], led_to: Consequences
) -> Iterator[Draft]:
    """Notify players of their orders that the rules refused."""
    tokens = _fetch_reply_tokens(match)
    for order in led_to.refused:
        yield _draft_seat_email(
            match,
            seats[order.seat],
            "order_off",
            about=str(order.id),
            fact="order",
            tokens=tokens,
        )


def _late_events(
    match: Match, seats: Sequence[Sitter], move: Move | None
) -> list[player_events.Fresh]:
    """Return the event for a player for whom the clock has answered, [] for any other move."""
    if move is None or move.source != "clock":
        return []
    return player_events.at_seats(
        match, [seats[move.seat]], Kind.CLOCK_MOVED, prompt=str(move.prompt_id)
    )


def _draft_timeout_emails(match: Match, late: Sitter, move: Move) -> list[Draft]:
    """Notify a player that the clock answered; a reply reclaims a seat that they lost by it."""
    if late.is_house_bot():
        return []
    # By its id: the number of a move that is withdrawn becomes another's.
    draft = _draft_seat_email(match, late, "clock_moved", about=str(move.pk))
    draft = replace(draft, data=draft.data | {"ply": move.ply})
    is_reclaimable = late.is_kept or late.is_wanted
    return [replace(draft, reply_token=move.prompt.token) if is_reclaimable else draft]


def announce_seat_taken(match: Match, seat: Sitter, before: UUID, *, now: datetime) -> None:
    """Notify a substitute of their new seat, and its former player of the loss."""
    player_events.write_events(player_events.at_seats(match, [seat], Kind.SEAT_TAKEN), now=now)
    since = f"{now.timestamp():.0f}"
    tokens = _fetch_reply_tokens(match)
    new = _draft_seat_email(match, seat, "seat_taken", about=since, fact="since", tokens=tokens)
    old = _draft_seat_email(match, seat, "seat_lost", about=since, fact="since")
    gateway.post_notifications([new, replace(old, player_id=before)], now=now)


def announce_reopened_prompt(match: Match, seat: Sitter, prompt: Prompt, *, now: datetime) -> None:
    """Ask the new player of a seat what it was asked before."""
    player_events.write_events(_prompt_events(match, {seat.number: seat}, [prompt]), now=now)
    _post_and_wake_bots(
        match, list(_draft_turn_emails(match, {seat.number: seat}, [prompt])), [prompt], now=now
    )


def thread_for_match(match: Match) -> str:
    """Return the thread that e-mails about a match belong to."""
    return _build_thread(match.number)


def _build_thread(number: int) -> str:
    return f"match-{number}"


class Reminder(Struct):
    """An open prompt of a running match as its player is reminded of it.

    The fields are those of the prompt, its match's number, and the player in its seat. `hours` is
    JSON.
    """

    pk: UUID
    match_id: UUID
    seat: int
    token: str
    opened_at: datetime
    deadline_at: datetime | None
    remind_at: datetime | None
    match_number: int
    player_id: UUID
    hours: str

    @property
    def thread(self) -> str:
        """The thread of the match's e-mails."""
        return _build_thread(self.match_number)


def post_reminders(due: Sequence[Reminder], *, now: datetime) -> None:
    """Queue reminders of prompts that are due soon."""
    drafts = [_draft_prompt_email(row, row.thread, row.player_id, kind="reminder") for row in due]
    events = [_build_reminder_event(row) for row in due]
    player_events.write_events(events, now=now)
    gateway.post_notifications(drafts, now=now)


def _build_reminder_event(row: Reminder) -> player_events.Fresh:
    facts = {"match": row.match_number, "seat": row.seat, "prompt": str(row.pk)}
    return player_events.Fresh(row.player_id, Kind.REMINDER, facts)


def announce_freeze(
    match: Match, seats: Sequence[Sitter], staff: Sequence[UUID], *, now: datetime
) -> None:
    """Notify the players, and the staff by their ids, that the rules failed in this match."""
    change_marks.mark_match_changed(match.number)
    player_events.write_events(player_events.in_public(match, seats, Kind.MATCH_FROZEN), now=now)
    since = f"{now.timestamp():.0f}"
    people = [seat for seat in seats if not seat.is_house_bot()]
    drafts = [
        _draft_seat_email(match, seat, "match_frozen", about=since, fact="since") for seat in people
    ]
    playing = {seat.player_id for seat in people}
    drafts += [
        Draft(
            key=f"match_frozen-{match.pk}-staff-{player}-{since}",
            player_id=player,
            kind="match_frozen",
            thread=thread_for_match(match),
            data={"match": str(match.pk), "since": since},
        )
        for player in staff
        if player not in playing
    ]
    gateway.post_notifications(drafts, now=now)


def announce_pause(match: Match, seats: Sequence[Sitter], *, now: datetime) -> None:
    """Notify all players that the clocks of their match are stopped."""
    change_marks.mark_match_changed(match.number)
    player_events.write_events(player_events.in_public(match, seats, Kind.MATCH_PAUSED), now=now)
    since = f"{now.timestamp():.0f}"
    people = [seat for seat in seats if not seat.is_house_bot()]
    tokens = _fetch_reply_tokens(match)
    drafts = [
        _draft_seat_email(match, seat, "paused", about=since, fact="since", tokens=tokens)
        for seat in people
    ]
    gateway.post_notifications(drafts, now=now)


def announce_resume(
    match: Match,
    seats: Sequence[Sitter],
    prompts: Sequence[Prompt],
    *,
    since: datetime,
    now: datetime,
) -> None:
    """Notify all players that their match has resumed, and of their new deadlines."""
    change_marks.mark_match_changed(match.number)
    player_events.write_events(player_events.in_public(match, seats, Kind.MATCH_RESUMED), now=now)
    rows = {row.seat: row for row in prompts}
    key = f"{since.timestamp():.0f}"
    drafts = []
    for seat in seats:
        if not seat.is_house_bot():
            draft = _draft_seat_email(match, seat, "resumed", about=key, fact="since")
            if row := rows.get(seat.number):
                draft = replace(draft, reply_token=row.token, answer_until=row.deadline_at)
            drafts.append(draft)
    gateway.post_notifications(drafts, now=now)


def announce_undo(
    match: Match, seats: Sequence[Sitter], vote: Vote, prompts: list[Prompt], *, now: datetime
) -> None:
    """Ask again what is asked after a move was taken back.

    Voters without a prompt are notified as well; if nobody had to vote, nobody else was told
    anything that is no longer true.
    """
    change_marks.mark_match_changed(match.number)
    events = player_events.in_public(match, seats, Kind.UNDONE)
    player_events.write_events([*events, *_prompt_events(match, seats, prompts)], now=now)
    prompted_seats = {prompt.seat for prompt in prompts}
    drafts = list(_draft_turn_emails(match, seats, prompts))
    voters = {ballot.seat for ballot in vote.ballots.all()}
    drafts += _draft_result_emails(match, [seats[n] for n in voters - prompted_seats], vote)
    _post_and_wake_bots(match, drafts, prompts, now=now)


def announce_vote(
    match: Match, seats: Sequence[Sitter], ballots: Sequence[Ballot], *, now: datetime
) -> None:
    """Ask everybody who has a vote."""
    change_marks.mark_match_changed(match.number)
    events = [
        event
        for ballot in ballots
        for event in player_events.at_seats(
            match, [seats[ballot.seat]], Kind.VOTE_OPENED, vote=str(ballot.vote_id)
        )
    ]
    player_events.write_events(events, now=now)
    drafts = [
        Draft(
            key=f"vote_asked-{ballot.pk}",
            player_id=seats[ballot.seat].player_id,
            kind="vote_asked",
            thread=thread_for_match(match),
            reply_token=ballot.token,
            data={"match": str(match.pk), "seat": ballot.seat, "vote": str(ballot.vote_id)},
            answer_until=ballot.vote.expires_at,
        )
        for ballot in ballots
    ]
    gateway.post_notifications(drafts, now=now)


def announce_vote_result(
    match: Match, seats: Sequence[Sitter], vote: Vote, *, now: datetime
) -> None:
    """Notify all players of the result of a vote, unless its effect sends an e-mail itself."""
    change_marks.mark_match_changed(match.number)
    events = player_events.at_seats(match, seats, Kind.VOTE_DECIDED, vote=str(vote.pk))
    player_events.write_events(events, now=now)
    if vote.outcome == Vote.Outcome.PASSED and vote.kind != Vote.Kind.EXTENSION:
        return
    drafts = _draft_result_emails(match, [seat for seat in seats if not seat.is_house_bot()], vote)
    _post_and_wake_bots(match, drafts, [], now=now)


def _draft_result_emails(match: Match, seats: Iterable[Sitter], vote: Vote) -> list[Draft]:
    tokens = _fetch_reply_tokens(match)
    return [
        _draft_seat_email(
            match, seat, "vote_decided", about=str(vote.pk), fact="vote", tokens=tokens
        )
        for seat in seats
    ]


def _prompt_events(
    match: Match, seats: Sequence[Sitter] | Mapping[int, Sitter], prompts: Sequence[Prompt]
) -> list[player_events.Fresh]:
    return [
        event
        for row in prompts
        if not row.awaits_bot
        for event in player_events.at_seats(
            match, [seats[row.seat]], Kind.PROMPT_OPENED, prompt=str(row.pk)
        )
    ]


def _draft_turn_emails(
    match: Match, seats: Sequence[Sitter] | Mapping[int, Sitter], prompts: list[Prompt]
) -> Iterator[Draft]:
    for prompt in prompts:
        if not prompt.awaits_bot:
            player = seats[prompt.seat].player_id
            yield _draft_prompt_email(prompt, thread_for_match(match), player, kind="your_turn")


def _draft_prompt_email(
    prompt: Prompt | Reminder, thread: str, player: UUID, *, kind: str
) -> Draft:
    return Draft(
        key=f"{kind}-{prompt.pk}-{_occurrence_key(prompt, kind)}",
        player_id=player,
        kind=kind,
        thread=thread,
        reply_token=prompt.token,
        data={"match": str(prompt.match_id), "seat": prompt.seat, "prompt": str(prompt.pk)},
        answer_until=prompt.deadline_at,
    )


def _occurrence_key(prompt: Prompt | Reminder, kind: str) -> str:
    """Return what distinguishes a prompt from its repetition, and a reminder from the next one."""
    at = prompt.remind_at if kind == "reminder" and prompt.remind_at else prompt.opened_at
    return f"{at.timestamp():.0f}"


def _draft_seat_email(
    match: Match,
    seat: Sitter,
    kind: str,
    *,
    about: str = "",
    fact: str = "move",
    tokens: Mapping[int, str] | None = None,
) -> Draft:
    """Return a notification for one seat; `about`, stored as `fact`, makes its key unique.

    `tokens` are the reply tokens by seat; None: it takes no replies.
    """
    facts = {fact: about} if about else {}
    return Draft(
        key=f"{kind}-{match.pk}-{seat.number}" + (f"-{about}" if about else ""),
        player_id=seat.player_id,
        kind=kind,
        thread=thread_for_match(match),
        data={"match": str(match.pk), "seat": seat.number} | facts,
        reply_token=(tokens or {}).get(seat.number, ""),
    )


def _post_and_wake_bots(
    match: Match, drafts: list[Draft], prompts: list[Prompt], *, now: datetime
) -> None:
    """Post the drafts, except of a match on one device, whose players sit beside each other."""
    if drafts and not match.is_hotseat:
        gateway.post_notifications(drafts, now=now)
    if any(prompt.awaits_bot for prompt in prompts):
        wakeups.wake_on_commit("bots")
