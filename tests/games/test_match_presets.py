"""Presets of a player's own for new matches: on the page, by program, in export and erasure."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.engine.contract import BadOptions
from games.models import Match, MatchPreset, Player
from games.presentation.own_data import export_player_data
from games.services import account_deletion, match_presets
from games.services.match_presets import MAX_PRESETS, CannotKeepPreset, NoSuchPreset
from games.services.matches import MatchTerms

from .reading import As, text_of
from .test_choosing import fill

pytestmark = pytest.mark.django_db
NEW = "/matches/new/?game=abyss"
PRESETS = "/matches/new/presets/?game=abyss"
EVENINGS = fill(own_daily="21:00", own_turn="12", spoken="fr", seats="3", private="on")


def save(as_: As, name: str = "Evenings", **more: str) -> Any:
    return as_("alice").post(PRESETS, EVENINGS | {"preset_name": name, "action": "save"} | more)


def test_a_preset_is_saved_and_opens_the_same_match(as_: As) -> None:
    page = save(as_)
    assert page.status_code == 303 and not Match.objects.exists()

    chosen = as_("alice").get(page["Location"])
    form = chosen.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert "Evenings" in text_of(chosen) and sent["preset_name"] == "Evenings"
    as_("alice").post(page["Location"], sent | {"own_daily": "21:00"})

    match = Match.objects.get()
    kept = match_presets.preset_terms(MatchPreset.objects.get())
    assert kept is not None and kept.own_pace is not None and kept.own_pace.daily is not None
    assert (match.minutes_per_turn, match.deadline_time) == (12 * 60, kept.own_pace.daily.time)
    assert (match.language, match.seats_wanted, match.private) == ("fr", 3, True)


def test_presets_are_found_where_a_match_begins(as_: As) -> None:
    save(as_)
    for page in (NEW, "/matches/new/"):
        assert "Evenings" in text_of(as_("alice").get(page))
        assert "Evenings" not in text_of(as_("bob").get(page))


def test_a_preset_is_changed_renamed_and_deleted(as_: As) -> None:
    save(as_)
    row = MatchPreset.objects.get()
    here = f"{PRESETS}&saved={row.pk}"

    changed = EVENINGS | {"seats": "4", "preset_name": "Sundays", "action": "change"}
    as_("alice").post(here, changed)
    row.refresh_from_db()
    assert (row.name, row.terms["seats"], MatchPreset.objects.count()) == ("Sundays", 4, 1)

    as_("bob").post(here, {"action": "delete"})
    assert MatchPreset.objects.exists()
    as_("alice").post(here, {"action": "delete"})
    assert not MatchPreset.objects.exists()


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("", {}, "Give the preset a name"),
        ("evenings", {}, "You have a preset of this name"),
        ("Fast", {"own_turn": "2"}, "at least 4 hours"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    as_: As, name: str, more: dict[str, str], said: str
) -> None:
    save(as_)

    page = save(as_, name, **more)

    assert page.status_code == 422 and said in text_of(page)
    assert MatchPreset.objects.count() == 1


def test_presets_have_limits(people: dict[str, Player]) -> None:
    alice, terms = people["alice"], MatchTerms("abyss", 2)
    for number in range(MAX_PRESETS):
        match_presets.save_preset(alice, f"No. {number}", terms)

    with pytest.raises(CannotKeepPreset, match="20 presets|presets"):
        match_presets.save_preset(alice, "One more", terms)
    with pytest.raises(BadOptions):
        match_presets.save_preset(alice, "Odd", MatchTerms("abyss", 9))
    with pytest.raises(NoSuchPreset):
        one = MatchPreset.objects.filter(player=alice)[0]
        match_presets.save_preset(people["bob"], "Mine", terms, preset=one.pk)

    assert alice.match_presets.count() == MAX_PRESETS


def test_a_preset_of_old_rules_is_shown_and_opens_nothing(as_: As) -> None:
    save(as_)
    MatchPreset.objects.update(terms={"game": "abyss", "seats": 2, "options": {"gone": 1}})
    row = MatchPreset.objects.get()

    page = as_("alice").get(f"{NEW}&saved={row.pk}")

    assert "cannot be used any more" in text_of(page)


def test_presets_are_exported_and_erased(as_: As, people: dict[str, Player]) -> None:
    save(as_)
    lines = [json.loads(line) for line in export_player_data(people["alice"])]
    [kept] = next(line for line in lines if "presets_for_new_matches" in line).values()
    assert [one["name"] for one in kept] == ["Evenings"]

    account_deletion.delete_account(people["alice"], address=people["alice"].email)

    assert not MatchPreset.objects.exists()


def test_nobody_saves_a_preset_without_an_account() -> None:
    page = Client().post(PRESETS, EVENINGS | {"preset_name": "Mine", "action": "save"})
    assert page.status_code == 302 and not MatchPreset.objects.exists()
