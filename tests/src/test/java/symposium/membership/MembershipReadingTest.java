package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.membership.MembershipReading.Announced;

/**
 * Every run of a cluster of a node, two others, and a third that takes the number of one of them, before or after it has been removed. The
 * cluster publishes in order, and the node hears later; it may leave or be removed at any moment.
 */
class MembershipReadingTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId ONE_AGAIN = new ProcessId(1, 1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final List<ProcessId> ALL = List.of(SELF, ONE, ONE_AGAIN, TWO);
    private static final int BEHIND = 3;

    private enum Kind {
        UP,
        GONE,
        UNREACHABLE,
        REACHABLE,
        SHUTTING_DOWN
    }

    private record Published(Kind kind, ProcessId process) {}

    /** What is so, what the node has not heard yet, and what it makes of what it has heard. */
    private record Cluster(
            SortedSet<ProcessId> up,
            SortedSet<ProcessId> gone,
            SortedSet<ProcessId> unreachable,
            boolean shut,
            List<Published> queue,
            MembershipReading reading) {

        private Cluster says(Kind kind, ProcessId process) {
            List<Published> longer = new ArrayList<>(queue);
            longer.add(new Published(kind, process));
            return new Cluster(up, gone, unreachable, shut, List.copyOf(longer), reading);
        }

        private Cluster with(SortedSet<ProcessId> nowUp, SortedSet<ProcessId> nowGone) {
            return new Cluster(nowUp, nowGone, Sorted.only(unreachable, nowUp::contains), shut, queue, reading);
        }

        private Cluster unreachable(SortedSet<ProcessId> now) {
            return new Cluster(up, gone, now, shut, queue, reading);
        }

        private List<Cluster> successors(BiFunction<MembershipReading, Published, MembershipReading> reads) {
            List<Cluster> next = new ArrayList<>();
            if (!queue.isEmpty()) {
                MembershipReading read = reads.apply(reading, queue.get(0));
                next.add(new Cluster(up, gone, unreachable, shut, queue.subList(1, queue.size()), read));
            }
            if (shut || queue.size() >= BEHIND) {
                return next;
            }
            for (ProcessId process : ALL) {
                if (mayCome(process)) {
                    next.add(with(Sorted.with(up, process), gone).says(Kind.UP, process));
                } else if (up.contains(process)) {
                    Cluster left = with(Sorted.without(up, process), Sorted.with(gone, process));
                    next.add(
                            process.equals(SELF)
                                    ? left.says(Kind.GONE, SELF).shutDown()
                                    : left.says(Kind.GONE, process));
                    next.add(
                            unreachable.contains(process)
                                    ? unreachable(Sorted.without(unreachable, process))
                                            .says(Kind.REACHABLE, process)
                                    : unreachable(Sorted.with(unreachable, process))
                                            .says(Kind.UNREACHABLE, process));
                }
            }
            next.add(shutDown());
            return next;
        }

        /** Process 1' comes after process 1, beside it or in its place. */
        private boolean mayCome(ProcessId process) {
            SortedSet<ProcessId> all = Sorted.union(up, gone);
            return !all.contains(process)
                    && !(process.equals(ONE) && all.contains(ONE_AGAIN))
                    && !(process.equals(ONE_AGAIN) && !all.contains(ONE));
        }

        /** The last publications at a node: all members have been removed. */
        private Cluster shutDown() {
            Cluster last = new Cluster(up, gone, unreachable, true, queue, reading).says(Kind.SHUTTING_DOWN, SELF);
            for (ProcessId process : up) {
                last = last.says(Kind.GONE, process);
            }
            return last;
        }

        /** What does not hold, if anything. */
        private Optional<String> refuted(MembershipReading before) {
            if (!gone.containsAll(reading.departed())) {
                return Optional.of("a living process is taken for departed");
            }
            if (!reading.departed().containsAll(before.departed())) {
                return Optional.of("a process that has departed is forgotten");
            }
            SortedSet<ProcessId> members = reading.members();
            if (members.stream().anyMatch(reading.departed()::contains)) {
                return Optional.of("a departed process is a member");
            }
            if (members.contains(ONE_AGAIN) && up.contains(ONE)) {
                return Optional.of("a process takes the number of an older one");
            }
            if (before.ceased() && !reading.equals(before)) {
                return Optional.of("something changes after the node has been removed");
            }
            if (reading.ceased() && !reading.cutOff(Set.of(), 1)) {
                return Optional.of("a removed node is not cut off");
            }
            boolean heardAll = queue.isEmpty() && !shut;
            SortedSet<ProcessId> right = up.contains(ONE) ? Sorted.without(up, ONE_AGAIN) : up;
            return heardAll && !(members.equals(right) && reading.departed().equals(gone))
                    ? Optional.of("what the node has heard of is not what is so")
                    : Optional.empty();
        }
    }

    private static MembershipReading read(MembershipReading reading, Published published) {
        ProcessId process = published.process();
        return switch (published.kind()) {
            case UP -> reading.up(process, new Announced(age(process), true));
            case GONE -> reading.gone(process, true);
            case UNREACHABLE -> reading.reached(process, false);
            case REACHABLE -> reading.reached(process, true);
            case SHUTTING_DOWN -> reading.ceases();
        };
    }

    private static int age(ProcessId process) {
        return process.number() + (int) process.incarnation();
    }

    private static String explore(BiFunction<MembershipReading, Published, MembershipReading> reads) {
        Cluster start =
                new Cluster(Sorted.set(), Sorted.set(), Sorted.set(), false, List.of(), MembershipReading.of(SELF));
        Set<Cluster> seen = new HashSet<>(Set.of(start));
        Deque<Cluster> queue = new ArrayDeque<>(seen);
        while (!queue.isEmpty()) {
            Cluster at = queue.remove();
            for (Cluster next : at.successors(reads)) {
                Optional<String> refuted = next.refuted(at.reading());
                if (refuted.isPresent()) {
                    return refuted.get();
                }
                if (seen.add(next)) {
                    queue.add(next);
                }
            }
        }
        return seen.size() + " states";
    }

    @Test
    void everyRunIsReadRightly() {
        assertEquals("28472 states", explore(MembershipReadingTest::read));
    }

    @Test
    void everyFaultIsFound() {
        assertEquals(
                "a living process is taken for departed",
                explore((reading, published) ->
                        published.kind() == Kind.SHUTTING_DOWN ? reading : read(reading, published)),
                "the last publications at their word");
        assertEquals(
                "a living process is taken for departed",
                explore((reading, published) -> published.kind() == Kind.UNREACHABLE
                                && !published.process().equals(SELF)
                        ? reading.gone(published.process(), true)
                        : read(reading, published)));
        assertEquals(
                "a process that has departed is forgotten",
                explore((reading, published) -> published.kind() == Kind.UP
                        ? read(reading.withDeparted(Sorted.set()), published)
                        : read(reading, published)));
        assertEquals(
                "a process takes the number of an older one",
                explore((reading, published) -> published.kind() == Kind.UP
                        ? reading.up(published.process(), new Announced(-age(published.process()), true))
                        : read(reading, published)));
        assertEquals(
                "something changes after the node has been removed",
                explore((reading, published) -> read(reading.withCeased(false), published)),
                "a removed node goes on reading");
    }

    @Test
    void aNodeEndsForAnOlderOneThatDoesNotFit() {
        MembershipReading newcomer = MembershipReading.of(ONE_AGAIN).up(ONE, new Announced(1, true));
        assertEquals(Optional.empty(), newcomer.refusedBy(), "that might be a former life, until this node is up");
        assertEquals(
                Optional.of(ONE), newcomer.up(ONE_AGAIN, new Announced(9, true)).refusedBy());
        assertEquals(
                Optional.empty(), newcomer.up(ONE_AGAIN, new Announced(0, true)).refusedBy(), "it is the older");
        assertEquals(Optional.of(TWO), newcomer.up(TWO, new Announced(2, false)).refusedBy());
    }

    @Test
    void withoutAMajorityItIsCutOff() {
        MembershipReading alone = MembershipReading.of(SELF).up(SELF, new Announced(1, true));
        MembershipReading both = alone.up(TWO, new Announced(2, true));
        assertTrue(alone.cutOff(Set.of(), 2));
        assertFalse(both.cutOff(Set.of(), 2));
        assertTrue(both.cutOff(Set.of(TWO), 2));
        assertTrue(both.gone(SELF, true).cutOff(Set.of(), 1));
        assertTrue(MembershipReading.of(SELF).up(TWO, new Announced(2, true)).cutOff(Set.of(), 1), "it is not up");
    }
}
