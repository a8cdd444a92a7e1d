"""Door: what staff see of notifications and e-mails in the Django admin."""

from notifications.admin import tables

__all__ = ["tables"]
