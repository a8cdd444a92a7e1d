"""API endpoints for one's open prompts and their answers."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import IDEMPOTENCY, Endpoint, check_pace, digest_of, key_of, validate_input
from games.api.paging import Cursor, build_page_serializer, paginate_rows
from games.api.requests import scopes_of, secret_of
from games.engine import contract, notation
from games.engine.contract import Decision, Refused
from games.http.viewers import language_of, signed_in
from games.models import Move, Prompt, Status
from games.models.tokens import TokenDigest
from games.presentation import offered_answers, questions
from games.presentation.problems import NotYours, RefusedInput, Unreadable
from games.queries import matches, open_prompts, states
from games.queries.matches import Question
from games.services import tokens
from games.services.play.decisions import StalePrompt, UnknownPrompt
from games.services.submissions import answer_once
from games.titles import GAMES

TOKEN = re.compile(r"[a-z2-7]{26}")
# The attribute of a request in which `direct_answers` leaves the exception of a refusal.
REFUSAL = "direct_refusal"


class Prompts(Endpoint):
    @extend_schema(
        operation_id="list_prompts",
        parameters=[Cursor],
        responses=build_page_serializer(schemas.PromptShape),
    )
    def get(self, request: Request) -> Response:
        """Your open questions, newest first."""
        rows = open_prompts.open_prompts_with_match(signed_in(request))
        return Response(
            paginate_rows(rows, request, lambda row: _serialize_prompt_summary(request, row))
        )


class OnePrompt(Endpoint):
    @extend_schema(operation_id="get_prompt", responses=schemas.QuestionShape)
    def get(self, request: Request, token: str) -> Response:
        """One open question of yours, with all possible answers."""
        row = _get_prompt_or_404(token, matches.prompt_by_token)
        if matches.seat_of(row.match, signed_in(request)) != row.seat:
            raise NotYours
        question = None
        if row.closed_at is None and row.match.status == Status.RUNNING:
            question = questions.question_of(row, language_of(request))
        if question is None:
            raise StalePrompt("That question is no longer open.")
        return Response(question_shown(request, question))


class Answer(Endpoint):
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate a session, or raise what `direct_answers` has refused.

        A personal token is authenticated by the statement that locks the match.
        """
        if refusal := getattr(request._request, REFUSAL, None):
            # Already refused; this endpoint reports it.
            if isinstance(refusal, UnknownPrompt):
                super().initial(request, *args, **kwargs)
                raise Http404 from refusal
            raise refusal
        if secret := secret_of(request):
            check_pace("play", tokens.digest_of(secret))
        else:
            super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="answer_prompt",
        request=schemas.Submission,
        responses=schemas.Taken,
        parameters=[IDEMPOTENCY],
    )
    def post(self, request: Request, token: str) -> Response:
        """Answer a question: `verb` and `args` of a choice, or a written `line`.

        Only the player to whom the question was put may answer it: the token in the URL is its
        name, and grants no permission.
        """
        data = validate_input(schemas.Submission, request.data)
        key = key_of(request)
        if ("verb" in data) == ("line" in data):
            raise Unreadable("verb", _("Send either “verb” and “args”, or “line”."))
        reading = Reading(data)
        try:
            digest = digest_of(request, request.data) if key else ""
            move = answer_once(
                _validate_token(token), reading.read, key, digest, by=_identify_answerer(request)
            )
        except UnknownPrompt as unknown:
            # Report an invalid personal token, or one without the scope.
            super().initial(request, token=token)
            raise Http404 from unknown
        except Refused as refusal:
            raise reading.about(refusal) from refusal
        return Response(serialize_move(move))


def _identify_answerer(request: Request) -> UUID | TokenDigest:
    """Return the digest of the request's personal token, or else the id of its player."""
    if secret := secret_of(request):
        return tokens.digest_of(secret)
    player_id: UUID = signed_in(request).pk
    return player_id


class Reading:
    """A submitted answer, parsed once the prompt is known."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.given, self.game = data, ""

    def read(self, row: Prompt, rules_prompt: contract.Prompt | None) -> Decision:
        """Parse the decision. Raises Refused and Unreadable."""
        self.game = row.match.game
        if rules_prompt is None:
            # The rules will refuse this, because nothing is asked.
            return Decision("")
        if "line" in self.given:
            lexicons = notation.list_lexicons(GAMES[self.game], _current_language())
            decisions = states.offered_decisions(row, rules_prompt)
            return notation.parse_decision(
                rules_prompt, self.given["line"], lexicons, offers=decisions
            )
        submission = {"verb": self.given["verb"], "args": self.given["args"]}
        try:
            decision = msgspec.convert(submission, Decision)
        except msgspec.ValidationError as error:
            raise Unreadable("args", _("That answer cannot be read.")) from error
        offered_answers.check_is_offered(rules_prompt.choices, decision)
        return decision

    def about(self, refusal: Refused) -> RefusedInput:
        """Return the refusal with the game that refused, and what was wrong."""
        field = "line" if "line" in self.given else "args"
        is_late = refusal.code in ("stale", "frozen", "other_submission")
        return RefusedInput(refusal, game=self.game, field=None if is_late else field)


def question_shown(request: Request, question: Question | None) -> dict[str, Any] | None:
    """Return a prompt as its seat may see it; None for None."""
    if question is None:
        return None
    rules_prompt = question.asked
    words = GAMES[question.row.match.game].list_words(language_of(request))
    answers = [
        msgspec.to_builtins(_serialize_decision(answer.decision))
        | {"number": answer.number, "words": answer.words, "hint": answer.hint}
        for answer in question.answers
    ]
    choices = [
        {"verb": choice.verb, "args": choice.args, "slots": msgspec.to_builtins(choice.slots)}
        for choice in rules_prompt.choices
    ]
    return _serialize_prompt_summary(request, question.row) | {
        "text": question.text,
        "facts": msgspec.to_builtins(rules_prompt.facts),
        "answers": answers,
        "choices": choices,
        "fallback": notation.format_decision(rules_prompt.fallback, words),
        "answered": question.answered,
    }


def _serialize_decision(decision: Decision) -> dict[str, Any]:
    return {"verb": decision.verb, "args": decision.args}


def _serialize_prompt_summary(request: Request, row: Prompt) -> dict[str, Any]:
    plain = ("id", "seat", "question", "sealed", "opened_at", "deadline_at")
    return {name: getattr(row, name) for name in plain} | {
        # Needed only by those who may answer the prompt.
        "token": row.token if "play" in scopes_of(request) else None,
        "match": row.match.number,
        "game": row.match.game,
    }


def _get_prompt_or_404(token: str, find: Any) -> Prompt:
    try:
        prompt: Prompt = find(_validate_token(token))
    except Prompt.DoesNotExist as error:
        raise Http404 from error
    return prompt


def _validate_token(token: str) -> str:
    if not TOKEN.fullmatch(token):
        raise Http404
    return token


def serialize_move(move: Move) -> dict[str, Any]:
    decision = states.parse_stored_decision(move.decision)
    return _serialize_decision(decision) | {
        "id": move.pk,
        "match": move.match.number,
        "seat": move.seat,
        "words": notation.format_decision(
            decision, GAMES[move.match.game].list_words(_current_language())
        ),
        "played_at": move.played_at,
    }


def _current_language() -> str:
    return (translation.get_language() or "en")[:2]
