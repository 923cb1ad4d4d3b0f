"""A game as patches: drawn one over the other they are the pictures of the game."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from bot.games import GAMES
from bot.games.game import painters
from renderer.pixels.patches import KEY, Patches
from tests.bot.game_files import played


@pytest.mark.parametrize("game", ["cafe", "guatemala"])
def test_patches_over_each_other_are_the_picture(game: str) -> None:
    by, kind = painters(GAMES), GAMES[game].public.view
    views = [msgspec.json.decode(bytes(move.view), type=kind) for move in played(game, 2, 4).moves[: KEY + 5]]
    patches, shown, sizes = Patches(), Image.new("RGB", (600, 2000)), list[int]()
    for view in views:
        scene = by.paint(view, "", None, ("Ada", "Bea"))
        patch = patches.add(scene)
        if patch is not None:
            drawn = Image.open(BytesIO(patch.png)).convert("RGBA")
            shown.paste(drawn, (patch.x, patch.y), drawn)
            sizes.append(len(patch.png))
        whole = Patches().add(scene)
        assert whole is not None
        wanted = Image.open(BytesIO(whole.png)).convert("RGB")
        assert shown.crop((0, 0, *wanted.size)).tobytes() == wanted.tobytes()
    assert sum(sizes[1:]) / len(sizes[1:]) < sizes[0] / 3
