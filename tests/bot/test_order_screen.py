"""Standing orders by presses alone, said word by word and taken away: wishes, what to keep (CM-27), blockades."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot.discord.interactions import custom_ids
from bot.discord.messages.discord_messenger import answer_buttons
from bot.wording.words import words_for
from rules.catan.pieces import CARD_NAMES
from tests.bot.catan_tables import placed, put
from tests.bot.house import House
from tests.bot.presser import Hands, Sent, Sketches, parts
from tests.bot.test_catan_trade import ADA, BEA, CEM, PEOPLE, market
from tests.rules.catan.position import Position, rolled

LOCALES = ("en-GB", "de", "it")
STRANGER = 99


class Presses:
    """One person's presses, by what stands on them; what is shown stays inside what Discord takes."""

    def __init__(self, hands: Hands, table: str, user: int) -> None:
        self.hands, self.table, self.user = hands, table, user
        self.sent = Sent()

    async def go(self, custom_id: str, *values: str) -> Sent:
        self.sent = await self.hands.press(self.user, custom_id, values)
        shown = list(parts(self.sent.components))
        assert len(shown) <= 40
        assert all(len(part.get("custom_id", "")) <= custom_ids.LONGEST for part in shown)
        return self.sent

    async def board(self, verb: str) -> Sent:
        return await self.go(custom_ids.board(self.table, verb))

    async def press(self, *labels: str) -> Sent:
        """Buttons and options, one after the other."""
        for label in labels:
            found = [(part["custom_id"], ()) for part in self.buttons() if part["label"] == label]
            for menu in self.menus():
                found += [
                    (str(menu["custom_id"]), (line["value"],)) for line in menu["options"] if line["label"] == label
                ]
            assert found, (label, self.sent.labels)
            await self.go(found[0][0], *found[0][1])
        return self.sent

    def buttons(self) -> list[dict[str, str]]:
        return [part for part in parts(self.sent.components) if part["type"] == 2]

    def menus(self) -> list[dict[str, list[dict[str, str]]]]:
        return [part for part in parts(self.sent.components) if part["type"] == 3]

    async def order(self) -> str:
        table = await self.hands.house.loaded(self.table)
        seat = next(row.seat for row in table.seats if row.user == self.user)
        return next((row.rule for row in table.orders if row.seat == seat), "")


@pytest.fixture
async def gallery() -> AsyncIterator[Sketches]:
    made = Sketches(1000)
    yield made
    made.close()


async def presses(
    house: House, gallery: Sketches, user: int = BEA, locale: str = "en-GB", made: Position | None = None
) -> Presses:
    table = await placed(house, made or market("wool3 grain1", "ore2", "ore1 milk1", "ore1"), PEOPLE)
    return Presses(Hands(house, gallery, locale), table, user)


async def test_a_wish_is_left_by_six_presses_and_taken_away_by_one(house: House, gallery: Sketches):
    bea = await presses(house, gallery)
    await bea.board("hand")
    sent = await bea.press("Standing order")
    assert "You have no standing order" in sent.text
    sent = await bea.press("Leave a wish", "Ore")
    assert "Ore" not in sent.labels, "never the same kind on both sides (CM-9)"
    sent = await bea.press("Wool", "Up to 2 cards, one for one")
    assert "ore, wool, up to 2" in sent.text.lower()
    sent = await bea.press("Everybody sees it")
    assert await bea.order() == "wish ore wool 2 shown"
    assert "ore for wool, card for card, up to 2; everybody sees it" in sent.text
    await bea.press("Leave a wish", "Ore", "Grain", "1 card", "Nobody sees it")
    assert await bea.order() == "wish ore wool 2 shown; wish ore grain 1"
    await bea.press("Ore for wool, card for card, up to 2")
    assert await bea.order() == "wish ore grain 1"


async def test_what_to_keep_is_chosen_one_after_the_other(house: House, gallery: Sketches):
    bea = await presses(house, gallery)
    await bea.go(custom_ids.ordering(bea.table))
    await bea.press("Leave a wish", "Ore", "Wool", "1 card", "Nobody sees it")
    sent = await bea.press("What to keep on a 7")
    assert "That is all" not in sent.labels
    sent = await bea.press("Ore", "Grain")
    assert {"Ore", "Grain"}.isdisjoint(sent.labels)
    await bea.press("Step back", "Cocoa", "That is all")
    assert await bea.order() == "keep ore cocoa; wish ore wool 1"
    await bea.press("What to keep on a 7")  # as it is: the button begins anew, the menu takes away
    await bea.press("Step back")
    (menu,) = bea.menus()
    await bea.go(str(menu["custom_id"]), "keep")
    assert await bea.order() == "wish ore wool 1"


