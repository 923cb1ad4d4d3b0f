"""The use cases of a table. Nothing here knows Discord, and nothing here draws a picture.

Every use case loads the table, decides, and writes all of its consequences in one transaction: records, state, open
questions, what is to be said. Only then does it answer. A second delivery of the same action gets the same answer.
"""

from bot.play.duties import Duties
from bot.play.leaving import Leaving
from bot.play.lobby import Lobby, NewTable
from bot.play.panel import Panel
from bot.play.planning import Planning
from bot.play.privacy import Traces
from bot.play.queries import Queries
from bot.play.relocation import Relocation
from bot.play.restored import Restored
from bot.play.silence import Silence
from bot.play.standing_orders import StandingOrders
from bot.play.transactions import Action, Refused, Transactions
from bot.play.turns import Turns


class Tables:
    """All use cases over one desk."""

    def __init__(self, desk: Transactions) -> None:
        self.desk = desk
        self.lobby = Lobby(desk)
        self.turns = Turns(desk)
        self.planning = Planning(desk, self.turns)
        self.leaving = Leaving(desk)
        self.standing = StandingOrders(desk, self.turns)
        self.inbox = Duties(desk)
        self.past = Queries(desk)
        self.traces = Traces(desk)
        self.restored = Restored(desk)
        self.moving = Relocation(desk)
        self.silence = Silence(desk)


__all__ = ["Action", "NewTable", "Panel", "Planning", "Refused", "Tables", "Transactions"]
