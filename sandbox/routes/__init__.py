"""What each route does; how requests get here is `sandbox.api.rest`."""

from sandbox.api.rest import Rest
from sandbox.house import House
from sandbox.routes.channels import Channels
from sandbox.routes.commands import Commands
from sandbox.routes.guilds import Guilds
from sandbox.routes.messages import Messages
from sandbox.routes.people import People
from sandbox.routes.threads import Threads
from sandbox.routes.webhooks import Webhooks


def mount(rest: Rest, house: House, gateway_address: str) -> None:
    People(house, gateway_address).mount(rest)
    Guilds(house).mount(rest)
    Channels(house).mount(rest)
    Messages(house).mount(rest)
    Threads(house).mount(rest)
    Commands(house).mount(rest)
    Webhooks(house).mount(rest)
