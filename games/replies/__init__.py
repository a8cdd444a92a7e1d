"""Door: what players answer by e-mail."""
