"""The look of The Essence: the picture, the table on a page, the guide, what is drawn over time."""
