"""What finished games have come to over many tables: ratings, statistics, where points came from."""
