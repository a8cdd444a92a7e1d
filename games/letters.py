"""What the table's notices say, written when they are about to be sent, from the view as it is.

Each kind of letter is three templates of one name in templates/mail/; the words are prepared here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from games import board, conversation, news, queries, record, refusals, standing, telling, voting
from games.links import answer_path
from games.models import Match, Player, Prompt, Status
from games.rules import GAMES, notation
from games.rules.contract import Decision
from games.rules.text import item, paragraph
from games.services import prompts
from games.views import wording
from notifications import planning, writer
from notifications.addresses import write_full
from notifications.hooks import shapes
from notifications.models import Notice
from notifications.writer import Letter, Picture

# So many moves of story; older ones are on the history page.
MOST_STORY = 30


def register() -> None:
    """Tell the post office who writes which kind of letter."""
    writer.letter("your_turn", ask)
    writer.letter("reminder", ask)
    writer.letter("refused", answer)
    writer.letter("receipt", about)
    writer.letter("clock_moved", about)
    writer.letter("match_started", about)
    writer.letter("match_finished", about)
    writer.letter("match_frozen", match_frozen)
    writer.letter("paused", paused)
    writer.letter("resumed", paused)
    writer.letter("vote_asked", vote_asked)
    writer.letter("vote_decided", about)
    writer.letter("seat_taken", about)
    writer.letter("seat_lost", seat_lost)
    writer.letter("seat_back", about)
    writer.letter("orders", about)
    writer.letter("order_off", about)
    writer.letter("sign_in", sign_in)
    shapes.teller[:] = [news.about]


def ask(notice: Notice) -> Letter | None:
    """A question: your turn, or a reminder of it. None once it has been answered."""
    match = match_of(notice)
    if match.status != Status.RUNNING or (match.paused and notice.kind == "reminder"):
        return None
    table = _table(notice, match)
    asked = table.question.row if table.question else None
    if asked is None or asked.answered or str(asked.pk) != notice.data["prompt"]:
        return None
    return render(notice, notice.kind, _facts(notice, table))


def answer(notice: Notice) -> Letter | None:
    """Why a letter was not taken, with the question again if it is still open."""
    return render(notice, notice.kind, context_of(notice, match_of(notice)))


def about(notice: Notice) -> Letter | None:
    """News of a match that ask nothing."""
    match = match_of(notice)
    context = context_of(notice, match)
    context["places"] = places = queries.places(match)
    context["places_text"] = "\n".join(
        f"{place:>3}. {name}" + ("" if score is None else f": {score}")
        for place, name, score in places
    )
    path = reverse("match_file", args=[match.number])
    context["match_file"] = settings.SITE_URL.rstrip("/") + path
    if vote := notice.data.get("vote"):
        context["vote"] = voting.told(match, notice.data["seat"], vote, notice.player.language)
    if ply := notice.data.get("ply"):
        context |= moved(match, notice.data["seat"], ply, notice.player.language)
    return render(notice, notice.kind, context)


def paused(notice: Notice) -> Letter | None:
    """That a match waits, or goes on; None once that is not so any more."""
    match = match_of(notice)
    if match.status != Status.RUNNING or (notice.kind == "paused") != (match.paused is not None):
        return None
    return render(notice, notice.kind, context_of(notice, match))


def seat_lost(notice: Notice) -> Letter | None:
    """That a substitute has taken the reader's seat: nothing that only the seat may see."""
    match = match_of(notice)
    link = settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number])
    name = queries.names(match)[notice.data["seat"]]
    context = {"title": GAMES[match.game].TITLE, "number": match.number}
    return render(notice, "seat_lost", context | {"name": name, "link": link})


def match_frozen(notice: Notice) -> Letter | None:
    """That the rules failed on a match, without its table, which may be what they fail on."""
    match = match_of(notice)
    context = {
        "title": GAMES[match.game].TITLE,
        "number": match.number,
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
        "is_moderator": "seat" not in notice.data,
    }
    return render(notice, "match_frozen", context)


