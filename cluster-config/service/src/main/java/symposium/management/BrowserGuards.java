package symposium.management;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import com.typesafe.config.Config;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import symposium.input.BrowserGuard;

/** The guards of the endpoints in Akka Management. */
final class BrowserGuards {

    private static final String HOSTS = "symposium.management.hosts";

    private BrowserGuards() {}

    /** Returns the guard of endpoints without authentication. */
    static BrowserGuard unauthenticated(Config config) {
        Set<String> names = new HashSet<>(config.getStringList(HOSTS));
        for (String setting : List.of(ManagementAddress.BOUND, ManagementAddress.NAMED)) {
            String name = config.getString(setting);
            // <hostname> stands for an address; 0.0.0.0 and :: name no host.
            if (!name.isEmpty()
                    && !name.startsWith("<")
                    && !Set.of("0.0.0.0", "::", "[::]").contains(name)) {
                names.add(name);
            }
        }
        return ManagementAddress.beyondLoopback(config).isPresent()
                ? BrowserGuard.addresses(names, HOSTS)
                : BrowserGuard.loopback(names, HOSTS);
    }

    /** Returns why a request is refused, in one line; empty if it is not. */
    static Optional<String> refusal(BrowserGuard guard, HttpRequest request) {
        return guard.refusal(request.getUri().host().address(), request.getUri().port(), name -> StreamSupport.stream(
                        request.getHeaders().spliterator(), false)
                .filter(each -> each.is(name))
                .map(HttpHeader::value)
                .toList());
    }
}
