"""Settings of a demonstration whose e-mails go to SINK_URL, a local server of the test.

The service itself refuses a demonstration that sends e-mails anywhere but to its own mail catcher.
"""

from abyss_site.bootstrap import environment as env
from abyss_site.settings import *  # noqa: F403

EMAIL_URL = env.text("SINK_URL")
DEV_MAILBOX = False
globals().update(env.outgoing_mail("SINK_URL"))
