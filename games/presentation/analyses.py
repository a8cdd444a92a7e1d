"""The analysis of a finished match in sentences, in the reader's language."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.engine import notation
from games.engine.analysis import Judgement, Summary
from games.engine.contract import Decision, View
from games.models import Analysis, Match, Player
from games.presentation.history import Series
from games.queries import matches
from games.services.rate_limits import is_too_often
from games.titles import GAMES

# Maximum number of analyses that a player may request a day.
REQUESTS_A_DAY, DAY = 20, timedelta(days=1)
# In a match that is won or lost together, leads go from -10, certainly lost, to 10, certainly won.
PERCENT_PER_POINT = 5
# By language: quotation marks, and those within quotation marks.
INNER_QUOTES = {
    "en": (("“", "‘"), ("”", "’")),
    "fr": (("«\u00a0", "“"), ("\u00a0»", "”")),
    "de": (("„", "‚"), ("“", "‘")),
}


class Remark(Struct, frozen=True):
    """A mistake or a find in words: its ply and seat, the question that was answered, and what is
    to be said about the answer."""

    ply: int
    seat: int
    question: str
    sentence: str
    is_find: bool


class Remarks(Struct, frozen=True):
    """What is said about one seat, the largest first."""

    seat: int
    name: str
    mistakes: list[Remark]
    finds: list[Remark]


def find_analysis(match: Match) -> Analysis | None:
    """Return the analysis of a match if it is over and one was requested, else None."""
    if not matches.can_be_analysed(match):
        return None
    return Analysis.objects.filter(match=match).first()


def load_summary(row: Analysis | None) -> Summary | None:
    """Return the result of an analysis, None if there is none yet or it cannot be read."""
    if row is None or row.status != Analysis.Status.DONE:
        return None
    try:
        return msgspec.convert(row.result, Summary)
    except msgspec.ValidationError:
        return None


def measure_progress(row: Analysis) -> int:
    """Return how much of an analysis is done, in percent."""
    figures = row.progress if isinstance(row.progress, dict) else {}
    playouts, budget = figures.get("playouts"), figures.get("budget")
    if not isinstance(playouts, int) or not isinstance(budget, int) or budget < 1:
        return 0
    return max(0, min(99, 100 * playouts // budget))


def has_requested_often(player: Player) -> bool:
    """Count one more request of a player; return whether these are too many."""
    return is_too_often("analysis", player.pk.hex, times=REQUESTS_A_DAY, within=DAY)


def list_remarks(
    match: Match, summary: Summary, language: str, reader: int | None
) -> list[Remarks]:
    """Return what is said about each seat, the reader's first."""
    names = matches.player_names(match)
    order = sorted(range(len(names)), key=lambda seat: (seat != reader, seat))
    return [
        Remarks(
            seat,
            names[seat],
            _describe_all(match, summary.mistakes, language, seat, reader),
            _describe_all(match, summary.finds, language, seat, reader),
        )
        for seat in order
    ]


def find_remarks_at(match: Match, ply: int, language: str, reader: int | None) -> list[Remark]:
    """Return what the match's analysis says about one move."""
    summary = load_summary(find_analysis(match))
    if summary is None:
        return []
    judgements = [
        judgement for judgement in (*summary.mistakes, *summary.finds) if judgement.ply == ply
    ]
    return [describe_judged(match, judgement, language, reader) for judgement in judgements]


def _describe_all(
    match: Match, judgements: list[Judgement], language: str, seat: int, reader: int | None
) -> list[Remark]:
    return [
        describe_judged(match, judgement, language, reader)
        for judgement in judgements
        if judgement.seat == seat
    ]


def describe_judged(
    match: Match,
    judgement: Judgement,
    language: str,
    reader: int | None,
    *,
    view: View | None = None,
) -> Remark:
    """Return a mistake or a find in words; the reader is addressed as “you”.

    The answers are told as their buttons say them; without a view these say less.
    """
    words, names = GAMES[match.game].list_words(language), matches.player_names(match)
    facts: dict[str, object] = {
        "name": names[judgement.seat],
        "played": quote_answer(match.game, judgement.played, view, language),
        "other": quote_answer(match.game, judgement.other, view, language),
    }
    describe = _describe_find if judgement.is_find else _describe_mistake
    sentence = describe(judgement, facts, judgement.seat == reader, matches.is_cooperative(match))
    question = words.get(f"question.{judgement.question}", "")
    return Remark(judgement.ply, judgement.seat, question, sentence, judgement.is_find)


def quote_answer(title: str, answer: Decision, view: View | None, language: str) -> str:
    """Return an answer as its button says it, fit to stand between quotation marks."""
    game = GAMES[title]
    label = game.label_answer(answer, view, language)
    label = label or notation.format_decision(answer, game.list_words(language))
    for outer, inner in INNER_QUOTES.get(language, INNER_QUOTES["en"]):
        label = label.replace(outer, inner)
    return label


def _describe_mistake(
    judgement: Judgement, facts: dict[str, object], is_own: bool, is_joint: bool
) -> str:
    sentence = _("You played “%(played)s”.") if is_own else _("%(name)s played “%(played)s”.")
    if is_joint:
        percent = max(1, round(judgement.points * PERCENT_PER_POINT))
        better = _("“%(other)s” would have raised the chance of winning by about %(percent)s%%.")
        return f"{sentence % facts} {better % (facts | {'percent': percent})}"
    points = max(1, round(judgement.points))
    better = ngettext(
        "“%(other)s” would have been worth about %(points)s point more.",
        "“%(other)s” would have been worth about %(points)s points more.",
        points,
    )
    return f"{sentence % facts} {better % (facts | {'points': points})}"


def _describe_find(
    judgement: Judgement, facts: dict[str, object], is_own: bool, is_joint: bool
) -> str:
    sentence = _("You found “%(played)s”.") if is_own else _("%(name)s found “%(played)s”.")
    if is_joint:
        percent = max(1, round(judgement.points * PERCENT_PER_POINT))
        better = _(
            "A quick bot would have played “%(other)s”, and lowered the chance of winning by about"
            " %(percent)s%%."
        )
        return f"{sentence % facts} {better % (facts | {'percent': percent})}"
    points = max(1, round(judgement.points))
    better = ngettext(
        "A quick bot would have played “%(other)s”, for about %(points)s point less.",
        "A quick bot would have played “%(other)s”, for about %(points)s points less.",
        points,
    )
    return f"{sentence % facts} {better % (facts | {'points': points})}"


def build_lead_series(match: Match, summary: Summary) -> Series | None:
    """Return the expected leads over time; in a match won or lost together, the chance of winning
    in percent. None if there are none."""
    if not summary.plies:
        return None
    if matches.is_cooperative(match):
        lines = [
            [round((lead + 10) * PERCENT_PER_POINT) for lead in line] for line in summary.leads
        ]
    else:
        lines = [[round(lead) for lead in line] for line in summary.leads]
    return Series("lead", tuple(summary.plies), tuple(tuple(line) for line in lines))
