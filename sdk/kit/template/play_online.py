"""Let the bot play at a site: `ABYSS_TOKEN=abp_... python3 play_online.py http://localhost:8000`."""

from __future__ import annotations

import os
import sys
from typing import Any

from abyss_client import ApiProblem, Client
from abyss_kit import read_question
from my_bot import choose_decision


def answer_question(site: Client, question: Any) -> None:
    """Answer one question of the site."""
    view = site.view(question["match"])["view"]
    assert view is not None  # A match that asks something has begun.
    decision = choose_decision(read_question(question, view))
    site.answer(question, verb=decision.verb, args=decision.args)


def main() -> None:
    """Answer every question, for ever."""
    with Client(sys.argv[1], os.environ["ABYSS_TOKEN"]) as site:
        for question in site.iter_questions():
            try:
                answer_question(site, question)
            except ApiProblem as problem:
                print(problem, flush=True)


if __name__ == "__main__":
    main()
