"""Model fields with an encrypted column; the only look-up is whether they are NULL.

Loading a row does not decrypt it: only accessing the attribute needs the key. So rows can be
claimed, listed and saved together although one of them is damaged, and only that one fails, where
it is used. `values()` and `values_list()` return `Ciphertext`, which is opened in the same way.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.lookups import IsNull, Lookup
from django.db.models.query_utils import DeferredAttribute

from abyss_site.core.encryption.cipher import Undecryptable, decrypt, encrypt


class Ciphertext:
    """The value of an encrypted column, not decrypted yet."""

    __slots__ = ("_field", "ciphertext")

    def __init__(self, field: EncryptedBinaryField, ciphertext: bytes) -> None:
        self._field, self.ciphertext = field, ciphertext

    def open(self) -> object:
        """Return the decrypted value. Raises Undecryptable."""
        return self._field.decrypted(self.ciphertext)

    def __repr__(self) -> str:
        return f"<{len(self.ciphertext)} encrypted bytes>"


class EncryptedAttribute(DeferredAttribute):
    """Decrypts a column on first access. Raises Undecryptable."""

    def __get__(self, instance: models.Model | None, cls: Any = None) -> object:
        value = super().__get__(instance, cls)
        if instance is None or not isinstance(value, Ciphertext):
            return value
        instance.__dict__[self.field.attname] = value = value.open()
        return value

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = value


if TYPE_CHECKING:
    _BinaryField = models.BinaryField[object, Any]
else:
    _BinaryField = models.BinaryField


class EncryptedBinaryField(_BinaryField):
    """Bytes, encrypted for the purpose `<app>.<model>.<field>`, or another one given by `purpose`.

    Accessing the attribute raises Undecryptable if the row cannot be decrypted. The only look-up is
    `isnull`: the ciphertext differs each time, so it cannot be searched.

    `empty_is_null`: an empty value is stored as NULL and read as empty, so that a query can ask
    whether there is a value. Otherwise NULL is None.
    """

    descriptor_class = EncryptedAttribute

    def __init__(
        self, *args: Any, purpose: str = "", empty_is_null: bool = False, **kwargs: Any
    ) -> None:
        self.purpose, self.empty_is_null = purpose, empty_is_null
        if empty_is_null:
            kwargs["null"] = True
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        """Return how a migration writes this field."""
        name, path, args, kwargs = super().deconstruct()
        if self.purpose:
            kwargs["purpose"] = self.purpose
        if self.empty_is_null:
            kwargs["empty_is_null"] = True
        return name, path, args, kwargs

    def empty_value(self) -> object:
        """Return the value that NULL is read as with `empty_is_null`."""
        return b""

    def _check_str_default_value(self) -> list[object]:
        # BinaryField forbids a text default, which a subclass for text may have.
        return []

    def to_bytes(self, value: Any) -> bytes:
        """Return the Python value as the bytes to encrypt."""
        return bytes(value)

    def from_bytes(self, plain: bytes) -> object:
        """Return the Python value of decrypted bytes."""
        return plain

    def encrypted(self, value: object) -> bytes | None:
        """Return the bytes for the column, None for NULL; for hand-written SQL."""
        if isinstance(value, Ciphertext):
            return value.ciphertext
        if value is None or (self.empty_is_null and not value):
            return None
        return encrypt(self.full_purpose(), self.to_bytes(value))

    def decrypted(self, ciphertext: bytes | memoryview | None) -> object:
        """Return the Python value of a column's bytes. Raises Undecryptable."""
        if ciphertext is None:
            return self.empty_value() if self.empty_is_null else None
        return self.from_bytes(decrypt(self.full_purpose(), bytes(ciphertext)))

    def get_default(self) -> object:
        """Return the default; if there is none, None for nullable columns, else the empty value."""
        if self.has_default():
            return models.Field.get_default(self)
        return None if self.null and not self.empty_is_null else self.empty_value()

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        """Return the value to save: as it was loaded, if the attribute was not accessed."""
        if self.attname in model_instance.__dict__:
            return model_instance.__dict__[self.attname]
        return super().pre_save(model_instance, add)

    def get_db_prep_value(self, value: object, connection: Any, prepared: bool = False) -> Any:
        """Return the bytes for the column, None for NULL."""
        return super().get_db_prep_value(self.encrypted(value), connection, prepared)

    def from_db_value(self, value: Any, expression: object, connection: object) -> Any:
        """Return the column undecrypted, to be decrypted on access."""
        if value is None:
            return self.decrypted(None)
        return Ciphertext(self, bytes(value))

    def get_lookup(self, lookup_name: str) -> type[Lookup[Any]] | None:
        """Allow `isnull` only."""
        return IsNull if lookup_name == "isnull" else None

    def full_purpose(self) -> str:
        """Return the purpose of the column's encryption."""
        return self.purpose or f"{self.model._meta.label_lower}.{self.name}"


class EncryptedTextField(EncryptedBinaryField):
    """Text with an encrypted column."""

    # For django-stubs.
    if TYPE_CHECKING:
        _pyi_private_set_type: str
        _pyi_private_get_type: str  # type: ignore[assignment]

    def empty_value(self) -> object:
        return ""

    def to_bytes(self, value: object) -> bytes:
        return str(value).encode()

    def from_bytes(self, plain: bytes) -> str:
        return plain.decode()

    def value_to_string(self, obj: models.Model) -> str:
        """Serialize as text."""
        return str(self.value_from_object(obj))

    def to_python(self, value: object) -> object:
        return value


class EncryptedJSONField(EncryptedBinaryField):
    """JSON (with dates as text) with an encrypted column."""

    if TYPE_CHECKING:
        _pyi_private_set_type: object
        _pyi_private_get_type: Any

    def empty_value(self) -> object:
        return {}

    def to_bytes(self, value: object) -> bytes:
        return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":")).encode()

    def from_bytes(self, plain: bytes) -> object:
        return json.loads(plain)

    def value_to_string(self, obj: models.Model) -> str:
        """Serialize as JSON text."""
        return self.to_bytes(self.value_from_object(obj)).decode()

    def to_python(self, value: object) -> object:
        return value


def column(model: type[models.Model], name: str) -> EncryptedBinaryField:
    """Return the encrypted field of a model, for hand-written SQL."""
    field = model._meta.get_field(name)
    assert isinstance(field, EncryptedBinaryField)
    return field


def decrypt_or_default(row: models.Model, name: str, otherwise: object) -> Any:
    """Return an attribute of a row, or `otherwise` if it cannot be decrypted; for lists of rows."""
    try:
        return getattr(row, name)
    except Undecryptable:
        return otherwise
