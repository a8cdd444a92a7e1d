"""Run `python3 -m abyss_kit`, which is also installed as `abyss-kit`."""

from .commands import main

main()
