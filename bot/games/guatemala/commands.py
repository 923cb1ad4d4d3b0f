"""/guatemala: the moves of Guatemala Café."""

from bot.games.slash import Group, Number, Slash, Slot, one
from bot.wording import Text

COMMANDS = Group(
    "guatemala",
    Text("The moves of Guatemala Café"),
    (
        one("buyer", Text("Put the Buyer on a space of his track"), Number("space", 0, 35)),
        one("step", Text("Move the Buyer 1 to 3 spaces, or 4 for 2 centavos"), Number("spaces", 1, 4)),
        Slash(
            "build",
            Text("Take a piece of the line and build it"),
            "take {piece} {place}",
            (
                Slot("piece", Text("The field of the production board"), longest=0),
                Slot("place", Text("Field, harbour or border"), longest=0),
            ),
        ),
        Slash(
            "score",
            Text("Score a sack of the line"),
            "score {sack} [lay {lay}]",
            (
                Slot("sack", Text("The field of the sack"), longest=0),
                Slot("lay", Text("The sack you will lay; nobody is told"), optional=True),
            ),
        ),
        Slash("done", Text("Finish building, or stop")),
        Slash("block", Text("Block the scoring in question, in secret")),
        Slash("pass", Text("Let the scoring pass, in secret")),
        one("lay", Text("Lay a sack on the empty field"), Slot("sack", longest=0)),
        Slash("sail", Text("Choose the harbour whose ship sails"), "sail harbour{harbour}", (Number("harbour", 1, 4),)),
    ),
)
