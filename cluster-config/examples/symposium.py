"""Named locks and elections of a Symposium cluster, for Python: a client of its HTTP endpoints without any library.

    with Session(["http://127.0.0.1:8558"], label="nightly report") as session:
        with session.lock("report", limit=60) as fence:
            ...     # a resource that is protected refuses a lesser fence

When a node does not answer, the next is asked. The session holds its locks for as long as session.alive().

Only a complete JSON answer of a node counts. A proxy in between may answer for itself, with any status and any body:
then the nodes are asked again, until the session has not been renewed for its time to live.
"""
import contextlib, json, re, threading, time, uuid
import urllib.error, urllib.parse, urllib.request

REFUSED = (400, 401, 403, 413, 415)  # no other attempt would change it


class NotGranted(Exception):
    """The limit has passed, or the request is refused."""

class SessionLost(Exception):
    """The session has ended, or no node has answered for as long as it lives."""


class Session:
    """A session, which a thread renews until it is closed."""

    def __init__(self, urls, token=None, life=30, label="python"):
        if token is not None and not re.fullmatch("[!-~]+", token):
            raise ValueError("the token must be letters, digits and signs, without blanks")  # and is not shown
        self.urls, self.token, self.life, self.id = list(urls), token, life, str(uuid.uuid4())
        self.renewed, self.closed = time.monotonic(), threading.Event()
        self.held, self.lost = set(), None  # the ids of granted requests; why the session is lost
        status, answer = self._ask("POST", "/sessions", {"session": self.id, "life": life, "label": label},
                                   lambda status, answer: status == 201 and answer.get("session") == self.id)
        if status != 201:
            raise NotGranted(answer["error"])
        threading.Thread(target=self._renew, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def alive(self):
        """Whether the session lives and holds its locks, as far as is known here."""
        return not self.closed.is_set() and self.lost is None and time.monotonic() - self.renewed < self.life

    def close(self):
        """Ends the session, and releases all that it holds; takes 5 seconds at most."""
        if not self.closed.is_set():
            self.closed.set()
            end = time.monotonic() + 4
            while time.monotonic() < end:
                for url in self.urls:
                    with contextlib.suppress(Exception):  # the session expires if no node is reached
                        status, answer = self._send(url, "DELETE", f"/sessions/{self.id}", None, 4 / len(self.urls))
                        if status in (200, 404) and ("released" in answer or "error" in answer):
                            return
                time.sleep(0.3)

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

        def answers(status, answer):
            return status == 409 and "error" in answer or answer.get("request") == request and (
                status == 202 or status == 200 and str(answer.get("fence")).isdigit())

        while status == 202:  # it waits: it is asked again, and is the same request
            status, answer = self._ask("POST", path, body, answers, wait=20, limit=limit)
        if status != 200:
            raise NotGranted(answer["error"])
        self.held.add(request)
        try:
            yield int(answer["fence"])
        finally:
            self.held.discard(request)
            with contextlib.suppress(SessionLost):
                self._ask("DELETE", f"{path}?session={self.id}&request={request}", None, self._released)

    @staticmethod
    def _released(status, answer):
        return status == 200 and "released" in answer or status == 404 and "error" in answer

    def _renew(self):
        def state(status, answer):
            return status == 200 and answer.get("session") == self.id and all(
                isinstance(each["request"], str) for each in answer["requests"])

        while not self.closed.wait(self.life / 6):
            held = set(self.held)  # a grant after this moment may be missing in the answer
            try:
                status, answer = self._ask("PUT", f"/sessions/{self.id}", None, state, refusals=())
            except SessionLost:
                return
            has = {each["request"] for each in answer["requests"] if "fence" in each}
            if (held & self.held) - has:
                self.lost = "the session does not hold all of its locks any more"

    def _ask(self, method, path, body, answers, wait=0, limit=None, refusals=REFUSED):
        """Asks one node after the other until one answers; answers() is whether a JSON object is an answer."""
        begin, last = time.monotonic(), "none"
        while True:
            refusal = None
            for url in list(self.urls):
                asked = time.monotonic()
                try:
                    status, answer = self._send(url, method, path, body, wait or min(20, self.life / 3))
                    last = f"{url}: HTTP status {status}"
                    if status == 404 and method != "DELETE" and isinstance(answer.get("error"), str):
                        self.lost = answer["error"]
                        raise SessionLost(self.lost)
                    if answers(status, answer):
                        self.urls.sort(key=lambda other: other != url)  # it is asked first from now on
                        if status != 404:
                            self.renewed = max(self.renewed, asked)
                        return status, answer
                    full = status == 429 and time.monotonic() - begin >= (self.life if limit is None else limit)
                    if refusals and "error" in answer and (status in refusals or full):
                        refusal = status, answer
                except SessionLost:
                    raise
                except Exception as failed:  # of the connection, of HTTP, or of JSON: the next one is asked
                    last = f"{url}: {failed}"
            if refusal:
                return refusal
            if self.lost is None and time.monotonic() - self.renewed > self.life:
                self.lost = f"no node has answered for {self.life} s; the last answer was {last}"
            if self.lost is not None:
                raise SessionLost(self.lost)
            if self.closed.is_set():
                raise SessionLost("the session is closed")
            time.sleep(0.2)

    def _send(self, url, method, path, body, timeout):
        """The status of the answer, and the JSON object in it; fails when there is none."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = body and json.dumps(body).encode()
        if data:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{url}/symposium/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, text = refused.code, refused.read()
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            why = ": does this node serve clients (symposium node --clients)?" if status == 404 else ""
            raise ValueError(f"the answer with HTTP status {status} is not a JSON object{why}")
        return status, answer
