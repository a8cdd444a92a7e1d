"""OAuth 2.1: apps act for players who allow it, and attacks on that."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.api import oauth
from games.models import App, AppGrant, DeviceCode, Match, PersonalToken, Player, RefreshToken
from games.services import app_grants, apps, names

pytestmark = pytest.mark.django_db

BACK = "https://app.example.org/back?kind=oauth"
VERIFIER = "v" * 43
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def register(owner: Player, **facts: Any) -> App:
    values = {"name": "Deep Blue", "website": "https://app.example.org/", "redirect_uris": [BACK]}
    return apps.register_app(owner, **{**values, "uses_device_codes": False, **facts})


class Flow:
    """An app, and the browser of a player who uses it."""

    def __init__(self, app: App, player: Player | None) -> None:
        self.app, self.browser, self.program = app, Client(), Client()
        if player is not None:
            self.browser.force_login(player)

    def address(self, **changes: str | None) -> str:
        values = {
            **{"response_type": "code", "client_id": str(self.app.pk), "redirect_uri": BACK},
            **{"scope": "read play", "state": "s 1&2", "code_challenge": CHALLENGE},
            "code_challenge_method": "S256",
        }
        known = {name: value for name, value in (values | changes).items() if value is not None}
        return f"/oauth/authorize/?{urlencode(known)}"

    def answer(self, do: str = "allow", **changes: str | None) -> dict[str, str]:
        """Press a button of the consent page; return what the app gets in its URL."""
        response = self.browser.post(self.address(**changes), {"do": do})
        assert response.status_code == 303, response.content
        assert response["Location"].startswith(f"{BACK}&")
        return dict(parse_qsl(urlsplit(response["Location"]).query))

    def exchange(self, **changes: str | None) -> Any:
        values = {
            **{"grant_type": "authorization_code", "client_id": str(self.app.pk)},
            **{"redirect_uri": BACK, "code_verifier": VERIFIER},
        }
        known = {name: value for name, value in (values | changes).items() if value is not None}
        return self.program.post("/api/oauth/token/", known)

    def refresh(self, secret: str, **changes: str) -> Any:
        values = {"grant_type": "refresh_token", "client_id": str(self.app.pk)}
        return self.program.post(
            "/api/oauth/token/", values | {"refresh_token": secret} | changes
        )  # fmt: skip

    def tokens(self, **changes: str | None) -> Any:
        response = self.exchange(code=self.answer("allow", **changes)["code"])
        assert response.status_code == 200, response.content
        return response.json()


@pytest.fixture
def flow(people: dict[str, Player]) -> Flow:
    """An app of bob that alice uses."""
    return Flow(register(people["bob"]), people["alice"])


@pytest.fixture
def stranger(people: dict[str, Player]) -> Flow:
    """Another app of carol that alice uses."""
    return Flow(register(people["carol"], name="Other"), people["alice"])


def test_an_app_plays_for_a_player_who_allows_it(
    flow: Flow, holding: Any, pebbles: Match, people: dict[str, Player]
) -> None:
    page = flow.browser.get(flow.address())
    answer = flow.answer()
    tokens = flow.exchange(code=answer["code"])

    assert "Deep Blue" in page.content.decode() and "Bob" in page.content.decode()
    assert answer["state"] == "s 1&2" and answer["iss"] == settings.SITE_URL.rstrip("/")
    assert tokens["Cache-Control"] == "no-store"
    body = tokens.json()
    assert (body["token_type"], body["expires_in"], body["scope"]) == ("Bearer", 3600, "read play")
    program = holding(body["access_token"])
    assert program.get("me/")["scopes"] == ["read", "play"]
    token = program.list("prompts/")[0]["token"]
    assert program("POST", f"prompts/{token}/answer/", {"number": 1}).status_code == 200
    assert program("PATCH", "me/", {"display_name": "X"}).json()["code"] == "lacks_scope"
    assert not PersonalToken.objects.filter(digest=body["access_token"]).exists()


def test_an_access_token_expires_with_its_streams(flow: Flow, holding: Any) -> None:
    program = holding(flow.tokens()["access_token"])
    assert program("GET", "me/").status_code == 200

    PersonalToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert program("GET", "me/").status_code == 401
    assert program("GET", "matches/1/view/").status_code == 401


def test_a_refresh_token_is_good_once_and_its_second_use_ends_everything(
    flow: Flow, holding: Any
) -> None:
    first = flow.tokens()

    second = flow.refresh(first["refresh_token"], scope="read").json()
    third = flow.refresh(second["refresh_token"]).json()
    again = flow.refresh(first["refresh_token"])

    assert (second["scope"], third["scope"]) == ("read", "read play")
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    assert holding(third["access_token"])("GET", "me/").status_code == 401
    assert flow.refresh(third["refresh_token"]).json()["error"] == "invalid_grant"
    assert not AppGrant.objects.exists()


def test_more_scopes_than_were_allowed_are_not_refreshed(flow: Flow) -> None:
    tokens = flow.tokens(scope="read")

    assert flow.refresh(tokens["refresh_token"], scope="read manage").status_code == 400
    assert flow.refresh(tokens["refresh_token"]).json()["scope"] == "read"


def test_a_code_used_twice_ends_what_it_gave(flow: Flow, holding: Any) -> None:
    code = flow.answer()["code"]
    tokens = flow.exchange(code=code).json()

    again = flow.exchange(code=code)

    assert again.json()["error"] == "invalid_grant"
    assert holding(tokens["access_token"])("GET", "me/").status_code == 401


def test_a_code_is_good_for_a_minute(flow: Flow) -> None:
    code = flow.answer()["code"]
    AppGrant.objects.update(granted_at=timezone.now() - app_grants.CODE_LIFETIME)

    assert flow.exchange(code=code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": None},
        {"code_verifier": "w" * 43},
        {"code_verifier": CHALLENGE},
        {"redirect_uri": None},
        {"redirect_uri": "https://app.example.org/back"},
        {"client_id": None},
    ],
)
def test_a_stolen_code_is_no_use(flow: Flow, changes: dict[str, str | None]) -> None:
    response = flow.exchange(code=flow.answer()["code"], **changes)

    assert response.status_code == 400 and "access_token" not in response.json()
    assert not RefreshToken.objects.exists()


def test_another_app_uses_neither_code_nor_token(flow: Flow, stranger: Flow, holding: Any) -> None:
    code = flow.answer()["code"]
    assert stranger.exchange(code=code).json()["error"] == "invalid_grant"
    tokens = flow.exchange(code=code).json()
    assert stranger.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
    for secret in (tokens["refresh_token"], tokens["access_token"]):
        stranger.program.post(
            "/api/oauth/revoke/", {"client_id": str(stranger.app.pk), "token": secret}
        )

    assert holding(tokens["access_token"])("GET", "me/").status_code == 200
    assert flow.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge": VERIFIER[:42]},
        {"redirect_uri": None},
        {"redirect_uri": "https://app.example.org/back"},
        {"redirect_uri": f"{BACK}&more=1"},
        {"redirect_uri": "https://app.example.org.evil.example/back?kind=oauth"},
        {"redirect_uri": "https://app.example.org/back/../evil?kind=oauth"},
        {"redirect_uri": "https://évil.example/"},
        {"redirect_uri": BACK.replace("https", "HTTPS")},
        {"redirect_uri": BACK.replace("app.", "APP.")},
        {"redirect_uri": BACK.replace(".org", ".org:443")},
        {"redirect_uri": BACK.replace("/back", "/b%61ck")},
        {"redirect_uri": BACK.replace("/back", "/back/")},
        {"redirect_uri": BACK.replace("https://", "https://x@")},
        {"redirect_uri": f"{BACK}#part"},
        {"redirect_uri": f"{BACK} "},
        {"response_type": "token"},
        {"response_type": "code token"},
        {"response_type": "{é}"},
        {"response_type": None},
        {"scope": "read everything"},
        {"client_id": "01a20d97-0000-7000-8000-000000000000"},
        {"client_id": "x\0"},
        {"client_id": None},
    ],
)
def test_a_wrong_request_leads_nowhere(flow: Flow, changes: dict[str, str | None]) -> None:
    """Anybody can register an app, so an error must not lead people from us to it."""
    for response in (
        flow.browser.get(flow.address(**changes)),
        flow.browser.post(flow.address(**changes), {"do": "allow"}),
    ):
        assert response.status_code == 400 and "Location" not in response
    assert not AppGrant.objects.exists()


def test_a_parameter_counts_once(flow: Flow) -> None:
    for name in ("code_challenge", "redirect_uri", "client_id", "scope"):
        twice = f"{flow.address()}&{urlencode({name: CHALLENGE})}"
        assert flow.browser.get(twice).status_code == 400


def test_fields_of_the_form_do_not_change_what_was_shown(flow: Flow) -> None:
    fields = {"do": "allow", "scope": "read play manage", "redirect_uri": "https://evil.example/"}
    response = flow.browser.post(flow.address(scope="read"), fields)

    code = parse_qs(urlsplit(response["Location"]).query)["code"][0]
    assert response["Location"].startswith(BACK)
    assert flow.exchange(code=code).json()["scope"] == "read"


def test_looking_at_the_consent_page_allows_nothing(flow: Flow) -> None:
    assert flow.browser.get(flow.address()).status_code == 200
    refusal = flow.answer("deny")

    assert refusal["error"] == "access_denied" and refusal["state"] == "s 1&2"
    assert refusal["iss"] == settings.SITE_URL.rstrip("/") and not AppGrant.objects.exists()


def test_consent_needs_a_session_its_token_and_no_frame(flow: Flow) -> None:
    visitor = Flow(flow.app, None)
    sign_in = visitor.browser.get(visitor.address())
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = flow.browser.cookies
    page = flow.browser.get(flow.address())

    assert sign_in["Location"].startswith("/sign-in/?next=/oauth/authorize/")
    assert strict.post(flow.address(), {"do": "allow"}).status_code == 403
    assert page["X-Frame-Options"] == "DENY" and "no-store" in page["Cache-Control"]
    policy = page["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://app.example.org;" in policy


def test_a_device_is_allowed_in_no_frame_and_by_our_form_alone(terminal: Terminal) -> None:
    code = {"user_code": terminal.ask().json()["user_code"], "do": "allow"}
    page = terminal.browser.get("/oauth/device/")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = terminal.browser.cookies

    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert strict.post("/oauth/device/", code).status_code == 403
    assert Terminal(terminal.app, None).browser.post("/oauth/device/", code).status_code == 302
    assert not AppGrant.objects.exists()


def test_a_secret_of_one_kind_is_none_of_another(
    flow: Flow, terminal: Terminal, holding: Any
) -> None:
    code, tokens = flow.answer()["code"], flow.tokens()
    device_code = terminal.ask().json()["device_code"]
    secrets = (tokens["access_token"], tokens["refresh_token"], code, device_code)
    access, refresh = secrets[:2]

    for secret in secrets[1:]:
        assert holding(secret)("GET", "me/").status_code == 401
    for secret in (access, code, device_code):
        assert flow.refresh(secret).json()["error"] == "invalid_grant"
    for secret in (access, refresh, device_code):
        assert flow.exchange(code=secret).json()["error"] == "invalid_grant"
    for secret in (access, refresh, code):
        assert terminal.poll(secret).status_code == 400
    # A token in a URL would be logged on its way.
    assert holding("")("GET", f"me/?access_token={access}").status_code == 401
    assert holding(access)("GET", "me/").status_code == 200


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example.org/back",
        "https://",
        "https:///back",
        "https://user@app.example.org/",
        "https://*.example.org/",
        "https://app.example.org/#part",
        "https://app.example.org/;x",
        "https://app.example.org:99999/",
        "https://app.example.org/\n",
        "https://äpp.example.org/",
        "javascript:alert(1)",
        "data:text/html,x",
        "myapp:/back",
        "//app.example.org/back",
        "/back",
    ],
)
def test_an_app_returns_to_itself_only(people: dict[str, Player], uri: str) -> None:
    with pytest.raises(apps.CannotRegisterApp):
        register(people["bob"], redirect_uris=[uri])


def test_there_is_an_end_to_apps(people: dict[str, Player]) -> None:
    for _number in range(apps.MAX_APPS):
        register(people["bob"])

    with pytest.raises(apps.CannotRegisterApp):
        register(people["bob"])


def test_no_app_is_called_like_the_house_or_is_markup(people: dict[str, Player]) -> None:
    for name in ("Abyss by Post", "<b>x</b>", " ", "a\nb", "x" * 41):
        with pytest.raises(names.BadName):
            register(people["bob"], name=name)


def test_a_player_registers_sees_and_disconnects_apps(flow: Flow, holding: Any) -> None:
    page = Client()
    page.force_login(flow.app.owner)
    facts = {"name": "New", "website": "https://new.example/", "redirect_uris": f"\n{BACK}\n"}
    assert page.post("/settings/apps/", facts).status_code == 303
    assert page.post("/settings/apps/", facts | {"website": "x"}).status_code == 422
    made = App.objects.get(name="New")
    tokens = flow.tokens()
    mine = flow.browser.get("/settings/apps/").content.decode()
    assert str(made.pk) in page.get("/settings/apps/").content.decode() and "Deep Blue" in mine

    for other in (page, flow.browser):
        other.post(f"/settings/apps/{made.pk}/disconnect/")
    flow.browser.post(f"/settings/apps/{made.pk}/delete/")
    page.post(f"/settings/apps/{flow.app.pk}/disconnect/")
    assert App.objects.filter(pk=made.pk).exists()
    assert holding(tokens["access_token"])("GET", "me/").status_code == 200
    flow.browser.post(f"/settings/apps/{flow.app.pk}/disconnect/")

    assert holding(tokens["access_token"])("GET", "me/").status_code == 401
    assert flow.refresh(tokens["refresh_token"]).status_code == 400
    page.post(f"/settings/apps/{made.pk}/delete/")
    assert not App.objects.filter(pk=made.pk).exists()


def test_nothing_of_an_app_outlives_its_end(flow: Flow, holding: Any) -> None:
    program = holding(flow.tokens(scope="read play manage")["access_token"])
    bot_free = {"name": "Robo"}

    refusals = [
        program("POST", "me/tokens/", {"name": "more", "scopes": ["read"]}),
        program("POST", "me/bots/", bot_free),
        program("POST", "me/webhooks/", {"url": "https://192.0.2.1/"}),
    ]

    assert [refusal.json()["code"] for refusal in refusals] == ["not_for_apps"] * 3
    assert program("GET", "me/tokens/").json()["results"] == []


def test_revoking_a_refresh_token_ends_the_grant(flow: Flow, holding: Any) -> None:
    tokens = flow.tokens()
    facts = {"client_id": str(flow.app.pk), "token": tokens["refresh_token"]}

    assert flow.program.post("/api/oauth/revoke/", facts).status_code == 200
    assert flow.program.post("/api/oauth/revoke/", facts).status_code == 200

    assert holding(tokens["access_token"])("GET", "me/").status_code == 401


def test_a_banned_player_or_developer_gets_no_token(flow: Flow) -> None:
    refresh, code = flow.tokens()["refresh_token"], flow.answer()["code"]
    Player.objects.filter(display_name="Alice").update(is_active=False)
    assert flow.exchange(code=code).status_code == 400
    assert flow.refresh(refresh).status_code == 400
    Player.objects.update(is_active=True)
    Player.objects.filter(pk=flow.app.owner_id).update(is_active=False)

    assert flow.refresh(refresh).json()["error"] == "invalid_client"
    assert flow.browser.get(flow.address()).status_code == 400


class Terminal(Flow):
    """An app without a browser."""

    def ask(self, **facts: str) -> Any:
        known = {"client_id": str(self.app.pk), "scope": "play read"} | facts
        return self.program.post("/api/oauth/device-code/", known)

    def poll(self, device_code: str, **changes: str) -> Any:
        DeviceCode.objects.update(asked_at=None)
        facts = {"grant_type": DEVICE, "client_id": str(self.app.pk), "device_code": device_code}
        return self.program.post("/api/oauth/token/", facts | changes)


@pytest.fixture
def terminal(people: dict[str, Player]) -> Terminal:
    app = register(people["bob"], redirect_uris=[], uses_device_codes=True)
    return Terminal(app, people["alice"])


def test_a_terminal_is_allowed_by_a_code(terminal: Terminal, holding: Any, stranger: Flow) -> None:
    asked = terminal.ask().json()
    assert terminal.poll(asked["device_code"]).json()["error"] == "authorization_pending"
    page = terminal.browser.get(asked["verification_uri_complete"])
    assert asked["user_code"] in page.content.decode()
    typed = asked["user_code"].replace("-", " ").lower()
    shown = terminal.browser.post("/oauth/device/", {"user_code": typed}).content.decode()
    assert "Deep Blue" in shown and not AppGrant.objects.exists()
    terminal.browser.post("/oauth/device/", {"user_code": typed, "do": "allow"})
    other = {"client_id": str(stranger.app.pk)}
    assert terminal.poll(asked["device_code"], **other).status_code == 400

    tokens = terminal.poll(asked["device_code"]).json()

    assert tokens["scope"] == "read play"
    assert holding(tokens["access_token"]).get("me/")["display_name"] == "Alice"
    assert terminal.poll(asked["device_code"]).status_code == 400
    assert "Deep Blue" in terminal.browser.get("/settings/apps/").content.decode()
    assert terminal.refresh(tokens["refresh_token"]).status_code == 200


def test_a_code_of_a_terminal_is_denied_expires_and_is_not_guessed(terminal: Terminal) -> None:
    denied, late = terminal.ask().json(), terminal.ask().json()
    terminal.browser.post("/oauth/device/", {"user_code": denied["user_code"], "do": "deny"})
    DeviceCode.objects.filter(user_code=late["user_code"]).update(expires_at=timezone.now())

    assert terminal.poll(denied["device_code"]).json()["error"] == "access_denied"
    assert terminal.poll(late["device_code"]).json()["error"] == "expired_token"
    for code in (late["user_code"], denied["user_code"]):
        form = {"user_code": code, "do": "allow"}
        assert terminal.browser.post("/oauth/device/", form).status_code == 422
    for _try in range(20):
        terminal.browser.post("/oauth/device/", {"user_code": "AAAA-AAAA"})
    fresh = {"user_code": terminal.ask().json()["user_code"], "do": "allow"}
    assert terminal.browser.post("/oauth/device/", fresh).status_code == 422
    assert not AppGrant.objects.exists()


def test_a_terminal_that_asks_too_often_is_told_so(terminal: Terminal, flow: Flow) -> None:
    asked = terminal.ask().json()
    assert asked["interval"] == 5
    terminal.poll(asked["device_code"])
    facts = {"grant_type": DEVICE, "client_id": str(terminal.app.pk)}
    soon = terminal.program.post(
        "/api/oauth/token/", facts | {"device_code": asked["device_code"]}
    )  # fmt: skip

    assert soon.json()["error"] == "slow_down"
    assert Terminal(flow.app, None).ask().json()["error"] == "invalid_request"


def test_what_cannot_be_used_any_more_is_deleted(flow: Flow, terminal: Terminal) -> None:
    terminal.ask()
    flow.answer()
    flow.tokens()
    now = timezone.now()

    app_grants.forget_old_grants(now + timedelta(days=2))
    assert AppGrant.objects.count() == 1 and not DeviceCode.objects.exists()
    assert not PersonalToken.objects.filter(grant__isnull=False).exists()
    app_grants.forget_old_grants(now + timedelta(days=32))

    assert not AppGrant.objects.exists() and not RefreshToken.objects.exists()


def test_programs_find_out_how_to_get_a_token(client: Client) -> None:
    metadata = client.get("/.well-known/oauth-authorization-server").json()
    resource = client.get("/.well-known/oauth-protected-resource/api/v1/").json()

    assert metadata["issuer"] == resource["authorization_servers"][0]
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert client.get(urlsplit(metadata["authorization_endpoint"]).path).status_code == 302


def test_a_token_request_says_everything_once_and_in_its_body(flow: Flow) -> None:
    code = flow.answer()["code"]
    facts = {"grant_type": "authorization_code", "client_id": str(flow.app.pk), "code": code}
    form = "application/x-www-form-urlencoded"
    twice = f"{urlencode(facts)}&code={code}"

    assert flow.program.post(f"/api/oauth/token/?code={code}", facts).status_code == 400
    assert flow.program.post("/api/oauth/token/", twice, content_type=form).status_code == 400
    for body in ("", "\xff=%00&grant_type=%00", "{}", "grant_type=password", "client_id=%ff"):
        response = flow.program.post("/api/oauth/token/", body, content_type=form)
        assert response.status_code == 400 and response.json()["error"]


def test_tokens_are_asked_for_so_often_and_no_more(
    flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oauth, "REQUESTS_AN_HOUR", 1)
    flow.refresh("x")

    refusal = flow.refresh("x")

    assert refusal.status_code == 429 and int(refusal["Retry-After"]) > 0


def test_any_origin_may_call_the_api_but_without_cookies(program: Callable[..., Any]) -> None:
    asking = {"Origin": "https://app.example.org", "Access-Control-Request-Method": "POST"}
    client = Client(headers={"Origin": "https://app.example.org"})
    preflight = client.options("/api/v1/prompts/x/answer/", headers=asking)
    read = program("alice")("GET", "me/", **asking)

    assert preflight.status_code == 204
    assert "Authorization" in preflight["Access-Control-Allow-Headers"]
    for response in (preflight, read, client.get("/api/v1/nothing/")):
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response
    for name in ("Link", "ETag", "RateLimit-Remaining"):
        assert name in read["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" not in client.get("/sign-in/")
