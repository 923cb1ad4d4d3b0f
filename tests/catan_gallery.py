"""Of every kind of Catan's pictures one, for the page of `make pictures`: its section, its title and the scene."""

from collections.abc import Iterator

from msgspec.structs import replace

from renderer.catan import last_move, legal
from renderer.scene import Scene
from rules.catan.game import RULES
from rules.catan.pieces import KINDS
from rules.catan.views import CatanSeat, ShownOffer
from rules.chance import Seeded
from rules.contract import Seat
from rules.facts import heard
from tests.painted import PAINTERS
from tests.renderer.catan_positions import Moment, game

Entry = tuple[str, str, Scene]
STAGES = {"start": 0.0, "founded": 0.04, "middle": 0.5, "end": 1.0}
NAMES = ("Anna", "Bruno der Große", "Carla", "Dieter Müller")
TABLES = ((True, 4, 1), (True, 3, 2), (False, 4, 3), (False, 3, 4))


def _named(market: bool) -> str:
    return "catan" if market else "catan, base game"


def games() -> Iterator[Entry]:
    for market, seats, seed in TABLES:
        moments = list(game(market, seats, seed))
        for stage, part in STAGES.items():
            moment = moments[int(part * (len(moments) - 1))]
            for picture in PAINTERS.pictures(moment.view):
                scene = PAINTERS.paint(moment.view, picture, last_move(moment.facts), NAMES[:seats])
                yield _named(market), f"{seats} players, {picture}, {stage}", scene


def plans() -> Iterator[Entry]:
    """The first position of a game in which a verb can be said, and where its next words may go."""
    for market, verbs in (
        (True, ("found", "sites", "road", "robber", "chocolate", "bank", "site")),
        (False, ("city",)),
    ):
        for verb in verbs:
            moment, seat = _where(market, verb)
            tokens = (verb,)
            if verb in {"sites", "site"}:
                tokens = (verb, RULES.choices(moment.state, seat, (verb,))[0].token)
            marks, names = PAINTERS.planned(moment.view, (), tokens, RULES.choices(moment.state, seat, tokens))
            yield "catan plans", " ".join(tokens), PAINTERS.paint(moment.view, names[0], marks, NAMES)


def _where(market: bool, verb: str) -> tuple[Moment, Seat]:
    for seed in range(1, 20):
        for moment in game(market, 4, seed):
            for prompt in RULES.prompts(moment.state):
                if verb in {choice.token for choice in RULES.choices(moment.state, prompt.seat, ())}:
                    return moment, prompt.seat
    raise LookupError(verb)


def ghosts() -> Iterator[Entry]:
    """A road and a settlement that nobody has committed yet."""
    for market in (True, False):
        moment, seat = _where(market, "settlement")
        state, told = moment.state, moment.facts[:0]
        for verb in ("road", "settlement"):
            places = RULES.choices(state, seat, (verb,))
            if places:
                step = RULES.apply(state, seat, RULES.parse(f"{verb} {places[-1].token}"), Seeded(0))
                state, told = step.state, (*told, *heard(step.facts, None))
        view = RULES.public(state)
        marks, names = PAINTERS.planned(view, told, (), ())
        yield "catan plans", f"{_named(market)}, ghosts", PAINTERS.paint(view, names[0], marks, NAMES)


def extremes() -> Iterator[Entry]:
    view = list(game(True, 4, 1))[-1].view
    offer = ShownOffer(3, 1, (0, 2, 0, 0, 0, 1, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0, 2, 0), (0, 3), first=False)
    large = ShownOffer(4, 2, (1, 2, 3, 12, 1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1, 1, 2, 1, 10), (0, 1, 3), first=False)
    full = replace(view, bars=(7, 0, 0, 7, 5), bank=(0,) * KINDS, resources=(95, 0, 19, 7), points=(12, 12, 12, 12))
    yield "catan extremes", "an offer", PAINTERS.paint(replace(view, offer=offer), "market", None, NAMES)
    yield "catan extremes", "a large offer", PAINTERS.paint(replace(view, offer=large), "market")
    yield "catan extremes", "an empty bank", PAINTERS.paint(replace(full, resigned=(1,)), "market")


def hands() -> Iterator[Entry]:
    hand = CatanSeat(
        seat=1,
        hand=(3, 0, 2, 1, 2, 4, 2, 0, 1, 1),
        devs=(2, 1, 0, 1, 0),
        fresh=(1, 0, 0, 0, 0),
        points=9,
        rates=(3, 3, 2, 3, 3, 3, 3, 3, 3, 3),
        owed_resources=0,
        owed_ingredients=0,
        discarding=(),
        asked=0,
        can_pay=False,
        reply=None,
        replies=(),
    )
    many = replace(hand, seat=3, hand=(19, 18, 17, 16, 15, 18, 14, 10, 10, 8), devs=(14, 5, 2, 2, 2), points=12)
    yield "catan hands", "at rest", PAINTERS.paint(hand)
    yield "catan hands", "all there is", PAINTERS.paint(many)
    discarding = replace(many, owed_resources=42, owed_ingredients=30, discarding=(19, 18, 5, 0, 0, 10, 10, 10, 0, 0))
    yield "catan hands", "discarding", PAINTERS.paint(discarding)
    yield "catan hands", "of the base game", PAINTERS.paint(replace(hand, seat=0, hand=(1, 3, 0, 2, 1) + (0,) * 5))


def crops() -> Iterator[Entry]:
    moment = list(game(True, 4, 1))[200]
    for region in PAINTERS.regions(moment.view, "board"):
        yield "catan crops", region, PAINTERS.zoom(moment.view, "board", region, None, NAMES)
    first = next(game(True, 4, 1))
    seat = Seat(first.view.active)
    marks = legal(("found",), RULES.choices(first.state, seat, ("found",)))
    yield "catan crops", "where to found", PAINTERS.zoom(first.view, "board", "ne", marks, NAMES)


def everything() -> Iterator[Entry]:
    for part in (games, plans, ghosts, extremes, hands, crops):
        yield from part()


def for_readme() -> Scene:
    """The picture that the README shows."""
    moments = list(game(True, 4, 10))
    moment = moments[int(0.9 * len(moments))]
    return PAINTERS.paint(moment.view, "board", last_move(moment.facts), NAMES)
