"""Drop the readable columns, which are empty by now, and put the encrypted ones in their place.

No table is written anew: PostgreSQL drops and renames columns in its catalogue alone.
"""

from django.db import migrations, models

from abyss_site.encrypted_fields import EncryptedBinaryField, EncryptedTextField
from notifications.hooks.models import new_secret

COLUMNS = {
    "notice": ("data", "subject", "text", "html", "headers"),
    "inboundletter": ("raw", "envelope", "first_line"),
    "postedletter": ("subject", "raw"),
    "hook": ("url", "secret", "key"),
}


class Migration(migrations.Migration):
    dependencies = [("notifications", "0026_encrypt_rows")]

    operations = [
        # So that they can come back empty if this is undone.
        migrations.AlterField("postedletter", "raw", models.BinaryField(default=bytes)),
        migrations.AlterField("hook", "url", models.CharField(max_length=1000, default="")),
        *(
            operation
            for model, names in COLUMNS.items()
            for name in names
            for operation in (
                migrations.RemoveField(model, name),
                migrations.RenameField(model, f"new_{name}", name),
            )
        ),
        migrations.AlterField("postedletter", "raw", EncryptedBinaryField()),
        migrations.AlterField("hook", "url", EncryptedTextField()),
        migrations.AlterField("hook", "secret", EncryptedTextField(default=new_secret)),
        migrations.AddIndex(
            "inboundletter",
            models.Index(
                fields=["received"],
                condition=models.Q(("raw__isnull", False), ("state", "done")),
                name="inbound_with_bytes",
            ),
        ),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["written"],
                condition=models.Q(text__isnull=False),
                name="notice_with_words",
            ),
        ),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["id"],
                condition=models.Q(quotes_people=True),
                name="notice_with_said",
            ),
        ),
        migrations.AddConstraint(
            "hook",
            models.UniqueConstraint(
                fields=["digest"], condition=models.Q(shape="push"), name="device_once"
            ),
        ),
    ]
