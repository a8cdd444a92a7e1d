"""No list of the desk is an oracle: what it does not show cannot be asked for, by any role.

Every column of every row is planted with a canary; then every look-up of every field, every order,
search, page and way round is tried as every role.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin import ModelAdmin, site
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models.constants import LOOKUP_SEP
from django.test import Client, RequestFactory
from django.utils import timezone

from abyss_site.core.admin_lists.list_guard import LIST_PARAMETERS
from abyss_site.core.encryption.fields import EncryptedJSONField, EncryptedTextField
from games.admin import visible_rows
from games.models import (
    AuditLogEntry,
    Club,
    FraudSignal,
    Match,
    Move,
    Outage,
    Pairing,
    Player,
    Prompt,
    Proposal,
    Round,
    Sanction,
    Season,
    Seat,
    Snapshot,
)
from games.services import chat
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import reports
from games.services.moderation.roles import SEES, Role
from games.services.play.decisions import submit_decision
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

pytestmark = pytest.mark.django_db

LISTS = sorted(site._registry, key=lambda model: model._meta.label)
named = pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label_lower)
# Columns that a list shows in other words, so that a canary in them is not planted.
IN_OTHER_WORDS = {
    Delivery: {"error", "bounce"},
    BounceScore: {"evidence"},
    FraudSignal: {"facts"},
    Player: {"password"},
    Move: {"source"},
    AuditLogEntry: {"action", "changes", "sentences"},
    Proposal: {"action"},
    Pairing: {"round"},
    Match: {
        "hours_per_turn",
        "hours_per_offer",
        "counts_minutes",
        "deadline_time",
        "deadline_zone",
        "bank",
    },
}
# Nobody, and what somebody who looks through everything would write.
NOWHERE = "/admin/notifications/notification/"


def staff(role: Role) -> Player:
    address = f"{role.replace(' ', '-')}@staff.example"
    person = Player.objects.create_user(address, is_staff=True, display_name=role.value)
    person.groups.add(Group.objects.get_or_create(name=role)[0])
    return person


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def path_of(model: type[models.Model], page: str = "") -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{page}"


def roles_for(model: type[models.Model]) -> list[Role]:
    return [role for role in Role if model._meta.label_lower in SEES[role]]


def request_of(player: Player) -> Any:
    request = RequestFactory().get("/")
    request.user = player
    return request


@pytest.fixture
def table(deal: Callable[..., Match]) -> Match:
    """A match of alice and bob in which alice has answered in secret."""
    match = deal("sealed", seats=2, now=timezone.now())
    submit_decision(match.prompts.get(seat=0).token, None, source="page", key="k", now=None)
    match.refresh_from_db()
    return match


@pytest.fixture
def rows(table: Match, people: dict[str, Player]) -> dict[type[models.Model], models.Model]:
    """One row of each list; those that are about a match are about that of alice and bob."""
    now = timezone.now()
    alice, bob, carol, _dave = people.values()
    match_facts = {"match": str(table.pk), "reason": "x", "action": "void"}
    by = staff_member("somebody")
    deed = AuditLogEntry.objects.create(
        action="void",
        by=by,
        match=table,
        player=carol,
        facts=match_facts,
        reason="r",
        occurred_at=now,
    )
    Proposal.objects.create(action="void", by=by, facts=match_facts, reason="r", proposed_at=now)
    Sanction.objects.create(player=bob, kind="warning", reason="x", imposed_at=now)
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    facts: dict[str, Any] = {"many": 1, "first": str(now), "last": str(now), "together": 1}
    FraudSignal.objects.create(
        kind="device", one=one, two=two, facts=facts, found_at=now, last_seen_at=now
    )
    reports.report_player(carol, bob, "He shouts.", match=table)
    Outage.objects.create(started_at=now, ended_at=now)
    Club.objects.create(slug="harbour", name="Harbour")
    Snapshot.objects.get_or_create(match=table, ply=0, defaults={"edition": 1, "revision": 1})
    chat.send_message(table, bob, "Hello!", key="said", now=now)
    _league(people)
    _post(table, bob)
    found = {model: model._default_manager.all() for model in LISTS}
    about = {model: rows.filter(match=table) for model, rows in found.items() if _has(model)}
    picked = {model: {**found, **about}[model].last() for model in LISTS}
    picked[AuditLogEntry] = deed
    picked[Match] = table
    picked[Player] = bob
    picked[Pairing] = Pairing.objects.filter(match__seats__player=bob).first()
    picked[Notification] = Notification.objects.get(key="canary-notification")
    assert all(picked.values()), [model for model, row in picked.items() if not row]
    return {model: row for model, row in picked.items() if row}


def _has(model: type[models.Model]) -> bool:
    try:
        field = model._meta.get_field("match")
    except FieldDoesNotExist:
        return False
    return model.__name__ != "Pairing" and field.concrete


def staff_member(name: str) -> Player:
    return Player.objects.create_user(f"{name}@staff.example", is_staff=True, display_name=name)


def _league(people: dict[str, Player]) -> None:
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    season = directing.open_season(
        directing.found_league(name="Harbour", slug="harbour", values=terms)
    )
    for player in people.values():
        entries.sign_up(season, player, now=timezone.now())
    run_leagues(timezone.now())
    assert Round.objects.exists() and Season.objects.get().state == "running"


def _post(table: Match, bob: Player) -> None:
    now = timezone.now()
    thread = f"match-{table.number}"
    token = table.prompts.get(seat=1).token
    notification = Notification.objects.create(
        key="canary-notification",
        player=bob,
        kind="your_turn",
        thread=thread,
        reply_token=token,
        message_id="<canary@example.org>",
        created_at=now,
        due_at=now,
    )
    Delivery.objects.create(notification=notification, attempted_at=now, accepted=True)
    InboundEmail.objects.create(
        source="smtp",
        source_id="1",
        raw=b"x",
        sha256="0" * 64,
        message_id="<from-bob@example.org>",
        purpose="play",
        sender=bob.email,
        token=token,
        threads=[thread],
        received_at=now,
        due_at=now,
        state="done",
    )
    CapturedEmail.objects.create(recipient=bob.email, subject="s", raw=b"x", captured_at=now)
    ChannelPreference.objects.create(player=bob, channel="mail", thread=thread, changed_at=now)
    EmailPreferences.objects.get_or_create(player=bob)
    BounceScore.objects.create(address=bob.email, last_reported_at=now)
    Webhook.objects.create(player=bob, url="https://example.org/", created_at=now)
    Quarantine.objects.create(
        job="deadlines",
        table="games.match",
        row_id=str(table.pk),
        error="ValueError",
        release="1",
        first_seen_at=now,
        last_seen_at=now,
        next_try_at=now,
    )


def shown(admin: ModelAdmin, request: Any) -> set[str]:
    """The columns that a list and its pages show to somebody."""
    names = {*flatten_fieldsets(admin.get_fieldsets(request)), *admin.get_list_display(request)}
    told = {str(name) for name in names}
    in_words = {
        str(getattr(getattr(admin, name, None), "admin_order_field", name)) for name in told
    }
    return told | in_words | {"pk"}


def hidden(admin: ModelAdmin, request: Any) -> list[models.Field[Any, Any]]:
    names = shown(admin, request) | IN_OTHER_WORDS.get(admin.model, set())
    return [field for field in admin.model._meta.fields if field.name not in names]


def canary_for(field: models.Field[Any, Any], number: int) -> Any:
    """A value of the column that stands nowhere else, None where it cannot hold one."""
    word = f"kanari{number:03}"
    match field:
        case models.UUIDField() | models.ForeignKey() | models.BooleanField():
            return None
        case models.CharField() | models.TextField():
            most = field.max_length or 99
            return word if most >= len(word) else None
        case models.JSONField() | EncryptedJSONField():
            return {word: word}
        case EncryptedTextField():
            return word
        case models.BinaryField():
            return word.encode()
        case _:
            return None


def plant(
    rows: dict[type[models.Model], models.Model], request: Any
) -> dict[type[models.Model], dict[str, str]]:
    """Write a canary into every hidden column of every row; column -> canary."""
    numbers = itertools.count(1)
    planted: dict[type[models.Model], dict[str, str]] = {}
    for model, row in rows.items():
        values = {}
        for field in hidden(site._registry[model], request):
            value = canary_for(field, next(numbers))
            if value is not None and not field.unique or field.name in ("token", "key"):
                values[field.name] = value
        planted[model] = {
            name: next(iter(value))
            if isinstance(value, dict)
            else value.decode()
            if isinstance(value, bytes)
            else value
            for name, value in values.items()
        }
        if model is AuditLogEntry:
            continue
        model._default_manager.filter(pk=row.pk).update(**values)
    return planted


def fields_to(
    model: type[models.Model], depth: int, before: str = ""
) -> Iterator[tuple[str, models.Field[Any, Any]]]:
    """(path, column) of a model and of those that its relations lead to, both ways."""
    for field in model._meta.get_fields(include_hidden=False):
        path = before + field.name
        if field.is_relation and field.related_model and depth > 0:
            yield from fields_to(field.related_model, depth - 1, path + LOOKUP_SEP)
        column: Any = field
        yield path, getattr(column, "target_field", column)


def lookups_of(path: str, field: Any) -> Iterator[str]:
    """Every parameter that asks for a column: bare, by each look-up, and by each transform's."""
    yield path
    known = field.get_lookups() if hasattr(field, "get_lookups") else {}
    for name, kind in known.items():
        yield f"{path}__{name}"
        if hasattr(kind, "lhs") or issubclass(kind, models.Transform):
            yield from (f"{path}__{name}__{more}" for more in ("gte", "exact", "in"))
    if isinstance(field, (models.JSONField, EncryptedJSONField)):
        yield from (f"{path}__code", f"{path}__code__regex", f"{path}__0__startswith")


