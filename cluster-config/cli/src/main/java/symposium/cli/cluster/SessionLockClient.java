package symposium.cli.cluster;

import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import symposium.client.HttpSession;

/** The named locks by HTTP, in a session of a client. */
final class SessionLockClient implements LockClient {

    private static final String REQUEST = "lock";

    private final HttpSession session;

    /**
     * @param urls the addresses of nodes that serve clients
     * @param token the secret that they ask for
     * @param life how long the session lives without being renewed
     */
    SessionLockClient(List<URI> urls, Optional<String> token, Duration life) {
        this.session = new HttpSession(urls, token, life);
    }

    @Override
    public Granted acquire(Request request, CompletableFuture<?> signal) throws NotLocked {
        CompletableFuture<HttpSession.Answer> answered = CompletableFuture.supplyAsync(() -> {
            try {
                session.open(
                        "symposium lock by process " + ProcessHandle.current().pid());
                session.keepAlive();
                return session.acquire(
                        REQUEST,
                        request.claims().modes(),
                        request.atOnce() ? Optional.of(Duration.ZERO) : request.limit());
            } catch (HttpSession.Unserved unserved) {
                throw new CompletionException(unserved);
            }
        });
        if (!LockClient.first(answered, signal, session.lost())) {
            throw signal.isDone()
                    ? NotLocked.bySignal(request.claims())
                    : new NotLocked(request.claims() + ": " + session.lost().join());
        }
        HttpSession.Answer answer;
        try {
            answer = answered.join();
        } catch (CompletionException failed) {
            throw new NotLocked(request.claims() + ": " + failed.getCause().getMessage());
        }
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            throw new NotLocked(request.claims() + ": " + answer.error());
        }
        session.watch(REQUEST);
        return new Granted(
                answer.fields().get("fence"),
                answer.fields().get("generation"),
                session.lost(),
                new CompletableFuture<>());
    }

    /** Ends the session, too. */
    @Override
    public Optional<String> release() {
        return session.close()
                .filter(why -> !session.lost().isDone())
                .map(why -> "the release is not confirmed: " + why);
    }

    @Override
    public void close() {
        // Released by the end of the session.
    }
}