async def test_all_kinds_can_be_kept_in_an_order_of_their_own(house: House, gallery: Sketches):
    bea = await presses(house, gallery)
    await bea.go(custom_ids.ordering(bea.table, custom_ids.SAY, "keep"))
    for kind in reversed(CARD_NAMES):
        (menu,) = bea.menus()
        await bea.go(str(menu["custom_id"]), kind)
    assert bea.menus() == []
    await bea.press("That is all")
    assert await bea.order() == f"keep {' '.join(reversed(CARD_NAMES))}"


@pytest.mark.parametrize("user", [ADA, BEA, CEM])
async def test_it_is_reached_from_whatever_a_player_is_shown(house: House, gallery: Sketches, user: int):
    one = await presses(house, gallery, user)
    for verb in ("turn", "hand"):
        await one.board(verb)
        sent = await one.press("Standing order")
        assert "Leave a wish" in sent.labels
        assert (await one.press("My turn")).pictures


async def test_a_discard_leads_to_it_too(house: House, gallery: Sketches):
    made = market("wool3 grain1", "ore5 grain4", "ore1", "ore1")
    bea = await presses(house, gallery, made=made)
    await put(house.env, bea.table, rolled(made.before_the_roll(), 7).state)
    await bea.board("answer")
    await bea.press("Standing order", "What to keep on a 7", "Grain", "That is all")
    await house.clockwork.tick()
    assert (await house.position(bea.table)).state.hands[1].packed


async def test_only_a_player_of_the_table_has_one(house: House, gallery: Sketches):
    other = await presses(house, gallery, STRANGER)
    for verb, line in ((custom_ids.SEE_ORDER, ""), (custom_ids.SAY, "wish"), (custom_ids.GIVE, "wish ore wool 1")):
        sent = await other.go(custom_ids.ordering(other.table, verb, line))
        assert "Leave a wish" not in sent.labels
        assert sent.text
    assert (await house.loaded(other.table)).orders == ()


@pytest.mark.parametrize("line", ["wish gold", "hoard", "wish ore ore 1", "keep ore ore", "wish ore wool 99"])
async def test_a_press_that_says_what_no_order_holds_changes_nothing(house: House, gallery: Sketches, line: str):
    bea = await presses(house, gallery)
    sent = await bea.go(custom_ids.ordering(bea.table, custom_ids.GIVE, line))
    assert "⚠️" in sent.text
    assert await bea.order() == ""
    assert "Leave a wish" in (await bea.go(custom_ids.ordering(bea.table, custom_ids.SAY, "wish gold"))).labels


async def test_a_shown_wish_stands_on_the_board_for_all_and_a_private_one_nowhere(house: House, gallery: Sketches):
    bea = await presses(house, gallery)
    cem = Presses(bea.hands, bea.table, CEM)
    number = (await house.position(bea.table)).number
    looks = ("board", f"text0.{number}")
    before = [(await cem.board(verb)).text for verb in looks]
    await bea.go(custom_ids.ordering(bea.table, custom_ids.GIVE, "wish milk grain 3"))
    assert [(await cem.board(verb)).text for verb in looks] == before
    await bea.go(custom_ids.ordering(bea.table, custom_ids.GIVE, "wish ore wool 2 shown"))
    for verb in looks:
        assert (
            "Bea would give ore for wool, card for card, up to 2. Offer that: as long as the card is there, "
            "it is accepted at once." in (await cem.board(verb)).text
        )
    assert "wish" not in (await cem.board("text0.0")).text, "it belongs to the position as it is now"


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_screen_speaks_three_languages(house: House, gallery: Sketches, locale: str):
    bea = await presses(house, gallery, locale=locale)
    sent = await bea.go(custom_ids.ordering(bea.table))
    begins = sent.labels[:2]
    said = {"en-GB": ["Leave a wish", "What to keep on a 7"], "de": ["Wunsch hinterlassen", "Bei einer 7 behalten"],
            "it": ["Lascia una proposta fissa", "Che cosa tenere con un 7"]}  # fmt: skip
    assert begins == said[locale]
    for word in ("ore", "wool", "2"):
        line = next((str(menu["custom_id"]) for menu in bea.menus() if word in str(menu)), "")
        await bea.go(line or custom_ids.ordering(bea.table, custom_ids.SAY, "wish"), *([word] if line else []))
    await bea.go(custom_ids.ordering(bea.table, custom_ids.GIVE, "wish ore wool 2"))
    assert await bea.order() == "wish ore wool 2"


async def test_the_base_game_has_no_ingredients_to_wish_for(house: House, gallery: Sketches):
    for market_too in (True, False):
        bea = await presses(house, gallery, made=Position(market=market_too))
        sent = await bea.go(custom_ids.ordering(bea.table, custom_ids.SAY, "wish"))
        assert ("Cocoa" in sent.labels) == market_too
        assert "Wool" in sent.labels


