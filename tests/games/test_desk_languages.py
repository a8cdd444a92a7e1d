"""The moderators' desk in French and German: no page says anything in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import django
import polib
import pytest
import unfold
from django.apps import apps
from django.contrib.admin import site
from django.test import Client
from django.test.signals import template_rendered
from django.utils import timezone
from django.utils.translation import override
from django.utils.translation.trans_real import translation

from devtools import catalogue
from games.admin import theme_texts
from games.emails.renderers import RENDERERS
from games.models import AuditLogEntry, Match, Outage, Player, Proposal, SavedFilter
from games.presentation import moderation
from games.presentation.action_labels import LABELS, label_of
from games.services.moderation import desk
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import EditAccount
from notifications.admin import tables
from notifications.admin.code_labels import KINDS, label_code, label_thread
from notifications.models import (
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    Notification,
    Quarantine,
    Webhook,
)
from tests.sizes import IS_FULL, SEED, sample_of

from . import desk_cases
from .desk_cases import Case

pytestmark = pytest.mark.django_db

LANGUAGES = tuple(catalogue.PLURALS)
THEME, DJANGO = Path(unfold.__file__).parent, Path(django.__file__).parent
SIGN_IN = "/admin/login/"
# What a page says besides its text.
ATTRIBUTES = ("alt", "aria-label", "data-label", "placeholder", "title")
# Elements of which nobody reads the text as words: code, terms of leagues, secrets, icons.
UNREAD = ("script", "style", "template", "textarea", "code", "pre")
WITHOUT_END = ("area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "wbr")
# What the lists show as it is: names and texts of the rows below, names of games and services,
# questions of games, and codes of e-mails, tables of the database and keys.
DATA = """
    Abyss by Post pebbles UTC Discord Slack ntfy English Français Deutsch esc Alice Bob Carol
    Dave boss Harbour Bay Club Regatta Foxes Badgers Finn Gwen One Two Three Four Eve New Otters
    They asked He shouts Hi More time Please do not shout You shouted You went on shouting
    Welcome Nobody came example org elsewhere mallory new-one deliver games match ValueError
    smtp mine your_turn match_started held paused chat league take received mail turn
    head_to_head opponents wins round_days push Eine Zahl von Kieseln Un nombre de cailloux
"""


class Reader(HTMLParser):
    """Collects what somebody reads on a page, text by text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unread: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        facts = dict(attrs)
        self.texts += [" ".join(facts[name].split()) for name in ATTRIBUTES if facts.get(name)]
        is_icon = "material-symbols-outlined" in (facts.get("class") or "")
        if tag not in WITHOUT_END and (self.unread or tag in UNREAD or is_icon):
            self.unread.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.unread:
            self.unread.pop()

    def handle_data(self, data: str) -> None:
        # Lists and terms as JSON are codes.
        if not self.unread and data.strip() and not re.search(r'^"\w+"$|^[\[{"]', data.strip()):
            self.texts.append(" ".join(data.split()))


def _words(text: str) -> set[str]:
    without_ids = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", " ", text)
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", without_ids)}


@cache
def _translations(language: str) -> dict[str, set[str]]:
    """Return what Django looks up: English -> its translations, of all contexts."""
    with override(language):
        known = translation(language)._catalog  # type: ignore[attr-defined]
    texts: dict[str, set[str]] = {}
    for key, text in known.items():
        english = key[0] if isinstance(key, tuple) else key
        texts.setdefault(english.split("\x04")[-1], set()).add(text)
    return texts


@cache
def _said(language: str) -> frozenset[str]:
    return frozenset(text for texts in _translations(language).values() for text in texts)


@cache
def _vocabulary(language: str) -> frozenset[str]:
    return frozenset(_words(" ".join(_said(language)) + DATA))


def find_english(page: Any, language: str) -> set[str]:
    """Return the texts of a page that are no translations, or have words of none."""
    found = set()
    for text in Reader(page.content.decode()).texts:
        words = _words(text)
        is_english = text in _translations(language) and text not in _said(language)
        if words - _vocabulary(language) or (is_english and words - _words(DATA)):
            found.add(text)
    return found


