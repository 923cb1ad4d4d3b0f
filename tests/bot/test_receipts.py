"""Everything that can be said is said, in three languages, within Discord's limits, from what its reader may know."""

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from bot.games import GAMES, game_text
from bot.games.guatemala import reasons as explaining
from bot.games.guatemala import telling
from bot.games.guatemala.telling import ENDINGS
from bot.play import answers
from bot.wording import paging
from bot.wording.paging import fit, newest, pages
from bot.wording.words import LANGUAGES, Words, size, words_in
from rules import engine
from rules.chance import Seeded
from rules.contract import Choice, Fact, GameIsOver, NotAsked, Outcome, PublicView, Reason, SeatView, Setup
from rules.engine import Entry
from rules.facts import Told, heard
from rules.guatemala import reasons
from rules.guatemala.board import EDGE, HARBOUR, PLACE_NAMES, PLACE_OF
from rules.guatemala.facts import (
    BlockadeAsked,
    Blocked,
    BuildEnded,
    BuyerMoved,
    BuyerPut,
    Ended,
    GuatemalaFact,
    NotBlocked,
    Placed,
    SackLaid,
    SackTaken,
    Scored,
    ShipSailed,
    Stopped,
)
from rules.guatemala.moves import parse
from rules.guatemala.pieces import CODE_OF, COFFEES, KIND_OF, LETTERS, TOKENS, Kind
from rules.guatemala.production import FIELD_NAMES, FIELD_OF, LINES
from rules.guatemala.state import ENDINGS as ALL_ENDINGS
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat, Plantation
from tests.catalogues import ROOT

NAMES = ("Ada", "Bo", "Cy", "Di")
LONG = tuple(letter * 31 + "😀" for letter in "ÄBCD")
"""Names as long as Discord allows."""
ENGLISH = words_in("en")
RULES = GAMES["guatemala"].rules
POSITIONS = 1000

_languages = pytest.mark.parametrize("lang", LANGUAGES)


# ── one of each ──────────────────────────────────────────────────────────────────────────────────────────────────────

VALUES: dict[str, tuple[Any, ...]] = {
    "action": ("x",),
    "again": (False, True),
    "back": (False, True),
    "asked": ((1,), (1, 2, 3)),
    "block": (True, False),
    "cheaper": (True, False),
    "code": tuple(code for code in CODE_OF.values() if KIND_OF[code] not in (Kind.EMPTY, Kind.SACK)),
    "coffee": tuple(range(len(COFFEES))),
    "dock": (0, 2),
    "elsewhere": (True, False),
    "ending": ALL_ENDINGS,
    "example": ("step 2", ""),
    "fastest": ("live",),
    "field": (0, 80),
    "for_end": (True, False),
    "for_it": (True, False),
    "to": (0, 7),
    "game": ("guatemala", "`chess`"),
    "harbour": (0, 3),
    "days": (0, 10),
    "heard": ("",),
    "key": ("side", "x" * 300),
    "last": (0, 12),
    "minutes": (1, 10),
    "money": (0, 8),
    "most": (1, 20),
    "name": ("Ada (house)",),
    "number": (0, 1, 12),
    "paid": (0, 2),
    "pieces": (0, 1, 2, 3),
    "place": (PLACE_OF["H7"], HARBOUR + 1, PLACE_OF["H7N"]),
    "planned": (False, True),
    "players": (0, 1, 2, 4),
    "points": ((0, 0, 0, 0), (1, 0, 12, 3)),
    "price": (0, 2, 7),
    "puts_buyer": (3,),
    "reason": (reasons.ThreePieces(),),
    "returned": (False, True),
    "rev": (0,),
    "roads": ((), (4,), (4, 5, 6)),
    "rule": ("", "pass", "block K6 *12 pass", "ask", "block * pass", "block W1 ask"),
    "scorer": (2,),
    "seat": (0, 3),
    "seats": (1, 4),
    "since": (1000,),
    "slowest": ("relaxed",),
    "soon": (False, True),
    "source": (0, 80),
    "space": (0, 35, 79),
    "spaces": (0, 1, 2, 4),
    "starts": (0,),
    "stock": ((0, 0, 0, 0, 1), (2, 1, 3, 0, 0)),
    "table": ("t1",),
    "tables": (1, 3),
    "text": ("block", "pass", "x"),
    "value": ("varied", "@everyone"),
    "until": (1_900_000_000_000,),
    "votes": (0, 1, 2),
    "walked": (1, 36, 71),
    "wanted": (1, 2, 4),
    "which": ("12.1",),
    "whose": ("user", "lobbies", "guild"),
    "why": ("nothing", "not-yours", "luck", "revealed", "told", "asked", "noticed"),
    "word": ("", "`<@1>`\n" + "x" * 300),
}


def samples(of: type[Any]) -> list[Any]:
    """Values of a type: every value of every field at least once, the rest at random."""
    names = of.__struct_fields__
    rows = max([len(VALUES[name]) for name in names], default=1) * 6
    luck = random.Random(of.__name__)
    return [
        of(
            **{
                name: VALUES[name][row % len(VALUES[name])] if row < rows // 6 else luck.choice(VALUES[name])
                for name in names
            }
        )
        for row in range(rows)
    ]


def subclasses(of: type[Any]) -> list[type[Any]]:
    return [of, *(deeper for direct in of.__subclasses__() for deeper in subclasses(direct))]


FACTS: tuple[type[Fact], ...] = get_args(GuatemalaFact)
REASONS = [NotAsked, GameIsOver] + [cls for cls in subclasses(Reason) if cls.__module__ == "rules.guatemala.reasons"]
ANSWERS = [cls for cls in subclasses(answers.Answer) if cls not in (answers.Answer, answers.Refusal)]


