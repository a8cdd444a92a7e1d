"""What staff does about matches, people and e-mails: each action in one transaction, recorded."""
