"""Events as JSON values: the same in lists, streams and webhooks.

Rows of events have ids alone. The question of an event is added when it is read or sent, from the
view of the seat, for whoever holds that seat then.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy, override
from msgspec import Struct

from games.engine.contract import serialize_view
from games.models import PlayerEvent, Prompt, Status
from games.presentation.question_json import serialize_question
from games.queries import matches
from games.services.player_events import StoredEvent
from notifications import gateway
from notifications.gateway import EVENT_TEXTS

log = logging.getLogger(__name__)

Kind = PlayerEvent.Kind

# Kind of a notification -> the event that it is about.
EVENT_OF_NOTIFICATION = {
    "your_turn": Kind.PROMPT_OPENED,
    "reminder": Kind.REMINDER,
    "vote_asked": Kind.VOTE_OPENED,
    "invitation": Kind.INVITED,
    "clock_moved": Kind.CLOCK_MOVED,
    "chat": Kind.SAID,
    "direct_message": Kind.DIRECT_MESSAGE,
    "player_joined": Kind.PLAYER_JOINED,
    "match_started": Kind.MATCH_STARTED,
    "match_finished": Kind.MATCH_FINISHED,
    "match_frozen": Kind.MATCH_FROZEN,
    "paused": Kind.MATCH_PAUSED,
    "resumed": Kind.MATCH_RESUMED,
}
# A sentence about an event; some are of notifications about it.
TEXTS: Mapping[str, object] = {
    **EVENT_TEXTS,
    **{event: EVENT_TEXTS[kind] for kind, event in EVENT_OF_NOTIFICATION.items()},
    "test": gettext_lazy("Test: it works."),
    Kind.PROMPT_CLOSED: gettext_lazy("Your question is closed."),
    Kind.MOVED: gettext_lazy("There is a new move."),
    Kind.UNDONE: gettext_lazy("A move was taken back."),
    Kind.SEAT_TAKEN: gettext_lazy("You have taken over a seat."),
    Kind.VOTE_DECIDED: gettext_lazy("A vote is decided."),
}
# The events of a question that may be open.
OF_QUESTIONS = (Kind.PROMPT_OPENED, Kind.REMINDER)


class EventReader(Struct, frozen=True):
    """Who reads events, and what is brought along.

    `player_id` is None for spectators, who are asked nothing. `may_answer`: questions have their
    tokens.
    """

    player_id: UUID | None = None
    language: str = "en"
    may_answer: bool = False
    brings_questions: bool = False
    brings_views: bool = False


def needs_database(events: Iterable[StoredEvent], reader: EventReader) -> bool:
    """Return whether something is looked up to serialize these events."""
    return reader.brings_questions and any(event.kind in OF_QUESTIONS for event in events)


def serialize_events(events: Sequence[StoredEvent], reader: EventReader) -> list[dict[str, object]]:
    """Return events as JSON values, their instants as such."""
    questions = _serialize_open_questions(events, reader) if reader.brings_questions else {}
    with override(reader.language):
        bodies = [_serialize_event(event) for event in events]
    for event, body in zip(events, bodies, strict=True):
        if reader.brings_questions and event.kind in OF_QUESTIONS:
            body["question"] = None
            body |= questions.get(str(event.facts.get("prompt")), {})
    return bodies


def _serialize_event(event: StoredEvent) -> dict[str, object]:
    return {
        "id": event.number,
        "event": event.kind,
        "occurred_at": event.occurred_at,
        "text": str(TEXTS.get(event.kind, "")),
        "url": settings.SITE_URL.rstrip("/") + _find_page(event),
        **event.facts,
    }


def _find_page(event: StoredEvent) -> str:
    if "match" in event.facts:
        return reverse("match", args=[event.facts["match"]])
    if "player" in event.facts:
        return reverse("conversation", args=[event.facts["player"]])
    return "/"


def _serialize_open_questions(
    events: Iterable[StoredEvent], reader: EventReader
) -> dict[str, dict[str, object]]:
    """Return {prompt: {"question": …, "view": …}} of the prompts that are open to their reader.

    Those of matches on one device are left out: somebody else may be looking at it.
    """
    questions = [event for event in events if event.kind in OF_QUESTIONS]
    prompts = {str(event.facts["prompt"]) for event in questions if "prompt" in event.facts}
    rows = Prompt.objects.filter(
        pk__in=prompts,
        closed_at=None,
        match__status=Status.RUNNING,
        match__is_hotseat=False,
    )
    bodies = dict[str, dict[str, object]]()
    for row in matches.with_match(rows.select_related("match")):
        sitter = next((seat for seat in row.match.seats.all() if seat.number == row.seat), None)
        if sitter is not None and sitter.player_id == reader.player_id:
            bodies[str(row.pk)] = _try_to_serialize(row, reader)
    return bodies


def _try_to_serialize(row: Prompt, reader: EventReader) -> dict[str, object]:
    """Return {} for a match that our code cannot read, so that later events are not held up."""
    try:
        return _serialize_open_question(row, reader)
    except Exception as error:
        if gateway.is_outage(error) or gateway.is_passing_error(error):
            raise
        log.exception("the question of an event cannot be read: prompt %s", row.pk)
        return {}


def _serialize_open_question(row: Prompt, reader: EventReader) -> dict[str, object]:
    with override(reader.language):
        table = matches.build_table(row.match, row.seat, reader.language, [row])
        if table.question is None:
            return {}
        body: dict[str, object] = {
            "question": serialize_question(
                table.question, reader.language, with_token=reader.may_answer
            )
        }
    return body | ({"view": serialize_view(table.view)} if reader.brings_views else {})
