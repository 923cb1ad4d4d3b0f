"""House players at a table: what they may know, when they answer, and how what they thought is committed."""
