"""Fields of a league's directors that hold a list: people, an order, tables, a file."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _

# The most characters of a list that is typed, and bytes of a file.
MOST_CHARACTERS, MOST_BYTES = 60_000, 60_000
LISTS = ("people", "file", "order", "tables")


class SmallFileField(forms.FileField):
    """A file that is no larger than a list can be."""

    def clean(self, data: object, initial: object = None) -> object:
        """Return the file. Raises ValidationError."""
        upload = super().clean(data, initial)
        if upload is not None and (upload.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large for a list."))
        return upload


def list_field(name: str, lines: Sequence[str]) -> forms.Field:
    """Return a field for a list, which begins with these lines."""
    if name == "file":
        widget = forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"})
        text = _("In place of typing: the same columns, with or without titles.")
        return SmallFileField(
            label=_("Or a CSV file"), help_text=text, required=False, widget=widget
        )
    label, help_text = {
        "people": (
            _("Names or e-mail addresses"),
            _(
                "One on each line, then perhaps a semicolon and the seed: Anna;1. Everybody gets an"
                " e-mail, and is entered when they accept."
            ),
        ),
        "order": (
            _("Order"),
            _(
                "One name on each line, the strongest first. Players who are not named follow by"
                " rating. Empty: everybody by rating."
            ),
        ),
        "tables": (
            _("Tables"),
            _(
                "One table on each line, with dashes between the names; the first has the first"
                " seat. One name alone has a bye."
            ),
        ),
    }[name]
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=MOST_CHARACTERS,
        required=name == "tables",
        initial="\n".join(lines),
        widget=forms.Textarea(attrs={"rows": min(max(len(lines), 6), 20), "spellcheck": "false"}),
    )


def decode_list(content: bytes) -> str:
    """Return the text of a file: UTF-8, or what spreadsheets of Western Europe write."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
