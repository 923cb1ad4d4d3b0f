"""Words for people: three languages, and every text that is not about one game alone."""
