"""Orders for new matches by program."""

from __future__ import annotations

from typing import Any


def test_they_are_kept_and_nobody_else_sees_them(program: Any) -> None:
    alice, bob = program("alice"), program("bob")

    saved = alice("POST", "me/orders/", {"game": "abyss", "order": "pass if value <= 2"})

    assert saved.status_code == 201
    [one] = alice.list("me/orders/")
    assert (one["game"], one["words"]) == ("abyss", "pass if value <= 2")
    assert bob.list("me/orders/") == []
    assert bob("DELETE", f"me/orders/{one['id']}/").status_code == 404
    assert alice("DELETE", f"me/orders/{one['id']}/").status_code == 204
    assert alice.list("me/orders/") == []


def test_an_order_that_cannot_be_read_is_refused(program: Any) -> None:
    alice = program("alice")
    refused = alice("POST", "me/orders/", {"game": "abyss", "order": "pass if valu <= 2"}).json()
    assert "valu" in refused["detail"]
    assert alice("POST", "me/orders/", {"game": "chess", "order": "pass"}).json()["field"] == "game"
    assert alice.list("me/orders/") == []
