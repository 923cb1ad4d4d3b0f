"""After a backup was restored every table is told once how it stands, and who is asked is called anew."""

from pathlib import Path

from bot.play.timed import notices
from storage.folder.backup import restore
from tests.bot.house import House

ADA, BEA, CEM = 1, 2, 3


async def test_every_running_table_is_told_at_which_move_it_goes_on(tmp_path: Path):
    before = await House(tmp_path / "old").open()
    table = await before.started([ADA, BEA])
    lobby = await before.gathered([CEM])
    await before.play(table, "buyer 1")
    while await before.courier.drain():
        pass
    backup = await before.store.backup()
    await before.play(table, "step 2", "take s5 b1", "done")
    await before.close()

    restore(backup, tmp_path / "new")
    after = House(tmp_path / "new")
    after.ear.channels = before.ear.channels
    await after.open()
    thread = (await after.loaded(table)).table.channel
    card = (await after.loaded(lobby)).table.channel
    heard = len(after.ear.heard(thread))
    cards = len(after.ear.heard(card))
    (asked, _), *_ = await after.asked(table)
    assert await notices.tell_of_restore(after.transactions) == 2
    while await after.courier.drain():
        pass
    told = after.ear.heard(thread)[heard:]
    assert len(told) == 1
    assert "goes on after move 1" in told[0].text
    assert told[0].public is not None
    assert told[0].mentions == (asked,)
    assert len(after.ear.heard(card)) == cards, "the card of a lobby is repainted where it stands"
    assert await notices.tell_of_restore(after.transactions) == 0
    await after.restart()
    assert await notices.tell_of_restore(after.transactions) == 0
    await after.play(table, "step 1", "done")
    await after.check(table)
    await after.close()
