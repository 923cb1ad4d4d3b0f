"""What is kept of a person: what they wish, when they are away, what others may see of it."""
