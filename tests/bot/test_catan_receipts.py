"""Catan in words: every fact, reason and choice in three languages, from what its reader may know."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from bot.games import GAMES, game_text
from bot.games.catan import labels, sentences, telling, terms
from bot.games.catan import reasons as explaining
from bot.wording import paging
from bot.wording.words import LANGUAGES, size, words_in
from rules import engine
from rules.catan import facts as f
from rules.catan import reasons as r
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.pieces import Card, Dev, Sort, resources
from rules.catan.setup import GAME as KIND
from rules.catan.setup import MAP
from rules.catan.state import COUNTERED, ENDINGS, MarketRise
from rules.catan.views import CatanPublic, CatanSeat
from rules.chance import Seeded
from rules.contract import Choice, Fact, Outcome, Reason, Setup
from rules.facts import Told, heard
from tests.bot.catan_samples import COCOA, FACTS, REASONS, VALUES, samples
from tests.bot.test_receipts import ENGLISH, LONG, NAMES, good, helps, plain
from tests.contract.player import walk
from tests.contract.registry import CATAN
from tests.rules.catan.position import Position, after

RULES: Any = GAMES["catan"].rules
GAME = "catan"
_languages = pytest.mark.parametrize("lang", LANGUAGES)

ONE_OF_MANY = re.compile(
    r"\b1\s(resources|ingredients|cards|knights|chips|Rohstoffe|Zutaten|Karten|Straßen|Siegpunkte|Siegpunkt-Chips"
    r"|risorse|ingredienti|carte|strade|punti|gettoni|colonie)\b"
)


def test_the_unions_are_not_empty():
    assert len(FACTS) > 40
    assert len(REASONS) > 40
    assert set(sentences.ENDINGS) == set(ENDINGS)


@_languages
@pytest.mark.parametrize("fact_type", FACTS)
def test_every_fact_has_a_phrase(lang: str, fact_type: type[Fact]):
    words = words_in(lang)
    for fact in samples(fact_type):
        lines = game_text.tell(words, (fact,), NAMES)
        assert len(lines) == 1
        assert good(lines[0]).endswith(".")
        assert not ONE_OF_MANY.search(lines[0]), lines[0]
        assert lang == "en" or lines != game_text.tell(ENGLISH, (fact,), NAMES)


@_languages
@pytest.mark.parametrize("reason_type", REASONS)
def test_every_reason_says_what_to_do(lang: str, reason_type: type[Reason]):
    words = words_in(lang)
    for reason in samples(reason_type):
        for names in ((), NAMES):
            text = good(game_text.explain(words, reason, names))
            assert text.endswith(".")
            assert size(text) <= 300
            assert helps(text), text
            assert not ONE_OF_MANY.search(text), text
            assert lang == "en" or text != game_text.explain(ENGLISH, reason, names)


def test_a_foreign_fact_or_reason_is_noticed():
    with pytest.raises(TypeError):
        telling.Teller.tell(ENGLISH, (Fact(),), NAMES)
    with pytest.raises(TypeError):
        explaining.explain(ENGLISH, Reason())


def test_a_phase_that_is_waited_for_is_named():
    shown = {game_text.explain(ENGLISH, r.FinishFirst(phase)) for phase in VALUES["phase"]}
    assert len(shown) == len(VALUES["phase"])


# ── a turn is one line ───────────────────────────────────────────────────────────────────────────────────────────────

B3N, B3NE, C1 = CORNER_OF["B3N"], EDGE_OF["B3NE"], HEX_OF["C1"]
TURN = (
    f.Rolled(0, 3, 5),
    f.Produced((resources(wool=2), 0, COCOA, 0)),
    f.RoadBuilt(0, B3NE, free=False),
    f.SettlementBuilt(0, B3N),
    f.BankTraded(0, int(Card.WOOL), 4, int(Card.ORE)),
    f.TurnBegan(1),
)
CHOCOLATE = (
    f.ChocolateMade(0, int(Sort.GRAPE_NUT), 5),
    f.ChipsGot(0, 1),
    f.ResourceGot(0, int(Card.ORE)),
    f.BarFell(int(Sort.GRAPE_NUT), 4),
    f.MarketRolled(2),
    f.BarRose(int(Sort.FINE_DARK), 4, chosen=False),
)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            (
                "Ada rolls 8 (3 + 5). Production: Ada 2 wool; Cy 1 cocoa. Ada builds a road at {edge} and a settlement "
                "at {corner} and gives the bank 4 wool for 1 ore."
            ),
        ),
        (
            "de",
            (
                "Ada würfelt 8 (3 + 5). Erträge: Ada 2 Wolle; Cy 1 Kakao. Ada baut eine Straße auf {edge} und eine "
                "Siedlung auf {corner} und gibt der Bank 4 Wolle für 1 Erz."
            ),
        ),
        (
            "it",
            (
                "Ada tira i dadi: 8 (3 + 5). Produzione: Ada 2 lana; Cy 1 cacao. Ada costruisce una strada in {edge} e "
                "una colonia in {corner} e dà alla banca 4 lana per 1 minerale."
            ),
        ),
    ],
)
def test_a_turn_is_one_line(lang: str, told: str):
    lines = plain(game_text.tell(words_in(lang), TURN, NAMES))
    assert lines == [told.format(edge=terms.edge(B3NE), corner=terms.corner(B3N))]


def test_who_is_next_is_said_where_his_turn_follows_and_not_at_the_end():
    assert game_text.tell(ENGLISH, (f.TurnBegan(1),), NAMES) == [f"{NAMES[0]} ends the turn."]
    assert game_text.tell(ENGLISH, (f.TurnBegan(0),), NAMES) == [f"{NAMES[-1]} ends the turn."]
    followed = (f.RoadBuilt(0, B3NE, free=False), f.TurnBegan(1), f.Resigned(1), f.TurnBegan(2))
    assert [line[:11] for line in game_text.tell(ENGLISH, followed, NAMES)] == [
        "Ada builds ",
        "Bo is next.",
        "Bo resigns;",
    ]


def test_a_roll_says_what_it_brings_and_what_a_seven_asks_for():
    def told(*facts: Fact) -> str:
        (line,) = plain(game_text.tell(ENGLISH, facts, NAMES))
        return line

    seven = f.Rolled(1, 3, 4)
    owed = f.DiscardAsked((4, 0, 0, 5), (0, 0, 0, 4))
    assert told(f.Rolled(1, 3, 5)) == "Bo rolls 8 (3 + 5). Nobody gets anything."
    assert told(seven) == "Bo rolls 7 (3 + 4). Nobody gets anything; now Bo moves the robber."
    assert told(seven, owed) == (
        "Bo rolls 7 (3 + 4). Half of every pile of more than 7 cards must go: Ada must discard 4 resources; Di must "
        "discard 5 resources and 4 ingredients. After that Bo moves the robber."
    )
    assert told(seven, f.RobberMoved(1, C1)) == "Bo rolls 7 (3 + 4) and moves the robber to C1."


def test_chocolate_is_told_with_its_reward_and_what_becomes_of_the_bars():
    assert plain(game_text.tell(ENGLISH, CHOCOLATE, NAMES)) == [
        (
            "Ada makes chocolate: Grape & Hazelnut, row 5 (1 victory point and 1 resource of choice), gets 1 victory "
            "point chip and gets 1 ore. Grape & Hazelnut falls to row 4. The market die shows 2. Fine Dark rises to "
            "row 4."
        )
    ]


def test_a_seven_is_told_step_by_step_and_the_stolen_card_only_to_the_two():
    facts: tuple[Fact, ...] = (f.RobberMoved(0, C1), f.Robbed(0, 2, 1))
    assert plain(game_text.tell(ENGLISH, facts, NAMES)) == [
        "Ada moves the robber to C1 and takes an ingredient from Cy."
    ]
    (mine,) = plain(game_text.tell(ENGLISH, (*facts, f.CardStolen(0, 2, int(Card.MILK))), NAMES))
    assert mine.endswith("The card that Ada took from Cy: milk.")


def test_monopoly_says_how_many_each_has_handed_over():
    said = plain(game_text.tell(ENGLISH, (f.MonopolyPlayed(1, int(Card.ORE), (2, 0, 0, 3)),), NAMES))
    assert said == ["Bo plays monopoly on ore. Ore handed over: Ada 2; Di 3."]


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Moment(NamedTuple):
    """A position of a random game, and what was told on the way to it."""

    state: Any
    told: tuple[Told, ...]
    seat: int


@cache
def moments() -> tuple[Moment, ...]:
    found = [Moment(made, (), 0) for made in rich()]
    for seed in range(6):
        luck = Seeded(seed)
        setup = CATAN.setups[seed % len(CATAN.setups)]
        position = engine.begin(RULES, setup, luck).position
        policies = [CATAN.policies[(seed + seat) % len(CATAN.policies)] for seat in range(setup.seats)]
        for _ in range(120):
            if not position.open:
                break
            question = position.open[luck.below(len(position.open))]
            tokens = walk(CATAN, position.state, question.seat, luck, policies[question.seat])
            commit = engine.play(RULES, position, question.seat, (RULES.parse(" ".join(tokens)),), luck)
            position = commit.position
            found.append(Moment(position.state, commit.told, question.seat))
    return tuple(found)


def rich() -> Iterator[Any]:
    """Positions in which everything can be done that games seldom come to."""
    made = Position(seats=3).settle(0, "B2n D3n").settle(1, "C1n").road(0, "A1e A1ne")
    made.hand(0, "lumber5 brick5 wool5 grain5 ore5 cocoa5 sugar5 milk5 hazelnut5 grapes5").hand(1, "wool1 milk1")
    yield made.devs(0, dict.fromkeys(Dev, 1)).state
    yield made.free_roads(1).state
    yield made.phase(MarketRise()).state


def walks() -> Iterator[tuple[Moment, int, tuple[str, ...]]]:
    """Words of moves being composed, in many positions."""
    luck = random.Random(3)
    for moment in moments():
        for prompt in RULES.prompts(moment.state):
            tokens: tuple[str, ...] = ()
            while choices := RULES.choices(moment.state, prompt.seat, tokens):
                yield moment, prompt.seat, tokens
                tokens = (*tokens, luck.choice(choices).token)


@_languages
def test_every_choice_is_labelled_and_no_two_of_a_menu_alike(lang: str):
    words = words_in(lang)
    reached: set[str] = set()
    for moment, seat, tokens in walks():
        view = RULES.public(moment.state)
        shown: list[str] = []
        for choice in RULES.choices(moment.state, seat, tokens):
            reached.add((*tokens, choice.token)[0])
            for said in (None, view):
                label = good(game_text.label(words, choice, GAME, tokens, said, names=NAMES))
                assert size(label) <= paging.BUTTON
                assert "None" not in label
            shown.append(label)
            assert size(game_text.detail(words, choice, GAME, tokens, LONG)) <= paging.OPTION
            assert size(game_text.group(words, choice.group, GAME)) <= paging.TITLE
            planned = game_text.planned(words, " ".join((*tokens, choice.token)), GAME, view)
            assert size(good(planned)) <= paging.OPTION
        assert len(set(shown)) == len(shown), (tokens, shown)
    assert set(labels.VERBS) - {"first", "none"} - reached == set()


@_languages
@pytest.mark.parametrize(
    "text",
    [
        "found B3n B3ne",
        "sites cocoa B3 milk C2",
        "road B3ne",
        "site cocoa B3",
        "plenty ore wool",
        "monopoly ore",
        "discard wool2 ore1",
        "robber B3",
        "steal 2 resources",
        "chocolate darknut",
        "chocolate grapenut ore",
        "chocolate finedark road B3ne",
        "chocolate finedark road none",
        "raise milknut",
        "bank wool ore",
        "offer wool2 for ore1 to 2 4 first",
        "counter 3 wool1 for ore1",
        "accept 3",
        "deal 3 2 counter1",
        "stop",
        "end",
    ],
)
def test_a_planned_move_is_put_into_words(lang: str, text: str):
    said = good(game_text.planned(words_in(lang), text, GAME))
    assert said[0].isupper()
    assert not re.search(r"\b(wool|ore|cocoa|darknut|grapenut|finedark|milknut)\d?\b", said) or lang == "en"
    assert lang == "en" or said != game_text.planned(ENGLISH, text, GAME)


@pytest.mark.parametrize("text", ["found B3n B3ne", "road B3ne", "chocolate finedark road B3ne"])
def test_a_planned_road_is_named_as_on_the_picture_where_b3ne_is_a_corner(text: str):
    assert game_text.planned(ENGLISH, text, GAME).endswith("A3/sw"), "one of the names of B3/ne"


# ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@_languages
def test_the_second_picture_is_described_by_what_it_shows(lang: str):
    words = words_in(lang)
    for moment in moments():
        view = RULES.public(moment.state)
        said = game_text.alts(words, view, LONG[: view.seats])
        assert set(said) == {"market"}
        assert size(good(said["market"])) <= paging.ALT
        first = game_text.alt(words, view, LONG[: view.seats])
        assert said["market"] not in first or not view.market, "the base game's bank stands on its map"
        assert all(name in first for name in LONG[: view.seats])


@_languages
def test_every_position_is_described_within_the_limits(lang: str):
    words = words_in(lang)
    topics = {"turn", "sites", "discard", "robber", "steal", "roads", "raise", "offer"}
    asked: set[str] = set()
    for moment in moments():
        view: CatanPublic = RULES.public(moment.state)
        assert good(game_text.status(words, view, NAMES))
        public = heard(moment.told, None)
        assert size(game_text.alt(words, view, LONG, public)) <= paging.ALT
        for page in game_text.text_board(words, view, NAMES):
            assert 0 < size(page) <= paging.PAGE
        for prompt in RULES.prompts(moment.state):
            asked.add(prompt.topic)
            said = good(game_text.ask(words, prompt.topic, view, NAMES))
            assert lang == "en" or said != game_text.ask(ENGLISH, prompt.topic, view, NAMES)
            seat: CatanSeat = RULES.private(moment.state, prompt.seat)
            assert size(good(game_text.hand(words, seat, NAMES))) < paging.PAGE
    assert asked <= topics
    assert len(asked) >= 6


@_languages
def test_the_end_is_told_with_the_ranking(lang: str):
    words = words_in(lang)
    state = engine.begin(RULES, Setup(4), Seeded(1)).position.state
    view = RULES.public(state)
    text = good(game_text.ending(words, Outcome(((2,), (0, 1), (3,)), "points"), NAMES, view))
    assert [line[:2] for line in text.splitlines()[1:]] == ["1)", "2)", "2)", "4)"]


def test_options_are_named():
    for option in (KIND, MAP):
        for lang in LANGUAGES:
            words = words_in(lang)
            assert game_text.option(words, GAME, option.key) != option.key
            assert len({game_text.value(words, GAME, option.key, value) for value in option.values}) == 2


# ── what it is made of ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_says_what_only_its_owner_knows():
    made = Position(seats=3).settle(0, "B2n").hand(0, "wool2 ore1 cocoa1").hand(1, "ore1").hand(2, "ore1")
    made.devs(0, {Dev.KNIGHT: 2, Dev.VICTORY_POINT: 1}, fresh={Dev.KNIGHT: 1})
    state = after(made, "offer wool2 for ore1")
    state = after(state, "accept 1", seat=1)
    state = after(state, "counter 1 ore1 for cocoa1", seat=2)
    own, other = (plain([game_text.hand(ENGLISH, RULES.private(state, seat), NAMES)])[0] for seat in (0, 2))
    assert own == (
        "You hold 3 resources and 1 ingredient: 2 wool, 1 ore and 1 cocoa. Development cards: 2 × knight (1 of them "
        "playable only from your next turn), 1 × victory point. With hidden cards you have 2 victory points.\n"
        "Bo accepts your offer.\nCy would give you 1 ore for 1 cocoa."
    )
    assert other == (
        "You hold 1 card: 1 ore. Your answer: you would give 1 ore for 1 cocoa. You can change it while the offer is "
        "open."
    )


def test_the_offerer_is_told_who_has_not_answered_yet():
    made = Position(seats=4).settle(0, "B2n").hand(0, "wool2").hand(1, "ore1").hand(2, "ore1").hand(3, "ore1")
    state = after(after(made, "offer wool1 for ore1"), "decline 1", seat=2)
    own = game_text.hand(ENGLISH, RULES.private(state, 0), NAMES)
    assert own.splitlines()[1:] == ["Cy declines your offer.", "No answer yet: Bo and Di."]
    for seat in (1, 2, 3):
        assert "answer yet" not in game_text.hand(ENGLISH, RULES.private(state, seat), NAMES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_offer_says_how_it_is_answered_and_who_is_told(lang: str):
    words = words_in(lang)
    facts = [f.OfferMade(1, 0, resources(ore=1), resources(brick=1), (1, 2), first) for first in (False, True)]
    closed, first = [game_text.tell(words, (fact,), NAMES)[0] for fact in facts]
    for told in (closed, first):
        assert words.say("Answer") in told.rpartition("(")[2]
    assert closed.count("Ada") == 2  # she alone is told; of what goes to the first all are
    assert first.count("Ada") == 1


def test_a_counter_offer_says_who_gives_what():
    fact = f.OfferReplied(1, 1, COUNTERED, resources(wool=1), resources(brick=2), 1)
    (told,) = plain(game_text.tell(ENGLISH, (fact,), NAMES))
    assert told == "Bo makes a counter-offer to offer 1: 1 wool for 2 brick."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_counted_is_declined(lang: str):
    words = words_in(lang)
    one = {"en": "1 hazelnut, 1 bunch of grapes", "de": "1 Haselnuss, 1 Traube", "it": "1 nocciola, 1 grappolo d'uva"}
    two = {
        "en": "2 hazelnuts, 2 bunches of grapes",
        "de": "2 Haselnüsse, 2 Trauben",
        "it": "2 nocciole, 2 grappoli d'uva",
    }
    for n, wanted in ((1, one), (2, two)):
        said = [terms.amount(words, int(card), n) for card in (Card.HAZELNUT, Card.GRAPES)]
        assert plain([", ".join(said)]) == [wanted[lang]]


def test_while_all_found_it_is_said_which_settlement_it_is_and_no_rates():
    position = engine.begin(RULES, Setup(3), Seeded(2)).position
    asked: list[str] = []
    for _ in range(9):
        question = position.open[0]
        view: CatanPublic = RULES.public(position.state)
        asked.append(game_text.ask(ENGLISH, question.topic, view, NAMES))
        done = len(view.settlements[view.active])
        assert f"settlement {done + 1} of 3" in game_text.status(ENGLISH, view, NAMES)
        hand = RULES.private(position.state, question.seat)
        at_harbours = replace(hand, rates=(2, *(3,) * 9))
        assert "The bank gives" not in game_text.hand(ENGLISH, at_harbours)
        while True:
            tokens = walk(CATAN, position.state, question.seat, Seeded(1), CATAN.policies[0])
            position = engine.play(RULES, position, question.seat, (RULES.parse(" ".join(tokens)),), Seeded(1)).position
            question = position.open[0]
            if question.topic != "sites":
                break
    assert [re.findall("first|second|third", text) for text in asked] == [["first"]] * 3 + [["second"]] * 3 + [
        ["third"]
    ] * 3


def test_rates_are_told_who_can_trade_and_not_who_discards():
    seat: CatanSeat = RULES.private(Position(seats=3).hand(0, "wool9").state, 0)
    at_harbour = replace(seat, rates=(2, *(3,) * 9))
    assert "The bank gives" in game_text.hand(ENGLISH, at_harbour)
    assert "The bank gives" not in game_text.hand(ENGLISH, replace(at_harbour, owed_resources=4))


def test_no_more_free_roads_are_promised_than_there_are_pieces():
    view: CatanPublic = RULES.public(next(iter(rich())))
    one_left = replace(view, free_roads=2, active=0, roads=(tuple(range(14)), *view.roads[1:]))
    assert game_text.ask(ENGLISH, "roads", one_left, NAMES) == "You may build 1 more road free of charge."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_has_resigned_is_marked(lang: str):
    words = words_in(lang)
    view: CatanPublic = RULES.public(Position(seats=3).state)
    shown = game_text.standing(words, replace(view, resigned=(1,)), NAMES)[0].split(" · ")
    assert [words.say("resigned") in each for each in shown] == [False, True, False]


def test_a_trade_of_which_only_one_side_is_said_is_no_notation():
    assert game_text.planned(words_in("de"), "bank brick", GAME) == "Mit der Bank tauschen: Lehm"


def test_two_sites_stand_in_the_order_of_their_names():
    view: CatanPublic = RULES.public(next(iter(rich())))
    for said in (None, view):
        one = game_text.label(ENGLISH, Choice("D4", whole=True), GAME, ("sites", "cocoa", "A4", "milk"), said)
        other = game_text.label(ENGLISH, Choice("A4", whole=True), GAME, ("sites", "milk", "D4", "cocoa"), said)
        assert one == other
        assert one.index("A4") < one.index("D4")
        first, second = one.split(" + ")
        assert (first.split(" · ")[0], second.split(" · ")[0]) == ("Cocoa", "Milk")
    assert game_text.planned(ENGLISH, "sites milk D4 cocoa A4", GAME) == game_text.planned(
        ENGLISH, "sites cocoa A4 milk D4", GAME
    )


def test_the_text_board_numbers_the_players_names_the_sites_and_leaves_out_what_is_not_there():
    made = Position(seats=3).settle(0, "B2n").hand(0, "wool2")
    view: CatanPublic = RULES.public(made.state)
    hexagon = view.terrain.index(2)
    view = replace(view, sites=(((hexagon, 2),), *view.sites[1:]))
    text = "\n".join(game_text.text_board(ENGLISH, view, NAMES))
    assert [f"**{number} · {name}**" in text for number, name in enumerate(NAMES[:3], 1)] == [True] * 3
    assert f"Production sites: milk at {terms.hexagon(hexagon)} ×2." in text
    assert "Settlements: " in text
    assert "Cities: " not in text
    assert "–." not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_answers_takes_his_answer_back_and_who_offers_the_offer(lang: str):
    words = words_in(lang)
    choices = [Choice("3", whole=True, group=group) for group in ("offer", "answer")]
    own, other = (labels.press(words, choice, ("withdraw",)) for choice in choices)
    assert "3" in own
    assert "3" not in other
    assert labels.press(words, choices[0], ("accept",)) == ""
