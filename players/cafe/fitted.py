"""What the signs of a position weigh, fitted on games of the house: docs/tuning/chances.log."""

from typing import Final

WEIGHTS: Final = {
    2: (0.584, 0.791, 0.263),
    3: (0.634, 0.695, -0.607),
    4: (0.792, 0.811, 0.283),
}
"""By seats."""
FAVOURITES: Final = {
    2: (170, 62),
    3: (170, 54),
    4: (170, 38),
}
"""So many games were looked at half-way through, and so many in a hundred were won by whoever was the favourite."""
