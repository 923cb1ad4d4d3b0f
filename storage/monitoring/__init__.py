"""What an operator may know of a store: counts and sizes (`report`), what is not well (`health`), how long it took."""
