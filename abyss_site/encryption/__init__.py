"""What lies encrypted in the database: the cipher, model fields, sessions."""
