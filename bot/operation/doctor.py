"""`stammtisch doctor`: whatever can be checked without starting the bot, a line each, and what helps."""

import asyncio
import stat

from discord.http import HTTPClient
from msgspec import Struct, convert

from bot.discord.connect import refuse_for_good
from bot.discord.transient import is_away, why
from bot.operation import at_hand
from bot.operation.problem import CannotRun
from bot.operation.self_test import SELF_TESTS
from bot.operation.settings import Settings, env_file
from renderer.drawing import names
from storage.folder.control import Answer

PATIENCE = 20.0


class Check(Struct, frozen=True):
    """One thing that was checked. If it is well but has a solution, it is a warning."""

    name: str
    what: str
    solution: str = ""
    well: bool = True

    def __str__(self) -> str:
        mark = "bad" if not self.well else "mind" if self.solution else "well"
        help_ = f". {self.solution}" if self.solution else ""
        return f"{mark:4} {self.name}: {self.what.removeprefix('not so: ').rstrip('.')}{help_}"


def examine(chosen: Settings, token: str, answer: Answer, *, offline: bool) -> list[Check]:
    """Checks the settings, this machine, Discord, and what the store says of itself."""
    checks = [_of_env_file(), *(_tested(name, chosen) for name in SELF_TESTS), _of_names(), *_of_store(answer)]
    if not token:
        checks.append(Check("Discord", at_hand.without_token()))
    elif offline:
        checks.append(Check("Discord", "not asked; the token has the right shape"))
    else:
        checks.append(asyncio.run(_of_token(token, chosen.proxy)))
    return list({check.name: check for check in checks}.values())  # of two checks by one name the later knows more


def _of_env_file() -> Check:
    path = env_file()
    if not path.exists():
        return Check("settings", f"of the environment alone: there is no {path}")
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Check("settings", f"other users of this machine can read {path}", f"chmod 600 {path}")
    return Check("settings", f"{path} is its owner's alone")


def _tested(name: str, chosen: Settings) -> Check:
    try:
        return Check(name, SELF_TESTS[name](chosen.data))
    except CannotRun as wrong:
        return Check(name, wrong.problem, wrong.solution, well=False)


def _of_names() -> Check:
    if names.is_shaped():
        return Check("names", "pictures show them in any script")
    return Check("names", "pictures do not join the letters of Arabic", "Install libfribidi (Debian: libfribidi0)")


def _of_store(answer: Answer) -> list[Check]:
    if not answer.ok:
        return [Check("database", answer.problem, answer.solution, well=False)]
    return convert(answer.found["checks"], list[Check])


async def _of_token(token: str, proxy: str) -> Check:
    """Checks a token by one request, which changes nothing and starts no session."""
    http = HTTPClient(asyncio.get_running_loop(), proxy=proxy or None)
    try:
        async with asyncio.timeout(PATIENCE):
            await http.static_login(token)
    except Exception as error:
        try:
            refuse_for_good(error)
        except CannotRun as wrong:
            return Check("Discord", wrong.problem, wrong.solution, well=False)
        if not is_away(error):
            raise
        help_ = "Look at the network of this machine, its firewall, and STAMMTISCH_PROXY."
        return Check("Discord", f"it is out of reach ({why(error)})", help_, well=False)
    finally:
        await http.close()
    return Check("Discord", "it accepts the token")
