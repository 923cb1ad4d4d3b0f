"""The position in words, from the public view: as alt text of a picture, and in full for people who see no pictures."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.games.cafe.asking import gone, status
from bot.games.cafe.telling import Teller
from bot.wording import Words
from bot.wording.narrator import each, signed
from bot.wording.paging import fit, pages
from rules.cafe.board import BAR_FIELDS, TABLES
from rules.cafe.facts import Ended
from rules.cafe.guests import TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import CafePublic as View
from rules.contract import Fact

TITLE = "Café International"


def alt(words: Words, view: View, names: Sequence[str], facts: Sequence[Fact] = ()) -> str:
    """Returns turn, scores, the last move, hands, the bar, then as many tables as fit."""
    moves = [fact for fact in facts if not isinstance(fact, Ended)]  # the status says how it ended
    last = [words.say("Last move: {what}", what=line) for line in Teller.tell(words, moves, names)[-1:]]
    sentences = [
        f"{TITLE}. {status(words, view, names)}",
        _scores(words, view, names),
        *last,
        *_birthday(words, view),
        words.say("Guests in hand: {list}.", list=_hands(words, view, names)),
        _bar(words, view),
        *_tables_short(words, view),
    ]
    return fit(sentences)


def _scores(words: Words, view: View, names: Sequence[str]) -> str:
    return words.say_in("café", "Points: {list}.", list=each(names, map(terms.plain, view.scores)))


def standing(words: Words, view: View, names: Sequence[str]) -> str:
    """I Ada 14 · II Bo 3 · III Cy 2 (resigned)"""
    return signed(names, [f"{terms.plain(score)}{gone(words, view, seat)}" for seat, score in enumerate(view.scores)])


def _hands(words: Words, view: View, names: Sequence[str]) -> str:
    return each(names, [terms.tokens(hand) or words.say_in("hand", "none") for hand in view.hands], "; ")


def _birthday(words: Words, view: View) -> list[str]:
    if view.birthday >= 0:
        return [words.say("The birthday tables count double: {nation}.", nation=terms.nation(words, view.birthday))]
    if view.threshold:
        points = terms.points(words, view.threshold)
        return [words.say("Whoever first reaches {points} names the birthday nation.", points=points)]
    return []


def _bar(words: Words, view: View) -> str:
    taken = len(view.bar)
    if taken == len(BAR_FIELDS):
        return words.say("The bar is full.")
    return words.many(
        "At the bar {n} of {all} fields is taken; the next brings {points}.",
        "At the bar {n} of {all} fields are taken; the next brings {points}.",
        taken,
        all=len(BAR_FIELDS),
        points=terms.points(words, view.next_field),
    )


def _tables_short(words: Words, view: View) -> list[str]:
    """Returns only the tables where somebody sits."""
    at = {sits.chair: sits for sits in view.guests}
    found: list[str] = []
    for number, place in enumerate(TABLES):
        guests = [f"{terms.chair_name(chair)} {TOKENS[at[chair].kind]}" for chair in place.chairs if chair in at]
        if guests:
            found.append(f"{terms.table(words, number)}: {', '.join(guests)}.")
    return found


# ── the whole position ───────────────────────────────────────────────────────────────────────────────────────────────


def text_board(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Returns every guest on the table, in pages; a guest between two tables is listed at both."""
    sections = [
        [f"**{TITLE}**", status(words, view, names), *_table(words, view, names)],
        [f"**{words.say('Hands')}**", *_hands_long(words, view, names)],
        [f"**{words.say('Tables')}**", *_tables(words, view)],
        [f"**{words.say('The bar')}**", *_bar_long(words, view)],
    ]
    return pages(sections)


def _table(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines = [
        _scores(words, view, names),
        words.many("{n} guest is in the bag.", "{n} guests are in the bag.", view.bag),
        *_birthday(words, view),
    ]
    if view.regulars:
        lines.append(words.say("Regulars' tables and coffee circles are allowed."))
    if any(view.completed):
        lines.append(words.say("One-nation tables completed: {list}.", list=each(names, map(str, view.completed))))
    if view.dropped:
        lines.append(words.say("Dropped out: {names}.", names=words.listed([names[seat] for seat in view.dropped])))
    if view.resigned:
        lines.append(words.say("Resigned: {names}.", names=words.listed([names[seat] for seat in view.resigned])))
    if any(view.costs):
        costs = each(names, [terms.plain(-cost) for cost in view.costs])
        lines.append(words.say("For guests still held: {list}.", list=costs))
    return lines


def _hands_long(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for name, hand, limit in zip(names, view.hands, view.limits, strict=False):
        held = terms.counted(words, hand) if hand else words.say_in("hand", "none")
        lines.append(words.say("{name} (hand limit {limit}): {guests}.", name=name, limit=limit, guests=held))
    return lines


def _tables(words: Words, view: View) -> list[str]:
    at = {sits.chair: sits for sits in view.guests}
    lines: list[str] = []
    for number, place in enumerate(TABLES):
        seats = [f"{terms.chair_name(chair)} {_who(words, at.get(chair))}" for chair in place.chairs]
        text = f"{terms.table(words, number)}: {', '.join(seats)}"
        lines.append(f"{text}; {words.say('one nation')}." if number in view.one_nation else f"{text}.")
    return lines


def _who(words: Words, sits: Sits | None) -> str:
    return terms.seated(words, sits) if sits is not None else words.say_in("chair", "free")


def _bar_long(words: Words, view: View) -> list[str]:
    lines = [_bar(words, view)]
    if view.bar:
        taken = ", ".join(f"{field} {terms.guest(words, kind)}" for field, kind in enumerate(view.bar, start=1))
        lines.append(words.say("Fields taken: {list}.", list=taken))
    left = ", ".join(
        f"{field} {words.signed(points)}" for field, points in enumerate(BAR_FIELDS, start=1) if field > len(view.bar)
    )
    if left:
        lines.append(words.say("Fields left: {list}.", list=left))
    return lines
