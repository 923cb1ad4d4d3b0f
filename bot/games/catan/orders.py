"""The standing orders of Catan: what to keep on a 7, and wishes (rules/catan/orders.py)."""

from collections.abc import Sequence
from typing import Any, Final

from bot.play.orders import Orders
from rules.catan import offers, orders
from rules.catan.facts import OfferClosed
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