def leads_to_shown(model: type[models.Model], path: str, request: Any) -> bool:
    """Whether each step of a path is a column that the visitor is shown on some list of theirs."""
    for step in path.lstrip("=^@-").split(LOOKUP_SEP):
        admin = site._registry.get(model)
        if admin is None or not admin.has_view_permission(request):
            return False
        try:
            field: Any = model._meta.get_field("id" if step == "pk" else step)
        except FieldDoesNotExist:
            return step in LIST_PARAMETERS or step in ("exact", "isnull", "isempty")
        if field.auto_created and not field.concrete:
            # The rows that point here: their own list shows to whom they belong.
            back: Any = site._registry.get(field.related_model)
            if back is None or not back.has_view_permission(request):
                return False
            if field.field.name not in shown(back, request):
                return False
            model = field.related_model
            continue
        told = shown(admin, request) | IN_OTHER_WORDS.get(model, set())
        if step not in told and not field.primary_key and step != "offered_at":
            return False
        model = field.related_model or model
    return True


@named
def test_no_lookup_but_those_of_the_shown_filters_is_let_through(
    model: type[models.Model], db: None
) -> None:
    """Every field x look-up x role: of the list itself, and through relations, two deep."""
    admin: Any = site._registry[model]
    for number, role in enumerate(roles_for(model)):
        request = request_of(staff(role))
        allowed = admin.allowed_parameters(request) - LIST_PARAMETERS
        for path in allowed:
            assert leads_to_shown(model, path, request), (role, path)
        asked = 0
        for path, field in fields_to(model, depth=2 if number == 0 else 1):
            for lookup in lookups_of(path, field):
                asked += 1
                let_through = admin.lookup_allowed(lookup, "x", request)
                assert let_through == (lookup in allowed), (role, lookup)
        assert asked > 20
        assert {"token", "raw", "state__regex", "data__code__regex"}.isdisjoint(allowed)


