package symposium.management;

import akka.http.javadsl.model.Host;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import com.typesafe.config.Config;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import symposium.wire.PlainText;

/**
 * Refuses requests that a page of another site sends through the browser of a user.
 *
 * <p>A page can send a request to a loopback address, and read the answer once its own name resolves to that address
 * (DNS rebinding). Without authentication, {@code Host} must therefore be an address or a name of this server. With
 * authentication, any {@code Host} is accepted, because a page does not know the token. In both cases {@code Origin},
 * which a browser adds, must be the origin of this server.
 */
public final class BrowserGuard {

    private static final String HOSTS = "symposium.management.hosts";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** The values of {@code Host} that are accepted. */
    private enum Accepted {
        /** Loopback addresses, and the names of this server. */
        LOOPBACK,
        /** All addresses, which no page can rebind, and the names of this server. */
        ADDRESSES,
        /** All values. */
        ANY
    }

    private final Accepted accepted;
    private final Set<String> names;

    private BrowserGuard(Accepted accepted, Set<String> names) {
        this.accepted = accepted;
        this.names = names;
    }

    /** Returns the guard of a server on a loopback address. */
    public static BrowserGuard loopback() {
        return new BrowserGuard(Accepted.LOOPBACK, Set.of("localhost"));
    }

    /** Returns the guard of endpoints of Akka Management without authentication. */
    static BrowserGuard unauthenticated(Config config) {
        Set<String> names = new HashSet<>(Set.of("localhost"));
        config.getStringList(HOSTS).forEach(name -> names.add(plain(name)));
        for (String setting : List.of(ManagementAddress.BOUND, ManagementAddress.NAMED)) {
            String name = plain(config.getString(setting));
            // <hostname> stands for an address; 0.0.0.0 and :: name no host.
            if (!name.isEmpty()
                    && !name.startsWith("<")
                    && !Set.of("0.0.0.0", "::").contains(name)) {
                names.add(name);
            }
        }
        return new BrowserGuard(
                ManagementAddress.beyondLoopback(config).isPresent() ? Accepted.ADDRESSES : Accepted.LOOPBACK, names);
    }

    /** Returns the guard of endpoints with authentication. */
    static BrowserGuard authenticated() {
        return new BrowserGuard(Accepted.ANY, Set.of());
    }

    /** Returns a name or an address without the differences between its spellings. */
    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.startsWith("[") && lower.endsWith("]") ? lower.substring(1, lower.length() - 1) : lower;
    }

    /** Returns why a request is refused, in one line; empty if it is not. */
    public Optional<String> refusal(HttpRequest request) {
        List<String> hosts = values(request, "host");
        if (hosts.size() > 1) {
            return Optional.of("the header Host must be given once, found " + hosts.size());
        }
        Optional<akka.http.javadsl.model.headers.Host> named =
                request.getHeader(akka.http.javadsl.model.headers.Host.class);
        Host host = named.map(header -> header.host()).orElse(request.getUri().host());
        int port = named.map(header -> header.port()).orElse(request.getUri().port());
        if (!accepts(host)) {
            return Optional.of("the header Host must be localhost, "
                    + (accepted == Accepted.LOOPBACK ? "a loopback address" : "an IP address")
                    + " or a name in " + HOSTS + ", found " + PlainText.quoted(host.address()));
        }
        for (String origin : values(request, "origin")) {
            if (!isOf(origin, plain(host.address()), port)) {
                return Optional.of("the header Origin must be the origin of this server ("
                        + hosts.stream().findFirst().orElse("the Host") + "), or missing, found "
                        + PlainText.quoted(origin) + ": a page of another site cannot use these endpoints");
            }
        }
        return crossSite(request)
                ? Optional.of("the header Sec-Fetch-Site must be same-origin or none, or missing, found "
                        + PlainText.quoted(value(request, "sec-fetch-site"))
                        + ": a page of another site cannot use these endpoints")
                : Optional.empty();
    }

    private boolean accepts(Host host) {
        if (accepted == Accepted.ANY || names.contains(plain(host.address()))) {
            return true;
        }
        if (!host.isIPv4() && !host.isIPv6()) {
            return false;
        }
        // An address is not looked up.
        return accepted == Accepted.ADDRESSES
                || StreamSupport.stream(host.getInetAddresses().spliterator(), false)
                        .allMatch(InetAddress::isLoopbackAddress);
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
    private static boolean crossSite(HttpRequest request) {
        boolean elsewhere = Set.of("cross-site", "same-site").contains(value(request, "sec-fetch-site"));
        boolean followed = value(request, "sec-fetch-mode").equals("navigate")
                && value(request, "sec-fetch-dest").equals("document");
        return elsewhere && !followed;
    }

    private static String value(HttpRequest request, String header) {
        return values(request, header).stream().findFirst().orElse("");
    }

    private static List<String> values(HttpRequest request, String header) {
        return StreamSupport.stream(request.getHeaders().spliterator(), false)
                .filter(each -> each.is(header))
                .map(HttpHeader::value)
                .toList();
    }
}
