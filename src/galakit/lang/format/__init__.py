"""The formatter for Gala and Prolog: one layout, which keeps comments and line breaks."""
