"""Read e-mails that agree to what our last one proposed: “Did you mean “pass”? Then just reply
“yes”.”"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Decision, Refused
from games.replies import consensus, one_word
from games.replies.lines import gist, natural_answers, reasons, small_talk, verb_forms
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.line_reader import LineReader
from games.replies.responses import ReplyContext
from notifications import gateway

# What may stand between a “yes” and what else a line says.
_BREAK = re.compile(r"\s{0,3}[,;.!:–—…-]{1,3}\s{1,3}|\s(?=(?:and|et|und|then|puis|dann|danach)\s)")
# Words that begin the next action: “yes, and then pass”.
_IN_TURN = re.compile(
    r"^(?:(?:and|et|und)\s)?(?:then|afterwards|after that|next|puis|ensuite|après|dann|danach)"
    r"\s{1,3}(?=\S)",
    re.IGNORECASE,
)
# Maximum number of words of a remark behind a “yes”.
MAX_REMARK_WORDS = 8


def accept_proposal(
    context: ReplyContext, reader: LineReader | None, lines: list[str]
) -> list[str]:
    """Return `lines` with the answer that our last e-mail about the prompt proposed in place of a
    “yes” to it.

    [] if they only disagree; the lines themselves if they do not speak of it. Raises
    AmbiguousDecision if a “yes” stands beside another answer.
    """
    consent = find_consent(reader, lines)
    rest = _find_rest(lines) if consent is None and reader else None
    if consent is None and rest is None:
        return lines
    answer = _find_proposal(context)
    if answer is None:
        return lines
    if rest is None or reader is None:
        return [answer] if consent else []
    return _join(reader, answer, rest, lines)


def find_consent(reader: LineReader | None, lines: Sequence[str]) -> bool | None:
    """Return whether lines only agree or disagree; None if they answer or say something else."""
    pieces = [piece for line in lines for piece in _BREAK.split(line) if piece.strip()]
    others = [piece for piece in pieces if one_word.find_consent([piece]) is None]
    if has_plain_answer(reader, lines) or has_plain_answer(reader, others):
        # “Yes, end”
        return None
    return find_bare_consent(reader, lines)


def find_bare_consent(reader: LineReader | None, lines: Sequence[str]) -> bool | None:
    """Return whether lines only agree or disagree, even if that is an answer, too."""
    # “Genau” alone is no name.
    plain = lines[:-1] if len(lines) > 1 and reader and _is_signed(lines[-1], reader) else lines
    return one_word.find_consent(plain)


def _find_proposal(context: ReplyContext) -> str | None:
    """Return the only answer that our last e-mail about the prompt proposed, None if none."""
    thread = f"match-{context.match.number}"
    refusal = gateway.last_sent_email_data(context.player.pk, thread, "refused")
    nearest = refusal.get("nearest", [])
    is_ours = refusal.get("prompt") == str(context.prompt.pk) and "proposed" not in refusal
    return str(nearest[0]) if is_ours and len(nearest) == 1 else None


def _find_rest(lines: Sequence[str]) -> list[str] | None:
    """Return what stands behind the “yes” that an e-mail begins with, None if it does not.

    >>> _find_rest(["Hi!", "ja", "passen"]), _find_rest(["yes, then pass"]), _find_rest(["pass"])
    (['passen'], ['then pass'], None)
    """
    remaining = [line for line in lines if line.strip()]
    while remaining and small_talk.is_greeting(remaining[0]):
        remaining = remaining[1:]
    if not remaining:
        return None
    first, *others = remaining
    parts = _BREAK.split(first, maxsplit=1)
    if len(parts) == 2 and parts[1].strip() and one_word.find_consent([parts[0]]):
        is_more = one_word.find_consent([parts[1]]) is None and not small_talk.is_phrase(parts[1])
        if is_more:
            return [parts[1].strip(), *others]
    return (others or None) if one_word.find_consent([first]) else None


def _join(reader: LineReader, answer: str, rest: Sequence[str], lines: list[str]) -> list[str]:
    """Return a proposed answer and what follows the “yes” to it, as lines of one e-mail."""
    first, *others = rest
    if first in lines:
        # “Yes” was a line of its own.
        return [answer, *rest] if reader.can_read(first) else lines
    next_action = _IN_TURN.sub("", first, count=1)
    if next_action not in ("", first):
        return [answer, next_action, *others]
    proposed = reader.read(answer).decision
    try:
        decision = reader.read(first).decision
    except AmbiguousDecision as refusal:
        # “Yes, discard it”
        return [answer, *others] if answer in refusal.answers else lines
    except Refused:
        return [answer, *others] if _is_remark(reader, first, proposed) else lines
    if decision == proposed:
        return [answer, *others]
    raise AmbiguousDecision(
        "“{other}” leaves open whether “{line}” is your answer.",
        line=answer,
        other=notation.shorten_line(first),
    )


def _is_remark(reader: LineReader, text: str, decision: Decision) -> bool:
    """Return whether words behind a “yes” change nothing about what it agrees to.

    They may name it once more: “yes, the boars”.
    """
    words = notation.split_words(text)
    if not 0 < len(words) <= MAX_REMARK_WORDS or notation.is_question(text):
        return False
    if (reasons.LIMITS | small_talk.DOUBTS).intersection(words) or small_talk.is_retraction(text):
        return False
    hint = reader.background.describe_hint(decision)
    own_forms = gist.list_forms(reader, decision.verb) | {
        form
        for word in notation.tokenize_line(hint)
        for language in ("en", "fr", "de")
        for form, _end in verb_forms.list_verb_forms(word, language)
    }
    if reader.background.is_request(text) or not reader.attempts.forms.isdisjoint(
        set(words) - own_forms
    ):
        return False
    own = {
        natural_answers.cut_case(word)
        for lexicon in reader.lexicons
        for word in notation.tokenize_line(f"{notation.format_decision(decision, lexicon)} {hint}")
    }
    names = {
        natural_answers.cut_case(word)
        for word in reader.names - natural_answers.COMMON
        if len(word) >= MIN_NAME_LENGTH
    }
    return not any(
        (word.isdigit() and word not in own) or natural_answers.cut_case(word) in names - own
        for word in words
    )


def _is_signed(line: str, reader: LineReader) -> bool:
    """Return whether a line is a name of a person, and of nothing in the game."""
    words = line.split()
    is_name = 0 < len(words) <= consensus.MAX_NAME_WORDS and all(map(str.istitle, words))
    return is_name and not reader.attempts.mentions(line) and not small_talk.is_talk(line)


def has_plain_answer(reader: LineReader | None, lines: Sequence[str]) -> bool:
    """Return whether a line is an answer just as the e-mail writes it."""
    return reader is not None and any(map(reader.is_answer, lines))
