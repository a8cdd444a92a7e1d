"""E-mails about matches, rendered from the current view just before they are sent.

Each kind of e-mail has three templates of the same name in templates/mail/; their context is built
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.emails import prompts, story, table_in_words
from games.emails.batch_rows import EmailFacts, get_email_facts
from games.emails.prompts import format_instant
from games.engine import notation
from games.engine.addressing import mark_reader
from games.engine.contract import Decision, name_players
from games.engine.text import format_number, join_words, wrap_item, wrap_paragraph
from games.models import Match, Move, Player, Status, TimelineEntry, Undo
from games.presentation import (
    boards,
    errors_text,
    history_text,
    labels,
    links,
    orders,
    results,
    votes,
)
from games.queries import chat, matches, move_log
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Email, Notification, Picture

# Maximum size of the text in bytes, for games that list only some of their answers. If chat makes
# an e-mail with a question longer, its oldest messages are left out.
MAX_TEXT_OCTETS = 4096
# Bytes for the line that says so.
LEFT_OUT_OCTETS = 160
# Maximum number of answers that are left out as well if an e-mail is still longer.
MAX_FEWER = 6
# Maximum number of answers that stand above the story.
MAX_ABOVE_STORY = 3
# What the engine says of a line that is no answer.
NOT_AN_ANSWER = "“{line}” is not one of the answers."
# Kinds that take a reply, but ask nothing: their subjects say what they tell.
ASKING_NOTHING = {"match_finished", "clock_moved"}


def render_prompt_email(notification: Notification) -> Email | None:
    """Render a prompt, or a reminder of it; None once it has been answered."""
    about, match = get_email_facts(notification), get_email_facts(notification).match
    if match.status != Status.RUNNING or (match.paused_at and notification.kind == "reminder"):
        return None
    prompt = about.prompt
    if prompt is None or prompt.answered_at or str(prompt.pk) != notification.data["prompt"]:
        return None
    context = context_of(notification, about)
    # The rules may no longer ask it.
    return render_email(notification, notification.kind, context) if context["question"] else None


def render_refusal_email(notification: Notification) -> Email | None:
    """Render why an e-mail was refused, with the prompt if it is still open.

    If the same words were refused before, the e-mail only says so, and where answers are chosen.
    """
    context = context_of(notification, get_email_facts(notification))
    context["is_again"] = notification.data.get("is_again", False)
    if context["is_again"]:
        context |= {"question": None, "picture": None, "table": "", "table_html": ""}
        context |= {"still_open": False, "story": story.Story([], [])}
    return render_email(notification, notification.kind, context)


def render_match_news_email(notification: Notification) -> Email | None:
    """Render news of a match without a prompt of their own.

    None for the receipt of an answer after which the reader has been asked something else, or the
    match has ended: the e-mail about that confirms it; and for an answer that was withdrawn since.
    """
    match, prompt = get_email_facts(notification).match, get_email_facts(notification).prompt
    answered_prompt = notification.data.get("prompt", "") if notification.kind == "receipt" else ""
    if answered_prompt and prompt and not prompt.answered_at and str(prompt.pk) != answered_prompt:
        return None
    if answered_prompt and match.status == Status.FINISHED and _hears_of_end(match, notification):
        return None
    move = find_told_move(match, notification.data) if "ply" in notification.data else None
    if "ply" in notification.data and move is None:
        return None
    if notification.kind == "receipt" and move:
        get_email_facts(notification).late.leave_out([move.ply])
    context = context_of(notification, get_email_facts(notification))
    if notification.kind == "match_finished":
        context |= _build_result_context(match, notification)
        takes_mail = context["takes_replies"] and not prompts.wants_pages(notification.player)
        context["rematch_link"] = (
            _build_reply_link(notification, "match_finished", context, gettext("rematch"))
            if takes_mail
            else context["link"]
        )
        context["rematch_by_mail"] = takes_mail
    if notification.kind == "orders":
        context |= _build_default_orders_context(match, notification.player, context["orders"])
        # Below a list as long as a phone, the board would be out of sight.
        context["picture"] = None
    if vote := notification.data.get("vote"):
        context["vote"] = votes.describe_vote(
            match, notification.data["seat"], vote, notification.player.language
        )
    if move:
        context |= build_move_context(
            match,
            notification.data["seat"],
            move,
            notification.player.language,
            arguments=notification.data.get("arguments", ()),
        )
        context["was_unsent"] = _was_unsent(match, notification.data["seat"], move.ply)
    return render_email(notification, notification.kind, context)


def _hears_of_end(match: Match, notification: Notification) -> bool:
    """Return whether the player gets an e-mail about the end of the match."""
    events = gateway.preferred_events(notification.player, f"match-{match.number}")
    return "match" in events["mail"]


def _was_unsent(match: Match, seat: int, ply: int) -> bool:
    """Return whether the clock made this move because no e-mail reached the seat's player."""
    return any(
        (entry.kind, entry.seat, entry.ply) == (TimelineEntry.Kind.UNSENT, seat, ply)
        for entry in match.timeline.all()
    )


