"""The film of a game and its page are made once, in a process of its own, and say how far they are until then."""

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.discord import films as filming
from bot.discord.films import Films, Wanted
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids, files
from bot.discord.layout import Layout
from bot.games import GAMES
from bot.games.page.made import page
from bot.play.gamefile.form import read
from bot.play.gamefile.verified import verified
from bot.play.history.reel import wound
from bot.play.history.replay import steps
from bot.wording import words_for
from renderer import film
from rules.facts import Announced, Whispered
from tests.bot.game_files import played
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands
from tests.contract.cases import Case
from tests.painted import PAINTERS
from tests.report import say

ADA, BEA = PEOPLE = (1, 2)
FOUR = (1, 2, 3, 4)
CAFE = next(case for case in PLAYED if case.name == "cafe")


def wanted(case: Case, seats: int, seed: int, most: int | None = None) -> Wanted:
    """A whole game, or its beginning, as it is given to the process."""
    game = game_of(case, seats, seed)
    made = wound(case.rules, game.records)

    class Table:
        rules = case.rules

    table: Any = Table()
    found, ms = steps(table, made, film.cut)
    return Wanted(found[:most], ms, ("Ada", "Bea", "Cem", "Dag")[:seats])


@pytest.mark.parametrize("moves", [1, 2, 3, 40, 97, 98, 99, 366, 367, 1000, 1753])
def test_a_game_of_any_length_is_shown_from_its_first_position_to_its_last_in_ninety_seconds(moves: int):
    ends, ms = film.cut(moves)
    assert ends[0] == 1
    assert ends[-1] == moves
    assert list(ends) == sorted(set(ends))
    assert len(ends) == min(moves, film.LONGEST // film.LEAST)
    assert (len(ends) - 1) * ms + max(ms, film.ENDS) <= 90_000
    assert film.LEAST <= ms <= film.SEEN


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_every_frame_is_the_picture_of_its_position(case: Case):
    """What a step leaves clear is what stood there."""
    game = wanted(case, max(case.rules.seats), 1, 24)
    made, shown = film.Game(), list[Image.Image]()
    colours = None
    for view, facts in game.steps:
        scene = PAINTERS.paint(view, "", PAINTERS.happened(view, facts), game.names)
        assert made.add(scene, game.ms)
        canvas = film.compose(film.replace(scene, lit=()))
        colours = film.palette(canvas.theme)
        image = canvas.image.resize((600, 630), Image.Resampling.BOX)
        shown.append(image.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB"))
    found = Image.open(BytesIO(made.finished()))
    frames = [(frame.convert("RGB").copy(), frame.info["duration"]) for frame in ImageSequence.Iterator(found)]
    assert sum(ms for _, ms in frames) == game.ms * len(game.steps)
    seen = [image for image, ms in frames for _ in range(ms // game.ms)]
    for image, expected in zip(seen, shown, strict=True):
        assert image.tobytes() == expected.tobytes()
    assert found.info["loop"] == 0, "again and again"


def test_a_film_that_would_be_too_heavy_is_none():
    game = wanted(CAFE, 2, 1, 20)
    made = film.Game(most=60_000)
    fits = [made.add(PAINTERS.paint(view, "", PAINTERS.happened(view, facts)), game.ms) for view, facts in game.steps]
    assert not fits[-1]
    assert made.finished() == b""


def test_nothing_that_was_taken_back_is_shown_and_all_that_everybody_was_told_is():
    case = next(case for case in PLAYED if case.name == "guatemala")
    game = game_of(case, 3, 2)
    made = wound(case.rules, game.records)
    assert any(frame.undone for frame in made.frames)
    found = wanted(case, 3, 2)
    told = [fact for _, facts in found.steps for fact in facts]
    kept = (game.beginning, *(ply.commit for ply in game.plies))
    public = [item.fact for commit in kept for item in commit.told if isinstance(item, Announced)]
    assert len(told) < len(public)
    assert not [item for commit in kept for item in commit.told if isinstance(item, Whispered) and item.fact in told]


# ── asked for ──


async def pressed(house: House, gallery: Gallery, table: str, user: int = ADA) -> tuple[str, int]:
    sent = await Hands(house, gallery).press(user, custom_ids.board(table, "film"))
    return sent.text, sent.pictures


def labels(form: Layout) -> list[str]:
    return [press.label for row in form.rows if isinstance(row, tuple) for press in row]


@pytest.fixture
async def gallery() -> Any:
    made = Gallery(PAINTERS)
    yield made
    made.close()
    await made.ended()


async def test_it_is_made_once_and_stands_there_at_last(
    house: House, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
):
    """Two ask at once; a third who comes later has it at once."""

    async def stands(interaction: Any, form: Layout) -> None:
        await interaction.edit_original_response(view=form.view(), attachments=form.files())

    monkeypatch.setattr("bot.discord.interactions.progress.put_instead", stands)
    monkeypatch.setattr("bot.discord.interactions.progress.PAUSE", 0.05)
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 0.01)
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    said = list[tuple[str, int]]()
    hands = [Hands(house, gallery), Hands(house, gallery)]
    sents = [await hand.press(user, custom_ids.board(table, "film")) for hand, user in zip(hands, PEOPLE, strict=True)]
    assert all("is being made" in sent.text for sent in sents)
    await asyncio.gather(*gallery.films._tasks)
    said = [(sent.text, sent.pictures) for sent in sents]
    assert [pictures for _, pictures in said] == [1, 1], said
    assert all("film of this game" in text for text, _ in said)
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 1.0)
    assert await pressed(house, gallery, table) == said[0]
    assert gallery.films.made == 1


async def test_a_process_that_dies_is_told_of_and_the_next_film_is_made(
    house: House, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
):
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE, most=3)
    real = filming.PROGRAM
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 60.0)
    monkeypatch.setattr(filming, "PROGRAM", "import sys; sys.path[:] = {path!r}; sys.exit(3)")
    sent = await Hands(house, gallery).press(ADA, custom_ids.board(table, "film"))
    text, pictures = sent.text, sent.pictures
    assert sent.labels == ["Try again", "Replay", "Board"]
    assert "could not be made" in text
    assert not pictures
    monkeypatch.setattr(filming, "PROGRAM", real)
    await pressed(house, gallery, table)
    (data,) = [kept for kept, _ in gallery.films._kept._things.values()]
    assert data.startswith(b"GIF89a")


