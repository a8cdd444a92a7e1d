"""Check the standings against the results of the matches, computed independently."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from devtools.chaos.evidence import Evidence
from devtools.chaos.service import Row

PLACES = """
SELECT seat.match_id::text, seat.player_id::text, seat.place FROM games_seat seat
JOIN games_match m ON m.id = seat.match_id WHERE m.status = 'finished'
"""


def find_wrong_standings(evidence: Evidence) -> list[str]:
    """Return entrants with wrong points, or ranked below somebody with fewer points."""
    places: dict[str, dict[str, int]] = defaultdict(dict)
    for row in evidence.service.rows(PLACES):
        places[row["match_id"]][row["player_id"]] = row["place"]
    violations = []
    for division in evidence.report["leagues"]:
        points = _points(division, places)
        for source in ("standing", "frozen"):
            standings = {int(k): Fraction(v) for k, v in (division[source] or {}).items()}
            wrong = {seed for seed, worth in standings.items() if worth != points.get(seed, 0)}
            violations += [
                f"entrant {seed} of the division {division['id']} has {standings[seed]} points, and"
                f" {points.get(seed, 0)} by its matches ({source})"
                for seed in sorted(wrong)
            ]
        violations += _find_disorder(division, points)
    return violations


def _points(division: Row, places: dict[str, dict[str, int]]) -> dict[int, Fraction]:
    """Return points by entrant: one for each opponent behind, half for each who shares the
    place."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    for pairing in division["pairings"]:
        result = places.get(pairing["match"] or "", {})
        if not pairing["settled"] or not result:
            continue
        for player, seed in pairing["seats"]:
            for other, _ in pairing["seats"]:
                if other != player:
                    mine, theirs = result[player], result[other]
                    points[seed] += Fraction(mine < theirs) + Fraction(mine == theirs, 2)
    return points


def _find_disorder(division: Row, points: dict[int, Fraction]) -> list[str]:
    order = sorted((place, int(seed)) for seed, place in division["places"].items())
    return [
        f"entrant {second} of the division {division['id']} stands behind {first} with more points"
        for (ahead, first), (behind, second) in zip(order, order[1:], strict=False)
        if ahead < behind and points.get(first, 0) < points.get(second, 0)
    ]