def _build_result_context(match: Match, notification: Notification) -> dict[str, object]:
    """Return the result of a finished match: places, parts of the scores, and the new rating."""
    places = matches.final_places(match)
    outcome = matches.match_outcome(match)
    lines = outcome.lines if outcome else ()
    words = GAMES[match.game].list_words(notification.player.language)
    parts_by_name = {
        name: [
            f"{words.get(code, code)} {format_number(points)}" for code, points in parts if points
        ]
        for name, parts in zip(matches.player_names(match), lines, strict=False)
    }
    site = settings.SITE_URL.rstrip("/")
    has_analysis = matches.can_be_analysed(match) and not notification.player.is_guest
    return {
        "takes_replies": bool(notification.reply_token),
        "result": results.describe_result(match, notification.data["seat"]),
        "rating": results.list_rating_changes(match).get(notification.player_id),
        "places_text": "\n".join(
            _format_place(place, name, score, parts_by_name.get(name, []))
            for place, name, score in places
        ),
        "standings": [
            {
                "place": place,
                "name": name,
                "score": "" if score is None else format_number(score),
                "parts": " · ".join(parts_by_name.get(name, [])),
            }
            for place, name, score in places
        ],
        "match_file": site + reverse("match_file", args=[match.number]),
        "analysis": site + reverse("analysis", args=[match.number]) if has_analysis else "",
    }


def _format_place(place: int, name: str, score: int | None, parts: Sequence[str]) -> str:
    """Return a place in the text, with the parts of its score below it."""
    line = f"{place:>3}. {name}" + ("" if score is None else f" · {format_number(score)}")
    return f"{line}\n" + wrap_item(" " * 5, ", ".join(parts)) if parts else line


def render_pause_email(notification: Notification) -> Email | None:
    """Render that a match is paused or resumed; None if that is outdated."""
    match = get_email_facts(notification).match
    if match.status != Status.RUNNING or (notification.kind == "paused") != (
        match.paused_at is not None
    ):
        return None
    return render_email(
        notification, notification.kind, context_of(notification, get_email_facts(notification))
    )


def render_lost_seat_email(notification: Notification) -> Email | None:
    """Render that a substitute has taken over the reader's seat, without the seat's view."""
    match = match_of(notification)
    link = settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number])
    name = matches.player_names(match)[notification.data["seat"]]
    context = {"title": GAMES[match.game].title, "number": match.number}
    return render_email(notification, "seat_lost", context | {"name": name, "link": link})


def render_join_email(notification: Notification) -> Email | None:
    """Render that somebody has joined the reader's match; None once it waits no more."""
    rows = matches.all_matches().filter(pk=notification.data["match"], status=Status.OPEN)
    match = rows.first()
    player = notification.data["player"]
    seats = [] if match is None else list(match.seats.all())
    name = next((s.player.display_name for s in seats if str(s.player_id) == player), None)
    if match is None or name is None:
        return None
    context = {
        "title": GAMES[match.game].title,
        "number": match.number,
        "name": " ".join(name.split()),
        "free": match.seats_wanted - len(seats),
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
        "site": settings.SITE_URL.rstrip("/"),
        "stop_link": gateway.one_click_url(notification),
    }
    return render_email(notification, "player_joined", context)


def render_frozen_email(notification: Notification) -> Email | None:
    """Render that the rules failed in a match, without its board, which may be the cause."""
    match = match_of(notification)
    context = {
        "title": GAMES[match.game].title,
        "number": match.number,
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
        "is_moderator": "seat" not in notification.data,
    }
    return render_email(notification, "match_frozen", context)


