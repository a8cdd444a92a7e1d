"""The chaos run: people play on a service while it is killed; then its rows are checked."""
