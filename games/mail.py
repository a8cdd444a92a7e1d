"""DOOR: a person's letter -> the answer to the question its address names."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from games import order_mail, queries, refusals
from games.ballot_mail import read_ballot
from games.models import Player, Prompt, Status
from games.rules import GAMES, notation
from games.rules.contract import AmbiguousDecision, Decision, Refused, UnreadableDecision
from games.rules.contract import Prompt as Asked
from games.rules.order_words import OrderError
from games.services import states
from games.services.decisions import StalePrompt, submit_decision
from notifications import inbound, outbox
from notifications.inbound import Reply
from notifications.outbox import Draft

# A line of only these words is a greeting; at most two are skipped.
GREETINGS = frozenset(
    ["hi", "hello", "hey", "dear", "all", "hallo", "guten", "tag", "morgen", "liebe", "lieber"]
    + ["bonjour", "salut", "coucou", "bonsoir", "hola", "ciao", "moin", "servus", "abyss"]
)
MOST_GREETINGS = 2
# So many own lines are looked at; what follows is chat.
MOST_LINES = 6


def register() -> None:
    """Let the post office hand letters to `play+…` addresses to this door."""
    inbound.reader("play", read_reply)


def read_reply(reply: Reply) -> str:
    """Play the answer in a letter, or say by letter why not. Returns the reason code.

    Only the seat's own player acts: a letter from another address is held, and the registered
    address is told. Answers always go to the registered address.
    """
    prompt = Prompt.objects.select_related("match").filter(token=reply.token).first()
    if prompt is None:
        return read_ballot(reply)
    player = prompt.match.seats.select_related("player").get(number=prompt.seat).player
    if reply.sender != player.email.lower() or not reply.proven:
        _answer(reply, prompt, player, "held", sender=reply.sender[:254])
        return "stranger" if reply.proven else "unproven"
    try:
        commands, lines = order_mail.split(reply.lines[:MOST_LINES], prompt.match, player)
        if not commands and prompt.match.status == Status.RUNNING:
            commands, lines = _ordered(prompt, player, lines)
        if commands and not _says_more(lines):
            return _follow(reply, prompt, player, commands)
        line = _answer_line(reply, lines)
        decision = _read(prompt, player, line, lines)
        # In its own savepoint: a refusal undoes the move but not the record of the letter.
        with transaction.atomic():
            move = submit_decision(
                prompt.token,
                decision,
                source="letter",
                # A letter sent to two questions is not one answer to both.
                key=f"{reply.message_id[:160]} {prompt.pk.hex}",
                now=timezone.now(),
            )
            order_mail.follow(commands, prompt.match, player, now=timezone.now())
    except Refused as refusal:
        _answer(
            reply,
            prompt,
            player,
            "refused",
            **refusals.noted(refusal),
            **_quoted(reply, refusal),
        )
        return refusal.code
    if commands:
        _answer(reply, prompt, player, "orders")
    if not _is_asked_again(prompt, move.ply):
        _answer(reply, prompt, player, "receipt", ply=move.ply)
    return "played"


def _ordered(
    prompt: Prompt, player: Player, lines: list[str]
) -> tuple[list[order_mail.Command], list[str]]:
    """The answer as a command, if it is an order that does not call itself one."""
    for line in lines[: MOST_GREETINGS + 1]:
        if not set(notation.tokens(line)) <= GREETINGS:
            if _is_answer(prompt, player, line):
                return [], lines
            found = order_mail.unasked(line, prompt.match, player)
            return ([], lines) if found is None else ([found], [])
    return [], lines


def _is_answer(prompt: Prompt, player: Player, line: str) -> bool:
    """Whether the line names an answer, or several, to the question of this address."""
    try:
        _read(prompt, player, line, [line])
    except AmbiguousDecision:
        return True
    except Refused:
        return False
    return True


def _says_more(lines: list[str]) -> bool:
    """Whether there is a line that is not a greeting beside the commands."""
    return any(not set(notation.tokens(line)) <= GREETINGS for line in lines)


def _follow(
    reply: Reply, prompt: Prompt, player: Player, commands: list[order_mail.Command]
) -> str:
    """Do what the letter says about orders, and list them."""
    with transaction.atomic():
        order_mail.follow(commands, prompt.match, player, now=timezone.now())
    prompt.refresh_from_db(fields=["closed"])
    _answer(reply, prompt, player, "orders")
    return "ordered"


def _quoted(reply: Reply, refusal: Refused) -> dict[str, str]:
    """The line that was refused, and a pointer below its wrong word if it was an order."""
    if isinstance(refusal, OrderError):
        line, *pointer = refusal.pointed().split("\n")
        return {"line": line[:200], "pointer": "".join(pointer)[:220]}
    return {"line": (reply.lines or [""])[0][:200]}


def _answer_line(reply: Reply, lines: list[str]) -> str:
    """The line that should hold the answer: the first own line after a greeting."""
    if reply.problem:
        raise UnreadableDecision("Your letter could not be read; plain text works best.")
    for line in lines[: MOST_GREETINGS + 1]:
        if not set(notation.tokens(line)) <= GREETINGS:
            return line
    raise UnreadableDecision("There is no answer in it.", code="empty")


def _read(prompt: Prompt, player: Player, line: str, lines: list[str]) -> Decision:
    match = prompt.match
    if prompt.closed is not None or match.status != Status.RUNNING:
        with override(player.language):
            raise StalePrompt(queries.settled(prompt, player.language))
    game = GAMES[match.game]
    asked = _asked(prompt)
    lexicons = [game.words(player.language), game.words("en")]
    offered = queries.offered(prompt, asked)
    decision = notation.read(asked, line, lexicons, offered=offered)
    for other in lines[lines.index(line) + 1 : MOST_LINES]:
        if _reads_otherwise(asked, other, lexicons, offered, decision):
            raise AmbiguousDecision(
                "“{line}” and “{other}” are two answers.", line=line.strip(), other=other.strip()
            )
    return decision


def _asked(prompt: Prompt) -> Asked:
    state = states.load(prompt.match)
    for asked in GAMES[prompt.match.game].prompts(state):
        if (asked.seat, asked.number) == (prompt.seat, prompt.number):
            return asked
    raise StalePrompt("That question is no longer asked.")


def _reads_otherwise(
    asked: Asked,
    line: str,
    lexicons: list[notation.Lexicon],
    offered: list[Decision],
    decision: Decision,
) -> bool:
    try:
        return notation.read(asked, line, lexicons, offered=offered) != decision
    except Refused:
        return False


def _is_asked_again(prompt: Prompt, ply: int) -> bool:
    """Whether the seat is asked something new, whose letter shows the answer as received."""
    fresh = prompt.match.prompts.filter(seat=prompt.seat, closed=None, answered=None)
    return fresh.exclude(pk=prompt.pk).exists()


def _answer(reply: Reply, prompt: Prompt, player: Player, kind: str, **data: object) -> None:
    if not reply.answerable or player.is_bot:
        return
    match = prompt.match
    draft = Draft(
        key=f"{kind}-{reply.letter_id}",
        player_id=player.pk,
        kind=kind,
        thread=f"match-{match.number}",
        reply_token=_token_of_open_question(prompt),
        data={
            "match": str(match.pk),
            "seat": prompt.seat,
            "prompt": str(prompt.pk),
            "answers": reply.message_id,
            **data,
        },
    )
    outbox.post([draft], now=timezone.now())


def _token_of_open_question(prompt: Prompt) -> str:
    """Where an answer to our letter goes: it shows what the seat is asked by now. "" if nothing."""
    asked = Prompt.objects.filter(match=prompt.match_id, seat=prompt.seat, closed=None)
    return asked.values_list("token", flat=True).first() or ""
