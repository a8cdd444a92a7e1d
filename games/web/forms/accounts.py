"""Account forms: sign-in, name, deletion, bots and tokens."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from games.presentation.settings_form import one_visible_line
from games.services import names


class SignInForm(forms.Form):
    """The e-mail address for a sign-in link."""

    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class CodeForm(forms.Form):
    """The code from a sign-in e-mail."""

    code = forms.CharField(
        label=gettext_lazy("Code from the e-mail"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}
        ),
    )


class NameForm(forms.Form):
    """The display name of a new player."""

    display_name = forms.CharField(
        label=gettext_lazy("Your player name"),
        max_length=40,
        help_text=gettext_lazy("Everybody can see it. You can change it in your settings."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_display_name(self) -> str:
        """Normalize the name. Raises ValidationError unless it is one printable line."""
        return one_visible_line(self.cleaned_data["display_name"])


class LeaveForm(forms.Form):
    """The address of the account, typed to confirm its deletion."""

    address = forms.CharField(
        label=gettext_lazy("Type the e-mail address of your account"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class BotForm(forms.Form):
    """A new bot."""

    name = forms.CharField(
        label=gettext_lazy("Name of the bot"),
        max_length=names.MAX_BOT_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


# The scopes of tokens, described for people.
SCOPES = {
    "read": gettext_lazy("Read"),
    "play": gettext_lazy("Play: answer, chat, write orders, join matches"),
    "manage": gettext_lazy("Change your settings and tokens"),
}


class TokenForm(forms.Form):
    """A new token: its purpose and its scopes."""

    name = forms.CharField(label=gettext_lazy("What is it for?"), max_length=40)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may the token do?"),
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read", "play"],
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("It expires"),
        choices=[
            ("", gettext_lazy("never")),
            ("30", gettext_lazy("after 30 days")),
            ("90", gettext_lazy("after 90 days")),
            ("365", gettext_lazy("after a year")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )


class AppForm(forms.Form):
    """A new app: what it is called, and where players return to it."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=40)
    website = forms.CharField(
        label=gettext_lazy("Website"),
        max_length=200,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org"}),
    )
    redirect_uris = forms.CharField(
        label=gettext_lazy("Redirect URIs"),
        max_length=1100,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One per line, exactly as your app sends them: https, a port of this machine, or a"
            " scheme of your own such as org.example.app:/back."
        ),
    )
    uses_device_codes = forms.BooleanField(
        label=gettext_lazy("For terminals: players enter a code"), required=False
    )

    def clean_redirect_uris(self) -> list[str]:
        """Return the lines that are not empty."""
        lines = str(self.cleaned_data["redirect_uris"]).splitlines()
        return [line.strip() for line in lines if line.strip()]


class ProfileForm(forms.Form):
    """What others see of a player."""

    about = forms.CharField(
        label=gettext_lazy("About you"),
        max_length=500,
        required=False,
        help_text=gettext_lazy(
            "Everybody can read it on your page. Leave it empty to say nothing."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    shows_presence = forms.BooleanField(
        label=gettext_lazy("Others see when I was last here, and whether I am here now"),
        required=False,
    )
    is_named_in_dumps = forms.BooleanField(
        label=gettext_lazy("The monthly files of finished matches name me"),
        required=False,
        help_text=gettext_lazy("Otherwise they have a pseudonym, another one in each file."),
    )
