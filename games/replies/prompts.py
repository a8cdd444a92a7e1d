"""DOOR: a person's letter -> the answer to the question its address names, and commands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.engine import clock, notation
from games.engine.contract import Refused, UnreadableDecision
from games.engine.order_words import OrderError
from games.models import Match, Player, Prompt, Seat, Status, Vote, sql
from games.presentation import errors_text, labels, links
from games.presentation import votes as vote_text
from games.queries import open_prompts
from games.replies import answers as answer_replies
from games.replies import commands as command_replies
from games.replies.commands import Away, Command, Name, Plain, Say, Spoken, Wish, get_local_date
from games.services import accounts, chat, inactivity, order_commands, resigning, undo, votes
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Draft, Reply


class Correspondence(Struct, frozen=True):
    """A letter, the question of its address, and the player of the seat it is put to."""

    reply: Reply
    prompt: Prompt
    player: Player

    @property
    def match(self) -> Match:
        """The match the letter is about."""
        return self.prompt.match


def post_response(
    letter: Correspondence,
    kind: str,
    *,
    thread: str | None = None,
    token: str = "",
    **data: object,
) -> None:
    """Post an answer of a kind, unless it would be one too many.

    `thread` "" lets it come even to those who want no letters about the match. An answer to our
    letter goes to the question called `token`; if none is named, to what the seat is asked by now,
    which it shows; if that is nothing, to the one it wrote about, whose address still takes
    commands.
    """
    reply, match = letter.reply, letter.match
    if not reply.answerable or letter.player.is_bot:
        return
    draft = Draft(
        key=f"{kind}-{reply.letter_id}",
        player_id=letter.player.pk,
        kind=kind,
        thread=f"match-{match.number}" if thread is None else thread,
        reply_token=token or getattr(open_question(letter.prompt), "token", letter.prompt.token),
        data={
            "match": str(match.pk),
            "seat": letter.prompt.seat,
            "prompt": str(letter.prompt.pk),
            "answers": reply.message_id,
            **data,
        },
    )
    gateway.post_notifications([draft], now=timezone.now())


def open_question(prompt: Prompt) -> Prompt | None:
    """What the seat of a question is asked by now; None for nothing."""
    return next(
        iter(sql.fetch_rows(Prompt, sql.OPEN_PROMPT_OF_SEAT, prompt.match_id, prompt.seat)), None
    )


# A line that begins with one of these and ends with a comma is a greeting, ...
HAILS = frozenset(
    ["hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "moin", "servus", "bonjour", "salut"]
    + ["coucou", "bonsoir", "cher", "chere", "hola", "ciao", "good", "guten"]
)
# ... and so is one of only these words.
GREETINGS = HAILS | frozenset(
    ["all", "abyss", "there", "everyone", "everybody", "morning", "day", "afternoon", "evening"]
    + ["tag", "morgen", "abend", "zusammen", "tous", "toutes"]
)
# A name is no longer.
MOST_GREETING_WORDS = 4
MOST_GREETINGS = 2
# So many own lines are looked at, and fewer once so many said nothing we know; the rest is chat.
MOST_LINES, MOST_UNKNOWN = 20, 5
# Of lines that were not done so many are told.
MOST_LEFT = 6


class Script(Struct, frozen=True):
    """The lines of a letter by what they are; `answers` are those that are no command."""

    commands: list[Spoken]
    orders: list[order_commands.Command]
    answers: list[str]


def read_prompt_reply(reply: Reply) -> str:
    """Do what a letter says, or say by letter why not. Returns the reason code.

    Only the seat's own player acts: a letter from another address is held, and the registered
    address is told. Answers always go to the registered address.
    """
    prompt = next(iter(sql.fetch_rows(Prompt, sql.BY_TOKEN, reply.token, beside="match")), None)
    if prompt is None:
        return "unknown_prompt"
    [seat] = sql.fetch_rows(Seat, sql.SEAT_OF_MATCH, prompt.match_id, prompt.seat, beside="player")
    player = seat.player
    letter = Correspondence(reply, prompt, player)
    if not player.is_active:
        # Whoever is banned, or has left, is not answered either.
        return "inactive"
    if not reply.proven or not gateway.writes_from(player, reply.sender):
        _request_confirmation(letter)
        return "stranger" if reply.proven else "unproven"
    if (seat.bot_took_over_at or seat.offered_at) and _came_back(letter):
        post_response(letter, "seat_back")
        return "back"
    with override(player.language):
        return _obey(letter)


def _request_confirmation(letter: Correspondence) -> None:
    """Ask the player whether a letter that is not from an address of theirs is to count."""
    reply = letter.reply
    post_response(
        letter,
        "held",
        sender=reply.sender[:254],
        lines=[line[:300] for line in reply.lines[:MOST_LINES]],
        link_path=links.held_path(reply.letter_id),
        is_unproven=not reply.proven,
    )


def _came_back(letter: Correspondence) -> bool:
    """Give the player the seat back; whether that is all that a letter to this question does."""
    inactivity.reclaim_seat(letter.match, letter.player)
    return not Prompt.objects.filter(token=letter.prompt.token, closed_at=None).exists()


def _obey(letter: Correspondence) -> str:
    try:
        script = _parse_script(letter)
        if not _says_more(script.answers) and (script.commands or script.orders):
            return _execute_script(letter, script)
        answers = _from_answer(letter.reply, script.answers)
        message_id = letter.reply.message_id
        play = answer_replies.prepare_answers(letter.prompt, letter.player, answers, message_id)
        # In its own savepoint: a refusal undoes the moves but not the record of the letter.
        with transaction.atomic():
            played = play()
            order_commands.execute_commands(
                script.orders, letter.match, letter.player, now=timezone.now()
            )
    except Refused as refusal:
        quoted = _quote_refused_line(letter.reply, refusal)
        post_response(letter, "refused", **errors_text.serialize_refusal(refusal), **quoted)
        return refusal.code
    return _send_receipt(letter, script, played)


def _parse_script(letter: Correspondence) -> Script:
    """Sort the lines of a letter. Raises OrderError."""
    match, player = letter.match, letter.player
    lines = command_replies.until_end(letter.reply.lines, player.language, game=match.game)
    commands, lines = command_replies.split_commands(
        _take_known_lines(lines[:MOST_LINES], letter),
        player.language,
        game=match.game,
        today=command_replies.get_local_date(player, timezone.now()),
        is_answer=lambda line: answer_replies.is_answer(letter.prompt, player, line),
    )
    orders, lines = order_commands.split_commands(lines, match, player)
    if not orders and match.status == Status.RUNNING:
        orders, lines = _split_implicit_order(letter, lines)
    return Script(commands, orders, lines)


def _take_known_lines(lines: Sequence[str], letter: Correspondence) -> list[str]:
    """The lines up to the one with which too many have said nothing we know."""
    kept, unknown = [], 0
    for line in lines:
        unknown += not _may_mean_something(line, letter)
        if unknown > MOST_UNKNOWN:
            break
        kept.append(line)
    return kept


def _may_mean_something(line: str, letter: Correspondence) -> bool:
    language = letter.player.language
    today = command_replies.get_local_date(letter.player, timezone.now())
    return (
        answer_replies.may_be_answer(line, letter.match.game, language)
        or command_replies.parse_command(line, language, today=today) is not None
        or order_commands.may_be_order(line)
    )


def _split_implicit_order(
    letter: Correspondence, lines: list[str]
) -> tuple[list[order_commands.Command], list[str]]:
    """The answer as a command, if it is an order that does not call itself one."""
    for line in lines[: MOST_GREETINGS + 1]:
        if not _is_greeting(line):
            if answer_replies.is_answer(letter.prompt, letter.player, line):
                return [], lines
            found = order_commands.parse_bare_order(line, letter.match, letter.player)
            return ([], lines) if found is None else ([found], [])
    return [], lines


def _is_greeting(line: str) -> bool:
    said = notation.tokenize_line(line)
    hails = line.rstrip().endswith((",", "，")) and len(said) <= MOST_GREETING_WORDS
    named = hails and HAILS.issuperset(said[:1]) and not any(word[-1].isdigit() for word in said)
    return named or set(said) <= GREETINGS


def _says_more(lines: Sequence[str]) -> bool:
    """Whether there is a line that is not a greeting beside the commands."""
    return not all(map(_is_greeting, lines))


def _from_answer(reply: Reply, lines: list[str]) -> list[str]:
    """The lines from the one that should hold the answer: the first one after a greeting."""
    if reply.problem == "attachment":
        raise UnreadableDecision(
            "We do not read attachments: write your answer into the letter itself.",
            code="attachment",
        )
    if reply.problem:
        raise UnreadableDecision("Your letter could not be read; plain text works best.")
    for at, line in enumerate(lines[: MOST_GREETINGS + 1]):
        if not _is_greeting(line):
            return lines[at:]
    raise UnreadableDecision("There is no answer in it.", code="empty")


def _execute_script(letter: Correspondence, script: Script) -> str:
    """Do what a letter without an answer says."""
    with transaction.atomic():
        order_commands.execute_commands(
            script.orders, letter.match, letter.player, now=timezone.now()
        )
    letter.prompt.refresh_from_db(fields=["closed_at"])
    if not script.commands:
        post_response(letter, "orders")
        return "ordered"
    return _execute_commands(letter, script, answer_replies.Played([], []))


def _send_receipt(letter: Correspondence, script: Script, played: answer_replies.Played) -> str:
    """Say what became of a letter with an answer, as briefly as it can be said."""
    if not played.is_new:
        return "played"
    if script.commands or len(played.done) > 1 or played.left:
        return _execute_commands(letter, script, played)
    if script.orders:
        post_response(letter, "orders")
    asked = open_question(letter.prompt)
    # The letter of a new question shows the answer as received.
    if asked is None or asked.answered_at or asked.pk == letter.prompt.pk:
        token = (asked or letter.prompt).token
        post_response(letter, "receipt", token=token, ply=played.done[-1].move.ply)
    return "played"


def _execute_commands(letter: Correspondence, script: Script, played: answer_replies.Played) -> str:
    """Do the commands of a letter, and tell line by line what was done and what was not."""
    done = [{"line": one.line[:200], "ply": one.move.ply} for one in played.done]
    left = [{"line": one.line[:200], "why": one.why} for one in played.left[:MOST_LEFT]]
    thread = None
    for number, spoken in enumerate(script.commands):
        try:
            with transaction.atomic():
                told = execute_command(spoken.command, letter, number=number)
        except Refused as refusal:
            left.append({"line": spoken.line[:200], "why": errors_text.describe_refusal(refusal)})
            left += [{"line": one.line[:200], "why": ""} for one in script.commands[number + 1 :]]
            break
        done.append({"line": spoken.line[:200], "told": told})
        if spoken.command == command_replies.Plain("stop"):
            thread = ""
    kind = _choose_receipt_kind(script, is_whole=not left)
    helped = any(one.command == command_replies.Plain("help") for one in script.commands)
    orders = bool(script.orders)
    post_response(letter, kind, thread=thread, done=done, left=left, helped=helped, ordered=orders)
    if played.done:
        return "played" if not left else "played_in_part"
    return command_replies.get_reason_code(script.commands)


def _choose_receipt_kind(script: Script, *, is_whole: bool) -> str:
    """What is asked for is always told, other receipts as their reader wishes."""
    if script.commands:
        return "commands"
    return "sequence" if is_whole else "sequence_stopped"


def _quote_refused_line(reply: Reply, refusal: Refused) -> dict[str, str]:
    """The line that was refused, and a pointer below its wrong word if it was an order."""
    if isinstance(refusal, OrderError):
        line, *pointer = refusal.pointed().split("\n")
        return {"line": line[:200], "pointer": "".join(pointer)[:220]}
    return {"line": (reply.lines or [""])[0][:200]}


# So many of one's other matches a letter tells.
MOST_MATCHES = 10
# What the words of a letter ask the others for.
WISHES = {"time": Vote.Kind.EXTENSION, "pause": Vote.Kind.PAUSE}


def execute_command(command: Command, letter: Correspondence, *, number: int) -> list[str]:
    """Do what a command says, the letter's `number`th; return it in sentences. Raises Refused."""
    player, now = letter.player, timezone.now()
    match command:
        case Say(text):
            key = f"{letter.reply.message_id[:190]} {number}"
            message = chat.send_message(letter.match, player, text, key=key, now=now)
            return [_("The others read: “%(text)s”") % {"text": message.text}]
        case Away(last):
            return _record_absence(player, last, now)
        case Name(name):
            accounts.choose_name(player, name)
            return [_("You are called %(name)s from now on.") % {"name": player.display_name}]
        case Wish(kind, hours):
            return [_request_vote(letter, WISHES[kind], hours, now)]
        case Plain("resume"):
            return [_request_vote(letter, Vote.Kind.RESUME, 0, now)]
        case Plain("status"):
            return _describe_status(letter.match, player, letter.prompt.seat)
        case Plain("options"):
            return [_describe_options(letter.match, letter.prompt.seat)]
        case Plain("stop"):
            gateway.unsubscribe_from_thread(player.pk, f"match-{letter.match.number}", now)
            return [_("No more letters about this match will come, not even when you are asked.")]
        case Plain("resign"):
            return _offer_resignation(letter)
        case Plain("undo"):
            return [_request_undo(letter, now)]
    return [_("This is what a line of a letter may say.")]


