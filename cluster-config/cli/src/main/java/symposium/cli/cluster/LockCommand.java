package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.client.HttpSession;
import symposium.service.lock.Claims;

/** {@code symposium lock}: a command that runs under named locks of a cluster. */
@Command(name = "lock")
public final class LockCommand implements Callable<Integer> {

    private static final int A_DAY = 24 * 3600;
    private static final int MOST_PERMITS = 1_000_000_000;
    private static final Pattern PERMITS = Pattern.compile("([0-9]+)/([0-9]+)");
    private static final Duration GOODBYE = Duration.ofSeconds(20);
    private static final Duration USUAL_JOIN_TIMEOUT = Duration.ofSeconds(30);
    private static final int MOST_PORT = 65_535;
    private static final Duration USUAL_LIFE = Duration.ofSeconds(30);

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
    private Optional<String> system;

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
    private Optional<Duration> joinTimeout;

    @Option(names = "--kill-after", paramLabel = "S")
    @Bounds(most = A_DAY)
    private Duration killAfter = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> command = command();
        Claims claims = claims();
        system.filter(name -> !name.matches("[A-Za-z0-9][A-Za-z0-9_-]*")).ifPresent(wrong -> {
            throw new BadInput(
                    "--system %s: must be a word of letters, digits, hyphens and underscores", quoted(wrong));
        });
        if (member.seeds().isPresent() == url.isPresent()) {
            throw new BadInput(
                    "one of --seeds and --url must be given: HOST:PORT of a node of the cluster, or the address"
                            + " where one serves clients; several separated by commas");
        }
        if (url.isEmpty() && (tokenFile.isPresent() || life.isPresent())) {
            throw new BadInput("--token-file and --life are for --url");
        }
        if (url.isPresent() && (member.isConfigured() || system.isPresent() || joinTimeout.isPresent())) {
            throw new BadInput("--host, --config, --system and --join-timeout are for --seeds");
        }
        CompletableFuture<Void> signal = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        Thread onSignal = new Thread(() -> endBySignal(signal, over), "goodbye");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try (LockClient client = client()) {
            return run(command, client, claims, signal);
        } finally {
            over.complete(null);
            forget(onSignal);
        }
    }

    private LockClient client() {
        return url.isPresent()
                ? new SessionLockClient(urls(), tokenFile.map(LockCommand::token), life.orElse(USUAL_LIFE))
                : memberClient(system.orElse("symposium"));
    }

    private LockClient memberClient(String name) {
        return new MemberLockClient(
                name,
                member.config(name, 0, Map.of("akka.cluster.roles", List.of()), Map.of()),
                member.seeds().orElseThrow(),
                joinTimeout.orElse(USUAL_JOIN_TIMEOUT));
    }

    private int run(List<String> command, LockClient client, Claims claims, CompletableFuture<?> signal) {
        try {
            LockClient.Granted granted = client.acquire(new LockClient.Request(claims, atOnce, limit), signal);
            return run(command, granted, claims, signal);
        } catch (LockClient.NotLocked refusal) {
            return told(refusal.getMessage(), ExitCode.UNDECIDED);
        } catch (IOException failed) {
            return told("the command cannot be started: " + failed.getMessage(), ExitCode.NOT_STARTED);
        } finally {
            client.release().ifPresent(why -> tell(claims + ": " + why));
        }
    }

    private int run(List<String> command, LockClient.Granted granted, Claims claims, CompletableFuture<?> signal)
            throws IOException {
        GuardedProcess process = new GuardedProcess(
                command,
                Map.of(
                        "SYMPOSIUM_FENCE",
                        granted.fence(),
                        "SYMPOSIUM_GENERATION",
                        granted.generation(),
                        "SYMPOSIUM_NAMES",
                        String.join(",", claims.modes().keySet())));
        CompletableFuture<Duration> leaving = granted.leaving();
        boolean cut = !LockClient.first(process.ended(), granted.lost(), leaving, signal);
        if (cut) {
            process.end(leaving.isDone() ? beforeTheLoss(leaving.join()) : killAfter);
        }
        // A command that has ended by itself may have been without the lock before.
        if (granted.lost().isDone()) {
            return told(
                    claims + ": lost, and the command ended: " + granted.lost().join(), ExitCode.LOST);
        }
        if (cut && leaving.isDone() && !signal.isDone()) {
            return told(claims + ": the node that has granted it leaves, and the command ended", ExitCode.LOST);
        }
        return process.ended().join();
    }

    /** SIGKILL comes before the lock is lost, and there is time to release it. */
    private Duration beforeTheLoss(Duration within) {
        Duration left = within.dividedBy(2);
        return left.compareTo(killAfter) < 0 ? left : killAfter;
    }

    private List<URI> urls() {
        return Stream.of(url.orElseThrow().split(",", -1)).map(LockCommand::uri).toList();
    }

    private static URI uri(String text) {
        String right = "must be http://HOST:PORT or https://HOST:PORT";
        if (text.contains("@")) {
            // What stands before it may be a password.
            throw new BadInput("--url: " + right + ", without a user");
        }
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && (uri.getPort() == -1 || uri.getPort() > 0 && uri.getPort() <= MOST_PORT)
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException wrong) {
            // Told below.
        }
        throw new BadInput("--url %s: " + right, quoted(text));
    }

    private static String token(Path file) {
        String named = quoted(file.toString());
        try {
            String token = Files.readString(file).replace("\uFEFF", "").strip();
            if (!HttpSession.isToken(token)) {
                throw new BadInput(
                        "--token-file %s: must have one line, the token, of letters, digits and signs without blanks",
                        named);
            }
            return token;
        } catch (NoSuchFileException missing) {
            throw new BadInput("--token-file %s: there is no such file", named);
        } catch (IOException unreadable) {
            throw new BadInput("--token-file %s cannot be read: %s", named, unreadable.getMessage());
        }
    }

    /** What stands after the first --. */
    private List<String> command() {
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        int at = given.indexOf("--");
        if (at < 0 || at + 1 == given.size()) {
            throw new BadInput("there is no command; the line must be NAME -- COMMAND [ARG...]");
        }
        List<String> command = given.subList(at + 1, given.size());
        int before = (names.isPresent() ? 1 : 0) + others.size() - command.size();
        if (before != 1) {
            throw new BadInput("there are %d words before --; there must be one, NAME[,NAME...]", before);
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
            throw new BadInput("--permits %s: must be K/N, K of N permits", quoted(text));
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

    private int told(String line, int code) {
        tell(line);
        return code;
    }

    private void tell(String line) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + line);
    }
}
