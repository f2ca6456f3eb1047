package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.privileges.PrivilegeEntries;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.PrivilegeState;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;

/** The rule by which a store refuses accesses, and two simpler ones that are wrong, in every interleaving. */
@Tag("fast")
class FenceMarksTest {

    private static final String NONE_REFUSED = "a store refuses no holder";
    private static final String FOLLOWED = "a store refuses whom a later holder excludes";

    private static final Privileges.Entry SHARED = new PrivilegeEntries.Shared();
    private static final Privileges.Entry PERMITS = new PrivilegeEntries.Permits();
    /** One or two of three permits: twice two exclude each other, and neither excludes one. */
    private static final Privileges.Entry TWO_OF_THREE = new Privileges.Entry(
            new ResourceSharing(List.of(choice(Mode.permits(1, 3)), choice(Mode.permits(2, 3))), 1, false));

    private static Choice choice(Mode mode) {
        return new Choice(new TreeMap<>(Map.of("a", mode)), true);
    }

    private static final Start TWO = Start.of(2, 0);

    /** What a store remembers, and whom it refuses by that. */
    private interface Rule {
        boolean admits(Mode mode, Fence fence);

        Rule with(Mode mode, Fence fence);
    }

    private record PerMode(FenceMarks marks) implements Rule {
        @Override
        public boolean admits(Mode mode, Fence fence) {
            return marks.admits(mode, fence);
        }

        @Override
        public Rule with(Mode mode, Fence fence) {
            return new PerMode(marks.with(mode, fence));
        }
    }

    private record OneNumber(Fence greatest) implements Rule {
        @Override
        public boolean admits(Mode mode, Fence fence) {
            return fence.compareTo(greatest) >= 0;
        }

        @Override
        public Rule with(Mode mode, Fence fence) {
            return new OneNumber(greatest.max(fence));
        }
    }

    /** A number for those who have all, and another for those who have a part or only read. */
    private record TwoNumbers(Fence part, Fence all) implements Rule {
        @Override
        public boolean admits(Mode mode, Fence fence) {
            return fence.compareTo(all) >= 0 && (isPart(mode) || fence.compareTo(part) >= 0);
        }

        @Override
        public Rule with(Mode mode, Fence fence) {
            return isPart(mode) ? new TwoNumbers(part.max(fence), all) : new TwoNumbers(part, all.max(fence));
        }

        private static boolean isPart(Mode mode) {
            return mode.units() < mode.capacity();
        }
    }

    private record NoFences() implements Rule {
        @Override
        public boolean admits(Mode mode, Fence fence) {
            return true;
        }

        @Override
        public Rule with(Mode mode, Fence fence) {
            return this;
        }
    }

    private static final Rule NO_FENCES = new NoFences();
    private static final Rule PER_MODE = new PerMode(FenceMarks.NONE);
    private static final Rule ONE_NUMBER = new OneNumber(Fence.NONE);
    private static final Rule TWO_NUMBERS = new TwoNumbers(Fence.NONE, Fence.NONE);

    private record Holder(ProcessId process, long ticket) {}

    private record Held(SortedMap<String, Mode> modes, Fence fence) {}

