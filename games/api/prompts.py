"""API endpoints for one's open prompts and their answers."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import refused_answers, schemas
from games.api.endpoint import IDEMPOTENCY, Endpoint, check_pace, digest_of, key_of, validate_input
from games.api.operations import describe_operation
from games.api.paging import Cursor, build_page_serializer, respond_with_rows
from games.api.requests import scopes_of, secret_of
from games.engine import contract, notation
from games.engine.contract import Decision, Refused
from games.http.viewers import language_of, player_of, signed_in
from games.models import Move, Prompt, Status
from games.models.tokens import TokenDigest
from games.presentation import offered_answers, questions
from games.presentation.problems import NotYours, RefusedInput, Unreadable
from games.presentation.question_json import (
    serialize_prompt,
    serialize_question,
)
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
    @describe_operation(
        "list_prompts",
        parameters=[Cursor],
        responses=build_page_serializer(schemas.PromptShape),
    )
    def get(self, request: Request) -> Response:
        """Your open questions, newest first."""
        rows = open_prompts.open_prompts_with_match(signed_in(request))
        return respond_with_rows(
            rows, request, lambda row: serialize_prompt(row, with_token=may_answer(request))
        )


class OnePrompt(Endpoint):
    @describe_operation("get_prompt", responses=schemas.QuestionShape)
    def get(self, request: Request, token: str) -> Response:
        """One open question of yours, with all possible answers."""
        row = _get_prompt_or_404(token, matches.prompt_by_token)
        if matches.seat_of(row.match, signed_in(request)) != row.seat:
            raise NotYours
        question = None
        if row.closed_at is None and row.match.status == Status.RUNNING:
            question = questions.question_of(row, language_of(request))
        if question is None:
            raise explain_stale_prompt(StalePrompt("That question is no longer open."), token)
        return Response(question_shown(request, question))


class Answer(Endpoint):
    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Authenticate a session, or raise what `direct_answers` has refused.

        A personal token is authenticated by the statement that locks the match.
        """
        if refusal := getattr(request, REFUSAL, None):
            # Already refused; this endpoint reports it.
            if isinstance(refusal, UnknownPrompt):
                super().initial(request, *args, **kwargs)
                raise Http404 from refusal
            raise refusal
        if secret := secret_of(request):
            check_pace(request, "play", tokens.digest_of(secret))
            self.check_request(request)
        else:
            super().initial(request, *args, **kwargs)

    @describe_operation(
        "answer_prompt",
        request=schemas.Submission,
        responses=schemas.Taken,
        parameters=[schemas.AnswerQuery, IDEMPOTENCY],
    )
    def post(self, request: Request, token: str) -> Response:
        """Answer a question: `verb` and `args` of a choice, or a written `line`.

        Only the player to whom the question was put may answer it: the token in the URL is its
        name, and grants no permission.
        """
        query = validate_input(schemas.AnswerQuery, request.query_params.dict())
        reading = Reading(validate_input(schemas.Submission, request.data))
        key = key_of(request)
        try:
            digest = digest_of(request, request.data) if key else ""
            move = answer_once(
                _validate_token(token), reading.read, key, digest, by=_identify_answerer(request)
            )
        except UnknownPrompt as unknown:
            # Report an invalid personal token, or one without the scope.
            super().initial(request, token=token)
            raise Http404 from unknown
        except StalePrompt as refusal:
            raise explain_stale_prompt(refusal, token) from refusal
        except Refused as refusal:
            raise reading.about(refusal) from refusal
        body = serialize_move(move)
        if query["question"]:
            body["question"] = _serialize_next_question(request, move)
        return Response(body)


def _serialize_next_question(request: Request, move: Move) -> dict[str, object] | None:
    """Return what the player is asked in the match of a move now, None for nothing."""
    match = matches.match_with_seats(move.match_id)
    row = next((row for row in matches.asked_rows(match) if row.seat == move.seat), None)
    if row is None or matches.seat_of(match, player_of(request)) != move.seat:
        return None
    return question_shown(request, questions.question_of(row, language_of(request)))


