"""The component people look at a solution with: one for the web page, reports and notebooks."""
