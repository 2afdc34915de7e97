"""A SimpleFIN bridge on the loopback that serves the simulated banks and records each request."""

from __future__ import annotations

import base64
import json
import threading
import traceback
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Callable, Optional
from urllib.parse import parse_qs, urlsplit

from bank import Bank
from model import SECONDS_A_DAY, Exchange

HTML = b"<!DOCTYPE html><html><body><h1>Service unavailable</h1></body></html>"
FAULT_STATUS = {"403": 403, "402": 402, "429": 429, "500": 500, "503": 503}


@dataclass(frozen=True)
class Fault:
    """A failure of the bridge itself, from the nth request of a command on."""

    kind: str
    from_request: int = 1


class World:
    """The day, the banks behind each connection, and the requests that arrived."""

    def __init__(self, banks: dict[str, list[Bank]], day: int):
        self.day = day
        self.banks = banks
        self.faults: dict[str, Fault] = {}
        #: Redirects that each request has to follow before it is answered.
        self.redirects: dict[str, int] = {}
        self.exchanges: list[Exchange] = []
        self.requests = 0
        #: A mistake of the lab's own while it made an answer.
        self.mistake = ""
        self.requests_of_command: dict[str, int] = {}
        #: Told of each request twice: before its answer is sent ("before") and after.
        self.on_request: Callable[[int, str], None] = lambda number, phase: None

    def begin_command(self) -> None:
        """Forgets the exchanges of the last command."""
        self.exchanges = []
        self.requests_of_command = {}

    def respond(
        self, connection: str, query: dict[str, list[str]], hop: int
    ) -> tuple[int, dict[str, str], bytes, Exchange]:
        """The response to a request for accounts."""
        self.requests += 1
        number = self.requests_of_command.get(connection, 0) + 1
        self.requests_of_command[connection] = number
        window = None
        if "balances-only" not in query:
            start = int(query.get("start-date", ["0"])[0]) // SECONDS_A_DAY
            end = int(query.get("end-date", ["99999999999"])[0]) // SECONDS_A_DAY
            window = (start, end)
        exchange = Exchange(connection, "accounts", window)
        self.exchanges.append(exchange)
        if hop < self.redirects.get(connection, 0):
            exchange.kind, exchange.status, exchange.is_answered = "redirect", 302, False
            return 302, {}, b"", exchange
        fault = self.faults.get(connection)
        if fault and number >= fault.from_request:
            return self._failed(fault, exchange)
        body = self._body(connection, window, query.get("account", []), exchange)
        return 200, {"Content-Type": "application/json"}, body, exchange

    @staticmethod
    def _failed(
        fault: Fault, exchange: Exchange
    ) -> tuple[int, dict[str, str], bytes, Exchange]:
        exchange.is_answered, exchange.has_trouble = False, True
        status, headers, body = FAULT_STATUS.get(fault.kind, 200), {}, HTML
        if fault.kind == "402":
            body = json.dumps({"errors": ["Payment required."], "accounts": []}).encode()
        if fault.kind == "429":
            headers["Retry-After"] = "3600"
        if fault.kind == "cut":
            headers["X-Cut"], body = "1", b'{"errlist": [], "connections": [], "accounts": [{"id"'
        exchange.status = status
        return status, headers, body, exchange

    def _body(
        self, connection: str, window: Optional[tuple[int, int]], wanted: list[str],
        exchange: Exchange,
    ) -> bytes:
        messages: list[dict[str, str]] = []
        connections: list[dict[str, str]] = []
        accounts: list[dict[str, object]] = []
        for bank in self.banks[connection]:
            answer = bank.answer(self.day, window, wanted, self.requests)
            if answer.is_present:
                connections.append({
                    "conn_id": bank.spec.key, "name": bank.spec.name,
                    "org_id": f"ORG-{bank.spec.key}", "org_name": bank.spec.name,
                    "sfin_url": "https://bridge.example/simplefin"})
            messages += [message for message in answer.messages if message not in messages]
            accounts += [bank.json(served) for served in answer.accounts]
            exchange.accounts += answer.accounts
        exchange.messages = [message["msg"] for message in messages]
        exchange.has_trouble = bool(messages)
        # A cap is the bridge's word, and so about every account of the answer.
        if any(message["code"].startswith("gen.") for message in messages):
            for served in exchange.accounts:
                served.is_whole = False
        return json.dumps(
            {"errlist": messages, "connections": connections, "accounts": accounts}).encode()


class Bridge:
    """The HTTP server. Use as a context manager."""

    def __init__(self, world: World):
        self.world = world
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                name = urlsplit(self.path).path.strip("/").split("/")[-1]
                port = self.server.server_address[1]
                self._send(200, {}, f"http://lab:secret@127.0.0.1:{port}/{name}".encode())

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                name, *rest = parts.path.strip("/").split("/")
                hop = int(rest[0]) if rest and rest[0].isdigit() else 0
                if name not in world.banks or not self.headers.get("Authorization"):
                    self._send(404, {}, b"")
                    return
                with lock:
                    number = sum(world.requests_of_command.values()) + 1
                    try:
                        status, headers, body, exchange = world.respond(
                            name, parse_qs(parts.query), hop)
                    except Exception:
                        world.mistake = traceback.format_exc()
                        self._send(500, {}, b"")
                        return
                if status == 302:
                    headers["Location"] = f"/{name}/{hop + 1}/accounts?{parts.query}"
                try:
                    world.on_request(number, "before")
                    self._send(status, headers, body)
                except (BrokenPipeError, ConnectionResetError):
                    exchange.is_answered = False
                world.on_request(number, "after")

            def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
                length = len(body) + (1000 if headers.pop("X-Cut", None) else 0)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(length))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> "Bridge":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def setup_token(self, connection: str) -> str:
        """A token that ``ghostvault connect`` exchanges for the connection's access URL."""
        address = f"http://127.0.0.1:{self._server.server_address[1]}/claim/{connection}"
        return base64.b64encode(address.encode()).decode()
