"""The ordeal: people play on a service that is being killed; then its rows must prove it well."""