def _identify_answerer(request: Request) -> UUID | TokenDigest:
    """Return the digest of the request's personal token, or else the id of its player."""
    if secret := secret_of(request):
        return tokens.digest_of(secret)
    player_id: UUID = signed_in(request).pk
    return player_id


class Reading:
    """A submitted answer, parsed once the prompt is known.

    Raises Unreadable if it has not exactly one of the ways to name an answer.
    """

    def __init__(self, data: dict[str, object]) -> None:
        ways = [name for name in ("verb", "line", "number") if name in data]
        if len(ways) != 1:
            message = _("Send either “verb” and “args”, or “line”, or “number”.")
            raise Unreadable("verb", message, nearest=("verb", "line", "number"))
        self.data, self.way = data, ways[0]
        self.row: Prompt | None = None
        self.rules_prompt: contract.Prompt | None = None
        self.decision: Decision | None = None

    def read(self, row: Prompt, rules_prompt: contract.Prompt | None) -> Decision:
        """Parse the decision. Raises Refused and Unreadable."""
        self.row, self.rules_prompt = row, rules_prompt
        if rules_prompt is None:
            # The rules will refuse this, because nothing is asked.
            return Decision("")
        if self.way != "verb":
            lexicons = notation.list_lexicons(GAMES[row.match.game], _current_language())
            decisions = states.offered_decisions(row, rules_prompt)
            line = str(self.data[self.way])
            return notation.parse_decision(rules_prompt, line, lexicons, offers=decisions)
        submission = {"verb": self.data["verb"], "args": self.data["args"]}
        try:
            self.decision = msgspec.convert(submission, Decision)
        except msgspec.ValidationError as error:
            raise Unreadable("args", _("That answer cannot be read.")) from error
        offered_answers.check_is_offered(rules_prompt.choices, self.decision)
        return self.decision

    def about(self, refusal: Refused) -> RefusedInput:
        """Return the refusal with the game that refused, what was wrong, and what could be sent."""
        game = self.row.match.game if self.row else ""
        is_late = refusal.code in ("stale", "frozen", "other_submission")
        if is_late or self.row is None or self.rules_prompt is None:
            return RefusedInput(refusal, game=game, field=None)
        if self.decision is None:
            nearest = self._list_nearest(self.row, self.rules_prompt)
            return RefusedInput(refusal, game=game, field=self.way, nearest=nearest)
        part = refused_answers.find_wrong_part(self.rules_prompt, self.decision)
        return RefusedInput(refusal, game=game, field=part.field, nearest=part.nearest)

    def _list_nearest(self, row: Prompt, rules_prompt: contract.Prompt) -> list[str | int]:
        """Return the numbers or lines that are most similar to the one that was sent."""
        decisions = states.offered_decisions(row, rules_prompt)
        if self.way == "number":
            return [len(decisions)]
        words = GAMES[row.match.game].list_words(_current_language())
        lines = [notation.format_decision(decision, words) for decision in decisions]
        return refused_answers.sort_alike(self.data["line"], lines)


def explain_stale_prompt(refusal: StalePrompt, token: str) -> RefusedInput:
    """Return the refusal with what has closed the question; its player asks."""
    row = matches.prompt_by_token(token)
    closer = refused_answers.find_closer(row)
    return RefusedInput(refusal, game=row.match.game, field=None, closed_by=closer or "")


def question_shown(request: Request, question: Question | None) -> dict[str, object] | None:
    """Return a prompt as its seat may see it; None for None."""
    if question is None:
        return None
    return serialize_question(question, language_of(request), with_token=may_answer(request))


def may_answer(request: Request) -> bool:
    """Return whether a request may answer questions, and so see their tokens."""
    return "play" in scopes_of(request)


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


def serialize_move(move: Move) -> dict[str, object]:
    decision = states.parse_stored_decision(move.decision)
    return {
        "verb": decision.verb,
        "args": decision.args,
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
