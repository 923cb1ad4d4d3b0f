"""CM-27 by presses and menus alone, in three languages: a proposal, a request, and a wish beside a pressed answer."""

import json

import pytest

from bot.games import game_text
from bot.games.catan import labels, terms
from bot.play.timed.clockwork import Clockwork
from bot.wording import Words, capital
from bot.wording.words import words_for
from rules.catan import facts as f
from rules.catan.pieces import CARD_OF
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED
from rules.contract import Fact
from sandbox.actor import Person, Reply
from sandbox.page.shown import Shown
from sandbox.world.world import Channel
from tests.bot.catan_tables import put
from tests.e2e.conftest import Stage
from tests.e2e.players import SELECT
from tests.e2e.test_catan_commands import person_of, table_of
from tests.e2e.test_commands import opened
from tests.rules.catan.position import Position, cards

LOCALES = pytest.mark.parametrize("locale", ["en-US", "de", "it"])


class Player:
    """One person, who presses what they read on the newest post of the table, and on what it opens."""

    def __init__(self, stage: Stage, thread: Channel, person: Person, words: Words) -> None:
        self.stage, self.thread, self.person, self.words = stage, thread, person, words
        self.reply: Reply | None = None

    def posts(self) -> list[Shown]:
        """What stands in the thread for all."""
        return [one for one in self.person.messages(self.thread) if not one.ephemeral]

    def public(self) -> str:
        return "\n".join(post.text for post in self.posts())

    async def opens(self, verb: str = "My turn") -> str:
        label = self.words.say(verb)
        newest = [post for post in self.posts() if label in post.buttons][-1]
        self.reply = await (await self.person.press(newest, label)).done()
        return self.reply.text

    async def press(self, *presses: str) -> str:
        """By what a button says (what follows its colon may be left out), a line of a menu, or `menu: line`."""
        for label in presses:
            assert self.reply is not None
            self.reply = await self._pressed(self.reply, label)
        assert self.reply is not None
        return self.reply.text

    async def _pressed(self, reply: Reply, label: str) -> Reply:
        for part in reply.message.controls():
            lines = [line["label"] for line in part.get("options", ())]
            said = [line for line in lines if label in (line, f"{part['placeholder']}: {line}")]
            if said:
                return await (await self.person.choose(reply, part["custom_id"], *said)).done()
            if part["type"] != SELECT and label in (part["label"], part["label"].partition(": ")[0]):
                return await (await self.person.press(reply, part["custom_id"])).done()
        raise AssertionError((label, reply.message.buttons, reply.text))

    async def says(self, verb: str, *presses: str) -> str:
        """A verb, what it needs, and that it counts; until all is said that comes of it."""
        text = await self.press(self.verb(verb), *presses, self.words.say("Commit"))
        await self.stage.quiet()
        return text

    async def offers(self, verb: str, gives: str, gets: str) -> str:
        """`offers("counter", "wool2", "ore1")`"""
        sides = zip(("You give", "You get"), (gives, gets), strict=True)
        return await self.says(verb, *(self.cards(heading, card) for heading, card in sides))

    def verb(self, verb: str) -> str:
        return self.words.put(labels.VERBS[verb])

    def cards(self, heading: str, card: str) -> str:
        return f"{self.words.say_in('menu', heading)}: {labels.amount(self.words, card[:-1], int(card[-1]))}"

    def card(self, name: str) -> str:
        return capital(terms.card(self.words, CARD_OF[name.upper()]))

    def buttons(self) -> list[str]:
        assert self.reply is not None
        return self.reply.message.buttons

    @property
    def letter(self) -> str:
        return self.person.dms[-1].text

    @property
    def sights(self) -> int:
        """How much they have been shown: posts, edits, letters, answers to their own presses."""
        return len(self.person.seen)

    def read(self) -> str:
        """All that they have ever been shown."""
        return "\n".join(json.dumps(sight.body, ensure_ascii=False) for sight in self.person.seen)


