"""Rendering of e-mails, which pages show as well. Nothing here sends them."""
