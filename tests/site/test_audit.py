"""The report of the package audit, and its failures."""

from __future__ import annotations

import json

from devtools.management.commands.test import audit_packages


def test_a_known_weakness_is_named_and_silence_is_no_approval() -> None:
    known = {"name": "old", "version": "1.0", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}
    unknown = {"name": "ours", "skip_reason": "not found"}
    report = json.dumps({"dependencies": [known, unknown], "fixes": []})

    assert audit_packages(report) == (1, ["old 1.0 CVE-1 CVE-2"])
    assert audit_packages("") == (0, [])
