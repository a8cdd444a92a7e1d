"""A stored analysis for tests that do not want to wait for one."""

from __future__ import annotations

import msgspec
from django.utils import timezone

from games.engine.analysis import Judgement, Summary
from games.engine.contract import Decision
from games.models import Analysis, Match


def store_result(match: Match) -> Summary:
    """Store an analysis with a mistake of seat 0 and a find of seat 1."""
    mistake = Judgement(
        3, 0, "turn", Decision("explore"), Decision("support", {"stack": "squid"}), 2.6, 0.5
    )
    find = Judgement(5, 1, "offer", Decision("buy"), Decision("pass"), 1.2, 0.4, is_find=True)
    summary = Summary([0, 5, 9], [[0.0, 2.4, 3.0], [0.0, -2.4, -3.0]], [mistake], [find])
    Analysis.objects.create(
        match=match,
        status=Analysis.Status.DONE,
        requested_at=timezone.now(),
        edition=1,
        revision=1,
        result=msgspec.to_builtins(summary),
    )
    return summary
