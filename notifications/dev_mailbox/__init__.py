"""A local mailbox in the browser, for installations without a mail server."""
