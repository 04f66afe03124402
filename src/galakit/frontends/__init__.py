"""The languages and file formats that games are read from: a record for each, in one table."""
