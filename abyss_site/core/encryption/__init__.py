"""Encryption at rest: the cipher, model fields, sessions."""
