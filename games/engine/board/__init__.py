"""Building blocks for the boards of all games: SVG, HTML, fonts, PNG."""
