"""Incoming e-mail: transports, storage, classification and dispatch to the readers of replies."""
