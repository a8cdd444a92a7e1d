from django.db import migrations, models

# A calendar must tell that an event has moved (RFC 5545, 3.8.7.2 and 3.8.7.4). Deadlines are moved
# in many places, so the database counts: no place can forget it, and no stale row undo it.
COUNT = """
CREATE FUNCTION games_{name}_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision;
  NEW.revised_at := OLD.revised_at;
  IF {moved} THEN
    NEW.revision := OLD.revision + 1;
    NEW.revised_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER {name}_revision BEFORE UPDATE OF {columns}, revision, revised_at ON games_{name}
  FOR EACH ROW WHEN ({moved} OR OLD.revision <> NEW.revision)
  EXECUTE FUNCTION games_{name}_revision();
"""
FORGET = "DROP TRIGGER {name}_revision ON games_{name}; DROP FUNCTION games_{name}_revision();"
# An answered prompt loses its deadline, which is the busiest of all writes and moves nothing.
PROMPT = {
    "name": "prompt",
    "columns": "deadline_at",
    "moved": "(NEW.deadline_at IS NOT NULL AND OLD.deadline_at IS DISTINCT FROM NEW.deadline_at)",
}
ROUND = {
    "name": "round",
    "columns": "starts_at, ends_at",
    "moved": "((OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.starts_at, NEW.ends_at))",
}


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_mail_outages"),
    ]

    operations = [
        *(
            operation
            for model in ("prompt", "round")
            for operation in (
                migrations.AddField(
                    model,
                    "revision",
                    models.PositiveIntegerField(db_default=0, default=0, editable=False),
                ),
                migrations.AddField(
                    model,
                    "revised_at",
                    models.DateTimeField(blank=True, editable=False, null=True),
                ),
            )
        ),
        *(
            migrations.RunSQL(COUNT.format(**table), FORGET.format(**table))
            for table in (PROMPT, ROUND)
        ),
    ]
