"""The page views: look up, call one service, render."""
