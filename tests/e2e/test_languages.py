"""At one table everybody is written to in his own language, though the thread has one of its own."""

from sandbox.actor import Person
from tests.e2e.conftest import Stage


def letters(person: Person) -> str:
    return "\n".join(shown.text for shown in person.messages(person.dm))


async def test_direct_messages_come_in_the_language_of_each_reader_s_discord(stage: Stage):
    ada, bea, cem = stage.people[:3]
    bea.speak("de")
    cem.speak("it")
    thread = await stage.begun(3)
    board = ada.messages(thread)[-1]
    assert "Waiting for" in board.text
    assert "You have" in letters(ada)
    assert "Du hast" in letters(bea)
    assert "Hai " in letters(cem)


async def test_what_somebody_chose_goes_before_his_discord_s_language(stage: Stage):
    bea = stage.people[1]
    bea.speak("de")
    await (await bea.slash("/me settings", {"language": "it"})).done()
    await stage.begun(3)
    assert "Hai " in letters(bea)
