"""Where a database is, as an operator names it: `postgresql://…`. What it holds of a password is never shown."""

from typing import Any, Final
from urllib.parse import urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from storage.problem import EX_CONFIG, StorageProblem

SCHEMES: Final = ("postgresql://", "postgres://")
_PATIENT: Final = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""What libpq is told unless the address says otherwise: a server that is gone is given up within seconds."""


def is_address(text: str) -> bool:
    return text.startswith(SCHEMES)


class Address:
    """An address as libpq reads it, with its TLS modes and all of its other settings."""

    def __init__(self, text: str) -> None:
        """Raises StorageProblem where libpq cannot read it, which repeats nothing of it."""
        try:
            if not is_address(text):
                raise ValueError  # noqa: TRY301 (told below)
            urlsplit(text)
            given: dict[str, Any] = dict(conninfo_to_dict(text))
        except (ProgrammingError, ValueError):
            raise StorageProblem(
                "STAMMTISCH_DATABASE is no address of a PostgreSQL database.",
                "Write it as postgresql://user:password@host:5432/database?sslmode=verify-full; in a password,"
                " write %40 for @, %2F for / and %25 for %.",
                EX_CONFIG,
            ) from None
        self.parameters: dict[str, Any] = {**_PATIENT, "application_name": "stammtisch", **given}

    def __str__(self) -> str:
        """Returns what may be shown: the host and the database."""
        host = str(self.parameters.get("host") or self.parameters.get("hostaddr") or "this machine")
        port = self.parameters.get("port")
        name = self.parameters.get("dbname") or self.parameters.get("user") or "its default"
        return f"database {name} on {host}{f':{port}' if port else ''}"

    __repr__ = __str__
