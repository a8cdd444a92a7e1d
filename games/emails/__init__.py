"""E-mails written out, which pages show as well. Rendering only: nothing here sends."""
