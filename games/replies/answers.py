"""Answers in the lines of an e-mail: to the prompt of its address, and to those that follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Decision, Refused, UnreadableDecision
from games.models import Match, Move, Player, Prompt, Status
from games.presentation import errors_text
from games.queries import matches, move_log, states
from games.replies import commands, copied_options, natural_answers
from games.services.decisions import StalePrompt, submit_decision
from games.titles import GAMES

# Minimum length of an abbreviated verb for a line to be considered an answer.
SHORTEST = 3


class Done(Struct, frozen=True):
    """A line that was played."""

    line: str
    move: Move


class Left(Struct, frozen=True):
    """A line that was not played; `why` is the reason, "" if the line above has it."""

    line: str
    why: str


class Played(Struct, frozen=True):
    """The result of the answers in an e-mail; `is_new` is False if it was processed before."""

    done: list[Done]
    left: list[Left]
    is_new: bool = True


class Question:
    """An open prompt against which lines are parsed. Raises StalePrompt if it is over."""

    def __init__(self, prompt: Prompt, player: Player):
        match = prompt.match
        if is_over(prompt):
            with override(player.language):
                raise StalePrompt(matches.describe_closed_prompt(prompt, player.language))
        game = GAMES[match.game]
        key = (prompt.seat, prompt.number)
        self.state = states.load_state(match)
        asked = next((p for p in game.list_prompts(self.state) if (p.seat, p.number) == key), None)
        if asked is None:
            raise StalePrompt("That question is no longer asked.")
        self.asked, self.match, self.language = asked, match, player.language
        self.lexicons = [game.list_words(player.language), game.list_words("en")]
        self.offered = states.offered_decisions(prompt, asked)

    def read(self, line: str) -> Decision:
        """Return the answer that a line names. Raises UnreadableDecision or AmbiguousDecision."""
        first = split_answers(line)[0]
        try:
            return self._read(first)
        except UnreadableDecision:
            meant = self._copied(first) or self._spoken(first)
            if meant is None:
                raise
            return meant

    def _read(self, line: str) -> Decision:
        return notation.parse_decision(self.asked, line, self.lexicons, offered=self.offered)

    def _copied(self, line: str) -> Decision | None:
        """Return the answer in a line copied from our e-mail, None if it is not such a line.

        Its number, words and hint must agree. Raises AmbiguousDecision if number and words name
        different answers.
        """
        listed = copied_options.parse_copied_option(line)
        if listed is None or notation.NO_NUMBER.match(line):
            return None
        try:
            said = self._read(listed.words)
            numbered = self._read(str(listed.number)) if listed.number else said
        except Refused:
            return None
        if listed.hint and not copied_options.is_hint(listed.hint, self._hint(said)):
            return None
        if numbered != said:
            answers = [notation.format_decision(one, self.lexicons[0]) for one in (numbered, said)]
            shown = line.strip()[:80]
            raise AmbiguousDecision("“{line}” could be {answers}.", answers=answers, line=shown)
        return said

    def _spoken(self, line: str) -> Decision | None:
        """Return the answer in a colloquial line, None if there is none."""
        if notation.is_question(line):
            return None
        verbs = commands.get_game_verbs(self.match.game, self.language)
        spoken = (
            natural_answers.strip_lead_words(line, verbs),
            natural_answers.extract_chosen_number(line, verbs),
        )
        for plain in filter(None, spoken):
            try:
                return self._read(plain)
            except UnreadableDecision:
                continue
        return None

    def _hint(self, decision: Decision) -> str:
        game = GAMES[self.match.game]
        seen = game.build_view(self.state, self.asked.seat) | {
            "names": matches.player_names(self.match)
        }
        return game.describe_cost(decision, seen, self.language)

    def names(self, line: str) -> Decision | None:
        """Return the answer that a line names, None if it names none or several."""
        try:
            return self.read(line)
        except Refused:
            return None

    def means(self, line: str) -> Decision | None:
        """Return the answer that a line names, possibly as a correction: “no wait, 3”."""
        meant = " ".join(notation.parse_correction(notation.tokenize_line(line)))
        return self.names(line) or (self.names(meant) if meant else None)

    def is_answer(self, line: str) -> bool:
        """Return whether a line names at least one answer."""
        try:
            self.read(line)
        except AmbiguousDecision:
            return True
        except Refused:
            return False
        return True


def split_answers(line: str) -> list[str]:
    """Return the successive answers of one line, “use Sapper; build Forum; end”.

    What follows a semicolon answers the next prompt, even if it could also answer the same one.
    """
    said = [part for part in line.split("//")[0].split(";") if part.strip()]
    return said or [line]


def is_answer(prompt: Prompt, player: Player, line: str) -> bool:
    """Return whether a line names at least one answer to a prompt, which may be over."""
    try:
        return not is_over(prompt) and Question(prompt, player).is_answer(line)
    except StalePrompt:
        return False


def is_over(prompt: Prompt) -> bool:
    """Return whether a prompt can no longer be answered."""
    return prompt.closed_at is not None or prompt.match.status != Status.RUNNING


def prepare_answers(
    prompt: Prompt, player: Player, lines: Sequence[str], message_id: str
) -> Callable[[], Played]:
    """Return a function that plays the first line as the answer to the prompt, and then the others.

    Every further line answers the next prompt of the same seat. Playing stops where something was
    revealed to it, somebody else has a prompt, or a line is no answer. Two lines that answer the
    first prompt differently are both refused; what follows a semicolon is always a next answer.
    Raises Refused before anything is done, and so does the returned function.
    """
    # An e-mail sent to the addresses of two prompts is not one answer to both.
    key = f"{message_id[:150]} {prompt.pk.hex}"
    if prompt.closed_at or prompt.answered_at:
        known = prompt.match.moves.filter(key=key).first()
        if known is not None:
            return lambda: Played([Done(lines[0], known)], [], is_new=False)
    question = Question(prompt, player)
    decision = question.read(lines[0])
    for other in lines[1:]:
        if question.means(other) not in (None, decision):
            raise AmbiguousDecision(
                "“{line}” and “{other}” are two answers.",
                line=lines[0].strip(),
                other=other.strip(),
            )
    first, *following = split_answers(lines[0])
    rest = following + [line for line in lines[1:] if question.names(line) is None]
    steps_left = [one for line in rest for one in split_answers(line)]
    return lambda: _play_answers(prompt, player, first, decision, steps_left, key)


def _play_answers(
    prompt: Prompt, player: Player, line: str, decision: Decision, rest: Sequence[str], key: str
) -> Played:
    done = [Done(line, _submit_answer(prompt.token, player, decision, key))]
    left = _play_on(prompt, player, rest, done, key)
    language = player.language
    if not any(may_be_answer(one.line, prompt.match.game, language) for one in left):
        # None of it was meant as an answer.
        left = []
    return Played(done, left)


def _submit_answer(token: str, player: Player, decision: Decision, key: str) -> Move:
    now = timezone.now()
    return submit_decision(token, decision, source="email", key=key, by=player.pk, now=now)


def _play_on(
    prompt: Prompt, player: Player, rest: Sequence[str], done: list[Done], key: str
) -> list[Left]:
    """Play the lines that follow, appending to `done`; return those that are left."""
    for at, line in enumerate(rest):
        match = Match.objects.get(pk=prompt.match_id)
        row = match.prompts.filter(seat=prompt.seat, closed_at=None, answered_at=None).first()
        why = _why_to_stop(match, prompt.seat, done[-1].move.ply - 1)
        if row is None:
            why = why or _("You have no decision to make now.")
        elif not why:
            row.match = match
            try:
                decision = Question(row, player).read(line)
                done.append(
                    Done(line, _submit_answer(row.token, player, decision, f"{key} {at + 2}"))
                )
                continue
            except Refused as refusal:
                why = errors_text.describe_refusal(refusal, match.game)
        return [Left(line, why), *(Left(other, "") for other in rest[at + 1 :])]
    return []


def _why_to_stop(match: Match, seat: int, after: int) -> str:
    """Return why no answer counts after the last one, which was played after ply `after`.

    "" if nothing prevents further answers.
    """
    moves = list(match.moves.filter(ply__gt=after))
    told = [(move, move_log.events_for(move, seat)) for move in moves]
    if any(event.reveals for _move, events in told for event in events):
        return _("Something new was revealed after you wrote this.")
    others = any(events for move, events in told if move.seat != seat)
    # Whether they have answered must not matter, because it is secret while the prompt is sealed.
    if others or match.prompts.filter(closed_at=None).exclude(seat=seat).exists():
        return _("Another player decides before that.")
    return ""


def may_be_answer(line: str, game: str, language: str) -> bool:
    """Return whether a line looks like an answer to some prompt of the game.

    It must be a number alone, or begin like a verb.
    """
    said = notation.tokenize_line(line.split("//")[0])
    if len(said) == 1 and said[0].isdigit():
        return True
    verbs = commands.get_game_verbs(game, language)
    return bool(said) and any(
        len(said[0]) >= min(SHORTEST, len(verb[0])) and verb[0].startswith(said[0])
        for verb in verbs
        if verb
    )
