"""One PostgreSQL server, started by an unprivileged user in a temporary folder; and a pgbouncer before it."""

import hmac
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Generator
from contextlib import contextmanager, suppress
from hashlib import pbkdf2_hmac, sha256
from pathlib import Path
from typing import Any

ROLE, PASSWORD = "stammtisch", "s3cret-Canary"


def _verifier() -> str:
    """What stands for the password in the server and in pgbouncer: with 4,096 rounds, which is what they would take,
    each of the thousand connections of a test run costs its two ends 3 ms of a processor.
    """
    salt, rounds = b"of the tests", 1
    salted = pbkdf2_hmac("sha256", PASSWORD.encode(), salt, rounds)
    client, server = (hmac.digest(salted, name, "sha256") for name in (b"Client Key", b"Server Key"))
    stored, answers, salt_text = (b64encode(part).decode() for part in (sha256(client).digest(), server, salt))
    return f"SCRAM-SHA-256${rounds}:{salt_text}${stored}:{answers}"


START = 60.0
"""Seconds that a server may take to answer, beside everything else that this machine does."""


def programs() -> Path | None:
    """The folder of the newest server's programs; None where none is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    beside = shutil.which("postgres")
    return Path(beside).parent if beside else None


def bouncer_program() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def _user() -> dict[str, Any]:
    """As whom the server runs: it refuses to be root."""
    if os.getuid():
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


class Server:
    """It is stopped as a failed machine would stop: nothing of it is needed afterwards."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.port = free_port()
        self._process: Any = None
        self._user = _user()
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        password = self.folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        self._run(
            "initdb", "--no-sync", "--pgdata", str(self.data), "--username", ROLE, "--pwfile", str(password),
            "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8",
        )  # fmt: skip
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {self.port}\nunix_socket_directories = '{self.folder}'\nlisten_addresses = '127.0.0.1'\n"
                "fsync = on\nsynchronous_commit = on\nmax_connections = 60\nshared_buffers = 64MB\n"
                "logging_collector = off\nmax_wal_size = 256MB\nrecovery_init_sync_method = syncfs\n"
            )
        self.start()
        self.sql(f"ALTER ROLE {ROLE} PASSWORD '{_verifier()}'")

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False, **self._user)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            process: Any = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self.data)],
                cwd=self.folder, stdout=log, stderr=log, **self._user,
            )  # fmt: skip
        self._process = process
        ready, until = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), "-p", str(self.port)], START
        until += time.monotonic()
        while subprocess.run(ready, check=False).returncode:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            assert process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGQUIT is the immediate shutdown: as after a power cut, the log is replayed at the next start."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGQUIT) -> None:
        self.stop(how)
        self.start()

    def address(self, database: str, *, port: int = 0) -> str:
        """By TCP: what a connection that breaks looks like is the same as over a network."""
        return f"postgresql://{ROLE}:{PASSWORD}@127.0.0.1:{port or self.port}/{database}"

    def sql(self, text: str, database: str = "postgres") -> str:
        """What psql prints."""
        done = subprocess.run(
            [str(self._programs / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder),
             "-p", str(self.port), "-U", ROLE, "-d", database, "-c", text],
            capture_output=True, check=False, env={**os.environ, "PGPASSWORD": PASSWORD},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def bouncer(self) -> Generator[int]:
        """A pgbouncer in transaction mode before this server; yields its port."""
        program, port = bouncer_program(), free_port()
        assert program is not None
        folder = Path(tempfile.mkdtemp(prefix="pgb"))
        (folder / "users").write_text(f'"{ROLE}" "{_verifier()}"\n')
        (folder / "ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={self.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {port}\nunix_socket_dir =\nauth_type = scram-sha-256\nauth_file = {folder / 'users'}\n"
            f"pool_mode = transaction\ndefault_pool_size = 5\nlogfile = {folder / 'log'}\n"
            f"server_reset_query_always = 0\nadmin_users = {ROLE}\n"
        )
        if self._user:
            for path in (folder, *folder.iterdir()):
                os.chown(path, self._user["user"], self._user["group"])
        process = subprocess.Popen([program, "-q", str(folder / "ini")], stderr=subprocess.DEVNULL, **self._user)
        try:
            until = time.monotonic() + START
            while True:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert time.monotonic() < until, (folder / "log").read_text()
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.05)
            yield port
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)