    /**
     * A store for each resource, which each holder accesses as soon as it has its grant, and may access until it gives
     * its set back or is notified that it has lost it.
     *
     * @param suspicion whether live processes may be taken for departed: then a holder may have to be refused
     * @param rules by resource
     * @param seen the greatest fence of each mode that the store has accepted
     */
    private record Store(
            Rule empty,
            boolean suspicion,
            Map<String, Rule> rules,
            Map<String, FenceMarks> seen,
            Map<Holder, Held> held)
            implements Observer<Grant> {

        static Store of(Rule empty, boolean suspicion) {
            return new Store(empty, suspicion, Map.of(), Map.of(), Map.of());
        }

        @Override
        public List<String> invariants() {
            return List.of(NONE_REFUSED, FOLLOWED);
        }

        @Override
        public Observer<Grant> sees(ProcessId process, Grant grant) {
            if (grant instanceof Grant.Excluded) {
                return gone(process);
            }
            Holder holder = new Holder(process, grant.ticket());
            return grant instanceof Grant.Taken taken
                    ? accessed(holder, new Held(taken.modes(), taken.fence()))
                    : without(holder);
        }

        private Store accessed(Holder holder, Held access) {
            Map<String, Rule> later = new TreeMap<>(rules);
            Map<String, FenceMarks> marks = new TreeMap<>(seen);
            access.modes().forEach((resource, mode) -> {
                if (rule(later, resource).admits(mode, access.fence())) {
                    later.put(resource, rule(later, resource).with(mode, access.fence()));
                    FenceMarks before = marks.getOrDefault(resource, FenceMarks.NONE);
                    before.greatest().forEach((other, fence) -> {
                        if (mode.excludes(other)
                                && fence.compareTo(access.fence()) <= 0
                                && later.get(resource).admits(other, fence)) {
                            throw new InvariantViolation(FOLLOWED, other + " under " + fence + " after " + access);
                        }
                    });
                    marks.put(resource, before.with(mode, access.fence()));
                }
            });
            Map<Holder, Held> holders = new java.util.HashMap<>(held);
            holders.put(holder, access);
            holders.forEach((each, has) -> has.modes().forEach((resource, mode) -> {
                if (!suspicion && !rule(later, resource).admits(mode, has.fence())) {
                    throw new InvariantViolation(NONE_REFUSED, has + " after " + access);
                }
            }));
            return new Store(empty, suspicion, later, marks, holders);
        }

        private Rule rule(Map<String, Rule> by, String resource) {
            return by.getOrDefault(resource, empty);
        }

        private Store without(Holder holder) {
            Map<Holder, Held> holders = new java.util.HashMap<>(held);
            holders.remove(holder);
            return new Store(empty, suspicion, rules, seen, holders);
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<Grant> asked(ProcessId process, Object input) {
            return input instanceof Request.Release || input instanceof Request.Withdraw
                    ? without(new Holder(process, ((Request) input).ticket()))
                    : this;
        }

        @Override
        public Observer<Grant> gone(ProcessId process) {
            Map<Holder, Held> holders = new java.util.HashMap<>(held);
            holders.keySet().removeIf(each -> each.process().equals(process));
            return new Store(empty, suspicion, rules, seen, holders);
        }
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model(
            Privileges.Entry entry, Start start, int requests, Rule rule) {
        return Model.of(entry, start)
                .withRequests(requests)
                .withProblem(ProblemDecorator.watchedBy(entry.problem(), Store.of(rule, false)));
    }

    private static Report explored(Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model) {
        return Explorer.of(model, Limits.WIDE).explore().report(false);
    }

    private static void assertAccepted(Report report) {
        assertEquals(
                Optional.empty(), report.violated(), () -> report.violated().toString());
        assertTrue(report.complete());
    }

    private static void assertRefuted(String invariant, int steps, Report report) {
        Property violated = report.violated().orElseThrow();
        assertEquals(invariant, violated.name());
        assertEquals(steps, violated.trace().size());
    }

    @Test
    void theGreatestFenceOfEachModeRefusesNoHolderAndAllWhomALaterOneExcludes() {
        for (Privileges.Entry entry : List.of(SHARED, PERMITS, TWO_OF_THREE)) {
            assertAccepted(explored(model(entry, TWO, 2, PER_MODE)));
            Start alone = Start.of(2, 0).withQuorum(1);
            assertAccepted(explored(model(entry, alone, 2, PER_MODE).withFaults(FaultBudget.NONE.withCrashes(1))));
        }
        assertAccepted(explored(model(SHARED, TWO, 2, TWO_NUMBERS)));
        assertAccepted(explored(model(PERMITS, TWO, 2, TWO_NUMBERS)));
    }

    @Test
    void oneNumberRefusesAReaderAndAHolderOfAPermit() {
        assertRefuted(NONE_REFUSED, 4, explored(model(SHARED, TWO, 2, ONE_NUMBER)));
        assertRefuted(NONE_REFUSED, 4, explored(model(PERMITS, TWO, 2, ONE_NUMBER)));
    }

    @Test
    void twoNumbersAreTooFewForSessionsThatTakeSeveralPermits() {
        assertRefuted(FOLLOWED, 3, explored(model(TWO_OF_THREE, TWO, 2, TWO_NUMBERS)));
    }

    /** Process 2 is cut off: what it has is granted to another, and it may believe for a while that it still has it. */
    @Test
    void aHolderThatIsCutOffIsRefusedAfterTheNext() {
        Set<ProcessId> two = Set.of(ProcessId.of(0), ProcessId.of(2));
        for (Privileges.Entry entry : List.of(SHARED, PERMITS)) {
            assertAccepted(explored(cutOff(entry, PER_MODE).withInitiators(two)));
            assertRefuted(FOLLOWED, 5, explored(cutOff(entry, NO_FENCES).withInitiators(two)));
        }
    }

    @Test
    @Tag("slow")
    void alsoWhenAllAsk() {
        for (Privileges.Entry entry : List.of(SHARED, PERMITS)) {
            assertAccepted(explored(cutOff(entry, PER_MODE)));
        }
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> cutOff(
            Privileges.Entry entry, Rule rule) {
        return Model.of(entry, Start.of(3, 0))
                .withRequests(1)
                .withProblem(ProblemDecorator.patient(
                        ProblemDecorator.watchedBy(entry.problem().underSuspicion(), Store.of(rule, true))))
                .withInvariants(entry.invariantsUnderSuspicion())
                .withFaults(FaultBudget.NONE.withPartition(Set.of(ProcessId.of(2))));
    }

    @Test
    void fencesAreComparedWithThoseOfModesThatExclude() {
        FenceMarks marks = FenceMarks.NONE.with(Mode.SHARED, new Fence(1, 7)).with(Mode.EXCLUSIVE, new Fence(1, 5));

        assertTrue(marks.admits(Mode.SHARED, new Fence(1, 5)));
        assertTrue(marks.admits(Mode.SHARED, new Fence(1, 6)));
        assertFalse(marks.admits(Mode.SHARED, new Fence(1, 4)));
        assertTrue(marks.admits(Mode.EXCLUSIVE, new Fence(1, 7)));
        assertFalse(marks.admits(Mode.EXCLUSIVE, new Fence(1, 6)));
        assertTrue(marks.with(Mode.SHARED, new Fence(1, 2))
                .greatest()
                .get(Mode.SHARED)
                .equals(new Fence(1, 7)));
        assertEquals(new FenceMarks(Sorted.map()), FenceMarks.NONE);
    }
}
