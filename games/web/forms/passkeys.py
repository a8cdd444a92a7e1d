"""The form that adds a passkey or a security key: django-allauth's, with a label to translate."""

from __future__ import annotations

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy


class AddPasskey(AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=gettext_lazy("Name"), required=False)
    field_order = ("name",)
