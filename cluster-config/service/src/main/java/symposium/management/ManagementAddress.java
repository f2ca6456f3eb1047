package symposium.management;

import com.typesafe.config.Config;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** The address of Akka Management. */
final class ManagementAddress {

    static final String BOUND = "akka.management.http.bind-hostname";
    static final String NAMED = "akka.management.http.hostname";

    private ManagementAddress() {}

    /** The address to which Akka Management is bound, if it is not a loopback address. */
    static Optional<String> beyondLoopback(Config config) {
        String bound = config.getString(BOUND).isEmpty() ? config.getString(NAMED) : config.getString(BOUND);
        return isLoopback(bound) ? Optional.empty() : Optional.of(bound);
    }

    private static boolean isLoopback(String host) {
        try {
            return !host.equals("<hostname>") && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
