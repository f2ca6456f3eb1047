package symposium.cluster;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.ArchivedJar;
import symposium.demo.SafetyMonitor;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** {@code symposium node} in a virtual machine of its own, and what it prints. */
final class Terminal {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final Pattern LINE = Pattern.compile("(\\d\\d:\\d\\d:\\d\\d\\.\\d{3})  (\\S+) +(.*)");
    private static final Pattern INFORMATION = Pattern.compile("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO ");
    private static final Pattern MEAL = Pattern.compile("(eats|has eaten), fence (\\d+)\\.(\\d+)");

    /** What the philosopher does. */
    enum Standing {
        THINKING,
        HUNGRY,
        EATING
    }

    /** A meal, until it is over or its philosopher has crashed. */
    record Meal(String process, Fence fence, LocalTime from, LocalTime until) {}

    /** What a process had, until it was given back, or for no time where its node died. */
    record Turn(ProcessId process, Grant grant, LocalTime from, LocalTime until) {}

    private record Timed(LocalTime at, int rank, DemoEvent event) {}

    /**
     * Tells a monitor of these turns with an algorithm, in the order of their times; what ends and what begins at the
     * same time does so in this order.
     */
    static SafetyMonitor tell(List<Turn> turns, String algorithm) {
        SafetyMonitor monitor = new SafetyMonitor(DemoScript.of(algorithm));
        turns.stream()
                .flatMap(turn -> Stream.of(
                        new Timed(turn.from(), 1, new DemoEvent.Granted(turn.process(), turn.grant())),
                        new Timed(
                                turn.until(),
                                turn.until().equals(turn.from()) ? 2 : 0,
                                new DemoEvent.Released(turn.process(), turn.grant()))))
                .sorted(Comparator.comparing(Timed::at).thenComparing(Timed::rank))
                .forEach(timed -> monitor.on(Duration.ZERO, timed.event()));
        return monitor;
    }

    /** A line about the node's own process. */
    record Own(LocalTime at, String text) {}

    /** What a test does with virtual machines. */
    interface Doing {
        void happens() throws Exception;
    }

    /** Kills all virtual machines when a test has done this. If it fails, the failure has what each has printed. */
    static void ending(List<Terminal> all, Doing doing) throws Exception {
        try {
            doing.happens();
        } catch (AssertionError failed) {
            throw new AssertionError(
                    failed.getMessage() + "\nand these are the others:"
                            + all.stream().map(Terminal::toString).collect(Collectors.joining()),
                    failed);
        } finally {
            all.forEach(Terminal::kill);
        }
    }

    private final String name;
    private final Process process;
    private final List<Own> own = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<Meal> meals = new ArrayList<>();
    private Standing standing = Standing.THINKING;
    private boolean begun;
    private boolean ended;

