package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import com.typesafe.config.Config;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.Converters;
import symposium.cli.option.MemberOptions;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.client.HttpSession;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.NotGranted;

/** {@code symposium lock}: a command that runs under named locks of a cluster. */
@Command(name = "lock")
public final class LockCommand implements Callable<Integer> {

    private static final int A_DAY = 24 * 3600;
    private static final int MOST_PERMITS = 1_000_000_000;
    private static final Pattern PERMITS = Pattern.compile("([0-9]+)/([0-9]+)");
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(5);
    private static final Duration GOODBYE = Duration.ofSeconds(20);
    private static final String REQUEST = "lock";
    private static final Duration USUAL_LIFE = Duration.ofSeconds(30);

    private static final String REMOVED = "this member has been removed from the cluster";

    /** The lock has not been granted. The message is the one line. */
    private static final class NotLocked extends Exception {
        private static final long serialVersionUID = 1;

        NotLocked(String why) {
            super(why);
        }
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME[,NAME...]",
            descriptionKey = "names",
            hideParamSyntax = true)
    private Optional<String> names;

    @Parameters(index = "1..*", paramLabel = "COMMAND [ARG...]", descriptionKey = "command", hideParamSyntax = true)
    private List<String> others = List.of();

    @Mixin
    private MemberOptions member;

    @Option(names = "--url", paramLabel = "URL[,URL...]")
    private Optional<String> url;

    @Option(names = "--token-file", paramLabel = "FILE")
    private Optional<Path> tokenFile;

    @Option(names = "--life", paramLabel = "S")
    @Bounds(most = A_DAY)
    private Optional<Duration> life;

    @Option(names = "--system", paramLabel = "NAME")
    private String system = "symposium";

    @Option(names = "--shared")
    private boolean shared;

    @Option(names = "--permits", paramLabel = "K/N")
    private Optional<String> permits;

    @Option(names = "--limit", paramLabel = "S")
    @Bounds(most = A_DAY)
    private Optional<Duration> limit;

    @Option(names = "--try")
    private boolean atOnce;

    @Option(names = "--join-timeout", paramLabel = "S")
    @Bounds(most = A_DAY)
    private Duration joinTimeout = Duration.ofSeconds(30);

