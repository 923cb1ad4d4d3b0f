"""What the people of a running table agree by votes: to pause, to go on, to play at another pace.

More than half of those who play decide. While a table is paused its clocks stand; whoever wants may play on.
"""

from msgspec.structs import replace

from bot.play.answers import AlreadyPlayed, OnlyCreator, OrderSet
from bot.play.clocks import due_rows, seat_clocks
from bot.play.clocks.paces import DAY, PACES
from bot.play.house import terms as agreed
from bot.play.outbox_bodies import LobbyBody, NoticeBody, notice, row
from bot.play.table import Refused, Table
from bot.play.time_answers import (
    NoSuchPace,
    NotPaused,
    PaceOutside,
    PaceSet,
    PaceVoted,
    Paused,
    PausedAlready,
    PauseVoted,
    Unpaused,
)
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from storage import rows
from storage.clocks import PACE, PAUSE, RESUME, Ballot, Clocks
from storage.rows import LOBBY, NONE, RUNNING, Change, DueRow

LONGEST = 30
"""Days of a pause."""


def paused_until(table: Table, now: int) -> int:
    """Returns when a pause ends; 0 if there is none."""
    return max((end for begin, end in table.row.clocks.pauses if begin <= now < end), default=0)


@use_case
async def pause(table: Table, action: Action, env: Env, days: int) -> Decision:
    """Votes for a pause of so many days, or with 0 to end one."""
    table.refuse_unless_running()
    seat, now = table.seat_of(action.user).seat, env.now()
    until = paused_until(table, now)
    if days and until:
        raise Refused(PausedAlready(until))
    if not days and not until:
        raise Refused(NotPaused())
    days = min(days, LONGEST)
    ballots, votes, wanted = _voted(table, Ballot(PAUSE if days else RESUME, days, seat))
    kept = replace(table.row.clocks, ballots=ballots, acted_at=now)
    if votes < wanted:
        told = notice(now, NoticeBody("pause-vote", votes, wanted, until=days))
        change = change_of(table, env, table=replace(table.row, clocks=kept), rows=(told,))
        return Decision(change, PauseVoted(days, votes, wanted))
    if not days:
        return Decision(_resumed(table, env, kept), Unpaused())
    until = now + days * DAY
    kept = replace(kept, pauses=(*kept.pauses, (now, until)), ballots=_without(kept, PAUSE))
    return Decision(_standing(table, env, kept, NoticeBody("paused", until=until), until), Paused(until))


@use_case
async def resume(table: Table, _action: Action, env: Env) -> Decision:
    """Ends a pause whose time has come; called by the clock."""
    found = [due for due in table.dues if due.kind == rows.RESUME]
    if not found or found[0].at > env.now():
        raise Refused(AlreadyPlayed())
    return Decision(replace(_resumed(table, env, table.row.clocks), silent=True), OrderSet(""))


def _resumed(table: Table, env: Env, clocks: Clocks) -> Change:
    now = env.now()
    pauses = tuple((begin, min(end, now)) for begin, end in clocks.pauses)
    kept = replace(clocks, pauses=pauses, ballots=_without(clocks, RESUME))
    return _standing(table, env, kept, NoticeBody("resumed"), 0)


def _standing(table: Table, env: Env, clocks: Clocks, told: NoticeBody, until: int) -> Change:
    dues = tuple(due for due in table.dues if due.kind != rows.RESUME)
    dues = (*dues, DueRow(NONE, NONE, until, rows.RESUME)) if until else dues
    change = change_of(table, env, table=replace(table.row, clocks=clocks), dues=dues)
    moved = due_rows.with_late(table.after(change), env.outages, env.now())
    return replace(change, dues=moved, rows=(notice(env.now(), told),))


