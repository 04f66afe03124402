"""What the OpenAPI document describes, asked of a server: a run of pytest by itself, since schemathesis takes seconds to load."""
