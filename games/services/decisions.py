"""THE door: every answer to every question of every match comes through submit_decision."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from abyss_site import ids
from games.models import Match, Move, Order, Player, Prompt, Status
from games.rules import GAMES, contract
from games.rules.contract import Decision, Refused
from games.services import (
    absence,
    announcements,
    happenings,
    ledger,
    live,
    pauses,
    playing,
    prompts,
    silence,
    states,
    tally,
)
from games.services.following import Answer, Followers
from games.services.happenings import Fresh, Kind
from games.services.ledger import Asked

log = logging.getLogger(__name__)

# Reads what somebody sent: is given the open prompt's row and what the rules ask behind it, None if
# nothing any more. Raises what submit_decision shall raise.
Reader = Callable[[Prompt, contract.Prompt | None], Decision]

# A snapshot this often bounds what a rewind must replay, whatever the game calls a turn.
SNAPSHOT_EVERY = 16
# So many answers may follow from one; what is asked after them is left to people.
MOST_FOLLOWED = 60
# The doors through which somebody answers in person.
OWN_HANDS = ("letter", "page", "link", "api")
# What costs a seat time of its bank.
CHARGED = (*OWN_HANDS, "clock")


class UnknownPrompt(Refused):
    """The token names no question of ours."""

    code = "unknown"


class StalePrompt(Refused):
    """The question has been answered, by somebody or by the clock, or is no longer asked."""

    code = "stale"


class MatchFrozen(Refused):
    """The rules failed on this match; staff is looking and its clocks stand still."""

    code = "frozen"


def submit_decision(
    token: str,
    decision: Decision | Reader | None,
    *,
    source: str,
    key: str,
    now: datetime | None = None,
) -> Move:
    """Play `decision` as the answer to the open prompt called `token`.

    None lets the rules answer with the prompt's fallback; a reader is asked under the lock, so that
    the table is looked at once. `key` names the submission (Message-ID, form nonce, “deadline-…”):
    the same key again returns the first move. The steps, in one transaction:

    1. lock the match;
    2. the same key: the first move again; a closed prompt: StalePrompt;
    3. let the rules play;
    4. record the move and the new state;
    5. close what is no longer asked, open what is, each with its deadline;
    6. let the rules answer what allows one answer only, and standing orders what they fit, each as
       a move of its own, until neither has an answer;
    7. post the notices.

    Raises Refused (UnknownPrompt, StalePrompt, MatchFrozen, IllegalDecision); nothing is changed.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            move = _submit(token, decision, source=source, key=key, now=now)
    except Refused as refusal:
        tally.refused(source, refusal.code)
        raise
    except playing.RulesFailed as failure:
        _freeze(failure.match, now)
        raise MatchFrozen("The rules stumbled over this; our staff has been told.") from failure
    ids.note(move=move.pk)
    log.info("answered by %s: %s ply %s", source, move.match_id, move.ply)
    return move


def _submit(
    token: str, decision: Decision | Reader | None, *, source: str, key: str, now: datetime
) -> Move:
    match = ledger.lock(token)
    if match is None:
        raise UnknownPrompt("There is no such question.")
    known = ledger.asked(match, token, key)
    if known.played is not None:
        move = Move.objects.get(pk=known.played)
        move.match = match
        return move
    if match.status == Status.FROZEN:
        raise MatchFrozen("This match stands still until our staff has looked at it.")
    if source == "clock" and (match.paused or not _is_overdue(known.prompt, now)):
        raise StalePrompt("There is more time now.")
    if known.prompt.closed is not None:
        raise StalePrompt("That question has already been answered.")

    table = _Table(match, known, now)
    if callable(decision):
        decision = decision(known.prompt, table.asked_behind(known.prompt))
    seat = known.prompt.seat
    if source in OWN_HANDS:
        table.followers.came_back(seat)
        table.seats[seat] = silence.come_back(match, table.seats[seat], now=now)
    elif source == "clock":
        table.seats[seat] = silence.let_pass(match, table.seats[seat], known.prompt, now=now)
    move = table.play(known.prompt, decision, source=source, key=key)
    if source == "clock":
        table.followers.join(absence.stand_in(match, known.prompt, move, now=now))
    table.follow()
    if match.paused and (match.status != Status.RUNNING or _was_waited_for(known.prompt, match)):
        pauses.resume(match, now=now)
    table.announce(move)
    return move


def follow_orders(token: str, *, now: datetime | None = None) -> None:
    """Let an order that was just written answer the open prompt called `token`."""
    now = now or timezone.now()
    try:
        with transaction.atomic():
            match = ledger.lock(token)
            if match is None or match.status != Status.RUNNING:
                return
            known = ledger.asked(match, token, "")
            if known.prompt.closed is None:
                table = _Table(match, known, now)
                table.follow(known.prompt)
                table.announce()
    except playing.RulesFailed as failure:
        _freeze(failure.match, now)


