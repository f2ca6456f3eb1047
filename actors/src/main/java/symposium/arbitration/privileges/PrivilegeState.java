package symposium.arbitration.privileges;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import symposium.arbitration.privileges.PrivilegeMessage.Backup;
import symposium.arbitration.privileges.PrivilegeMessage.Bid;
import symposium.arbitration.privileges.PrivilegeMessage.Handed;
import symposium.arbitration.privileges.PrivilegeMessage.Left;
import symposium.arbitration.privileges.PrivilegeMessage.Portion;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.ViewId;
import symposium.arbitration.privileges.PrivilegeMessage.Want;
import symposium.arbitration.privileges.PrivilegeMessage.Wanted;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceQueue;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * A process with the sessions of its user.
 *
 * @param self its name
 * @param view its view; it numbers its T0's in the generation of that
 * @param members the processes of its view, this one among them
 * @param entered the other members that have announced the same view, with what they have tabled and take
 *     over, until all are
 * @param coming what others have said of a message that has not come yet
 * @param linked the processes to which there is a link
 * @param departed all processes that it knows to have departed
 * @param settled those of them that no message names any more
 * @param announced the greatest fence that members of the view have announced, as far as it knows
 * @param latest the greatest fence that it knows
 * @param clock the greatest bid that it knows
 * @param waiting the sessions before T0, by their tickets
 * @param trying those of them that are not to wait for others
 * @param tabled the sessions after T0, by their fences
 * @param tickets the fences of all sessions by their tickets, {@link Fence#NONE} before T0
 * @param queues the sessions that are tabled here, and those elsewhere to which arrows lead from them, by resource
 * @param awaited the sessions elsewhere to which arrows lead, by process and fence
 * @param awaiting the processes that are to be told when a session here ends, by its fence
 * @param parts what concerns each part of the names, unless that is nothing
 * @param kept the sessions that another process is to take over when this one departs, by their tickets
 * @param takeovers the sessions of departed processes that are taken over when all members are in the view
 * @param backups the sessions of others that this process takes over when they depart
 */
@RecordBuilder
public record PrivilegeState(
        ProcessId self,
        ViewId view,
        SortedSet<ProcessId> members,
        SortedMap<ProcessId, Portion> entered,
        SortedMap<ProcessId, Portion> coming,
        SortedSet<ProcessId> linked,
        SortedSet<ProcessId> departed,
        SortedSet<ProcessId> settled,
        Fence announced,
        Fence latest,
        long clock,
        SortedMap<Long, Waiting> waiting,
        SortedMap<Long, Take> trying,
        SortedMap<Fence, Session> tabled,
        SortedMap<Long, Fence> tickets,
        SortedMap<String, ResourceQueue> queues,
        SortedMap<ProcessId, SortedMap<Fence, SortedMap<String, Mode>>> awaited,
        SortedMap<Fence, SortedSet<ProcessId>> awaiting,
        SortedMap<Integer, Part> parts,
        SortedMap<Long, Keeping> kept,
        SortedMap<Long, SortedMap<String, Mode>> takeovers,
        SortedMap<ProcessId, SortedMap<Fence, Backup>> backups)
        implements PrivilegeStateBuilder.With {

    /**
     * What concerns one part of the names.
     *
     * @param place where its privilege is, or has been handed last, as far as known; at home, if that is empty
     * @param privilege what comes with its privilege, while that is here
     * @param requested how the privilege has been requested, if it has not come since
     * @param remembered the requests of others that have come since the privilege has been here
     * @param wanted the tickets of the sessions before T0 that take names of the part, by their bids
     * @param tabled what the tabled sessions here take that take names of the part, by their fences
     */
    @RecordBuilder
    public record Part(
            Optional<Place> place,
            Privilege privilege,
            Optional<Asked> requested,
            Privilege remembered,
            SortedMap<Long, Long> wanted,
            SortedMap<Fence, SortedMap<String, Mode>> tabled)
            implements PrivilegeStatePartBuilder.With {

        static final Part NOTHING = new Part(
                Optional.empty(), Privilege.NOTHING, Optional.empty(), Privilege.NOTHING, Sorted.map(), Sorted.map());

        private boolean isNothing() {
            return place.isEmpty()
                    && requested.isEmpty()
                    && wanted.isEmpty()
                    && tabled.isEmpty()
                    && privilege.isNothing()
                    && remembered.isNothing();
        }

        /** In a new view its privilege is at home. */
        private Part atHome() {
            return new Part(Optional.empty(), Privilege.NOTHING, Optional.empty(), Privilege.NOTHING, wanted, tabled);
        }
    }

    /**
     * What comes with the privilege of a part.
     *
     * @param queue the sessions that want it, by their bids, one of a process at most
     * @param tabled the sessions of other processes that take names of the part, by their fences
     * @param left when it left the processes that have had it in this view
     */
    @RecordBuilder
    public record Privilege(
            SortedMap<Bid, Want> queue, SortedMap<Fence, Tabled> tabled, SortedMap<ProcessId, Long> left)
            implements PrivilegeStatePrivilegeBuilder.With {

        static final Privilege NOTHING = new Privilege(Sorted.map(), Sorted.map(), Sorted.map());

        /** What a message says of it. */
        static Privilege of(Handed handed) {
            SortedMap<Bid, Want> queue = Sorted.map();
            for (Wanted each : handed.queue()) {
                queue = Sorted.with(queue, each.bid(), each.want());
            }
            SortedMap<Fence, Tabled> tabled = Sorted.map();
            for (Tabled each : handed.tabled()) {
                tabled = Sorted.with(tabled, each.fence(), each);
            }
            SortedMap<ProcessId, Long> left = Sorted.map();
            for (Left each : handed.left()) {
                left = Sorted.with(left, each.process(), each.time());
            }
            return new Privilege(queue, tabled, left);
        }

        /** The message in which it goes. */
        Handed handed(int part) {
            return new Handed(
                    part,
                    queue.entrySet().stream()
                            .map(each -> new Wanted(each.getKey(), each.getValue()))
                            .toList(),
                    List.copyOf(tabled.values()),
                    left.entrySet().stream()
                            .map(each -> new Left(each.getKey(), each.getValue()))
                            .toList());
        }

        /**
         * With the request of a process, unless there is a later one, or it was there when the privilege left the
         * process. One that does not wait is later.
         */
        Privilege requested(Bid bid, Want want) {
            for (Bid other : queue.keySet()) {
                if (other.process().equals(bid.process())) {
                    boolean later = other.number() > bid.number() || other.equals(bid) && want.waits();
                    return later ? this : withQueue(Sorted.with(Sorted.without(queue, other), bid, want));
                }
            }
            boolean served = left.getOrDefault(bid.process(), 0L) >= bid.number();
            return served ? this : withQueue(Sorted.with(queue, bid, want));
        }

        /** It leaves a process that still has a session before T0, or has none. */
        Privilege leaves(ProcessId process, long time, Optional<Wanted> own) {
            return new Privilege(
                    own.map(each -> Sorted.with(queue, each.bid(), each.want())).orElse(queue),
                    tabled,
                    Sorted.with(left, process, time));
        }

        Privilege requested(SortedMap<Bid, Want> some) {
            Privilege all = this;
            for (Map.Entry<Bid, Want> each : some.entrySet()) {
                all = all.requested(each.getKey(), each.getValue());
            }
            return all;
        }

        /** With sessions that a former message has named. */
        Privilege tabled(List<Tabled> some) {
            SortedMap<Fence, Tabled> all = tabled;
            for (Tabled each : some) {
                all = Sorted.with(all, each.fence(), each);
            }
            return withTabled(all);
        }

        /** Without what concerns a process that has it now. */
        Privilege at(ProcessId process) {
            return new Privilege(
                    Sorted.only(queue, bid -> !bid.process().equals(process)),
                    Sorted.only(tabled, fence -> !tabled.get(fence).process().equals(process)),
                    left);
        }

        boolean isNothing() {
            return queue.isEmpty() && tabled.isEmpty() && left.isEmpty();
        }
    }

    /**
     * What is known of the last hand-over of a privilege.
     *
     * @param process to which it was handed
     * @param since the time of that, by Lamport's clock; {@link #HERE} where it is
     * @param last who was the last to wait for it then; empty if it was handed over at a request, or by others
     */
    public record Place(ProcessId process, long since, Optional<ProcessId> last) {

        static final long HERE = Long.MAX_VALUE;

        Place(ProcessId process, long since) {
            this(process, since, Optional.empty());
        }

        boolean here() {
            return since == HERE;
        }
    }

    /**
     * How a privilege has been requested.
     *
     * @param waits whether all sessions here that want it wait for what is not free
     */
    public record Asked(Bid bid, boolean waits) {}

    /**
     * A session before T0.
     *
     * @param bid greater than those of the sessions that have waited before
     */
    public record Waiting(Take take, long bid) {}

    /**
     * A session after T0.
     *
     * @param ticket the user's name for it
     * @param bid by which it has done T0 and waits for its resources; {@link #NONE} once it has taken them
     */
    @RecordBuilder
    public record Session(long ticket, SortedMap<String, Mode> modes, long bid)
            implements PrivilegeStateSessionBuilder.With {

        static final long NONE = 0;

        /** Whether its resources are taken; until then they are waited for. */
        boolean taken() {
            return bid == NONE;
        }

        /** What its user has asked. */
        Take take() {
            return new Take(ticket, modes);
        }

        Grant granted(Fence fence) {
            return new Grant.Taken(ticket, modes, fence);
        }
    }

    /**
     * A session that another process is to take over when this one departs.
     *
     * @param key what its user calls it
     * @param known the fence under which its user knows it, if a departed process had it before; otherwise its own
     * @param backup the process that takes it over; empty before one has been asked
     */
    @RecordBuilder
    public record Keeping(String key, Optional<Fence> known, Optional<ProcessId> backup, Stage stage)
            implements PrivilegeStateKeepingBuilder.With {

        /** A session without a backup yet. */
        static Keeping wanted(String key, Optional<Fence> known) {
            return new Keeping(key, known, Optional.empty(), Stage.WANTED);
        }

        /** What becomes of it. */
        public enum Stage {
            /** No process has said that it is the backup. */
            WANTED,
            /** The backup has it. */
            BACKED,
            /** The user has given it back, and the backup is to know first. */
            RELEASED,
            /** The user has withdrawn, and the backup is to know first. */
            WITHDRAWN,
            /** It is lost, and the backup is to know first. */
            LOST;

            /** Whether the user no longer has it. */
            boolean ends() {
                return compareTo(BACKED) > 0;
            }
        }
    }

    // --- sessions that outlive their process

    PrivilegeState keep(long ticket, Keeping keeping) {
        return withKept(Sorted.with(kept, ticket, keeping));
    }

    PrivilegeState keepNoMore(long ticket) {
        return kept.containsKey(ticket) ? withKept(Sorted.without(kept, ticket)) : this;
    }

    /** Whether this process keeps a session that its user no longer has, until its backup knows of that. */
    boolean ending(long ticket) {
        Keeping keeping = kept.get(ticket);
        return keeping != null && keeping.stage().ends();
    }

    /** Whether a session is tabled here that its user waits for or has. */
    public boolean claims() {
        return tabled.values().stream().anyMatch(session -> !ending(session.ticket()));
    }

    /** The sessions of a process of which this one is the backup. */
    SortedMap<Fence, Backup> backing(ProcessId process) {
        return backups.getOrDefault(process, Sorted.map());
    }

    PrivilegeState backing(ProcessId process, SortedMap<Fence, Backup> some) {
        return withBackups(some.isEmpty() ? Sorted.without(backups, process) : Sorted.with(backups, process, some));
    }

    /** A ticket that no user has given: less than zero, and than all such. */
    long unused() {
        long least = Math.min(tickets.isEmpty() ? 0 : tickets.firstKey(), kept.isEmpty() ? 0 : kept.firstKey());
        return Math.min(0, least) - 1;
    }

    // --- views

    boolean linked(ProcessId other) {
        return linked.contains(other);
    }

    /** The number of members within reach, this one among them; 0 for a process that is excluded. */
    int reach() {
        if (excluded()) {
            return 0;
        }
        int reached = 1;
        for (ProcessId member : members) {
            reached += linked.contains(member) ? 1 : 0;
        }
        return reached;
    }

    /** Whether another process takes this one for departed, and has said so. */
    boolean excluded() {
        return departed.contains(self);
    }

    /** The departed processes that messages name. */
    SortedSet<ProcessId> unsettled() {
        return settled.isEmpty() ? departed : Sorted.without(departed, settled);
    }

    /** Whether all members are within reach, and in this view. */
    boolean open() {
        return entered.size() == members.size() - 1 && linked.containsAll(entered.keySet());
    }

    /** In a new view all privileges are at home again. */
    PrivilegeState enter(ViewId next, SortedSet<ProcessId> all) {
        return each(Part::atHome).with(builder -> builder.view(next)
                .announced(latest)
                .members(all)
                .entered(Sorted.map())
                .awaiting(Sorted.only(awaiting, tabled::containsKey)));
    }

    /** A session is tabled at another process as the view begins: the first member has all privileges. */
    PrivilegeState knows(Tabled session, Parts all) {
        PrivilegeState next = this;
        if (home().equals(self)) {
            for (int part : all.of(session.modes())) {
                Privilege privilege = next.privilege(part);
                next = next.with(part, privilege.withTabled(Sorted.with(privilege.tabled(), session.fence(), session)));
            }
        }
        return next;
    }

    /** An arrow leads from a session here to one of another process, because of some of the names that it takes. */
    PrivilegeState awaits(Tabled session, SortedMap<String, Mode> some) {
        SortedMap<Fence, SortedMap<String, Mode>> more =
                Sorted.with(awaited(session.process()), session.fence(), session.modes());
        return awaiting(session.process(), more).queued(session.process(), session.fence(), some);
    }

    /** Whether an arrow has led from a session here to another with this fence, because of one of these names. */
    boolean directed(Fence fence, SortedMap<String, Mode> modes) {
        return modes.entrySet().stream().anyMatch(each -> queue(each.getKey()).arrowFrom(self, fence, each.getValue()));
    }

    /** A session of another process has ended: it does not come with a privilege here any more. */
    PrivilegeState without(int part, ProcessId process, Fence fence) {
        Privilege privilege = privilege(part);
        Tabled tabled = privilege.tabled().get(fence);
        return tabled == null || !tabled.process().equals(process)
                ? this
                : with(part, privilege.withTabled(Sorted.without(privilege.tabled(), fence)));
    }

    /** No arrow leads here any more from sessions of a process. */
    PrivilegeState awaitedNoMore(ProcessId process) {
        SortedMap<Fence, SortedSet<ProcessId>> left = awaiting;
        for (Map.Entry<Fence, SortedSet<ProcessId>> each : awaiting.entrySet()) {
            SortedSet<ProcessId> others = Sorted.without(each.getValue(), process);
            left = others.isEmpty() ? Sorted.without(left, each.getKey()) : Sorted.with(left, each.getKey(), others);
        }
        return withAwaiting(left);
    }

    // --- privileges

    /** Where the privileges of all parts are at first. */
    ProcessId home() {
        return members.first();
    }

    /** What concerns a part of the names. */
    Part part(int part) {
        return parts.getOrDefault(part, Part.NOTHING);
    }

    PrivilegeState with(int number, Part part) {
        return withParts(part.isNothing() ? Sorted.without(parts, number) : Sorted.with(parts, number, part));
    }

    /** With another privilege of a part. */
    PrivilegeState with(int part, Privilege privilege) {
        return with(part, part(part).withPrivilege(privilege));
    }

    private PrivilegeState each(UnaryOperator<Part> change) {
        PrivilegeState next = this;
        for (Map.Entry<Integer, Part> each : parts.entrySet()) {
            next = next.with(each.getKey(), change.apply(each.getValue()));
        }
        return next;
    }

    /** Where the privilege of a part is, or has been handed last, as far as known. */
    Place place(Part part) {
        return part.place().orElseGet(() -> new Place(home(), 0));
    }

    boolean has(int part) {
        return has(part(part));
    }

    boolean has(Part part) {
        return part.place().isEmpty() ? home().equals(self) : part.place().get().here();
    }

    /** Where a privilege is that is here. */
    Optional<Place> here() {
        return home().equals(self) ? Optional.empty() : Optional.of(new Place(self, Place.HERE));
    }

    Privilege privilege(int part) {
        return part(part).privilege();
    }

    /** The least bid of the sessions here that want a part, if any does. */
    Optional<Bid> bid(Part part) {
        return part.wanted().isEmpty()
                ? Optional.empty()
                : Optional.of(new Bid(part.wanted().firstKey(), self));
    }

    // --- sessions

    /** The fence of the session with this ticket, if there is one after T0. */
    Optional<Fence> tabled(long ticket) {
        return Optional.ofNullable(tickets.get(ticket)).filter(fence -> !fence.equals(Fence.NONE));
    }

    boolean waiting(long ticket) {
        return Fence.NONE.equals(tickets.get(ticket));
    }

    /** One more session is before T0. */
    PrivilegeState wait(Take take, SortedSet<Integer> some, long bid) {
        return in(some, part -> part.withWanted(Sorted.with(part.wanted(), bid, take.ticket())))
                .with(next -> next.waiting(Sorted.with(waiting, take.ticket(), new Waiting(take, bid)))
                        .trying(take.waits() ? trying : Sorted.with(trying, take.ticket(), take))
                        .tickets(Sorted.with(tickets, take.ticket(), Fence.NONE)));
    }

    /** A session is no longer before T0. */
    PrivilegeState waitNoMore(long ticket, SortedSet<Integer> some) {
        long bid = waiting.get(ticket).bid();
        return in(some, part -> part.withWanted(Sorted.without(part.wanted(), bid)))
                .with(next -> next.waiting(Sorted.without(waiting, ticket))
                        .trying(tries(ticket))
                        .tickets(Sorted.without(tickets, ticket)));
    }

    /** With a change of each of these parts. */
    private PrivilegeState in(SortedSet<Integer> some, UnaryOperator<Part> change) {
        PrivilegeState next = this;
        for (int part : some) {
            next = next.with(part, change.apply(next.part(part)));
        }
        return next;
    }

    /** No session is before T0 any more. */
    PrivilegeState waitNoMore() {
        return each(part -> part.withWanted(Sorted.map())).with(next -> next.waiting(Sorted.map())
                .trying(Sorted.map())
                .tickets(Sorted.only(tickets, ticket -> !waiting(ticket))));
    }

    private SortedMap<Long, Take> tries(long less) {
        return trying.containsKey(less) ? Sorted.without(trying, less) : trying;
    }

    /** The session is tabled, under this fence. */
    PrivilegeState table(Session session, Fence fence, SortedSet<Integer> some) {
        return in(some, part -> part.withTabled(Sorted.with(part.tabled(), fence, session.modes())))
                .queued(self, fence, session.modes())
                .with(next -> next.latest(latest.max(fence))
                        .tabled(Sorted.with(tabled, fence, session))
                        .tickets(Sorted.with(tickets, session.ticket(), fence)));
    }

    /** The session is no longer tabled. */
    PrivilegeState untable(Fence fence, SortedSet<Integer> some) {
        Session session = tabled.get(fence);
        return in(some, part -> part.withTabled(Sorted.without(part.tabled(), fence)))
                .unqueued(fence, session.modes())
                .with(next -> next.tabled(Sorted.without(tabled, fence))
                        .tickets(Sorted.without(tickets, session.ticket()))
                        .awaiting(Sorted.without(awaiting, fence)));
    }

    /** A session of this process is in the queues of its resources. */
    PrivilegeState queued(ProcessId process, Fence fence, SortedMap<String, Mode> modes) {
        SortedMap<String, ResourceQueue> more = queues;
        for (Map.Entry<String, Mode> each : modes.entrySet()) {
            ResourceQueue.Queued session = new ResourceQueue.Queued(process, each.getValue());
            more = Sorted.with(more, each.getKey(), queue(each.getKey()).with(fence, session));
        }
        return withQueues(more);
    }

    /** A session is no longer in the queues. */
    PrivilegeState unqueued(Fence fence, SortedMap<String, Mode> modes) {
        SortedMap<String, ResourceQueue> fewer = queues;
        for (String resource : modes.keySet()) {
            ResourceQueue left = queue(resource).without(fence);
            fewer = left.isEmpty() ? Sorted.without(fewer, resource) : Sorted.with(fewer, resource, left);
        }
        return withQueues(fewer);
    }

    /** The known sessions that take a resource. */
    ResourceQueue queue(String resource) {
        return queues.getOrDefault(resource, ResourceQueue.EMPTY);
    }

    /** Whether each of these resources has room for one more session. */
    boolean hasRoom(SortedMap<String, Mode> modes) {
        for (Map.Entry<String, Mode> each : modes.entrySet()) {
            if (!queue(each.getKey()).hasRoom(each.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** Whether each of these resources has room for this session of its queue. */
    boolean admits(Fence fence, SortedMap<String, Mode> modes) {
        return modes.keySet().stream().allMatch(resource -> queue(resource).admits(fence));
    }

    /** The sessions of a process to which arrows lead from sessions here. */
    SortedMap<Fence, SortedMap<String, Mode>> awaited(ProcessId process) {
        return awaited.getOrDefault(process, Sorted.map());
    }

    PrivilegeState awaiting(ProcessId process, SortedMap<Fence, SortedMap<String, Mode>> some) {
        return withAwaited(some.isEmpty() ? Sorted.without(awaited, process) : Sorted.with(awaited, process, some));
    }

    /** The fence of the next T0: greater than all that are known. */
    Fence next() {
        return start(latest).next();
    }

    /** The last fence before those that follow this one in the generation of the view. */
    Fence start(Fence fence) {
        return view.generation() > fence.generation() ? Fence.start(view.generation()) : fence;
    }
}
