"""How Discord refuses: a status, a code of its own and a sentence."""

import re

from sandbox.world.world import Json

PATH = re.compile(r"\w+(\.\w+)*")


class Refusal(Exception):  # noqa: N818 (an answer, not a fault of this program)
    """Raised by whatever handles a request; sent as `{"code", "message"}`."""

    def __init__(
        self, status: int, code: int, message: str, *, headers: dict[str, str] | None = None, more: Json | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.headers = headers or {}
        self.body: Json = {"message": message, "code": code} | (more or {})

    @classmethod
    def form(cls, *problems: str) -> "Refusal":
        """Returns 50035: the body does not fit; each problem is told at its place in the body.

        A place that has errors of its own shows none of those below it, so they are told there too.
        """
        told: dict[tuple[str, ...], list[str]] = {}
        for path, problem in sorted(map(_placed, problems), key=lambda placed: len(placed[0])):
            above = next((known for known in told if path[: len(known)] == known), path)
            told.setdefault(above, []).append(problem)
        errors: Json = {}
        for path, texts in told.items():
            place = errors
            for step in path:
                place = place.setdefault(step, {})
            place["_errors"] = [{"code": "BASE_TYPE_INVALID", "message": text} for text in texts]
        return cls(400, 50035, "Invalid Form Body", more={"errors": errors})

    @classmethod
    def limited(
        cls, retry_after: float, *, code: int = 0, message: str = "You are being rate limited.", whole: bool = False
    ) -> "Refusal":
        """Returns a 429, with the `Via` header that tells Discord's from Cloudflare's."""
        scope = "global" if whole else "user"
        headers = {
            "Retry-After": f"{retry_after:.0f}",
            "X-RateLimit-Scope": scope,
            "X-RateLimit-Remaining": "0",
            "Via": "1.1 google",
        }
        if whole:
            headers["X-RateLimit-Global"] = "true"
        more = {"retry_after": round(retry_after, 3), "global": whole}
        return cls(429, code, message, headers=headers, more=more)


def _placed(problem: str) -> tuple[tuple[str, ...], str]:
    where, _, text = problem.partition(": ")
    return (tuple(where.split(".")), text) if text and PATH.fullmatch(where) else ((), problem)


UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_ROLE = (404, 10011, "Unknown Role")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
NO_ACCESS = (403, 50001, "Missing Access")
NO_PERMISSION = (403, 50013, "Missing Permissions")
NOT_YOURS = (403, 50005, "Cannot edit a message authored by another user")
CLOSED_DM = (403, 50007, "Cannot send messages to this user")
NO_MUTUAL_GUILD = (403, 50278, "Cannot send messages to this user due to having no mutual guilds")
DM_TOO_FAST = (403, 40003, "You are opening direct messages too fast")
TOKEN_EXPIRED = (401, 50027, "Invalid Webhook Token")
ARCHIVED = (400, 50083, "Thread is archived")
ARCHIVED_FOR_ANSWERS = (403, 50083, "Thread is archived")  # interactions get the same code with another status
HAS_THREAD = (400, 160004, "A thread has already been created for this message")
TOO_MANY_THREADS = (400, 160006, "Maximum number of active threads reached")
TOO_MANY_FOLLOW_UPS = (400, 40094, "This interaction has reached the maximum number of follow-up messages")
TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached for the channel (250)")
TOO_MANY_MEMBERS = (400, 30033, "Maximum number of thread participants has been reached (1000)")
TOO_MANY_COMMANDS = (400, 30034, "Maximum number of daily application command creates has been reached (200)")
TOO_MANY_EMOJIS = (400, 30008, "Maximum number of emojis reached (2000)")
NOT_IN_DM = (400, 50024, "Cannot execute action on this channel type")
NOT_SYSTEM = (403, 50021, "Cannot execute action on a system message")
