package symposium.cluster.simulation;

import akka.Done;
import akka.actor.Address;
import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.ReceptionistSetup;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSetup;
import akka.http.scaladsl.model.HttpRequest;
import akka.http.scaladsl.model.HttpResponse;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import scala.Function1;
import scala.concurrent.Future;
import scala.util.Try;
import symposium.cluster.SimulatedStart;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.status.Observers;
import symposium.kernel.ProcessId;
import symposium.management.SimulatedHttp;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;
import symposium.service.member.MembershipView.Voting;
import symposium.service.member.Termination;

/**
 * A member of a simulated cluster, from its start to its end: an actor system with all that a node runs, or a member
 * without the role.
 */
final class SimulatedNode {

    /** The setting that names the machine of an actor system. */
    static final String MACHINE = "simulation.machine";

    static final String ROLE = "symposium";
    private static final String SYSTEM = "symposium";
    /** So long after the removal of a member, Akka quarantines it in silence, in milliseconds. */
    private static final int QUARANTINE = 5_000;

    private static final Config BASE = base();

    private final String name;
    private final int number;
    private final UniqueAddress address;
    private final Set<String> roles;
    private final SimulatedTime time;
    private final SimulatedTime.Machine machine;
    private final SimulatedNetwork.Endpoint endpoint;
    private final ActorSystem<Void> system;
    private final SimulatedMembership membership;
    private final SimulatedReceptionist receptionist;
    private final Optional<SimulatedStart> started;
    private ActorRef<LockService.Command> service;
    private Function1<HttpRequest, Future<HttpResponse>> http;
    private final Set<Runnable> leases = new LinkedHashSet<>();
    private boolean running = true;
    private boolean paused;
    private boolean leaving;
    private long pausedAt;
    private long stoodStill;
    /** Since when it has known that it is cut off, in nanoseconds; the greatest number if it is not. */
    private long cutOffSince = Long.MAX_VALUE;
    /** By how much the clock of its machine has been set, in nanoseconds. */
    private long clockOffset;

    private Optional<Voting> voting = Optional.empty();

    private final List<Object> used = new ArrayList<>();
    private final List<SimulatedHttp.Events> streams = new ArrayList<>();
    private int actors;

    /** Receives the events of a node. */
    interface Surroundings {

        void log(String what);

        /** Akka reports that an actor of the node has failed. */
        void failed(SimulatedNode node, String what);

        /** The named locks of the node have started. */
        void serves(SimulatedNode node);

        /** The node has to end. */
        void ended(SimulatedNode node, Termination why);
    }

    /**
     * Starts it.
     *
     * @param address may also be the address of an earlier incarnation
     * @param hosts whether it hosts processes
     * @param settings settings of Symposium and Akka
     */
    SimulatedNode(
            String name,
            int number,
            UniqueAddress address,
            boolean hosts,
            Map<String, Object> settings,
            SimulatedTime time,
            SimulatedNetwork network,
            SimulatedReceptionist.Services services,
            Surroundings surroundings) {
        this.name = name;
        this.number = number;
        this.address = address;
        this.time = time;
        this.roles = hosts ? Set.of(ROLE, "dc-default") : Set.of("dc-default");
        this.machine = time.machine();
        this.endpoint = network.connect(address.address(), address.longUid(), machine);
        Map<String, Object> all = new HashMap<>(settings);
        all.put(MACHINE, machine.number());
        all.put("akka.cluster.roles", hosts ? List.of(ROLE) : List.of());
        ActorSystemSetup setup = ActorSystemSetup.create(
                BootstrapSetup.create(ConfigFactory.parseMap(all).withFallback(BASE)),
                new ClusterSetup(each -> new SimulatedMembership(each, joining().member())),
                new ReceptionistSetup(each -> new SimulatedReceptionist(each, address.longUid(), services)));
        this.system = machine.starting(() -> ActorSystem.create(Behaviors.empty(), SYSTEM, setup));
        FailureReports.of(system, what -> surroundings.failed(this, what));
        endpoint.runs(system);
        this.membership = (SimulatedMembership) Cluster.get(system);
        this.receptionist = (SimulatedReceptionist) akka.actor.typed.receptionist.Receptionist.get(system);
        if (hosts) {
            started = Optional.of(new SimulatedStart(
                    system,
                    time::nanos,
                    // It is as right as the promise of growing fences demands.
                    () -> Instant.EPOCH.plusNanos(time.nanos()).plusSeconds(1),
                    List.of(time::nanos, () -> time.nanos() + clockOffset),
                    removed -> endpoint.quarantine(removed.longUid()),
                    endpoint::connects,
                    new Observers(
                            step -> {},
                            step -> {},
                            step -> {},
                            this::sees,
                            warning -> surroundings.log(name + " warns: " + warning.line())),
                    why -> surroundings.ended(this, why)));
            started.get().locks(this.<HostedService<?, ?>>actor("started", found -> {
                started.get().status(List.of(found));
                serves(found.taking(LockService.Command.class).orElseThrow(), surroundings);
            }));
        } else {
            started = Optional.empty();
            serves(SimulatedStart.guest(system).locks().orElseThrow(), surroundings);
        }
    }

