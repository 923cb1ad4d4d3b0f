"""Queues of shards that nobody answers for: claimed one by one, and given back as soon as nothing is done there.

A process answers for the queues of its own shards by their lease alone, which costs a move nothing. Those of others it
looks at once their lease is over: each queue, what is to be said of a table at one address or what happens there by
itself, is one row that belongs to one owner for as long as the owner lives. Whoever comes back to their shard leaves
alone what is claimed, until that is given back.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from storage.postgres.database import Database
from storage.postgres.holding import Holding
from storage.postgres.schema import functions

SPEECH: Final = 0
"""Stands for the addresses to which something is said: 0 is the thread, each other one a person."""
DUE, HOUSE, EXPIRY = -1, -2, -3
"""Addresses to which nothing is said: what falls due at a table, what the house does there, that its lobby closes."""

# The shards are locked against whoever takes one just now: they see what is claimed, or it is not claimed. What is
# being claimed by somebody else is passed over. Rows of one queue are one before the clock is asked, which goes on.
_CLAIM = (
    "WITH free AS MATERIALIZED (SELECT shard FROM shards WHERE shard = ANY ($1::bigint[]) AND until < clock_timestamp()"
    " ORDER BY shard FOR SHARE), waiting AS MATERIALIZED ({source} AND (g.guild >> 22) % $2::bigint"
    " IN (SELECT shard FROM free) LIMIT $3 FOR UPDATE OF {locked} SKIP LOCKED)"
    " INSERT INTO claims AS c (game, address, owner, epoch, until) SELECT game, address, $4, 1,"
    " clock_timestamp() + $5::float8 * interval '1 second' FROM (SELECT DISTINCT game, address FROM waiting) queues"
    " ORDER BY game, address"
    " ON CONFLICT (game, address) DO UPDATE SET owner = excluded.owner, until = excluded.until,"
    " epoch = c.epoch + (c.owner <> excluded.owner)::int"
    " WHERE c.owner = excluded.owner OR c.until < clock_timestamp() RETURNING game, address"
)
_FREE = (
    "DELETE FROM claims WHERE owner = $1 AND game <> ''"
    " AND CASE WHEN $2::bigint < 0 THEN address = $2 ELSE address >= 0 END AND game <> ALL ($3::text[])"
)
_FREE_PEOPLE = "DELETE FROM claims WHERE owner = $1 AND game = '' AND address = ANY ($2::bigint[])"


class Claims:
    """What one process has claimed."""

    def __init__(self, holding: Holding) -> None:
        self.holding = holding
        self._database: Database = holding.database
        self._held: dict[int, bool] = {}
        """Whether anything may be claimed of a kind: of SPEECH and of the others."""
        self._people: dict[int, int] = {}
        """Rows of the outbox for people who are claimed over all tables, and who that is."""
        self._of_people = f"SELECT {functions()[0]}.claim_person($1, $2, $3)"

    async def seek(self, kind: int, source: str, locked: str, values: Sequence[Any], most: int) -> None:
        """Claims queues of a kind whose shard nobody answers for; `source` selects them, its values from $6 on."""
        holding = self.holding
        if not holding.orphans:
            return
        statement = _CLAIM.format(source=source, locked=locked)
        owner, _, total = holding.who
        given = (holding.orphans, total, most, owner, holding.lease, *values)
        if await self._database.write(statement, given):
            self._held[kind] = True

    async def give_back(self, kind: int, but: Collection[str] = ()) -> None:
        """Gives back the queues of a kind, except those of the tables at which something is being done."""
        if self._held.get(kind):
            self._held[kind] = bool(but)
            await self._database.write(_FREE, (self.holding.owner, kind, list(but)))

    async def person(self, user: int) -> bool:
        """Claims what is said to a person over all tables; returns whether nobody else has."""
        if self.holding.shards.are_all:
            return True
        owner, lease = self.holding.owner, self.holding.lease
        return (await self._database.write(self._of_people, (user, owner, lease)))[0][0]

    def reminding(self, user: int, rows: Sequence[int]) -> None:
        """Notes by which rows that person is to be told something."""
        if not self.holding.shards.are_all:
            self._people.update(dict.fromkeys(rows, user))

    async def told(self, rows: Sequence[int]) -> None:
        """Gives a person back once something has come of these rows."""
        if self._people and (people := {self._people.pop(row) for row in rows if row in self._people}):
            await self._database.write(_FREE_PEOPLE, (self.holding.owner, list(people)))


def ours(table: str, guild: str, address: str, first: int, function: str) -> str:
    """Returns the condition that a queue is this process's; `Holding.who` and `within_reach` come from $first on."""
    owner, mine, total, reach = (f"${first + n}" for n in range(4))
    return (
        f"({guild} >> 22) % {total}::bigint = ANY ({reach}::bigint[])"
        f" AND {function}.ours({table}, {guild}, {address}, {owner}, {mine}::bigint[], {total})"
    )
