"""The Gala language: text, terms, Prolog, and games written in them."""
