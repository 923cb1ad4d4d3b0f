"""/cafe: the turns of Café International, the best suggested first."""

from bot.games.slash import TURNS, Group, Slot, one
from bot.wording import Text
from rules.cafe.guests import NATIONS

COMMANDS = Group(
    "cafe",
    Text("The turns of Café International"),
    (
        one(
            "seat",
            Text("Seat one or two guests: a whole turn, the best are suggested first"),
            Slot("guests", Text("For example: USm C53 USf C60; type a guest or a chair to find its turns")),
        ),
        one(
            "bar",
            Text("Send a guest to the next field of the bar"),
            Slot("guest", Text("Which guest, for example: INf")),
        ),
        one(
            "swap",
            Text("Take a joker; a fitting guest takes its place"),
            Slot("guest", Text("Which guest, and the joker's chair, for example: INf C62")),
        ),
        one(
            "name",
            Text("Name the birthday nation"),
            Slot("nation", Text("Its two tables count double from then on"), listed=NATIONS),
        ),
    ),
    TURNS,
)