ONE_OF_MANY = re.compile(
    r"\b1\s(roads|spaces|points|workers|sheds|ships|pieces|players|tables|votes|\S+ (sacks|workers|sheds|ships)"
    r"|Wege|Felder|Punkten?|Arbeiterinnen|Lagerhütten|Schiffe|Teile|Personen|Tischen?|Stimmen"
    r"|\S+e (Kaffeesäcke|Arbeiterinnen|Lagerhütten|Schiffe)|Kaffeesäcke"
    r"|strade|spazi|punti|operaie|baracche|navi|pezzi|persone|tavoli|voti|sacchi)\b"
)
LIST_ITEM = re.compile(r"^(\d+\.|[-*#>]) ", re.MULTILINE)
"""Discord would make a list of it, and number it anew."""


def good(text: str) -> str:
    """What every text must be."""
    assert text
    assert text == text.strip()
    assert not re.search(r"[{}]|\bNone\b|  |\.\.|[a-z]\?\?", text), text
    assert not ONE_OF_MANY.search(text), text
    assert not LIST_ITEM.search(text), text
    return text


def test_the_unions_are_not_empty():
    assert len(FACTS) > 15
    assert len(REASONS) > 25
    assert len(ANSWERS) > 30
    assert isinstance(GuatemalaFact, UnionType)


@_languages
@pytest.mark.parametrize("fact_type", FACTS)
def test_every_fact_has_a_phrase(lang: str, fact_type: type[Fact]):
    words = words_in(lang)
    for fact in samples(fact_type):
        lines = game_text.tell(words, (fact,), NAMES)
        assert len(lines) == 1
        assert good(lines[0]).endswith(".")
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
            assert lang == "en" or text != game_text.explain(ENGLISH, reason, names)


@_languages
@pytest.mark.parametrize("answer_type", ANSWERS)
def test_every_answer_has_a_phrase_and_every_refusal_helps(lang: str, answer_type: type[answers.Answer]):
    words = words_in(lang)
    for answer in samples(answer_type):
        text = good(game_text.reply(words, answer, NAMES, "guatemala"))
        assert size(text) <= 500
        assert text[-1] in ".!"
        assert text.count("`") % 2 == 0
        if isinstance(answer, answers.Refusal):
            assert helps(text), text
        assert lang == "en" or text != game_text.reply(ENGLISH, answer, NAMES, "guatemala")


def helps(text: str) -> bool:
    """Two things are said, what is wrong and what to do, or an instruction alone."""
    return bool(INSTRUCTION.match(text)) or len(re.findall(r"[.:;,](\s|$)", text)) > 1


INSTRUCTION = re.compile(
    r"(First move|Zieh zuerst|Prima muovi) "
    r"|(A|The) (worker|shed|ship|road|Buyer) "
    r"|(Eine?|Der) (Arbeiterin|Lagerhütte|Schiff|Weg|Einkäufer) "
    r"|(Una |Un'|Il )(operaia|baracca|nave|strada|compratore) "
)


def test_the_endings_are_those_of_the_rules():
    assert set(ENDINGS) == set(ALL_ENDINGS)


def test_every_game_has_phrases():
    for key, game in GAMES.items():
        for option in game.rules.options:
            for lang in LANGUAGES:
                words = words_in(lang)
                name = good(game_text.option(words, key, option.key))
                shown = [good(game_text.value(words, key, option.key, value)) for value in option.values]
                assert len({name, *shown}) == 1 + len(option.values)
                assert name != option.key
                assert max(map(size, [name, *shown])) <= paging.TITLE


def test_what_a_game_does_not_name_keeps_its_key():
    assert game_text.option(ENGLISH, "guatemala", "new") == "new"
    assert game_text.value(ENGLISH, "guatemala", "side", "third") == "third"
    assert game_text.group(ENGLISH, "new", "guatemala") == "new"
    assert game_text.group(ENGLISH, "step", "guatemala") == "Move the Buyer"
    assert game_text.planned(ENGLISH, "dance", "guatemala") == "dance"


# ── a turn is one line ───────────────────────────────────────────────────────────────────────────────────────────────

TURN = (
    BuyerMoved(0, 2, 17, 0),
    Placed(0, CODE_OF["hN"], 3, PLACE_OF["G8"], 6),
    Placed(0, CODE_OF["wN"], 4, PLACE_OF["G7"], 3),
    BuildEnded(0, 2, (3, 4)),
)
SCORING = (
    BuyerMoved(1, 4, 0, 2),
    SackTaken(1, 1, FIELD_OF["S1"], 79, 8),
    BlockadeAsked(1, 1, (2, 3, 0)),
    NotBlocked((2, 3, 0)),
    Scored(1, (6, 3, 0, 0)),
    ShipSailed(1, 1, 0),
    SackLaid(1, 3, FIELD_OF["S1"]),
)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            (
                "Ada moves the Buyer 2 spaces to space 17 and builds a brown shed at G8 (6 ¢) and a brown worker at G7 "
                "(3 ¢); 2 roads fill the emptied fields."
            ),
        ),
        (
            "de",
            (
                "Ada zieht den Einkäufer 2 Felder weiter auf Feld 17 und setzt eine braune Lagerhütte auf G8 (6 ¢) und "
                "eine braune Arbeiterin auf G7 (3 ¢); 2 Wege füllen die leeren Felder auf."
            ),
        ),
        (
            "it",
            (
                "Ada muove il compratore di 2 spazi fino allo spazio 17 e piazza una baracca marrone in G8 (6 ¢) e "
                "un'operaia marrone in G7 (3 ¢); 2 strade riempiono gli spazi vuoti."
            ),
        ),
    ],
)
def test_a_build_is_one_line(lang: str, told: str):
    assert plain(game_text.tell(words_in(lang), TURN, NAMES)) == [told]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            (
                "Bo moves the Buyer 4 spaces to space 0 for 2 ¢ and takes a white coffee sack from S1 (+8 ¢); the sack "
                "lies on space 79 of the victory point track. Asked about a blockade: Cy, Di and Ada. Nobody "
                "blocks. Scoring of white coffee: Ada +6, Bo +3. A white ship sails from harbour 2. Bo lays a "
                "red-brown coffee sack at S1."
            ),
        ),
        (
            "de",
            (
                "Bo zieht den Einkäufer für 2 ¢ 4 Felder weiter auf Feld 0 und nimmt einen weißen Kaffeesack von S1 "
                "(+8 ¢); er liegt auf Feld 79 der Siegpunktleiste. Nach einer Blockade gefragt: Cy, Di und Ada. "
                "Niemand blockiert. Wertung (weißer Kaffee): Ada +6, Bo +3. Ein weißes Schiff läuft aus Hafen 2 "
                "aus. Bo legt einen rotbraunen Kaffeesack auf S1."
            ),
        ),
        (
            "it",
            (
                "Bo muove il compratore di 4 spazi fino allo spazio 0 per 2 ¢ e prende un sacco di caffè bianco da S1 "
                "(+8 ¢); il sacco va sullo spazio 79 della tabella punti vittoria. Domanda sul blocco a: Cy, Di e Ada. "
                "Nessuno blocca. Conteggio (caffè bianco): Ada +6, Bo +3. Una nave bianca salpa dal "
                "porto 2. Bo mette un sacco di caffè rossobruno in S1."
            ),
        ),
    ],
)
def test_a_scoring_is_one_line(lang: str, told: str):
    assert plain(game_text.tell(words_in(lang), SCORING, NAMES)) == [told]


