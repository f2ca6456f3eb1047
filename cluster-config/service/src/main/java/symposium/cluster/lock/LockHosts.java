package symposium.cluster.lock;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;

/**
 * The nodes that host the requests of a member without the role: a value. Each event yields the next value.
 *
 * @param hosts in the order in which they have been found
 * @param noHost why no request is taken while there is none
 * @param <H> the references to hosts
 */
record LockHosts<H>(List<Host<H>> hosts, Closed noHost) {

    /**
     * A node whose service takes requests, or may do so again.
     *
     * @param open whether the link with it is open
     * @param closed why it takes no requests, if it has said so: until it is gone, or until it is asked again if it
     *     has not formed a cluster yet
     */
    record Host<H>(H service, boolean open, Optional<Closed> closed) {

        private Host<H> open(boolean now) {
            return new Host<>(service, now, closed);
        }

        private Host<H> closed(Optional<Closed> now) {
            return new Host<>(service, open, now);
        }

        private boolean takes() {
            return open && closed.isEmpty();
        }

        private boolean isUnformed() {
            return closed.filter(why -> why.cause() == UnavailableCause.NOT_FORMED)
                    .isPresent();
        }
    }

    /** The first host that takes requests. */
    Optional<H> taking() {
        return hosts.stream().filter(Host::takes).map(Host::service).findFirst();
    }

    /** Why no host takes requests. A host that has not formed a cluster yet comes first: it may do so soon. */
    Closed why() {
        return hosts.stream()
                .filter(Host::isUnformed)
                .findFirst()
                .or(() ->
                        hosts.stream().filter(host -> host.closed().isPresent()).findFirst())
                .flatMap(Host::closed)
                .orElse(noHost);
    }

    /** Whether a host has not formed a cluster yet. */
    boolean hasUnformed() {
        return hosts.stream().anyMatch(Host::isUnformed);
    }

    /** The services, or those of them that are reachable, have changed. A host that is not reachable takes nothing. */
    LockHosts<H> found(Set<H> all, Set<H> reachable) {
        Stream<H> known = Stream.concat(hosts.stream().map(Host::service), reachable.stream());
        return new LockHosts<>(
                known.distinct()
                        .filter(all::contains)
                        .map(service -> host(service)
                                .open(reachable.contains(service)
                                        && host(service).open()))
                        .toList(),
                noHost);
    }

    private Host<H> host(H service) {
        return hosts.stream()
                .filter(host -> host.service().equals(service))
                .findFirst()
                .orElse(new Host<>(service, false, Optional.empty()));
    }

    /** The link with a host is open from now on, or is not. */
    LockHosts<H> linked(H service, boolean open) {
        return changed(host -> host.service().equals(service) ? host.open(open) : host);
    }

    /** What a host has answered may say that it takes no requests. */
    LockHosts<H> heard(H service, Reply reply) {
        Optional<Closed> closed = closed(reply);
        return changed(host -> host.service().equals(service) && closed.isPresent() ? host.closed(closed) : host);
    }

    private static Optional<Closed> closed(Reply reply) {
        if (reply instanceof Leaving) {
            return Optional.of(Closed.LEAVING);
        }
        return reply instanceof Unavailable unavailable && unavailable.cause() != UnavailableCause.NO_MAJORITY
                ? Optional.of(new Closed(unavailable.cause(), unavailable.why()))
                : Optional.empty();
    }

    /** Hosts that had not formed a cluster may be asked again. */
    LockHosts<H> askedAgain() {
        return changed(host -> host.isUnformed() ? host.closed(Optional.empty()) : host);
    }

    private LockHosts<H> changed(UnaryOperator<Host<H>> change) {
        return new LockHosts<>(hosts.stream().map(change).toList(), noHost);
    }
}
