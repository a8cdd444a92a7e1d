"""A locked match while one answer is played, and those that follow from it."""

from __future__ import annotations

from datetime import datetime

from games.engine import contract
from games.engine.contract import Decision, Refused
from games.models import Match, Move, Order, Prompt
from games.queries import rules_guard, states
from games.services import (
    announcements,
    change_marks,
    decision_rows,
    player_events,
    playing,
    prompts,
)
from games.services.auto_answers import Answer, Followers
from games.services.decision_rows import Asked
from games.services.player_events import Fresh, Kind
from games.titles import GAMES

# A snapshot this often bounds what a rewind must replay, whatever the game calls a turn.
SNAPSHOT_EVERY = 16
# So many answers may follow from one; what is asked after them is left to people.
MOST_FOLLOWED = 60
# What costs a seat time of its bank.
CHARGED = (*Move.OWN_HANDS, "clock")


class Table:
    """What is known of the match, and what has come of the answer so far."""

    def __init__(self, match: Match, known: Asked, now: datetime):
        self.match, self.now, self.seats = match, now, known.seats
        self.game = GAMES[match.game]
        self.state = states.load_state(match)
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
        decision, events, asked, outcome = playing.play_decision(
            self.game, match, self.state, prompt, decision
        )
        before = self.seats[prompt.seat]
        if source in CHARGED:
            self.seats[prompt.seat] = prompts.charge_bank(match, before, prompt, now=now)
        change = prompts.diff_prompts(match, self.seats, self.rows, asked, now=now)
        if source in CHARGED and _hands_on(prompt, change.opened):
            self.seats[prompt.seat] = prompts.add_increment(match, self.seats[prompt.seat])
        playing.keep_state(match, self.game, self.state, outcome, now)
        move = playing.new_move(match, prompt, decision, events, source=source, key=key, now=now)
        move.bank = before.bank
        answered = None if prompt.pk in change.closed else prompt.pk
        bank = self.seats[prompt.seat].bank
        decision_rows.write_move(
            match,
            move,
            answered=answered,
            closed=change.closed,
            opened=change.opened,
            bank=None if bank == before.bank else bank,
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
            self.asked = self.game.list_prompts(self.state)
        return self.asked

    def _follow(self, answer: Answer) -> None:
        try:
            self.play(answer.row, answer.decision, source=answer.source, key=answer.key)
        except Refused as refusal:
            # Half played upon: begin again from what was written down last.
            self.state, self.asked = states.load_state(self.match), None
            if answer.standing is None:
                raise rules_guard.RulesFailed(self.match) from refusal
            self.followers.end(answer.standing, Order.Why.REFUSED)
        else:
            if answer.standing is not None:
                self.followers.used(answer.standing)

    def announce(self, move: Move | None = None) -> None:
        """Post the notifications: what is left to people to answer, and what happened."""
        concerned, door = None if self.is_open else self.concerned, move.source if move else ""
        change_marks.mark_match_changed(self.match.number, concerned, answered=door)
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
            for one in player_events.at_seats(
                self.match, [self.seats[row.seat]], Kind.PROMPT_CLOSED, prompt=str(row.pk)
            )
        ]
        if self.told is not None:
            return closed + player_events.at_seats(
                self.match, self.seats, Kind.MOVED, ply=self.told
            )
        concerned = [self.seats[seat] for seat in sorted(self.concerned)]
        return closed + player_events.at_seats(self.match, concerned, Kind.MOVED)


def _hands_on(prompt: Prompt, opened: list[Prompt]) -> bool:
    """Whether the turn goes to others: its seat is asked nothing else at once."""
    return not prompt.sealed and all(row.sealed or row.seat != prompt.seat for row in opened)
