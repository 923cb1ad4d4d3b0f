"""What the signs of a position weigh, fitted on games of the house: docs/tuning/chances.log."""

from typing import Final

WEIGHTS: Final = {
    (True, 3): (0.788, 0.156, -0.392),
    (True, 4): (0.767, 0.211, 0.012),
    (False, 3): (0.763, 0.064, 0.128),
    (False, 4): (1.006, 0.222, 0.043),
}
"""By whether there is a market, and seats."""
FAVOURITES: Final = {
    (True, 3): (125, 57),
    (True, 4): (124, 53),
    (False, 3): (125, 57),
    (False, 4): (125, 45),
}
"""So many games were looked at half-way through, and so many in a hundred were won by whoever was the favourite."""
