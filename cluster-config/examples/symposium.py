"""Named locks and elections of a Symposium cluster, for Python: a client of its HTTP endpoints without any library.

    with Session(["http://127.0.0.1:8558"], label="nightly report") as session:
        with session.lock("report", limit=60) as fence:
            ...     # a resource that is protected refuses a lesser fence

When a node does not answer, the next is asked. What the session holds is its own for as long as session.alive().
"""
import contextlib, json, threading, time, uuid
import urllib.error, urllib.parse, urllib.request


class NotGranted(Exception):
    """The limit has passed, or the request is refused."""

class SessionLost(Exception):
    """The session has ended, or no node has answered for as long as it lives."""


class Session:
    """A session, which a thread renews until it is closed."""

    def __init__(self, urls, token=None, life=30, label="python"):
        self.urls, self.token, self.life, self.id = list(urls), token, life, str(uuid.uuid4())
        self.renewed, self.closed = time.monotonic(), threading.Event()
        self._ask("POST", "/sessions", {"session": self.id, "life": life, "label": label})
        threading.Thread(target=self._renew, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def alive(self):
        """Whether the session lives, as far as is known here."""
        return not self.closed.is_set() and time.monotonic() - self.renewed < self.life

    def close(self):
        """Ends the session, and releases all that it holds."""
        if not self.closed.is_set():
            self.closed.set()
            with contextlib.suppress(SessionLost):
                self._ask("DELETE", f"/sessions/{self.id}")

    @contextlib.contextmanager
    def lock(self, name, mode="exclusive", limit=None):
        """Holds a lock; mode is "exclusive", "shared" or {"permits": 1, "of": 3}. Yields the fence, a number."""
        yield from self._hold("/locks/" + urllib.parse.quote(name, ""), {"mode": mode}, limit)

    @contextlib.contextmanager
    def leadership(self, election, value, limit=None):
        """Leads an election. Yields the term, a number."""
        yield from self._hold("/elections/" + urllib.parse.quote(election, ""), {"value": value}, limit)

    def _hold(self, path, body, limit):
        request, status = str(uuid.uuid4()), 202
        body = {**body, "session": self.id, "request": request, **({} if limit is None else {"limit": limit})}
        while status == 202:  # it waits: it is asked again, and is the same request
            status, answer = self._ask("POST", path, body)
        if status != 200:
            raise NotGranted(answer["error"])
        try:
            yield int(answer["fence"])
        finally:
            with contextlib.suppress(SessionLost):
                self._ask("DELETE", f"{path}?session={self.id}&request={request}")

    def _renew(self):
        while not self.closed.wait(self.life / 3):
            with contextlib.suppress(SessionLost):
                self._ask("PUT", f"/sessions/{self.id}")

    def _ask(self, method, path, body=None):
        while True:
            asked = time.monotonic()
            for url in list(self.urls):
                try:
                    status, answer = self._send(url, method, path, body)
                except OSError:
                    status = 503
                if status != 503:
                    self.urls.sort(key=lambda other: other != url)  # who has answered is asked first from now on
                    if status == 404 and method != "DELETE":
                        raise SessionLost(answer["error"])
                    self.renewed = max(self.renewed, asked)
                    return status, answer
            if time.monotonic() - self.renewed > self.life:
                raise SessionLost(f"no node of {self.urls} has answered for {self.life} s")
            time.sleep(0.3)

    def _send(self, url, method, path, body):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = body and json.dumps(body).encode()
        request = urllib.request.Request(f"{url}/symposium/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read() or b'{"error": ""}')
