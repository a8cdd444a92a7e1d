"""Reply handlers: what players answer by e-mail."""
