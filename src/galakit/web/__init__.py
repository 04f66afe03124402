"""The local web application: the page and the interface for programs."""