    private Terminal(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** The name of its process. */
    String name() {
        return name;
    }

    /** Ports that no node listens at. */
    static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int each = 0; each < count; each++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Starts the node of that number among as many as there are ports, with a philosopher. */
    static Terminal open(int number, List<Integer> ports) throws IOException {
        return open(number, Integer.toString(number), ports);
    }

    /** The same for a process that may have a name, and with more on the command line. */
    static Terminal open(int number, String name, List<Integer> ports, String... more) throws IOException {
        List<String> options =
                new ArrayList<>(List.of("--philosopher", "--think", "700", "--eat", "500", "--seed", "3"));
        options.addAll(List.of(more));
        return open(number, name, ports, options);
    }

    /** The same with these options instead of a philosopher's. */
    static Terminal open(int number, String name, List<Integer> ports, List<String> options) throws IOException {
        List<String> command = ArchivedJar.java("symposium.cli.Main");
        command.add("node");
        command.addAll(List.of("--process", name));
        command.addAll(List.of("--processes", Integer.toString(ports.size())));
        command.addAll(List.of("--port", ports.get(number).toString()));
        command.addAll(List.of(
                "--seeds", ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","))));
        command.addAll(options);
        Terminal terminal = new Terminal(name, new ProcessBuilder(command).start());
        terminal.read("told", terminal.process.getInputStream(), terminal::hear);
        terminal.read("complaints", terminal.process.getErrorStream(), terminal::hearComplaint);
        return terminal;
    }

    private void read(String name, InputStream from, java.util.function.Consumer<String> to) {
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        in.lines().forEach(to);
                    } catch (IOException | java.io.UncheckedIOException closed) {
                        // The process has gone, with its end of the pipe.
                    } finally {
                        end();
                    }
                },
                "terminal " + this.name + ": " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    private synchronized void hearComplaint(String line) {
        complaints.add(line);
    }

    private synchronized void hear(String line) {
        lines.add(line);
        Matcher told = LINE.matcher(line);
        if (told.matches() && told.group(2).equals(name)) {
            own(LocalTime.parse(told.group(1)), told.group(3));
        }
        notifyAll();
    }

    private void own(LocalTime at, String text) {
        own.add(new Own(at, text));
        Matcher meal = MEAL.matcher(text);
        if (text.equals("is hungry") || text.startsWith("wants ")) {
            standing = Standing.HUNGRY;
            begun = true;
        } else if (meal.matches()) {
            Fence fence = new Fence(Long.parseLong(meal.group(2)), Long.parseLong(meal.group(3)));
            if (meal.group(1).equals("eats")) {
                standing = Standing.EATING;
                meals.add(new Meal(name, fence, at, at));
            } else {
                standing = Standing.THINKING;
                Meal last = meals.remove(meals.size() - 1);
                meals.add(new Meal(name, fence, last.from(), at));
            }
        } else if (text.startsWith("eats") || text.startsWith("takes ")) {
            standing = Standing.EATING;
        } else if (text.equals("has eaten") || text.startsWith("gives back ")) {
            standing = Standing.THINKING;
        }
    }

    /** Waits until it has eaten this number of times more. */
    void awaitMeals(int more) {
        int before = meals().size();
        await("to eat " + more + " times more", () -> meals.size() >= before + more);
    }

    /** Waits until something has been said of the process itself, after as many lines of it as there are now. */
    void awaitNext(Predicate<String> said) {
        int before = own().size();
        await("to say more", () -> own.stream().skip(before).map(Own::text).anyMatch(said));
    }

    /** What has been said of the process itself. */
    synchronized List<Own> own() {
        return List.copyOf(own);
    }

    /** Waits until its user is told that, in a later term than this one, and says in which. */
    long awaitTerm(String news, long after) {
        await("to say '" + news + "' of a term after " + after, () -> latestTerm(news) > after);
        return latestTerm(news);
    }

    private synchronized long latestTerm(String news) {
        return lines.stream()
                .map(LINE::matcher)
                .filter(told -> told.matches() && told.group(2).equals(name))
                .map(told -> told.group(3))
                .filter(said -> said.startsWith(news + ", term "))
                .mapToLong(said -> Long.parseLong(said.substring(news.length() + ", term ".length())))
                .max()
                .orElse(0);
    }

    void awaitLine(String part) {
        await("to say '" + part + "'", () -> lines.stream().anyMatch(line -> line.contains(part)));
    }

    /** Waits until its philosopher has begun to do that, and kills it there and then. */
    void killWhen(Standing wanted) {
        await("to have begun something else", () -> begun && standing != wanted);
        await("to be " + wanted, () -> standing == wanted);
        process.toHandle().destroyForcibly();
        awaitExit();
        await("to be silent", () -> ended);
        synchronized (this) {
            if (standing != wanted) {
                fail("it was " + standing + " when it died, not " + wanted + this);
            }
        }
    }

    /**
     * What ctrl-C does, or {@code kill} without more; unlike the process itself, its handle leaves the streams open.
     */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Kills it, without goodbye. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                fail("not ended within " + PATIENCE + this);
            }
            synchronized (this) {
                await("to be silent", () -> ended);
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            return fail("interrupted");
        }
    }

    synchronized List<Meal> meals() {
        return List.copyOf(meals);
    }

    synchronized String told() {
        return String.join("\n", lines);
    }

    /**
     * What it has logged, without what is in order: information, as of a pause on a loaded machine, and that it gives
     * up a node that the cluster has removed.
     */
    synchronized String complaints() {
        return complaints.stream()
                .filter(line -> !INFORMATION.matcher(line).find())
                .filter(line -> !line.endsWith("Reason: the cluster has removed it"))
                .collect(Collectors.joining("\n"));
    }

    private synchronized void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0 || ended) {
                    fail("process " + name + " was " + (ended ? "" : "within " + PATIENCE + " ") + what + this);
                }
                wait(left);
            }
        } catch (InterruptedException interrupted) {
            fail("interrupted while waiting for process " + name + " " + what);
        }
    }

    @Override
    public synchronized String toString() {
        return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 100), lines.size())) + "\n"
                + String.join("\n", complaints);
    }
}
