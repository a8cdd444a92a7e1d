"""The door of pages and API: who is looking, and what they may see."""
