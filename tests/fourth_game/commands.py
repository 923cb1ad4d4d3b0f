"""/toy: its moves."""

from bot.games.slash import LABELS, Group, Number, Slash, Slot
from bot.wording.words import Text

_EDGE = Number("edge", 0, 88)
_KIND = Slot("kind")

COMMANDS = Group(
    "toy",
    Text("The moves of the toy"),
    (
        Slash("draw", Text("Draw a card"), "DRAW"),
        Slash("send", Text("Send a guard"), "SEND"),
        Slash("clear", Text("Clear an edge"), "CLEAR {edge}", (_EDGE,)),
        Slash("give", Text("Toss cards"), "GIVE {cards}", (Slot("cards", several=True),)),
        Slash("lay", Text("Lay an edge"), "LAY {edge}", (_EDGE,)),
        Slash("offer", Text("Offer a card"), "OFFER {gives} {wants}", (Slot("gives"), Slot("wants"))),
        Slash("accept", Text("Accept the offer"), "ACCEPT {only}"),
        Slash("decline", Text("Decline the offer"), "DECLINE {only}"),
        Slash(
            "counter",
            Text("Offer another card"),
            "COUNTER {only} {gives} {wants}",
            (Slot("gives"), Slot("wants")),
        ),
        Slash("deal", Text("Close the deal"), "DEAL {only} {player}", (Slot("player"),)),
        Slash("withdraw", Text("Withdraw the offer"), "WITHDRAW"),
        Slash("call", Text("Call a kind in"), "CALL {kind}", (_KIND,)),
        Slash("score", Text("Score a kind"), "SCORE {kind} [{pay}]", (_KIND, Slot("pay", optional=True))),
        Slash("block", Text("Block"), "BLOCK"),
        Slash("pass", Text("Pass"), "PASS"),
        Slash("pay", Text("Pay a card"), "PAY {kind}", (_KIND,)),
        Slash("end", Text("End the turn"), "END"),
    ),
    LABELS,
)