def render_vote_email(notification: Notification) -> Email | None:
    """Render a vote; None once it has been decided."""
    ballot = matches.open_ballot(notification.reply_token)
    if ballot is None:
        return None
    match, player = get_email_facts(notification).match, notification.player
    context = context_of(notification, get_email_facts(notification))
    context["vote"] = votes.describe_vote(match, ballot.seat, ballot.vote_id, player.language)
    context["expires"] = ballot.vote.expires_at and format_instant(ballot.vote.expires_at, player)
    paths = [links.ballot_path(ballot.token, choice) for choice in (1, 2)]
    words = (gettext("yes"), gettext("no"))
    context |= build_two_answers(notification, "vote_asked", context, words, paths)
    return render_email(notification, "vote_asked", context)


def build_two_answers(
    notification: Notification,
    name: str,
    context: dict[str, object],
    words: Sequence[str],
    paths: Sequence[str],
    *,
    by_page: bool = False,
) -> dict[str, object]:
    """Return the links of the buttons for yes and no, and their pages for whoever chooses pages.

    `by_page`: they are pages for everybody.
    """
    site = settings.SITE_URL.rstrip("/")
    by_page = by_page or prompts.wants_pages(notification.player)
    pages = [site + path for path in paths]
    mails = [_build_reply_link(notification, name, context, word) for word in words]
    yes, no = pages if by_page else mails
    return {"yes_link": yes, "no_link": no, "pages": pages if by_page else []}


def _build_reply_link(
    notification: Notification, name: str, context: dict[str, object], words: str
) -> str:
    """Return the link to a reply to this e-mail that says `words`."""
    subject = " ".join(render_to_string(f"mail/{name}.subject.txt", context).split())
    return prompts.build_mailto(
        notification.reply_token, words, subject, notification.message_id or ""
    )


def render_sign_in_email(notification: Notification) -> Email | None:
    """Render the sign-in link, and the code for the page where it was requested."""
    link = settings.SITE_URL.rstrip("/") + notification.data["link_path"]
    return render_email(
        notification,
        "sign_in",
        {"link": link, "code": notification.data.get("code", ""), "site": settings.SITE_URL},
    )


def match_of(notification: Notification) -> Match:
    """Return the match of an e-mail, with its seats."""
    return matches.match_with_seats(notification.data["match"])


def context_of(notification: Notification, facts: EmailFacts) -> dict[str, Any]:
    """Return the template context of an e-mail about a match, in the reader's language."""
    player, seat, match = notification.player, notification.data["seat"], facts.match
    prompt_rows = [facts.prompt] if facts.prompt and match.status == Status.RUNNING else []
    table = matches.build_table(match, seat, player.language, prompt_rows)
    question = table.question
    if (
        question
        and notification.data.get("answers")
        and prompt_rows[0].token != notification.reply_token
    ):
        # It was asked after this e-mail was posted and has one of its own, which can be answered.
        question = None
    # Rendering the picture takes most of the time: skip it for readers of plain text.
    wants_pictures = gateway.email_preferences_of(player).html
    picture = wants_pictures and boards.render_board_picture(
        match.game, table.view, table.names, player.language
    )
    history = history_text.describe_history_rows(
        match, seat, player.language, facts.story, after=facts.late.after
    )
    history = move_log.name_undone_moves(match, seat, player.language, history)
    room = (
        story.count_characters_above(question.text)
        if question and len(question.answers) > MAX_ABOVE_STORY
        else story.MAX_ABOVE
    )
    events_story = story.tell_story(
        match.game,
        history,
        mark_reader(table.names, seat),
        player.language,
        room=room,
        # An e-mail about the end begins with the result.
        without=GAMES[match.game].result_events if notification.kind == "match_finished" else (),
    )
    describe = GAMES[match.game].describe_brief_table
    table_text = describe(table.view, table.names, player.language) if describe else table.text
    others = [name for number, name in enumerate(table.names) if number != seat]
    path = reverse("match", args=[match.number])

    def build_question(fewer: int = 0) -> dict[str, object] | None:
        if question is None:
            return None
        arranged_question = prompts.arrange_answers(question, fewer)
        facts.numbered = [answer.decision for answer in arranged_question.answers]
        return prompts.build_prompt_context(
            arranged_question,
            name_players(table.view, table.names),
            player,
            subject=_prompt_subject(match, others),
            message_id=notification.message_id,
            fewer=fewer,
        )

    return {
        "reader": player.display_name,
        "title": GAMES[match.game].title,
        "number": match.number,
        "others": others,
        "others_text": join_words(others, gettext("and")),
        "story": events_story,
        "story_text": _format_list(events_story.sentences),
        "tells_own_move": facts.late.tells_own,
        # Few answers stand above the story.
        "story_follows": notification.kind in ("your_turn", "reminder")
        and question is not None
        and len(question.answers) <= MAX_ABOVE_STORY,
        # The reader knows of no move yet: no other e-mail says that the match has started. Not
        # `match.ply`, which would reveal that another seat has given a sealed answer.
        "begins": notification.kind == "your_turn"
        and not facts.late.has_own
        and not any(entry.events for entry in history),
        "replay_link": len(events_story.sentences) > 1
        and _build_replay_link(match, facts.late.after + 1),
        **_build_chat_context(facts.said),
        # The others include it in the history.
        "said_below": notification.kind not in ("your_turn", "reminder", "chat"),
        "is_limited": GAMES[match.game].max_listed_answers is not None
        and notification.kind in ("your_turn", "reminder", "refused"),
        "table": table_text,
        "table_html": table_in_words.render_lines(table_text),
        "picture": picture,
        "has_moved": facts.late.has_own,
        "can_undo": match.undo != Undo.OFF and facts.late.has_own,
        "explains": match.game in boards.GUIDES,
        "rules_link": settings.SITE_URL.rstrip("/") + reverse("guide", args=[match.game]),
        "stop_link": gateway.one_click_url(notification),
        "question": build_question(),
        "build_question": build_question,
        "still_open": question and str(question.row.pk) == notification.data.get("prompt"),
        "paused": labels.paused_why(match),
        "paused_until": (until := votes.pause_until(match)) and format_instant(until, player),
        "link": settings.SITE_URL.rstrip("/") + path,
        "site": settings.SITE_URL,
        **_build_orders_context(facts, seat, player.language, notification.data.get("order", "")),
        "reason": (reason := _describe_refusal(notification, match)),
        "reason_wrapped": wrap_paragraph(reason),
        **{key: notification.data.get(key, "") for key in ("line", "code", "sender", "pointer")},
        "nearest": (nearest := notification.data.get("nearest", [])),
        "nearest_text": join_words(
            [gettext("“%(words)s”") % {"words": words} for words in nearest], gettext("or")
        ),
        "takes_yes": len(nearest) == 1 and "proposed" not in notification.data,
        "proposed": notification.data.get("proposed", []),
    }


