"""Everything at the table that knows about people, time, Redis or HTTP."""