def plain(lines: list[str]) -> list[str]:
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def test_two_turns_are_two_lines():
    assert len(game_text.tell(ENGLISH, (*TURN, *SCORING), NAMES)) == 2


def test_pieces_of_one_kind_stand_together():
    roads = tuple(Placed(0, CODE_OF["road"], n, EDGE + n, 0) for n in (0, 2))
    ships = (Placed(0, CODE_OF["sW"], 5, HARBOUR, 2), Placed(0, CODE_OF["sW"], 6, HARBOUR + 1, 2))
    shed = Placed(0, CODE_OF["hK"], 7, PLACE_OF["H8"], 7)
    (line,) = plain(game_text.tell(ENGLISH, (roads[0], shed, roads[1]), NAMES))
    assert line == "Ada builds a black shed at H8 (7 ¢) and 2 roads at A1n and B1n."
    (line,) = plain(game_text.tell(ENGLISH, ships, NAMES))
    assert line == "Ada builds a white ship in harbour 1 (2 ¢) and a white ship in harbour 2 (2 ¢)."


def test_a_move_of_its_own_is_told_alone():
    assert game_text.tell(ENGLISH, (Stopped(0, 9),), NAMES) == ["Ada stops at space 9."]
    assert game_text.tell(ENGLISH, (BuildEnded(0, 1, (3,)),), NAMES) == [
        "Ada finishes building; 1 road fills the emptied field."
    ]


def test_every_space_of_the_track_names_the_line_that_it_faces():
    for space, fields in enumerate(LINES):
        columns, rows = ({name[at] for name in (FIELD_NAMES[field] for field in fields)} for at in (0, 1))
        line = f"column {columns.pop()}" if len(columns) == 1 else f"row {rows.pop()}"
        said = f"Ada puts the Buyer on space {space} ({line})."
        assert game_text.tell(ENGLISH, (BuyerPut(0, space),), NAMES) == [said]


@pytest.mark.parametrize(
    ("pieces", "roads", "told"),
    [
        (3, (1, 2, 3), "Ada finishes building; 3 roads fill the emptied fields."),
        (3, (1, 2), "Ada finishes building; the last 2 roads fill emptied fields."),
        (2, (1,), "Ada finishes building; the last road fills an emptied field."),
        (1, (), "Ada finishes building; no road is left for the emptied field."),
        (2, (), "Ada finishes building; no road is left for the emptied fields."),
        (0, (), "Ada builds nothing."),
    ],
)
def test_the_roads_after_a_build_are_counted(pieces: int, roads: tuple[int, ...], told: str):
    assert game_text.tell(ENGLISH, (BuildEnded(0, pieces, roads),), NAMES) == [told]


def test_a_question_fits_what_is_left_to_do():
    view = next(one.view for one in positions() if one.view.phase == "build")
    for emptied, said in (
        ((1, 2, 3), "You have taken three pieces: finish"),
        ((1, 2), "1 more piece"),
        ((1,), "2 pieces"),
    ):
        assert said in game_text.ask(ENGLISH, "turn", msgspec.structs.replace(view, emptied=emptied), NAMES)
    refill = msgspec.structs.replace(view, phase="refill", tied=(HARBOUR, HARBOUR + 2), open_field=-1)
    assert game_text.ask(ENGLISH, "refill", refill, NAMES) == (
        "Choose the harbour whose ship sails: harbour 1 or harbour 3."
    )


