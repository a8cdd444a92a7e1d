"""A bot for every game: `ABYSS_TOKEN=abp_... python3 bot.py http://localhost:8000 --open abyss`."""

import os
import random
import sys

from abyss_client import ApiProblem, Client

with Client(sys.argv[1], os.environ["ABYSS_TOKEN"]) as site:
    if sys.argv[2:3] == ["--open"]:
        print("match", site.open_match(sys.argv[3], seats=2, bots=1)["number"], flush=True)
    for question in site.iter_questions():
        choice = random.choice(question["answers"])
        try:
            site.answer(question, number=choice["number"])
            print(question["text"], "->", choice["words"], flush=True)
        except ApiProblem as problem:
            print(problem, flush=True)
