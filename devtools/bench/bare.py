"""A Django view with a single transaction, the baseline of `bench api`.

It runs on the same web server, without middleware, user or session.
"""

from __future__ import annotations

import json
import os
from uuid import UUID, uuid4

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path

from abyss_site.bootstrap import environment
from abyss_site.core.http.gateway import Gateway
from devtools.bench.shape import decision_statements

settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=uuid4().hex,
    USE_TZ=True,
    WEB_MAX_CONNECTIONS=1000,
    WEB_MAX_CONNECTIONS_PER_ADDRESS=1000,
    TRUSTED_PROXIES=0,
    DATABASES={
        "default": {
            **environment.database("DATABASE_URL"),
            "ENGINE": "django.db.backends.postgresql",
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
        }
    },
)
STATE = os.urandom(int(os.environ.get("BARE_STATE_BYTES", "1000")))


def decide(request: HttpRequest, match_id: UUID) -> JsonResponse:
    """Write as much as a decision does, without any rules."""
    prompt, fresh = json.loads(request.body)["prompt"], uuid4()
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, values in decision_statements(match_id, prompt, fresh, STATE):
            cursor.execute(sql, values)
    return _set_length(JsonResponse({"prompt": str(fresh)}))


def health(request: HttpRequest) -> JsonResponse:
    """Return that the server runs."""
    return _set_length(JsonResponse({}))


def _set_length(response: JsonResponse) -> JsonResponse:
    # Set here because there is no middleware to do it.
    response["Content-Length"] = len(response.content)
    return response


urlpatterns: list[object] = [path("health/", health), path("<uuid:match_id>/", decide)]

application = Gateway(get_wsgi_application())
