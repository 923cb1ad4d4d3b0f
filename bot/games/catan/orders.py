"""The standing orders of Catan: what to keep on a 7, and wishes (rules/catan/orders.py); in words, and by presses."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.catan import terms
from bot.games.catan.labels import card_named
from bot.play.orders import Orders
from bot.wording import Text, Words
from bot.wording.order_lines import Line, Ordering, Step
from rules.catan import offers, orders
from rules.catan.facts import OfferClosed
from rules.catan.orders import KEEP, SHOWN, WISH
from rules.catan.pieces import CARD_NAMES, RESOURCES, RESOURCES_EACH
from rules.contract import AnyRules, Fact


def _amended(rule: str, line: str) -> str:
    return orders.write(orders.amended(orders.read(rule) if rule else orders.Orders(), line))


def _answer(rules: AnyRules, state: Any, seat: int, rule: str) -> str:
    move = orders.answer(orders.read(rule), state, seat)
    return rules.write(move) if move is not None else ""


def _after(rule: str, state: Any, seat: int, facts: Sequence[Fact]) -> str:
    left = orders.read(rule)
    for fact in facts:
        if isinstance(fact, OfferClosed):
            left = orders.after(left, state.active, seat, fact)
    return orders.write(left)


def _listed(rule: str) -> str:
    shown = tuple(wish for wish in orders.read(rule).wishes if wish.shown)
    return orders.write(orders.Orders(wishes=shown))


ORDERS: Final = Orders(
    lambda text: orders.write(orders.read(text)), _answer, _amended, frozenset({offers.TOPIC}), _after, _listed
)


# ── in words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def order(words: Words, rule: str) -> str:
    """Puts a standing order in its canonical words (rules/catan/orders.py) into sentences."""
    left = orders.read(rule)
    lines: list[str] = []
    if left.keep:
        cards = ", ".join(terms.card(words, kind) for kind in left.keep)
        lines.append(words.say("On a 7 you keep, from the dearest on: {cards}.", cards=cards))
    for wish in left.wishes:
        listed = words.say("everybody sees it") if wish.shown else words.say("nobody sees it")
        lines.append(words.say("Your wish: {wish}; {seen}.", wish=_wish(words, wish), seen=listed))
    return " ".join(lines)


def listed(words: Words, name: str, rule: str) -> list[str]:
    """Returns a line for each wish that its owner lets others see."""
    return [
        words.say("{name} has left a wish: {wish}.", name=name, wish=_wish(words, wish))
        for wish in orders.read(rule).wishes
    ]


def _wish(words: Words, wish: orders.Wish) -> str:
    gives, gets = terms.card(words, wish.gives), terms.card(words, wish.gets)
    return words.many("{gives} for {gets}, {n} card", "{gives} for {gets}, card for card, up to {n}", wish.left,
                      gives=gives, gets=gets)  # fmt: skip


# ── by presses ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _times(words: Words, number: str) -> str:
    return words.many("{n} card", "up to {n} cards, one for one", int(number))


def _seen(words: Words, word: str) -> str:
    return words.say("Everybody sees it") if word else words.say("Nobody sees it")


TIMES: Final = tuple(map(str, range(1, RESOURCES_EACH + 1)))


def _lines(view: Any) -> tuple[Line, ...]:
    cards = CARD_NAMES if view.market else CARD_NAMES[:RESOURCES]
    keep = Step(
        Text("What is most important to keep, then the next; the rest follows by itself"), cards, card_named, True
    )
    wish = (
        Step(Text("The card that you would give"), cards, card_named),
        Step(Text("The card that you want for it"), cards, card_named),
        Step(Text("How often it may be taken"), TIMES, _times),
        Step(Text("Who sees it before it is taken?"), ("", SHOWN), _seen),
    )
    return Line(WISH, Text("Leave a wish"), wish), Line(KEEP, Text("What to keep on a 7"), (keep,))


def _parts(words: Words, rule: str) -> list[tuple[str, str]]:
    left = orders.read(rule) if rule else orders.Orders()
    kept = [(words.say("What to keep on a 7"), KEEP)] if left.keep else []
    return kept + [
        (_wish(words, wish), f"{WISH} {CARD_NAMES[wish.gives]} {CARD_NAMES[wish.gets]} 0") for wish in left.wishes
    ]


ORDERING: Final = Ordering(_lines, _parts)
