"""Requests that no browser sends, to every URL of the site: NUL, broken UTF-8, surrogates, too much
data.

None of it may cause an error of ours: 400, 404 and the like, never 500.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.models import Entry, Match, Pairing, Player
from games.services.leagues import directing, seasons
from tests.sizes import sample_of

pytestmark = pytest.mark.django_db

# As bytes of a URL; they are percent-encoded.
HOSTILE = {
    "nul": b"\x00",
    "nul within": b"a\x00b",
    "broken utf-8": b"\xff\xfe",
    "overlong utf-8": b"\xc0\xaf",
    "surrogate": b"\xed\xa0\x80",
    "cut off": b"\xe2\x82",
    "long": b"a" * 5000,
    "many digits": b"9" * 400,
    # More than Python makes a number of.
    "too many digits": b"9" * 5000,
    "large number": b"99999999999999999999",
    "minus": b"-1",
    "arabic digits": "٣".encode(),
    "line break": b"a\r\nX-Evil: 1",
    "directions": "\u202e\u2066".encode(),
    "not a character": "\U0010ffff\ufffe".encode(),
    "percent": b"%",
    "dots": b"../../etc/passwd",
}
# JSON with escapes that PostgreSQL cannot store, and invalid JSON.
BODIES = (
    b'{"%s": "\\u0000"}',
    b'{"%s": "\\ud800"}',
    b'{"%s": "\xff"}',
    b'{"%s": 1e999}',
    b'{"%s": [[[[[[{}]]]]]]}',
    b'{"%s": 99999999999999999999999}',
    b'{"%s": ' + b"9" * 5000 + b"}",
    b'{"%s": null}',
    b"[" * 5000,
    b"\x00",
    b'"%s"',
    b"",
)
# Fields that forms and the API read somewhere.
FIELDS = (
    *("email", "code", "name", "display_name", "language", "zone", "next", "whom", "note", "word"),
    *("text", "key", "nonce", "username", "password", "endpoint", "auth", "url", "decision"),
    *("reason", "address", "scopes", "game", "seats", "order", "token", "choice", "answer", "to"),
)
HEADERS = {
    "Authorization": ["Bearer \x00", "Bearer " + "é" * 50, "Basic ÿ", "Bearer " + "a" * 5000],
    "Accept-Language": ["\x00", "x" * 5000, "de;q=\x00", "fr;q=9e999"],
    "Idempotency-Key": ["\x00", "é" * 200, "k" * 5000],
    "If-None-Match": ["\x00", '"' * 500],
    "Cookie": [
        *("sessionid=\x00; csrftoken=\xff", "django_language=\x00", "device=\x00"),
        "seen=" + "9" * 5000,
    ],
    "Last-Event-ID": ["9" * 5000],
    "X-Forwarded-For": ["\x00", "1.2.3.4, \xff", "a," * 500],
    "X-Forwarded-Proto": ["\x00"],
    "Referer": ["\x00", "http://[::1", "//\xff"],
    "Origin": ["\x00", "null", "http://[::1"],
    "Range": ["bytes=9-1", "\x00"],
    "Accept": ["\x00", "*/" * 500],
    "User-Agent": ["\x00", "\xff" * 300],
    "If-Modified-Since": ["\x00", "Mon, 99 Foo 9999"],
}


# All of it takes a quarter of an hour: by default two kinds and a part of the URLs, others in
# each run, and for headers, which are parsed before the routing, only a few URLs.
IS_WHOLE = os.environ.get("HOSTILE") == "full"
KINDS = sample_of(HOSTILE, 2, IS_WHOLE)
A_PART = 80


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Yield every route of the site, including the API and the admin site."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


ROUTES = sorted(set(routes()))
PROGRAMS = ("/api/", "/webhooks/")
PLACE = re.compile(r"<(?:\w+:)?\w+>|\(\?P<\w+>[^)]*\)")
USUAL = {"int": "1", "uuid": "01a20367-4e94-76c1-b1be-36391bae04c5", "slug": "a", "str": "a" * 26}


def path_of(route: str, hostile: bytes) -> str:
    """Fill every argument of a route with the same bytes."""
    return "/" + _plain(PLACE.sub(lambda _found: quote(hostile, safe=""), route))


def usual_path(route: str) -> str:
    """Fill each argument of a route with a valid value that does not exist."""

    def fill(found: re.Match[str]) -> str:
        kind = found[0][1:].partition(":")[0]
        return USUAL.get(kind, "a" * 26)

    return "/" + _plain(PLACE.sub(fill, route))


def _plain(route: str) -> str:
    return re.sub(r"\\([./-])", r"\1", route.replace("^", "").replace("$", "")).replace("\\Z", "")


@pytest.fixture
def client_for(people: dict[str, Player]) -> Callable[[str], Client]:
    """Return the client with most rights for a URL: an operator in the admin site, a player
    elsewhere."""
    people["dave"].is_staff = people["dave"].is_superuser = True
    people["dave"].save()
    found: dict[str, Client] = {}
    for name in ("carol", "dave"):
        client = Client(REMOTE_ADDR=f"10.7.7.{len(found)}", raise_request_exception=False)
        client.force_login(people[name])
        found[name] = client
    return lambda path: found["dave" if path.startswith("/admin/") else "carol"]


def status_of(client: Client, method: str, path: str, **more: Any) -> int:
    """Return the status of a response; roll back all changes.

    Without worker and mailroom the service is not well, and its health report 503 is right: 200.
    """
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, path, **more)
        if isinstance(answer, StreamingHttpResponse) and not answer.is_async:
            list(answer)
        transaction.set_rollback(True)
    client.cookies = cookies
    is_unwell = answer.status_code == 503 and path.startswith("/health/")
    return 200 if is_unwell else answer.status_code


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_path_argument_is_an_error_of_ours(
    client_for: Callable[[str], Client], kind: str, method: str
) -> None:
    """`GET /feeds/%00/news.atom` used to be one."""
    faults = []
    for route in sample_of(filter(PLACE.search, ROUTES), A_PART, IS_WHOLE):
        path = path_of(route, HOSTILE[kind])
        if (status := status_of(client_for(path), method, path)) >= 500:
            faults.append(f"{method} {path[:80]}: {status}")

    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_query_string_is_an_error_of_ours(
    client_for: Callable[[str], Client], kind: str
) -> None:
    sent = quote(HOSTILE[kind], safe="")
    names = ("next", "q", "page", "to", "ply", "game", "preset", "after", "limit", "o", "p", "seat")
    query = "&".join(f"{name}={sent}" for name in (*names, "seen", "status", "id__exact", sent))
    faults = []
    for route in sample_of(ROUTES, A_PART, IS_WHOLE):
        path = usual_path(route)
        if (status := status_of(client_for(path), "GET", path, QUERY_STRING=query)) >= 500:
            faults.append(f"GET {path}?{kind}: {status}")

    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_form_is_an_error_of_ours(client_for: Callable[[str], Client], kind: str) -> None:
    sent = quote(HOSTILE[kind], safe="").encode()
    form = b"&".join(name.encode() + b"=" + sent for name in FIELDS) + b"&" + sent + b"=1"
    kinds = ["application/x-www-form-urlencoded"]
    kinds.append("application/x-www-form-urlencoded; charset=utf-16")
    faults = []
    for route in sample_of(ROUTES, A_PART, IS_WHOLE):
        path = usual_path(route)
        for content_type in kinds:
            sent_as = {"data": form, "content_type": content_type}
            if (status := status_of(client_for(path), "POST", path, **sent_as)) >= 500:
                faults.append(f"POST {path} {content_type}: {status}")

    assert faults == []


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_no_json_is_an_error_of_ours(client_for: Callable[[str], Client], number: int) -> None:
    fields = b'": 1, "'.join(name.encode() for name in FIELDS)
    said = BODIES[number].replace(b"%s", fields) if b"%s" in BODIES[number] else BODIES[number]
    faults = []
    programs = [path for path in map(usual_path, ROUTES) if path.startswith(PROGRAMS)]
    for path in sample_of(programs, A_PART // 8, IS_WHOLE):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            sent_as = {"data": said, "content_type": "application/json"}
            if (status := status_of(client_for(path), method, path, **sent_as)) >= 500:
                faults.append(f"{method} {path}: {status}")

    assert faults == []


@pytest.mark.parametrize("name", HEADERS)
def test_no_header_is_an_error_of_ours(client_for: Callable[[str], Client], name: str) -> None:
    faults = []
    for route in sample_of(ROUTES, A_PART // 8, IS_WHOLE):
        path = usual_path(route)
        for value in HEADERS[name]:
            more = {f"HTTP_{name.upper().replace('-', '_')}": value}
            if (status := status_of(client_for(path), "GET", path, **more)) >= 500:
                faults.append(f"GET {path} {name}: {value[:20]!r}: {status}")

    assert faults == []


def test_what_is_typed_where_a_row_is_looked_up_is_no_error(
    client_for: Callable[[str], Client],
) -> None:
    """The fields of a form one by one, in the encodings that a client may choose."""
    faults = []
    for path in ("/sign-in/", "/sign-in/code/", "/settings/name/", "/admin/login/", "/settings/"):
        for field in sample_of(FIELDS, 3, IS_WHOLE):
            for bad in ("\x00", "a\x00@example.org", "\ud800", "x" * 100_000):
                form = {field: bad}
                body = json.dumps(form).encode()
                for kind in ("application/json", "text/plain"):
                    status = status_of(client_for(path), "POST", path, data=body, content_type=kind)
                    faults += [f"{path} {field} {bad[:9]!r}: {status}"] if status >= 500 else []

    assert faults == []


NUMBER = "9" * 5000
# Where our code reads a value of a request by its name, and where a page has a field.
READ = re.compile(r'\.(?:GET|POST|query_params)(?:\.get\(|\[)"(\w+)"')
FIELD = re.compile(r'name="([\w.-]+)"')
ROOT = Path(__file__).parent.parent
CODE = ("games", "notifications", "abyss_site", "devtools")
# What tests digits itself: years and quarters of four and one, amounts with a sign, lists.
OWN_NUMBERS = {
    "games/queries/leaderboards.py",
    "games/web/forms/answer_reading.py",
    "games/web/forms/directing.py",
    # The number of a match in a URL that we have signed.
    "games/web/page_updates.py",
}


def names_in_code() -> list[str]:
    """Return the name of every value of a request that our code reads by a literal."""
    files = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    return sorted({name for path in files for name in READ.findall(path.read_text())})


@pytest.fixture
def paths(deal: Callable[..., Match], people: dict[str, Player]) -> list[str]:
    """Every URL of the site, with rows that exist and belong to Carol where there are any."""
    match = deal("abyss", seats=3, now=timezone.now())
    token = match.prompts.filter(closed_at=None).order_by("seat")[0].token
    for slug, entrants in (("short", 0), ("long", 66)):
        begin_season(slug, entrants, people)
    known: dict[str, Any] = {
        **{"int:number": match.number, "uuid:number": people["alice"].pk, "str:token": token},
        **{"slug:game": "abyss", "str:game": "abyss", "int:order": 1},
    }
    found = []
    for route in ROUTES:
        for slug in ("short", "long") if route.startswith("leagues/<slug:slug>") else ("",):
            season = {"slug:slug": slug, "int:level": 1, "int:group": 1, "int:number": 1}
            values = known | season if slug else known
            filled = fill_route(route, values)
            found.append(usual_path(filled))
    return found


def fill_route(route: str, values: dict[str, Any]) -> str:
    """Fill the arguments of a route that have a value."""

    def fill(hit: re.Match[str]) -> str:
        return str(values.get(hit[1], hit[0]))

    return re.sub(r"<(\w+:\w+)>", fill, route)


def begin_season(slug: str, entrants: int, people: dict[str, Player]) -> None:
    """Begin a season of these people and more, in one division."""
    now = timezone.now()
    given = {"game": "pebbles", "form": "swiss", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(
        name=slug, slug=slug, values=given | {"division_size": 0, "rounds": 2}
    )
    season = directing.open_season(league, now=now)
    more = [
        Player(email=f"{slug}{n}@example.org", display_name=f"{slug} {n}", email_verified_at=now)
        for n in range(entrants)
    ]
    players = [*people.values(), *Player.objects.bulk_create(more)]
    Entry.objects.bulk_create(
        Entry(season=season, player=player, signed_up_at=now) for player in players
    )
    seasons.run_leagues(now)


def test_no_number_of_5000_digits_is_an_error_of_ours(
    client_for: Callable[[str], Client], paths: list[str]
) -> None:
    """In each field of each page alone, and in every value that is read anywhere together."""
    everywhere, faults = names_in_code(), []
    chosen = [path for path in paths if path.startswith("/leagues/")]
    chosen += sample_of([path for path in paths if path not in chosen], A_PART // 8, IS_WHOLE)
    for path in chosen:
        page = client_for(path).get(path)
        body = b"" if page.streaming else page.content
        fields = sorted({*FIELD.findall(body.decode(errors="replace"))} - {"csrfmiddlewaretoken"})
        # The fields of hypothetical results, of which there may be hundreds.
        fields = sample_of(fields, 6, IS_WHOLE)
        groups = [[name] for name in fields] + [fields, everywhere]
        for names in groups:
            form = urlencode(dict.fromkeys(names, NUMBER))
            sent: dict[str, dict[str, Any]] = {
                "GET": {"QUERY_STRING": form},
                "POST": {"data": form, "content_type": "application/x-www-form-urlencoded"},
            }
            for method, more in sent.items():
                if (status := status_of(client_for(path), method, path, **more)) >= 500:
                    faults.append(f"{method} {path} {names[:3]}: {status}")

    assert faults == [] and len(everywhere) > 50


@pytest.mark.parametrize("field", ["round", "p"])
def test_numbers_on_pages_of_leagues_are_bounded(
    client_for: Callable[[str], Client], paths: list[str], field: str
) -> None:
    """Both used to be errors of ours: a round of a long division, places of a short one."""
    client = client_for("/")
    names = [field]
    path = "/leagues/long/1/1.1/"
    if field == "p":
        path = "/leagues/short/1/1.1/"
        rows = Pairing.objects.filter(round__division__season__league__slug="short")
        names = [f"p{row.pk.hex}-{seat}" for row in rows for seat in range(2)]

    page = client.get(path, dict.fromkeys(names, NUMBER))

    assert page.status_code == 200


def test_numbers_of_requests_are_read_by_one_function() -> None:
    """`parse_number` has a limit; whoever asks isdecimal() has to remember one."""
    folders = ("web", "presentation", "admin", "api", "queries")
    files = [path for folder in folders for path in (ROOT / "games" / folder).rglob("*.py")]
    found = {
        str(path.relative_to(ROOT))
        for path in files
        if re.search(r"\bis(decimal|digit|numeric)\(", path.read_text())
    }

    assert found == OWN_NUMBERS
