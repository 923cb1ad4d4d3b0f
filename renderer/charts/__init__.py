"""Numbers as pictures, the same in every game: points, chances, dice, ratings, a career."""
