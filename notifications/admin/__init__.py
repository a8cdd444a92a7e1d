"""Django admin of notifications and e-mails, for staff."""

from notifications.admin import tables

__all__ = ["tables"]
