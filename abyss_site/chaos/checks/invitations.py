"""Who accepted an invitation sits at the table once; who was invited was notified."""

from __future__ import annotations

from collections import Counter

from abyss_site.chaos.evidence import Evidence
from games.services.invitations import MOST_TO_ONE

INVITED = "SELECT id::text, outcome, match_id, player_id, silent FROM games_invitation"
SEATED = "SELECT match_id, player_id FROM games_seat"
NOTIFIED = "SELECT key FROM notifications_notification WHERE kind IN ('invitation', 'introduction')"


def find_lost(evidence: Evidence) -> list[str]:
    """Every invitation taken is kept and notified, and every one that was accepted is seated."""
    rows = {row["id"]: row for row in evidence.service.rows(INVITED)}
    seated = [(row["match_id"], row["player_id"]) for row in evidence.service.rows(SEATED)]
    notified = {row["key"].split("-", 1)[1] for row in evidence.service.rows(NOTIFIED)}
    sent = [call.heard["id"] for call in evidence.calls("invite") if call.status == 201]
    accepted = {
        call.sent["path"].split("/")[2] for call in evidence.calls("accept") if call.status == 200
    }
    # Who would not want to hear of it is not notified, and the inviter does not learn that.
    loud = [one for one in sent if one in rows and not rows[one]["silent"]]
    emailed = Counter(rows[one]["player_id"] for one in notified if one in rows)
    violations = [f"the invitation {one} is gone" for one in sent if one not in rows]
    violations += [
        f"nobody was told of the invitation {one}"
        for one in loud
        # Whoever has had many is e-mailed no more of them for a week.
        if one not in notified and emailed[rows[one]["player_id"]] < MOST_TO_ONE
    ]
    for one in accepted:
        row = rows.get(one)
        if row is None or row["outcome"] != "accepted":
            violations.append(f"the invitation {one} was accepted and is not")
        elif seated.count((row["match_id"], row["player_id"])) != 1:
            violations.append(f"whoever accepted {one} does not sit there")
    return violations
