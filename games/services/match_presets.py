"""Presets of a player's own: settings of new matches under a name."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.engine import display_names
from games.engine.contract import BadOptions, Refused
from games.models import MatchPreset, Player
from games.services.matches import MatchTerms, validate_terms

# Maximum number of presets of a player.
MAX_PRESETS = 20


class CannotKeepPreset(Refused):
    """The name is missing or taken, or the player has too many presets."""

    code = "cannot_keep_preset"


class NoSuchPreset(Refused):
    """The player has no such preset."""

    code = "unknown"


@transaction.atomic
def save_preset(
    player: Player,
    name: str,
    terms: MatchTerms,
    *,
    preset: UUID | None = None,
    now: datetime | None = None,
) -> MatchPreset:
    """Keep these terms under a name, or change a preset of the player.

    Raises NoSuchPreset, CannotKeepPreset and BadOptions; nothing is saved.
    """
    validate_terms(terms)
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > 40:
        raise CannotKeepPreset("Give the preset a name of up to 40 characters.")
    if display_names.is_markup(name):
        raise CannotKeepPreset("A name cannot contain markup such as “<b>”.")
    # So that two requests at the same time cannot save more than the maximum.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = MatchPreset.objects.filter(player=player)
    row = MatchPreset(player=player) if preset is None else mine.filter(pk=preset).first()
    if row is None:
        raise NoSuchPreset("There is no such preset.")
    others = mine.exclude(pk=row.pk)
    if others.filter(name__iexact=name).exists():
        raise CannotKeepPreset("You have a preset of this name.")
    if preset is None and others.count() >= MAX_PRESETS:
        raise CannotKeepPreset("You have {most} presets; delete one.", most=MAX_PRESETS)
    row.game, row.name, row.saved_at = terms.game, name, now or timezone.now()
    row.terms = msgspec.to_builtins(terms)
    row.save()
    return row


def delete_preset(player: Player, preset: UUID) -> bool:
    """Delete a preset of the player; False if there is none."""
    count, _ = MatchPreset.objects.filter(player=player, pk=preset).delete()
    return bool(count)


def preset_terms(row: MatchPreset) -> MatchTerms | None:
    """Return the terms of a preset, None if no match can be opened by them any more."""
    try:
        terms = msgspec.convert(row.terms, MatchTerms)
        validate_terms(terms)
    except (msgspec.ValidationError, BadOptions):
        return None
    return terms
