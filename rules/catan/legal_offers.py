"""The answers to open offers, quickly; offers and counter-offers are left out, for there is no end of them."""

from rules.catan import offer_choices
from rules.catan.moves import Accept, CatanMove, Deal, Decline, Withdraw
from rules.catan.state import COUNTERED, Catan


def answers(now: Catan, seat: int) -> tuple[CatanMove, ...]:
    """To the offers of others, and of one's own offer: deals, and withdrawing it."""
    found: list[CatanMove] = [Accept(each.number) for each in offer_choices.acceptable(now, seat)]
    found += [Decline(each.number) for each in offer_choices.declinable(now, seat)]
    found += [Withdraw(each.number) for each in offer_choices.answered_by(now, seat)]
    mine = offer_choices.own(now, seat)
    if mine is not None:
        found.append(Withdraw(mine.number))
        for other in offer_choices.dealable(now, mine):
            reply = mine.replies[other]
            found.append(Deal(mine.number, other, reply.counters if reply.answer == COUNTERED else 0))
    return tuple(found)
