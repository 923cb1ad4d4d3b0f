"""The use cases of a table. Nothing here knows Discord, and nothing here draws a picture.

Every use case loads the table, decides, and writes all of its consequences in one transaction: records, state, open
questions, what is to be said. Only then does it answer. A second delivery of the same action gets the same answer.
"""

from bot.tables.desk import Action, Desk, Refused
from bot.tables.drafts import Planning
from bot.tables.inbox import Inbox
from bot.tables.leaving import Leaving
from bot.tables.lobby import Lobby, NewTable
from bot.tables.moving import Moving
from bot.tables.panel import Panel
from bot.tables.past import Past
from bot.tables.restored import Restored
from bot.tables.silence import Silence
from bot.tables.standing import Standing
from bot.tables.traces import Traces
from bot.tables.turns import Turns


class Tables:
    """All use cases over one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.lobby = Lobby(desk)
        self.turns = Turns(desk)
        self.planning = Planning(desk, self.turns)
        self.leaving = Leaving(desk)
        self.standing = Standing(desk, self.turns)
        self.inbox = Inbox(desk)
        self.past = Past(desk)
        self.traces = Traces(desk)
        self.restored = Restored(desk)
        self.moving = Moving(desk)
        self.silence = Silence(desk)


__all__ = ["Action", "Desk", "NewTable", "Panel", "Planning", "Refused", "Tables"]