def _record_absence(player: Player, last: date | None, now: datetime) -> list[str]:
    hours = clock.hours_from(player.zone, player.hours)
    first = get_local_date(player, now)
    if last is not None and (first, last) not in hours.away:
        away = tuple(sorted([*hours.away, (first, last)]))
        accounts.change_hours(player, clock.Hours(hours.zone, hours.week, away), now=now)
        hours = clock.hours_from(player.zone, player.hours)
    ahead = [absence for absence in hours.away if absence[1] >= first]
    told = [
        _("You are away from %(first)s to %(last)s, both days included.")
        % {"first": _format_day(begin), "last": _format_day(end)}
        for begin, end in ahead
    ]
    if last is None:
        how = _("An absence needs an end, as in “away 3 days” or “away until 24 Dec”.")
        return [*(told or [_("No absence of yours is known.")]), how]
    keep = _("Questions put to you until then wait; those you are asked already keep their time.")
    return [*told, keep]


def _format_day(day: date) -> str:
    return date_format(day, labels.day_format())


def _offer_resignation(letter: Correspondence) -> list[str]:
    path = f"/resign/{resigning.resignation_token(letter.match, letter.player)}/"
    ask = _("Nothing has changed yet. To give up your seat, open this page within a day:")
    return [ask, settings.SITE_URL.rstrip("/") + path]