@pytest.fixture
def boss(db: None) -> Player:
    return Player.objects.create_superuser(
        "boss@example.org", "hush-hush-hush", display_name="Boss"
    )


@pytest.fixture
def cases(
    deal: Callable[..., Match], people: dict[str, Player], boss: Player
) -> dict[Action, Case]:
    """Something for each action, and rows for the lists that it leaves empty."""
    found = desk_cases.cases(deal, people)
    alice, now = people["alice"], timezone.now()
    Outage.objects.create(started_at=now, ended_at=now)
    BounceScore.objects.create(address="eve@example.org", why="bounces", last_reported_at=now)
    CapturedEmail.objects.create(recipient="eve@example.org", raw=b"x", captured_at=now)
    ChannelPreference.objects.create(player=alice, channel="mail", changed_at=now)
    EmailPreferences.objects.get_or_create(player=alice)
    InboundEmail.objects.create(
        source="smtp", source_id="1", sender="eve@example.org", received_at=now, due_at=now
    )
    Webhook.objects.create(player=alice, url="https://example.org/", created_at=now)
    sent = Notification.objects.earliest("pk")
    Delivery.objects.create(notification=sent, attempted_at=now, accepted=True)
    Quarantine.objects.create(
        job="deliver",
        table="games.match",
        row_id="1",
        error="ValueError",
        release="1",
        first_seen_at=now,
        last_seen_at=now,
        next_try_at=now,
    )
    SavedFilter.objects.create(player=boss, model="games.report", name="mine", query="q=x")
    return found


def _paths(cases: dict[Action, Case]) -> Iterator[str]:
    """Yield the front page, every list, a row of each, and the other pages of the desk."""
    yield "/admin/"
    for model in site._registry:
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield path
        row = model._default_manager.latest("pk")
        yield f"{path}{row.pk}/change/"
    yield "/admin/games/report/?q=xyzzy"
    yield "/admin/games/report/?nonsense=1"
    yield f"/admin/notifications/bouncescore/{BounceScore.objects.get().pk}/delete/"
    yield f"/admin/desk/bulk/settle/?id={cases[Action.SETTLE][0]['report']}"
    yield f"/admin/desk/proposals/{Proposal.objects.latest('pk').pk}/"
    yield f"/admin/desk/password/{cases[Action.WARN][0]['player']}/"
    yield f"/admin/desk/rewind/?match={cases[Action.REWIND][0]['match']}"


def _preview(client: Client, action: Action, case: Case) -> Any:
    about, typed = case
    said = {**about, **typed, "reason": "They asked.", "rehearse": "yes"}
    return client.post(f"/admin/desk/{action}/", said)


def test_no_page_of_the_desk_is_in_english(
    cases: dict[Action, Case], boss: Player, visitor: Client
) -> None:
    """Each page is read in one of the languages, another in each run; with --all in both.

    It says what the theme has no translations for, so the theme's own texts are compared as well.
    """
    client, used = Client(), set()
    client.force_login(boss)
    about, typed = cases[Action.BAN]
    client.post("/admin/desk/ban/", {**about, **typed, "reason": "They asked.", "confirm": "yes"})
    for action in sample_of(cases, 6):
        _preview(client, action, cases[action])

    def note_template(template: Any, **more: Any) -> None:
        used.add(Path(str(getattr(template.origin, "name", ""))))

    template_rendered.connect(note_template)
    found: dict[str, str] = {}
    for number, name in enumerate([SIGN_IN, *_paths(cases), *cases]):
        for language in LANGUAGES if IS_FULL else (LANGUAGES[(SEED + number) % len(LANGUAGES)],):
            Player.objects.filter(pk=boss.pk).update(language=language)
            if name == SIGN_IN:
                page: Any = visitor.get(name, HTTP_ACCEPT_LANGUAGE=language)
            elif isinstance(name, Action):
                page = _preview(client, name, cases[name])
            else:
                page = client.get(name)
            assert page.status_code in (200, 400), name
            found |= dict.fromkeys(find_english(page, language), f"{language} {name}")
    template_rendered.disconnect(note_template)

    assert not found, "\n".join(f"{where}: {text}" for text, where in found.items())
    assert set(theme_texts.IN_TEMPLATES) ^ _list_theme_texts(used) == set()


