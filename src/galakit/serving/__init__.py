"""HTTP servers that no client can hold up: limits on time, size and number, the same for all servers of Galakit."""
