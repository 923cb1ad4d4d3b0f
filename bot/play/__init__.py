"""The use cases of a table. Nothing here knows Discord, draws a picture or holds a sentence.

Theory of operation. `Transactions.run(where, action, use_case)` loads a table in one trip to the store, hands it to the
use case as a value (`Table`), and writes what that decided in one transaction: records, state, log, open questions,
messages for the outbox. Only then does it answer, and the answer brings the table as it is now (`Done`). If somebody
else was faster (compare-and-set on the revision), the use case is run anew; a second delivery of the same interaction
gets the same answer.

Use cases are asked for by what is wanted (`@use_case`): `turns.play(since, texts)`, `planning.add(since, rev, tokens)`,
`lobby.join(name)`. Functions that only look take a `Table` and return a value (`queries`).
"""

from bot.play.house.dues import may_go_on
from bot.play.house.turns import HouseTurns
from bot.play.plans.panel import Panel
from bot.play.table import ANY, Playable, Refused, Table
from bot.play.time_answers import PlayedFor
from bot.play.timed.clockwork import Clockwork
from bot.play.transactions import Action, Done, Env, Here, Pressed, Transactions, UseCase, Where

__all__ = [
    "ANY",
    "Action",
    "Clockwork",
    "Done",
    "Env",
    "Here",
    "HouseTurns",
    "Panel",
    "Playable",
    "PlayedFor",
    "Pressed",
    "Refused",
    "Table",
    "Transactions",
    "UseCase",
    "Where",
    "may_go_on",
]
