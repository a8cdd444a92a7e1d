"""Add and change accounts: address, name, roles on the staff, and password.

Nobody changes a superuser's account here, nor their own; that of a member of the staff is changed
by superusers only. Otherwise whoever looks after accounts could come to be whoever they like.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from abyss_site.core.email_addresses import normalize_address
from games.models import AuditLogEntry, Player
from games.services import accounts, names, sanctions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.conflicts_of_interest import NotAllowed, check_person
from games.services.moderation import audit_log
from games.services.moderation.roles import Role, may_take_action
from games.services.moderation.staff_actions import (
    AddAccount,
    EditAccount,
    PlayerAction,
    SetPassword,
    SetRoles,
)

LONGEST_NAME = 40


def check_may_change(by: Player, player: Player) -> None:
    """Raise NotAllowed for the account of a superuser, and for one of the staff to all but them."""
    check_person(by, player.pk)
    if player.is_superuser:
        raise NotAllowed("A superuser’s account is changed by whoever runs the service.")
    if player.is_staff and not by.is_superuser:
        raise NotAllowed("Accounts of the staff are changed by superusers only.")


def add_account(context: ActionContext, action: AddAccount) -> None:
    """Make an account for whoever reads an address; they sign in by e-mail."""
    address, name = _clean_address(action.whom), _clean_name(action.name)
    player = Player.objects.create_user(address, display_name=name)
    sanctions.apply_address_bans(player, now=context.now)
    context.player = player
    context.addresses.append((player.pk, address))
    context.add_change(
        "{name} has an account, and is told at {address}.", name=name, address=address
    )


def edit_account(context: ActionContext, action: EditAccount) -> None:
    """Give a player another address, or another name. The old and the new address are told."""
    player = _lock_player(context.by, action)
    before = player.email
    if not (action.whom.strip() or action.name.strip()):
        raise CannotBeDone("Give the new address or the new name.")
    if action.name.strip():
        name = _clean_name(action.name)
        context.add_change("{before} is now called {name}.", before=player.display_name, name=name)
        former_name, player.display_name = player.display_name, name
        names.record_former_name(player, former_name, now=context.now)
    context.addresses.append((player.pk, before))
    if action.whom.strip():
        player.email = _clean_address(action.whom)
        # Nobody has shown to read it yet; and links that were mailed to the old one end.
        player.email_verified_at, player.last_login = None, context.now
        context.addresses.append((player.pk, player.email))
        context.add_change(
            "{name}: {before} becomes {after}.",
            name=player.display_name,
            before=before,
            after=player.email,
        )
    player.save(update_fields=["email", "email_verified_at", "last_login", "display_name"])


def set_roles(context: ActionContext, action: SetRoles) -> None:
    """Say what somebody does on the staff, or that they do nothing there any more."""
    player = _lock_player(context.by, action)
    role_names = {role.strip().lower() for role in action.roles.split(",") if role.strip()}
    if not role_names <= set(Role):
        raise CannotBeDone("Roles are: " + ", ".join(Role) + ".")
    player.is_staff = bool(role_names)
    if not role_names:
        # Passwords are for the staff; this ends the sessions, too.
        player.set_unusable_password()
    player.save(update_fields=["is_staff", "password"])
    player.groups.set([Group.objects.get_or_create(name=role)[0] for role in sorted(role_names)])
    if role_names:
        roles = ", ".join(sorted(role_names))
        context.add_change("{name} is {roles}.", name=player.display_name, roles=roles)
    else:
        context.add_change("{name} is no longer on the staff.", name=player.display_name)
    context.recipients.append((player.pk, None))


def set_password(
    by: Player, player: Player, password: str, *, reason: str, now: datetime | None = None
) -> AuditLogEntry:
    """Give a member of the staff a password, and tell them. Raises Refused; it is written down."""
    now = now or timezone.now()
    action = SetPassword(player=player.pk, reason=reason)
    try:
        with transaction.atomic():
            return _set_password(ActionContext(by, now), action, password)
    except Exception as error:
        audit_log.record_refusal(by, action, error, None, now)
        raise


def _set_password(context: ActionContext, action: SetPassword, password: str) -> AuditLogEntry:
    if not may_take_action(context.by, action.kind):
        raise NotAllowed("Your role does not allow this.")
    if not action.reason.strip():
        raise CannotBeDone("Give a reason.")
    player = _lock_player(context.by, action)
    if not player.is_staff:
        raise CannotBeDone("Passwords are for the staff; players sign in by e-mail.")
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise CannotBeDone(" ".join(error.messages)) from error
    player.set_password(password)
    player.save(update_fields=["password"])
    context.player = player
    context.add_change("{name} has a new password.", name=player.display_name)
    context.recipients.append((player.pk, None))
    return audit_log.record_action(context, action)


def _lock_player(by: Player, action: PlayerAction) -> Player:
    """Return the player whose account is changed, locked. Raises Refused."""
    people_only = Player.objects.select_for_update(no_key=True).filter(left_at=None, is_bot=False)
    player = people_only.filter(pk=action.player).first()
    if player is None:
        raise CannotBeDone("Name the player.")
    check_may_change(by, player)
    return player


def _clean_address(text: str) -> str:
    address = normalize_address(text)
    try:
        validate_email(address)
    except ValidationError as error:
        raise CannotBeDone("That is not an e-mail address.") from error
    if accounts.player_at(address) is not None:
        raise CannotBeDone("Somebody has that address already.")
    return address


def _clean_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise CannotBeDone("A name is one line of at most 40 visible characters.")
    names.check_person(name)
    return name
