"""A database backend for Django: PostgreSQL, with fewer round trips."""
