"""E-mails in: kept, classified, handed to whoever reads that kind of address."""
