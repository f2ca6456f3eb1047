package symposium.arbitration.resources;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** What goes over the link between two processes. */
public sealed interface ResourceMessage extends Printable {

    /**
     * A tabled session.
     *
     * @param fence its fence, which is its name
     * @param modes what it takes, and how
     */
    record Tabled(Fence fence, SortedMap<String, Mode> modes) {
        @Override
        public String toString() {
            return fence + " " + Mode.print(modes);
        }
    }

    /**
     * The first message over a link, each time that it comes up.
     *
     * @param generation that of the sender
     * @param there all processes that the sender knows to be there
     * @param departed all processes that the sender knows to have departed
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions, in the order of their fences, but for those that {@link Sessions}
     *     have told before
     * @param reserved as in {@link News}
     */
    record Hello(
            long generation,
            SortedSet<ProcessId> there,
            SortedSet<ProcessId> departed,
            Fence latest,
            List<Tabled> tabled,
            List<Integer> reserved)
            implements ResourceMessage {
        public Hello {
            reserved = reserved == null ? List.of() : reserved;
        }

        @Override
        public String print() {
            return "hello " + generation + " there " + there + unlessEmpty("departed", departed)
                    + unlessEmpty("tabled", tabled)
                    + unlessEmpty("reserved", reserved);
        }
    }

    /**
     * The sender is in a new generation, because it knows that these have departed, or because others are in it.
     *
     * @param reserved the parts of the sessions that the sender is taking over from one of them, in their order: no
     *     other session of these parts does T0 before it
     */
    record News(long generation, SortedSet<ProcessId> departed, List<Integer> reserved) implements ResourceMessage {
        public News {
            reserved = reserved == null ? List.of() : reserved;
        }
    }

    /**
     * The recipient is to take over this session of the sender when the sender departs.
     *
     * @param fence its fence
     * @param modes what it takes, and how
     * @param key what its user calls it
     * @param known the fence under which its user knows it, if that is another than its own
     */
    record Backup(Fence fence, SortedMap<String, Mode> modes, String key, Optional<Fence> known)
            implements ResourceMessage {
        public Backup {
            known = known == null ? Optional.empty() : known;
        }

        @Override
        public String print() {
            return "backup " + fence + " " + Mode.print(modes) + " for " + key;
        }
    }

    /** The sender takes over this session of the recipient when the recipient departs. */
    record Backed(Fence fence) implements ResourceMessage {}

    /** The recipient is not to take over this session of the sender any more. */
    record Dismiss(Fence fence) implements ResourceMessage {}

    /** The sender does not take over this session of the recipient. */
    record Dismissed(Fence fence) implements ResourceMessage {}

    /**
     * The sender wants the fork of a part of the names.
     *
     * @param bid the lesser goes first
     */
    record Ask(int part, long bid) {
        @Override
        public String toString() {
            return part + " for " + bid;
        }
    }

    /**
     * The sender is ready to grab forks of the first stage.
     *
     * @param asks for which parts, in their order
     */
    record Request(List<Ask> asks) implements ResourceMessage {
        @Override
        public String print() {
            return "request " + some(asks);
        }
    }

    /**
     * Tabled sessions of the sender, where one message may not carry all: those of a {@link Hello} or {@link Fork} that
     * follows.
     *
     * @param tabled in the order of their fences
     */
    record Sessions(List<Tabled> tabled) implements ResourceMessage {}

    /**
     * Forks of the first stage go to the recipient, which is ready to grab them.
     *
     * @param parts for which there is one each, in their order
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions that the recipient has not been told of, in the order of their fences
     * @param ended the sender's sessions that are no longer tabled, as in {@link Undirected}
     * @param asks as in a {@link Request}, for forks that the sender wants back, or wants besides
     */
    record Fork(List<Integer> parts, Fence latest, List<Tabled> tabled, List<Fence> ended, List<Ask> asks)
            implements ResourceMessage {
        @Override
        public String print() {
            return "fork " + some(parts) + (latest.equals(Fence.NONE) ? "" : " " + latest)
                    + unlessEmpty("tabled", tabled)
                    + unlessEmpty("ended", ended)
                    + (asks.isEmpty() ? "" : " back " + some(asks));
        }
    }

    /**
     * Sessions of the sender are no longer tabled: every arrow that leads to one of them disappears.
     *
     * @param fences theirs, in ascending order
     */
    record Undirected(List<Fence> fences) implements ResourceMessage {
        @Override
        public String print() {
            return "undirected " + fences.stream().map(Fence::toString).collect(Collectors.joining(", "));
        }
    }

    private static String some(List<?> some) {
        return some.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String unlessEmpty(String name, Collection<?> some) {
        return some.isEmpty() ? "" : " " + name + " " + some;
    }
}
