"""Encryption in the database: who can decrypt, and what happens when keys change."""

from __future__ import annotations

import pytest
from django.core.exceptions import FieldError
from django.db import connection, models
from pytest_django import Settings

from abyss_site.core.encryption.cipher import Undecryptable, decrypt, encrypt
from abyss_site.core.encryption.fields import (
    EncryptedBinaryField,
    EncryptedJSONField,
    EncryptedTextField,
)


def test_what_was_encrypted_is_read_again() -> None:
    assert decrypt("e-mail", encrypt("e-mail", b"code 123456")) == b"code 123456"


def test_the_same_words_never_look_the_same() -> None:
    first, second = encrypt("e-mail", b"code 123456"), encrypt("e-mail", b"code 123456")

    assert first != second
    assert b"123456" not in first


def test_another_purpose_reads_nothing() -> None:
    sealed = encrypt("e-mail", b"code 123456")

    with pytest.raises(Undecryptable):
        decrypt("session", sealed)


@pytest.mark.parametrize("at", [0, 1, 13, -1])
def test_a_changed_byte_is_noticed(at: int) -> None:
    sealed = bytearray(encrypt("e-mail", b"code 123456"))
    sealed[at] ^= 1

    with pytest.raises(Undecryptable):
        decrypt("e-mail", bytes(sealed))


@pytest.mark.parametrize("sealed", [b"", b"\x01", b"plain text from before", b"\x01" + b"x" * 27])
def test_what_is_no_ciphertext_is_told_so(sealed: bytes) -> None:
    with pytest.raises(Undecryptable):
        decrypt("e-mail", sealed)


def test_a_former_key_still_reads(settings: Settings) -> None:
    sealed = encrypt("e-mail", b"code 123456")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of at least thirty-two letters"

    assert decrypt("e-mail", sealed) == b"code 123456"


def test_a_forgotten_key_reads_nothing(settings: Settings) -> None:
    sealed = encrypt("e-mail", b"code 123456")
    settings.SECRET_KEY = "another key of at least thirty-two letters"

    with pytest.raises(Undecryptable):
        decrypt("e-mail", sealed)


class Secretive(models.Model):
    """A model for these tests only; it has no table."""

    words = EncryptedTextField(default="")
    facts = EncryptedJSONField(default=dict)

    class Meta:
        app_label = "encrypted"
        managed = False


def field_of(name: str) -> EncryptedBinaryField:
    field = Secretive._meta.get_field(name)
    assert isinstance(field, EncryptedBinaryField)
    return field


@pytest.mark.parametrize("field", ["words", "facts"])
@pytest.mark.parametrize("lookup", ["", "__regex", "__contains", "__gt", "__in", "__startswith"])
def test_no_lookup_reaches_an_encrypted_column(field: str, lookup: str) -> None:
    with pytest.raises(FieldError):
        Secretive._default_manager.filter(**{field + lookup: "x"})


@pytest.mark.parametrize("name, value", [("words", "code 1"), ("words", ""), ("facts", {"c": [1]})])
def test_a_field_reads_back_what_it_wrote(name: str, value: object) -> None:
    field = field_of(name)

    column = field.get_db_prep_value(value, connection)

    assert field.from_db_value(column.obj, None, connection).open() == value


def test_null_stays_null() -> None:
    field = field_of("words")

    assert field.get_db_prep_value(None, connection) is None
    assert field.from_db_value(None, None, connection) is None
