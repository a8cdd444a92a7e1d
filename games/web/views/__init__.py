"""The door of pages: look up, call one service, render."""
