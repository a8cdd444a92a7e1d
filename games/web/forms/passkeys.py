"""The forms that a browser fills with what a passkey says: django-allauth's, for any input.

Reading the answer is left to allauth and python-fido2, which raise whatever the place that they
do not understand leads to. What a browser sends is input, so each of these errors is a refusal.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy

UNREADABLE = (
    *(ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError),
    struct.error,
)


@contextmanager
def refuse_unreadable() -> Iterator[None]:
    """Raise ValidationError in place of what an answer that cannot be read leads to."""
    try:
        yield
    except UNREADABLE as error:
        raise get_adapter().validation_error("incorrect_code") from error


class CredentialField(forms.JSONField):
    """The answer of a passkey as JSON, never shown again: the browser asks the passkey anew."""

    widget = forms.HiddenInput

    def to_python(self, value: object) -> Any:
        with refuse_unreadable():
            credential = super().to_python(value)
        if not isinstance(credential, dict):
            # allauth looks at no value that is false, and would keep it as a passkey.
            raise get_adapter().validation_error("incorrect_code")
        return credential

    def bound_data(self, data: object, initial: object) -> object:
        return None


class AddPasskey(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=gettext_lazy("Name"), required=False)
    credential = CredentialField()
    field_order = ("name",)

    def clean(self) -> object:
        with refuse_unreadable():
            return super().clean()


class ReadsCredential(forms.Form):
    """What the three forms share that prove a passkey already added."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with refuse_unreadable():
            return super().clean_credential()  # type: ignore[misc]


class SignInWithPasskey(ReadsCredential, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    """In place of an e-mail."""


class AuthenticateWithPasskey(ReadsCredential, webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """As second step of signing in."""


class ConfirmWithPasskey(ReadsCredential, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Once more, before something that cannot be taken back."""
