"""What comes out: profiles, their certificates, and the ways to look at them."""
