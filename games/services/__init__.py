"""The changes that may be made to a match, one transaction each.

Callers save nothing themselves.
"""
