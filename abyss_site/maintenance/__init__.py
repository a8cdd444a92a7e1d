"""Operations on the whole database: backups, and re-encryption with new keys."""
