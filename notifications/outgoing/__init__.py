"""Outgoing e-mail: the outbox, planning, rendering and delivery."""
