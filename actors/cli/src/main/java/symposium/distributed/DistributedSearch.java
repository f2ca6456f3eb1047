package symposium.distributed;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterStateSubscription;
import akka.cluster.typed.Join;
import akka.cluster.typed.Subscribe;
import akka.remote.RemoteTransportException;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.BindException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import symposium.checker.model.Progress;
import symposium.distributed.SearchMessage.ToCoordinator;
import symposium.distributed.SearchMessage.ToWorker;

/** An exploration whose states are spread over the members of an Akka cluster. */
public final class DistributedSearch implements AutoCloseable {

    private static final String SYSTEM = "symposium-check";
    private static final ServiceKey<ToWorker> WORKERS = ServiceKey.create(ToWorker.class, "search-worker");
    private static final DispatcherSelector DISPATCHER = DispatcherSelector.fromConfig("symposium-search.dispatcher");

    private final CompletableFuture<SearchOutcome> outcome = new CompletableFuture<>();
    private final ActorSystem<ToCoordinator> system;

    /**
     * Begins a cluster with one worker, and searches as soon as there are as many as planned.
     *
     * @param host the host at which the others find this one
     * @param port the port, or 0 for any that is free
     * @param progress is told how far the search has come
     * @param note receives lines for the user
     * @throws BindException when this machine does not have that host, or the port is in use
     */
    public DistributedSearch(
            SearchPlan plan, Models models, String host, int port, Consumer<Progress> progress, Consumer<String> note)
            throws BindException {
        Behavior<ToCoordinator> guardian = Behaviors.setup(context -> {
            ActorRef<ToWorker> own = worker(context, models, Optional.empty(), why -> {});
            ActorRef<Receptionist.Listing> listings = context.messageAdapter(
                    Receptionist.Listing.class, listing -> new SearchMessage.Found(ordered(listing, own)));
            context.getSystem().receptionist().tell(Receptionist.subscribe(WORKERS, listings));
            follow(context);
            return SearchCoordinator.create(plan, progress, note, outcome);
        });
        // A signal ends the search first; see interrupt.
        Config config = ConfigFactory.parseMap(Map.of("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"))
                .withFallback(config(host, port));
        system = start(guardian, config);
        Cluster cluster = Cluster.get(system);
        cluster.manager().tell(Join.create(cluster.selfMember().address()));
        system.getWhenTerminated()
                .thenRun(() -> outcome.complete(new SearchOutcome(
                        Optional.empty(), Optional.of("the actor system has ended"), Optional.empty(), true)));
    }

    /** This one's own worker first, since it is in the virtual machine of the coordinator. */
    private static List<ActorRef<ToWorker>> ordered(Receptionist.Listing listing, ActorRef<ToWorker> own) {
        List<ActorRef<ToWorker>> others = new ArrayList<>(listing.getServiceInstances(WORKERS));
        if (!others.remove(own)) {
            return List.of();
        }
        others.sort(Comparator.comparing(worker -> worker.path().toString()));
        others.add(0, own);
        return others;
    }

    private static ActorRef<ToWorker> worker(
            ActorContext<?> context, Models models, Optional<Path> directory, Consumer<String> ended) {
        ActorRef<ToWorker> worker =
                context.spawn(SearchWorkerActor.create(models, directory, ended), "worker", DISPATCHER);
        context.getSystem().receptionist().tell(Receptionist.register(WORKERS, worker));
        return worker;
    }

    /** Hears of members that are unreachable or leave. */
    private static void follow(ActorContext<ToCoordinator> context) {
        ActorRef<ClusterEvent.UnreachableMember> unreachable = context.messageAdapter(
                ClusterEvent.UnreachableMember.class,
                event -> new SearchMessage.MemberLost(at(event.member()), "is not reachable any more"));
        ActorRef<ClusterEvent.MemberExited> exited = context.messageAdapter(
                ClusterEvent.MemberExited.class, event -> new SearchMessage.MemberLost(at(event.member()), "leaves"));
        ActorRef<ClusterStateSubscription> cluster =
                Cluster.get(context.getSystem()).subscriptions();
        cluster.tell(Subscribe.create(unreachable, ClusterEvent.UnreachableMember.class));
        cluster.tell(Subscribe.create(exited, ClusterEvent.MemberExited.class));
    }

    private static String at(Member member) {
        return member.address().getHost().get() + ":"
                + member.address().getPort().get();
    }

    /** The port at which workers find this virtual machine. */
    public int port() {
        return Cluster.get(system).selfMember().address().getPort().get();
    }

    /** Says that the virtual machine of a worker has ended; from any thread. */
    public void lost(String what) {
        system.tell(new SearchMessage.Lost(what));
    }

    /** Ends the search, undecided; from any thread. */
    public void interrupt() {
        system.tell(new SearchMessage.Interrupt());
    }

    /** Waits until the search has ended. */
    public SearchOutcome await() {
        return outcome.join();
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    /**
     * Takes part in a search as a worker until it is over.
     *
     * @param seed where the coordinator is, as HOST:PORT
     * @param directory for its checkpoints; otherwise the coordinator names one
     * @return why it is over
     * @throws BindException when this machine does not have that host, or the port is in use
     */
    public static String work(
            Models models, String seed, String host, int port, Optional<Path> directory, Consumer<String> note)
            throws BindException {
        CompletableFuture<String> over = new CompletableFuture<>();
        Behavior<ToCoordinator> guardian = Behaviors.setup(context -> {
            worker(context, models, directory, over::complete);
            follow(context);
            return Behaviors.receiveMessage(message -> {
                if (message instanceof SearchMessage.MemberLost lost
                        && lost.at().equals(seed)) {
                    over.complete(lost.what());
                }
                return Behaviors.same();
            });
        });
        Config config = ConfigFactory.parseMap(
                        Map.of("akka.cluster.seed-nodes", List.of("akka://" + SYSTEM + "@" + seed)))
                .withFallback(config(host, port));
        ActorSystem<ToCoordinator> system = start(guardian, config);
        system.getWhenTerminated().thenRun(() -> over.complete("the cluster was left"));
        note.accept("waits for a search at " + seed);
        String why = over.join();
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
        return why;
    }

    private static ActorSystem<ToCoordinator> start(Behavior<ToCoordinator> guardian, Config config)
            throws BindException {
        try {
            return ActorSystem.create(guardian, SYSTEM, config);
        } catch (RemoteTransportException failed) {
            throw (BindException) new BindException(failed.getMessage()).initCause(failed);
        }
    }

    private static Config config(String host, int port) {
        return ConfigFactory.parseMap(Map.of(
                        "akka.remote.artery.canonical.hostname", host, "akka.remote.artery.canonical.port", port))
                .withFallback(ConfigFactory.defaultOverrides())
                .withFallback(ConfigFactory.parseResources("symposium-search.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }
}
