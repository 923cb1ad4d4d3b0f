"""What this process keeps in mind and nowhere else: after a restart it knows nothing of it, and nothing is lost."""