def _describe_refusal(notification: Notification, match: Match) -> str:
    """Return why an e-mail was refused, without its line where that stands above it."""
    if notification.data.get("line") and notification.data.get("sentence") == NOT_AN_ANSWER:
        return gettext("We did not understand this as an answer.")
    return errors_text.describe_saved_refusal(notification.data, match.game)


def _prompt_subject(match: Match, others: Sequence[str]) -> str:
    """Return the subject of the e-mails about prompts of a match, which is always the same."""
    context = {"title": GAMES[match.game].title, "number": match.number, "others": others}
    return " ".join(render_to_string("mail/your_turn.subject.txt", context).split())


def _build_replay_link(match: Match, ply: int) -> str:
    """Return the link to the board after a move, from where the reader steps through the rest."""
    path = reverse("history", args=[match.number])
    return f"{settings.SITE_URL.rstrip('/')}{path}?ply={ply}"


def _build_chat_context(lines: Sequence[chat.ChatLine], left_out: int = 0) -> dict[str, object]:
    return {
        "said": lines,
        "said_text": "\n".join(map(_quote_message, lines)),
        "said_left": left_out,
    }


def _leave_out_messages(context: dict[str, Any], octets: int) -> dict[str, object]:
    """Return the chat of an e-mail without its oldest messages, so that it is `octets` shorter."""
    lines: Sequence[chat.ChatLine] = context["said"]
    sizes = accumulate(len(_quote_message(line).encode()) + 1 for line in lines)
    count = sum(size < octets + LEFT_OUT_OCTETS for size in sizes) + 1
    return _build_chat_context(lines[count:], min(count, len(lines)))


def _quote_message(line: chat.ChatLine) -> str:
    """Return a message with a mark before each line, so that a quote is not parsed as an answer."""
    heading = gettext("%(name)s says:") % {"name": line.name}
    return f"- {heading}\n{wrap_paragraph(line.text, '    > ')}"


