"""A panel is laid out by the sizes of its pictures, and only what there is room for is painted."""

from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions.custom_ids import Said
from bot.discord.layout import Unpainted
from bot.games import GAMES
from bot.play.plans import planning
from renderer.painters import BRIEF, PICTURE
from rules.contract import Seat
from tests.bot.house import House
from tests.bot.test_cafe_turns import started as at_the_cafe
from tests.contract.player import games
from tests.contract.registry import CASES, Case
from tests.painted import PAINTERS


class Counting(Gallery):
    """Notes which pictures are painted."""

    def __init__(self) -> None:
        super().__init__(PAINTERS)
        self.asked: list[Any] = []

    async def _png(self, what: str, *given: Any) -> bytes:
        if what in (PICTURE, BRIEF):
            self.asked.append(given[1])
        return await super()._png(what, *given)


@pytest.mark.parametrize("case", [case for case in CASES if case.name in GAMES], ids=lambda case: case.name)
def test_a_picture_is_as_large_as_it_is_laid_out(case: Case):
    sizes = set[tuple[str, tuple[int, int]]]()
    for game in games(case, len(case.setups)):
        for position in game.positions[:: max(1, len(game.positions) // 30)]:
            views = [case.rules.public(position.state), case.rules.private(position.state, Seat(0))]
            for view in views:
                for name in PAINTERS.pictures(view):
                    size = PAINTERS.size(view, name)
                    assert size == PAINTERS.paint(view, name).size
                    sizes.add((name, size))
    assert len(sizes) > len({name for name, _ in sizes}) or case.name == "guatemala"


async def test_what_has_no_room_beside_a_question_is_not_painted_until_it_is_asked_for(house: House):
    table, gallery = await at_the_cafe(house, [1, 2]), Counting()
    responses = house.responses(gallery)
    ((user, _),) = await house.asked(table)
    opened = await responses.turn(house.press(user), table)
    assert not opened.pictures
    assert gallery.asked == []
    panel = await house.do(table, house.act(user), planning.open_panel())
    seen = await responses.plan(house.press(user), Said("p", table, panel.since, panel.rev, "see"), ())
    assert seen is not None
    assert [picture.name for picture in seen.pictures] == ["cafe.png"]
    assert gallery.asked == ["cafe"]
    assert not any(isinstance(picture, Unpainted) or not picture.data for picture in seen.pictures)


async def test_what_is_shown_is_painted(house: House):
    table, gallery = await house.started([1, 2, 3]), Counting()
    ((user, _),) = await house.asked(table)
    shown = await house.responses(gallery).turn(house.press(user), table)
    assert shown.pictures
    assert not any(isinstance(picture, Unpainted) or not picture.data for picture in shown.pictures)
    assert gallery.asked == [picture.name.removesuffix(".png") for picture in shown.pictures]
