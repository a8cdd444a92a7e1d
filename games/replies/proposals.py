"""Propose the answers that a line which cannot be read is written most like. None is played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import partial

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Decision, Refused
from games.engine.notation import Tokens
from games.replies.lines import gist, natural_answers, number_words, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.line_reader import LineReader

# Maximum number of answers that are proposed together.
MAX_PROPOSALS = 3
# How alike two words have to be to count as one misspelt, and the share of an answer's words that
# have to stand in a line for the answer to be proposed.
MIN_LIKENESS, MIN_ALIKE = 0.75, 0.5
# Words of fewer letters are not taken for misspelt ones: “ne” is not “non”.
MIN_MISSPELT = 3
# The same for the words of its hint, or for those of the line in the hint.
MIN_ALIKE_HINT = 0.9
# Words that say no to the number behind them, and how far before it they may stand.
_NEGATES = small_talk.list_words(
    """
    no not never non ne pas jamais sans nein nicht nie kein keine keinen ohne without don dont won
    wont isn
    """
)
MAX_NEGATED = 3
_CORRECTS = re.compile(
    r"\b(?:no|non|nein|nee)\b\s?(?:[,.!…:–-]+\s?|(?:wait|actually|finalement|plutôt|doch|lieber)\b)",
    re.IGNORECASE,
)
# What separates the sentences of a line.
_PIECES = re.compile(r"[.:;!?…](?=\s|$)")
# Maximum number of words of a line whose number words count: “one” and “un” are articles, too.
MAX_WORDS_BESIDE_NUMBER_WORD = 4


def list_nearest(reader: LineReader, line: str) -> list[str]:
    """Return the words of up to MAX_PROPOSALS answers that are most like a line; [] for none."""
    lexicon = reader.lexicons[0]
    return [notation.format_decision(decision, lexicon) for decision in _find_nearest(reader, line)]


def _find_nearest(reader: LineReader, line: str) -> list[Decision]:
    """Return up to MAX_PROPOSALS answers that are written most like a line; [] for none.

    Misspelt words count, in any order, also those of its hint; and numbers of answers. Small talk
    does not, nor does a line that is like more answers than that.
    """
    *before, behind = _CORRECTS.split(line)
    if len(notation.split_words(" ".join(before))) > 1 and notation.split_words(behind):
        # “Take the Sage … hmm no, the Priest”
        line = behind
    tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    texts = [notation.format_decision(option, reader.lexicons[0]) for option in reader.offered]
    if natural_answers.names_last(tokens) and texts:
        return [reader.offered[-1]]
    decision = reader.find_by_part_of_name(tokens)
    if decision is not None and decision in reader.offered:
        return [decision]
    bids = gist.list_filled(reader, gist.inflect_names(reader, line))
    if 0 < len(bids) <= MAX_PROPOSALS:
        return bids
    if by_name := _find_by_names(reader, line):
        return by_name
    everywhere = range(len(reader.offered))
    if places := _find_by_description(reader, tokens, everywhere, least=2):
        return [reader.offered[at] for at in places]
    by_words = _find_by_words(reader, line, tokens, texts)
    if declining := _find_declining(reader, line):
        return [declining]
    if not by_words and (accepting := _find_accepting(reader, line)):
        return [accepting]
    own_words = {word for at in by_words for word in notation.split_words(texts[at])}
    by_number = _find_by_number(reader, line, own_words)
    if not by_words and len({row.verb for row in reader.offered}) == 1:
        # “Wealth please, 2 of it”: the number is none of an answer.
        by_hint = _find_by_description(reader, tokens, everywhere, least=1)
        by_number = by_hint or by_number
    places = [at for at in by_words if at in by_number] or [*by_words, *by_number]
    places = list(dict.fromkeys(places or _find_by_verb(reader, line)))
    return [reader.offered[at] for at in places] if len(places) <= MAX_PROPOSALS else []


def _find_by_verb(reader: LineReader, line: str) -> list[int]:
    """Return the places of the answers of a verb in a line: “pass and throw all away”."""
    words = notation.split_words(line)
    verbs = reader.find_verbs(words)
    places = [at for at, option in enumerate(reader.offered) if option.verb in verbs]
    is_whole = len(places) > 1 or not any(reader.has_longer(reader.offered[at]) for at in places)
    asks = notation.is_question(line)
    return places if is_whole and not asks and _NEGATES.isdisjoint(words) else []


def list_nearest_of(reader: LineReader, refusal: Refused, lines: Sequence[str]) -> list[str]:
    """Return the answers to propose for a refused e-mail, of which `lines` may be answers.

    Where two lines disagree, these are the answers of both. An answer that others begin with is
    not among them: the rest of the e-mail may belong to one of those.
    """
    if isinstance(refusal, AmbiguousDecision):
        if refusal.answers:
            # The sentence names them.
            return []
        rivals = [str(refusal.facts.get(name, "")) for name in ("line", "other")]
        nearest = [text for row in filter(None, rivals) for text in _read_or_guess(reader, row)]
        nearest = list(dict.fromkeys(nearest))
        return nearest if len(nearest) <= MAX_PROPOSALS else []
    first = list_nearest(reader, lines[0]) if lines else []
    others = (_read_or_guess(reader, line) for line in lines[1:])
    return first or next(filter(None, others), [])


def _read_or_guess(reader: LineReader, line: str) -> list[str]:
    """Return the answer of a line in words, or the nearest ones; none that others begin with."""
    try:
        decisions = [reader.read(line).decision]
    except Refused:
        decisions = _find_nearest(reader, line)
    return [
        notation.format_decision(decision, reader.lexicons[0])
        for decision in decisions
        if not reader.has_longer(decision)
    ]


def _find_by_names(reader: LineReader, line: str) -> list[Decision]:
    """Return the answers that have all names in a line, and of these its verb and numbers if some
    do; [] if there are none, or more than MAX_PROPOSALS."""
    words = notation.split_words(line)
    line_names = _list_mentioned_names(reader, words)
    if not line_names:
        return []
    bare = [
        Decision(choice.verb, choice.args) for choice in reader.asked.choices if not choice.slots
    ]
    decisions = list[Decision]()
    for decision in (*reader.offered, *bare):
        own = {
            natural_answers.cut_case(word)
            for words in reader.lexicons
            for word in notation.tokenize_line(notation.format_decision(decision, words))
        }
        if line_names <= own and decision not in decisions and not reader.has_longer(decision):
            decisions.append(decision)
    verbs = reader.find_verbs(words)
    decisions = [row for row in decisions if row.verb in verbs] or decisions
    if len(decisions) > 1:
        decisions = _narrow(reader, decisions, words) or decisions
    return decisions if len(decisions) <= MAX_PROPOSALS else []


def _narrow(reader: LineReader, decisions: Sequence[Decision], words: Tokens) -> list[Decision]:
    """Return the answers whose hints have most words of a line, or the number in it; [] if none."""
    among = [at for at, option in enumerate(reader.offered) if option in decisions]
    places = _find_by_description(reader, notation.drop_fillers(words), among, least=1)
    by_hint = [reader.offered[at] for at in places]
    numbers = {natural_answers.ORDINALS.get(word, word) for word in words}
    by_number = [
        decision
        for decision in decisions
        if numbers.intersection(
            word
            for word in notation.format_decision(decision, reader.lexicons[0]).split()
            if word.isdigit()
        )
    ]
    return by_hint or by_number


def _find_by_description(
    reader: LineReader, tokens: Tokens, among: Sequence[int], *, least: int
) -> list[int]:
    """Return the place of the answer with the most words of a line that stand in no other answer or
    hint `among` these places; [] if it has fewer than `least`, or another has as many."""
    texts = {at: reader.described[at] for at in among}
    stems = {at: set(map(natural_answers.cut_case, text)) for at, text in texts.items()}
    pairs = {at: set(zip(text, text[1:], strict=False)) for at, text in texts.items()}
    clues = [
        [at for at, words in stems.items() if natural_answers.cut_case(word) in words]
        for word in tokens
        if len(word) >= MIN_NAME_LENGTH and word not in natural_answers.COMMON
    ]
    clues += [
        [at for at, row in pairs.items() if pair in row]
        for pair in zip(tokens, tokens[1:], strict=False)
        if pair[0].isdigit()
    ]
    counts = Counter(places[0] for places in clues if len(places) == 1)
    (best, most), (_, second) = [*counts.most_common(2), (0, 0), (0, 0)][:2]
    is_denied = not _NEGATES.isdisjoint(tokens)
    return [best] if most > second and most >= least and not is_denied else []


def _list_mentioned_names(reader: LineReader, words: Tokens) -> set[str]:
    """Return the stems of the names of answers in a line that are not said no to."""
    names = {
        natural_answers.cut_case(name)
        for name in reader.names
        if len(name) >= MIN_NAME_LENGTH and name not in natural_answers.COMMON
    }
    return {
        natural_answers.cut_case(word)
        for at, word in enumerate(words)
        if len(word) >= MIN_NAME_LENGTH
        and natural_answers.cut_case(word) in names
        and word not in reader.forms
        and _NEGATES.isdisjoint(words[max(at - MAX_NEGATED, 0) : at])
    }


def _find_declining(reader: LineReader, line: str) -> Decision | None:
    """Return the answer that declines if a line says not to do the only other one: “I don't buy”,
    None otherwise."""
    decline = reader.find_declining_answer()
    words = notation.split_words(line)
    if decline is None or _NEGATES.isdisjoint(words):
        return None
    for at, word in enumerate(words):
        beside = words[max(at - MAX_NEGATED, 0) : at + MAX_NEGATED + 1]
        if reader.find_verbs((word,)) - {decline.verb} and not _NEGATES.isdisjoint(beside):
            return decline
    return None


def _find_accepting(reader: LineReader, line: str) -> Decision | None:
    """Return the answer that takes an offer if a line agrees to something: “A 4 for one Pearl? Yes
    please!”; None otherwise."""
    decline = reader.find_declining_answer()
    words = notation.split_words(line)
    *_, last = [piece for piece in _PIECES.split(line) if notation.split_words(piece)] or [""]
    plain = " ".join(notation.drop_fillers(small_talk.cut_talk(notation.split_words(last))))
    agrees = small_talk.is_yes_or_no(plain or last) and not small_talk.AGREES.isdisjoint(words)
    if decline is None or not agrees or not _NEGATES.isdisjoint(words):
        return None
    others = [row for row in reader.offered if row != decline]
    return others[0] if len(others) == 1 else None


def _find_by_number(reader: LineReader, line: str, own_words: Collection[str]) -> list[int]:
    """Return the places of the answers whose numbers stand in a line and are not said no to.

    A number among `own_words`, those of the answers that the words are like, is one of theirs:
    “use Slaver: squiid 3”.
    """
    # “No, 2 rather”
    words = notation.split_words(_CORRECTS.sub("", line))
    spoken: dict[str, str] = {}
    if len(words) <= MAX_WORDS_BESIDE_NUMBER_WORD:
        spoken = natural_answers.ORDINALS | number_words.NUMBERS | {"une": "1"}
    # The number of another action: “draw 2”.
    not_before = {tokens[0] for tokens, _ in reader.background.game_verbs} - reader.forms | {"bot"}
    places = []
    for at, word in enumerate(words):
        number = spoken.get(word, word)
        before = words[at - 1] if at else ""
        if (
            word in own_words
            or before in not_before
            or not number.isdigit()
            or (word.isdigit() and not notation.is_plain_number(line))
        ):
            continue
        is_negated = not _NEGATES.isdisjoint(words[max(at - MAX_NEGATED, 0) : at])
        if 1 <= int(number[:6]) <= len(reader.offered) and not is_negated:
            places.append(int(number) - 1)
    return places


def _find_by_words(
    reader: LineReader, line: str, tokens: Tokens, texts: Sequence[str]
) -> list[int]:
    """Return the places of the answers whose words, or those of their hints, a line has most of."""
    words = [notation.tokenize_line(text) for text in texts]
    shares = [_share_alike(answer, tokens) for answer in words]
    if max(shares, default=0) < MIN_ALIKE:
        shares = [
            max(_share_alike(hint, tokens), _share_alike(tokens, hint)) for hint in reader.hints
        ]
        # Hints are long, and most of their words common.
        shares = [share if share >= MIN_ALIKE_HINT and len(tokens) > 1 else 0 for share in shares]
    most = max(shares, default=0)
    if most < MIN_ALIKE:
        return []
    nearest = [at for at, share in enumerate(shares) if share == most]
    # “clean keep piles” is in “clean keep piles reserve Two Temples”, which has more of it.
    own = {at: _share_alike(tokens, words[at]) for at in nearest}
    return [
        at
        for at in nearest
        if own[at] == max(own.values())
        and not _is_opposite(reader, at, line)
        # “pass, discard all” is no “pass” where “pass discarding …” can be answered.
        and not (own[at] < 1 and reader.has_longer(reader.offered[at]))
    ]


def _is_opposite(reader: LineReader, at: int, line: str) -> bool:
    """Return whether an answer says no to what a line agrees to, or the other way round."""
    text = notation.format_decision(reader.offered[at], reader.lexicons[0])
    words = set(notation.tokenize_line(text))
    pieces = [set(notation.split_words(piece)) for piece in _PIECES.split(line)]
    clauses = [set(notation.split_words(piece)) for piece in line.split(",")]
    if not any(clause and clause <= natural_answers.DENIES for clause in clauses):
        # “No knife today, just end my turn”
        pieces += clauses
    # “Can't say no to the Sage: take Sage”
    tokens = next(
        (piece for piece in reversed(pieces) if words <= piece), set(notation.split_words(line))
    )
    agrees = bool(tokens & small_talk.AGREES)
    denies = bool(tokens & natural_answers.DENIES)
    negative = natural_answers.DECLINES | natural_answers.DENIES
    declines = bool(words & negative)
    if declines and agrees and not tokens & negative:
        return True
    return denies and not agrees and not declines and not words & natural_answers.DENIES


def _share_alike(words: Tokens, tokens: Tokens) -> float:
    """Return the share of words that stand in `tokens`, perhaps misspelt."""
    alike = sum(any(map(partial(_is_alike, word), tokens)) for word in words)
    return alike / max(len(words), 1)


def _is_alike(word: str, other: str) -> bool:
    """Return whether a word may be another one misspelt; none is inside another: “non”, “sinon”.

    >>> _is_alike("non", "sinon"), _is_alike("surveyor", "surveior"), _is_alike("sage", "sages")
    (False, True, True)
    """
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    if short in long and not long.startswith(short):
        return False
    return len(short) >= MIN_MISSPELT and bool(get_close_matches(word, [other], 1, MIN_LIKENESS))
