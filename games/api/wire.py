"""JSON as it comes and goes."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser

# Bytes of a request; an answer has a hundred.
MOST_BYTES = 64 * 1024


class Plain(JSONParser):
    """JSON of a bounded size, whose text can be written down again."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ParseError(_("That is more than we read."))
        try:
            read = json.loads(raw.decode(), parse_constant=_reject_constant)
            # Half a surrogate pair can be read but never written.
            json.dumps(read, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise ParseError(_("That is no JSON.")) from error
        return read


def _reject_constant(constant: str) -> None:
    raise ValueError(constant)


class AlwaysJson(BaseContentNegotiation):
    """There is one representation; whoever asks for another gets this one (RFC 9110 §12.4.1)."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        kind = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
