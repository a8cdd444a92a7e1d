"""Reading rows. Nothing here writes."""
