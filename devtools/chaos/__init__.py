"""The chaos run: players use a service while it is being killed; then its rows are checked."""