def vote_asked(notice: Notice) -> Letter | None:
    """A question of the table to its people. None once it has been decided."""
    ballot = queries.open_ballot(notice.reply_token)
    if ballot is None:
        return None
    match, player = match_of(notice), notice.player
    context = context_of(notice, match)
    context["vote"] = voting.told(match, ballot.seat, ballot.vote_id, player.language)
    context["expires"] = ballot.vote.expires and written(ballot.vote.expires, player)
    for said, answer in enumerate(("yes", "no"), start=1):
        path = reverse("ballot", args=[ballot.token, said])
        context[f"{answer}_page"] = settings.SITE_URL.rstrip("/") + path
    return render(notice, "vote_asked", context)


def sign_in(notice: Notice) -> Letter | None:
    """The link that signs its reader in, and the code for the page where they asked."""
    link = settings.SITE_URL.rstrip("/") + notice.data["link_path"]
    return render(
        notice,
        "sign_in",
        {"link": link, "code": notice.data.get("code", ""), "site": settings.SITE_URL},
    )


def match_of(notice: Notice) -> Match:
    """The match a letter is about, with its seats."""
    return queries.match_with_seats(notice.data["match"])


def _table(notice: Notice, match: Match) -> queries.Table:
    return queries.table(match, notice.data["seat"], notice.player.language)


def context_of(notice: Notice, match: Match) -> dict[str, Any]:
    """The facts of a letter about a match, in the words of its reader."""
    return _facts(notice, _table(notice, match))


def _facts(notice: Notice, table: queries.Table) -> dict[str, Any]:
    """The facts of a letter about a match, in the words of its reader."""
    player, seat = notice.player, notice.data["seat"]
    match, question = table.match, table.question
    # Drawing takes longer than all the rest: not for those who read text alone.
    wants_pictures = planning.mailbox_of(player).html
    drawn = wants_pictures and board.picture(match.game, table.view, table.names, player.language)
    # Not before: a door may wait for the row that is held from here on.
    if question:
        prompts.keep_offered(question.row, [answer.decision for answer in question.answers])
    # A substitute has everything to catch up with.
    since = 0 if notice.kind == "seat_taken" else record.last_own_ply(match, seat)
    story = telling.history(match, seat, player.language, after=since)[-MOST_STORY:]
    sentences = [sentence for told in story if not told.undone for sentence in told.sentences]
    others = [name for number, name in enumerate(table.names) if number != seat]
    path = reverse("match", args=[match.number])
    said = conversation.news(notice, match, seat)
    return {
        "reader": player.display_name,
        "title": GAMES[match.game].TITLE,
        "number": match.number,
        "others": others,
        "others_text": ", ".join(others),
        "story": sentences,
        "story_text": _list(sentences),
        "said": said,
        # These tell it in the story.
        "said_below": notice.kind not in ("your_turn", "reminder", "chat"),
        "said_text": "\n".join(map(_quoted, said)),
        "table": table.text,
        # A telephone is narrower than our text, and breaks lines where it likes.
        "table_unwrapped": re.sub(r"\n {4,}(?=\S)", " ", table.text),
        "picture": drawn,
        "question": question and _question(question, player),
        "still_open": question and str(question.row.pk) == notice.data.get("prompt"),
        "paused": wording.paused_why(match),
        "paused_until": (until := voting.pause_until(match)) and written(until, player),
        "link": settings.SITE_URL.rstrip("/") + path,
        "site": settings.SITE_URL,
        **_orders(match, seat, player.language, notice.data.get("order", "")),
        "reason": (reason := refusals.retold(notice.data, match.game)),
        "reason_wrapped": paragraph(reason),
        **{key: notice.data.get(key, "") for key in ("line", "code", "sender", "pointer")},
    }


def _quoted(said: conversation.Said) -> str:
    """A message with a mark before each line, so that none of them is taken for an answer."""
    told = gettext("%(name)s says:") % {"name": said.name}
    return f"- {told}\n{paragraph(said.text, '    > ')}"


def _orders(match: Match, seat: int, language: str, off: str) -> dict[str, Any]:
    """The reader's active orders, and the one with the id `off` that was switched off."""
    told = standing.own_orders(match, seat, language)
    active = [order for order in told if order.row.active]
    gone = next((order for order in told if str(order.row.pk) == off), None)
    return {
        "orders": active,
        "is_passed_over": any(o.row.rules.get("term", {}).get("kind") == "back" for o in active),
        "orders_text": "\n".join(item(f"{o.row.number:>3} · ", o.words) for o in active),
        "order_off": gone,
        "order_off_why": gone and wording.ENDED.get(gone.row.why, ""),
    }