    private static Config base() {
        String akka = """
                akka {
                  actor.provider = %s
                  actor.typed.default-mailbox.mailbox-type = %s
                  scheduler.implementation = %s
                  actor.serializers.symposium-cbor = %s
                  loggers = ["akka.event.Logging$DefaultLogger"]
                  loglevel = OFF
                  stdout-loglevel = OFF
                  jvm-shutdown-hooks = off
                  coordinated-shutdown.run-by-jvm-shutdown-hook = off
                  management.http.hostname = "127.0.0.1"
                }
                symposium {
                  process = 0
                  processes = 1
                }
                """.formatted(
                        SimulatedProvider.class.getName(),
                        SimulatedMailbox.class.getName(),
                        SimulatedScheduler.class.getName(),
                        SharedSerializer.class.getName());
        Map<String, Object> dispatchers = new HashMap<>();
        for (String dispatcher : List.of(
                "akka.actor.default-dispatcher",
                "akka.actor.internal-dispatcher",
                "akka.actor.default-blocking-io-dispatcher",
                "symposium.dispatcher",
                "symposium.callbacks-dispatcher")) {
            dispatchers.put(dispatcher + ".type", "Dispatcher");
            dispatchers.put(dispatcher + ".executor", SimulatedExecutor.class.getName());
            dispatchers.put(dispatcher + ".throughput", 1);
        }
        return ConfigFactory.parseMap(dispatchers)
                .withFallback(ConfigFactory.parseString(akka))
                .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    private void serves(ActorRef<LockService.Command> locks, Surroundings surroundings) {
        service = locks;
        if (hosts()) {
            http = machine.starting(() -> SimulatedHttp.clients(system, locks));
        }
        surroundings.serves(this);
    }

    /** The member that has just joined. */
    SimulatedMembership.Seen joining() {
        return SimulatedMembership.Seen.joining(address.address(), address.longUid(), roles);
    }

    private void sees(MembershipView view) {
        voting = view.voting();
        cutOffSince = view.cutOff() ? Math.min(cutOffSince, time.nanos()) : Long.MAX_VALUE;
    }

    /** These are the members from now on, as far as it knows. */
    void sees(Map<Long, SimulatedMembership.Seen> members) {
        if (!hosts()) {
            long all = members.values().stream().filter(this::hosts).count();
            long reached = members.values().stream()
                    .filter(each -> hosts(each) && each.reachable())
                    .count();
            cutOffSince = reached * 2 <= all ? Math.min(cutOffSince, time.nanos()) : Long.MAX_VALUE;
        }
        Set<Long> removed = new TreeSet<>(seen().keySet());
        removed.removeAll(members.keySet());
        removed.forEach(uid -> after(QUARANTINE, () -> endpoint.ignore(uid)));
        membership.sees(members);
        receptionist.sees(membership.members());
    }

    private boolean hosts(SimulatedMembership.Seen member) {
        return member.member().hasRole(ROLE);
    }

    Map<Long, SimulatedMembership.Seen> seen() {
        return membership.members();
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    long uid() {
        return address.longUid();
    }

    Address address() {
        return address.address();
    }

    boolean hosts() {
        return started.isPresent();
    }

    ActorSystem<?> system() {
        return system;
    }

    ActorRef<LockService.Command> service() {
        return service;
    }

    SimulatedNetwork.Endpoint endpoint() {
        return endpoint;
    }

    boolean isRunning() {
        return running;
    }

    boolean isLeaving() {
        return leaving;
    }

    boolean isPaused() {
        return paused;
    }

    /** The time that has passed here, without pauses, in nanoseconds. */
    long awake() {
        return time.nanos() - stoodStill - (paused ? time.nanos() - pausedAt : 0);
    }

    /** Whether it counts majorities of these voters, and sees one. */
    boolean countsVoters(Set<Integer> voters) {
        return voting.filter(Voting::quorate)
                .filter(known -> known.voters().members().stream()
                        .map(ProcessId::number)
                        .collect(Collectors.toSet())
                        .equals(voters))
                .isPresent();
    }

    long cutOffSince() {
        return cutOffSince;
    }

    Optional<String> notReady() {
        return started.flatMap(SimulatedStart::notReady);
    }

    /** Answers a request of a client, once it can. */
    void http(HttpRequest request, Consumer<Try<HttpResponse>> answered) {
        if (http != null) {
            http.apply(request)
                    .onComplete(
                            answer -> {
                                answered.accept(answer);
                                return null;
                            },
                            system.executionContext());
        }
    }

    /** Follows a session, as over HTTP. */
    void follow(String session) {
        if (http != null) {
            streams.add(
                    machine.starting(() -> new SimulatedHttp.Events(system, service, session, "events-" + actors++)));
        }
    }

    /** The number of streams whose session is here, and which have not ended. */
    long streams() {
        return streams.stream().filter(SimulatedHttp.Events::isLeft).count();
    }

    /** An actor at this node. */
    <T> ActorRef<T> actor(String what, Consumer<? super T> seen) {
        Behavior<T> behavior = Behaviors.receiveMessage(message -> {
            seen.accept(message);
            return Behaviors.same();
        });
        return system.systemActorOf(behavior, what + "-" + actors++, Props.empty());
    }

    /**
     * An actor that owns requests, and does nothing.
     *
     * @param stop stops it
     */
    record Owner(ActorRef<Object> actor, Runnable stop) {}

    /** An owner of requests that can be stopped. */
    Owner owner(String what) {
        Object stop = new Object();
        Behavior<Object> behavior =
                Behaviors.receiveMessage(message -> message == stop ? Behaviors.stopped() : Behaviors.same());
        ActorRef<Object> actor = system.systemActorOf(behavior, what + "-owner-" + actors++, Props.empty());
        return new Owner(actor, () -> actor.tell(stop));
    }

    /** Its clients use this object, which keeps nothing of a request that has ended. */
    void uses(Object shared) {
        used.add(shared);
    }

    /** The collections that it keeps, and their sizes. */
    SortedMap<String, Integer> kept() {
        return KeptCollections.of(system, used);
    }

    /** Something happens at this node later, unless it has ended. */
    void after(long millis, Runnable what) {
        machine.after(millis, what);
    }

    // --- faults

    /** Begins a JVM pause. */
    void pause() {
        paused = true;
        pausedAt = time.nanos();
        machine.pause();
    }

    void resume() {
        paused = false;
        stoodStill += time.nanos() - pausedAt;
        machine.resume();
    }

    /** From now on each task takes this time, in nanoseconds: the machine is overloaded unless it is 0. */
    void overload(long each) {
        machine.overload(each);
    }

    /** The clock of its machine is set, forward or back. */
    void setClock(Duration by) {
        clockOffset += by.toNanos();
    }

    /** Kills it. Leases do not outlive it, as they would not outlive its JVM. */
    void crash() {
        running = false;
        endpoint.turnOff();
        machine.turnOff();
        List.copyOf(leases).forEach(Runnable::run);
        leases.clear();
    }

    /** A client here has a lease, which this gives back. */
    void holds(Runnable giveBack) {
        leases.add(giveBack);
    }

    /** The client has the lease no longer. */
    void holdsNoMore(Runnable giveBack) {
        leases.remove(giveBack);
    }

    /** Shuts down gracefully, within the leave timeout; then something happens. */
    void leave(Runnable left) {
        leaving = true;
        boolean[] over = {false};
        Runnable closes = () -> {
            if (!over[0]) {
                over[0] = true;
                started.orElseThrow().close("it leaves", this.<Done>actor("closes", done -> left.run()));
            }
        };
        started.orElseThrow().leave(actor("leaves", done -> closes.run()));
        after(system.settings().config().getDuration("symposium.leave-timeout").toMillis(), closes);
    }
}