def _voted(table: Table, vote: Ballot) -> tuple[tuple[Ballot, ...], int, int]:
    """Returns the ballots with this one, how many say the same, and how many are needed."""
    others = tuple(one for one in table.row.clocks.ballots if (one.what, one.seat) != (vote.what, vote.seat))
    ballots = (*others, vote)
    return ballots, sum((one.what, one.about) == (vote.what, vote.about) for one in ballots), len(table.users) // 2 + 1


def _without(clocks: Clocks, what: str) -> tuple[Ballot, ...]:
    return tuple(vote for vote in clocks.ballots if vote.what != what)


# ── the pace ──


@use_case
async def choose(table: Table, action: Action, env: Env, *, pace: str = "", late: str = "", away: str = "") -> Decision:
    """Sets the pace of a table that gathers, for who opened it; at one that runs it is a vote for that."""
    wanted = {agreed.PACE: pace, agreed.LATE: late, agreed.AWAY: away}
    if any(value and value not in agreed.TERMS[key] for key, value in wanted.items()):
        raise Refused(NoSuchPace())
    await _refuse_outside(table, env, pace)
    terms = {**dict(table.row.terms), **{key: value for key, value in wanted.items() if value}}
    changed = replace(table.row, terms=agreed.kept(**terms))
    if table.status == LOBBY:
        if table.row.creator != action.user:
            raise Refused(OnlyCreator())
        return Decision(change_of(table, env, table=changed, rows=(row(table.row.rev + 1, LobbyBody(0)),)), PaceSet())
    table.refuse_unless_running()
    seat, about = table.seat_of(action.user).seat, _numbered(terms)
    ballots, votes, needed = _voted(table, Ballot(PACE, about, seat))
    kept = replace(table.row.clocks, ballots=ballots, acted_at=env.now())
    if votes < needed:
        told = notice(env.now(), NoticeBody("pace-vote", votes, needed))
        change = change_of(table, env, table=replace(table.row, clocks=kept), rows=(told,))
        return Decision(change, PaceVoted(votes, needed))
    kept = replace(kept, ballots=_without(kept, PACE))
    return Decision(_paced(table, env, replace(changed, clocks=kept)), PaceSet())


async def _refuse_outside(table: Table, env: Env, pace: str) -> None:
    """Refuses a pace that the table's server does not allow; one that a table has had before it stays."""
    if pace and pace != agreed.chosen(table.row.terms, agreed.PACE):
        settings = dict((await env.store.guild(table.row.guild)).settings)
        if agreed.within(settings, pace) != pace:
            raise Refused(PaceOutside(*agreed.bounds(settings)))


def _numbered(terms: dict[str, str]) -> int:
    """Returns a number that stands for a pace and what goes with it: a ballot holds numbers."""
    number = 0
    for key in (agreed.PACE, agreed.LATE, agreed.AWAY):
        number = number * 10 + agreed.TERMS[key].index(terms.get(key, agreed.TERMS[key][0]))
    return number


def _paced(table: Table, env: Env, changed: rows.TableRow) -> Change:
    """Returns the table at another pace: all clocks begin anew, and whatever is asked has been asked now."""
    now, pace = env.now(), PACES.get(agreed.chosen(changed.terms, agreed.PACE))
    known = {clock.seat: clock for clock in changed.clocks.seats}
    seats = tuple(
        replace(clock, turns=known[clock.seat].turns, played_for=known[clock.seat].played_for)
        if clock.seat in known
        else clock
        for clock in seat_clocks.begun(table.seats, pace)
    )
    asked = tuple(replace(q, called_at=now) if q.called_at else q for q in table.questions)
    sealed = seat_clocks.fixed(asked, seats, pace) if pace is not None else None
    clocks = replace(changed.clocks, seats=seats, sealed=sealed)
    change = change_of(table, env, table=replace(changed, clocks=clocks), questions=asked)
    dues = due_rows.with_late(table.after(change), env.outages, now) if table.status == RUNNING else table.dues
    return replace(change, dues=dues, rows=(notice(now, NoticeBody("pace")),))
