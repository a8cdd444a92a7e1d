"""Check that accepted invitations lead to one seat, and that invited players are notified."""

from __future__ import annotations

from collections import Counter

from devtools.chaos.evidence import Evidence
from games.services.invitations import MAX_PER_ADDRESS

INVITATIONS = "SELECT id::text, outcome, match_id, player_id, silent FROM games_invitation"
SEATS = "SELECT match_id, player_id FROM games_seat"
NOTIFICATIONS = (
    "SELECT key FROM notifications_notification WHERE kind IN ('invitation', 'introduction')"
)


def find_lost(evidence: Evidence) -> list[str]:
    """Return invitations that were lost or not notified, and accepted ones without a seat."""
    rows = {row["id"]: row for row in evidence.service.rows(INVITATIONS)}
    seats = [(row["match_id"], row["player_id"]) for row in evidence.service.rows(SEATS)]
    notified_ids = {row["key"].split("-", 1)[1] for row in evidence.service.rows(NOTIFICATIONS)}
    sent_ids = [call.heard["id"] for call in evidence.calls("invite") if call.status == 201]
    accepted_ids = {
        call.sent["path"].split("/")[2] for call in evidence.calls("accept") if call.status == 200
    }
    # Somebody who does not want invitations is not notified, without the inviter learning that.
    loud = [
        invitation
        for invitation in sent_ids
        if invitation in rows and not rows[invitation]["silent"]
    ]
    email_counts = Counter(
        rows[invitation]["player_id"] for invitation in notified_ids if invitation in rows
    )
    violations = [
        f"the invitation {invitation} is gone" for invitation in sent_ids if invitation not in rows
    ]
    violations += [
        f"nobody was told of the invitation {invitation}"
        for invitation in loud
        # After many invitations a player gets no e-mails about more for a week.
        if invitation not in notified_ids
        and email_counts[rows[invitation]["player_id"]] < MAX_PER_ADDRESS
    ]
    for invitation in accepted_ids:
        row = rows.get(invitation)
        if row is None or row["outcome"] != "accepted":
            violations.append(f"the invitation {invitation} was accepted and is not")
        elif seats.count((row["match_id"], row["player_id"])) != 1:
            violations.append(f"whoever accepted {invitation} does not sit there")
    return violations
