"""Change lists of the admin site for both apps: which parameters they accept, and how few rows they
read."""