@pytest.mark.parametrize(
    ("field", "stocks", "asked"),
    [(3, (1, 0), True), (3, (0, 1), False), (-1, (1, 0), False)],
)
def test_a_sack_is_asked_for_where_a_field_waits_and_the_scorer_has_one(
    field: int, stocks: tuple[int, int], *, asked: bool
):
    view = next(one.view for one in positions() if one.seats == 2)
    view = msgspec.structs.replace(view, active=0, tied=(), open_field=field, stocks=stocks)
    said = "Choose the coffee sack from your stock that you lay at S1." if asked else "Finish the scoring."
    assert game_text.ask(ENGLISH, "refill", view, NAMES) == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (answers.Joined(1, 2), "You are at the table. 1 more player is needed."),
        (answers.Joined(1, 3), "You are at the table. 2 more players are needed."),
        (answers.Joined(3, 2), "You are at the table, with 3 players in all. The game can start."),
        (answers.Voted(1, 3, for_end=True), "You vote to give up the game. 1 vote of 3."),
        (answers.Voted(0, 3, for_end=False), "Your vote is withdrawn. 0 votes of 3."),
        (answers.GivenUp(), "More than half have agreed: the game is given up."),
        (answers.Played(7), "Move 7 played."),
        (answers.Played(0), "Your answer is in."),
        (answers.TooFew(1, 3), "2 more players are needed before the game can start. Invite somebody."),
        (answers.Unreadable("", "step 2"), "That is not a move yet. Write, for example, `step 2`."),
        (answers.Unreadable("", ""), "That is not a move yet. Choose from the suggestions."),
        (
            answers.BadMove("guatemala", NotAsked()),
            "That is not what the game needs from you now. “My turn” shows what is.",
        ),
        (
            answers.OtherGame("guatemala"),
            "Another game is played at this table. Use /guatemala or /play for your move.",
        ),
    ],
)
def test_an_answer_says_just_that(answer: answers.Answer, said: str):
    assert game_text.reply(ENGLISH, answer) == said


def test_who_puts_the_buyer_is_told_who_starts():
    view = next(one.view for one in positions() if one.view.phase == "buyer" and one.seats == 3)
    view = msgspec.structs.replace(view, active=2)
    assert game_text.ask(ENGLISH, "buyer", view, NAMES).endswith("After that Ada starts.")


def test_a_blockade_says_what_is_at_stake_and_not_who_has_answered():
    plantation = Plantation(1, 2, (5,), 21, -1, 0, 4, 21)
    other = Plantation(1, 3, (6,), 22, -1, 0, 9, 22)
    view = next(one.view for one in positions() if one.view.phase == "blockade" and one.seats == 3)
    view = msgspec.structs.replace(view, active=0, scored=2, plantations=(plantation, other))
    assert game_text.ask(ENGLISH, "blockade", view, NAMES) == (
        "Ada wants to score beige coffee. It would bring: Bo +4."
    )


def test_a_foreign_fact_or_answer_is_noticed():
    with pytest.raises(TypeError):
        telling.Teller.tell(ENGLISH, (Fact(),), NAMES)
    with pytest.raises(TypeError):
        explaining.explain(ENGLISH, Reason())
    with pytest.raises(TypeError):
        game_text.reply(ENGLISH, answers.Answer())
    with pytest.raises(TypeError):
        game_text.reply(ENGLISH, answers.Refusal())


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (reasons.WrongPlace(CODE_OF["sK"], HARBOUR + 2), "A ship goes to a harbour, such as harbour3."),
        (
            reasons.WrongPlace(CODE_OF["wK"], PLACE_OF["A1"]),
            "A worker goes to a field of the plantation board, such as A1.",
        ),
        (reasons.WrongPlace(CODE_OF["hK"], -1), "There is no place for this piece now. Choose another piece."),
        (
            reasons.PathElsewhere(0, 2),
            "This ship goes to harbour 3, where the path of your shed (black coffee) leads. Choose that harbour.",
        ),
        (reasons.HarbourFull(1, elsewhere=True), "No dock is free in harbour 2. Choose another harbour."),
        (
            reasons.HarbourFull(1, elsewhere=False),
            "No dock is free for this ship in harbour 2. Choose another piece.",
        ),
        (reasons.TooDear(3, 2, cheaper=True), "That costs 3\u00a0¢; you have 2\u00a0¢. Choose a cheaper place."),
        (reasons.TooDear(3, 2, cheaper=False), "That costs 3\u00a0¢; you have 2\u00a0¢. Choose another piece."),
    ],
)
def test_what_a_refusal_advises_would_do(reason: Reason, said: str):
    assert game_text.explain(ENGLISH, reason, NAMES) == said


def test_a_blockade_names_blocker_and_scorer():
    (line,) = game_text.tell(ENGLISH, (Blocked(2, 1, 1, 3),), NAMES)
    assert line == "Cy blocks and lays a white coffee sack at S1. Nobody gets points; Bo keeps the money."


def test_the_log_strikes_what_was_taken_back():
    entry = Entry(12, "move", 0, TURN[:1], undone=True)
    told = game_text.log_line(ENGLISH, entry, NAMES)
    assert told == "12 · ~~Ada moves the Buyer 2 spaces to space 17.~~ (taken back)"
    undo = Entry(13, "undo", 0, (), undone=False)
    assert game_text.log_line(ENGLISH, undo, NAMES) == "13 · Ada has taken the last move back."


def test_the_end_of_a_long_story_is_kept():
    lines = [f"{number} {'x' * 400}" for number in range(20)]
    text = newest(lines)
    assert size(text) <= paging.PAGE
    assert text.startswith("…\n")
    assert text.endswith(lines[-1])
    assert newest(("a", "b")) == "a\nb"
    assert size(newest(("y" * 5000,))) <= paging.PAGE


# ── whole games ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Seen(NamedTuple):
    seats: int
    told: tuple[Told, ...]
    view: GuatemalaPublic
    hands: tuple[GuatemalaSeat, ...]
    topics: tuple[tuple[str, int], ...]
    menus: tuple[tuple[tuple[str, ...], tuple[Choice, ...]], ...]
    move: str
    outcome: Outcome | None


