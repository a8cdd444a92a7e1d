"""The look of Enchanters: the picture, the table on a page, the guide, what is drawn over time."""
