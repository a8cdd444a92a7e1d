"""What staff does about matches, people and letters: each deed in one transaction, written down."""
