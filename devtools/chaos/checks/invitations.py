"""Check that accepted invitations lead to one seat, and that invited players are notified."""

from __future__ import annotations

from collections import Counter

from devtools.chaos.evidence import Evidence
from games.services.invitations import MAX_PER_ADDRESS

INVITED = "SELECT id::text, outcome, match_id, player_id, silent FROM games_invitation"
SEATED = "SELECT match_id, player_id FROM games_seat"
NOTIFIED = "SELECT key FROM notifications_notification WHERE kind IN ('invitation', 'introduction')"


def find_lost(evidence: Evidence) -> list[str]:
    """Return invitations that were lost or not notified, and accepted ones without a seat."""
    rows = {row["id"]: row for row in evidence.service.rows(INVITED)}
    seated = [(row["match_id"], row["player_id"]) for row in evidence.service.rows(SEATED)]
    notified = {row["key"].split("-", 1)[1] for row in evidence.service.rows(NOTIFIED)}
    sent = [call.heard["id"] for call in evidence.calls("invite") if call.status == 201]
    accepted = {
        call.sent["path"].split("/")[2] for call in evidence.calls("accept") if call.status == 200
    }
    # Somebody who does not want invitations is not notified, without the inviter learning that.
    loud = [one for one in sent if one in rows and not rows[one]["silent"]]
    emailed = Counter(rows[one]["player_id"] for one in notified if one in rows)
    violations = [f"the invitation {one} is gone" for one in sent if one not in rows]
    violations += [
        f"nobody was told of the invitation {one}"
        for one in loud
        # After many invitations a player gets no e-mails about more for a week.
        if one not in notified and emailed[rows[one]["player_id"]] < MAX_PER_ADDRESS
    ]
    for one in accepted:
        row = rows.get(one)
        if row is None or row["outcome"] != "accepted":
            violations.append(f"the invitation {one} was accepted and is not")
        elif seated.count((row["match_id"], row["player_id"])) != 1:
            violations.append(f"whoever accepted {one} does not sit there")
    return violations
