"""From a bare checkout to running processes: environment, servers, supervisor."""
