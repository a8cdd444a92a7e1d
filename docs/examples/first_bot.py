"""A bot in a few lines: it answers each of its questions with the first answer on the list."""

import json
import os
from urllib.request import Request, urlopen

SITE, TOKEN = os.environ["ABYSS_SITE"], os.environ["ABYSS_TOKEN"]


def call(path: str, body: dict[str, object] | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    with urlopen(Request(f"{SITE}/api/v1/{path}", data, headers)) as response:
        return json.load(response)


while questions := call("prompts/")["results"]:
    for question in questions:
        move = call(f"prompts/{question['token']}/answer/", {"number": 1})
        print(question["match"], move["verb"], move["args"])
