"""The e-mail with the puzzle of the day: the position, the question, and a link to its page."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.emails import table_in_words
from games.emails.matches import render_email
from games.engine.text import wrap_item, wrap_paragraph
from games.models import Puzzle
from games.presentation import boards
from games.presentation.puzzles import ShownPuzzle, build_position
from games.queries import puzzles
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Email, Notification


def render_puzzle_email(notification: Notification) -> Email | None:
    """Render a puzzle; None if its reader has solved it, or it can no longer be shown."""
    player = notification.player
    try:
        puzzle = puzzles.puzzle_by_number(notification.data["puzzle"])
    except Puzzle.DoesNotExist:
        return None
    if puzzles.attempts_of(player, [puzzle]):
        return None
    with translation.override(player.language):
        position = build_position(puzzle, player.language)
    if position is None:
        return None
    return render_email(notification, "puzzle", _build_context(notification, puzzle, position))


def _build_context(
    notification: Notification, puzzle: Puzzle, position: ShownPuzzle
) -> dict[str, object]:
    game, language = GAMES[puzzle.game], notification.player.language
    site = settings.SITE_URL.rstrip("/")
    wants_pictures = gateway.email_preferences_of(notification.player).html
    picture = wants_pictures and boards.render_board_picture(
        puzzle.game, position.view, position.names, language
    )
    describe = game.describe_brief_table or game.describe_table
    table, answers = describe(position.view, position.names, language), position.question.answers
    return {
        "title": game.title,
        "number": puzzle.number,
        "name": " ".join(position.names[puzzle.seat].split()),
        "question": position.question.text,
        "question_wrapped": wrap_paragraph(position.question.text),
        "answers": answers,
        "answers_text": "\n".join(
            wrap_item(
                f"{answer.number:>3} · ",
                f"{answer.words} – {answer.hint}" if answer.hint else answer.words,
            )
            for answer in answers
        ),
        "picture": picture,
        "table": table,
        "table_html": table_in_words.render_lines(table),
        "link": site + reverse("puzzle", args=[puzzle.number]),
        "site": site,
        "stop_link": gateway.one_click_url(notification),
    }
