package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

/**
 * A machine and one of its ports.
 *
 * @param host the name or the IPv4 address of the machine
 * @param port the port, from 0 (any free port) to {@value #HIGHEST_PORT}
 */
public record HostAndPort(String host, int port) {

    /** The highest number of a TCP port. */
    public static final int HIGHEST_PORT = 65535;

    /**
     * HOST:PORT, as the value of an option.
     *
     * @throws BadInput when it is something else, or the port is less than this
     */
    public static HostAndPort of(String option, String text, int leastPort) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new BadInput("%s %s: must be HOST:PORT", option, quoted(text));
        }
        return new HostAndPort(
                host(option, text.substring(0, colon)),
                Values.whole(option, text.substring(colon + 1), leastPort, HIGHEST_PORT));
    }

    /**
     * The name or the IPv4 address of a machine, as the value of an option.
     *
     * @throws BadInput when it is neither
     */
    public static String host(String option, String text) {
        if (!text.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
            throw new BadInput("%s %s: must be the name or the IPv4 address of a machine", option, quoted(text));
        }
        return text;
    }

    /** Returns the line for {@code --host} and {@code --port} at which this program cannot be reached. */
    public static BadInput unavailable(String host, int port) {
        return port == 0
                ? new BadInput("--host %s: must be the name or the IPv4 address of this machine", quoted(host))
                : new BadInput(
                        "--port %d: at %s that port is in use or not available; use another one, or 0 for any free port",
                        port, quoted(host));
    }
}
