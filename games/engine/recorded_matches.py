"""Replay matches recorded elsewhere: decisions left out, and entries that are no decisions here."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, to_builtins

from . import notation, scenario_fields
from .contract import AnyGame, Decision, Prompt, Refused, UnreadableDecision
from .scenario_expectations import find_differences
from .scenario_play import ScenarioFailed, Table, play_at_table, read_decision

# Stands for the prompt's fallback.
SILENCE = "silence"
# Maximum number of unrecorded answers to assume in a row.
MAX_ASSUMED = 200


class Habits(Struct):
    """What a recording leaves out, and what it contains although nobody is asked.

    `unrecorded[question]` is the answer to assume, `automatic` are verbs.
    """

    unrecorded: dict[str, object]
    automatic: tuple[str, ...]


def read_habits(game: AnyGame, scenario: Mapping[str, object]) -> Habits:
    """Read `unrecorded` and `automatic`. Raises ValueError for an unknown question or verb."""
    answers = scenario_fields.parse_mapping(scenario.get("unrecorded"), "unrecorded")
    for question in answers:
        # Topics are the questions that orders are about; a few other questions have no topic.
        if question not in game.topics and scenario_fields.suggest_nearest(
            str(question), tuple(game.topics)
        ):
            scenario_fields.check_keys({question: None}, tuple(game.topics), "unrecorded.")
    verbs = tuple(game.list_words("en"))
    automatic = [
        str(verb) for verb in scenario_fields.parse_list(scenario.get("automatic"), "automatic")
    ]
    for verb in automatic:
        scenario_fields.check_keys({verb: None}, verbs, "automatic: ")
    return Habits(dict(answers), tuple(automatic))


def play_recorded_decision(
    table: Table,
    seat: int,
    answer: object,
    *,
    entry: Mapping[str, object],
    habits: Habits,
    step: int,
) -> None:
    """Play a recorded decision, after the unrecorded ones that come before it.

    1. If it answers the seat's prompt, it is played.
    2. Otherwise the prompts whose answers are not recorded are answered, if it fits after that.
    3. Otherwise it is skipped if it is one that may happen automatically; so is one that the rules
       refuse because it has just happened automatically.
    """
    about = scenario_fields.parse_mapping(entry.get("about"), "about")
    by_itself = scenario_fields.parse_boolean(entry.get("automatic", False), "automatic")
    by_itself = by_itself or _is_automatic(table, answer, habits)
    before = table.state, table.latest, len(table.events), len(table.assumed)
    turn = _turn_number(table)
    while not (fits := _is_expected_answer(table, seat, answer, about)):
        if len(table.assumed) - before[3] >= MAX_ASSUMED or not _answer_unrecorded(
            table, habits, step
        ):
            break
    # An automatic step is not matched with the same step of a later turn.
    if fits and not (by_itself and _turn_number(table) > turn + 1):
        prompt = table.prompt_of(seat)
        try:
            decision = read_decision(table, prompt, answer)
            play_at_table(table, seat, decision)
            _answer_sealed_group(table, prompt, decision, habits, step)
            return
        except Refused:
            if not (by_itself and _has_happened(table, answer)):
                raise
    table.state, table.latest = before[:2]
    del table.events[before[2] :], table.assumed[before[3] :]
    if by_itself:
        table.skipped.append({"step": step, "seat": table.names[seat], "decision": answer})
        return
    prompt = table.prompt_of(seat)
    if _prompt_differences(prompt, about):
        wrong = "; ".join(_prompt_differences(prompt, about))
        raise ScenarioFailed(f"{table.names[seat]} is not asked about that: {wrong}")
    play_at_table(table, seat, read_decision(table, prompt, answer))


def _answer_sealed_group(
    table: Table, prompt: Prompt, decision: Decision, habits: Habits, step: int
) -> None:
    """Answer for the seats of a sealed group whose answers are not recorded.

    A recorder who omits decisions without effect has written this one because it took effect.
    """
    if prompt.group is None:
        return
    if prompt.question in habits.unrecorded and decision == _assumed_decision(
        table, prompt, habits.unrecorded[prompt.question]
    ):
        return
    while _answer_unrecorded(table, habits, step, prompt.group):
        pass


def play_unrecorded_ending(table: Table, habits: Habits, step: int) -> None:
    """Answer unrecorded prompts after the last entry, if that ends the match; otherwise undo it."""
    before = table.state, table.latest, len(table.events), len(table.assumed)
    while len(table.assumed) - before[3] < MAX_ASSUMED and _answer_unrecorded(table, habits, step):
        pass
    if table.prompts():
        table.state, table.latest = before[:2]
        del table.events[before[2] :], table.assumed[before[3] :]


def _is_expected_answer(
    table: Table, seat: int, entry: object, about: Mapping[str, object]
) -> bool:
    """Return whether this is an answer, legal or not, to the seat's current prompt."""
    for prompt in table.prompts():
        if prompt.seat == seat:
            if _prompt_differences(prompt, about):
                return False
            try:
                decision = read_decision(table, prompt, entry)
            except UnreadableDecision:
                return False
            except Refused:
                return True
            return decision.verb in [choice.verb for choice in prompt.choices]
    return False


def _has_happened(table: Table, entry: object) -> bool:
    """Return whether the latest decision caused an event with the arguments of the written one."""
    args = entry.get("args") if isinstance(entry, Mapping) else None
    if not args:
        return False
    return any(args.items() <= event.args.items() for event in table.latest)


def _turn_number(table: Table) -> int:
    """Return the number of the turn if prompts tell it, else 0."""
    return max([int(prompt.facts.get("turn", 0)) for prompt in table.prompts()], default=0)


def _prompt_differences(prompt: Prompt, about: Mapping[str, object]) -> list[str]:
    """Return the differences between a prompt and what an entry says it is about."""
    facts = {"question": prompt.question, **to_builtins(prompt.facts)}
    return find_differences(about, facts, "about") if about else []


def _answer_unrecorded(table: Table, habits: Habits, step: int, group: int | None = None) -> bool:
    """Answer one prompt whose answers are not recorded, of this group only if one is given.

    Returns whether there was one.
    """
    for prompt in table.prompts():
        if group is not None and prompt.group != group:
            continue
        if prompt.answered is None and prompt.question in habits.unrecorded:
            answer = habits.unrecorded[prompt.question]
            try:
                decision = _assumed_decision(table, prompt, answer)
                play_at_table(table, prompt.seat, decision)
            except Refused as refusal:
                raise ScenarioFailed(
                    f"unrecorded.{prompt.question}: {refusal.reason} ({refusal.code})"
                ) from refusal
            words = table.game.list_words("en")
            assumption = {"step": step, "seat": table.names[prompt.seat]}
            assumption |= {
                "question": prompt.question,
                "written": notation.format_decision(decision, words),
            }
            table.assumed.append({**assumption, "verb": decision.verb, "args": dict(decision.args)})
            return True
    return False


def _assumed_decision(table: Table, prompt: Prompt, answer: object) -> Decision:
    return prompt.fallback if answer == SILENCE else read_decision(table, prompt, answer)


def _is_automatic(table: Table, entry: object, habits: Habits) -> bool:
    """Return whether the verb is one that is recorded even if nobody was asked."""
    if isinstance(entry, Mapping):
        return str(entry.get("verb")) in habits.automatic
    words = table.game.list_words("en")
    first_word = str(entry).casefold().split()[:1]
    return any(
        first_word == words.get(verb, verb).casefold().split()[:1] for verb in habits.automatic
    )
