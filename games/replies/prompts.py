"""Reply handler for prompts: an e-mail answers the prompt of its address, and has commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.engine import notation
from games.engine.contract import (
    AmbiguousDecision,
    Facts,
    Refused,
    UnreadableDecision,
)
from games.engine.notation import Tokens
from games.models import Match, Player, Prompt, Seat, Status, sql
from games.presentation import errors_text
from games.queries import states
from games.replies import answers as answer_replies
from games.replies import commands as command_replies
from games.replies import (
    consensus,
    consent,
    courtesies,
    explanations,
    inquiries,
    order_consent,
)
from games.replies.command_execution import execute_command
from games.replies.commands import CommandLine
from games.replies.inquiries import Inquiry
from games.replies.lines import small_talk
from games.replies.lines.line_reader import LineReader
from games.replies.refused_lines import quote_refused_line
from games.replies.responses import (
    ReplyContext,
    open_question,
    post_response,
    serialize_held_reply,
)
from games.services import (
    inactivity,
    order_commands,
)
from games.services.play.decisions import StalePrompt
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Reply

# Maximum number of lines that are read, and of lines without a meaning above a command.
MAX_LINES, MAX_UNKNOWN = 60, 5
# Maximum number of lines to list that were not executed.
MAX_LEFT = 6


class Script(Struct, frozen=True):
    """The lines of an e-mail by type.

    `answers` are those that are no command; `below` stand below the end of what is executed.
    `order_lines` are those of `orders`, which have been agreed to if `is_agreed`.
    """

    commands: list[CommandLine]
    orders: list[order_commands.Command]
    answers: list[str]
    below: list[str]
    order_lines: list[str] = []
    is_agreed: bool = False


def read_prompt_reply(reply: Reply) -> str:
    """Execute what an e-mail says, or reply why not.

    Returns the reason code.

    Only the seat's own player may act: an e-mail from another address is quarantined, and the
    registered address is notified. Replies always go to the registered address.
    """
    prompt = next(iter(sql.fetch_rows(Prompt, sql.BY_TOKEN, reply.token, beside="match")), None)
    if prompt is None:
        return "unknown_prompt"
    [seat] = sql.fetch_rows(Seat, sql.SEAT_OF_MATCH, prompt.match_id, prompt.seat, beside="player")
    player = seat.player
    context = ReplyContext(reply, prompt, player)
    if not player.is_active:
        # Banned or deleted players get no reply.
        return "inactive"
    if not reply.is_authenticated or not gateway.owns_sender_address(player, reply.sender):
        _request_confirmation(context)
        return "stranger" if reply.is_authenticated else "unproven"
    if (seat.bot_took_over_at or seat.offered_at) and _came_back(context):
        post_response(context, "seat_back")
        return "back"
    with override(player.language):
        return _obey(context)


def _request_confirmation(context: ReplyContext) -> None:
    """Ask the player to confirm an e-mail that is not provably from an address of theirs."""
    post_response(context, "held", **serialize_held_reply(context.reply))


def _came_back(context: ReplyContext) -> bool:
    """Give the player their seat back; return whether the e-mail can do nothing else."""
    inactivity.reclaim_seat(context.match, context.player)
    return not Prompt.objects.filter(token=context.prompt.token, closed_at=None).exists()


def _obey(context: ReplyContext) -> str:
    try:
        # First: an e-mail that could not be read has no lines.
        check_readable(context.reply)
        reader = answer_replies.find_reader(context.prompt, context.player)
        script = parse_script(context, reader)
        if (code := _answer_order_proposal(context, reader, script)) is not None:
            return code
        if (script.commands or script.orders) and not _says_more(context, reader, script.answers):
            return _execute_script(context, script)
        if command_replies.Plain("undo") in [row.command for row in script.commands]:
            raise AmbiguousDecision("An e-mail either answers or takes back, not both.")
        play = answer_replies.prepare_answers(
            context.prompt,
            context.player,
            _accept_proposal(context, reader, script.answers),
            context.reply.message_id,
            reader=reader,
            below=script.below,
        )
        # In a savepoint: a refusal rolls back the moves, but not the record of the e-mail.
        with transaction.atomic():
            result = play()
            plan = _execute_orders(context, script)
    except Refused as refusal:
        if isinstance(refusal, StalePrompt) and courtesies.only_talks_after_end(context):
            return courtesies.thank_after_end(context)
        if refusal.code in ("empty", "unreadable") and courtesies.only_thanks(context):
            return courtesies.acknowledge_thanks(context, refusal.code)
        quote = quote_refused_line(context, refusal)
        post_response(context, "refused", **errors_text.serialize_refusal(refusal), **quote)
        return refusal.code
    result.left.extend(_list_dropped_wishes(context, script, result))
    return _send_receipt(context, script, result, plan)


def _list_dropped_wishes(
    context: ReplyContext, script: Script, result: answer_replies.PlayResult
) -> list[answer_replies.Left]:
    """Return the lines beside answers that want something of a command and are none."""
    mentioned_lines = {row.line for row in result.done} | {row.line for row in result.left}
    game, language = context.match.game, context.player.language
    why = _("We did not understand this line.")
    return [
        answer_replies.Left(line, why)
        for line in script.answers
        if line not in mentioned_lines and command_replies.is_wish(line, game, language)
    ]


def _execute_orders(context: ReplyContext, script: Script) -> list[str]:
    """Execute the orders of an e-mail; return what they would do if the player must agree first.

    Raises Refused.
    """
    match, player = context.match, context.player
    plan = []
    if script.orders and not script.is_agreed:
        plan = order_consent.describe_plan(script.orders, match, player)
    if not plan:
        order_commands.execute_commands(script.orders, match, player, now=timezone.now())
    return plan


def _answer_order_proposal(
    context: ReplyContext, reader: LineReader | None, script: Script
) -> str | None:
    """Execute the orders that our last e-mail listed if this one agrees, and nothing if it refuses.

    Returns the reason code; None if it says something else. If another question is open now, the
    orders must be agreed to again. Raises AmbiguousDecision if the word is an answer, too.
    """
    if script.commands or script.orders or not _has_letters(script.answers):
        return None
    agrees = consent.find_bare_consent(reader, script.answers)
    if agrees is None:
        return None
    proposal = order_consent.find_proposal(context.match, context.player)
    if proposal is None or str(context.prompt.pk) not in proposal.prompts:
        return None
    line = next(filter(None, script.answers))
    if consent.has_plain_answer(reader, script.answers):
        raise AmbiguousDecision(
            "“{other}” leaves open whether “{line}” is your answer.",
            line=proposal.lines[0],
            other=line,
        )
    if not agrees:
        rows = [{"line": line[:200], "told": [_("Nothing has changed.")]}]
        post_response(context, "commands", done=rows, left=[], helped=False, ordered=False)
        return "commands"
    match, player = context.match, context.player
    orders, _others = order_commands.split_commands(proposal.lines, match, player)
    open_prompt = open_question(context.prompt)
    is_agreed = proposal.open_prompt == (str(open_prompt.pk) if open_prompt else "")
    return _execute_script(context, Script([], orders, [], [], proposal.lines, is_agreed))


def parse_script(context: ReplyContext, reader: LineReader | None) -> Script:
    """Sort the lines of an e-mail; `reader` is None if the prompt is over. Raises OrderError."""
    match, player = context.match, context.player
    lines, below = command_replies.split_at_end(
        (context.reply.spaced_lines or context.reply.lines)[:MAX_LINES],
        player.language,
        game=match.game,
    )
    lines = [part for line in lines for part in _split_sentences(context, reader, line)]
    lines = list(map(command_replies.unwrap_request, lines))
    known_count = _count_known_lines(lines, context)
    commands, others = command_replies.split_commands(
        lines[:known_count],
        player.language,
        game=match.game,
        today=command_replies.get_local_date(player, timezone.now()),
        is_answer=lambda line: reader is not None and reader.is_answer(line),
    )
    rest = others
    orders, others = order_commands.split_commands(rest, match, player)
    others += lines[known_count:]
    if not orders and match.status == Status.RUNNING:
        orders, others = _split_implicit_order(context, reader, others)
    order_lines = [line for line in rest if line and line not in others]
    questions, remaining = _split_questions(context, reader, others)
    if questions and (
        consent.has_plain_answer(reader, others) or _says_more(context, reader, remaining)
    ):
        # Beside an answer, other questions mean that the writer is in doubt.
        questions = [question for question in questions if _is_about_else(question)]
        remaining = [line for line in others if line not in [row.line for row in questions]]
    commands, others = [*commands, *questions], remaining if questions else others
    return Script(commands, orders, others, [*below, *context.reply.beside], order_lines)


def _is_about_else(question: CommandLine) -> bool:
    """Return whether a question has nothing to do with the answer beside it."""
    command = question.command
    return isinstance(command, Inquiry) and command.kind in inquiries.ABOUT_ELSE


def _split_sentences(context: ReplyContext, reader: LineReader | None, line: str) -> list[str]:
    """Return an answer and the command behind it in the same line: “explore. say good luck”."""
    language = context.player.language
    today = command_replies.get_local_date(context.player, timezone.now())
    parts = command_replies.split_sentences(line, language, today=today)
    if len(parts) < 2 or reader is None or not consensus.is_readable(parts[0], reader):
        return [line]
    return parts


def _accept_proposal(
    context: ReplyContext, reader: LineReader | None, lines: list[str]
) -> list[str]:
    """Return lines with the answer that our last e-mail proposed in place of a “yes” to it."""
    return consent.accept_proposal(context, reader, lines) if _has_letters(lines) else lines


def _has_letters(lines: Sequence[str]) -> bool:
    """Return whether lines may agree to something; most e-mails are a number."""
    return any(map(str.isalpha, "".join(lines)))


def _split_questions(
    context: ReplyContext, reader: LineReader | None, lines: Sequence[str]
) -> tuple[list[CommandLine], list[str]]:
    """Return the lines that ask what cards do or something else, and the others."""
    game, language = context.match.game, context.player.language
    prompt = reader.asked if reader else None
    questions, others = list[CommandLine](), list[str]()
    for line in lines:
        if reader is not None and reader.is_answer(line):
            # Most lines: an answer just as the e-mail writes it.
            others.append(line)
            continue
        explain = explanations.parse_explanation(line, game, language, prompt=prompt)
        question = (
            inquiries.parse_inquiry(line) if explain is None or not explain.cards else explain
        )
        question = question or explain
        if question is None:
            others.append(line)
        else:
            questions.append(CommandLine(question, line))
    return questions, others


def _count_known_lines(lines: Sequence[str], context: ReplyContext) -> int:
    """Return the number of lines above the one with which too many were not understood."""
    unknown = 0
    verbs = command_replies.get_game_verbs(context.match.game, context.player.language)
    for at, line in enumerate(lines):
        unknown += bool(line) and not _may_mean_something(line, verbs, context)
        if unknown > MAX_UNKNOWN:
            return at
    return len(lines)


def _may_mean_something(line: str, verbs: set[Tokens], context: ReplyContext) -> bool:
    language = context.player.language
    today = command_replies.get_local_date(context.player, timezone.now())
    return (
        consensus.is_attempt(line, verbs)
        or command_replies.parse_command(line, language, today=today) is not None
        or order_commands.may_be_order(line)
    )


def _split_implicit_order(
    context: ReplyContext, reader: LineReader | None, lines: list[str]
) -> tuple[list[order_commands.Command], list[str]]:
    """Split off the answer as a command, if it is an order that does not call itself one."""
    for line in lines:
        if not small_talk.is_talk(line):
            if reader is not None and reader.is_answer(line):
                return [], lines
            order = order_commands.parse_bare_order(line, context.match, context.player)
            return ([], lines) if order is None else ([order], [])
    return [], lines


def _says_more(context: ReplyContext, reader: LineReader | None, lines: Sequence[str]) -> bool:
    """Return whether lines beside commands answer the prompt, or try to."""
    verbs = command_replies.get_game_verbs(context.match.game, context.player.language)
    return consensus.says_something(lines, reader, verbs)


def check_readable(reply: Reply) -> None:
    """Raise UnreadableDecision if the e-mail could not be read."""
    if reply.problem == "attachment":
        raise UnreadableDecision(
            "We do not read attachments: write your answer into the e-mail itself.",
            code="attachment",
        )
    if reply.problem:
        raise UnreadableDecision("Your e-mail could not be read; plain text works best.")


def _execute_script(context: ReplyContext, script: Script) -> str:
    """Execute an e-mail without an answer."""
    before = Match.objects.values_list("ply", flat=True).get(pk=context.match.pk)
    with transaction.atomic():
        plan = _execute_orders(context, script)
    if plan:
        return _execute_commands(context, script, answer_replies.PlayResult([], []), plan=plan)
    context.prompt.refresh_from_db(fields=["closed_at"])
    rows = _describe_answers_by_orders(context, script, before)
    if not script.commands and not rows:
        post_response(context, "orders")
        return "ordered"
    return _execute_commands(context, script, answer_replies.PlayResult([], []), rows)


def _describe_answers_by_orders(
    context: ReplyContext, script: Script, ply: int
) -> list[dict[str, object]]:
    """Return what the orders of an e-mail answered at once, after ply `ply`."""
    words = GAMES[context.match.game].list_words(context.player.language)
    moves = context.match.moves.filter(ply__gt=ply, seat=context.prompt.seat, source="order")
    sentences = [
        _("Your order has answered the open question: %(answer)s.")
        % {"answer": notation.format_decision(states.parse_stored_decision(move.decision), words)}
        for move in moves.order_by("ply")
    ]
    line = next(iter(script.order_lines), "")
    return [{"line": line[:200], "told": sentences}] if sentences else []


def _send_receipt(
    context: ReplyContext, script: Script, result: answer_replies.PlayResult, plan: list[str]
) -> str:
    """Reply to an e-mail with an answer, as briefly as possible; `plan` asks about its orders."""
    if not result.is_new:
        return "played"
    if script.commands or len(result.done) > 1 or result.left or plan:
        return _execute_commands(context, script, result, plan=plan)
    if script.orders:
        post_response(context, "orders")
    open_prompt = open_question(context.prompt)
    # The e-mail about a new prompt confirms the answer, and so does the one about the result.
    if open_prompt is None and _is_told_the_result(context):
        return "played"
    if open_prompt is None or open_prompt.answered_at or open_prompt.pk == context.prompt.pk:
        token = (open_prompt or context.prompt).token
        move = result.done[-1].move
        arguments = list(move.decision.get("args", ()))
        post_response(
            context,
            "receipt",
            token=token,
            has_played=True,
            ply=move.ply,
            move=str(move.pk),
            arguments=arguments,
        )
    return "played"


def _is_told_the_result(context: ReplyContext) -> bool:
    """Return whether the match is over and the player gets an e-mail about that."""
    match, player = context.match, context.player
    if not Match.objects.filter(pk=match.pk, status=Status.FINISHED).exists():
        return False
    return "match" in gateway.preferred_events(player, f"match-{match.number}")["mail"]


def _execute_commands(
    context: ReplyContext,
    script: Script,
    result: answer_replies.PlayResult,
    order_rows: Sequence[dict[str, Any]] = (),
    *,
    plan: Sequence[str] = (),
) -> str:
    """Execute the commands of an e-mail, and reply line by line what was done and what was not.

    `order_rows` is what its orders did, and `plan` what they would do if the player agrees.
    """
    rows: list[dict[str, Any]] = list(map(_describe_done_line, result.done))
    rows += order_rows
    if plan:
        rows.append({"line": " / ".join(script.order_lines)[:200], "told": list(plan)})
    left = [{"line": row.line[:200], "why": row.why} for row in result.left[:MAX_LEFT]]
    thread = None
    for number, row in enumerate(script.commands):
        try:
            with transaction.atomic():
                key = f"{context.reply.message_id[:190]} {number}"
                sentences = execute_command(row.command, context.prompt, context.player, key=key)
        except Refused as refusal:
            left.append({"line": row.line[:200], "why": errors_text.describe_refusal(refusal)})
            left += [
                {"line": later.line[:200], "why": ""} for later in script.commands[number + 1 :]
            ]
            break
        rows.append({"line": row.line[:200], "told": sentences})
        if row.command == command_replies.Plain("stop"):
            thread = ""
    kind = _choose_receipt_kind(script, is_whole=not left)
    has_help = any(row.command == command_replies.Plain("help") for row in script.commands)
    orders = bool(script.orders) and not plan
    has_played = bool(result.done)
    open_prompt = open_question(context.prompt) if plan else None
    proposal: Facts = {
        "confirm": script.order_lines,
        "open": str(open_prompt.pk) if open_prompt else "",
    }
    post_response(
        context,
        kind,
        thread=thread,
        has_played=has_played,
        done=rows,
        left=left,
        helped=has_help,
        ordered=orders,
        brief=not has_played and _only_asks(script),
        **(proposal if plan else {}),
    )
    is_told = context.reply.answerable or context.reply.repeats
    if has_played and is_told and _is_reply_sent(context.player, kind):
        _withdraw_question_email(context)
    if result.done:
        return "played" if not left else "played_in_part"
    if not script.commands:
        return "orders_listed" if plan else "ordered"
    return command_replies.get_reason_code(script.commands)


def _only_asks(script: Script) -> bool:
    """Return whether an e-mail only asks what no question or board answers."""
    is_inquiry = [isinstance(command_line.command, Inquiry) for command_line in script.commands]
    return bool(is_inquiry) and all(is_inquiry) and not script.orders


def _describe_done_line(played_line: answer_replies.PlayedLine) -> dict[str, object]:
    """Return what a reply tells of a line that was played."""
    line = played_line.line[:200]
    if played_line.is_foregone:
        return {"line": line, "told": [_("That came by itself with your answer above.")]}
    move = played_line.move
    order = list(move.decision.get("args", ()))
    return {"line": line, "ply": move.ply, "move": str(move.pk), "order": order}


def _is_reply_sent(player: Player, kind: str) -> bool:
    """Return whether a player wants a reply of that kind to their e-mails."""
    opt_outs = {"sequence": ("errors", "never"), "sequence_stopped": ("never",)}
    return gateway.email_preferences_of(player).receipts not in opt_outs.get(kind, ())


def _withdraw_question_email(context: ReplyContext) -> None:
    """Withdraw the e-mail about the next question, which the reply contains."""
    open_prompt = open_question(context.prompt)
    if open_prompt is not None and open_prompt.pk != context.prompt.pk:
        gateway.withdraw_queued_notifications(open_prompt.token, "your_turn", why="in the reply")


def _choose_receipt_kind(script: Script, *, is_whole: bool) -> str:
    """Return the kind of reply: replies to commands are always sent, others are optional."""
    if script.commands or script.orders:
        return "commands"
    return "sequence" if is_whole else "sequence_stopped"
