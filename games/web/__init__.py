"""The web interface: page views, forms, feeds and sign-in."""