async def at_the_cafe(house: House, gallery: Sketches, locale: str = "en-GB") -> Presses:
    table = await house.started((ADA, BEA, CEM))
    return Presses(Hands(house, gallery, locale), table, BEA)


async def test_blockades_are_ordered_by_a_coffee_and_its_points(house: House, gallery: Sketches):
    bea = await at_the_cafe(house, gallery)
    await bea.board("hand")
    sent = await bea.press("Standing order")
    assert "You have no standing order" in sent.text
    sent = await bea.press("Block a coffee")
    assert "The coffee whose scoring you would block" in sent.text
    sent = await bea.press("Black coffee")
    assert "From how many points for its scorer on" in sent.text
    sent = await bea.press("For 6 points or more")
    assert await bea.order() == "block K6 ask"
    assert "Block black coffee for 6 points or more; everything else: ask me." in sent.text
    await bea.press("Block a coffee", "Any coffee", "For 12 points or more")
    await bea.press("All others", "Pass for me")
    assert await bea.order() == "block K6 *12 pass"
    await bea.press("Black coffee for 6 points or more")
    assert await bea.order() == "block *12 pass"
    await bea.press("Any coffee for 12 points or more")
    assert await bea.order() == "pass"
    sent = await bea.press("Everything else: pass")
    assert await bea.order() == ""
    assert "You have no standing order" in sent.text


async def test_a_blockade_by_mail_and_in_the_thread_leads_to_the_same_screen(house: House, gallery: Sketches):
    (row,) = answer_buttons(words_for("en"), "guatemala", "t", 3, ())
    assert [press.custom_id for press in row] == [custom_ids.ordering("t")]
    bea = await at_the_cafe(house, gallery)
    assert "Standing order" not in (await bea.board("turn")).labels, "a turn has no room for it"


@pytest.mark.parametrize(
    ("locale", "presses", "said"),
    [
        ("de", ("Einen Kaffee blockieren", "Schwarzer Kaffee", "Ab 3 Punkten"), "ab 3 Punkten"),
        ("it", ("Blocca un caffè", "Caffè nero", "Da 3 punti in su"), "3 punti"),
    ],
)
async def test_blockades_are_ordered_in_the_language_of_whoever_reads(
    house: House, gallery: Sketches, locale: str, presses: tuple[str, ...], said: str
):
    bea = await at_the_cafe(house, gallery, locale)
    await bea.go(custom_ids.ordering(bea.table))
    sent = await bea.press(*presses)
    assert await bea.order() == "block K3 ask"
    assert said in sent.text


@pytest.mark.parametrize(
    ("at", "example"), [(presses, "keep ore grain; wish wool ore 2"), (at_the_cafe, "block K6 *12 pass")]
)
async def test_what_is_typed_in_vain_stays_to_be_corrected_and_the_turn_is_one_press_away(
    house: House, gallery: Sketches, at: Callable[..., Awaitable[Presses]], example: str
):
    one = await at(house, gallery)
    await one.board("hand")
    await one.press("Standing order")
    for typed, press in (("", "Type it"), ("asdf x:y", "Correct it")):
        opened = await one.press(press)
        assert opened.modal is not None
        field = opened.modal["components"][0]["component"]
        assert (field.get("value", ""), field["placeholder"]) == (typed, example)
        one.sent = await one.hands.type(one.user, opened, "asdf x:y")
        said = one.sent.text.replace("`", "").replace("ASDF", "asdf")
        assert f"⚠️ asdf x:y · I cannot read asdf. Write, for example, {example}." in said
        assert "My turn" in one.sent.labels
    one.sent = await one.hands.type(one.user, await one.press("Correct it"), example)
    assert await one.order() in (example, "block K6 *12 pass")
    assert "My turn" in one.sent.labels


async def test_what_a_hand_leads_to_leads_back(house: House, gallery: Sketches):
    """Nobody has to scroll up to the board: a hand leads to the panel whose place it took, settings to the hand."""
    ada = await presses(house, gallery, ADA)
    await ada.board("turn")
    await ada.press("Standing order", "My hand", "Settings")
    (menu,) = [menu for menu in ada.menus() if str(menu["placeholder"]) == "Change something"]
    await ada.go(str(menu["custom_id"]), "0")
    await ada.press("My hand", "My turn", "Standing order", "My turn")
    assert "End turn" in ada.sent.labels
    bea = Presses(ada.hands, ada.table, BEA)
    assert "My turn" not in (await bea.board("hand")).labels, "nothing is asked of her"
