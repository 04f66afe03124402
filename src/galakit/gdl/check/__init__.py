"""What the lecture demands of a description, checked without playing it; and what playing it shows."""
