package symposium.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Each node in a network namespace of its own, all on one bridge, as on machines of their own (Linux; {@code ip} of
 * iproute2; needs the right to make namespaces). A cut is a route that drops what goes to the other node: what is in
 * transit is lost, and connections neither break nor hear of it.
 */
final class Namespaces implements NodeLinks {

    private static final int STORE = 254;
    private static final int PORT = 25520;

    private final String prefix;
    private final String subnet;
    /** What removes what has been made, the last first. */
    private final Deque<String> removals = new ArrayDeque<>();

    /**
     * Makes the namespaces.
     *
     * @param nodes at most 253
     * @throws IOException when they cannot be made; then nothing is left of them
     */
    Namespaces(int nodes) throws IOException {
        long self = ProcessHandle.current().pid();
        this.prefix = "sy" + self % 1_000_000;
        this.subnet = "10." + (64 + self / 250 % 60) + "." + (1 + self % 250) + ".";
        try {
            ip("link add %s type bridge", prefix);
            removals.push("link del " + prefix);
            ip("addr add %s/24 dev %s", storeHost(), prefix);
            ip("link set %s up", prefix);
            for (int node = 0; node < nodes; node++) {
                ip("netns add %s", name(node));
                removals.push("netns del " + name(node));
                ip("link add %s type veth peer name eth0 netns %s", name(node), name(node));
                // A namespace without a name, and its end of the link, stay for a minute where connections are cut.
                removals.push("link del " + name(node));
                ip("link set %s master %s up", name(node), prefix);
                ip("-n %s addr add %s/24 dev eth0", name(node), host(node));
                ip("-n %s link set eth0 up", name(node));
                ip("-n %s link set lo up", name(node));
            }
        } catch (IOException refused) {
            try {
                close();
            } catch (IOException incomplete) {
                refused.addSuppressed(incomplete);
            }
            throw refused;
        }
    }

    private String name(int node) {
        return prefix + "n" + node;
    }

    @Override
    public String host(int node) {
        return subnet + (node + 1);
    }

    /** In a namespace each node has all ports to itself. */
    @Override
    public int port(int node) {
        return PORT;
    }

    @Override
    public String storeHost() {
        return subnet + STORE;
    }

    @Override
    public List<String> launcher(int node) {
        return List.of("ip", "netns", "exec", name(node));
    }

    @Override
    public List<String> options() {
        return List.of();
    }

    @Override
    public void cut(Link link) throws IOException {
        ip("-n %s route replace blackhole %s/32", name(link.from()), host(link.to()));
    }

    @Override
    public void mend(Link link) throws IOException {
        ip("-n %s route del blackhole %s/32", name(link.from()), host(link.to()));
    }

    /** By {@code ss} of iproute2, where the kernel ends sockets for it; the list is of those that it has ended. */
    @Override
    public int tear(Link link) throws IOException {
        return (int) ip("netns exec %s ss -H -K dst %s", name(link.from()), host(link.to()))
                .lines()
                .filter(line -> line.startsWith("tcp"))
                .count();
    }

    /** Also from the thread that ends a torture on a signal. */
    @Override
    public synchronized void close() throws IOException {
        List<IOException> failures = new ArrayList<>();
        while (!removals.isEmpty()) {
            try {
                ip(removals.pop());
            } catch (IOException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            IOException first = failures.get(0);
            failures.subList(1, failures.size()).forEach(first::addSuppressed);
            throw first;
        }
    }

    /** What the command says. */
    private static String ip(String format, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(
                Arrays.asList(String.format(Locale.ROOT, format, arguments).split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
        return said;
    }
}