@named
def test_searches_orders_and_filters_are_by_what_is_shown(
    model: type[models.Model], db: None
) -> None:
    admin = site._registry[model]
    for role in roles_for(model):
        person = staff(role)
        request = request_of(person)
        for path in admin.get_search_fields(request):
            assert leads_to_shown(model, path, request), (role, path)
        plain = {f.name for f in model._meta.fields if not f.is_relation} & shown(admin, request)
        usual = {name.lstrip("-") for name in map(str, admin.get_ordering(request))} | {"pk", "id"}
        usual |= {name.lstrip("-") for name in map(str, model._meta.ordering or ())}
        client = browser(person)
        orders = range(-1, len(admin.list_display) + 3)
        asked = [f"{sign}{number}" for number in orders for sign in ("", "-")]
        for order in (".".join(asked), "token.-reply_token.data__code"):
            page = client.get(path_of(model), {"o": order})
            assert page.status_code == 200, (role, order)
            names = {name.lstrip("-") for name in page.context["cl"].queryset.query.order_by}
            assert names <= plain | usual, (role, order)


@pytest.mark.sampled(6)
@named
def test_no_list_or_page_tells_what_it_hides(
    model: type[models.Model],
    rows: dict[type[models.Model], models.Model],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A canary in every hidden column: a look-up that fits it is answered like one that does not,
    a search finds nothing, and no page has it."""
    for role in roles_for(model):
        person = staff(role)
        client, request = browser(person), request_of(person)
        planted = plant(rows, request)
        every = [canary for canaries in planted.values() for canary in canaries.values()]
        row = rows[model]
        pages = [client.get(path_of(model)), client.get(path_of(model, f"{row.pk}/change/"))]
        assert [page.status_code for page in pages] == [200, 200], role
        for page in pages:
            assert not [one for one in every if one in page.content.decode()], role
        if role != roles_for(model)[-1]:
            continue
        for column, canary in planted[model].items():
            answers = []
            for value in (canary[:4], "zzz"):
                caplog.clear()
                page = client.get(path_of(model), {f"{column}__startswith": value})
                answers.append((page.status_code, _without_nonce(page.content)))
                assert str(person.pk) in caplog.text and column in caplog.text
                assert value not in caplog.text
            assert answers[0] == answers[1] and answers[0][0] == 400
            if site._registry[model].search_fields:
                found = client.get(path_of(model), {"q": canary})
                assert found.context["cl"].result_count == 0, (role, column)


def _without_nonce(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrf" not in line.lower()]


def test_there_is_no_other_way_to_a_row(rows: dict[type[models.Model], models.Model]) -> None:
    """Popups, foreign keys by name, facets, drills by date, histories, completion, “on site”."""
    clients = {role: browser(staff(role)) for role in Role}
    for model, row in rows.items():
        client = clients[roles_for(model)[-1]]
        change = path_of(model, f"{row.pk}/change/")
        for said in ("_to_field=id", "_popup=1", "_facets=True", "received__year=2026", "id__in=1"):
            assert client.get(f"{path_of(model)}?{said}").status_code == 400, said
            assert client.get(f"{change}?{said}").status_code == 400, said
        assert client.get(path_of(model, f"{row.pk}/history/")).status_code == 404
        assert client.get(path_of(model, "add/")).status_code == 403
        fields = [field.name for field in model._meta.fields if field.is_relation]
        for field in [*fields, "id"]:
            asked: dict[str, Any] = {
                "app_label": model._meta.app_label,
                "model_name": model._meta.model_name,
            }
            asked |= {"field_name": field, "term": "a"}
            assert client.get("/admin/autocomplete/", asked).status_code == 404
        kind = ContentType.objects.get_for_model(model)
        assert client.get(f"/admin/r/{kind.pk}/{row.pk}/").status_code == 404
        sent = {"action": "delete_selected", "_selected_action": str(row.pk), "select_across": "1"}
        assert client.post(path_of(model), sent).status_code in (200, 302, 403)
        assert model._default_manager.filter(pk=row.pk).exists()


def test_every_list_of_the_site_is_guarded_and_its_rows_are_thought_about() -> None:
    for model, admin in site._registry.items():
        assert hasattr(admin, "allowed_parameters"), model
        assert model in visible_rows.VISIBLE, model
        assert not admin.exclude and (admin.fields or admin.fieldsets), model
        assert not admin.autocomplete_fields and not admin.raw_id_fields and not admin.list_editable
        for inline in admin.inlines:
            assert inline.fields and not inline.exclude, inline
    assert "Authenticator" not in {model.__name__ for model in site._registry}


def test_who_plays_there_is_not_told_of_it_by_the_desk(
    rows: dict[type[models.Model], models.Model], people: dict[str, Player]
) -> None:
    """For each list. Superusers are no exception."""
    bob = people["bob"]
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    player, other = browser(Player.objects.get(pk=bob.pk)), browser(staff(Role.OPERATOR))
    for model, row in rows.items():
        stays = visible_rows.VISIBLE[model] is visible_rows._keep_all_rows
        listed = [client.get(path_of(model)).context["cl"].queryset for client in (player, other)]
        assert [one.filter(pk=row.pk).exists() for one in listed] == [stays, True], model
        own = player.get(path_of(model, f"{row.pk}/change/"))
        nowhere = player.get(path_of(model, f"{uuid4()}/change/"))
        assert (own.status_code == 200) == stays, model
        if not stays:
            assert (own.status_code, own["Location"]) == (nowhere.status_code, nowhere["Location"])


def test_the_front_page_counts_nothing_of_who_plays_there(
    rows: dict[type[models.Model], models.Model], table: Match, people: dict[str, Player]
) -> None:
    Match.objects.filter(pk=table.pk).update(status="frozen")
    Seat.objects.filter(match=table, number=1).update(offered_at=timezone.now())
    Notification.objects.filter(key="canary-notification").update(state="failed")
    InboundEmail.objects.update(state="parked", threads=[])
    bob = people["bob"]
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    counted = []
    for person in (Player.objects.get(pk=bob.pk), staff(Role.OPERATOR)):
        heaps = browser(person).get("/admin/").context["heaps"]
        counted.append({heap.name: heap.many for heap in heaps})
    names = {"Stuck matches", "Reports", "Waiting for approval"}
    names |= {"E-mails not sent", "Unreadable e-mails"}
    names |= {"Open fraud signals", "Seats without a player"}
    assert {name: counted[0][name] for name in names} == dict.fromkeys(names, 0)
    assert {name: counted[1][name] for name in names} == dict.fromkeys(names, 1)


def test_a_refused_look_up_is_logged_without_what_was_looked_for(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    person = staff(Role.HELPER)
    with caplog.at_level(logging.WARNING):
        page = browser(person).get(NOWHERE, {"data__code__regex": "^secret"})
    assert page.status_code == 400 and "data__code__regex" in page.content.decode()
    assert str(person.pk) in caplog.text and "data__code__regex" in caplog.text
    assert "^secret" not in caplog.text


def test_prompts_of_no_list_are_told_by_their_token(table: Match) -> None:
    """The sample that this was found by: the right to answer in 130 requests."""
    client = browser(staff(Role.HELPER))
    token = Prompt.objects.filter(match=table)[0].token
    for said in ({"token__regex": token[0]}, {"token": token}, {"token__startswith": "zz"}):
        page = client.get("/admin/games/prompt/", said)
        assert page.status_code == 400 and token not in page.content.decode()
