"""The database backend of commands that start without a database."""