def play(seed: int) -> Iterator[Seen]:
    """A random game, walked along the choices; pieces and sacks are liked."""
    luck, whim = Seeded(seed), random.Random(seed)
    seats = (2, 3, 4)[seed % 3]
    setup = Setup(seats, (("side", "fixed"),) if seed % 2 else ())
    commit = engine.begin(RULES, setup, luck)
    likes = {"take": 8, "score": whim.choice((2, 20)), "block": 4}
    while True:
        position, state = commit.position, commit.position.state
        asked = [question for question in position.open if question.required]
        view, hands = RULES.public(state), tuple(RULES.private(state, seat) for seat in range(seats))
        assert isinstance(view, GuatemalaPublic)
        topics = tuple((question.topic, question.seat) for question in position.open)
        outcome = RULES.outcome(state)
        if outcome is not None:
            yield Seen(seats, commit.told, view, hands, topics, (), "", outcome)  # type: ignore[arg-type]
            return
        seat = whim.choice(asked).seat
        tokens: tuple[str, ...] = ()
        menus: list[tuple[tuple[str, ...], tuple[Choice, ...]]] = []
        while choices := RULES.choices(state, seat, tokens):
            menus.append((tokens, choices))
            choice = whim.choices(choices, [likes.get(choice.token, 1) for choice in choices])[0]
            tokens = (*tokens, choice.token)
            if choice.whole and whim.random() < 0.5:
                break
        move = " ".join(tokens)
        yield Seen(seats, commit.told, view, hands, topics, tuple(menus), move, None)  # type: ignore[arg-type]
        commit = engine.play(RULES, position, seat, (parse(move),), luck)


@cache
def positions() -> tuple[Seen, ...]:
    """A thousand, spread over whole games of every size and side, with all endings of them."""
    found: list[Seen] = []
    seed = 0
    while len(found) < POSITIONS:
        game = list(play(seed))
        found += [*game[seed % 4 :: 4], game[-1]]
        seed += 1
    return tuple(found[:POSITIONS])


def test_the_positions_are_of_all_kinds():
    seen = positions()
    assert len(seen) == POSITIONS
    assert {one.seats for one in seen} == {2, 3, 4}
    assert {one.view.phase for one in seen} >= {"buyer", "turn", "line", "build", "blockade", "refill", "over"}
    assert {topic for one in seen for topic, _ in one.topics} == {"turn", "buyer", "blockade", "build", "refill"}


@_languages
def test_texts_of_random_positions_fit(lang: str):
    words = words_in(lang)
    for one in positions():
        names = LONG[: one.seats]
        facts = heard(one.told, None)
        alt = good(game_text.alt(words, one.view, names, facts))
        assert size(alt) <= paging.ALT
        assert alt[-1] in ".!"
        for page in game_text.text_board(words, one.view, names):
            assert size(good(page)) <= paging.PAGE
        assert size(game_text.happened(words, "move", 0, facts, names)) <= paging.PAGE
        for seat in range(one.seats):
            for line in game_text.tell(words, heard(one.told, seat), names):
                good(line)
            assert size(good(game_text.hand(words, one.hands[seat]))) <= 500
        for topic, _ in one.topics:
            assert size(good(game_text.ask(words, topic, one.view, names))) <= 600
        assert size(good(game_text.status(words, one.view, names))) <= 600
        if one.outcome is not None:
            assert size(good(game_text.ending(words, one.outcome, names, one.view))) <= 600


@_languages
def test_labels_of_random_positions_fit_and_differ(lang: str):
    words = words_in(lang)
    for one in positions():
        names = LONG[: one.seats]
        for tokens, choices in one.menus:
            labels = [good(game_text.label(words, choice, "guatemala", tokens, one.view)) for choice in choices]
            assert len(set(labels)) == len(labels), labels
            assert max(map(size, labels)) <= paging.BUTTON
            assert not [label for label in labels if label.endswith("…")]
            for choice in choices:
                assert game_text.label(words, choice, "guatemala", tokens)
                assert size(game_text.detail(words, choice, "guatemala", tokens, names)) <= paging.OPTION
                assert not choice.group or size(good(game_text.group(words, choice.group, "guatemala"))) <= paging.TITLE
        if one.move:
            for view in (None, one.view):
                assert size(good(game_text.planned(words, one.move, "guatemala", view))) <= paging.OPTION


@_languages
def test_alt_text_names_the_turn_and_every_score(lang: str):
    words = words_in(lang)
    for one in positions()[::7]:
        text = game_text.alt(words, one.view, LONG[: one.seats], heard(one.told, None))
        assert game_text.status(words, one.view, LONG[: one.seats]) in text
        for seat, points in enumerate(one.view.points):
            assert f"{LONG[seat]} {points}" in text
            assert f"{LONG[seat]} {words.money(one.view.money[seat])}" in text


def test_alt_text_tells_the_last_move_and_not_the_end_twice():
    over = next(one for one in positions() if one.outcome is not None)
    facts = (*TURN, Ended("track"))
    text = game_text.alt(ENGLISH, over.view, NAMES, facts)
    assert "Last move: Ada moves the Buyer" in text
    assert text.count("The game is over") == 1


def test_the_text_board_holds_every_piece_once():
    for one in positions()[::5]:
        text = "\n".join(game_text.text_board(ENGLISH, one.view, NAMES))
        check_production(text, one.view)
        check_plantations(text, one.view)
        check_harbours(text, one.view)
        check_track(text, one.view)


def english(piece: str) -> str:
    """wK: black worker, made here a second time."""
    if piece == "road":
        return piece
    kinds = {"c": "coffee sack", "w": "worker", "h": "shed", "s": "ship"}
    return f"{COLOURS[LETTERS.index(piece[1])]} {kinds[piece[0]]}"


COLOURS = ("black", "white", "beige", "red-brown", "brown")


def check_production(text: str, view: GuatemalaPublic) -> None:
    rows = re.findall(r"^Row (\d): (.*)\.$", text, re.MULTILINE)
    assert [row for row, _ in rows] == [str(row) for row in range(1, 10)]
    found = [item for _, row in rows for item in re.split(", |; ", row) if item not in ("empty", "all else empty")]
    wanted = [f"{name} {english(TOKENS[view.board[field]])}" for name, field in FIELD_OF.items() if view.board[field]]
    assert sorted(found) == sorted(wanted)


