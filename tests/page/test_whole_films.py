"""Films of whole games as Chromium decodes them: every frame is the painter's own picture of that step, by pixels."""

import zlib
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from renderer import film
from renderer.pixels import palettes
from tests.bot.played import PLAYED
from tests.bot.test_films import wanted
from tests.contract.cases import Case
from tests.painted import PAINTERS
from tests.report import say

pytestmark = pytest.mark.asyncio(loop_scope="session")
SEEDS = {"cafe": 1, "guatemala": 1, "catan": 9}
DECODED = """async (text) => {
  const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: "image/gif" });
  await decoder.tracks.ready;
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n >>> 0;
  });
  const found = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(image, 0, 0);
    const seen = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    let sum = 0xffffffff;
    for (let at = 0; at < seen.length; at++) if (at % 4 !== 3) sum = table[(sum ^ seen[at]) & 255] ^ (sum >>> 8);
    found.push([(sum ^ 0xffffffff) >>> 0, Math.round(image.duration / 1000)]);
    image.close();
  }
  return found;
}"""
"""The checksum of the colours of each frame, and for how many milliseconds it is seen."""


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_every_frame_that_chromium_shows_is_the_painters_picture_of_its_step(
    case: Case, browser: Any, tmp_path: Path
) -> None:
    game = wanted(case, max(case.rules.seats), SEEDS[case.name])
    made, expected = film.Game(), list[tuple[int, int]]()
    for number, (view, facts) in enumerate(game.steps):
        ms = game.ms if number + 1 < len(game.steps) else max(game.ms, film.ENDS)
        scene = PAINTERS.paint(view, "", PAINTERS.happened(view, facts), game.names)
        assert made.add(scene, ms)
        canvas = film.compose(film.replace(scene, lit=()))
        size = film.WIDE, round(canvas.image.height * film.WIDE / canvas.image.width)
        image = canvas.image.resize(size, Image.Resampling.BOX)
        colours = Image.new("P", (16, 16))
        colours.putpalette((palettes.packed(canvas.theme) + bytes(768))[: 3 * film.CLEAR])
        shown = image.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB")
        expected.append((zlib.crc32(shown.tobytes()), ms))
    data = made.finished()
    context = await browser.new_context(offline=True)
    tab = await context.new_page()
    blank = tmp_path / "blank.html"
    blank.write_text("<!doctype html><title>film</title>")
    await tab.goto(blank.as_uri())
    frames = await tab.evaluate(DECODED, b64encode(data).decode())
    await context.close()
    assert _in_time(map(tuple, frames)) == _in_time(expected)
    lasts = sum(ms for _, ms in frames)
    seen = sum(frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(data))))
    say(
        f"film of {case.name} in Chromium: {len(game.steps)} steps, {len(frames)} frames, {len(data):,} bytes, "
        f"{lasts / 1000:.1f} s, every frame the painter's own"
    )
    assert (lasts, len(data) <= film.HEAVIEST, lasts <= 90_000) == (seen, True, True)


def _in_time(frames: Any) -> list[tuple[int, int]]:
    """Frames that follow each other and look the same count as one that is seen longer."""
    found: list[tuple[int, int]] = []
    for picture, ms in frames:
        if found and found[-1][0] == picture:
            found[-1] = picture, found[-1][1] + ms
        else:
            found.append((picture, ms))
    return found
