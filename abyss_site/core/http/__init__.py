"""Everything between a connection and Django: web server, limits, proxies, middleware."""
