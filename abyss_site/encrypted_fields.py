"""Model fields whose column is encrypted; a query can ask of them only whether they are NULL."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.lookups import IsNull, Lookup

from abyss_site.encryption import decrypt, encrypt


class EncryptedBinaryField(models.BinaryField):  # type: ignore[type-arg]
    """Bytes, encrypted for the purpose `<app>.<model>.<field>`, or another that `purpose` names.

    Reading a row that cannot be decrypted raises Undecryptable. Look-ups but `isnull` do not
    exist: what is encrypted differs each time, so nothing can be found by it.
    """

    def __init__(self, *args: Any, purpose: str = "", **kwargs: Any) -> None:
        self.purpose = purpose
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        """Return how a migration writes this field."""
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "purpose": self.purpose} if self.purpose else kwargs

    def to_bytes(self, value: Any) -> bytes:
        """Return the Python value as the bytes that are encrypted."""
        return bytes(value)

    def from_bytes(self, plain: bytes) -> Any:
        """Return the Python value of decrypted bytes."""
        return plain

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the bytes for the column, NULL for None."""
        if value is not None:
            value = encrypt(self._purpose(), self.to_bytes(value))
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the Python value of a column. Raises Undecryptable."""
        return None if value is None else self.from_bytes(decrypt(self._purpose(), bytes(value)))

    def get_lookup(self, lookup_name: str) -> type[Lookup[Any]] | None:
        """Allow `isnull` alone."""
        return IsNull if lookup_name == "isnull" else None

    def _purpose(self) -> str:
        return self.purpose or f"{self.model._meta.label_lower}.{self.name}"


class EncryptedTextField(EncryptedBinaryField):
    """Text, encrypted in its column. An empty text is encrypted like any other."""

    def to_bytes(self, value: Any) -> bytes:
        return str(value).encode()

    def from_bytes(self, plain: bytes) -> str:
        return plain.decode()

    def value_to_string(self, obj: models.Model) -> str:
        """Serialize as text."""
        return str(self.value_from_object(obj))

    def to_python(self, value: Any) -> Any:
        return value


class EncryptedJSONField(EncryptedBinaryField):
    """What JSON can say, dates included as text, encrypted in its column."""

    def to_bytes(self, value: Any) -> bytes:
        return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":")).encode()

    def from_bytes(self, plain: bytes) -> Any:
        return json.loads(plain)

    def value_to_string(self, obj: models.Model) -> str:
        """Serialize as JSON text."""
        return self.to_bytes(self.value_from_object(obj)).decode()

    def to_python(self, value: Any) -> Any:
        return value