    @Option(names = "--kill-after", paramLabel = "S")
    @Bounds(most = A_DAY)
    private Duration killAfter = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> command = command();
        Claims claims = claims();
        if (!system.matches("[A-Za-z0-9][A-Za-z0-9_-]*")) {
            throw new BadInput(
                    "--system %s: a word of letters, digits, hyphens and underscores is expected", quoted(system));
        }
        if (member.seeds().isPresent() == url.isPresent()) {
            throw new BadInput(
                    "one of --seeds and --url is expected: HOST:PORT of a node of the cluster, or the address"
                            + " where one serves clients; several separated by commas");
        }
        if (url.isEmpty() && (tokenFile.isPresent() || life.isPresent())) {
            throw new BadInput("--token-file and --life are for --url");
        }
        CompletableFuture<Void> signal = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        Thread onSignal = new Thread(() -> endBySignal(signal, over), "goodbye");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            return url.isPresent() ? runByUrl(command, claims, signal) : runAsMember(command, claims, signal);
        } finally {
            over.complete(null);
            forget(onSignal);
        }
    }

    private int runAsMember(List<String> command, Claims claims, CompletableFuture<?> signal) {
        Config config = member.config(system, 0, Map.of("akka.cluster.roles", List.of()), Map.of());
        try (Guest guest = new Guest(system, config)) {
            return run(command, claims, guest, signal);
        }
    }

    private int runByUrl(List<String> command, Claims claims, CompletableFuture<?> signal) {
        HttpSession session = new HttpSession(urls(), tokenFile.map(LockCommand::token), life.orElse(USUAL_LIFE));
        try {
            String label =
                    "symposium lock by process " + ProcessHandle.current().pid();
            CompletableFuture<HttpSession.Answer> asked = CompletableFuture.supplyAsync(() -> {
                try {
                    session.open(label);
                    return session.acquire(REQUEST, claims.modes(), atOnce ? Optional.of(Duration.ZERO) : limit);
                } catch (HttpSession.Unserved unserved) {
                    throw new CompletionException(unserved);
                }
            });
            if (!first(asked, signal)) {
                return told(claims + ": not granted: a signal came", ExitCode.UNDECIDED);
            }
            HttpSession.Answer answer = asked.join();
            if (answer.status() != HttpURLConnection.HTTP_OK) {
                return told(claims + ": " + answer.error(), ExitCode.UNDECIDED);
            }
            session.keepAlive(REQUEST);
            return run(command, claims, answer, session.lost(), signal);
        } catch (CompletionException failed) {
            return told(claims + ": " + cause(failed).getMessage(), ExitCode.UNDECIDED);
        } catch (IOException failed) {
            return told("the command cannot be started: " + failed.getMessage(), ExitCode.NOT_STARTED);
        } finally {
            session.close()
                    .filter(why -> !session.lost().isDone())
                    .ifPresent(why -> tell(claims + ": the release is not" + " confirmed: " + why));
        }
    }

    private int run(
            List<String> command,
            Claims claims,
            HttpSession.Answer granted,
            CompletableFuture<String> lost,
            CompletableFuture<?> signal)
            throws IOException {
        GuardedProcess process = new GuardedProcess(
                command,
                environment(granted.fields().get("fence"), granted.fields().get("generation"), claims));
        if (!first(process.ended(), lost, signal)) {
            process.end(killAfter);
        }
        return lost.isDone()
                ? told(claims + ": lost, and the command ended: " + lost.join(), ExitCode.LOST)
                : process.ended().join();
    }

    private static Map<String, String> environment(String fence, String generation, Claims claims) {
        return Map.of(
                "SYMPOSIUM_FENCE",
                fence,
                "SYMPOSIUM_GENERATION",
                generation,
                "SYMPOSIUM_NAMES",
                String.join(",", claims.modes().keySet()));
    }

    private List<URI> urls() {
        return Stream.of(url.orElseThrow().split(",", -1)).map(LockCommand::uri).toList();
    }

    private static URI uri(String text) {
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (Set.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException wrong) {
            // Told below.
        }
        throw new BadInput("--url %s: http://HOST:PORT or https://HOST:PORT is expected", quoted(text));
    }

    private static String token(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new BadInput("--token-file %s cannot be read", quoted(file.toString()));
        }
    }

    /** What stands after the first --. */
    private List<String> command() {
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        int at = given.indexOf("--");
        if (at < 0 || at + 1 == given.size()) {
            throw new BadInput("there is no command; NAME -- COMMAND [ARG...] is expected");
        }
        List<String> command = given.subList(at + 1, given.size());
        int before = (names.isPresent() ? 1 : 0) + others.size() - command.size();
        if (before != 1) {
            throw new BadInput("there are %d words before --; one is expected, NAME[,NAME...]", before);
        }
        return List.copyOf(command);
    }

    private Claims claims() {
        if (shared && permits.isPresent()) {
            throw new BadInput("--shared and --permits exclude each other; give only one of them");
        }
        if (atOnce && limit.isPresent()) {
            throw new BadInput("--try and --limit exclude each other; give only one of them");
        }
        SortedSet<String> all = Values.several("names", names.orElseThrow(), Function.identity());
        Claims claims = permits.map(text -> permits(text, all))
                .orElseGet(() -> shared ? Claims.shared(all.toArray(String[]::new)) : Claims.exclusive(all));
        claims.invalid().ifPresent(why -> {
            throw new BadInput(why);
        });
        return claims;
    }

    private static Claims permits(String text, SortedSet<String> names) {
        Matcher matcher = PERMITS.matcher(text);
        if (!matcher.matches()) {
            throw new BadInput("--permits %s: K/N is expected, K of N permits", quoted(text));
        }
        int capacity = Values.whole("--permits", matcher.group(2), 1, MOST_PERMITS);
        int units = Values.whole("--permits", matcher.group(1), 1, capacity);
        Claims none = new Claims(new TreeMap<>());
        return names.stream().map(name -> Claims.permits(name, units, capacity)).reduce(none, Claims::and);
    }

    /** The virtual machine ends afterwards, with the code for the signal. */
    private void endBySignal(CompletableFuture<Void> signal, CompletableFuture<Void> over) {
        signal.complete(null);
        over.completeOnTimeout(null, killAfter.plus(GOODBYE).toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private static void forget(Thread onSignal) {
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (IllegalStateException goingDown) {
            // The virtual machine is about to end, and that is the reason why the command has.
        }
    }

    /** @param signal completed when the command must not run, or not any more */
    private int run(List<String> command, Claims claims, Guest guest, CompletableFuture<?> signal) {
        Lease lease;
        try {
            lease = lease(claims, guest, CompletableFuture.anyOf(signal, guest.ended()));
        } catch (NotLocked refusal) {
            return told(refusal.getMessage(), ExitCode.UNDECIDED);
        } catch (NotGranted refusal) {
            if (refusal.reason() == NotGranted.Cause.REFUSED) {
                throw new BadInput(refusal.getMessage());
            }
            return told(claims + ": " + refusal.getMessage(), ExitCode.UNDECIDED);
        }
        try {
            return run(command, lease, guest.ended(), signal);
        } catch (IOException failed) {
            return told("the command cannot be started: " + failed.getMessage(), ExitCode.NOT_STARTED);
        } finally {
            release(lease);
        }
    }

    private void release(Lease lease) {
        if (!lease.isHeld()) {
            // That it has been lost has been told.
            lease.close();
            return;
        }
        lease.release()
                .handle((released, failure) -> failure == null
                        ? Optional.<String>empty()
                        : Optional.of(cause(failure).getMessage()))
                .toCompletableFuture()
                .completeOnTimeout(
                        Optional.of("no node has confirmed the release within %s s; at the latest it ends when this"
                                        .formatted(Converters.inSeconds(RELEASE_LIMIT))
                                + " member is removed"),
                        RELEASE_LIMIT.toMillis(),
                        TimeUnit.MILLISECONDS)
                .join()
                .ifPresent(why -> tell(lease.claims() + ": " + why));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private int told(String line, int code) {
        tell(line);
        return code;
    }

    private void tell(String line) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + line);
    }

    /** Asks at once until a node answers, and then waits, unless it must not. */
    private Lease lease(Claims claims, Guest guest, CompletableFuture<?> stop) throws NotLocked {
        CompletableFuture<?> late = timer(joinTimeout);
        String why = "no node has answered";
        while (!late.isDone() && !stop.isDone()) {
            try {
                CompletableFuture<Optional<Lease>> asked = guest.locks().tryAcquire(claims);
                if (first(asked, late, stop)) {
                    Optional<Lease> free = result(asked);
                    if (free.isPresent()) {
                        return free.get();
                    }
                    return waiting(claims, guest, stop);
                }
            } catch (NotGranted refusal) {
                // Only the attempt has timed out: no node knows in time who holds the lock.
                if (refusal.reason() == NotGranted.Cause.REFUSED || refusal.reason() == NotGranted.Cause.CANCELLED) {
                    throw refusal;
                }
                why = refusal.getMessage();
                first(timer(RETRY), late, stop);
            }
        }
        if (stop.isDone()) {
            throw stopped(claims, guest);
        }
        throw new NotLocked("the locks of the cluster at %s are not available within %s s: %s"
                .formatted(
                        member.seeds().orElseThrow(),
                        Converters.inSeconds(joinTimeout),
                        guest.isUp() ? why : "this member has not been admitted to the cluster"));
    }

    private Lease waiting(Claims claims, Guest guest, CompletableFuture<?> stop) throws NotLocked {
        if (atOnce) {
            throw new NotLocked(claims + ": not free");
        }
        CompletableFuture<Lease> asked = limit.map(longest -> guest.locks().acquire(claims, longest))
                .orElseGet(() -> guest.locks().acquire(claims));
        try {
            if (first(asked, stop)) {
                return result(asked);
            }
        } catch (NotGranted refusal) {
            if (refusal.reason() == NotGranted.Cause.TIMED_OUT) {
                throw new NotLocked(claims + ": " + refusal.getMessage());
            }
            throw refusal;
        }
        throw stopped(claims, guest);
    }

    private static NotLocked stopped(Claims claims, Guest guest) {
        return new NotLocked(claims + ": not granted: " + (guest.ended().isDone() ? REMOVED : "a signal came"));
    }

    /** SIGKILL comes before the lock is lost, and there is time to release it. */
    private Duration beforeTheLoss(Leaving leaving) {
        Duration left = leaving.within().dividedBy(2);
        return left.compareTo(killAfter) < 0 ? left : killAfter;
    }

    private static CompletableFuture<?> timer(Duration time) {
        return new CompletableFuture<Void>().completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until one of these is completed. Whether it is the first; if not, that is cancelled. */
    private static boolean first(CompletableFuture<?> awaited, CompletableFuture<?>... others) {
        CompletableFuture.anyOf(awaited, CompletableFuture.anyOf(others))
                .handle((any, failure) -> failure)
                .join();
        return !awaited.cancel(false);
    }

    private static <T> T result(CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException failed) {
            throw cause(failed) instanceof NotGranted refusal ? refusal : failed;
        }
    }

    private int run(List<String> command, Lease lease, CompletableFuture<?> ended, CompletableFuture<?> signal)
            throws IOException {
        GuardedProcess process = new GuardedProcess(
                command,
                environment(Long.toString(lease.fence().number()), Long.toString(lease.generation()), lease.claims()));
        CompletableFuture<Lost> lost = lease.lost().toCompletableFuture();
        CompletableFuture<Leaving> leaving = lease.leaving().toCompletableFuture();
        boolean cut = !first(process.ended(), lost, leaving, ended, signal);
        if (cut) {
            process.end(leaving.isDone() ? beforeTheLoss(leaving.join()) : killAfter);
        }
        // A command that has ended by itself may have been without the lock before.
        if (lost.isDone()) {
            return told(
                    lease.claims() + ": lost, and the command ended: "
                            + lost.join().why(),
                    ExitCode.LOST);
        }
        if (cut && leaving.isDone() && !signal.isDone()) {
            return told(lease.claims() + ": the node that has granted it leaves, and the command ended", ExitCode.LOST);
        }
        return ended.isDone()
                ? told(lease.claims() + ": lost, and the command ended: " + REMOVED, ExitCode.LOST)
                : process.ended().join();
    }
}
