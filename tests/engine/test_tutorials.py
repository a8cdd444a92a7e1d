"""The tutorials of all games: their scripts fit the rules, and reach an end that is won."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.engine.contract import Step
from games.engine.legal_answers import copy_state
from games.engine.tutorials import LEARNER, BadTutorial, Lesson, play_tutorial
from games.titles import GAMES

WITH_TUTORIAL = [name for name, game in GAMES.items() if game.tutorial]
STEPS = 8
# Longer explanations would push the board off a phone.
LONGEST_TITLE, LONGEST_TEXT = 28, 200

each_game = pytest.mark.parametrize("game", WITH_TUTORIAL)


def steps_of(game: str) -> list[Step]:
    tutorial = GAMES[game].tutorial
    assert tutorial is not None
    return [*tutorial.steps, tutorial.ending]


def test_each_game_on_offer_has_a_tutorial() -> None:
    assert [name for name, game in GAMES.items() if game.coach] == WITH_TUTORIAL


@each_game
def test_a_tutorial_has_eight_steps_and_begins_with_the_goal(game: str) -> None:
    first, *others, ending = steps_of(game)

    assert len(others) + 1 == STEPS
    assert (first.title[0], first.answer, ending.answer) == ("The goal", "", "")
    assert all(step.answer for step in others)


@each_game
def test_each_step_says_one_thing_in_three_languages(game: str) -> None:
    for step in steps_of(game):
        for row in (step.title, step.says):
            assert len(row) == 3 and all(row) and len(set(row)) == 3, row
        assert max(map(len, step.title)) <= LONGEST_TITLE
        assert max(map(len, step.says)) <= LONGEST_TEXT, max(step.says, key=len)


@each_game
def test_each_forced_answer_is_legal_and_the_learner_wins_at_the_end(game: str) -> None:
    rules, lessons = GAMES[game], play_tutorial(GAMES[game])

    for lesson in lessons[:-1]:
        assert lesson.prompt is not None
        if lesson.answer is not None:
            rules.play_decision(copy_state(rules, lesson.state), LEARNER, lesson.answer)
    outcome = rules.find_outcome(lessons[-1].state)

    assert outcome is not None and outcome.places[LEARNER] == 1 and outcome.places[1] == 2
    assert lessons[-1].prompt is None
    scores = [str(score) for score in outcome.scores]
    assert all(all(score in text for score in scores) for text in lessons[-1].step.says)


@each_game
def test_what_is_in_the_spotlight_lies_on_the_board_and_is_what_the_move_is_about(
    game: str,
) -> None:
    load = GAMES[game].load_board
    assert load is not None
    page = load().page
    assert page is not None
    for lesson in play_tutorial(GAMES[game])[:-1]:
        view = GAMES[game].build_view(lesson.state, LEARNER)
        if lesson.step.spotlight:
            assert 'href="#on"' in shown(page, view, {lesson.step.spotlight: "#on"})
        if lesson.answer and (
            target := page.find_target(lesson.answer.verb, lesson.answer.args, view)
        ):
            assert lesson.step.spotlight == target, lesson.step.title


def shown(page: Any, view: Any, links: dict[str, str]) -> str:
    names = ("You", "Bot")
    hand = page.render_hand(view, names, "en", links) if page.render_hand else ""
    return str(page.render_table(view, names, "en", links) + hand)


def test_enchanters_tells_the_values_that_the_board_shows() -> None:
    # Its texts left out the lower parts of cards: “your attack of 5” beside an attack of 6.
    rules = GAMES["enchanters"]
    lessons = play_tutorial(rules)
    pelt, fight = lessons[1], lessons[5]
    after = rules.build_view(lessons[2].state, LEARNER).seats[LEARNER]
    own = rules.build_view(fight.state, LEARNER).seats[LEARNER]

    for row in (pelt.step.says, fight.step.says):
        assert len(row) == 3
    assert all(f" {after.defense} " in text for text in pelt.step.says)
    assert all(
        re.search(rf"\b(of|de|von) {own.count(name)}\b", text)
        for name in ("attack", "defense")
        for text in fight.step.says
    )


@each_game
def test_no_card_is_made_or_lost(game: str) -> None:
    rules = GAMES[game]

    counted = Counter(
        tuple(sorted(rules.count_components(lesson.state).items()))
        for lesson in play_tutorial(rules)
    )

    assert len(counted) == 1


def test_a_script_that_does_not_fit_names_its_step() -> None:
    game = GAMES["abyss"]
    tutorial = game.tutorial
    assert tutorial is not None
    first, second, *others = tutorial.steps
    wrong = msgspec.structs.replace(second, answer="recruit sage")
    bad = msgspec.structs.replace(tutorial, steps=(first, wrong, *others))

    with pytest.raises(BadTutorial, match="step 2"):
        play_tutorial(msgspec.structs.replace(game, tutorial=bad))


def test_the_steps_of_a_tutorial_are_always_the_same() -> None:
    def states(game: str) -> list[Lesson]:
        return play_tutorial(GAMES[game])

    for game in WITH_TUTORIAL:
        write = GAMES[game].write_position
        once, again = ([write(one.state) for one in states(game)] for _ in range(2))
        assert once == again
