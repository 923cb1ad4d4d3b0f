"""Makes the fall-back fonts for names anew: `python -m tests.fonts FOLDER`, with fonttools (docs/adr/0022).

FOLDER holds what the two Debian packages fonts-noto-core and fonts-noto-cjk unpack to, and NotoEmoji of npm's
@expo-google-fonts/noto-emoji. Beside the fonts it writes coverage.txt: which letters each of them has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

LATIN: Final = (*range(0xA0, 0x530), *range(0x1E00, 0x2070), *range(0x20A0, 0x20C0), 0x2116, 0x2122, 0xFFFD)
SYMBOLS: Final = (*range(0x2190, 0x2200), *range(0x2300, 0x2400), *range(0x2500, 0x27C0), *range(0x2B00, 0x2C00))
EMOJI: Final = (*range(0x2600, 0x27C0), *range(0x2B00, 0x2C00), *range(0x1F000, 0x1FB00), 0xFE0F, 0x200D, 0x20E3)


def _east() -> Iterator[int]:
    """What the everyday character sets of Japan, China, Taiwan and Korea have."""
    for code in range(0x2E80, 0x10000):
        for charset in ("shift_jis", "gb2312", "euc_kr"):
            try:
                chr(code).encode(charset)
            except UnicodeEncodeError:
                continue
            yield code
            break


FONTS: Final = (
    ("NotoSans-Bold.ttf", "NotoSans-Bold.ttf", LATIN),
    ("NotoSansArmenian-Bold.ttf", "NotoSansArmenian-Bold.ttf", range(0x530, 0x590)),
    ("NotoSansHebrew-Bold.ttf", "NotoSansHebrew-Bold.ttf", range(0x590, 0x600)),
    ("NotoSansArabic-Bold.ttf", "NotoSansArabic-Bold.ttf", (*range(0x600, 0x700), *range(0x750, 0x780))),
    ("NotoSansDevanagari-Bold.ttf", "NotoSansDevanagari-Bold.ttf", range(0x900, 0x980)),
    ("NotoSansThai-Bold.ttf", "NotoSansThai-Bold.ttf", range(0xE00, 0xE80)),
    ("NotoSansGeorgian-Bold.ttf", "NotoSansGeorgian-Bold.ttf", (*range(0x10A0, 0x1100), *range(0x1C90, 0x1CC0))),
    ("NotoSansCJK-Bold.ttc", "NotoSansCJK-Bold.otf", tuple(_east())),
    ("NotoEmoji_700Bold.ttf", "NotoEmoji-Bold.ttf", EMOJI),
    ("NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-Regular.ttf", SYMBOLS),
)
"""Where a font comes from, its name here, and the letters to be taken of it. The first that has a letter draws it."""


MAIN: Final = "Lato-Black.ttf"
"""Comes first and stays as it is."""


def main(folder: Path, there: Path) -> None:
    from fontTools import subset  # type: ignore[import-not-found]

    lines = [_line(MAIN, subset.load_font(str(there / MAIN), subset.Options()))]
    for source, name, letters in FONTS:
        found = next(folder.rglob(source))
        options: Any = subset.Options(layout_features=["*"], hinting=False, desubroutinize=False, drop_tables=["vmtx"])
        options.font_number = 0
        font: Any = subset.load_font(str(found), options)
        wanted = subset.Subsetter(options)
        wanted.populate(unicodes=chain((0x20,), letters))
        wanted.subset(font)
        subset.save_font(font, str(there / name), options)
        lines.append(_line(name, subset.load_font(str(there / name), options)))
    (there / "coverage.txt").write_text("".join(lines), "ascii")


def _line(name: str, font: Any) -> str:
    return f"{name} {' '.join(_ranges(sorted(set(font.getBestCmap()) - {0x20})))}\n"


def _ranges(codes: list[int]) -> Iterator[str]:
    first = codes[0]
    for here, after in zip(codes, [*codes[1:], -1], strict=True):
        if after != here + 1:
            yield f"{first:x}-{here:x}" if here > first else f"{first:x}"
            first = after


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).parents[1] / "renderer" / "fonts")
