"""A complete player in plain HTTP: it answers every question that waits for it, at random.

    ABYSS_TOKEN=abp_... python3 bot.py http://localhost:8000 [--open abyss | --join 7] [--once]

Make a bot at /settings/bots/. `--open GAME` opens a match against a house bot, `--join NUMBER`
sits down where bots are welcome; invitations are accepted. `--once` ends when nothing waits.
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
        headers |= {"Idempotency-Key": key} if key else {}
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return response.status, json.load(response)
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    return error.code, json.load(error)
                time.sleep(int(error.headers.get("Retry-After", 2)))
            except (OSError, http.client.HTTPException):
                time.sleep(2)


def answer(site, question):
    """Answer a question, and what is asked next; the same key makes each one answer."""
    while question and question["answered"] is None:
        chosen, key = random.choice(question["answers"]), uuid.uuid4().hex
        path = f"prompts/{question['token']}/answer/?question=true"
        status, taken = site.ask("POST", path, {"number": chosen["number"]}, key)
        said = chosen["words"] if status == 200 else taken["detail"]
        print(f"#{question['match']} {question['text']} -> {said}", flush=True)
        question = taken.get("question")


def play(site, once):
    """Answer what has been asked, and whatever is asked from then on; accept invitations."""
    after = ""
    while True:
        status, news = site.ask("GET", f"me/events/?wait={0 if once else 25}{after}")
        if status != 200:
            sys.exit(news["detail"])
        for event in news["results"]:
            answer(site, event.get("question"))
            if invitation := event.get("invitation"):
                site.ask("POST", f"me/invitations/{invitation}/accept/", {})
        if once and not news["results"]:
            break
        after = f"&after={news['next']}" if news["next"] else "" if news["start_over"] else after


if __name__ == "__main__":
    site = Site(sys.argv[1], os.environ["ABYSS_TOKEN"])
    wish, of = [*sys.argv[2:4], "", ""][:2]
    doors = {"--open": "matches/", "--join": f"matches/{of}/join/"}
    if wish in doors:
        seats = {"game": of, "seats": 2, "bots": 1} if wish == "--open" else {}
        status, told = site.ask("POST", doors[wish], seats)
        print(told["detail"] if status >= 300 else f"match #{told['number']}", flush=True)
    play(site, "--once" in sys.argv)
