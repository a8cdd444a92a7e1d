"""Columns for what is encrypted from now on, and for what a query has to know of it.

The next migration fills them, the one after that puts them in the place of the readable ones.
"""

from django.db import migrations, models

from abyss_site.encrypted_fields import (
    EncryptedBinaryField,
    EncryptedJSONField,
    EncryptedTextField,
)


def text():
    return EncryptedTextField(null=True, empty_is_null=True)


def plain_json():
    return EncryptedJSONField(null=True, empty_is_null=True)


class Migration(migrations.Migration):
    dependencies = [("notifications", "0024_epoch")]

    operations = [
        migrations.RemoveConstraint("hook", "device_once"),
        migrations.RemoveIndex("inboundletter", "inbound_with_bytes"),
        migrations.RemoveIndex("notice", "notice_with_words"),
        migrations.RemoveIndex("notice", "notice_with_said"),
        migrations.AddField("notice", "new_data", plain_json()),
        migrations.AddField("notice", "new_subject", text()),
        migrations.AddField("notice", "new_text", text()),
        migrations.AddField("notice", "new_html", text()),
        migrations.AddField("notice", "new_headers", plain_json()),
        migrations.AddField(
            "notice",
            "answers",
            models.CharField(max_length=250, blank=True, default="", db_default=""),
        ),
        migrations.AddField(
            "notice", "quotes_people", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AddField("notice", "decided_at", models.DateTimeField(null=True)),
        migrations.AddField("inboundletter", "new_raw", EncryptedBinaryField(null=True)),
        migrations.AddField("inboundletter", "new_envelope", plain_json()),
        migrations.AddField("inboundletter", "new_first_line", text()),
        migrations.AddField("postedletter", "new_subject", text()),
        migrations.AddField("postedletter", "new_raw", EncryptedBinaryField(null=True)),
        migrations.AddField("hook", "new_url", EncryptedTextField(null=True)),
        migrations.AddField("hook", "new_secret", EncryptedTextField(null=True)),
        migrations.AddField("hook", "new_key", text()),
        migrations.AddField(
            "hook",
            "digest",
            models.CharField(max_length=64, blank=True, default="", db_default=""),
        ),
    ]
