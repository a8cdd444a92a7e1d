"""The address of an object store that speaks S3, as a storage of Django (django-storages)."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from urllib.parse import SplitResult, parse_qs, unquote

from django.core.exceptions import ImproperlyConfigured

SCHEME = "s3"
OPTIONS = {"endpoint": "endpoint_url", "region": "region_name"}
# Seconds: e-mails do not wait for their pictures.
CONNECT_SECONDS, READ_SECONDS = 2, 5


def storage_of(name: str, parts: SplitResult) -> dict[str, object]:
    """Return Django's storage for `s3://KEY:SECRET@bucket/prefix?endpoint=https://…&region=…`.

    Without a key, boto3 looks for one in its own places. Raises ImproperlyConfigured if the URL is
    invalid or django-storages is not installed.
    """
    query = parse_qs(parts.query)
    if not parts.hostname or query.keys() - OPTIONS.keys():
        raise ImproperlyConfigured(
            f"{name} must look like s3://KEY:SECRET@bucket/prefix?endpoint=https://s3.example.org."
        )
    if find_spec("storages") is None or find_spec("botocore") is None:
        raise ImproperlyConfigured(
            f"{name} is set, but its packages are missing: run pip install '.[objectstore]'."
        )
    limits = importlib.import_module("botocore.config").Config(
        connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"max_attempts": 1}
    )
    options: dict[str, object] = {
        "bucket_name": parts.hostname,
        "location": unquote(parts.path).strip("/"),
        "client_config": limits,
        **{OPTIONS[key]: value for key, (value, *_) in query.items()},
    }
    if parts.username:
        options["access_key"] = unquote(parts.username)
        options["secret_key"] = unquote(parts.password or "")
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
