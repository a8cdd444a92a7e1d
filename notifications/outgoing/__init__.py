"""E-mails out: posted, planned, rendered, sent."""
