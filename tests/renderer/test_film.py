"""The last move as a film: short, small, three times and then still, and on its way from what was to what is."""

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from renderer import film
from renderer.scene import Stamp
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, positions

MOST = 8
"""Frames: each is composed, and what is composed takes time of a thread."""


def _moves() -> dict[str, tuple[film.Frame, ...]]:
    guatemala, cafe = list(positions.game(4, 1)), list(cafe_positions.game(4, 2))
    catan = list(catan_positions.game(True, 4, 1))
    pairs = {f"guatemala-{i}": (guatemala[i - 1].view, guatemala[i].view, guatemala[i].facts) for i in (160, 172)}
    pairs |= {f"cafe-{i}": (cafe[i - 1].view, cafe[i].view, cafe[i].facts) for i in (20, 35)}
    pairs |= {f"catan-{i}": (catan[i - 1].view, catan[i].view, catan[i].news) for i in (176, 180)}
    return {key: PAINTERS.film(*pair, ("Anna", "Bruno", "Carla", "Dieter")) for key, pair in pairs.items()}


FILMS = _moves()


@pytest.mark.parametrize("key", FILMS)
def test_a_film_is_short_small_and_stands_still_after_three_times(key: str) -> None:
    data = film.encoded(FILMS[key])
    assert 0 < len(data) <= film.LARGEST == 300_000
    image = Image.open(BytesIO(data))
    shown = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert sum(shown) == sum(frame.ms for frame in FILMS[key]) <= 3000
    assert len(shown) <= len(FILMS[key]) <= MOST
    assert image.info["loop"] == 2, "shown once, and twice more"
    assert image.width == film.WIDTHS[0], "a move changes little, so the widest is small enough"


@pytest.mark.parametrize("key", FILMS)
def test_it_begins_with_what_stood_there_and_ends_with_what_is_marked(key: str) -> None:
    first, *walking, now, marked = FILMS[key]
    assert len(walking) == film.STEPS
    assert first.scene.items != now.scene.items
    assert marked.scene.items != now.scene.items, "the rings of the move"
    assert all(frame.scene.lit == () for frame in FILMS[key]), "what is dimmed would be written whole"


def test_what_has_moved_walks() -> None:
    """The robber of Catan goes from one hex to the other, farther in every frame."""
    catan = list(catan_positions.game(True, 4, 1))
    number = next(n for n, one in enumerate(catan) if n and "RobberMoved" in {type(f).__name__ for f in one.news})
    frames = PAINTERS.film(catan[number - 1].view, catan[number].view, catan[number].news)
    way = [
        item.box.centre
        for frame in frames
        for item in frame.scene.items
        if isinstance(item, Stamp) and item.means.startswith("robber")
    ]
    assert len(way) == len(frames)
    assert way[0] != way[-1]
    far = [abs(x - way[0][0]) + abs(y - way[0][1]) for x, y in way]
    assert far == sorted(far)
    assert len(set(way)) == film.STEPS + 2


def test_a_film_that_cannot_be_small_enough_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "LARGEST", 1000)
    assert film.encoded(FILMS["cafe-20"]) == b""


def test_what_is_new_comes_down_to_its_place() -> None:
    catan = list(catan_positions.game(True, 4, 1))
    number = next(n for n, one in enumerate(catan) if "CityBuilt" in {type(fact).__name__ for fact in one.news})
    old, new = (PAINTERS.paint(catan[n].view, "board") for n in (number - 1, number))
    frames = PAINTERS.film(catan[number - 1].view, catan[number].view, catan[number].news)
    (means,) = {_one.means for _one in new.items if isinstance(_one, Stamp) and _one.means.startswith("city:")} - {
        _one.means for _one in old.items if isinstance(_one, Stamp)
    }
    way = [item.y for frame in frames for item in frame.scene.items if isinstance(item, Stamp) and item.means == means]
    assert len(way) == len(frames) - 1
    assert way[0] < way[-1]
    assert way == sorted(way)
