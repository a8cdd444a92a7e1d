"""One line of an e-mail, and what it may mean: a row of small readers, and the words they know."""
