"""What stays of a game, from the buttons under its end: file, film, replay, the next game; and brought elsewhere."""

from bot.games import GAMES
from bot.play import Action
from bot.play.gamefile.form import Read, read, write
from bot.play.gamefile.taken import Place, taken
from bot.play.gamefile.verified import proves, verified
from bot.play.luck import new_seed
from bot.play.seating import leaving
from storage.imported import NEW, put
from tests.bot.game_files import played
from tests.e2e.conftest import Stage


async def test_every_button_under_the_end_does_what_it_says(stage: Stage):
    stage.env.seeds = new_seed
    thread = await stage.begun(2, game="cafe")
    ada, bea, cem = stage.people[:3]
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    early = (await (await ada.slash("/table export")).done()).message.files[0]
    assert read(early.data).file.open is False
    await stage.do(table, Action(bea.id), leaving.resign())
    await stage.quiet()
    post = ada.messages(thread)[-1]
    assert {"Play again", "Film", "File", "Replay", "Analysis", "Board"} == set(post.buttons)

    given = await (await cem.go(thread).press(post, "File")).done()
    assert "The whole game" in given.text
    (file,) = given.message.files
    found = read(file.data)
    told = verified(found, GAMES["cafe"].rules)
    assert (proves(told), all(one.holds for one in told)) == (True, True)
    assert f"`{found.file.record}`" in post.text, "what the post shows is what the file is held against"
    typed = await (await ada.slash("/table export")).done()
    assert typed.message.files[0].data == file.data

    film = await (await bea.press(post, "Film")).done()
    await stage.sandbox.until(lambda: "film of this game" in film.text, 60)
    assert film.message.files[0].data.startswith(b"GIF89a")
    replay = await (await ada.press(post, "Replay")).done()
    assert "Move 1 of 1" in replay.text
    board = await (await ada.press(post, "Board")).done()
    counted = await (await ada.press(board, "Statistics")).done()
    assert "Moves that everybody saw" in counted.text
    again = await (await ada.press(post, "Play again")).done()
    assert again.text
    await stage.quiet()
    assert (await stage.thread()).id != thread.id


async def test_a_game_from_elsewhere_stands_in_a_thread_of_its_own_and_every_button_works(stage: Stage):
    file = played("cafe", 3, 7)
    eva = stage.people[3]
    parent = eva.here
    where = Place(stage.guild.id, parent.id)
    change = taken(Read(file, whole=True), GAMES["cafe"].rules, where, stage.now(), lambda *given: given[2])
    assert await put(stage.store, change) == NEW
    stage.transactions.spoken.set()
    await stage.sandbox.until(lambda: _threads(stage) == 1)
    await stage.quiet()
    eva.go(await stage.thread())
    (shown,) = [one for one in eva.messages() if one.buttons]
    assert {"Play again", "Film", "File", "Replay", "Analysis", "Board"} == set(shown.buttons)
    assert all(one.name in shown.text for one in file.sitters)
    back = await (await eva.press(shown, "File")).done()
    assert back.message.files[0].data == write(file)
    last = file.moves[-1].number
    assert f"Move {last} of {last}" in (await (await eva.press(shown, "Replay")).done()).text
    assert (await (await eva.slash("/table log")).done()).text
    assert (await (await eva.press(shown, "Board")).done()).message.files
    assert "film" in (await (await eva.press(shown, "Film")).done()).text
    assert "finished no game here" in (await (await eva.slash("/me stats")).done()).text
    assert "Nobody is rated here yet" in (await (await eva.slash("/server board")).done()).text
    await (await eva.press(shown, "Play again")).done()
    await stage.quiet()
    assert _threads(stage) == 2


def _threads(stage: Stage) -> int:
    return len([channel for channel in stage.sandbox.world.channels.values() if channel.kind == 11])
