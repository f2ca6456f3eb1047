package symposium.cluster.simulation;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is simulated. Equal plans run in the same way.
 *
 * @param seed determines all that happens by chance
 * @param nodes the number of nodes at the start
 * @param guests the number of members without the role
 * @param sessions the number of clients that are no members
 * @param clients the number of clients of each member
 * @param seconds how long faults happen
 * @param dynamic whether the voters are dynamic, and nodes are added and removed
 * @param without the numbers of the faults that do not happen
 */
record SimulationPlan(
        long seed,
        int nodes,
        int guests,
        int sessions,
        int clients,
        int seconds,
        boolean dynamic,
        SortedSet<Integer> without) {

    /** Each actor system would read the manifests of all jars to compare versions: a tenth of the time of a run. */
    private static final ClassLoader WITHOUT_MANIFESTS = new ClassLoader(SimulationPlan.class.getClassLoader()) {
        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.equals(JarFile.MANIFEST_NAME) ? Collections.emptyEnumeration() : super.getResources(name);
        }
    };

    private static final Pattern WRITTEN =
            Pattern.compile("seed=(\\d+),nodes=(\\d+),guests=(\\d+),sessions=(\\d+),clients=(\\d+),seconds=(\\d+)"
                    + "(,dynamic)?(?:,without=(\\d+(?:\\+\\d+)*))?");

    /** The plan of a seed: small clusters and large ones, short runs and long ones. */
    static SimulationPlan of(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        return new SimulationPlan(
                seed,
                oneOf(random, 1, 2, 3, 3, 3, 3, 4, 5),
                oneOf(random, 0, 1, 1, 2),
                oneOf(random, 0, 1, 2, 3),
                oneOf(random, 1, 2, 3, 4),
                oneOf(random, 5, 10, 15, 20, 40),
                oneOf(random, 0, 0, 1) == 1,
                new TreeSet<>());
    }

    private static int oneOf(Random random, int... values) {
        return values[random.nextInt(values.length)];
    }

    /** Reads what {@link #toString} has written. */
    static SimulationPlan read(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no plan: " + written + "; one is, for example, " + of(1));
        }
        TreeSet<Integer> without = new TreeSet<>();
        Optional.ofNullable(parts.group(8)).ifPresent(numbers -> List.of(numbers.split("\\+"))
                .forEach(each -> without.add(Integer.valueOf(each))));
        int[] numbers = IntStream.rangeClosed(2, 6)
                .map(group -> Integer.parseInt(parts.group(group)))
                .toArray();
        return new SimulationPlan(
                Long.parseLong(parts.group(1)),
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                parts.group(7) != null,
                without);
    }

    SimulationPlan withNodes(int some) {
        return new SimulationPlan(seed, some, guests, sessions, clients, seconds, dynamic, without);
    }

    SimulationPlan withGuests(int some) {
        return new SimulationPlan(seed, nodes, some, sessions, clients, seconds, dynamic, without);
    }

    SimulationPlan withSessions(int some) {
        return new SimulationPlan(seed, nodes, guests, some, clients, seconds, dynamic, without);
    }

    SimulationPlan withClients(int some) {
        return new SimulationPlan(seed, nodes, guests, sessions, some, seconds, dynamic, without);
    }

    SimulationPlan withSeconds(int some) {
        return new SimulationPlan(seed, nodes, guests, sessions, clients, some, dynamic, without);
    }

    SimulationPlan without(SortedSet<Integer> faults) {
        return new SimulationPlan(seed, nodes, guests, sessions, clients, seconds, dynamic, faults);
    }

    SimulationRun run() {
        return run(message -> false, Optional.empty());
    }

    /**
     * Runs it.
     *
     * @param planted the messages that actors do not receive: a planted fault
     * @param logs the directory of the event logs of the nodes
     */
    SimulationRun run(Predicate<Object> planted, Optional<Path> logs) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(WITHOUT_MANIFESTS);
        try (SimulatedCluster cluster = new SimulatedCluster(this, planted, logs)) {
            cluster.runWithFaults();
            List<String> unserved = cluster.heal();
            ClientHistory history = cluster.history();
            List<String> wrong = new ArrayList<>(cluster.left());
            wrong.addAll(0, history.violations());
            wrong.addAll(unserved);
            return new SimulationRun(wrong, history.events(), cluster.faults(), cluster.seconds());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public String toString() {
        return String.format(
                        Locale.ROOT,
                        "seed=%d,nodes=%d,guests=%d,sessions=%d,clients=%d,seconds=%d",
                        seed,
                        nodes,
                        guests,
                        sessions,
                        clients,
                        seconds)
                + (dynamic ? ",dynamic" : "")
                + (without.isEmpty()
                        ? ""
                        : without.stream().map(String::valueOf).collect(Collectors.joining("+", ",without=", "")));
    }
}
