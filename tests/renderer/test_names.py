"""Names in any script: cut, fitted, drawn within their box, never a crash, and nothing else of a picture changes."""

import unicodedata
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

import renderer
from bot.games import GAMES
from bot.wording.names import clean_name, plain
from renderer.drawing import names, plates
from renderer.drawing.letters import ELLIPSIS, LONGEST, cut, letters
from renderer.scene import Area, Box, Drawing, Scene, Stamp, Words, ink
from rules.chance import Seeded
from rules.contract import Setup
from tests.painted import PAINTERS

ROOT = Path(__file__).parents[2]
FONTS = ROOT / "renderer" / "fonts"
PAPER, DARK = ink("f4efe2"), ink("33241c")
ZALGO = "Z" + "\u0351\u0301\u0315\u0334\u0319" * 6 + "a" + "\u0328\u0300" * 9 + "lgo"
TRYING = {
    "empty": "",
    "blank": " \t\n ",
    "one": "A",
    "wide": "W" * 32,
    "long": "Bruno der Große Bär",
    "Arabic": "محمد علي",
    "Hebrew": "שלמה בן דוד",
    "both ways": "Ivan שלמה 12 محمد",
    "Japanese": "さくらたろう山田様は三郎のともだちです",
    "Chinese": "王小明",
    "Korean": "김철수",
    "Cyrillic": "Дмитрий Шостакович",
    "Greek": "Ελένη Παπαδοπούλου",
    "Thai": "สมชาย ใจดี",
    "Devanagari": "देवनागरी",
    "emoji": "👩‍👩‍👧 🏳️‍🌈 🇮🇹 👍🏽 🦊",
    "zalgo": ZALGO,
    "markdown": "**bold** _x_ ||y|| `z`",
    "mention": "<@123> @everyone",
    "fancy": "𝓑𝓸𝓫 ★",
    "controls": "a\u202eb\u0000c\u200b\ufeffd",
    "unknown": "\U000f0000\U0001d800\u0378 𒀀𓀀",
    "a mark alone": "\u0301\u0301\u0301",
}


def _scene(text: str, room: int, size: float) -> Scene:
    ground = Drawing.of("names", 700, 120, (Area(((0, 0), (700, 0), (700, 120), (0, 120)), PAPER),))
    items = names.name(text, (40, 60), room, size, ink=DARK, paper=PAPER)
    return Scene("renderer.guatemala", ground, items, Box(0, 0, 700, 120))


