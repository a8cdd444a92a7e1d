"""Work upon the whole database: backups, and new keys for what is encrypted."""
