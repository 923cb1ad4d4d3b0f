"""What random play reached: move kinds, phases, endings, refusals and facts, each counted."""

from collections import Counter
from collections.abc import Sequence

from tests.contract.cases import Case
from tests.contract.player import Game

Reached = dict[str, Counter[str]]


def reached(case: Case, games: Sequence[Game]) -> Reached:
    found: Reached = {about: Counter(dict.fromkeys(names, 0)) for about, names in case.wanted().items()}
    for game in games:
        found["move"].update(type(move).__name__ for ply in game.plies for move in ply.moves)
        found["phase"].update(type(position.state.phase).__name__ for position in game.positions)
        outcome = case.rules.outcome(game.last.state)
        found["ending"].update([str(outcome.reason)] if outcome else [])
        told = (item.fact for ply in game.plies for item in ply.commit.told)
        found["fact"].update(type(fact).__name__ for fact in (*told, *(item.fact for item in game.beginning.told)))
        found["reason"].update(came for _, came in game.misses if came not in ("legal", "unreadable"))
    return found


def missing(found: Reached, case: Case, least: int) -> list[str]:
    return [
        f"{about} {name}: {found[about][name]}"
        for about, names in case.wanted().items()
        for name in names
        if found[about][name] < least
    ]


def table(case: Case, games: Sequence[Game]) -> str:
    found = reached(case, games)
    commits = sum(len(game.plies) for game in games)
    head = f"{case.name}: {len(games)} games, {commits} commits, {sum(len(game.misses) for game in games)} near misses"
    lines = [f"  {about}: " + " · ".join(f"{name} {n}" for name, n in sorted(found[about].items())) for about in found]
    return "\n".join([head, *lines])
