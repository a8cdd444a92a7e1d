"""The kit for bots of sdk/kit: built, alone, beside the server, and at a site."""

from __future__ import annotations

import runpy
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from abyss_client import Client
from abyss_kit import Decision, Question, bots, matches, online
from abyss_kit.commands import build_parser, run_command

from games.models import Match
from games.queries import states
from games.services import matches as match_services
from games.services import tokens
from games.titles import GAMES

KIT = Path(__file__).parents[2] / "sdk" / "kit"
TEMPLATE = KIT / "template"
PLAYED = ("abyss", "enchanters", "essence")
# What the kit must do without; the last argument is the folder of the unpacked wheel.
ALONE = """
import sys
for name in ("django", "games", "notifications", "abyss_site", "PIL", "resvg_py", "cryptography"):
    sys.modules[name] = None
sys.path.insert(0, sys.argv[-1])
from abyss_kit import GAMES, find_bot, measure_strength, play_match
for game in GAMES.values():
    result = play_match(game, [find_bot("quick"), lambda asked: asked.offers[-1]], 3)
    print(game.name, *result.outcome.places, result.answers)
    assert result == play_match(game, [find_bot("quick"), lambda asked: asked.offers[-1]], 3)
"""
BESIDE = """
import sys
sys.path.insert(0, sys.argv[-1])
import abyss_kit, games.titles
for name, game in games.titles.GAMES.items():
    other = abyss_kit.GAMES[name]
    assert other.edition == game.edition and type(other) is not type(game)
"""


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the wheel's files, built as the README says but without the network."""
    dist, folder = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("kit")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist)]
    subprocess.run(build, cwd=KIT, check=True, capture_output=True)
    [wheel] = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_python(*arguments: object, cwd: Path) -> str:
    command = [sys.executable, *map(str, arguments)]
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_wheel_plays_matches_without_the_server(unpacked_wheel: Path) -> None:
    lines = run_python("-I", "-c", ALONE, unpacked_wheel, cwd=unpacked_wheel).splitlines()

    assert {line.split()[0] for line in lines} >= {*PLAYED}
    assert all("1" in line.split()[1:-1] for line in lines)


def test_the_wheel_stands_beside_the_server(unpacked_wheel: Path) -> None:
    names = {path.name.split("-")[0] for path in unpacked_wheel.iterdir()}

    run_python("-c", BESIDE, unpacked_wheel, cwd=KIT.parents[1])

    assert names == {"abyss_kit", "abyss_by_post_kit"}
    assert not list(unpacked_wheel.rglob("*.svg"))


def test_the_tests_of_the_template_pass(unpacked_wheel: Path, tmp_path: Path) -> None:
    path = f"import sys; sys.path[:0] = [{str(unpacked_wheel)!r}, {str(TEMPLATE)!r}]"
    run = f"{path}; import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', 'tests']))"

    run_python("-B", "-c", run, cwd=TEMPLATE)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("match pebbles quick strong --option pile=20", "strong: place"),
        ("match sealed quick quick quick", "score"),
        ("strength sealed quick --matches 6 --seats 3", "fair 33.3"),
    ],
)
def test_bots_play_in_a_terminal(command: str, expected: str) -> None:
    assert expected in run_command(build_parser().parse_args(command.split()))


@pytest.mark.parametrize(
    "command", ["match pebbles quick", "match pebbles quick nobody:plays", "match pebbles quick x"]
)
def test_what_cannot_be_played_is_refused(command: str) -> None:
    with pytest.raises(ValueError):
        run_command(build_parser().parse_args(command.split()))


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(matches.BotFault, match="seat 1 answers .*take.*: "):
        matches.play_match(
            GAMES["pebbles"],
            [bots.play_quickly, lambda question: Decision("take", {"number": 9})],
            1,
        )


def test_the_strong_bot_tries_answers() -> None:
    game, imagined = GAMES["abyss"], list[bool]()

    def think_once(question: Question) -> Decision:
        if imagined:
            return bots.play_quickly(question)
        imagined.append(question.imagine is not None)
        return bots.think(question, trials=2)

    matches.play_match(game, [think_once, bots.play_quickly], 1)

    assert imagined == [True]


@pytest.mark.sampled(3)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", PLAYED)
def test_the_bot_of_the_template_plays_at_a_site(
    game: str, live_server: Any, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(TEMPLATE)
    template = runpy.run_path(str(TEMPLATE / "play_online.py"))
    match = match_services.open_match(people["alice"], match_services.MatchTerms(game, seats=2))
    match_services.join_match(match, people["bob"])
    secrets = [
        tokens.make_token(people[name], name="kit", scopes=["read", "play"])[1]
        for name in ("alice", "bob")
    ]

    answers = 0
    while answers < 6:
        for secret in secrets:
            with Client(live_server.url, secret) as site:
                for question in site.iter_open_questions():
                    template["answer_question"](site, question)
                    answers += 1

    assert Match.objects.get(pk=match.pk).moves.count() >= 6


@pytest.mark.django_db
@pytest.mark.parametrize("game", PLAYED)
def test_a_question_of_a_site_is_the_one_of_the_rules(
    game: str, deal: Callable[..., Match], program: Callable[..., Any]
) -> None:
    match = deal(game, seats=2)
    row = match.prompts.filter(closed_at=None).order_by("seat")[0]
    asker = program(["alice", "bob"][row.seat])
    [prompt] = [
        prompt
        for prompt in GAMES[game].list_prompts(states.load_state(match))
        if prompt.seat == row.seat
    ]

    view = asker.get(f"matches/{match.number}/view/")["view"]
    question = online.read_question(asker.get(f"prompts/{row.token}/"), view)

    assert (question.prompt.question, question.prompt.facts) == (prompt.question, prompt.facts)
    assert question.prompt.fallback == prompt.fallback
    assert question.offers == prompt.list_offered_decisions()
    assert [choice.slots for choice in question.prompt.choices] == [
        choice.slots for choice in prompt.choices
    ]
    assert bots.think(question) == bots.play_quickly(question)