def _question(question: queries.Question, player: Player) -> dict[str, Any]:
    game = GAMES[question.row.match.game]
    words = game.words(player.language)
    return {
        "text": question.text,
        "text_wrapped": paragraph(question.text),
        "answers_text": "\n".join(_numbered(answer) for answer in question.answers),
        "answers": [_linked(question.row, answer) for answer in question.answers],
        "links_text": "\n".join(
            f"{answer.number:>3}: {_page(question.row, answer)}" for answer in question.answers
        ),
        "answered": question.answered,
        "open": bool(question.slotted),
        "fallback": notation.write(question.asked.fallback, words),
        "deadline": question.row.deadline and written(question.row.deadline, player),
        "left": question.row.deadline and left(question.row.deadline, timezone.now()),
    }


def _linked(prompt: Prompt, answer: queries.Answer) -> dict[str, Any]:
    """One answer with its two links: a letter that says it, and the page that offers it."""
    said = quote(answer.words + "\n")
    return {
        "words": answer.words,
        "hint": answer.hint,
        "letter": f"mailto:{quote(write_full('play', prompt.token), safe='@')}?body={said}",
        "page": _page(prompt, answer),
    }


def _page(prompt: Prompt, answer: queries.Answer) -> str:
    return settings.SITE_URL.rstrip("/") + answer_path(prompt.token, answer.number)


def _numbered(answer: queries.Answer) -> str:
    """One answer as a line that is no answer itself, so that a quoted letter plays nothing."""
    return item(
        f"{answer.number:>3} · ", answer.words + (f" – {answer.hint}" if answer.hint else "")
    )


def written(instant: datetime, player: Player) -> str:
    """The instant in the reader's zone, named, and in UTC where that differs."""
    local = instant.astimezone(ZoneInfo(player.zone))
    shown = f"{date_format(local, wording.day_and_time())} ({player.zone})"
    if player.zone == "UTC":
        return shown
    utc = date_format(instant.astimezone(ZoneInfo("UTC")), wording.short_day_and_time())
    return f"{shown}, {utc} UTC"


def left(instant: datetime, now: datetime) -> str:
    """How long until then: “2 days”, “5 hours”, “20 minutes”."""
    seconds = max(instant - now, timedelta()).total_seconds()
    if (days := round(seconds / 86400)) >= 2:
        return wording.days_in_words(days)
    if (hours := round(seconds / 3600)) >= 2:
        return wording.hours_in_words(hours)
    return wording.minutes_in_words(max(round(seconds / 60), 1))


def moved(match: Match, seat: int, ply: int, language: str) -> dict[str, Any]:
    """The move at `ply`, written out, and what came of it."""
    move = match.moves.get(ply=ply)
    told = record.history(match, seat, language, after=ply - 1)
    sentences = [sentence for t in told if t.ply == ply for sentence in t.sentences]
    return {
        "moved": notation.write(Decision(**move.decision), GAMES[match.game].words(language)),
        "moved_story": sentences,
        "moved_text": _list(sentences),
        "mine": next(one for one in match.seats.all() if one.number == seat),
    }


def _list(sentences: Iterable[str]) -> str:
    return "\n".join(item("- ", sentence) for sentence in sentences)


def render(notice: Notice, name: str, context: dict[str, Any]) -> Letter:
    """Fill the three templates of a letter in the language of its reader."""
    context["language"] = notice.player.language
    with translation.override(notice.player.language):
        subject = render_to_string(f"mail/{name}.subject.txt", context).strip()
        text = render_to_string(f"mail/{name}.txt", context).strip() + "\n"
        html = render_to_string(f"mail/{name}.html", context)
    text = re.sub(r"\n{3,}", "\n\n", text)
    drawn = context.get("picture")
    pictures = (Picture(drawn.content_id, drawn.png, "table.png"),) if drawn else ()
    return Letter(" ".join(subject.split()), text, html, notice.player.language, pictures=pictures)