class _Table:
    """A locked match while one answer is played, and those that follow from it."""

    def __init__(self, match: Match, known: Asked, now: datetime):
        self.match, self.now, self.seats = match, now, known.seats
        self.game = GAMES[match.game]
        self.state = states.load(match)
        # What is open, and those of it that were opened here and have no answer yet.
        self.rows = known.rows
        self.fresh: list[Prompt] = []
        # What the rules ask now, None if that has to be worked out.
        self.asked: list[contract.Prompt] | None = None
        self.followers = Followers(self.game, known.orders, now)
        self.is_open, self.concerned = False, set[int]()
        # What was open before, and the last ply that everybody was told of; None: nothing was.
        self.before = known.rows
        self.told: int | None = None

    def play(self, prompt: Prompt, decision: Decision | None, *, source: str, key: str) -> Move:
        """Play one answer and write it down."""
        match, now = self.match, self.now
        decision, events, asked, outcome = playing.play(
            self.game, match, self.state, prompt, decision
        )
        before = self.seats[prompt.seat]
        if source in CHARGED:
            self.seats[prompt.seat] = prompts.charged(match, before, prompt, now=now)
        change = prompts.change(match, self.seats, self.rows, asked, now=now)
        if source in CHARGED and _hands_on(prompt, change.opened):
            self.seats[prompt.seat] = prompts.topped(match, self.seats[prompt.seat])
        playing.keep_state(match, self.game, self.state, outcome, now)
        move = playing.new_move(match, prompt, decision, events, source=source, key=key, now=now)
        move.bank = before.bank
        answered = None if prompt.pk in change.closed else prompt.pk
        bank = self.seats[prompt.seat].bank
        ledger.write(
            match,
            move,
            answered=answered,
            closed=change.closed,
            opened=change.opened,
            bank=None if bank == before.bank else bank,
            now=now,
        )
        if outcome:
            playing.keep_outcome(match, outcome)
        if outcome or match.ply % SNAPSHOT_EVERY == 0:
            playing.keep_snapshot(match)
        self._note(events, change.opened, prompt.seat)
        self.rows = [row for row in self.rows if row.pk not in change.closed] + change.opened
        gone = {*change.closed, answered}
        self.fresh = [row for row in self.fresh if row.pk not in gone] + change.opened
        self.asked = asked
        return move

    def follow(self, row: Prompt | None = None) -> None:
        """Play what orders and the rules answer to new prompts, to `row` if it is given."""
        rows = self.fresh if row is None else [row]
        for _ in range(MOST_FOLLOWED):
            answer = self.followers.answer(self.state, rows, self._asked())
            if answer is None:
                break
            self._follow(answer)
            rows = self.fresh
        self.followers.keep(self.match)

    def _note(self, events: list[contract.Event], opened: list[Prompt], seat: int) -> None:
        """Note whose open pages show something else now: all, or those of some seats."""
        is_told = any(event.audience is None for event in events)
        self.is_open |= bool(opened) or is_told
        self.told = self.match.ply if is_told else self.told
        self.concerned.update({seat}, *(event.audience or () for event in events))

    def asked_behind(self, row: Prompt) -> contract.Prompt | None:
        """What the rules ask behind an open prompt's row; None if nothing any more."""
        named = (row.seat, row.number)
        return next((one for one in self._asked() if (one.seat, one.number) == named), None)

    def _asked(self) -> list[contract.Prompt]:
        if self.asked is None:
            self.asked = self.game.prompts(self.state)
        return self.asked

    def _follow(self, answer: Answer) -> None:
        try:
            self.play(answer.row, answer.decision, source=answer.source, key=answer.key)
        except Refused as refusal:
            # Half played upon: begin again from what was written down last.
            self.state, self.asked = states.load(self.match), None
            if answer.standing is None:
                raise playing.RulesFailed(self.match) from refusal
            self.followers.end(answer.standing, Order.Why.REFUSED)
        else:
            if answer.standing is not None:
                self.followers.used(answer.standing)

    def announce(self, move: Move | None = None) -> None:
        """Post the notices: what is left to people to answer, and what happened."""
        concerned, door = None if self.is_open else self.concerned, move.source if move else ""
        live.changed(self.match.number, concerned, answered=door)
        announcements.after_moves(
            self.match,
            self.seats,
            move,
            self.fresh,
            self.followers.refused(),
            self._happened(),
            now=self.now,
        )

    def _happened(self) -> list[Fresh]:
        """Return what programs are told: a ply only if it says nothing about sealed answers."""
        open_now = {row.pk for row in self.rows}
        closed = [
            one
            for row in self.before
            if row.pk not in open_now
            for one in happenings.at_seats(
                self.match, [self.seats[row.seat]], Kind.PROMPT_CLOSED, prompt=str(row.pk)
            )
        ]
        if self.told is not None:
            return closed + happenings.at_seats(self.match, self.seats, Kind.MOVED, ply=self.told)
        concerned = [self.seats[seat] for seat in sorted(self.concerned)]
        return closed + happenings.at_seats(self.match, concerned, Kind.MOVED)


def _is_overdue(prompt: Prompt, now: datetime) -> bool:
    return prompt.deadline is not None and prompt.deadline <= now


def _hands_on(prompt: Prompt, opened: list[Prompt]) -> bool:
    """Whether the turn goes to others: its seat is asked nothing else at once."""
    return not prompt.sealed and all(row.sealed or row.seat != prompt.seat for row in opened)


def _was_waited_for(prompt: Prompt, match: Match) -> bool:
    """Whether the match is paused because this question was not answered in time."""
    due, paused = prompt.deadline, match.paused
    is_late = due is not None and paused is not None and due <= paused
    return is_late and match.paused_why == Match.Why.SILENCE


@transaction.atomic
def _freeze(match: Match, now: datetime) -> None:
    """Let the match stand still, and tell its players and the staff, once."""
    running = Match.objects.filter(pk=match.pk, status=Status.RUNNING)
    if running.update(status=Status.FROZEN):
        staff = Player.objects.filter(is_staff=True, is_active=True)
        told = list(staff.values_list("pk", flat=True))
        announcements.frozen(match, ledger.sitters(match), told, now=now)
