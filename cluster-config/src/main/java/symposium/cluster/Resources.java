package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.arbitration.resources.ResourceAllocation;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.mutex.Fence;

/**
 * The service that allocates sets of resources, for the applications of one node: an application names resources, and acquires all of them at
 * once. Without a cluster, {@link #alone} serves the applications of one actor system.
 *
 * <p>Resources are names, the same on every node; they need no declaration. A granted set is exclusive: disjoint sets are granted side by side, on
 * one node or several, others one after the other, in the order of their requests. No client holds a part of a set while it waits for the rest, so
 * there is no deadlock; no later request overtakes an earlier one. See {@link symposium.arbitration.resources}.
 *
 * <p>Every granted set carries a {@link Fence}, greater than all earlier fences of its resources. The client hands it to each of the resources, which
 * refuses a fence smaller than it has seen, and names it in the release.
 *
 * <p>A client is the actor that is answered. It acquires one set at a time. A client that stops gives up what it waits for and what it holds.
 */
public final class Resources extends AbstractBehavior<Resources.Command> {

    /** What can be sent to the service. */
    public sealed interface Command {}

    /**
     * Asks for all of these resources at once. The answer is {@link Granted}, at any later time, followed by {@link Lost} if they are lost; or
     * {@link Refused}, at once.
     *
     * @param resources their names: at least one, none blank
     * @param replyTo the client; it neither holds nor waits for a set
     */
    public record Acquire(Set<String> resources, ActorRef<Reply> replyTo) implements Command {
        public Acquire {
            resources = Collections.unmodifiableSet(new TreeSet<>(resources));
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Releases all that was granted under a fence. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence that of the grant
     */
    public record Release(Fence fence, ActorRef<Reply> replyTo) implements Command {
        public Release {
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} at this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** What the host of the process tells. */
    record FromHost(HostEvent<Grant> event) implements Command {}

    private record ClientStopped(ActorRef<Reply> client) implements Command {}

    /** The answers. */
    public sealed interface Reply {}

    /** The client holds all of these resources, under this fence. */
    public record Granted(SortedSet<String> resources, Fence fence) implements Reply {}

    /** The client holds the set of this fence no more: its node has been cut off, and others may be granted it. */
    public record Lost(Fence fence) implements Reply {}

    /** The set of this fence has been released. */
    public record Released(Fence fence) implements Reply {}

    /**
     * No client of this node holds a set under this fence.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(Fence fence, String why) implements Reply {}

    /**
     * The request is invalid.
     *
     * @param why what is wrong, and what would be right, in one line
     */
    public record Refused(String why) implements Reply {}

    /**
     * The service of this node has ended.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    /**
     * The status at this node.
     *
     * @param held the sets that clients of this node hold, by fence
     * @param waiting the sets that clients of this node wait for, in the order of their requests
     * @param view the membership; while it is {@linkplain MembershipView#cutOff cut off}, nothing is granted here
     */
    public record Status(Map<Fence, SortedSet<String>> held, List<SortedSet<String>> waiting, MembershipView view) {}

    /** A request that waits, or is granted; without a client when that has stopped while it waited. */
    private record Pending(SortedSet<String> resources, Optional<ActorRef<Reply>> client, Optional<Fence> fence) {}

    private static final int BYTES_BESIDE_NAME = 5;
    private static final int BYTES_BESIDE_SET = 64;

    private final Consumer<Request> process;
    private final long greatestSize;
    private final Map<Long, Pending> requests = new TreeMap<>();
    private long tickets;

    /** Of all sets that are held or waited for. */
    private long pendingSize;

    private Optional<String> closed = Optional.empty();
    private MembershipView view;

    private Resources(ActorContext<Command> context, MembershipView view, Consumer<Request> process) {
        super(context);
        this.view = view;
        this.process = process;
        this.greatestSize = context.getSystem().settings().config().getBytes(FrameLimit.SETTING) / 2;
    }

    /**
     * The service for the applications of one actor system, which need not be a node: there is no cluster, no message between nodes, and no
     * setting. Two such services, in this JVM or elsewhere, know nothing of each other.
     *
     * <p>It is the service of a node whose process has no neighbours. An application that later needs the resources of a cluster changes only where
     * it gets the service from. Fences begin above the seconds from 1970 to its start, so they grow over restarts as far as the clock can be
     * trusted. A grant is {@link Lost} only when the service ends.
     */
    public static Behavior<Command> alone() {
        return alone(Instant.now().getEpochSecond());
    }

    /** @param floor the generation above which its fences begin */
    static Behavior<Command> alone(long floor) {
        return Behaviors.setup(context -> {
            ProcessId self = ProcessId.of(0);
            ProcessContext<ResourceAllocation.Message, Grant> surroundings = new ProcessContext<>(
                    (to, message) -> {
                        throw new IllegalStateException("a process without neighbours sends " + message);
                    },
                    told -> context.getSelf().tell(new FromHost(new HostEvent.Told<>(told))),
                    timer -> {
                        throw new IllegalStateException("there is no timer " + timer);
                    },
                    step -> {});
            ActorRef<ProcessActor.Command<ResourceAllocation.Message, Request>> process = context.spawn(
                    ProcessActor.create(
                            self,
                            Neighbours.none(),
                            new ResourceAllocation.Entry().withDynamicMembership(Start.of(1, 0), floor),
                            surroundings),
                    "process");
            context.watchWith(
                    process,
                    new FromHost(new HostEvent.Closed<>(
                            "the process of these resources has stopped",
                            context.getSystem().ignoreRef())));
            MembershipView itself = new MembershipView(
                    self,
                    Shape.COMPLETE,
                    new TreeMap<>(Map.of(self, context.getSystem().address())),
                    new TreeSet<>(),
                    new TreeSet<>(),
                    false);
            return new Resources(context, itself, request -> process.tell(new ProcessActor.Ask<>(request)));
        });
    }

    /** The service of a node; {@code process} takes the requests. */
    static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(context -> new Resources(context, view, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(ClientStopped.class, this::onClientStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .build();
    }

    private Behavior<Command> onAcquire(Acquire take) {
        ActorRef<Reply> client = take.replyTo();
        Optional<String> wrong = wrong(take);
        if (closed.isPresent()) {
            client.tell(new Unavailable(closed.get()));
        } else if (wrong.isPresent()) {
            client.tell(new Refused(wrong.get()));
        } else {
            SortedSet<String> resources = Collections.unmodifiableSortedSet(new TreeSet<>(take.resources()));
            requests.put(++tickets, new Pending(resources, Optional.of(client), Optional.empty()));
            pendingSize += size(resources);
            getContext().watchWith(client, new ClientStopped(client));
            process.accept(new Request.Take(tickets, resources));
        }
        return this;
    }

    private Optional<String> wrong(Acquire take) {
        if (take.resources().isEmpty()) {
            return Optional.of("an acquisition names no resource; name at least one");
        }
        if (take.resources().stream().anyMatch(String::isBlank)) {
            return Optional.of("an acquisition names a resource whose name is blank; each has a name");
        }
        long size = size(take.resources()) + pendingSize;
        if (size > greatestSize) {
            return Optional.of("with " + take.resources().size() + " resources more, the sets of this node would take "
                    + size + " bytes of a message, and at most " + greatestSize
                    + " are for them: acquire fewer at a time, or raise " + FrameLimit.SETTING);
        }
        return requests.values().stream()
                .filter(pending ->
                        pending.client().filter(take.replyTo()::equals).isPresent())
                .findFirst()
                .map(pending -> "this client " + (pending.fence().isPresent() ? "has " : "waits for ")
                        + pending.resources()
                        + "; it acquires all that it needs at once, and another set after it has released that one");
    }

    /** At most what a set takes in a message between nodes, in bytes: one such message holds all sets of a node. */
    private static long size(Set<String> resources) {
        return resources.stream()
                        .mapToLong(name -> name.getBytes(StandardCharsets.UTF_8).length + BYTES_BESIDE_NAME)
                        .sum()
                + BYTES_BESIDE_SET;
    }

    private Behavior<Command> onRelease(Release release) {
        Optional<Long> ticket = ticketOf(release.fence());
        if (ticket.isPresent()) {
            giveBack(ticket.get());
            release.replyTo().tell(new Released(release.fence()));
        } else {
            release.replyTo()
                    .tell(
                            new NotHeld(
                                    release.fence(),
                                    "no set is held at this node under that fence; it has been released, or lost when the node was cut off"));
        }
        return this;
    }

    private Optional<Long> ticketOf(Fence fence) {
        return requests.entrySet().stream()
                .filter(each -> each.getValue().fence().filter(fence::equals).isPresent())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Behavior<Command> onStatus(GetStatus status) {
        Map<Fence, SortedSet<String>> taken = new TreeMap<>();
        List<SortedSet<String>> waiting = new ArrayList<>();
        requests.values().forEach(pending -> pending.fence()
                .ifPresentOrElse(fence -> taken.put(fence, pending.resources()), () -> pending.client()
                        .ifPresent(client -> waiting.add(pending.resources()))));
        status.replyTo().tell(new Status(Collections.unmodifiableMap(taken), List.copyOf(waiting), view));
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Grant> told) {
            onTold(told.output());
        } else if (from.event() instanceof HostEvent.Seen<Grant> seen) {
            view = seen.view();
        } else if (from.event() instanceof HostEvent.Closed<Grant> closing) {
            onClosed(closing);
        }
        return this;
    }

    private void onTold(Grant told) {
        long ticket = told.ticket();
        Pending pending = requests.get(ticket);
        if (pending == null) {
            // A release was on its way to the process that had lost it already, or the node ends.
            return;
        }
        if (told instanceof Grant.Taken taken) {
            requests.put(ticket, new Pending(pending.resources(), pending.client(), Optional.of(taken.fence())));
            pending.client()
                    .ifPresentOrElse(
                            client -> client.tell(new Granted(pending.resources(), taken.fence())),
                            () -> giveBack(ticket));
        } else {
            pending.fence().ifPresent(fence -> pending.client().ifPresent(client -> client.tell(new Lost(fence))));
            forget(ticket);
        }
    }

    private Behavior<Command> onClientStopped(ClientStopped stopped) {
        requests.entrySet().stream()
                .filter(each -> each.getValue()
                        .client()
                        .filter(stopped.client()::equals)
                        .isPresent())
                .map(Map.Entry::getKey)
                .findFirst()
                .ifPresent(this::abandon);
        return this;
    }

    /** Gives up a set for its client: at once if it is held, else as soon as it is granted. */
    private void abandon(long ticket) {
        Pending pending = requests.get(ticket);
        if (pending.fence().isPresent()) {
            giveBack(ticket);
        } else {
            requests.put(ticket, new Pending(pending.resources(), Optional.empty(), Optional.empty()));
        }
    }

    private void giveBack(long ticket) {
        forget(ticket);
        process.accept(new Request.Release(ticket));
    }

    private void forget(long ticket) {
        Pending forgotten = requests.remove(ticket);
        pendingSize -= size(forgotten.resources());
        forgotten.client().ifPresent(getContext()::unwatch);
    }

    private void onClosed(HostEvent.Closed<Grant> closing) {
        closed = Optional.of(closing.why());
        requests.values().forEach(pending -> pending.client()
                .ifPresent(client ->
                        client.tell(pending.fence().<Reply>map(Lost::new).orElse(new Unavailable(closing.why())))));
        List.copyOf(requests.keySet()).forEach(this::abandon);
        closing.replyTo().tell(Done.getInstance());
    }
}
