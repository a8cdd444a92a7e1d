"""The look of Abyss: the picture, the table on a page, the guide, what is drawn over time."""
