"""What the signs of a position weigh, fitted on games of the house: docs/tuning/chances.log."""

from typing import Final

WEIGHTS: Final = {
    2: (0.675, 0.187, -0.153),
    3: (0.825, 0.134, -0.374),
    4: (1.042, 0.167, -0.295),
}
"""By seats."""
FAVOURITES: Final = {
    2: (170, 78),
    3: (170, 49),
    4: (170, 42),
}
"""So many games were looked at half-way through, and so many in a hundred were won by whoever was the favourite."""
