"""`bench pace`: simulate the pace of matches under several policies, without a database.

Bots play with the habits of people. A hand-off is a stop of the match until a player who is not
present comes; a sealed group counts as one. Answers are those given in person; messages are the
e-mails that carry them, since one can hold several answers, a line each: whoever writes one adds
the answers that follow, until somebody else decides in person, or an answer is about what has only
then been shown, such as a card drawn. Prompts that allow one answer only are played at once, as the
service does. Answer times are log-normal in a player's waking hours; a player who comes answers all
prompts in one sitting. Each policy includes those before it:

one_by_one  every opponent is asked about every card, the explorer after every card
eligible    opponents who cannot buy are not asked, and cards are revealed automatically
sealed      opponents are asked at the same time, the explorer after them
beside      everybody is asked when the rules ask them, the explorer together with the opponents
orders      players have the orders that the game suggests for all matches
queued      whoever answers leaves an order for their next turn: the Lord wanted now, if still
            there; the stack, if nobody took it; exploring, if no large stack lies there

Some of the e-mails are written in English as the service writes them, with a story of a few events,
to measure their bytes. Only Abyss knows all policies. The other games have `beside`, and `orders`
if they suggest any.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import fmean, stdev

from devtools.bench.stopwatch import Figures
from games.emails import sample
from games.engine import clock, order_grammar, orders
from games.engine.chance import Chance
from games.engine.clock import Hours
from games.engine.contract import AnyGame, Decision, Event, Prompt, Refused
from games.engine.legal_answers import copy_state
from games.engine.random_match import seed_of
from games.titles import GAMES

from .queueing import order_next_turn

COUNT_MEASURES = ("hand_offs", "messages", "emails", "answers", "by_order", "by_clock", "days")
# Answer e-mails for each hand-off, e-mails to each player, and the size of an e-mail.
EMAIL_MEASURES = ("per_hand_off", "per_player", "text_bytes", "html_bytes", "picture_bytes")
MEASURES = (*COUNT_MEASURES, *EMAIL_MEASURES)
# One e-mail of so many is written out, with the story of so many events.
A_SAMPLE, STORY_LENGTH = 15, 12
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin")
POLICIES = ("one_by_one", "eligible", "sealed", "beside", "orders", "queued")
ORDER_POLICIES = ("orders", "queued")
BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
ZONES = ("Europe/Paris", "America/New_York", "Asia/Tokyo", "Australia/Sydney")
# Median and spread of an answer time, in waking hours; then the step between two answers of one
# sitting.
MEDIAN_HOURS, SPREAD = 3.0, 1.0
SITTING, STEP = timedelta(minutes=15), timedelta(minutes=1)
TURN, OFFER = timedelta(hours=72), timedelta(hours=24)


def measure_pace(game: str, seats: int, matches: int) -> Figures:
    """Play `matches` under each policy, with the same deals for each."""
    rules = GAMES[game]
    figures: Figures = {}
    policies = list_policies(rules)
    for policy in policies:
        figures[policy] = measure_policy(rules, seats, matches, policy)
    first = figures[policies[0]]["hand_offs"]
    for policy in policies:
        figures[policy]["share"] = round(figures[policy]["hand_offs"] / first, 3)
    return {
        "seats": seats,
        "matches": matches,
        "policies": figures,
        "strength": {
            policy: _measure_order_cost(rules, seats, min(matches, 100), policy)
            for policy in ORDER_POLICIES
            if policy in policies
        },
    }


def measure_policy(game: AnyGame, seats: int, matches: int, policy: str) -> dict[str, float]:
    """Play `matches` under one policy, and return the mean of each measure."""
    tables = [_Table(game, seats, number, policy).play() for number in range(matches)]
    means = {
        name: round(fmean(getattr(match, name) for match in tables), 1) for name in COUNT_MEASURES
    }
    return means | _summarize_emails(tables, seats)


def _summarize_emails(tables: Sequence[_Table], seats: int) -> dict[str, float]:
    """Return what EMAIL_MEASURES names, over all matches."""
    hand_offs = sum(match.hand_offs for match in tables)
    sizes = [size for match in tables for size in match.sizes] or [(0, 0, 0)]
    text, html, picture = (round(fmean(size)) for size in zip(*sizes, strict=True))
    return {
        "per_hand_off": round(sum(match.messages for match in tables) / hand_offs, 2),
        "per_player": round(fmean(match.emails for match in tables) / seats, 1),
        "text_bytes": text,
        "html_bytes": html,
        "picture_bytes": picture,
    }


def list_policies(game: AnyGame) -> tuple[str, ...]:
    """Return the policies that a game can be played under."""
    if game.name == "abyss":
        return POLICIES
    return ("beside", "orders")[: 1 + bool(game.suggested_orders)]


def format_pace_table(figures: Figures) -> str:
    """Return the figures of the policies as a text table."""
    names = (*MEASURES, "share")
    rows = [f"{'':<12}" + "".join(f"{name:>14}" for name in names)]
    for policy, row in figures["policies"].items():
        rows.append(f"{policy:<12}" + "".join(f"{row[name]:>14}" for name in names))
    return "\n".join(rows)


def _measure_order_cost(game: AnyGame, seats: int, matches: int, policy: str) -> dict[str, float]:
    """Return the price of orders for their owner: points compared with the same seat and deal
    without."""
    gains = []
    for number in range(matches):
        seat = number % seats
        alone = _Table(game, seats, number, policy, order_seats=(seat,)).play()
        without = _Table(game, seats, number, "beside").play()
        gains.append(alone.scores[seat] - without.scores[seat])
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return {"points": round(fmean(gains), 2), "standard_error": round(error, 2)}


def _list_codes(value: object) -> list[str]:
    """Return the strings within the arguments of an answer or an event."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [code for part in value for code in _list_codes(part)]
    return []