def check_plantations(text: str, view: GuatemalaPublic) -> None:
    for p in view.plantations:
        (line,) = re.findall(rf"^{NAMES[p.seat]}, {COLOURS[p.coffee]} coffee: (.*)$", text, re.MULTILINE)
        places = re.findall(r"\b[A-M][1-9]\b", line)
        wanted = [PLACE_NAMES[place] for place in (*p.workers, *((p.shed,) if p.shed >= 0 else ()))]
        assert sorted(places) == sorted(wanted)
        assert ("ownership tile" in line) == (p.shed < 0)
        assert f"; {p.points} point" in line
        assert (f"connected to harbour {p.harbour + 1}" in line) == (p.harbour >= 0)
    (roads,) = re.findall(
        r"^Laid on the plantation board: (.*)\.$|^No road lies on the plantation board\.$", text, re.MULTILINE
    )
    assert sorted(filter(None, roads.split(", "))) == sorted(PLACE_NAMES[EDGE + edge] for edge in view.roads)
    assert re.search(rf"^{view.road_stock} roads? in stock\.$", text, re.MULTILINE)


def check_harbours(text: str, view: GuatemalaPublic) -> None:
    for number, ships in enumerate(view.harbours, start=1):
        (line,) = re.findall(rf"^Harbour {number}: (.*)$", text, re.MULTILINE)
        assert re.findall(r"([a-z-]+) ship", line) == [COLOURS[coffee] for coffee in ships]
        assert line == "closed." or line.count("dock") == (6 if view.seats == 2 else 3)


def check_track(text: str, view: GuatemalaPublic) -> None:
    sacks = re.findall(r"^Coffee sacks on the track: (.*)\.$", text, re.MULTILINE)
    wanted = [f"{80 - laid} {COLOURS[coffee]}" for laid, coffee in enumerate(view.track, start=1)]
    assert (sacks[0].split(", ") if sacks else []) == wanted
    for seat in range(view.seats):
        assert text.count(f"{NAMES[seat]} {view.points[seat]}") >= 1
    assert f"in the bag: {view.bag}." in text


# ── pages and sentences ──────────────────────────────────────────────────────────────────────────────────────────────


def test_sections_are_kept_together_and_nothing_is_lost():
    sections = [[f"**{n}**", *(f"line {n}.{m} " + "x" * 90 for m in range(9))] for n in range(8)]
    found = pages(sections, 1900)
    assert all(size(page) <= 1900 for page in found)
    assert [line for page in found for line in page.split("\n") if line] == [line for part in sections for line in part]
    assert all(page.startswith("**") for page in found)
    assert max(map(size, pages([["y" * 3000]], 1900))) <= 1900
    assert len(pages([["h", *("z" * 600 for _ in range(9))]], 1900)) == 3
    assert pages([], 1900) == []


def test_sentences_are_never_cut():
    assert fit(["One.", "Two.", "Three."], 9) == "One. Two."
    assert fit(["A sentence that is too long."], 10) == "A sentenc…"


# ── questions, menus, hands ──────────────────────────────────────────────────────────────────────────────────────────


def test_waiting_for_names_all_who_are_asked():
    assert game_text.waiting_for(words_in("de"), (0, 2), NAMES) == "Wir warten auf Ada und Cy."
    assert game_text.waiting_for(ENGLISH, (), NAMES) == ""


def test_ties_share_a_rank():
    view = next(one.view for one in positions() if one.outcome is not None and one.seats == 4)
    view = msgspec.structs.replace(view, points=(40, 52, 40, 9), money=(3, 8, 3, 0), resigned=(3,))
    outcome = Outcome(((1,), (0, 2), (3,)), "track")
    text = game_text.ending(ENGLISH, outcome, NAMES, view).replace("\N{NO-BREAK SPACE}", " ")
    assert text.split("\n") == [
        "Bo wins!",
        "1) Bo: 52 points, 8 ¢",
        "2) Ada: 40 points, 3 ¢",
        "2) Cy: 40 points, 3 ¢",
        "4) Di: 9 points, 0 ¢ (resigned)",
    ]
    shared = game_text.ending(words_in("it"), Outcome(((1, 2), (0,), (3,)), "laps"), NAMES, view)
    assert shared.startswith("Bo e Cy si dividono la vittoria!")


SACK = "S1 · weißer Kaffeesack (W) · 1 Punkt"


@pytest.mark.parametrize(
    ("choice", "tokens", "lang", "label"),
    [
        (Choice("H7", whole=True, group="green", worth=2), ("take", "P4"), "en", "H7 · green · 2 ¢"),
        (Choice("H7", whole=True, group="yellow", worth=6), ("take", "P4"), "de", "H7 · gelb · 6 ¢"),
        (Choice("H7n", whole=True, group="road", worth=0), ("take", "P4"), "it", "H7n · confine superiore di H7"),
        (Choice("harbour2", whole=True, group="ship", worth=3), ("take", "P4"), "de", "Hafen 2 · 3 ¢"),
        (Choice("P4", whole=False, group="ship", offers=("sN",)), ("take",), "it", "P4 · nave marrone (N)"),
        (Choice("2", whole=True, offers=("wK", "road")), ("step",), "en", "2 spaces"),
        (Choice("1", whole=True, worth=0), ("step",), "de", "1 Feld"),
        (Choice("4", whole=True, worth=2, offers=("cW",)), ("step",), "it", "4 spazi (2 ¢)"),
        (Choice("9", whole=True, offers=("sB",)), ("buyer",), "de", "9 · Reihe 1"),
        (Choice("S1", whole=True, group="sack", worth=1, offers=("cW", "1", "0")), ("score",), "de", SACK),
        (Choice("W", whole=True, worth=2), ("score", "S1", "lay"), "en", "White coffee sack (W) · you have 2"),
        (Choice("harbour1", whole=True, group="ship"), ("sail",), "it", "Porto 1"),
        (Choice("block", whole=True), (), "de", "Blockieren"),
        (Choice("done", whole=True), (), "it", "Termina"),
    ],
)  # fmt: skip
def test_a_label_says_what_it_does(choice: Choice, tokens: tuple[str, ...], lang: str, label: str):
    said = game_text.label(words_in(lang), choice, "guatemala", tokens)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == label


