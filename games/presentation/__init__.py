"""Rows and views in words and figures for pages, e-mails and the API, in the reader's language."""
