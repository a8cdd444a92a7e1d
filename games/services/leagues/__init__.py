"""Leagues: directing, signing up, drawing, playing and closing seasons."""
