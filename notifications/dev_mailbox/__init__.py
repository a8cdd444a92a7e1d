"""A mailbox on a page, for a service without a mail server."""
