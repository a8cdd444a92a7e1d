"""System checks: settings that are readable but cannot work together."""

from __future__ import annotations
