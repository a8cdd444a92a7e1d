"""Monthly files of finished matches, for everybody."""

from __future__ import annotations

from django.db import models

from abyss_site.core.ids import uuid7


class DataDump(models.Model):
    """The public matches that ended in a month, as a file (see services/data_dumps.py).

    `month` is its first day. `content` is the compressed file, `digest` its SHA-256 and `signature`
    that of the site with `key`; all three are hexadecimal.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    month = models.DateField(unique=True)
    match_count = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    content = models.BinaryField()
    made_at = models.DateTimeField()

    class Meta:
        # For the job that deletes old ones.
        indexes = [models.Index(fields=["made_at"], name="data_dump_old")]

    def __str__(self) -> str:
        return f"matches of {self.month:%Y-%m}"