def test_with_the_view_a_step_names_its_space_and_stopping_its_name():
    view = msgspec.structs.replace(next(one.view for one in positions() if one.view.phase == "line"), buyer=34)
    step = Choice("3", whole=True, worth=0)
    assert game_text.label(ENGLISH, step, "guatemala", ("step",), view) == "3 → 1 · column Q"
    assert game_text.label(words_in("de"), Choice("done", whole=True), "guatemala", (), view) == "Stehen bleiben"


def test_a_scoring_says_what_each_seat_would_get():
    choice = Choice("S1", whole=True, group="sack", worth=6, offers=("cW", "6", "0", "3"))
    assert game_text.detail(ENGLISH, choice, "guatemala", ("score",), NAMES) == "Ada +6, Cy +3"


def test_a_line_says_in_words_what_it_offers_and_by_letters_where_that_is_too_long():
    def said(lang: str, *pieces: str) -> str:
        step = Choice("2", whole=True, offers=pieces)
        text = game_text.detail(words_in(lang), step, "guatemala", ("step",), NAMES)
        assert size(text) <= paging.OPTION
        return text.replace("\N{NO-BREAK SPACE}", " ")

    mixed = ("wK", "road", "wW", "hN", "wK", "cR", "road")
    assert said("en", *mixed) == "Workers: 2 black, white; sheds: brown; sacks: red-brown; roads: 2"
    assert said("it", *mixed) == "Operaie: 2 nere, bianca; baracche: marrone; sacchi: rossobruno; strade: 2"
    assert said("en") == "Nothing"
    many = ("wK", "wW", "wR", "wR", "hK", "hW", "hR", "sK", "cR")
    assert said("de", *many) == "Arbeiterinnen KWRR, Hütten KWR, Schiffe K, Säcke R"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("pass", "Bei jeder Frage nach einer Blockade: passen."),
        ("block K *1 pass", "Blockieren bei: schwarzer Kaffee oder jede Kaffeesorte ab 1 Punkt; sonst: passen."),
        ("block W ask", "Blockieren bei: weißer Kaffee; sonst: mich fragen."),
        ("", "Du hast keinen Dauerauftrag: Du wirst jedes Mal gefragt."),
    ],
)
def test_a_standing_order_in_words(rule: str, said: str):
    assert game_text.order(words_in("de"), "guatemala", rule) == said


def test_an_order_of_an_unknown_game_is_repeated():
    assert game_text.reply(ENGLISH, answers.OrderSet("x")).startswith("Your standing order: `x`. It answers for you")


def test_who_takes_an_order_away_is_not_told_when_it_answers():
    assert "answers for you" not in game_text.reply(ENGLISH, answers.OrderSet(""), game="guatemala")


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_what_was_answered_to_a_blockade_is_said_in_a_sentence(lang: str):
    words = words_in(lang)
    said = game_text.reply(words, answers.AnswerKept("block"), game="guatemala")
    assert said == words.say("Your answer: you block. You can change it until the question is settled.")


def test_a_plan_is_told_to_its_planner():
    said = game_text.planned(words_in("de"), "score S1 lay W sail harbour2", "guatemala")
    assert said == "Kaffeesack von S1 werten, danach legen: weißer Kaffeesack, Schiff läuft aus Hafen 2 aus"


@pytest.mark.parametrize(
    ("move", "board", "said"),
    [
        ("take P1 H7", "wK", "black worker from P1 to H7"),
        ("take P1 H7", "", "from P1 to H7"),
        ("take P1 H7", "road", "from P1 to H7"),
        ("take P1 H7n", "", "road from P1 to H7n"),
        ("take P1 harbour2", "sB", "beige ship from P1 to harbour 2"),
        ("take P1 harbour2", "wB", "from P1 to harbour 2"),
        ("done", "", "finish"),
    ],
)
def test_a_planned_piece_is_named_as_far_as_the_view_tells(move: str, board: str, said: str):
    view = positions()[0].view
    view = msgspec.structs.replace(view, board=(CODE_OF[board], *view.board[1:]))
    assert game_text.planned(ENGLISH, move, "guatemala", view) == said


def test_a_piece_whose_place_is_not_chosen_yet_is_named_too():
    view = positions()[0].view
    view = msgspec.structs.replace(view, board=(CODE_OF["hK"], *view.board[1:]))
    assert game_text.planned(ENGLISH, "take P1", "guatemala", view) == "black shed from P1 …"
    assert game_text.planned(ENGLISH, "take P1", "guatemala") == "from P1 …"
    assert game_text.planned(words_in("de"), "take", "guatemala") == "Bauen …"


