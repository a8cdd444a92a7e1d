"""Who comes to the desk, by which steps, and what each role may do there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args, get_type_hints
from uuid import UUID, uuid4

import msgspec
import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib.admin import site
from django.contrib.auth.models import Group
from django.test import Client

from games.admin.action_forms import FIELDS, ActionForm
from games.engine.contract import Refused
from games.models import AuditLogEntry, Player, Proposal
from games.services.action_context import CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import cups
from games.services.moderation import desk
from games.services.moderation.roles import MAY, SEES, WRITES, Action, Role, may_take_action
from games.services.moderation.staff_actions import (
    FoundLeague,
    SetPassword,
    StaffAction,
    kind_of,
    parse_staff_action,
)

from ..totp import activate_app, new_secret, number_now

pytestmark = pytest.mark.django_db

STRUCTS = get_args(StaffAction)

# Row by row what each role may do: helper, moderator, league director, operator.
TABLE = """
extend      yes yes yes yes
pause       yes yes yes yes
resume      yes yes yes yes
answer      no  yes yes yes
replace     no  yes yes yes
swap        no  yes yes yes
rewind      no  yes no  yes
adjudicate  no  yes yes yes
void        no  yes yes yes
note        yes yes no  yes
warn        yes yes no  yes
mute        no  yes no  yes
hide        no  yes no  yes
suspend     no  yes no  yes
ban         no  yes no  yes
lift        no  yes no  yes
merge       no  yes no  yes
resend      yes yes no  yes
release     yes yes no  yes
reject      yes yes no  yes
settle      no  yes no  yes
look        no  yes no  yes
dismiss     no  yes no  yes
approve     no  yes yes yes
found_league no no yes yes
edit_league no no yes yes
add_deputy no no yes yes
drop_deputy no no yes yes
open_season no no yes yes
start_season no no yes yes
move_start  no  no  yes yes
enter_list no no yes yes
seed no no yes yes
forbid_pair no no yes yes
allow_pair no no yes yes
pair_round no no yes yes
invite      no  no  yes yes
write       no  no  yes yes
edit_round  no  no  yes yes
decide_table no no yes yes
admit_entry no no yes yes
remove_entry no no yes yes
rename_team no yes yes yes
postpone    no  no  yes yes
clear_club  no  yes no  yes
call_off    no  no  yes yes
close_season no no yes yes
edit_account no no  no  yes
add_account no  no  no  yes
set_roles   no  no  no  no
set_password no no  no  no
"""


def staff(role: Role | None) -> Player:
    name = role.value if role else "nobody"
    address = f"{name.replace(' ', '-')}@example.org"
    person = Player.objects.create_user(address, "hush-hush-hush", is_staff=True)
    if role:
        person.groups.add(Group.objects.get_or_create(name=role)[0])
    return person


def about_nothing(struct: Any) -> StaffAction:
    """Return an action on something that does not exist."""
    values: dict[Any, object] = {UUID: uuid4(), int: 0, str: "", list[int]: []}
    values[datetime] = datetime(2030, 1, 1, tzinfo=UTC)
    required = [field for field in msgspec.structs.fields(struct) if field.required]
    types = get_type_hints(struct)
    facts = {field.name: values[types[field.name]] for field in required}
    action: StaffAction = struct(**{**facts, "reason": "They asked.", "told": "Told."})
    return action


def test_each_role_may_do_what_the_table_says() -> None:
    people = [staff(role) for role in Role]

    told = {
        action: " ".join("yes" if may_take_action(person, action) else "no" for person in people)
        for action in Action
    }

    said = (row.split(maxsplit=1) for row in TABLE.strip().splitlines())
    assert told == {action: " ".join(cells.split()) for action, cells in said}
    assert set(MAY) == set(Action)


def test_what_the_table_denies_is_refused_and_what_it_allows_is_not() -> None:
    """The service itself refuses; whoever may is told that nothing was named to do it to."""
    for role in Role:
        person = staff(role)
        for struct in STRUCTS:
            expected: type[Refused] = (
                CannotBeDone if may_take_action(person, kind_of(struct)) else NotAllowed
            )
            if struct is FoundLeague and expected is NotAllowed:
                # Every player may found a cup, within limits.
                expected = cups.CannotFound
            with pytest.raises(expected):
                desk.take_staff_action(person, about_nothing(struct))
    assert not Proposal.objects.exists()
    assert set(AuditLogEntry.objects.values_list("step", flat=True)) == {"refused"}


def test_every_action_has_one_struct_one_handler_and_one_form() -> None:
    """Approving is none of its own; a password has a page of its own, for it is never recorded."""
    kinds = sorted(kind_of(struct) for struct in STRUCTS)

    assert kinds == sorted(set(Action) - {Action.APPROVE, Action.SET_PASSWORD})
    assert kinds == sorted(kind for kind, _ in desk.ENTRIES) == sorted(desk.HANDLERS)
    assert kinds == sorted(FIELDS)
    assert kind_of(SetPassword) == Action.SET_PASSWORD


@pytest.mark.parametrize("struct", STRUCTS)
def test_a_form_asks_for_what_its_action_needs_and_for_nothing_else(struct: Any) -> None:
    fields = {field.name: field.required for field in msgspec.structs.fields(struct)}
    form = ActionForm(kind_of(struct))
    asked = {name: field.required for name, field in form.fields.items()}

    # Some actions tell nobody anything.
    assert set(asked) | {"told"} == set(fields)
    assert {name for name, required in fields.items() if required} <= {
        name for name, required in asked.items() if required
    }


@pytest.mark.parametrize("struct", STRUCTS)
def test_an_action_is_stored_with_its_tag_and_read_back(struct: Any) -> None:
    action = about_nothing(struct)

    facts = msgspec.to_builtins(action)

    assert facts["action"] == kind_of(struct).value
    assert parse_staff_action(facts) == action


def test_nobody_else_may_do_anything(people: dict[str, Any]) -> None:
    boss = Player.objects.create_superuser("boss@example.org", "hush-hush-hush")
    gone = staff(Role.OPERATOR)
    gone.is_active = False
    people["alice"].groups.set(Group.objects.all())

    for person in (people["alice"], staff(None), gone):
        assert not [action for action in Action if may_take_action(person, action)]
    assert all(may_take_action(boss, action) for action in Action)


def test_each_role_sees_the_lists_of_the_table_and_no_other() -> None:
    lists = sorted(f"{model._meta.app_label}/{model._meta.model_name}" for model in site._registry)
    for role in Role:
        client = Client()
        client.force_login(staff(role))
        shown = {one for one in lists if client.get(f"/admin/{one}/").status_code == 200}
        assert {one.replace("/", ".") for one in shown} == set(SEES[role]), role
    assert set(WRITES) == set(SEES) == set(Role)


def test_staff_signs_in_by_password_and_app(settings: Any) -> None:
    settings.DEMO = False
    secret = new_secret()
    activate_app(staff(Role.HELPER), secret)
    client = Client()
    said = {"username": "helper@example.org", "password": "hush-hush-hush"}

    first = client.post("/admin/login/?next=/admin/games/match/", said)
    assert first.status_code == 302
    assert client.get("/admin/").status_code == 302
    second = client.post(first["Location"], {"code": number_now(secret)})

    assert second["Location"] == "/admin/games/match/"
    assert client.get("/admin/games/match/").status_code == 200


def test_staff_without_an_app_sets_one_up_first(settings: Any) -> None:
    settings.DEMO = False
    staff(Role.MODERATOR)
    client = Client()
    said = {"username": "moderator@example.org", "password": "hush-hush-hush"}
    client.post("/admin/login/", said)

    way = client.get("/admin/", follow=True)

    assert way.redirect_chain[-1][0] == "/settings/security/totp/activate/?next=%2Fadmin%2F"
    secret = way.context["form"].secret
    client.post(way.request["PATH_INFO"], {"code": number_now(secret)})
    kept = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    assert get_adapter().decrypt(kept.data["secret"]) == secret
    # Having one is not yet having shown it.
    asked = client.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith("/settings/security/reauthenticate/")


def test_a_session_without_the_second_step_stays_outside(settings: Any) -> None:
    person = staff(Role.OPERATOR)
    client = Client()
    client.force_login(person)
    assert client.get("/admin/").status_code == 200

    activate_app(person, new_secret())
    assert client.get("/admin/").status_code == 302
    Authenticator.objects.all().delete()
    settings.DEMO = False
    assert client.get("/admin/").status_code == 302


def test_staff_without_a_second_factor_stays_outside_where_others_reach_the_site(
    settings: Any,
) -> None:
    client = Client()
    client.force_login(staff(Role.OPERATOR))
    settings.DEMO, settings.SITE_IS_LOCAL = True, True
    assert client.get("/admin/").status_code == 200

    settings.SITE_IS_LOCAL = False

    assert client.get("/admin/").status_code == 302


def test_the_desk_runs_no_script_but_files_of_ours() -> None:
    client = Client()
    client.force_login(staff(Role.OPERATOR))
    for path in ("/admin/", "/admin/games/match/", "/admin/games/player/add/"):
        page = client.get(path)
        scripts = page.content.decode().split("<script")[1:]
        assert all("src=" in script.split(">")[0] or "json" in script for script in scripts), path
        policy = page["Content-Security-Policy"]
        assert "script-src 'self' 'unsafe-eval';" in policy
    assert "unsafe" not in client.get("/")["Content-Security-Policy"]
