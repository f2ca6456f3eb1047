package symposium.input;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Refuses requests that a page of another site sends through the browser of a user.
 *
 * <p>A page can send a request to a loopback address, and read the answer once its own name resolves to that address
 * (DNS rebinding). Without authentication, {@code Host} must therefore be an address or a name of this server. With
 * authentication, any {@code Host} is accepted, because a page does not know the token. In both cases {@code Origin},
 * which a browser adds, must be the origin of this server.
 */
public final class BrowserGuard {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*]|[^:\\[\\]]*)(?::([0-9]{0,5}))?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?!$)|$)){4}");

    /** The values of {@code Host} that are accepted. */
    private enum Accepted {
        /** Loopback addresses, and the names of this server. */
        LOOPBACK("localhost or a loopback address"),
        /** All addresses, which no page can rebind, and the names of this server. */
        ADDRESSES("localhost or an IP address"),
        /** All values. */
        ANY("");

        private final String text;

        Accepted(String text) {
            this.text = text;
        }
    }

    private final Accepted accepted;
    private final Set<String> names;
    private final String setting;

    private BrowserGuard(Accepted accepted, Set<String> names, String setting) {
        this.accepted = accepted;
        this.names = names.stream().map(BrowserGuard::plain).collect(Collectors.toSet());
        this.setting = setting;
    }

    /**
     * Returns the guard of a server without authentication on a loopback address.
     *
     * @param names of the server, in addition to {@code localhost}
     * @param setting where names can be added, for the reason of a refusal; empty if there is none
     */
    public static BrowserGuard loopback(Set<String> names, String setting) {
        return new BrowserGuard(Accepted.LOOPBACK, names, setting);
    }

    /**
     * Returns the guard of a server without authentication on any address.
     *
     * @param names of the server, in addition to {@code localhost}
     * @param setting where names can be added, for the reason of a refusal
     */
    public static BrowserGuard addresses(Set<String> names, String setting) {
        return new BrowserGuard(Accepted.ADDRESSES, names, setting);
    }

    /** Returns the guard of a server with authentication. */
    public static BrowserGuard authenticated() {
        return new BrowserGuard(Accepted.ANY, Set.of(), "");
    }

    /** Returns a name or an address without the differences between its spellings. */
    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.startsWith("[") && lower.endsWith("]") ? lower.substring(1, lower.length() - 1) : lower;
    }

    /**
     * Returns why a request is refused, in one line; empty if it is not.
     *
     * @param host the host that is requested; it counts where there is no header {@code Host}
     * @param port its port; 0 for the usual one
     * @param headers the values of the header with a name, which is in lower case
     */
    public Optional<String> refusal(String host, int port, Function<String, List<String>> headers) {
        List<String> hosts = headers.apply("host");
        if (hosts.size() > 1) {
            return Optional.of("the header Host must be given once, found " + hosts.size());
        }
        if (hosts.isEmpty()) {
            return refusal(plain(host), port, "the Host", headers);
        }
        Matcher said = HOST_AND_PORT.matcher(hosts.get(0).strip());
        if (!said.matches()) {
            return Optional.of("the header Host must be HOST or HOST:PORT, found " + PlainText.quoted(hosts.get(0)));
        }
        String digits = Optional.ofNullable(said.group(2)).orElse("");
        return refusal(plain(said.group(1)), digits.isEmpty() ? 0 : Integer.parseInt(digits), hosts.get(0), headers);
    }

    private Optional<String> refusal(String host, int port, String shown, Function<String, List<String>> headers) {
        if (!accepts(host)) {
            return Optional.of("the header Host must be " + accepted.text
                    + (setting.isEmpty() ? "" : ", or a name in " + setting) + ", found " + PlainText.quoted(host));
        }
        for (String origin : headers.apply("origin")) {
            if (!isOf(origin, host, port)) {
                return Optional.of("the header Origin must be the origin of this server ("
                        + shown + "), or missing, found "
                        + PlainText.quoted(origin) + ": a page of another site cannot use these endpoints");
            }
        }
        return crossSite(headers)
                ? Optional.of("the header Sec-Fetch-Site must be same-origin or none, or missing, found "
                        + PlainText.quoted(value(headers, "sec-fetch-site"))
                        + ": a page of another site cannot use these endpoints")
                : Optional.empty();
    }

    private boolean accepts(String host) {
        return accepted == Accepted.ANY
                || host.equals("localhost")
                || names.contains(host)
                || address(host)
                        .filter(address -> accepted == Accepted.ADDRESSES || address.isLoopbackAddress())
                        .isPresent();
    }

    /** Returns the address that a text is. A name is not looked up. */
    private static Optional<InetAddress> address(String host) {
        boolean six = IPV6.matcher(host).matches();
        if (!six && !IPV4.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(six ? "[" + host + "]" : host));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isOf(String origin, String host, int port) {
        try {
            URI uri = new URI(origin);
            boolean https = "https".equals(uri.getScheme());
            int usual = https ? HTTPS : HTTP;
            return (https || "http".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && plain(uri.getHost()).equals(host)
                    && (uri.getPort() < 0 ? usual : uri.getPort()) == (port <= 0 ? usual : port);
        } catch (URISyntaxException wrong) {
            return false;
        }
    }

    /**
     * Returns whether a page of another site has sent the request without an Origin, as for an image. A followed link
     * does not count.
     */
    private static boolean crossSite(Function<String, List<String>> headers) {
        boolean elsewhere = Set.of("cross-site", "same-site").contains(value(headers, "sec-fetch-site"));
        boolean followed = value(headers, "sec-fetch-mode").equals("navigate")
                && value(headers, "sec-fetch-dest").equals("document");
        return elsewhere && !followed;
    }

    private static String value(Function<String, List<String>> headers, String header) {
        return headers.apply(header).stream().findFirst().orElse("");
    }
}
