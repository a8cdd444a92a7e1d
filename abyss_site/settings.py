"""Every setting of the service, read from the environment, with defaults that run at once.

Invalid values are explained here; what only a running system can detect is explained by
`abyss_site/checks.py`. `docs/running.md` lists the variables.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import drf_spectacular_sidecar
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from abyss_site.bootstrap import environment as env
from abyss_site.bootstrap.stack import FILES, default_data_dir
from abyss_site.core import installed_games
from abyss_site.core.valkey.sentinels import parse_sentinels

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.folder("DATA_DIR", default=default_data_dir())
TESTING = "pytest" in sys.modules

# A running `manage.py up` tells other commands where its servers are; the environment takes
# precedence.
env.use_defaults_of(env.running_servers(DATA_DIR))

# Addresses of the site.
WEB_HOST = env.host_name("WEB_HOST", default="127.0.0.1")
PORT = env.number("PORT", default=8000, least=1, most=65535)
SITE_URL = env.site_url("SITE_URL", default=f"http://localhost:{PORT}")
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
SITE_IS_SECURE = SITE_URL.startswith("https://")
# Whether the site is only reachable from this machine, which allows features for trying it out.
SITE_IS_LOCAL = not SITE_IS_SECURE and env.is_local(SITE_HOST)

# Number of our proxies between a visitor and the web server, and the networks from which the last
# of them connects; abyss_site/core/http/proxies.py reads what they report about the visitor.
TRUSTED_PROXIES = env.trusted_proxies("TRUSTED_PROXIES", is_required=not SITE_IS_LOCAL)
TRUSTED_PROXY_NETWORKS = env.networks("TRUSTED_PROXY_NETWORKS", default=env.PRIVATE_NETWORKS)

# Maximum number of connections to the web server: in total and per address, for each of its two
# processes. Our proxies are not limited.
WEB_MAX_CONNECTIONS = env.number("WEB_MAX_CONNECTIONS", default=4000, least=10, most=100_000)
WEB_MAX_CONNECTIONS_PER_ADDRESS = env.number(
    "WEB_MAX_CONNECTIONS_PER_ADDRESS", default=200, least=1, most=100_000
)

# Secrets and security.
SECRET_KEY = env.secret("SECRET_KEY", kept_in=DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.secrets_in_turn(
    "SECRET_KEY_FALLBACKS", kept_in=DATA_DIR / "secret_key_fallbacks"
)
# The key from which the signing keys of match files and of calls to push services are derived.
SIGNING_KEY = env.secret("SIGNING_KEY", kept_in=DATA_DIR / "signing_key")
# Earlier keys: their public halves stay published. They sign nothing new except calls to devices
# that subscribed under them.
SIGNING_KEY_FALLBACKS = env.secrets_in_turn(
    "SIGNING_KEY_FALLBACKS", kept_in=DATA_DIR / "signing_key_fallbacks"
)
DEBUG = env.yes_or_no("DEBUG", default=False)
ALLOWED_HOSTS = [SITE_HOST, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SITE_IS_SECURE
SESSION_ENGINE = "abyss_site.core.encryption.sessions"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
# abyss_site/core/http/proxies.py removes this header unless one of our proxies sent it.
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if SITE_IS_SECURE and TRUSTED_PROXIES else None
)
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if SITE_IS_SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# E-mails. Without EMAIL_URL they go to the local mailbox, whose replies the mailroom receives.
EMAIL_URL = env.text("EMAIL_URL")
DEV_MAILBOX = not EMAIL_URL
MAIL_DOMAIN = env.host_name("MAIL_DOMAIN", default="abyss.localhost")
# A mailbox that `manage.py fetch_emails` reads: imaps://user:password@host/folder.
IMAP_URL = env.text("IMAP_URL")
# A command that prints an access token (OAuth2), for mailboxes without passwords.
IMAP_TOKEN_COMMAND = env.text("IMAP_TOKEN_COMMAND")
# The name under which our own mail server adds Authentication-Results; "" trusts none.
MAIL_AUTHSERV_ID = env.text("MAIL_AUTHSERV_ID")
# What `manage.py check_mail` checks: the servers that send our e-mails, and the DKIM selectors.
MAIL_SENDING_HOSTS = env.host_names("MAIL_SENDING_HOSTS")
MAIL_DKIM_SELECTORS = env.host_names("MAIL_DKIM_SELECTORS")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = f"Abyss by Post <play@{MAIL_DOMAIN}>"
EMAIL_TIMEOUT = 20
# How long e-mails wait to be combined with others to the same player; shorter where e-mails stay
# here, because somebody is trying the site.
MAIL_DEBOUNCE_SECONDS = env.number(
    "MAIL_DEBOUNCE_SECONDS", default=0 if DEV_MAILBOX else 15, least=0, most=600
)
# Longest delay before a retry: of e-mails sent and received, and of webhook calls.
RETRY_MAX_DELAY_SECONDS = env.number(
    "RETRY_MAX_DELAY_SECONDS", default=21_600, least=1, most=86_400
)
MAIL_DAILY_LIMIT = env.number("MAIL_DAILY_LIMIT", default=300, least=1, most=30_000)
# How long the contents of e-mails are kept, and the record that there was an e-mail; see
# notifications/retention/periods.py. The minimum exists because an answer may quote a prompt from
# before a match waited for a month.
MAIL_BODY_RETENTION_DAYS = env.number("MAIL_BODY_RETENTION_DAYS", default=60, least=60, most=3650)
MAIL_RETENTION_DAYS = env.number("MAIL_RETENTION_DAYS", default=400, least=60, most=3650)
# Maximum number of e-mails a day to people without an account, on the whole site; more have to
# wait.
MAIL_STRANGER_DAILY_LIMIT = env.number(
    "MAIL_STRANGER_DAILY_LIMIT", default=500, least=1, most=1_000_000
)
if DEV_MAILBOX:
    EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
# The provider that sends our e-mails, "" for our own server; and how it may call us.
MAIL_PROVIDER = ""
ANYMAIL: dict[str, object] = {}
locals().update(env.outgoing_mail("EMAIL_URL"))
MAIL_WEBHOOK_SECRET = env.long_text("MAIL_WEBHOOK_SECRET", least=20)
MAIL_WEBHOOK_SIGNING_KEY = env.text("MAIL_WEBHOOK_SIGNING_KEY")
ANYMAIL["WEBHOOK_SECRET"] = f"abyss:{MAIL_WEBHOOK_SECRET}"
if MAIL_WEBHOOK_SIGNING_KEY:
    ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"] = MAIL_WEBHOOK_SIGNING_KEY
# An e-mail of ten megabytes, as providers encode it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 15 * 1024 * 1024
SMTP_HOST = env.host_name("SMTP_HOST", default="127.0.0.1")
SMTP_PORT = env.number("SMTP_PORT", default=8025, least=1, most=65535)

# Hosts that may receive webhook and push calls although they are not on the public internet.
WEBHOOK_PRIVATE_HOSTS = env.host_names("WEBHOOK_PRIVATE_HOSTS")

# Number of answers that a strong house bot tries before it gives one.
BOT_TRIALS = env.number("BOT_TRIALS", default=60, least=1, most=10_000)

# Whether the small games for tests and developers, Pebbles and Sealed, can be played.
SHOW_EXAMPLE_GAMES = env.yes_or_no("SHOW_EXAMPLE_GAMES", default=False)

# Maximum number of guests, who play against house bots without an address, per hour on the whole
# site; 0 for none.
GUESTS_PER_HOUR = env.number("GUESTS_PER_HOUR", default=300, least=0, most=100_000)

# Words that chat messages may not contain; "" for none: the filter is off.
CHAT_BLOCKED_WORDS = env.word_list("CHAT_BLOCKED_WORDS")

# Base URLs of public randomness beacons, such as https://api.drand.sh; without any, none is
# promised. The chain is one of games/engine/beacon.py, by its hash: that of “quicknet”.
BEACON_URLS = env.base_urls("BEACON_URLS")
BEACON_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
# How long a deal waits for its beacon round after that was due; then it does without, and says so.
BEACON_WAIT_SECONDS = env.number("BEACON_WAIT_SECONDS", default=300, least=30, most=3600)

# Demo players can sign in with one click, where nobody but us can reach the site and its e-mails.
DEMO = env.demo("DEMO", email_url=EMAIL_URL, is_local=SITE_IS_LOCAL)

# Only a checkout has the tools for developers.
DEVELOPERS_APPS = ["devtools.apps.DevtoolsConfig"] if (BASE_DIR / "devtools").is_dir() else []
INSTALLED_APPS = [
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "abyss_site.apps.SiteConfig",
    *DEVELOPERS_APPS,
    "games.apps.GamesConfig",
    "notifications.apps.NotificationsConfig",
    "drf_spectacular",
    # Before the admin, whose pages it restyles.
    "unfold.apps.BasicAppConfig",
    "games.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "abyss_site.core.http.middleware.add_request_id",
    "abyss_site.core.http.proxies.drop_untrusted_headers",
    "abyss_site.core.http.middleware.refuse_unknown_hosts",
    "django.middleware.security.SecurityMiddleware",
    "abyss_site.core.http.middleware.only_our_own",
    "abyss_site.core.http.middleware.forget_cookies",
    "abyss_site.core.http.middleware.allow_other_origins",
    "games.api.direct_answers.answer_programs",
    "games.api.direct_reads.repeat_reads",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Below whitenoise, whose files are compressed already.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.http.middleware.use_player_language",
    "games.http.middleware.note_visits",
    "games.http.middleware.explain_buttons",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.http.middleware.limit_guests",
    # Below the others: for them the visitor is who has signed in.
    "games.http.middleware.act_as_companion",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "abyss_site.core.http.middleware.RefuseUnreadable",
]
ROOT_URLCONF = "abyss_site.urls"
WSGI_APPLICATION = "abyss_site.wsgi.application"
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["games.admin.site.Roles"]
# Player addresses are unique case-insensitively, by a constraint that this check does not know. The
# others are decided by a proxy or the owner of the domain: HSTS for other host names, and the
# redirect from http to https, which our internal health checks do not use.
LEFT_TO_THE_PROXY = ["security.W005", "security.W008", "security.W021"]
SILENCED_SYSTEM_CHECKS = ["auth.W004", *LEFT_TO_THE_PROXY]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

# Signing in: by a code or a link by e-mail (`games/services/sign_in.py`); after that by
# django-allauth through `games/web/sign_in_adapter.py`: passkeys, and an optional second factor.
ACCOUNT_ADAPTER = "games.web.sign_in_adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
MFA_ADAPTER = "games.web.sign_in_adapter.SecondFactors"
MFA_FORMS = {
    "add_webauthn": "games.web.forms.passkeys.AddPasskey",
    "login_webauthn": "games.web.forms.passkeys.SignInWithPasskey",
    "authenticate_webauthn": "games.web.forms.passkeys.AuthenticateWithPasskey",
    "reauthenticate_webauthn": "games.web.forms.passkeys.ConfirmWithPasskey",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Abyss by Post"
# Browsers offer passkeys on https, and on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SITE_IS_SECURE

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "abyss_site.core.http.compact_templates.CachedLoader",
                    [
                        "abyss_site.core.http.compact_templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The API.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.requests.TokenAuthentication",
        "games.api.requests.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["games.api.requests.Plain"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.requests.AlwaysJson",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.presentation.problems.handle_api_exception",
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Abyss by Post",
    "VERSION": "1",
    # What a request may have is described apart from what a response has.
    "COMPONENT_SPLIT_REQUEST": True,
    "DESCRIPTION": "Asynchronous board games by e-mail, page and program.",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": SITE_URL}],
    "CONTACT": {"name": "The operators of this site", "url": SITE_URL},
    "POSTPROCESSING_HOOKS": ["games.api.schema.with_problems"],
}

# The database. A connection per request would cost five sixths of the throughput, so connections
# are kept; the health check lets them survive a restart of the database.
DATABASE_POOLED = env.yes_or_no("DATABASE_POOLED", default=False)
KEPT_CONNECTIONS = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
DATABASES = {"default": env.database("DATABASE_URL", is_pooled=DATABASE_POOLED) | KEPT_CONNECTIONS}
# A replica that views with `may_lag` read from.
if env.text("DATABASE_REPLICA_URL"):
    DATABASES["replica"] = KEPT_CONNECTIONS | env.database(
        "DATABASE_REPLICA_URL", is_pooled=DATABASE_POOLED, connect_seconds=2
    )
    DATABASE_ROUTERS = ["abyss_site.core.database.replica.Router"]
    # Below what answers programs directly.
    MIDDLEWARE.insert(
        MIDDLEWARE.index("django.contrib.sessions.middleware.SessionMiddleware"),
        "abyss_site.core.database.replica.remember_writes",
    )

# The broker.
REDIS_URL = env.broker_url("REDIS_URL", default="redis://127.0.0.1:6379/0")
# A dead Valkey must not delay a page or an answer.
VALKEY_TIMEOUT_MS = env.number("VALKEY_TIMEOUT_MS", default=50, least=10, most=10_000)
# allauth counts attempts in the default cache. What each process can recompute is cached in memory.
CACHES = {
    "default": {
        "BACKEND": "abyss_site.core.valkey.limit_cache.LimitCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "attempts",
        "OPTIONS": {"serializer": "abyss_site.core.valkey.limit_cache.JsonSerializer"},
    },
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}
CELERY_BROKER_URL = CELERY_RESULT_BACKEND = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A task that cannot be published at once is dropped: the next tick does the work.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "visibility_timeout": 120,
    "socket_connect_timeout": 2,
    "socket_timeout": 30,
}
# Several Valkey servers, whose Sentinels know the primary.
if sentinels := parse_sentinels(REDIS_URL):
    CELERY_BROKER_URL = CELERY_RESULT_BACKEND = sentinels.build_celery_url()
    CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {
        "master_name": sentinels.name,
        "sentinel_kwargs": {
            "password": sentinels.sentinel_password,
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
        },
    }
    CELERY_BROKER_TRANSPORT_OPTIONS |= CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.1}
# Only simulations have results that a command waits for.
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = 3600
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Seconds after which a task is interrupted, and then its process killed, unless the task itself
# says otherwise. Below the visibility timeout, after which the broker sends a task again.
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 60, 100
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# A worker takes tasks from all queues, or with `-Q` from some. Jobs that may take many seconds have
# a low priority, so that in a worker for all queues the clock goes first. Zero, the priority of all
# others, is the highest.
CELERY_TASK_DEFAULT_QUEUE = "clock"
_LONG_TASKS = {
    "mail": (
        "notifications.tasks.send_due_emails",
        "notifications.tasks.process_inbound",
        "notifications.tasks.call_webhooks",
    ),
    "bots": (
        "games.tasks.play_bots",
        "games.tasks.answer_strong_bots",
        "games.tasks.analyse_matches",
        "games.tasks.form_opinions",
        "games.tasks.search_puzzles",
    ),
    "upkeep": (
        "games.tasks.deal_waiting_matches",
        "games.tasks.delete_expired_data",
        "games.tasks.find_fraud_signals",
        "games.tasks.count_punctuality",
        "games.tasks.post_puzzles",
        "games.tasks.post_daily_lists",
        "notifications.tasks.delete_expired_emails",
    ),
    "simulation": ("games.tasks.simulate",),
}
QUEUE_NAMES = (CELERY_TASK_DEFAULT_QUEUE, *_LONG_TASKS)
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {name: {} for name in QUEUE_NAMES}
CELERY_TASK_ROUTES = {
    task: {"queue": queue, "priority": 6} for queue, tasks in _LONG_TASKS.items() for task in tasks
}
# Nobody's turn waits for an analysis, an opinion, a puzzle or a statistic.
for task in ("analyse_matches", "form_opinions", "search_puzzles", "simulate"):
    CELERY_TASK_ROUTES[f"games.tasks.{task}"]["priority"] = 9
CELERY_TIMEZONE = "UTC"
# It has nothing to remember between starts, so there is no file.
CELERY_BEAT_SCHEDULER = "abyss_site.core.valkey.scheduler:Scheduler"
CELERY_BEAT_SCHEDULE = {
    # `expires` keeps jobs from piling up while there is no worker. It is longer than busy workers
    # let a job wait: otherwise each one would expire before it runs.
    name: {"task": name, "schedule": every, "options": {"expires": max(90.0, every * 0.8)}}
    for name, every in {
        "games.tasks.give_back_outage": 5.0,
        "games.tasks.expire_votes": 5.0,
        "games.tasks.end_pauses": 5.0,
        "games.tasks.expire_deadlines": 5.0,
        "games.tasks.remind": 5.0,
        "games.tasks.play_bots": 5.0,
        "games.tasks.answer_strong_bots": 5.0,
        "games.tasks.analyse_matches": 15.0,
        "games.tasks.form_opinions": 15.0,
        "games.tasks.search_puzzles": 60.0,
        "games.tasks.rate_matches": 10.0,
        "games.tasks.advance_leagues": 10.0,
        "games.tasks.end_invitations": 10.0,
        "games.tasks.end_bans": 10.0,
        "games.tasks.retry_set_aside": 60.0,
        "games.tasks.deal_waiting_matches": 5.0,
        "games.tasks.send_sign_in_codes": 5.0,
        "notifications.tasks.send_due_emails": 5.0,
        "notifications.tasks.process_inbound": 5.0,
        "notifications.tasks.call_webhooks": 5.0,
        "notifications.tasks.delete_expired_emails": 3600.0,
        "games.tasks.delete_expired_data": 3600.0,
        "games.tasks.find_fraud_signals": 3600.0,
        "games.tasks.make_data_dump": 3600.0,
        "games.tasks.count_punctuality": 600.0,
        # Several times within services.puzzles.EARLY.
        "games.tasks.post_puzzles": 300.0,
        "games.tasks.post_daily_lists": 300.0,
    }.items()
}

# The admin site.
UNFOLD = {
    "SITE_TITLE": "Abyss by Post",
    "SITE_HEADER": _("Moderation"),
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [lambda request: static("games/desk.css")],
}

# Monitoring. Metrics are for those who have the token; without a token, for this machine only.
METRICS_TOKEN = env.long_text("METRICS_TOKEN", least=20)
SENTRY_DSN = env.text("SENTRY_DSN")
OTEL_EXPORTER_OTLP_ENDPOINT = env.text("OTEL_EXPORTER_OTLP_ENDPOINT")

# Language and time.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("de", _("German"))]
LOCALE_PATHS = [FILES / "locale"]
FORMAT_MODULE_PATH = "abyss_site.core.formats"
# Files for operators, some of which `manage.py setup_mail` fills in.
DEPLOY_FILES = FILES / "deploy"
# The guide to the API is a page, too.
DOCS_FILES = FILES / "docs"
TIME_ZONE = "UTC"
# The Date of e-mails is in that zone (“+0000”), whatever the zone of their readers; without this it
# would be in none (“-0000”, RFC 5322 §3.3).
EMAIL_USE_LOCALTIME = True

# Static files.
STATIC_URL = "/static/"
# A game has the style sheet of its page, games/<game>.css, in its own folder.
# Swagger UI comes from a package that also has files which are not used here.
_SWAGGER_UI = Path(drf_spectacular_sidecar.__file__).parent
STATICFILES_DIRS = [
    *(
        ("games", folder)
        for folder in (
            *sorted(BASE_DIR.glob("games/titles/*/board/static")),
            *installed_games.list_static_folders(),
        )
    ),
    ("swagger-ui", _SWAGGER_UI / "static/drf_spectacular_sidecar/swagger-ui-dist"),
]
STATIC_ROOT = env.folder("STATIC_ROOT", default=DATA_DIR / "static")
STORAGES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
# Where pictures of e-mails wait to be sent, instead of in the database.
if pictures := env.storage("PICTURES_URL"):
    STORAGES["pictures"] = pictures

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "abyss_site.observability.logs.RedactingFormatter",
            "format": "{levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "abyss_site.observability.logs.Json"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.one_of("LOG_FORMAT", ("line", "json")),
        }
    },
    "root": {"handlers": ["console"], "level": env.log_level("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # It would log each tick.
        "celery": {"level": "WARNING"},
    },
}
