"""From a bare checkout to running processes: environment, servers and supervisor."""
