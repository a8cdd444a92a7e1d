"""The coach beside a table: it explains every question, from what the seat may see alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from django.utils import timezone

from games.engine.chance import Chance
from games.engine.coaching import translate_row
from games.models import Match, Player, Seat, Status
from games.presentation import coaching
from games.queries import matches, states
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from games.titles.abyss.words.questions import QUESTIONS
from games.titles.enchanters.words.questions import QUESTIONS as ENCHANTERS
from games.titles.essence.words.sentences import QUESTIONS as ESSENCE
from tests.games.reading import As, Deal, text_of

TONGUES = ("en", "fr", "de")
COACHES = {name: game.coach for name, game in GAMES.items() if game.coach}
KINDS: dict[str, Iterable[str]] = {
    "abyss": QUESTIONS["en"],
    "essence": ESSENCE["en"],
    "enchanters": ENCHANTERS,
}


def test_every_question_of_every_game_is_explained_in_three_languages() -> None:
    for game, coach in COACHES.items():
        asked = {kind.partition(".")[0] for kind in KINDS.get(game, GAMES[game].topics)}
        assert asked <= set(coach.lessons), f"{game}: {asked - set(coach.lessons)}"
        assert all(len(row) == len(set(row)) == 3 and all(row) for row in coach.lessons.values())


@pytest.mark.parametrize("name", list(COACHES))
def test_hints_give_a_reason(name: str) -> None:
    game, coach = GAMES[name], COACHES[name]
    told, bare = 0, Counter[str]()
    for match in range(3):
        state = game.set_up_match(2, bytes([match]) * 32, game.presets.get("first_match", {}))
        for turn in range(400):
            prompt = next((one for one in game.list_prompts(state) if one.answered is None), None)
            if prompt is None:
                break
            view = game.build_view(state, prompt.seat)
            answer = game.bot.choose_decision(view, prompt, Chance(bytes([turn % 256]) * 32))
            because = coach.explain_answer(prompt, view, answer)
            if because is not None:
                facts = dict.fromkeys(because[1], "7")
                assert all("{" not in translate_row(because[0], one, facts) for one in TONGUES)
                told += 1
            elif len(prompt.list_offered_decisions()) > 1:
                bare[prompt.question] += 1
            game.play_decision(state, prompt.seat, answer)
    assert told > 100
    assert bare.total() <= told / 20, bare


@pytest.mark.django_db
def test_a_suggestion_is_called_as_its_button_is(as_: As) -> None:
    # It was told as players write it: “journey to space 0 of Spring”, “rest Normaltown 1”.
    alice = as_("alice")
    path = alice.post("/first-match/", {"game": "enchanters"})["Location"]
    for _ in range(9):
        answer_bots()

    html = alice.get(path).content.decode()

    suggested = re.search(r"Suggested move: <strong>(.+?)</strong>", html)
    assert suggested and suggested[1].startswith(("Take ", "Fight ", "Rest "))
    assert html.count(suggested[1]) >= 2


@pytest.mark.django_db
def test_one_press_starts_a_match_with_a_coach_that_can_be_silenced(
    as_: As, people: dict[str, Player]
) -> None:
    alice = as_("alice")
    assert "Start a guided first match" in text_of(alice.get("/"))
    assert "Start a guided first match" in text_of(alice.get("/rules/abyss/"))

    where = alice.post("/first-match/")["Location"]
    match = Match.objects.get()
    for _ in range(9):
        answer_bots()
    page = text_of(alice.get(where))

    assert (match.status, match.game, match.seats.count()) == (Status.RUNNING, "abyss", 2)
    assert "Hints" in page and "Suggested move:" in page
    assert "Start a guided first match" not in text_of(alice.get("/"))
    alice.post(f"{where}coach/", {"on": "no"})
    assert "Hints" not in text_of(alice.get(where))
    alice.post(f"{where}coach/", {"on": "yes"})
    assert "Hints" in text_of(alice.get(where))


@pytest.mark.django_db
def test_a_first_match_of_every_game_that_is_explained(as_: As) -> None:
    alice = as_("alice")
    for game in COACHES:
        assert f'name="game" value="{game}"' in alice.get(f"/rules/{game}/").content.decode()
        where = alice.post("/first-match/", {"game": game})["Location"]
        assert "Hints" in text_of(alice.get(where))

    assert alice.post("/first-match/", {"game": "pebbles"}).status_code == 404
    assert sorted(Match.objects.values_list("game", flat=True)) == sorted(COACHES)


@pytest.mark.django_db
@pytest.mark.parametrize("game", list(COACHES))
def test_the_coach_knows_no_more_than_the_seat(deal: Deal, people: Any, game: str) -> None:
    match = deal(game, seats=2, now=timezone.now())
    Seat.objects.update(coached=True)
    rules, seat = GAMES[game], match.prompts.filter(closed_at=None).earliest("seat").seat

    def said() -> dict[str, Any]:
        row = matches.match_by_number(match.number)
        return coaching.build_coach_panel(row, matches.build_table(row, seat, "fr"), "fr")

    before = said()
    imagined = rules.imagine_state(states.load_state(match), seat, Chance(bytes(32)))
    Match.objects.filter(pk=match.pk).update(state=states.serialize_state(imagined))

    assert said() == before and before["means"] and before["answer"]
    assert coaching.build_coach_panel(match, matches.build_table(match, None, "en"), "en") == {}


@pytest.mark.django_db
def test_after_the_end_it_says_what_next_and_only_to_whom_it_coached(
    as_: As, pebbles: Match, deal: Deal
) -> None:
    match = deal("abyss", seats=2)
    Seat.objects.filter(match=match, number=0).update(coached=True)
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished_at=timezone.now())

    pages = [text_of(as_(who).get(f"/matches/{match.number}/")) for who in ("alice", "bob")]

    assert ["What next" in page for page in pages] == [True, False]
    assert "Turn on hints" not in text_of(as_("alice").get(f"/matches/{pebbles.number}/"))