def test_a_planned_scoring_says_what_it_brings_and_that_a_sack_is_laid():
    view = next(one.view for one in positions() if one.view.phase == "line" and one.seats == 4)
    grown = tuple(Plantation(seat, 2, (1,), -1, -1, -1, points, 1) for seat, points in ((0, 6), (2, 3)))
    view = msgspec.structs.replace(
        view, board=(CODE_OF["cB"], *view.board[1:]), plantations=grown, active=0, stocks=(2, 0, 0, 0)
    )
    score = "score the coffee sack at P1"
    later = "; you choose now or later which sack you lay there"

    def said(move: str, names: tuple[str, ...] = NAMES, lang: str = "en") -> str:
        text = game_text.planned(words_in(lang), move, "guatemala", view, names)
        assert size(text) <= paging.OPTION
        return text

    assert said("score P1") == f"{score} (Ada +6, Cy +3){later}"
    assert said("score P1", LONG) == f"{score} (you +6){later}"
    assert said("score P1 lay W") == f"{score} (Ada +6, Cy +3), then lay: white coffee sack"
    assert said("score P1", LONG, "de") == (
        "Kaffeesack von P1 werten (du +6); welchen Sack du dort hinlegst, wählst du jetzt oder später"
    )
    view = msgspec.structs.replace(view, stocks=(0, 0, 0, 0), plantations=())
    assert said("score P1") == f"{score} (nobody gets points)"


@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        (("wK", "cW"), "build up to three pieces, score a coffee sack, or stop."),
        (("road",), "build up to three pieces, or stop."),
        (("cW",), "score a coffee sack, or stop."),
        ((), "where nothing lies: stop."),
    ],
)
def test_only_what_lies_before_the_buyer_is_asked_for(pieces: tuple[str, ...], asked: str):
    view = next(one.view for one in positions() if one.view.phase == "line")
    board = [0] * len(view.board)
    for field, piece in zip(LINES[9], pieces, strict=False):
        board[field] = CODE_OF[piece]
    view = msgspec.structs.replace(view, buyer=9, board=tuple(board))
    assert game_text.ask(ENGLISH, "turn", view, NAMES).endswith(asked)


@_languages
def test_the_second_picture_is_described_by_what_it_shows(lang: str):
    words = words_in(lang)
    for one in positions()[::3]:
        names = LONG[: one.seats]
        said = game_text.alts(words, one.view, names)
        assert set(said) == {"production"}
        assert size(good(said["production"])) <= paging.ALT
        first = game_text.alt(words, one.view, names)
        assert not set(re.findall(r"\w+ \([^)]*\)", said["production"])) & set(re.findall(r"\w+ \([^)]*\)", first))
    assert "Plantations of Ada" not in game_text.alts(ENGLISH, positions()[400].view, NAMES)["production"]


def test_the_points_stand_on_the_first_page():
    for one in positions()[::50]:
        page = game_text.text_board(ENGLISH, one.view, NAMES)[0]
        assert f"Points: Ada {one.view.points[0]}," in page


def test_a_hand_says_what_is_asked_and_what_was_answered():
    seat = GuatemalaSeat(0, (2, 0, 0, 0, 1), asked=True, may_block=True, answer="", plan_lay=-1, plan_sail=-1)
    words = words_in("de")
    assert game_text.hand(words, seat).replace("\N{NO-BREAK SPACE}", " ") == (
        "Du hast 3 Kaffeesäcke: 2 × schwarz (K), 1 × braun (N). "
        "Blockieren oder passen? Blockieren kostet dich einen Kaffeesack dieser Farbe."
    )
    asked = "Blockieren oder passen? Blockieren kostet dich einen Kaffeesack dieser Farbe."
    assert game_text.when_asked(words, seat) == asked, "the picture shows the sacks"
    only = game_text.when_asked(words, msgspec.structs.replace(seat, may_block=False))
    assert only == "Du hast keinen Kaffeesack dieser Farbe und kannst nur passen."
    for change in ({"may_block": False}, {"answer": "block"}, {"answer": "pass"}, {"plan_lay": 1, "plan_sail": 0}):
        other = msgspec.structs.replace(seat, **change)
        assert good(game_text.hand(words, other)) != game_text.hand(words, seat)
    assert game_text.hand(words, msgspec.structs.replace(seat, stock=(0,) * 5)).startswith("Du hast keine Kaffeesäcke.")


# ── what nobody may learn ────────────────────────────────────────────────────────────────────────────────────────────


def test_public_texts_take_public_views_and_never_a_state():
    """The types see to it: what is said in public is made of facts and of `PublicView`, which holds no secret."""
    texts = [path for path in (ROOT / "bot" / "games").rglob("*.py") if path.name not in ("__init__.py", "game.py")]
    assert texts
    for path in [ROOT / "bot" / "wording" / "words.py", *texts]:
        names = {
            alias if isinstance(node, ast.Import) else f"{node.module}.{alias}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in (name.name for name in node.names)
        }
        forbidden = ("discord", "rules.guatemala.state", "rules.guatemala.game", "storage", "PIL")
        assert not [name for name in names if name.startswith(forbidden)], path
    for function in (game_text.ask, game_text.status, game_text.ending, game_text.alt, game_text.text_board):
        assert function.__annotations__["view"] is PublicView
    assert game_text.hand.__annotations__["seat_view"] is SeatView


def test_a_public_text_is_the_same_in_worlds_that_differ_in_a_hand():
    """Views and announced facts are all that is used, so equal ones give equal texts, whoever holds what."""
    for one in positions()[::50]:
        again = msgspec.json.decode(msgspec.json.encode(one.view), type=GuatemalaPublic)
        facts = heard(one.told, None)
        assert game_text.alt(ENGLISH, again, NAMES, facts) == game_text.alt(ENGLISH, one.view, NAMES, facts)
        assert game_text.text_board(ENGLISH, again, NAMES) == game_text.text_board(ENGLISH, one.view, NAMES)


def test_every_kind_of_piece_has_a_name():
    for code in range(1, len(TOKENS)):
        for words in map(words_in, LANGUAGES):
            assert names_of_pieces(words, code)


def names_of_pieces(words: Words, code: int) -> bool:
    from bot.games.guatemala import terms

    one, more = terms.piece(words, code), terms.piece(words, code, 2)
    return one != more and more.startswith("2 ") and terms.piece_object(words, code) != one
