from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Letters are posted and sent meanwhile: the table is large, and in use.
    atomic = False

    dependencies = [
        ("notifications", "0019_said_for_retention"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="notice",
            index=models.Index(fields=["player", "planned"], name="notice_planned"),
        ),
    ]