class Round:
    """Three at a table, Ada on turn."""

    def __init__(self, stage: Stage, table: str, players: list[Player]) -> None:
        self.stage, self.table, self.players = stage, table, players
        self.names = tuple(player.person.name for player in players)
        self.words = players[0].words

    def said(self, fact: Fact) -> str:
        (line,) = game_text.tell(self.words, [fact], self.names)
        return line

    def replied(self, number: int, seat: int, answer: int, gives: str = "", gets: str = "") -> str:
        return self.said(f.OfferReplied(number, seat, answer, cards(gives), cards(gets), 0))

    def closed(self, number: int, seat: int, partner: int, gives: str, gets: str) -> str:
        return self.said(f.OfferClosed(number, seat, partner, cards(gives), cards(gets)))

    async def holds(self, *hands: str) -> bool:
        made = Position(seats=3)
        for seat, held in enumerate(hands):
            made.hand(seat, held)
        return (await self.stage.table(self.table)).position.state.hands == made.state.hands


async def seated(stage: Stage, locale: str, *hands: str) -> Round:
    stage.speak(locale)
    words = words_for(locale)
    thread = await opened(stage, words.say("Join"), words.say("Start"), "catan")
    table = await table_of(stage, thread)
    made = Position(seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s")
    for seat, held in enumerate(hands):
        made.hand(seat, held)
    await put(stage.env, table, made.state)
    people = [await person_of(stage, table, seat) for seat in range(3)]
    return Round(stage, table, [Player(stage, thread, person, words) for person in people])


@LOCALES
async def test_a_proposal_of_who_is_not_on_turn_is_declined_countered_accepted_and_lapses(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    (ada, bea, cem), words = at.players, at.words
    turn = words.say("It is the turn of {name}, to whom you can make an offer.", name=at.names[0])
    assert turn in await bea.opens()
    before = ada.sights
    made = at.said(f.OfferMade(1, 1, cards("ore1"), cards("wool1"), (0,), first=False))
    assert made in await bea.offers("offer", "ore1", "wool1")
    assert made in cem.public()
    called = [sight for sight in ada.person.seen[before:] if ada.person.id in sight.pings]
    assert called, "who is to answer hears of it"
    await bea.opens()
    assert words.say_in("button", "Withdraw offer {number}", number=1) in bea.buttons()
    # declined: the proposer is told, nobody else
    asks = words.say("Offer {number} is open: {name} gives {gives} for {gets}, to {whom}.", number=1, name=at.names[1],
                     gives=terms.packed(words, cards("ore1")), gets=terms.packed(words, cards("wool1")),
                     whom=at.names[0])  # fmt: skip
    assert asks in await ada.opens()
    before = cem.sights
    assert at.replied(1, 0, DECLINED) in await ada.says("decline")
    assert words.say_in("button", "Take back my answer") in ada.buttons()
    assert at.replied(1, 0, DECLINED) in bea.letter
    # countered instead; the other closes it
    await ada.opens()
    told = at.replied(1, 0, COUNTERED, "wool2", "ore1")
    assert told in await ada.offers("counter", "wool2", "ore1")
    assert told in bea.letter
    assert cem.sights == before, "an answer is nobody else's business"
    assert words.say("{name} declines your offer.", name=at.names[0]) not in cem.read()
    await bea.opens()
    closed = at.closed(1, 1, 0, "ore1", "wool2")
    assert closed in await bea.press(bea.verb("deal"))
    await stage.quiet()
    assert closed in cem.public()
    assert await at.holds("wool1 ore1", "wool2 ore1", "ore1 milk1")
    # accepted as it stands: the cards change hands at once
    await bea.opens()
    await bea.offers("offer", "ore1", "wool1")
    await ada.opens()
    closed = at.closed(2, 1, 0, "ore1", "wool1")
    assert closed in await ada.says("accept")
    assert closed in cem.public()
    assert await at.holds("ore2", "wool3", "ore1 milk1")
    # the turn ends over it
    await cem.opens()
    await cem.offers("offer", "milk1", "ore1")
    await cem.opens()
    await ada.opens()
    await ada.press(ada.verb("end"))
    await stage.quiet()
    assert at.said(f.OfferLapsed(3, 2)) in bea.public()
    panel = cem.reply
    assert panel is not None
    await stage.sandbox.until(lambda: panel.message.text == words.say("This is settled."))
    assert await at.holds("ore2", "wool3", "ore1 milk1")


@LOCALES
async def test_a_request_is_answered_by_an_offer_that_the_other_takes(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore1 milk1")
    (ada, bea, cem), words = at.players, at.words
    await cem.opens()
    asked = at.said(f.Needed(1, 2, cards("wool1"), (0,)))
    assert asked in await cem.says("need", cem.cards("You want", "wool1"))
    assert asked in bea.public()
    asks = words.say("Request {number} is open: {name} needs {gets}, from {whom}.", number=1, name=at.names[2],
                     gets=terms.packed(words, cards("wool1")), whom=at.names[0])  # fmt: skip
    assert asks in await ada.opens()
    assert not [label for label in ada.buttons() if label.startswith(ada.verb("accept"))], "it names no price"
    before = bea.sights
    told = at.replied(1, 0, COUNTERED, "wool1", "ore1")
    assert told in await ada.offers("counter", "wool1", "ore1")
    assert told in cem.letter
    assert bea.sights == before
    await cem.opens()
    closed = at.closed(1, 2, 0, "ore1", "wool1")
    assert closed in await cem.press(cem.verb("deal"))
    await stage.quiet()
    assert closed in bea.public()
    assert await at.holds("wool2 ore1", "ore2", "wool1 milk1")


async def leaves_a_wish(bea: Player) -> None:
    """Ore for wool, twice, and nobody sees it: by the order screen."""
    words = bea.words
    await bea.opens("My hand")
    left = await bea.press(
        words.say("Standing order"), words.say("Leave a wish"), bea.card("ore"), bea.card("wool"),
        capital(words.say("up to {n} cards, one for one", n=2)), words.say("Nobody sees it"),
    )  # fmt: skip
    wish = words.many("{gives} for {gets}, {n} card", "{gives} for {gets}, card for card, up to {n}", 2,
                      gives=terms.card(words, CARD_OF["ORE"]), gets=terms.card(words, CARD_OF["WOOL"]))  # fmt: skip
    assert words.say("Your wish: {wish}; {seen}.", wish=wish, seen=words.say("nobody sees it")) in left


@LOCALES
async def test_the_offerer_picks_by_a_press_between_a_wish_and_a_pressed_acceptance(stage: Stage, locale: str):
    at = await seated(stage, locale, "wool3", "ore2", "ore2 milk1")
    (ada, bea, cem), words = at.players, at.words
    before = ada.sights, cem.sights
    await leaves_a_wish(bea)
    assert (ada.sights, cem.sights) == before
    accepts = words.say("{name} accepts your offer.", name="{name}")
    for number, picked in ((1, 2), (2, 1)):  # first who pressed, then who had wished
        await ada.opens()
        await ada.offers("offer", "wool1", "ore1")
        asked = await cem.opens("Answer")
        sights = cem.sights
        await Clockwork(stage.transactions).tick()
        await stage.quiet()
        assert cem.sights == sights, "nothing tells that a wish has answered"
        assert await cem.opens("Answer") == asked
        assert words.say("Your answer: you accept. You can change it while the offer is open.") in (
            await bea.opens("Answer"))  # fmt: skip
        sights = bea.sights
        await cem.press(cem.verb("accept"))
        await stage.quiet()
        assert bea.sights == sights, "nor that somebody has pressed"
        shown = await ada.opens()
        for seat in (1, 2):
            assert accepts.format(name=at.names[seat]) in shown, shown
        closed = at.closed(number, 0, picked, "wool1", "ore1")
        await ada.press(at.names[picked])
        assert closed in await ada.press(words.say("Commit"))
        await stage.quiet()
        assert closed in bea.public()
    assert await at.holds("wool1 ore2", "wool1 ore1", "wool1 ore1 milk1")
    orders = (await stage.table(at.table)).orders
    assert [(order.seat, order.rule) for order in orders] == [(1, "wish ore wool 1")]
    for reader, other in ((cem, 1), (bea, 2)):
        for told in (at.replied(1, other, ACCEPTED), accepts.format(name=at.names[other])):
            assert told in ada.read()
            assert told not in reader.read()
