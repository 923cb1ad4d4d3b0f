"""The drawer: what a developer can look at and do to the bot's Discord from a tab."""

from typing import TYPE_CHECKING, Any

import msgspec

from sandbox.api.shapes import keyed
from sandbox.faults import Fault, Glitch
from sandbox.page import shapes as page_shapes
from sandbox.page.acts import Act
from sandbox.page.shown import CannotError
from sandbox.world.world import Json

if TYPE_CHECKING:
    from sandbox.page.tab import Tab

LINES = 100
FARTHEST = 400 * 86_400


async def watch(tab: "Tab", asked: Json) -> Any:
    """Returns the log so far; every further line is sent by itself."""
    tab.watch(on=bool(asked["on"]))
    if not asked["on"]:
        return None
    lines = [page_shapes.exchange(told) for told in list(tab.sandbox.rest.log)[-LINES:]]
    return {"lines": lines, "connected": tab.sandbox.gateway.connected} | plan(tab)


def plan(tab: "Tab") -> Json:
    faults = tab.sandbox.faults
    return {"waiting": [_line(f) for f in faults.waiting], "struck": [_line(f) for f in faults.struck[-20:]]}


def _line(fault: Fault | Glitch) -> str:
    if isinstance(fault, Glitch):
        return f"{fault.event}: {fault.do}"
    ending = "lost" if fault.lost else f"{fault.status or 'late'} {fault.code or ''}".strip()
    return f"{fault.route}: {ending}{' after it worked' if fault.after else ''}"


async def fault(tab: "Tab", asked: Json) -> Any:
    try:
        planned = msgspec.convert(keyed(asked["fault"]), type=Fault)
    except msgspec.ValidationError as wrong:
        raise CannotError(str(wrong)) from None
    tab.sandbox.faults.plan(planned)
    return plan(tab)


async def glitch(tab: "Tab", asked: Json) -> Any:
    try:
        planned = msgspec.convert(keyed(asked["glitch"]), type=Glitch)
    except msgspec.ValidationError as wrong:
        raise CannotError(str(wrong)) from None
    tab.sandbox.faults.plan(planned)
    return plan(tab)


async def calm(tab: "Tab", _: Json) -> Any:
    tab.sandbox.faults.clear()
    return plan(tab)


async def gateway(tab: "Tab", asked: Json) -> Any:
    """Acts on the bot's connection, not on the page's."""
    known = tab.sandbox.gateway
    act = {"cut": known.cut, "reconnect": known.reconnect, "invalidate": known.invalidate}.get(asked["what"])
    if act is None:
        raise CannotError("there is no such thing to do to the gateway")
    act()
    return plan(tab)


async def advance(tab: "Tab", asked: Json) -> Any:
    seconds = float(asked["seconds"])
    if not 0 < seconds <= FARTHEST:
        raise CannotError("the clock goes ahead by up to 400 days, and never back")
    tab.sandbox.clock.advance(seconds)
    tab.tell_all({"t": "clock", "now": tab.sandbox.clock.now()})


ACTS: dict[str, Act] = {act.__name__: act for act in (watch, fault, glitch, calm, gateway, advance)}
