"""A complete player in plain HTTP: it answers every question that waits for it, at random.

    ABYSS_TOKEN=abp_... python3 bot.py http://localhost:8000 [--open abyss] [--once]

Make the token at /settings/tokens/ with the scopes read and play. `--open GAME` first opens a match
against a house bot; `--once` ends when nothing waits any more. Only the standard library is used.
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


class Site:
    """The API of one site, asked with one token."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/") + "/api/v1/", token

    def ask(self, method, path, body=None, key=None):
        """Return (status, JSON). A site that is away or wants a pause is asked again."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return response.status, json.load(response)
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    return error.code, json.load(error)
                time.sleep(int(error.headers.get("Retry-After", 2)))
            except (OSError, http.client.HTTPException):
                time.sleep(2)


def answer(site, prompt):
    """Answer one question with one of the answers it lists; the same key makes it one answer."""
    path = f"prompts/{prompt['token']}/"
    status, question = site.ask("GET", path)
    if status != 200:
        return  # Somebody, or the clock, was faster.
    chosen = random.choice(question["answers"])
    body = {"verb": chosen["verb"], "args": chosen["args"]}
    status, taken = site.ask("POST", path + "answer/", body, key=uuid.uuid4().hex)
    said = chosen["words"] if status == 200 else taken["detail"]
    print(f"#{prompt['match']} {question['text']} -> {said}", flush=True)


def play(site, once):
    """Answer whatever waits, look again, and so on."""
    while True:
        status, waiting = site.ask("GET", "prompts/")
        if status != 200:
            sys.exit(waiting["detail"])
        for prompt in waiting["results"]:
            answer(site, prompt)
        if once and not waiting["results"]:
            return
        time.sleep(0 if waiting["results"] else 3)


if __name__ == "__main__":
    site = Site(sys.argv[1], os.environ["ABYSS_TOKEN"])
    if "--open" in sys.argv:
        game = sys.argv[sys.argv.index("--open") + 1]
        status, match = site.ask("POST", "matches/", {"game": game, "seats": 2, "bots": 1})
        print(match if status != 201 else f"match #{match['number']} is open")
    play(site, "--once" in sys.argv)