def _build_orders_context(
    facts: EmailFacts, seat: int, language: str, off: str
) -> dict[str, object]:
    """Return the reader's active orders, and the one with the id `off` that has just ended."""
    descriptions = orders.describe_orders(facts.match, seat, language, facts.orders)
    active = [order for order in descriptions if order.row.active]
    order_off = next((order for order in descriptions if str(order.row.pk) == off), None)
    return {
        "orders": active,
        "suggests_orders": not active and bool(GAMES[facts.match.game].suggested_orders),
        "is_passed_over": any(o.row.rules.get("term", {}).get("kind") == "back" for o in active),
        "orders_text": "\n".join(
            wrap_item(f"{o.row.number:>3} · ", _write_order(o)) for o in active
        ),
        "order_off": order_off,
        "order_off_why": order_off and labels.END_REASONS.get(order_off.row.why, ""),
    }


def _write_order(order: orders.Standing | orders.SuggestedOrder) -> str:
    """Return an order as it is written, and the questions that it answers."""
    return f"{order.words} ({order.about})" if order.about else order.words


def _build_default_orders_context(
    match: Match, player: Player, active: Sequence[orders.Standing]
) -> dict[str, object]:
    """Return which orders new matches begin with, and which suggested ones are not written yet."""
    defaults = {order.words: order for order in orders.list_default_orders(player, match.game)}
    here = {order.words: order.row.number for order in active}
    elsewhere = [words for words in defaults if words not in here]
    suggestions = [
        _write_order(order)
        for order in orders.list_suggested_orders(match.game, player.language)
        if order.words not in here or order.words not in defaults
    ]
    return {
        "kept_here": ", ".join(str(number) for words, number in here.items() if words in defaults),
        "kept_elsewhere": elsewhere,
        "kept_text": _format_list(elsewhere),
        "suggested": suggestions,
        "suggested_text": _format_list(suggestions),
    }


def find_told_move(match: Match, facts: dict[str, object]) -> Move | None:
    """Return the move that a notification is about; None if it was withdrawn.

    The number of a withdrawn move becomes another's, so only old notifications are without its id.
    """
    key = {"pk": facts["move"]} if "move" in facts else {"ply": facts["ply"]}
    return match.moves.filter(**key).first()


def build_move_context(
    match: Match, seat: int, move: Move, language: str, *, arguments: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a move in words, and its consequences.

    `arguments` are their names in the order in which they are written: the database sorts them.
    """
    values = move.decision.get("args", {})
    args = {name: values[name] for name in [*arguments, *values] if name in values}
    summaries = move_log.describe_moves(match, seat, language, [move])
    names = mark_reader(matches.player_names(match), seat)
    sentences = story.tell_move(summaries, match.game, names, language)
    return {
        "moved": notation.format_decision(
            Decision(move.decision["verb"], args), GAMES[match.game].list_words(language)
        ),
        "moved_story": sentences,
        "moved_text": _format_list(sentences),
        "mine": next(seat_row for seat_row in match.seats.all() if seat_row.number == seat),
    }


def _format_list(sentences: Iterable[str]) -> str:
    return "\n".join(wrap_item("- ", sentence) for sentence in sentences)


def _render_text(name: str, context: dict[str, Any]) -> str:
    text = render_to_string(f"mail/{name}.txt", context).strip() + "\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def render_email(notification: Notification, name: str, context: dict[str, Any]) -> Email:
    """Render the three templates of an e-mail in the language of its reader."""
    context["language"] = notification.player.language
    with translation.override(notification.player.language):
        subject = render_to_string(f"mail/{name}.subject.txt", context).strip()
        text = _render_text(name, context)
        excess = len(text.encode()) - MAX_TEXT_OCTETS
        if excess > 0 and context.get("is_limited") and context["said"]:
            context |= _leave_out_messages(context, excess)
            text = _render_text(name, context)
        fewer = 0
        while (
            len(text.encode()) > MAX_TEXT_OCTETS
            and context.get("is_limited")
            and (fewer := fewer + 1) <= MAX_FEWER
        ):
            context["question"] = context["build_question"](fewer)
            text = _render_text(name, context)
        html = render_to_string(f"mail/{name}.html", context)
    picture = context.get("picture")
    pictures: tuple[Picture, ...] = ()
    if picture and f"cid:{picture.content_id}" in html:
        pictures = (Picture(picture.content_id, picture.png, "table.png"),)
    return Email(
        " ".join(subject.split()),
        text,
        html,
        notification.player.language,
        pictures=pictures,
        # “Your turn” would be wrong for what asks nothing.
        keeps_subject=notification.kind in ASKING_NOTHING
        or (bool(notification.data.get("answers")) and not context.get("question")),
    )
