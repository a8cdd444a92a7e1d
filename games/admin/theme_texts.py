"""What the admin's theme says: django-unfold brings no translations.

`manage.py makemessages` reads our own code alone, so what the theme says stands here once more.
`tests/games/test_desk_languages.py` compares it with what the pages of the desk say.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

# In its templates.
IN_TEMPLATES = (
    gettext_noop("Apply Filters"),
    gettext_noop("Click to cancel"),
    gettext_noop("Dark"),
    gettext_noop("Expand row"),
    gettext_noop("False"),
    gettext_noop("Filters"),
    gettext_noop("Forgotten your password or username?"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("More actions"),
    gettext_noop("Return to site"),
    gettext_noop("Run"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select all rows"),
    gettext_noop("System"),
    gettext_noop("This item will be deleted."),
    gettext_noop("True"),
    gettext_noop("Type to search"),
    gettext_noop("Welcome back to"),
)
# In its code.
IN_CODE = (
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select record"),
)
