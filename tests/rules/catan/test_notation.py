"""How moves of Catan are written and read."""

import pytest

from rules.catan import hexes, moves
from rules.catan.game import RULES
from rules.catan.hexes import CORNER_NAMES, CORNER_OF, EDGE_NAMES, EDGE_OF, stroked
from rules.catan.moves import (
    DECLINED,
    NONE,
    Accept,
    Bank,
    Buy,
    CatanMove,
    Chocolate,
    City,
    Counter,
    Deal,
    Decline,
    Discard,
    End,
    Found,
    Knight,
    MakeOffer,
    Monopoly,
    Need,
    Plenty,
    PutSites,
    Raise,
    Road,
    Roads,
    Robber,
    Roll,
    Settlement,
    Site,
    Steal,
    Stop,
    Withdraw,
)
from rules.catan.pieces import Card, Sort
from rules.notation import NotationError
from tests.rules.catan.position import cards, corner, edge, hexagon

WRITTEN: dict[str, CatanMove] = {
    "found B2se B2e": Found(corner("B2se"), edge("B2e")),
    "sites milk A2 cocoa A4": PutSites(Card.MILK, hexagon("A2"), Card.COCOA, hexagon("A4")),
    "sites cocoa A4": PutSites(Card.COCOA, hexagon("A4")),
    "roll": Roll(),
    "road B3e": Road(edge("B3e")),
    "settlement A1n": Settlement(corner("A1n")),
    "city A1n": City(corner("A1n")),
    "site cocoa C6": Site(Card.COCOA, hexagon("C6")),
    "buy": Buy(),
    "knight": Knight(),
    "roads": Roads(),
    "plenty wool ore": Plenty(Card.WOOL, Card.ORE),
    "plenty ore": Plenty(Card.ORE),
    "monopoly grain": Monopoly(Card.GRAIN),
    "discard wool2 ore1 grapes3": Discard(cards("wool2 ore1 grapes3")),
    "robber C3": Robber(hexagon("C3")),
    "steal 2": Steal(1, NONE),
    "steal none": Steal(NONE),
    "steal 4 resources": Steal(3, moves.RESOURCE_PILE),
    "steal 1 ingredients": Steal(0, moves.INGREDIENT_PILE),
    "chocolate milk": Chocolate(Sort.MILK),
    "chocolate grapenut ore": Chocolate(Sort.GRAPE_NUT, Card.ORE),
    "chocolate finedark road B3e": Chocolate(Sort.FINE_DARK, road=edge("B3e")),
    "chocolate darknut road none": Chocolate(Sort.DARK_NUT, road=DECLINED),
    "raise milknut": Raise(Sort.MILK_NUT),
    "bank wool ore": Bank(Card.WOOL, Card.ORE),
    "offer wool2 for ore1": MakeOffer(cards("wool2"), cards("ore")),
    "offer wool2 cocoa1 for ore1 to 2 4 first": MakeOffer(cards("wool2 cocoa"), cards("ore"), 0b1010, first=True),
    "offer wool2 for ore1 first": MakeOffer(cards("wool2"), cards("ore"), first=True),
    "need ore1": Need(cards("ore")),
    "need wool2 ore1 to 2 4": Need(cards("wool2 ore"), 0b1010),
    "counter 3 wool1 for ore1": Counter(3, cards("wool"), cards("ore")),
    "accept 3": Accept(3),
    "accept 123456": Accept(123456),
    "decline 12": Decline(12),
    "deal 3 2": Deal(3, 1),
    "deal 3 2 counter4": Deal(3, 1, 4),
    "withdraw 3": Withdraw(3),
    "stop": Stop(),
    "end": End(),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_every_move_is_written_and_read(text: str) -> None:
    assert RULES.parse(text) == WRITTEN[text]
    assert RULES.write(WRITTEN[text]) == text


def test_every_kind_of_move_is_among_them() -> None:
    assert {type(move) for move in WRITTEN.values()} == set(CatanMove.__args__)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ROAD b3E", "road B3e"),
        ("road c4nw", "road B3se"),
        ("found c3n b3w", "found B2se B2e"),
        ("discard ore, wool 2", ""),
        ("discard ore and wool2", "discard wool2 ore1"),
        ("sites cocoa at A4, milk at A2", "sites milk A2 cocoa A4"),
        ("plenty ore wool", "plenty wool ore"),
        ("offer ore for wool 4 2", "offer ore1 for wool1 to 2 4"),
        ("steal from 2", "steal 2"),
        ("Steal NONE", "steal none"),
        ("discard holz2 Erz1", "discard lumber2 ore1"),
        ("discard legno2, lana, MINERALE", "discard lumber2 wool1 ore1"),
        ("discard Haselnüsse2 Kakao", "discard cocoa1 hazelnut2"),
        ("discard HASELNÜSSE nocciole2", "discard hazelnut3"),
        ("offer Wolle2 für Getreide", "offer wool2 for grain1"),
        ("offer uva per zucchero2 to 2", "offer grapes1 for sugar2 to 2"),
        ("need Argilla2", "need brick2"),
        ("steal 2 Zutaten", "steal 2 ingredients"),
        ("steal 2 risorse", "steal 2 resources"),
        ("chocolate Vollmilch", "chocolate milk"),
        ("chocolate fondente Lehm", "chocolate finedark brick"),
        ("bank sheep wheat", "bank wool grain"),
        ("monopoly ерз", ""),
    ],
)
def test_reading_is_kind(text: str, canonical: str) -> None:
    if canonical:
        assert RULES.write(RULES.parse(text)) == canonical
    else:
        with pytest.raises(NotationError):
            RULES.parse(text)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", ""),
        ("dance", "DANCE"),
        ("roll 6", "6"),
        ("road", ""),
        ("road B3n", "B3N"),
        ("settlement B3e", "B3E"),
        ("robber F1", "F1"),
        ("found B3n", "B3N"),
        ("sites cocoa", "COCOA"),
        ("sites cocoa A4 milk", "COCOA A4 MILK"),
        ("plenty", ""),
        ("plenty ore ore ore", "ORE ORE ORE"),
        ("monopoly gold", "GOLD"),
        ("discard", ""),
        ("discard wool19 wool1", "WOOL1"),
        ("discard wool0", "WOOL0"),
        ("steal 5", "5"),
        ("steal 2 pocket", "POCKET"),
        ("steal 2 resources now", "2 RESOURCES NOW"),
        ("chocolate", ""),
        ("chocolate white", "WHITE"),
        ("chocolate milk ore ore ore", "MILK ORE ORE ORE"),
        ("chocolate milk road B3n", "B3N"),
        ("offer wool2", "WOOL2"),
        ("offer wool2 for", ""),
        ("offer for ore1", ""),
        ("offer wool2 for ore1 5", "5"),
        ("offer wool2 for ore1 first 2", "FIRST"),
        ("need", ""),
        ("need wool1 5", "5"),
        ("need wool1 2 ore1", "ORE1"),
        ("counter 3 wool1 for ore1 2", "2"),
        ("counter wool1 for ore1", ""),
        ("deal 3", "3"),
        ("deal 3 2 offer1", "OFFER1"),
        ("deal 3 2 counter1 now", "3 2 COUNTER1 NOW"),
        ("accept three", "THREE"),
        ("accept 0", "0"),
        ("accept 1234567", "1234567"),
        ("end now", "NOW"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        RULES.parse(text)
    assert caught.value.token == token


def test_the_name_that_is_written_is_that_of_the_first_hex_and_the_base_games_hexes_come_first() -> None:
    assert CORNER_NAMES[CORNER_OF["C3N"]] == "B2se"
    assert EDGE_NAMES[EDGE_OF["A4W"]] == "A3e"
    base = {hexes.HEX_NAMES[hexagon] for hexagon in range(hexes.BASE_HEXES)}
    assert {name[:2] for name in CORNER_NAMES[: hexes.BASE_CORNERS]} <= base
    assert {name[:2] for name in EDGE_NAMES[: hexes.BASE_EDGES]} <= base


def test_an_edge_is_read_as_pictures_name_it_and_no_corner_is_named_so() -> None:
    assert stroked("B3ne") == "B3/ne"
    assert [RULES.parse(f"road {stroked(name)}") for name in EDGE_NAMES] == [
        RULES.parse(f"road {name}") for name in EDGE_NAMES
    ]
    assert not {stroked(name).upper() for name in EDGE_NAMES} & set(CORNER_OF)
    assert set(CORNER_OF) & set(EDGE_OF), "without the stroke there are names of both"


def test_moves_with_secrets_show_none() -> None:
    for text in ("discard wool2", "counter 3 wool1 for ore1", "accept 3", "decline 3", "deal 3 2"):
        assert repr(RULES.parse(text)).endswith("(…)")