@pytest.mark.parametrize("shaped", [True, False])
@pytest.mark.parametrize("text", TRYING.values(), ids=TRYING)
def test_no_name_leaves_its_box_and_none_crashes(text: str, shaped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the pixels: outside of the box and of the room nothing is drawn; whoever has letters shows some."""
    if shaped and not names.is_shaped():
        pytest.skip("no libfribidi here")
    monkeypatch.setattr(names, "is_shaped", lambda: shaped)
    for kept in (names.fitted, names.mask, names._face):
        kept.cache_clear()
    for room, size in ((170, 38.0), (400, 60.0), (60, 38.0)):
        scene = _scene(text, room, size)
        bare = renderer.compose(_scene("", room, size)).image
        seen = ImageChops.difference(renderer.compose(scene).image, bare).getbbox()
        assert bool(seen) == bool(cut(text))
        if seen:
            (word,) = scene.items
            assert isinstance(word, Words)
            assert Box(40, 0, 40 + room, 120).holds(word.box)
            assert word.box.grown(1).holds(Box(*seen))
    for kept in (names.fitted, names.mask, names._face):
        kept.cache_clear()


def test_a_name_is_cut_by_what_a_reader_takes_for_a_letter() -> None:
    assert cut("Bruno der Große Bär") == "Bruno der Gro" + ELLIPSIS
    assert cut("Fourteen chars") == "Fourteen chars"
    assert len(letters(cut("👩‍👩‍👧" * 40))) == LONGEST
    assert letters("👍🏽🇮🇹🇩🇪é") == ("👍🏽", "🇮🇹", "🇩🇪", "é")
    assert len(letters(ZALGO)) == 5
    assert max(map(len, letters(ZALGO))) <= 4


def test_the_order_of_a_name_is_that_of_its_readers() -> None:
    assert [run.text for run in names.runs("Ivan שלמה 12")] == ["Ivan ", "שלמה ", "12"]
    assert [run.text for run in names.runs("שלמה Ivan")] == ["Ivan", "שלמה "]
    assert [run.leftward for run in names.runs("محمد علي")] == [True]


@pytest.mark.skipif(not names.is_shaped(), reason="no libfribidi here")
def test_shaped_letters_are_joined() -> None:
    """Letters of Arabic have another form in a word than alone."""
    alone = sum(names.width(letter, 100) for letter in "محمد")
    assert abs(names.width("محمد", 100) - alone) > 10


def _drawn(face: ImageFont.FreeTypeFont, letter: str) -> bytes:
    image = Image.new("L", (80, 80))
    ImageDraw.Draw(image).text((20, 60), letter, fill=255, font=face, anchor="ls")
    return image.tobytes()


def test_every_font_has_what_is_said_of_it() -> None:
    """The first and the last letter of each range, asked of the font itself; and the licence lies beside."""
    assert "SIL Open Font License" in (FONTS / "OFL-Noto.txt").read_text("utf-8")
    assert {one.font for one in names.coverage()} == {path.name for path in FONTS.iterdir() if path.suffix != ".txt"}
    for one in names.coverage():
        face = ImageFont.truetype(FONTS / one.font, 40, layout_engine=ImageFont.Layout.BASIC)
        nothing = _drawn(face, "\U0010fffe")
        ends = {*one.starts[::7], *one.ends[::7]}
        seen = [code for code in ends if unicodedata.category(chr(code))[0] not in "CZ"]
        missing = [hex(code) for code in seen if _drawn(face, chr(code)) == nothing]
        assert missing == [], one.font


def test_scripts_are_drawn_with_letters_of_their_own() -> None:
    for text in ("Дмитрий", "Ελένη", "さくら山田", "王小明", "김철수", "محمد", "שלמה", "🦊👍🎲", "𝓑𝓸𝓫"):
        drawn = "".join(run.text for run in names.runs(text))
        assert names.PLACEHOLDER not in drawn
        assert len({names.mask(letter, 40)[0].tobytes() for letter in letters(text)}) == len(set(letters(text)))
    assert names.runs("𒀀")[0].text == names.PLACEHOLDER


def test_the_names_of_discord_reach_the_picture_as_they_are() -> None:
    assert plain(clean_name("*_[Bob]_*")) == "*_[Bob]_*"


def test_a_plate_keeps_its_name_beside_its_signs() -> None:
    for text in TRYING.values():
        for player in (plates.Player(0, text), plates.Player(1, text, waiting=True), plates.Player(2, text, place=1)):
            box = Box(10, 10, 300, 160)
            board, sign, *rest = plates.plate("test", box, player, PAPER)
            for item in rest:
                assert box.holds(item.box)
                assert not item.box.meets(sign.box)
            boxes = [item.box for item in rest]
            assert len(boxes) < 2 or not boxes[0].meets(boxes[1])
            assert board.box == box


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_without_names_is_the_same_scene_less_the_names(game: str) -> None:
    rules = GAMES[game].rules
    for seats in rules.seats:
        view = rules.public(rules.setup(Setup(seats), Seeded(seats)).state)
        for picture in PAINTERS.pictures(view):
            bare = PAINTERS.paint(view, picture)
            named = PAINTERS.paint(view, picture, names=tuple(TRYING.values())[4 : 4 + seats])
            kept = tuple(item for item in named.items if not (isinstance(item, Words) and item.named))
            assert kept == bare.items
            assert not [item for item in bare.items if isinstance(item, Words) and item.named]


def test_a_mask_is_no_larger_than_its_box() -> None:
    for text in TRYING.values():
        if cut(text):
            mask, x, y = names.mask(cut(text), 38)
            assert isinstance(mask, Image.Image)
            assert mask.width <= -2 * x + 1
            assert (x, y) == (-(names.width(cut(text), 38) / 2 + names.EDGE), (names.CAPITAL / 2 - names.RISE) * 38)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_s_sign_stands_beside_the_name_of_its_player(game: str) -> None:
    """Else nobody knows who I, II and III are."""
    rules, called = GAMES[game].rules, ("Ada", "Bea", "Cem", "Dag")
    for seats in rules.seats:
        view = rules.public(rules.setup(Setup(seats), Seeded(seats)).state)
        beside: set[str] = set()
        for picture in PAINTERS.pictures(view):
            items = PAINTERS.paint(view, picture, names=called[:seats]).items
            signs = {
                item.means: item.box for item in items if isinstance(item, Stamp) and item.means.startswith("seat:")
            }
            for seat in range(seats):
                sign = signs.get(f"seat:{seat}")
                near = [i for i in items if isinstance(i, Words) and i.named and sign and sign.grown(12).meets(i.box)]
                beside |= {found.text for found in near if found.text == called[seat]}
        assert beside == set(called[:seats])