# ── the page of a game, made in the same process ──


async def test_the_page_is_the_one_of_the_file_in_its_reader_s_language_and_made_once(
    house: House, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 60.0)
    key = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    responses, asked = house.responses(gallery), house.press(ADA, "de")
    given = await files.shown(responses, asked, key)
    (row,) = given.rows
    assert isinstance(row, tuple)
    button, _ = row
    assert (button.label, button.custom_id) == ("Als Seite", custom_ids.board(key, "page"))
    (shown,) = (await files.page(responses, asked, key)).attachments
    found = read(given.attachments[0].data)
    assert shown.name == f"cafe-{key}.html"
    assert shown.data == page(found.file, GAMES["cafe"], asked.words, verified(found, CAFE.rules))
    assert b'lang="de"' in shown.data
    assert (await files.page(responses, asked, key)).attachments == (shown,)
    assert gallery.films.made == 1
    monkeypatch.setattr(filming, "PROGRAM", "import sys; sys.path[:] = {path!r}; sys.exit(3)")
    failed = await files.page(responses, house.press(ADA, "it"), key)
    assert "non è riuscita" in failed.text
    assert not failed.attachments
    assert labels(failed) == ["Riprova", "Rivedi", "Tabellone"]


async def test_how_far_a_page_is_grows_to_its_end():
    said = list[int]()
    file = played("cafe", 2, 3)
    page(file, GAMES["cafe"], words_for("en"), (), steps=30, says=said.append)
    assert said == sorted(said)
    assert said[0] == 0
    assert 60 < said[-1] < 100


async def test_too_many_films_at_once_are_asked_for_again_later(
    house: House, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(filming, "PROGRAM", "import time; time.sleep(60); {path!r}")
    films = Films()
    game = wanted(CAFE, 2, 1, 3)
    found = [films.wanted(bytes([number]), lambda: game) for number in range(filming.MOST + 1)]
    assert found[-1] is None
    assert all(found[:-1])
    monkeypatch.setattr(gallery, "films", films)
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    for verb in ("film", "page"):
        sent = await Hands(house, gallery).press(ADA, custom_ids.board(table, verb))
        assert sent.labels == ["Try again", "Board"], "it may have taken the place of a board"
        assert sent.rows[0][0].custom_id == custom_ids.board(table, verb)
    assert films.wanted(bytes([0]), lambda: game) is found[0], "who asks for the same waits for the same"
    await films.closed()


@pytest.mark.long
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_the_film_of_a_whole_game_is_light_and_short(case: Case):
    loop = asyncio.get_running_loop()
    films, game = Films(), wanted(case, max(case.rules.seats), 1)
    begun = loop.time()
    making = films.wanted(b"", lambda: game)
    assert making is not None
    data = await making.film
    took = loop.time() - begun
    await films.closed()
    image = Image.open(BytesIO(data))
    lasts = sum(frame.info["duration"] for frame in ImageSequence.Iterator(image))
    say(
        f"film of {case.name}: {len(game.steps)} steps, {len(data):,} bytes, {lasts / 1000:.1f} s, made in {took:.1f} s"
    )
    assert 0 < len(data) <= film.HEAVIEST
    assert lasts <= 90_000
    assert image.size[0] == film.WIDE
