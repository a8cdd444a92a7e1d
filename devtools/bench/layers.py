"""Timers around the layers of an answer, or of an e-mail: what each costs in processor time."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from operator import attrgetter

PATH = "/layers/"
# What each function counts for, without the functions within it that count for something else.
# `module:name` or `module:Class.name`.
LAYERS = {
    "handler": [
        "abyss_site.core.http.gateway:run_handler",
    ],
    "middleware": ["django.core.handlers.base:BaseHandler.get_response"],
    "framework": ["django.core.handlers.base:BaseHandler._get_response"],
    "authentication": [
        "games.api.requests:TokenAuthentication.authenticate",
        "games.services.tokens:digest_of",
        "games.services.tokens:note_use",
    ],
    "throttle": ["games.api.endpoint:check_pace"],
    "endpoint": ["games.api.prompts:Answer.post", "games.api.direct_answers:_answer"],
    "service": ["games.services.play.decisions:submit_decision"],
    "reading": [
        "games.services.play.decision_rows:lock_match",
        "games.services.play.decision_rows:lock_for_token",
        "games.services.play.decision_rows:parse_decision_context",
    ],
    "state": [
        "games.queries.states:deserialize_state",
        "games.queries.states:serialize_state",
    ],
    "rules": [
        "games.services.play.playing:play_decision",
        "games.services.play.playing:LockedMatch._list_rules_prompts",
        "games.services.play.playing:LockedMatch.follow",
        "games.engine.notation:parse_decision",
    ],
    "deadlines": ["games.services.play.decision_rows:diff_prompts"],
    "writing": [
        "games.services.play.decision_rows:write_move",
        "games.services.player_events:write_events",
        "games.services.play.playing:save_snapshot",
        "notifications.outgoing.outbox:post",
        "abyss_site.core.database.base:DatabaseWrapper.send_waiting",
    ],
    "begin and commit": [
        "django.db.transaction:Atomic.__enter__",
        "django.db.transaction:Atomic.__exit__",
    ],
    "after the commit": [
        "abyss_site.core.valkey.commands:_Batch.execute",
    ],
    "encoding": ["django.template.response:SimpleTemplateResponse.render"],
}
# The same of e-mails that are sent, and of those that are received.
OF_EMAILS_OUT = {
    "planning": ["notifications.outgoing.planning:plan_due"],
    "claiming": ["notifications.outgoing.delivery:claim_due_notifications"],
    "rows of a batch": ["games.emails.batch_rows:load_email_facts"],
    "writing": ["notifications.outgoing.renderers:render_all"],
    "board": [
        "games.queries.matches:build_table",
        "games.emails.table_in_words:render_lines",
    ],
    "picture": ["games.presentation.boards:render_board_picture"],
    "templates": ["django.template.backends.django:Template.render"],
    "storing": ["notifications.outgoing.rendering:_store_emails"],
    "slot and record": [
        "notifications.outgoing.delivery:_acquire_send_slot",
        "notifications.outgoing.delivery:_record_sent",
    ],
    "MIME": [
        "notifications.outgoing.headers:build_message",
        "django.core.mail.message:EmailMessage.message",
        "notifications.outgoing.mime_serializer:serialize_message",
    ],
    "SMTP": ["smtplib:SMTP.sendmail"],
    "begin and commit": LAYERS["begin and commit"],
}
OF_EMAILS_IN = {
    "deciding": ["notifications.incoming.dispatch:_decide_once"],
    "parsing": [
        "notifications.reply_parser:parse_email",
        "notifications.reply_parser:parse_reply",
    ],
    "classification": [
        "notifications.incoming.classification:classify_email",
        "notifications.incoming.classification:classify_words",
    ],
    "understanding": [
        "games.replies.prompts:parse_script",
        "games.replies.answers:build_reader",
        "games.replies.answers:prepare_answers",
    ],
    "service": LAYERS["service"],
    "reading": [*LAYERS["reading"], "games.models.sql:fetch_rows"],
    "rules and state": [*LAYERS["rules"], *LAYERS["state"]],
    "writing": [*LAYERS["deadlines"], *LAYERS["writing"]],
    "receipt": ["games.replies.prompts:_send_receipt"],
    "begin and commit": LAYERS["begin and commit"],
    "after the commit": LAYERS["after the commit"],
}


class Layers:
    """Nanoseconds of the threads that compute pages, by layer."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        self.spent, self.requests = Counter[str](), 0
        self.waited_ns, self.process_ns = 0, time.process_time_ns()

    def report(self, *, rest: str = "web server", each: int = 0) -> dict[str, float]:
        """Return microseconds for each request since the last report.

        `rest` names what is in no layer; `each`: of how many things instead of requests.
        """
        with self.lock:
            times, many = dict(self.spent), each or max(1, self.requests)
            process, waiting_ns = time.process_time_ns() - self.process_ns, self.waited_ns
            self.reset()
        times[rest] = process - sum(times.values())
        shares = dict(sorted(times.items(), key=lambda item: -item[1]))
        return {
            name: round(part / many / 1000, 1)
            for name, part in {**shares, "all": process, "waiting": waiting_ns}.items()
        }


class Watch(threading.local):
    """The layers that one thread is in, the innermost last, and since when."""

    def __init__(self) -> None:
        self.within: list[str] = []
        self.since = 0
        self.spent = Counter[str]()

    def switch(self) -> None:
        now = time.thread_time_ns()
        if self.within:
            self.spent[self.within[-1]] += now - self.since
        self.since = now


layers, watch = Layers(), Watch()


def time_layer(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """Return the function, timed as part of a layer."""

    @wraps(function)
    def timed(*args: object, **kwargs: object) -> object:
        watch.switch()
        watch.within.append(name)
        started_at = 0 if len(watch.within) > 1 else time.perf_counter_ns()
        try:
            return function(*args, **kwargs)
        finally:
            watch.switch()
            watch.within.pop()
            if started_at:
                _end_request(time.perf_counter_ns() - started_at)

    return timed


def _end_request(wall: int) -> None:
    with layers.lock:
        layers.spent.update(watch.spent)
        layers.waited_ns += wall - sum(watch.spent.values())
        layers.requests += 1
    watch.spent.clear()


def time_all(layers_to_time: Mapping[str, Sequence[str]] = LAYERS) -> None:
    """Time the functions of all layers, wherever they were imported to."""
    for layer, functions in layers_to_time.items():
        for place in functions:
            module, _, path = place.partition(":")
            owner: object = import_module(module)
            *classes, name = path.split(".")
            if classes:
                owner = attrgetter(".".join(classes))(owner)
                setattr(owner, name, time_layer(layer, getattr(owner, name)))
            else:
                _replace_everywhere(getattr(owner, name), layer)


def _replace_everywhere(function: Callable[..., object], layer: str) -> None:
    timed_function = time_layer(layer, function)
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()):
            if value is function:
                setattr(module, name, timed_function)
