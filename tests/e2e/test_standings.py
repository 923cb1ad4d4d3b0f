"""Ratings on the real client: typed, pressed, and on the post that ends a game."""

from bot.play import Action
from bot.play.seating import leaving
from tests.e2e.conftest import Stage


async def test_a_game_that_ends_is_rated_and_shown_by_commands_and_by_buttons(stage: Stage):
    thread = await stage.begun(2, game="cafe")
    ada, bea = stage.people[:2]
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    nothing = await (await ada.slash("/server board")).done()
    assert "Nobody is rated here yet" in nothing.text
    await stage.do(table, Action(bea.id), leaving.resign())
    await stage.quiet()
    post = ada.messages(thread)[-1]
    assert "Ratings: " in post.text
    assert {"Play again", "Replay", "Film", "Board"} <= set(post.buttons)
    board = await (await ada.slash("/server board", {"game": "cafe"})).done()
    assert "**Ada**" in board.text
    assert "Bea" in board.text
    mine = await (await ada.press(board, "My statistics")).done()
    assert "1 game, 1 won." in mine.text
    theirs = await (await ada.slash("/me stats", {"who": bea.id})).done()
    assert "**Bea**" in theirs.text
    assert "1 game, 0 won." in theirs.text
    await (await bea.slash("/me settings", {"stats": False})).done()
    assert "Bea" not in (await (await ada.slash("/server board")).done()).text
    assert "nothing to be seen" in (await (await ada.slash("/me stats", {"who": bea.id})).done()).text
