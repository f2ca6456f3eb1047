package symposium.cluster.lock;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.arbitration.resources.Mode;
import symposium.cluster.execution.NodePaths;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService.Entry;
import symposium.service.lock.LockService.Holder;
import symposium.service.member.AkkaFutures;
import symposium.service.status.ClusterStatus;
import symposium.service.status.StatusService;
import symposium.wire.OwnerLabel;

/**
 * Finds who holds what requests have waited for in vain, by the status of the cluster. One question goes for all
 * requests that have timed out since the last one, so that thousands at the same time cost a few.
 */
final class HolderSearch {

    /** The longest time that a request which has timed out waits for its answer in addition. */
    static final Duration PATIENCE = Duration.ofMillis(300);

    /** How many names a question has at most: all nodes are sent them. */
    private static final int MOST_NAMES = 100;

    /** How many holders an answer names at most. */
    private static final int MOST_HOLDERS = 10;

    /** Who may hold what requests wait for. */
    enum Reach {
        /** Owners of this member alone. */
        MEMBER,
        /** Those of all nodes. */
        CLUSTER
    }

    /**
     * A lease that has kept a request waiting.
     *
     * @param mode that of the lease
     * @param claimed that of the request
     */
    record Found(Holder holder, Mode mode, Mode claimed) {

        @Override
        public String toString() {
            if (mode.equals(Mode.EXCLUSIVE)) {
                return holder.toString();
            }
            String how = isPermits(mode) ? mode + " permits" : mode.toString();
            boolean capacitiesDiffer = isPermits(mode) && isPermits(claimed) && mode.capacity() != claimed.capacity();
            return holder + " (" + how
                    + (capacitiesDiffer ? "; asked for were " + claimed + ", and the smaller number counts" : "") + ")";
        }

        private static boolean isPermits(Mode mode) {
            return !mode.equals(Mode.EXCLUSIVE) && !mode.equals(Mode.SHARED);
        }
    }

    /** A request that has timed out, and what is to be done with what is known of its holders. */
    private record Late(Claims claims, Consumer<List<Found>> answer) {}

    /** Where leases are held. */
    private record Held(String node, List<Entry> entries) {}

    private final ActorContext<?> context;
    private final Function<Set<String>, CompletionStage<List<Held>>> cluster;
    private final Consumer<Runnable> self;
    private final Supplier<List<Entry>> here;
    private final List<Late> late = new ArrayList<>();
    private List<Late> asking = List.of();

    private HolderSearch(
            ActorContext<?> context,
            Function<Set<String>, CompletionStage<List<Held>>> cluster,
            Consumer<Runnable> self,
            Supplier<List<Entry>> here) {
        this.context = context;
        this.cluster = cluster;
        this.self = self;
        this.here = here;
    }

    /**
     * Of a service.
     *
     * @param self runs something in the actor of this context
     * @param here what owners of this member hold and wait for, where nothing else is known
     */
    static HolderSearch of(Reach reach, ActorContext<?> context, Consumer<Runnable> self, Supplier<List<Entry>> here) {
        ActorSystem<?> system = context.getSystem();
        return reach == Reach.CLUSTER
                ? new HolderSearch(context, names -> ask(system, names), self, here)
                : new HolderSearch(context, names -> CompletableFuture.completedStage(List.of()), Runnable::run, here);
    }

    private static CompletionStage<List<Held>> ask(ActorSystem<?> system, Set<String> names) {
        return AkkaFutures.<ClusterStatus>ask(
                        Adapter.toClassic(system).actorSelection("/system/" + NodePaths.STATUS),
                        replyTo ->
                                new StatusService.GetClusterStatus(names, StatusService.USUAL_LIMIT, PATIENCE, replyTo),
                        ClusterStatus.class,
                        PATIENCE.multipliedBy(2),
                        system)
                .thenApply(status -> status.nodes().stream()
                        .map(node -> new Held(node.node(), node.entries()))
                        .toList());
    }

    /** Answers a request that has timed out, when it is known who holds what it claims, or that this is not known. */
    void find(Claims claims, Consumer<List<Found>> answer) {
        late.add(new Late(claims, answer));
        if (asking.isEmpty()) {
            search();
        }
    }

    private void search() {
        asking = List.copyOf(late);
        late.clear();
        Set<String> names = asking.stream()
                .flatMap(each -> each.claims().modes().keySet().stream())
                .distinct()
                .limit(MOST_NAMES)
                .collect(Collectors.toCollection(TreeSet::new));
        cluster.apply(names)
                .exceptionally(unanswered -> List.of())
                .thenAccept(found -> self.accept(() -> found(found)));
    }

    private void found(List<Held> found) {
        List<Held> all = found.isEmpty() ? List.of(new Held(address(), here.get())) : found;
        List<Late> answered = asking;
        asking = List.of();
        answered.forEach(each -> each.answer().accept(holders(each.claims(), all)));
        if (!late.isEmpty()) {
            search();
        }
    }

    /** Answers all requests without their holders: the service has been stopped. */
    void end() {
        Stream.concat(asking.stream(), late.stream())
                .forEach(each -> each.answer().accept(List.of()));
        asking = List.of();
        late.clear();
    }

    private String address() {
        return context.getSystem().address().toString();
    }

    private static List<Found> holders(Claims claims, List<Held> all) {
        return all.stream()
                .flatMap(held -> held.entries().stream().flatMap(entry -> holders(claims, held.node(), entry)))
                .limit(MOST_HOLDERS)
                .toList();
    }

    private static Stream<Found> holders(Claims claims, String node, Entry entry) {
        return entry.fence().stream().flatMap(fence -> entry.claims().modes().entrySet().stream()
                .filter(own -> conflict(own, claims.modes().get(own.getKey())))
                .map(own -> new Found(
                        new Holder(
                                Claims.shownName(own.getKey()),
                                node,
                                OwnerLabel.ofPath(entry.owner()),
                                fence,
                                entry.since()),
                        own.getValue(),
                        claims.modes().get(own.getKey()))));
    }

    private static boolean conflict(Map.Entry<String, Mode> own, Mode claimed) {
        return claimed != null && own.getValue().mayConflict(claimed);
    }
}
