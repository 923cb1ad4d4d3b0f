"""Café International in words: every fact, reason and choice in three languages, within Discord's limits."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from bot.games import GAMES, game_text
from bot.games.cafe import labels, telling
from bot.games.cafe import reasons as explaining
from bot.games.cafe.telling import ENDINGS
from bot.wording import paging
from bot.wording.words import LANGUAGES, size, words_in
from rules import engine
from rules.cafe.board import CHAIR_NAMES, CHAIRS, TABLE_NAMES, TABLES
from rules.cafe.facts import (
    BirthdayNamed,
    BirthdayReached,
    CafeFact,
    Charged,
    Drew,
    DroppedOut,
    Ended,
    OneNation,
    Passed,
    RegularsTable,
    Seated,
    TableScored,
    WentToBar,
)
from rules.cafe.guests import JOKERS, KIND_OF, KINDS, NATIONS, TOKENS
from rules.cafe.moves import Sits
from rules.cafe.state import ENDINGS as ALL_ENDINGS
from rules.cafe.variants import BIRTHDAY, REGULARS
from rules.cafe.views import CafePublic, CafeSeat
from rules.chance import Seeded
from rules.contract import Choice, Fact, Outcome, Reason, Setup
from rules.facts import Told, heard
from tests.bot.test_receipts import ENGLISH, LONG, NAMES, good, plain, subclasses
from tests.bot.test_receipts import helps as instructs

RULES = GAMES["cafe"].rules
POSITIONS = 500
GAME = "cafe"

_languages = pytest.mark.parametrize("lang", LANGUAGES)


# ── one of each ──────────────────────────────────────────────────────────────────────────────────────────────────────

USM, USF, INF, JF, JM = (KIND_OF[token] for token in ("USM", "USF", "INF", "JF", "JM"))
C53, C60, C61, C62 = (CHAIR_NAMES.index(name) for name in ("C53", "C60", "C61", "C62"))
VALUES: dict[str, tuple[Any, ...]] = {
    "chair": tuple(range(CHAIRS)),
    "costs": ((0, 0, 0, 0), (15, 0, 10, 5)),
    "ending": ALL_ENDINGS,
    "field": (1, 6, 20),
    "guests": ((Sits(USM, C53),), (Sits(JF, C61, 6), Sits(USM, C60))),
    "kind": tuple(range(KINDS)),
    "kinds": ((INF,), (INF, INF, JM), (1, 2, 3, 4, 5)),
    "limit": (4, 0),
    "nation": tuple(range(len(NATIONS))),
    "one_nation": (False, True),
    "paid": (0, 1, 7),
    "points": (-14, -1, 0, 1, 2, 16),
    "seat": (0, 3),
    "starts": (2,),
    "table": tuple(range(len(TABLES))),
    "tables": (1, 2),
}
FACTS: tuple[type[Fact], ...] = get_args(CafeFact)
REASONS = [cls for cls in subclasses(Reason) if cls.__module__ == "rules.cafe.reasons"]


def samples(of: type[Any]) -> list[Any]:
    """Values of a type: every value of every field at least once, the rest at random."""
    names = of.__struct_fields__
    luck = random.Random(of.__name__)
    rows = max([len(VALUES[name]) for name in names], default=1)
    return [
        of(
            **{
                name: VALUES[name][row % len(VALUES[name])] if not again else luck.choice(VALUES[name])
                for name in names
            }
        )
        for row in range(rows)
        for again in range(4)
    ]


def test_the_unions_are_not_empty():
    assert len(FACTS) == 16
    assert len(REASONS) == 14
    assert set(ENDINGS) == set(ALL_ENDINGS)


@_languages
@pytest.mark.parametrize("fact_type", FACTS)
def test_every_fact_has_a_phrase(lang: str, fact_type: type[Fact]):
    words = words_in(lang)
    for fact in samples(fact_type):
        lines = game_text.tell(words, (fact,), NAMES)
        assert len(lines) == 1
        assert good(lines[0]).endswith(".")
        assert not MANY_OF_ONE.search(lines[0]), lines[0]
        assert lang == "en" or lines != game_text.tell(ENGLISH, (fact,), NAMES)


MANY_OF_ONE = re.compile(r"\b1 (points|guests|tables|Punkte|Gäste|Tische|punti|ospiti|tavoli)\b")


@_languages
@pytest.mark.parametrize("reason_type", REASONS)
def test_every_reason_says_what_to_do(lang: str, reason_type: type[Reason]):
    words = words_in(lang)
    for reason in samples(reason_type):
        text = good(game_text.explain(words, reason, NAMES))
        assert text.endswith(".")
        assert size(text) <= 300
        assert instructs(text), text
        assert lang == "en" or text != game_text.explain(ENGLISH, reason, NAMES)


def test_a_foreign_fact_or_reason_is_noticed():
    with pytest.raises(TypeError):
        telling.Teller.tell(ENGLISH, (Fact(),), NAMES)
    with pytest.raises(TypeError):
        explaining.explain(ENGLISH, Reason())


# ── a turn is one line ───────────────────────────────────────────────────────────────────────────────────────────────

T22, T23, T24 = (TABLE_NAMES.index(name) for name in ("T22", "T23", "T24"))
TURN = (
    Seated(0, (Sits(USM, C60), Sits(USF, C53)), 14),
    TableScored(0, T22, 11, one_nation=True),
    TableScored(0, T23, 3, one_nation=False),
    OneNation(0, 1, 4),
    Drew(0, (INF, JM)),
)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            (
                "Ada seats an American man on C60 and an American woman on C53: 14 points (USA +11 one nation, USA "
                "+3). Ada has completed a one-nation table: their hand limit falls to 4. "
                "Ada draws an Indian woman (INf) and a joker man (Jm)."
            ),
        ),
        (
            "de",
            (
                "Ada setzt einen amerikanischen Herrn auf C60 und eine amerikanische Dame auf C53: 14 Punkte (USA +11 "
                "Ein-Nationen-Tisch, USA +3). Durch einen Ein-Nationen-Tisch sinkt das Handlimit von Ada auf 4. "
                "Ada zieht eine indische Dame (INf) und einen Joker-Herrn (Jm)."
            ),
        ),
        (
            "it",
            (
                "Ada fa sedere un uomo americano su C60 e una donna americana su C53: 14 punti (Stati Uniti "
                "+11 una sola nazione, Stati Uniti +3). Con un tavolo di una sola nazione il limite di mano di Ada "
                "scende a 4. "
                "Ada pesca una donna indiana (INf) e un jolly uomo (Jm)."
            ),
        ),
    ],
)
def test_a_seating_is_one_line(lang: str, told: str):
    assert plain(game_text.tell(words_in(lang), TURN, NAMES)) == [told]


def test_turns_of_two_are_two_lines():
    bar = (WentToBar(1, INF, 6, -2), DroppedOut(1, 1, (USM, USM)))
    lines = plain(game_text.tell(ENGLISH, (*TURN, *bar), NAMES))
    assert lines[1:] == [
        (
            "Bo sends an Indian woman to the bar, field 6: −2 points. Bo can pay only 1 point and drops out. "
            "Out of the game: 2 × American man (USm)."
        )
    ]


def test_four_men_are_a_regulars_table_and_four_women_a_coffee_circle():
    men, women = ((Sits(kind, C53), Sits(kind, C60), Sits(kind, C61)) for kind in (USM, USF))
    for guests, lang, said in ((men, "en", "A regulars' table"), (women, "de", "Ein Kaffeekränzchen")):
        facts = (Seated(0, guests, 40), RegularsTable(0, T22, 40, one_nation=True))
        (line,) = game_text.tell(words_in(lang), facts, NAMES)
        assert f"{said} " in line
    (line,) = game_text.tell(ENGLISH, (RegularsTable(0, T22, 20, one_nation=False),), NAMES)
    assert line == "T22 (USA) is all men or all women: 20 points."


@pytest.mark.parametrize(("one_nation", "said"), [(False, "5 points (USA)."), (True, "5 points (USA +5 one nation).")])
def test_a_seating_names_the_only_table_that_scored(one_nation: bool, said: str):
    facts = (Seated(0, (Sits(USM, C60),), 5), TableScored(0, T22, 5, one_nation=one_nation))
    (line,) = game_text.tell(ENGLISH, facts, NAMES)
    assert line == f"Ada seats an American man on C60: {said}"


def test_a_joker_between_two_nations_is_told_with_the_one_it_stands_for():
    facts = (Seated(0, (Sits(JF, C61, 6), Sits(USM, C60)), 5),)
    (line,) = game_text.tell(ENGLISH, facts, NAMES)
    assert line == "Ada seats a joker woman (India) on C61 and an American man on C60: 5 points."


def test_the_end_is_one_line_with_what_each_pays():
    facts = (BirthdayReached(0), Passed(1), Charged((0, 15, 5)), Ended("bar"))
    (line,) = game_text.tell(ENGLISH, facts, NAMES)
    assert line.endswith("For guests still held: Bo −15, Cy −5. The game is over: the bar is full.")
    (line,) = game_text.tell(ENGLISH, (BirthdayNamed(2, 6),), NAMES)
    assert line.startswith("Cy names the birthday nation: India.")


# ── whole games ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Seen(NamedTuple):
    seats: int
    told: tuple[Told, ...]
    view: CafePublic
    hands: tuple[CafeSeat, ...]
    topics: tuple[str, ...]
    menus: tuple[tuple[tuple[str, ...], tuple[Choice, ...]], ...]
    move: str
    outcome: Outcome | None


def play(seed: int) -> Iterator[Seen]:
    """A random game, walked along the choices; seats are liked."""
    luck, whim = Seeded(seed), random.Random(seed)
    seats = (2, 3, 4)[seed % 3]
    options = ((BIRTHDAY.key, ("off", "10", "30")[seed // 3 % 3]), (REGULARS.key, REGULARS.values[seed % 2]))
    commit = engine.begin(RULES, Setup(seats, options), luck)
    likes = {"seat": 12, "swap": 6, "Jf": 3, "Jm": 3} if seed % 4 else {"bar": 12}
    while True:
        position, state = commit.position, commit.position.state
        view, hands = RULES.public(state), tuple(RULES.private(state, seat) for seat in range(seats))
        assert isinstance(view, CafePublic)
        outcome = RULES.outcome(state)
        topics = tuple(question.topic for question in position.open)
        if outcome is not None:
            yield Seen(seats, commit.told, view, hands, topics, (), "", outcome)  # type: ignore[arg-type]
            return
        seat = position.open[0].seat
        tokens: tuple[str, ...] = ()
        menus: list[tuple[tuple[str, ...], tuple[Choice, ...]]] = []
        while choices := RULES.choices(state, seat, tokens):
            menus.append((tokens, choices))
            choice = whim.choices(choices, [likes.get(choice.token, 1) for choice in choices])[0]
            tokens = (*tokens, choice.token)
            if choice.whole and whim.random() < 0.4:
                break
        move = " ".join(tokens)
        yield Seen(seats, commit.told, view, hands, topics, tuple(menus), move, None)  # type: ignore[arg-type]
        commit = engine.play(RULES, position, seat, (RULES.parse(move),), luck)


@cache
def positions() -> tuple[Seen, ...]:
    """Five hundred, spread over whole games of every size and variant."""
    found: list[Seen] = []
    seed = 0
    while len(found) < POSITIONS:
        game = list(play(seed))
        found += [*game[seed % 3 :: 3], game[-1]]
        seed += 1
    return tuple(found[:POSITIONS])


def test_the_positions_are_of_all_kinds():
    seen = positions()
    assert {one.seats for one in seen} == {2, 3, 4}
    assert {one.view.phase for one in seen} == {"turn", "birthday", "over"}
    assert {one.move.split()[0] for one in seen if one.move} == {"seat", "bar", "swap", "name"}
    assert {one.view.regulars for one in seen} == {False, True}
    assert any(one.view.dropped for one in seen)


@_languages
def test_texts_of_random_positions_fit(lang: str):
    words = words_in(lang)
    for one in positions():
        names = LONG[: one.seats]
        facts = heard(one.told, None)
        alt = good(game_text.alt(words, one.view, names, facts))
        assert size(alt) <= paging.ALT
        assert game_text.status(words, one.view, names) in alt
        for page in game_text.text_board(words, one.view, names):
            assert size(good(page)) <= paging.PAGE
        assert size(game_text.happened(words, "move", 0, facts, names)) <= paging.PAGE
        for line in game_text.tell(words, facts, names):
            good(line)
        for hand in one.hands:
            assert size(good(game_text.hand(words, hand))) <= 500
        for topic in one.topics:
            assert size(good(game_text.ask(words, topic, one.view, names))) <= 800
        assert size(good(game_text.status(words, one.view, names))) <= 600
        if one.outcome is not None:
            assert size(good(game_text.ending(words, one.outcome, names, one.view))) <= 600


@_languages
def test_labels_of_random_positions_fit_and_differ(lang: str):
    words = words_in(lang)
    for one in positions():
        for tokens, choices in one.menus:
            said = [good(game_text.label(words, choice, GAME, tokens, one.view)) for choice in choices]
            assert len(set(said)) == len(said), said
            assert max(map(size, said)) <= paging.BUTTON
            assert not [label for label in said if label.endswith("…")]
            for choice in choices:
                assert size(game_text.detail(words, choice, GAME, tokens, NAMES)) <= paging.OPTION
                assert not choice.group or size(good(game_text.group(words, choice.group, GAME))) <= paging.TITLE
        if one.move:
            assert size(good(game_text.planned(words, one.move, GAME, one.view))) <= paging.OPTION
            assert size(good(game_text.turn(words, one.move, 40, one.view))) <= paging.OPTION


def test_the_text_board_holds_every_guest_at_each_of_his_tables():
    for one in positions()[::7]:
        text = "\n".join(game_text.text_board(ENGLISH, one.view, NAMES))
        at = {sits.chair: sits for sits in one.view.guests}
        for number, table in enumerate(TABLES):
            (line,) = re.findall(rf"^{TABLE_NAMES[number]} \([A-Za-z ]+\): (.*)\.$", text, re.MULTILINE)
            assert ("; one nation" in line) == (number in one.view.one_nation)
            wanted = [CHAIR_NAMES[chair] for chair in table.chairs]
            assert re.findall(r"\bC\d\d\b", line) == wanted
            assert line.count(" free") == sum(chair not in at for chair in table.chairs)
        for seat in range(one.seats):
            (hand,) = re.findall(rf"^{NAMES[seat]} \(hand limit {one.view.limits[seat]}\): (.*)\.$", text, re.MULTILINE)
            assert sum(int(n or 1) for n in re.findall(r"(?:(\d+)\s× )?[A-Za-z ]+ \(\w+\)", hand)) == len(
                one.view.hands[seat]
            )


# ── questions, menus, hands ──────────────────────────────────────────────────────────────────────────────────────────


def turn_view(**changes: Any) -> CafePublic:
    view = next(one.view for one in positions() if one.view.phase == "turn" and one.seats == 3)
    usual: dict[str, Any] = {"active": 0, "scores": (3, 9, 20), "bar": (1,) * 5, "next_field": -2, "guests": ()}
    return msgspec.structs.replace(view, **(usual | {"opening": False, "hands": ((INF,), (USM,), ())} | changes))


def test_the_question_says_what_the_bar_brings_and_what_one_holds():
    assert game_text.ask(ENGLISH, "turn", turn_view(), NAMES) == (
        "Your turn: seat one or two guests, or send one to the bar (field 6: −2 points). "
        "Your guests: Indian woman (INf)."
    )


def test_who_cannot_pay_at_the_bar_is_warned_wherever_it_is_offered():
    view = turn_view(scores=(1, 9, 20))
    assert "⚠️ You cannot pay that at the bar: if you go there you drop out" in game_text.ask(
        ENGLISH, "turn", view, NAMES
    )
    assert game_text.turn(ENGLISH, "bar INf", -2, view) == "Bar: INf → −2 · you drop out!"
    assert game_text.turn(ENGLISH, "bar INf", -2, turn_view()) == "Bar: INf → −2"
    choice = Choice("INf", whole=True, worth=-2, offers=("out",))
    assert game_text.label(ENGLISH, choice, GAME, ("bar",)) == "Indian woman (INf) · −2 points · you drop out!"


def test_a_joker_that_can_be_taken_is_named_and_so_is_the_first_turn():
    jokers = (Sits(JF, C61, 6), Sits(JM, C53), Sits(JF, C62))
    said = game_text.ask(words_in("de"), "turn", turn_view(guests=jokers), NAMES)
    assert "Oder tausche den Joker auf C61 oder C62 gegen einen passenden Gast aus." in said
    assert "C53" not in said, "he holds no man of that nation"
    assert "eröffnest" in game_text.ask(words_in("de"), "turn", turn_view(opening=True), NAMES)


CHAIR = Choice("C53", whole=True, group="US", worth=14, offers=("T22",))


@pytest.mark.parametrize(
    ("choice", "tokens", "lang", "label"),
    [
        (CHAIR, ("seat", "USm"), "en", "American man → C53 · 14 points"),
        (CHAIR, ("seat", "INf", "C62", "Jf"), "de", "Joker-Dame → C53 · 14 Punkte"),
        (Choice("C53", whole=False), ("seat", "USf"), "it", "Donna americana → C53"),
        (Choice("USm", whole=False), ("seat",), "en", "American man (USm)"),
        (Choice("IN", whole=True, worth=1), ("seat", "Jf", "C61"), "en", "Joker woman (India) → C61 · 1 point"),
        (Choice("C61", whole=True, worth=0), ("swap", "INf"), "de", "Indische Dame statt Joker auf C61"),
        (Choice("INf", whole=True, worth=5), ("bar",), "it", "Donna indiana (INf) · 5 punti"),
        (Choice("DE", whole=True), ("name",), "de", "Deutschland (DE)"),
        (Choice("seat", whole=False), (), "de", "Gäste setzen"),
        (Choice("USm", whole=False), (), "en", "Add a guest"),
        (Choice("dance", whole=False), (), "en", "dance"),
    ],
)  # fmt: skip
def test_a_label_says_what_it_does(choice: Choice, tokens: tuple[str, ...], lang: str, label: str):
    assert game_text.label(words_in(lang), choice, GAME, tokens) == label


def test_a_chair_tells_its_tables_and_what_is_missing():
    whole, half = (Choice("C61", whole=whole) for whole in (True, False))
    assert game_text.detail(ENGLISH, whole, GAME, ("seat", "USm"), NAMES) == "T23 (USA), T24 (India)"
    assert game_text.detail(ENGLISH, half, GAME, ("seat", "USm"), NAMES).endswith(" · needs another guest")
    named = Choice("IN", whole=True, worth=3)
    assert game_text.detail(ENGLISH, named, GAME, ("seat", "Jf", "C61"), NAMES) == "T23 (USA), T24 (India)"
    assert game_text.detail(ENGLISH, Choice("USm", whole=False), GAME, ("seat", "INf", "C61"), NAMES) == ""


def test_headings_of_menus():
    assert game_text.group(ENGLISH, "USm", GAME) == "Seat: American man (USm)"
    assert game_text.group(words_in("de"), "IN", GAME) == "Indien"
    assert game_text.group(words_in("de"), "bar", GAME) == "An die Bar"
    assert game_text.group(ENGLISH, "new", GAME) == "new"


@pytest.mark.parametrize(
    ("text", "planned", "listed"),
    [
        ("seat USm C53 Jf C61 IN", "American man → C53, joker woman (India) → C61", "USm C53 + Jf C61 IN → 7"),
        ("bar INf", "Indian woman to the bar", "Bar: INf → 7"),
        ("swap INf C62", "Indian woman for the joker on C62", "INf for the joker on C62 → 7"),
        ("name IN", "birthday: India", "birthday: India"),
        ("seat USm", "American man → …", "American man → …"),
    ],
)
def test_a_turn_is_told_to_its_planner_and_in_lists(text: str, planned: str, listed: str):
    assert game_text.planned(ENGLISH, text, GAME) == planned
    assert game_text.turn(ENGLISH, text, 7, turn_view()) == listed


def test_a_hand_warns_who_could_not_pay():
    seat = CafeSeat(0, "turn", (INF, INF, JOKERS), 5, drops_out=True)
    assert labels.hand(words_in("de"), seat).replace("\N{NO-BREAK SPACE}", " ") == (
        "Deine Gäste: 2 × indische Dame (INf), Joker-Dame (Jf). "
        "An der Bar könntest du nicht bezahlen: Du würdest ausscheiden."
    )
    assert labels.hand(ENGLISH, CafeSeat(0, "", (), 5, drops_out=False)) == "You hold no guests."


def test_ties_share_a_rank_and_who_dropped_out_is_told():
    view = next(one.view for one in positions() if one.outcome is not None and one.seats == 4)
    view = msgspec.structs.replace(view, scores=(40, -3, 40, 0), dropped=(3,), resigned=(1,))
    text = game_text.ending(ENGLISH, Outcome(((0, 2), (1,), (3,)), "bar"), NAMES, view)
    assert text.split("\n") == [
        "Ada and Cy share the victory!",
        "1) Ada: 40 points",
        "1) Cy: 40 points",
        "3) Bo: −3 points (resigned)",
        "4) Di: 0 points (dropped out)",
    ]


def test_nothing_is_ordered_where_nobody_is_asked():
    assert game_text.order(ENGLISH, GAME, "") == "You have no standing order: you are asked each time."


@_languages
def test_every_guest_and_nation_has_a_name_of_its_own(lang: str):
    from bot.games.cafe import terms

    words = words_in(lang)
    names = [terms.guest(words, kind) for kind in range(KINDS)]
    objects = [terms.guest_object(words, kind) for kind in range(KINDS)]
    nations = [terms.nation(words, nation) for nation in range(len(NATIONS))]
    assert len({*names, *objects, *nations}) == 2 * len(TOKENS) + len(NATIONS)


@_languages
def test_who_plays_no_more_is_marked_with_why(lang: str):
    words = words_in(lang)
    view = next(one.view for one in positions() if len(one.view.scores) == 4)
    view = msgspec.structs.replace(view, dropped=(1,), resigned=(1, 2))
    (shown,) = game_text.standing(words, view, NAMES)
    marks = [re.findall(r"\(.*\)", part) for part in shown.split(" · ")]
    assert marks == [[], [f"({words.say('dropped out')})"], [f"({words.say('resigned')})"], []]


@_languages
def test_several_who_are_drawn_stand_with_their_number(lang: str):
    (told,) = plain(game_text.tell(words_in(lang), (Drew(0, (INF, INF, JM)),), NAMES))
    assert "2 × " in told
    assert words_in(lang).say("{first} and {last}", first="", last="").strip() in told.split()