def _list_theme_texts(templates: set[Path]) -> set[str]:
    """Return what these templates of the theme say and Django does not translate."""
    said: set[str] = set()
    for path in templates:
        if path.is_relative_to(THEME):
            said |= {message.text for message in catalogue.list_template_messages(path)}
            found = re.findall(r"_\((['\"])(.+?)\1\)", path.read_text("utf-8"))
            said |= {text for _quote, text in found}
    return {text for text in said if not all(text in _by_django(one) for one in LANGUAGES)}


@cache
def _by_django(language: str) -> frozenset[str]:
    installed = [Path(app.path) for app in apps.get_app_configs()]
    folders = [DJANGO / "conf", *(path for path in installed if path.is_relative_to(DJANGO))]
    files = [path / f"locale/{language}/LC_MESSAGES/django.mo" for path in folders]
    return frozenset(e.msgid for path in files if path.exists() for e in polib.mofile(str(path)))


def test_what_the_theme_says_in_its_code_is_still_there() -> None:
    code = "".join(path.read_text("utf-8") for path in THEME.rglob("*.py"))

    for text in theme_texts.IN_CODE:
        assert f'_("{text}")' in code, text


def test_the_audit_log_is_read_in_any_language(people: dict[str, Player], boss: Player) -> None:
    action = EditAccount(player=people["bob"].pk, whom="bob@new.example", reason="He moved.")
    entry = desk.take_staff_action(boss, action)
    assert isinstance(entry, AuditLogEntry)

    with override("de"):
        told = moderation.describe_recorded_changes(entry)

    assert told == ["Bob: aus bob@example.org wird bob@new.example."]
    entry.sentences = None
    assert moderation.describe_recorded_changes(entry) == entry.changes


def test_each_action_has_a_label_with_a_capital_in_each_language() -> None:
    assert set(LABELS) == set(Action)
    for language in ("en", *LANGUAGES):
        with override(language):
            named = {action: label_of(action) for action in Action}
            of_emails = {name: str(facts["label"]) for name, facts in tables.ACTIONS.items()}

        small = {label for label in named.values() if not label[:1].isupper()}
        assert not small, language
        assert of_emails == {name: named[Action(name)] for name in of_emails}


def test_the_audit_log_tells_instants_in_the_zone_of_the_reader() -> None:
    """They used to be told in UTC; rows from then are read in the same way."""
    sentence = "seat {seat} ({name}): {before} becomes {after}"
    facts = {"seat": 0, "name": "Bob", "before": "2026-03-02 12:00 UTC", "after": "–"}

    with override("de"):
        told = moderation.describe_change(sentence, facts, "Europe/Paris")

    assert told == "Platz 1 (Bob): aus Mo, 2. März 2026, 13:00 (Europe/Paris) wird –"


def test_the_start_of_a_season_is_told_in_the_zone_of_the_reader() -> None:
    facts = {"starts": "2026-03-02 20:00", "zone": "Asia/Tokyo"}

    told = moderation.describe_change("It starts on {starts} ({zone}).", facts, "Europe/Paris")
    own = moderation.describe_change("It starts on {starts} ({zone}).", facts)

    assert told == "It starts on Mon 2 Mar 2026, 12:00 (Europe/Paris)."
    assert own == "It starts on Mon 2 Mar 2026, 20:00 (Asia/Tokyo)."


def test_a_fact_that_only_looks_like_a_date_stays() -> None:
    told = moderation.describe_change(
        "{name}: {before}", {"name": "2026-03-02", "before": "2026-99-99"}
    )

    assert told == "2026-03-02: 2026-99-99"


def test_each_kind_of_e_mail_has_a_label_at_the_desk() -> None:
    """They used to be shown as their codes, in English, in all languages."""
    assert {*RENDERERS} - {*KINDS} == set()
    with override("fr"):
        assert label_code(KINDS, "clock_moved") == "Délai dépassé"
        assert label_thread("match-7") == "Partie #7"
    assert label_code(KINDS, "something_new") == "Something new"
