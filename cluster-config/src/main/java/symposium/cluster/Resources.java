package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
 * The table, as the applications of one node see it: an application names resources, and takes all of them at once. Where there is no cluster,
 * {@link #alone} is one for the applications of one actor system.
 *
 * <p>Resources are names, the same on every node; nobody has to declare them. Whoever takes a set of them has it to itself: sets that share no
 * resource are taken side by side, on one node or several, and those that do one after the other, in the order in which they were tabled. Nobody waits
 * for part of what it has asked for while it has the rest, and so there is no deadlock; and who has been tabled is overtaken by nobody. See
 * {@link symposium.arbitration.resources}.
 *
 * <p>Every set that is taken carries a {@link Fence}, greater than all under which any of its resources has been taken before. Whoever has it
 * hands it to each of the resources, which refuses a smaller one than it has seen; and names it when it gives the set back.
 *
 * <p>A session is an actor: the one that is answered. It takes one set at a time. One that stops, for whatever reason, gives up what it waits for and what
 * it has.
 */
public final class Resources extends AbstractBehavior<Resources.Command> {

    /** What can be said to the table. */
    public sealed interface Command {}

    /**
     * Asks for all of these resources at once. The answer is {@link Granted}, at any later time, and after that {@link Lost} if it comes to that; or
     * {@link Refused}, at once.
     *
     * @param resources their names: at least one, none blank
     * @param replyTo the session; it neither has nor waits for anything
     */
    public record Acquire(Set<String> resources, ActorRef<Reply> replyTo) implements Command {
        public Acquire {
            resources = Collections.unmodifiableSet(new TreeSet<>(resources));
        }
    }

    /**
     * Gives back all that was taken under a fence. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence the one that came with what was taken
     */
    public record Release(Fence fence, ActorRef<Reply> replyTo) implements Command {}

    /** Asks how things stand. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {}

    /** The process tells its user. */
    record UserTold(Grant told) implements Command {}

    /** The membership is this from now on. */
    record Seen(MembershipView view) implements Command {}

    /** The node ends. */
    record Closed(String why) implements Command {}

    private record ClientStopped(ActorRef<Reply> client) implements Command {}

    /** What the table answers. */
    public sealed interface Reply {}

    /** All of these resources are the session's, under this fence. */
    public record Granted(SortedSet<String> resources, Fence fence) implements Reply {}

    /** What was taken under this fence is the session's no more: its node has been cut off, and others may take it. */
    public record Lost(Fence fence) implements Reply {}

    /** What was taken under this fence has been given back. */
    public record Released(Fence fence) implements Reply {}

    /**
     * There is nothing to give back under this fence.
     *
     * @param why what is the case instead, in one line
     */
    public record NotHeld(Fence fence, String why) implements Reply {}

    /**
     * This cannot be asked for.
     *
     * @param why what is wrong, and what would be right, in one line
     */
    public record Refused(String why) implements Reply {}

    /**
     * There is no table at this node any more.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    /**
     * How things stand at this node.
     *
     * @param taken what the sessions of this node have, by fence
     * @param waiting what the sessions of this node wait for, in the order of asking
     * @param view the membership; while it is {@linkplain MembershipView#cutOff cut off}, nothing is taken here
     */
    public record Status(Map<Fence, SortedSet<String>> taken, List<SortedSet<String>> waiting, MembershipView view) {}

    /** A session that waits, or has what it asked for; without a client when that has stopped while it waited. */
    private record Session(SortedSet<String> resources, Optional<ActorRef<Reply>> client, Optional<Fence> fence) {}

    private final Consumer<Request> process;
    private final Map<Long, Session> sessions = new TreeMap<>();
    private long tickets;
    private Optional<String> closed = Optional.empty();
    private MembershipView view;

    private Resources(ActorContext<Command> context, MembershipView view, Consumer<Request> process) {
        super(context);
        this.view = view;
        this.process = process;
    }

    /**
     * A table for the applications of one actor system, which need not be a node of anything: there is no cluster, nothing is sent, and nothing
     * is configured. What is taken here is taken of this table alone: another one, in this JVM or elsewhere, knows nothing of it.
     *
     * <p>It is what a node does for its own sessions, a process without neighbours behind it; so an application that later needs the table of a cluster
     * changes nothing but where it gets the table from. Fences begin above the seconds from 1970 to its start, so that those of a table that is started
     * anew are greater, as far as the clock can be trusted. Nothing is ever {@link Lost} but with the table itself.
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
                        throw new IllegalStateException("there is nobody to send " + message + " to");
                    },
                    told -> context.getSelf().tell(new UserTold(told)),
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
            context.watchWith(process, new Closed("the process of this table has stopped"));
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

    /** The table of a node whose process is asked by {@code process}, elsewhere. */
    static Behavior<Command> create(MembershipView view, Consumer<Request> process) {
        return Behaviors.setup(context -> new Resources(context, view, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(UserTold.class, this::onUserTold)
                .onMessage(ClientStopped.class, this::onClientStopped)
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Closed.class, this::onClosed)
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
            sessions.put(++tickets, new Session(resources, Optional.of(client), Optional.empty()));
            getContext().watchWith(client, new ClientStopped(client));
            process.accept(new Request.Take(tickets, resources));
        }
        return this;
    }

    private Optional<String> wrong(Acquire take) {
        if (take.resources().isEmpty()) {
            return Optional.of("a take names no resource; at least one is wanted");
        }
        if (take.resources().stream().anyMatch(String::isBlank)) {
            return Optional.of("a take names a resource whose name is blank; each has a name");
        }
        return sessions.values().stream()
                .filter(session ->
                        session.client().filter(take.replyTo()::equals).isPresent())
                .findFirst()
                .map(session -> "this session " + (session.fence().isPresent() ? "has " : "waits for ")
                        + session.resources()
                        + "; it takes all that it needs at once, and another set when it has given that one back");
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
                                    "nothing is taken at this node under that fence; it has been given back, or lost when the node was cut off"));
        }
        return this;
    }

    private Optional<Long> ticketOf(Fence fence) {
        return sessions.entrySet().stream()
                .filter(each -> each.getValue().fence().filter(fence::equals).isPresent())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Behavior<Command> onStatus(GetStatus status) {
        Map<Fence, SortedSet<String>> taken = new TreeMap<>();
        List<SortedSet<String>> waiting = new ArrayList<>();
        sessions.values().forEach(session -> session.fence()
                .ifPresentOrElse(fence -> taken.put(fence, session.resources()), () -> session.client()
                        .ifPresent(client -> waiting.add(session.resources()))));
        status.replyTo().tell(new Status(Collections.unmodifiableMap(taken), List.copyOf(waiting), view));
        return this;
    }

    private Behavior<Command> onUserTold(UserTold says) {
        long ticket = says.told().ticket();
        Session session = sessions.get(ticket);
        if (session == null) {
            // A release was on its way to the process that had lost it already, or the node ends.
            return this;
        }
        if (says.told() instanceof Grant.Taken taken) {
            sessions.put(ticket, new Session(session.resources(), session.client(), Optional.of(taken.fence())));
            session.client()
                    .ifPresentOrElse(
                            client -> client.tell(new Granted(session.resources(), taken.fence())),
                            () -> giveBack(ticket));
        } else {
            session.fence().ifPresent(fence -> session.client().ifPresent(client -> client.tell(new Lost(fence))));
            forget(ticket);
        }
        return this;
    }

    private Behavior<Command> onClientStopped(ClientStopped stopped) {
        sessions.entrySet().stream()
                .filter(each -> each.getValue()
                        .client()
                        .filter(stopped.client()::equals)
                        .isPresent())
                .findFirst()
                .ifPresent(each -> {
                    if (each.getValue().fence().isPresent()) {
                        giveBack(each.getKey());
                    } else {
                        each.setValue(new Session(each.getValue().resources(), Optional.empty(), Optional.empty()));
                    }
                });
        return this;
    }

    private void giveBack(long ticket) {
        forget(ticket);
        process.accept(new Request.Release(ticket));
    }

    private void forget(long ticket) {
        sessions.remove(ticket).client().ifPresent(getContext()::unwatch);
    }

    private Behavior<Command> onSeen(Seen seen) {
        view = seen.view();
        return this;
    }

    private Behavior<Command> onClosed(Closed closing) {
        closed = Optional.of(closing.why());
        sessions.values().forEach(session -> session.client()
                .ifPresent(client ->
                        client.tell(session.fence().<Reply>map(Lost::new).orElse(new Unavailable(closing.why())))));
        sessions.clear();
        return this;
    }
}
