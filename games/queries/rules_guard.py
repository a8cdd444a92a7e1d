"""What damaged rows of a match make our code raise, told from everything else."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from games.engine.contract import Refused
from games.models import Match
from notifications import gateway

log = logging.getLogger(__name__)


class RulesFailed(Exception):
    """The rules raised something that is no refusal."""

    def __init__(self, match: Match):
        super().__init__(str(match))
        self.match = match


@contextmanager
def convert_rules_errors(match: Match) -> Iterator[None]:
    """Turn what a damaged row of the match makes our code raise into RulesFailed.

    Refusals pass, and so does the loss of the database, which says nothing about the match.
    """
    try:
        yield
    except (Refused, RulesFailed):
        raise
    except Exception as error:
        if gateway.is_outage(error) or gateway.is_passing_error(error):
            raise
        log.error(
            "match %s: %s at %s", match.pk, type(error).__name__, gateway.place_of_error(error)
        )
        raise RulesFailed(match) from error
