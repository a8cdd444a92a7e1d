"""Check that nobody received another player's secret, and that logs contain none."""

from __future__ import annotations

import re

from devtools.chaos.evidence import Evidence
from devtools.chaos.leaks import LOOKS, Secret

# A session key.
SESSION = re.compile(r"\b[a-z0-9]{32}\b")


def find_leaks(evidence: Evidence) -> list[str]:
    """Return secrets that reached the wrong player or a log."""
    secrets_of = evidence.report["secrets"]
    secrets = [Secret(secret, frozenset(readers)) for secret, readers in secrets_of]
    secrets += [Secret(key, frozenset()) for key in evidence.keys if key]
    violations = evidence.leaks.found(secrets)
    secret_texts = {secret.secret for secret in secrets}
    for log in (*evidence.service.folder.glob("*.log"), *evidence.service.data.glob("*.log")):
        text = log.read_text(errors="replace")
        hits = secret_texts & {*LOOKS.findall(text), *SESSION.findall(text)}
        violations += [f"{log.name} names a secret: {secret[:4]}…" for secret in sorted(hits)]
    return violations
