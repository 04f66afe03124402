"""The normal form: linear programming, Lemke–Howson, supports, extreme equilibria, dominated strategies."""
