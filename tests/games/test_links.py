"""The page behind an answer in an e-mail: only its button acts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Move, Prompt
from games.presentation import links
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from tests.emails import email_of, known_on


@pytest.fixture
def prompt(deal: Any) -> Prompt:
    """A question whose e-mail has been written, so that its answers are numbered."""
    prompt: Prompt = deal("pebbles", seats=2, now=timezone.now()).prompts.get()
    email_of(Notification.objects.get(kind="your_turn"))
    prompt.refresh_from_db()
    return prompt


@pytest.fixture
def scannerless(prompt: Prompt) -> Client:
    """A device on which the player of the prompt has signed in before."""
    client = Client(REMOTE_ADDR=f"10.0.0.{timezone.now().microsecond % 250}")
    known_on(client, prompt.match.seats.get(number=prompt.seat).player)
    return client


def opened(client: Client, prompt: Prompt, number: int = 2) -> Any:
    return client.get(links.answer_path(prompt.token, number))


def pressed(client: Client, prompt: Prompt, nonce: str, number: int = 2) -> Any:
    return client.post(links.answer_path(prompt.token, number), {"nonce": nonce})


def after_a_moment() -> Any:
    return time_machine.travel(timezone.now() + timedelta(seconds=3))


def test_looking_changes_nothing_and_shows_the_exact_move(
    scannerless: Client, prompt: Prompt
) -> None:
    """L1, L2: GET and HEAD never act."""
    page = opened(scannerless, prompt)
    assert page.status_code == 200 and b"take 2" in page.content
    assert not Move.objects.exists()
    assert page["Referrer-Policy"] == "same-origin" and "no-store" in page["Cache-Control"]


def test_the_button_plays_it_once(scannerless: Client, prompt: Prompt) -> None:
    """L2, L5: a POST with the nonce, once."""
    nonce = opened(scannerless, prompt).context["nonce"]
    with after_a_moment():
        for _ in range(2):
            assert b"take 2" in pressed(scannerless, prompt, nonce).content
    move = Move.objects.get()
    assert move.source == "link" and move.decision["args"] == {"number": 2}


def test_a_button_pressed_within_a_second_is_a_robots(scannerless: Client, prompt: Prompt) -> None:
    """L2: the nonce is at least a second old."""
    with time_machine.travel(timezone.now(), tick=False):
        nonce = opened(scannerless, prompt).context["nonce"]
        pressed(scannerless, prompt, nonce)
    assert not Move.objects.exists()


@pytest.mark.parametrize("nonce", ["", "junk", "a:b:c"])
def test_a_form_that_is_not_ours_plays_nothing(
    scannerless: Client, prompt: Prompt, nonce: str
) -> None:
    pressed(scannerless, prompt, nonce)
    assert not Move.objects.exists()


def test_the_nonce_of_another_answer_plays_nothing(scannerless: Client, prompt: Prompt) -> None:
    """L2: bound to its answer."""
    nonce = opened(scannerless, prompt, number=1).context["nonce"]
    with after_a_moment():
        pressed(scannerless, prompt, nonce, number=2)
    assert not Move.objects.exists()


def test_an_hour_old_page_asks_again(scannerless: Client, prompt: Prompt) -> None:
    """L2: at most an hour old."""
    nonce = opened(scannerless, prompt).context["nonce"]
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert b"click the button again" in pressed(scannerless, prompt, nonce).content
    assert not Move.objects.exists()


def test_a_scanner_that_opens_every_answer_cannot_press(
    scannerless: Client, prompt: Prompt
) -> None:
    """L3: three links within ten seconds."""
    with time_machine.travel(timezone.now(), tick=False):
        nonces = [opened(scannerless, prompt, number=n).context["nonce"] for n in (1, 2, 3)]
    with after_a_moment():
        assert b"mail scanner" in pressed(scannerless, prompt, nonces[1]).content
    assert not Move.objects.exists()


def test_a_forged_link_is_not_found(scannerless: Client, prompt: Prompt) -> None:
    path = links.answer_path(prompt.token, 1)
    assert scannerless.get(path.replace("/1/", "/2/")).status_code == 404
    assert scannerless.get(path[:-3] + "xx/").status_code == 404


def test_a_question_that_is_over_says_what_was_played(scannerless: Client, prompt: Prompt) -> None:
    """L4, L5: the position of now, not an error."""
    late = timezone.now() + timedelta(days=4)
    submit_decision(prompt.token, None, source="clock", key="d", now=late)
    page = opened(scannerless, prompt)
    assert page.status_code == 410 and b"Your time ran out" in page.content
