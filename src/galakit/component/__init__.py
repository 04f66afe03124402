"""The component that shows a solution in the web page, reports and notebooks."""
