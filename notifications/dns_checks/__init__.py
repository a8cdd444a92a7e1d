"""Check the DNS records and mail servers of our mail domains."""
