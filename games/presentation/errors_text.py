"""Describe refusals in the active language.

A game translates its own refusals; those of the site are in the catalogues of locale/.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext

from games.engine.contract import Refused
from games.engine.text import format_sentence
from games.presentation import instants
from games.titles import GAMES


def describe_refusal(refusal: Refused, game: str = "") -> str:
    """Return the refusal as a sentence; `game` is the name of the game that was played."""
    return describe_saved_refusal(serialize_refusal(refusal), game)


def serialize_refusal(refusal: Refused) -> dict[str, Any]:
    """Return the refusal as plain values, to be described later."""
    return {
        "code": refusal.code,
        "reason": refusal.reason,
        "sentence": refusal.sentence,
        "facts": refusal.facts,
    }


def describe_saved_refusal(note: Mapping[str, Any], game: str = "") -> str:
    """Return a serialized refusal as a sentence."""
    language, sentence = (get_language() or "en")[:2], note.get("sentence", "")
    facts = note.get("facts", {})
    # In English, too: the game names the facts in words, while the reason may contain codes.
    own = GAMES[game].describe_refusal(sentence, facts, language) if game and sentence else ""
    if own:
        return own
    local_facts = instants.localize_facts(facts)
    if not sentence or (language == "en" and local_facts == facts):
        return str(note.get("reason", ""))
    return format_sentence(
        gettext(sentence), local_facts, quotes=gettext("“{}”"), last=gettext("or")
    )