class _Table:
    """One match with its players: when they are awake, when they answer, which orders they have
    given."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        number: int,
        policy: str,
        *,
        order_seats: Sequence[int] | None = None,
    ):
        self.game, self.policy, self.now = game, policy, BEGIN
        self.luck = random.Random(number)
        options = game.default_options
        if "offers" in options:
            options["offers"] = "one_by_one" if policy in POLICIES[:2] else "sealed"
        self.state = game.set_up_match(seats, seed_of("pace", number), options)
        self.hours = [self._habits(seat) for seat in range(seats)]
        read = order_grammar.parse_suggested_orders(game) if policy in ORDER_POLICIES else ()
        who = range(seats) if order_seats is None else order_seats
        self.orders = {seat: read if seat in who else () for seat in range(seats)}
        # The order that each seat has left for its next turn.
        self.queued: dict[int, orders.Order] = {}
        # When each seat last answered in person.
        self.seen = [BEGIN - timedelta(days=1)] * seats
        self.scheduled: set[tuple[int, int]] = set()
        self.due: list[tuple[datetime, int, int, bool]] = []
        self.hand_offs = self.emails = self.messages = self.answers = 0
        self.by_order = self.by_clock = 0
        # The bytes of text, HTML and picture of some e-mails; what has happened, for their story.
        self.sizes: list[tuple[int, int, int]] = []
        self.events: list[Event] = []
        # The seat that answered last, and the codes shown since it began to write.
        self.writing: int | None = None
        self.shown: set[str] = set()

    def _habits(self, seat: int) -> Hours:
        """Return the availability of a seat: 8 to 23 in its own zone; one in four is away for a
        week."""
        first = date(2026, 3, 2) + timedelta(days=self.luck.randrange(60))
        away = ((first, first + timedelta(days=6)),) if self.luck.random() < 0.25 else ()
        return Hours(ZONES[seat % len(ZONES)], ((8 * 60, 23 * 60),) * 7, away)

    def play(self) -> _Table:
        """Play to the end and return self with `days` and scores."""
        while prompts := self._follow():
            self._schedule(prompts)
            self.now, seat, number, is_late = heapq.heappop(self.due)
            prompt = next((p for p in prompts if (p.seat, p.number) == (seat, number)), None)
            if prompt is None or prompt.answered is not None:
                continue
            if is_late:
                self.by_clock += 1
                self._play(prompt, prompt.fallback)
            else:
                self.seen[seat] = self.now
                self.answers += 1
                decision = self._bot(prompt)
                if seat != self.writing or self.shown & set(_list_codes(decision.args)):
                    self.messages += 1
                    self.shown.clear()
                self.writing = seat
                self._play(prompt, decision)
                if not self._is_active(seat):
                    self._queue(seat)
        outcome = self.game.find_outcome(self.state)
        assert outcome is not None
        self.scores = outcome.scores
        self.days = (self.now - BEGIN) / timedelta(days=1)
        return self

    def _is_active(self, seat: int) -> bool:
        view = self.game.build_view(self.state, seat)
        return bool(getattr(view, "active", None) == seat)

    def _queue(self, seat: int) -> None:
        """Let a seat that goes away leave an order for its next turn."""
        if self.policy == "queued" and self.orders[seat] and not self.game.find_outcome(self.state):
            order = order_next_turn(self.state, seat)
            if order is not None:
                self.queued[seat] = order

    def _bot(self, prompt: Prompt) -> Decision:
        luck = Chance(bytes(32))
        return self.game.bot.choose_decision(
            self.game.build_view(self.state, prompt.seat), prompt, luck
        )

    def _play(self, prompt: Prompt, decision: Decision, *, by_order: bool = False) -> None:
        events = self.game.play_decision(self.state, prompt.seat, decision)
        self.events = [*self.events, *events][-STORY_LENGTH:]
        # An order of somebody else is followed at once, within the turn of whoever writes.
        if prompt.seat != self.writing and not (by_order and self._goes_on()):
            self.writing = None
        for event in events:
            if event.reveals:
                self.shown.update(_list_codes(event.args))
        if self.policy == "one_by_one":
            for event in events:
                self._ask_the_others(event)

    def _goes_on(self) -> bool:
        """Return whether the next question is again what the writer does in their turn."""
        prompts = [
            prompt for prompt in self.game.list_prompts(self.state) if prompt.answered is None
        ]
        return any(
            prompt.seat == self.writing and self.game.topics[prompt.question].begins_turn
            for prompt in prompts
        )

    def _ask_the_others(self, event: Event) -> None:
        """Count the prompts that the rules skip, and wait for their answers."""
        if event.kind == "bought":
            # Under this policy the explorer turns up the next card by hand.
            self._wait_for(event.args["explorer"])
        elif event.kind == "revealed" and event.args["card"] != "monster":
            seats_to_answer = {prompt.seat for prompt in self.game.list_prompts(self.state)}
            for seat in range(len(self.hours)):
                if seat != event.args["seat"] and seat not in seats_to_answer:
                    self._wait_for(seat)

    def _wait_for(self, seat: int) -> None:
        self.hand_offs += 1
        self.answers += 1
        self.messages += 1
        self.emails += 1
        self.now = self._answer_at(seat)
        self.seen[seat] = self.now

    def _follow(self) -> list[Prompt]:
        """Play only answers and let standing orders answer what they match; return the rest."""
        while True:
            prompts = [p for p in self.game.list_prompts(self.state) if p.answered is None]
            for prompt in prompts:
                if (only := prompt.only_answer()) is not None:
                    self._play(prompt, only)
                    break
                if (decision := self._ordered(prompt)) is not None:
                    self.by_order += 1
                    self._play(prompt, decision, by_order=True)
                    break
            else:
                return prompts

    def _ordered(self, prompt: Prompt) -> Decision | None:
        if (prompt.seat, prompt.number) in self.scheduled:
            return None
        seat_orders = self.orders[prompt.seat]
        if self.game.topics[prompt.question].begins_turn and prompt.seat in self.queued:
            decision = orders.find_answer(self.queued.pop(prompt.seat), prompt)
            if isinstance(decision, Decision) and self._is_taken(prompt, decision):
                return decision
        for order in seat_orders:
            decision = orders.find_answer(order, prompt)
            if isinstance(decision, Decision):
                return decision
        return None

    def _is_taken(self, prompt: Prompt, decision: Decision) -> bool:
        """Return whether the rules accept an answer; an order that they refuse is switched off."""
        try:
            self.game.play_decision(copy_state(self.game, self.state), prompt.seat, decision)
        except Refused:
            return False
        return True

    def _schedule(self, prompts: list[Prompt]) -> None:
        """Record when new prompts will be answered, and count a hand-off if nobody is there."""
        fresh = [p for p in prompts if (p.seat, p.number) not in self.scheduled]
        if self.policy == "sealed" and len(prompts) > 1:
            fresh = [p for p in fresh if p.question != "beside"]
        absent = [p for p in fresh if self.now - self.seen[p.seat] > SITTING]
        for prompt in absent:
            self.emails += 1
            if self.emails % A_SAMPLE == 0:
                self.sizes.append(self._measure_email(prompt))
        self.hand_offs += bool(absent)
        for prompt in fresh:
            self.scheduled.add((prompt.seat, prompt.number))
            hours = self.hours[prompt.seat]
            late = clock.deadline(self.now, OFFER if prompt.group is not None else TURN, hours)
            at = self._answer_at(prompt.seat) if prompt in absent else self.now + STEP
            row = (min(at, late), prompt.seat, prompt.number, late < at)
            heapq.heappush(self.due, row)

    def _measure_email(self, prompt: Prompt) -> tuple[int, int, int]:
        """Return the bytes of text, HTML and picture of the e-mail about a prompt."""
        names = NAMES[: len(self.hours)]
        position = sample.Position(self.game, self.state, names, self.events)
        email = sample.write_question_email(position, prompt, "en", BEGIN.date())
        png = email.picture.png if email.picture else b""
        return len(email.text.encode()), len(email.html.encode()), len(png)

    def _answer_at(self, seat: int) -> datetime:
        left = timedelta(hours=self.luck.lognormvariate(0, SPREAD) * MEDIAN_HOURS)
        for begin, end in clock.open_hours(self.hours[seat], self.now):
            begin = max(begin, self.now)
            if end - begin >= left:
                return begin + left
            left -= end - begin
        raise AssertionError("somebody never wakes")
