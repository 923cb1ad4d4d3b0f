"""The toy in words. They stand in no catalogue: whoever reads German or Italian gets them in English."""

from collections.abc import Sequence
from typing import Any

from bot.wording.narrator import Narrator
from bot.wording.phrases import Names, Phrases, Tokens
from bot.wording.sentences import Sentences, name
from bot.wording.words import Text, Words
from rules import counts
from rules.contract import Choice, Fact, Reason
from tests.contract import toy_pieces as toy
from tests.contract.toy_pieces import NAMES, Hand, Table

VERBS = {
    "DRAW": "Draw a card",
    "SEND": "Send a guard",
    "CLEAR": "Clear an edge",
    "GIVE": "Toss cards",
    "LAY": "Lay an edge",
    "OFFER": "Offer a card",
    "ACCEPT": "Accept",
    "DECLINE": "Decline",
    "COUNTER": "Offer another card",
    "DEAL": "Close the deal",
    "WITHDRAW": "Withdraw the offer",
    "CALL": "Call a kind in",
    "SCORE": "Score a kind",
    "BLOCK": "Block",
    "PASS": "Pass",
    "PAY": "Pay a card",
    "END": "End the turn",
}
TOPICS = {
    "turn": Text("Your turn in the {phase}."),
    "toss": Text("You hold too many cards: choose which you toss."),
    "blockade": Text("Somebody scores. Block or pass?"),
    "offer": Text("A card is offered to you."),
    "guard": Text("The guard clears an edge: which?"),
    "pay": Text("Pay a card for what you have scored."),
}
ENDINGS = {
    "points": Text("The game is over: the goal is reached."),
    "bag": Text("The game is over: the bag is empty."),
    "resigned": Text("The game is over: only one player is left."),
}


def kind(_words: Words, _names: Names, number: int) -> str:
    return NAMES[number]


def cards(packed: int) -> str:
    return " ".join(NAMES[number] for number in counts.pieces(packed)) or "none"


class Teller(Narrator):
    said = Sentences(
        {
            toy.Dealt: Text("Your cards: {cards}."),
            toy.Drew: Text("{name} draws a card; the die shows {die}."),
            toy.Card: Text("Your card: {kind}."),
            toy.Did: Text("{name}: {what}."),
            toy.Called: Text("{kind} is called in."),
            toy.Tossed: Text("{name} has tossed {cards}."),
            toy.Traded: Text("{name} and {other} trade."),
            toy.Void: Text("Offer {number} can no longer be paid."),
            toy.Scored: Text("{name} scores {kind}."),
            toy.Passed: Text("{name} has no card and passes."),
        },
        {
            "name": {"seat": name, "by": name},
            "other": {"to": name},
            "kind": {"kind": kind},
            "cards": {"cards": lambda _, __, held: held if isinstance(held, int) else cards(held.packed)},
        },
    )
    breaks = (toy.Drew, toy.Did)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case toy.Ended():
                self._say(self.words.put(ENDINGS[fact.ending]))
            case toy.Answered():
                yes, who = ("accepts" if fact.yes else "declines"), self.names[fact.seat]
                self._say(f"{who} {yes} offer {fact.number}.")
            case _:
                super()._hear(fact)


REASONS = Sentences(
    {
        toy.Lacks: Text("You have no {kind}. Choose a card that you hold."),
        toy.Occupied: Text("Edge {edge} is taken. Choose a free one."),
        toy.Bare: Text("Nothing lies there. Choose an edge that is taken."),
        toy.Wrong: Text("Toss exactly {owed} cards."),
        toy.NoOffer: Text("There is no such offer. Open “My turn” to see what is."),
        toy.Same: Text("A kind goes for another kind. Choose two."),
        toy.Spent: Text("You have done that in this turn. Do something else."),
    },
    {"kind": {"kind": kind}},
)


def explain(words: Words, reason: Reason, names: Names) -> str:
    return REASONS.say(words, reason, names)


def ask(words: Words, topic: str, view: Table, _names: Names) -> str:
    return words.put(TOPICS[topic], phase=view.phase.lower())


def status(words: Words, view: Table, names: Names) -> str:
    if view.phase == "Over":
        return words.say("The game is over.")
    return words.say("Turn of {name}: {phase}.", name=names[view.turn], phase=view.phase.lower())


def result(_words: Words, seat: int, names: Names, view: Table) -> str:
    return f"{names[seat]}: {view.points[seat]}"


def label(_words: Words, choice: Choice, tokens: Tokens, _view: Any) -> str:
    return f"{choice.token}" if tokens else VERBS.get(choice.token, choice.token)


def group(_words: Words, key: str) -> str:
    return VERBS.get(key, key)


def planned(_words: Words, text: str, _view: Any, _names: Names) -> str:
    verb, *rest = text.split()
    return " ".join([VERBS.get(verb, verb), *rest])


def alt(words: Words, view: Table, names: Names, _facts: Sequence[Fact]) -> str:
    return " ".join([status(words, view, names), *_seats(view, names)])


def text_board(words: Words, view: Table, names: Names) -> list[str]:
    return ["\n".join([status(words, view, names), *_seats(view, names)])]


def _seats(view: Table, names: Names) -> list[str]:
    return [f"{who}: {view.points[seat]} points, {view.hands[seat]} cards." for seat, who in enumerate(names)]


def hand(words: Words, view: Hand) -> str:
    return words.say("Your cards: {cards}.", cards=cards(view.cards.packed))


PHRASES = Phrases(
    options={"bag": Text("Bag")},
    values={("bag", "full"): Text("all cards"), ("bag", "short"): Text("half of the cards")},
    pictures={"table": Text("Table")},
    regions={},
    tell=Teller.tell,
    explain=explain,
    ask=ask,
    status=status,
    result=result,
    label=label,
    detail=lambda _words, _choice, _tokens, _names, _view: "",
    group=group,
    planned=planned,
    order=lambda words, _rule: words.say("You have no standing order: you are asked each time."),
    alt=alt,
    text_board=text_board,
    hand=hand,
    declines=frozenset({"DECLINE", "PASS"}),
)