def _request_undo(letter: Correspondence, now: datetime) -> str:
    vote = undo.request_undo(letter.player, letter.match, now=now)
    if vote.outcome == vote.Outcome.PASSED:
        return _("Your last answer is taken back.")
    return _("The others are asked whether your last answer may be taken back.")


def _request_vote(letter: Correspondence, kind: Vote.Kind, hours: int | None, now: datetime) -> str:
    if hours is None:
        return _("How long? As in “more time 24 hours” or “pause 3 days”.")
    vote = votes.call_vote(letter.player, letter.match, kind, hours=hours, now=now)
    if vote.outcome == vote.Outcome.OPEN:
        return vote_text.describe_vote_request(vote)
    letter.match.refresh_from_db(fields=["paused_at"])
    return vote_text.describe_vote(letter.match, vote.seat, vote.pk, letter.player.language).ended


def _describe_options(match: Match, seat: int) -> str:
    is_asked = match.prompts.filter(seat=seat, closed_at=None).exists()
    if match.status == Status.RUNNING and is_asked:
        return _("This is what you may answer.")
    return _("You are not asked anything now.")


def _describe_status(match: Match, player: Player, seat: int) -> list[str]:
    """Who is asked in this match, and what waits for the player elsewhere."""
    told = [_of_match(match)]
    told += [
        _("%(name)s is asked.") % {"name": asked.name}
        for asked in open_prompts.asked_now(match, timezone.now())
        if asked.seat != seat and match.status == Status.RUNNING
    ]
    for row in open_prompts.in_words(player, player.language)[:MOST_MATCHES]:
        if row.row.match_id != match.pk:
            told.append(f"{GAMES[row.row.match.game].title} #{row.row.match.number}: {row.text}")
    return told


def _of_match(match: Match) -> str:
    match match.status:
        case Status.FINISHED:
            return _("The match is over.")
        case Status.FROZEN:
            return _("This match stands still until our staff has looked at it.")
    return labels.paused_why(match) or _("The match goes on.")
