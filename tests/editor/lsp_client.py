"""A small client of the Language Server Protocol: the real server in a process of its own, messages over its pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading

TIMEOUT = 60


class Client:
    """Speaks JSON-RPC with `galakit lsp`."""

    def __init__(self, encodings: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "galakit", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.count = 0
        self.inbox: queue.Queue = queue.Queue()
        self.notes: list[dict] = []
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": encodings} if encodings else {}
        asked = {"processId": None, "rootUri": None, "capabilities": {"general": general}}
        self.capabilities = self.ask("initialize", asked)["capabilities"]
        self.tell("initialized", {})

    def _listen(self) -> None:
        out = self.process.stdout
        while line := out.readline():
            length = 0
            while line.strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                line = out.readline()
            self.inbox.put(json.loads(out.read(length)))

    def _send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method: str, params: object) -> object:
        """The result of a request."""
        self.count += 1
        self._send({"id": self.count, "method": method, "params": params})
        while True:
            message = self.inbox.get(timeout=TIMEOUT)
            if message.get("id") == self.count and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]
            self.notes.append(message)

    def tell(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def diagnostics(self, uri: str) -> list[dict]:
        """The next diagnostics published for a text."""
        while True:
            for note in self.notes:
                if note.get("method") == "textDocument/publishDiagnostics" and note["params"]["uri"] == uri:
                    self.notes.remove(note)
                    return note["params"]["diagnostics"]
            self.notes.append(self.inbox.get(timeout=TIMEOUT))

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "gala", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, text: str, version: int = 2) -> None:
        changed = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}
        self.tell("textDocument/didChange", changed)

    def at(self, method: str, uri: str, line: int, character: int) -> object:
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position})

    def close(self) -> int:
        """Say goodbye; the exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(TIMEOUT)
