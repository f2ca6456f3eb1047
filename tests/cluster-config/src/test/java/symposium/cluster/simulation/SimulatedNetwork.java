package symposium.cluster.simulation;

import akka.actor.Address;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.Adapter;
import akka.remote.UniqueAddress;
import akka.remote.artery.ThisActorSystemQuarantinedEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import symposium.cluster.guest.GuestFrame;
import symposium.wire.WireMessage;

/**
 * The network between simulated machines. It loses and delays messages, and keeps the messages from one machine to
 * another in order, as Akka's transport does. A machine learns of its quarantine when it sends to the other, unless it
 * has the other in quarantine, too, or the quarantine is a harmless one.
 */
final class SimulatedNetwork {

    private static final ConcurrentHashMap<Integer, Endpoint> ENDPOINTS = new ConcurrentHashMap<>();

    /** From an address to another: which message arrives after which. */
    private record Way(Endpoint from, Endpoint to, boolean sure) {}

    private final Random random;
    private final Map<Address, Endpoint> endpoints = new HashMap<>();
    private final Map<Way, Long> latest = new HashMap<>();
    private final Set<List<Address>> deaf = new HashSet<>();
    private final Map<String, Integer> sent = new HashMap<>();
    private double loss;
    private double twice;

    SimulatedNetwork(Random random) {
        this.random = random;
    }

    /** From now on this fraction of the messages gets lost. */
    void loses(double part) {
        loss = part;
    }

    /**
     * From now on this fraction of the numbered messages arrives twice. Akka's transport does not do so, but the links
     * that send them again must bear it.
     */
    void repeats(double part) {
        twice = part;
    }

    /** Nothing from one machine arrives at the other, until {@link #hears}. */
    void isDeaf(Address to, Address from) {
        deaf.add(List.of(from, to));
    }

    void hears(Address to, Address from) {
        deaf.remove(List.of(from, to));
    }

    /** How many messages have been sent, by their types. */
    Map<String, Integer> sent() {
        return Map.copyOf(sent);
    }

    /** The end of a machine that is up; a former one at the same address is gone. */
    Endpoint connect(Address address, long uid, SimulatedTime.Machine machine) {
        Endpoint endpoint = new Endpoint(address, uid, machine);
        endpoints.put(address, endpoint);
        ENDPOINTS.put(machine.number(), endpoint);
        return endpoint;
    }

    static Endpoint endpoint(int machine) {
        return ENDPOINTS.get(machine);
    }

    /** One machine in the network. */
    final class Endpoint {
        private final Address address;
        private final long uid;
        private final SimulatedTime.Machine machine;
        private final Set<Long> quarantined = new HashSet<>();
        private final Set<Long> ignored = new HashSet<>();
        private ActorSystem<?> system;
        private boolean hears = true;
        private boolean isHeard = true;
        private boolean off;

        private Endpoint(Address address, long uid, SimulatedTime.Machine machine) {
            this.address = address;
            this.uid = uid;
            this.machine = machine;
        }

        Address address() {
            return address;
        }

        void runs(ActorSystem<?> started) {
            system = started;
        }

        /**
         * It is cut off from all others, in one direction or both.
         *
         * @param receives whether the messages of others still arrive here
         * @param reaches whether its messages still arrive at others
         */
        void cut(boolean receives, boolean reaches) {
            hears = receives;
            isHeard = reaches;
        }

        /** All is exchanged with all others again. */
        void mend() {
            cut(true, true);
        }

        boolean isCut() {
            return !hears || !isHeard;
        }

        /** It sends and receives nothing more. Its messages in transit still arrive. */
        void turnOff() {
            off = true;
            endpoints.remove(address, this);
            ENDPOINTS.remove(machine.number());
        }

        /** Exchanges nothing more with this incarnation of a node. The node learns of it when it sends. */
        void quarantine(long other) {
            if (!ignored.contains(other)) {
                quarantined.add(other);
            }
        }

        /**
         * A harmless quarantine: as {@link #quarantine}, but the node does not learn of it. The first quarantine of an
         * incarnation counts.
         */
        void ignore(long other) {
            if (!quarantined.contains(other)) {
                ignored.add(other);
            }
        }

        private boolean exchangesWith(Endpoint other) {
            return !quarantined.contains(other.uid) && !ignored.contains(other.uid);
        }

        /** Whether the machine at this address accepts a connection from here. */
        boolean connects(Address to) {
            Endpoint there = endpoints.get(to);
            return there != null && reaches(there) && there.reaches(this);
        }

        private boolean reaches(Endpoint there) {
            return !off && isHeard && there.hears && !deaf.contains(List.of(address, there.address));
        }

        void send(Address to, Class<?> type, Consumer<SimulatedProvider> what) {
            Endpoint there = endpoints.get(to);
            sent.merge(type.getSimpleName(), 1, Integer::sum);
            if (there != null && there != this && isOpen(there) && random.nextDouble() >= loss) {
                carry(new Way(this, there, false), what);
                if (twice > 0 && isNumbered(type) && random.nextDouble() < twice) {
                    carry(new Way(this, there, false), what);
                }
            }
        }

        private static boolean isNumbered(Class<?> type) {
            return WireMessage.class.isAssignableFrom(type) || type == GuestFrame.class;
        }

        /** Sends it until it arrives, or one of the two is gone. */
        void sendSurely(Address to, Consumer<SimulatedProvider> what) {
            Endpoint there = endpoints.get(to);
            if (there != null) {
                trySurely(there, what);
            }
        }

        private void trySurely(Endpoint there, Consumer<SimulatedProvider> what) {
            if (isOpen(there)) {
                carry(new Way(this, there, true), what);
            } else if (endpoints.get(there.address) == there && exchangesWith(there)) {
                machine.after(500, () -> trySurely(there, what));
            }
        }

        private boolean isOpen(Endpoint there) {
            return reaches(there) && exchangesWith(there);
        }

        private void carry(Way way, Consumer<SimulatedProvider> what) {
            SimulatedTime time = machine.time();
            long delay = TimeUnit.MICROSECONDS.toNanos(1_000 + random.nextInt(19_000));
            long at = Math.max(time.nanos() + delay, latest.getOrDefault(way, 0L) + 1);
            latest.put(way, at);
            way.to().machine.schedule(at - time.nanos(), () -> way.to().take(this, way.sure(), what));
        }

        private void take(Endpoint from, boolean sure, Consumer<SimulatedProvider> what) {
            if (!hears || !from.isHeard) {
                if (sure && !from.off) {
                    from.sendSurely(address, what);
                }
            } else if (quarantined.contains(from.uid)) {
                from.machine.after(1 + random.nextInt(20), () -> from.isQuarantined(this));
            } else if (system != null && exchangesWith(from)) {
                what.accept((SimulatedProvider) ((ExtendedActorSystem) Adapter.toClassic(system)).provider());
            }
        }

        /** It learns that another has quarantined it, unless the other is in quarantine here. */
        void isQuarantined(Endpoint by) {
            if (exchangesWith(by)) {
                system.eventStream()
                        .tell(new EventStream.Publish<>(new ThisActorSystemQuarantinedEvent(
                                new UniqueAddress(address, uid), new UniqueAddress(by.address, by.uid))));
            }
        }
    }
}
