package symposium.membership;

import static symposium.membership.GroupFormation.Rule.AGREED;
import static symposium.membership.GroupFormation.Rule.BEGUN_AGAIN;
import static symposium.membership.GroupFormation.Rule.BEGUN_EXCLUDED;
import static symposium.membership.GroupFormation.Rule.BEGUN_FOLLOWED;
import static symposium.membership.GroupFormation.Rule.FORM_PROPOSES;
import static symposium.membership.GroupFormation.Rule.FORM_WAITS;
import static symposium.membership.GroupFormation.Rule.MEMBERS_CHANGED;
import static symposium.membership.GroupFormation.Rule.MEMBERS_PROPOSES;
import static symposium.membership.GroupFormation.Rule.PROPOSAL_ANSWERED;
import static symposium.membership.GroupFormation.Rule.PROPOSAL_HEARD;
import static symposium.membership.GroupFormation.Rule.REMIND;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.ToLongFunction;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.membership.FoundersAgreement.Begins;
import symposium.membership.FoundersAgreement.Excluded;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.FoundersAgreement.Incomplete;
import symposium.membership.FoundersAgreement.Input;
import symposium.membership.FoundersAgreement.Output;
import symposium.membership.FoundersAgreement.Proposes;
import symposium.membership.FoundersAgreement.User;

/**
 * A process that agrees with all others on the founders before it begins.
 *
 * <ul>
 *   <li>A process that sees all configured processes proposes them as founders to all others, with its first
 *       generation, and says so again until it begins or is excluded.
 *   <li>It begins once all of them have proposed the same founders. The group's first generation is the highest of
 *       theirs.
 *   <li>A process that has begun answers each proposal with its group. A founder that hears so begins, too; any other
 *       process is excluded.
 *   <li>When a process has returned as another, the process proposes other founders, with a higher first generation:
 *       one that has crashed may have begun with the former ones.
 * </ul>
 */
public final class GroupFormation implements Protocol<GroupFormation.State, GroupFormation.Message, Input, Output> {

    /** What processes send to each other. */
    public sealed interface Message extends Printable {

        /** The founders, and the first generation. */
        Group group();
    }

    /** The sender proposes these founders; the generation is its own. */
    public record Proposal(Group group) implements Message {}

    /** The sender has begun. */
    public record Begun(Group group) implements Message {}

    /**
     * A process.
     *
     * @param self its name
     * @param asked whether it is to form a group
     * @param present the processes that it sees, itself included; none once it has begun
     * @param proposed what it proposes, with its own first generation; no founders before it has seen all
     * @param heard the latest proposal of each other process; none once it has begun or is excluded
     * @param founded the group with which it has begun; of an open group also one that has begun without it
     * @param excluded whether the others have begun without it
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            boolean asked,
            SortedSet<ProcessId> present,
            Group proposed,
            SortedMap<ProcessId, Group> heard,
            Optional<Group> founded,
            boolean excluded)
            implements GroupFormationStateBuilder.With {

        /** Whether it has a proposal to say again until it hears what has become of it. */
        public boolean insists() {
            return founded.isEmpty() && !excluded && !proposed.founders().isEmpty();
        }

        /** Whether all founders that it proposes have proposed the same. */
        boolean agreed() {
            return insists()
                    && proposed.founders().stream()
                            .allMatch(other -> other.equals(self)
                                    || heard.containsKey(other)
                                            && heard.get(other).founders().equals(proposed.founders()));
        }

        /** The founders that it proposes, with the highest first generation of all that it has heard from. */
        Group highest() {
            long floor = proposed.founders().stream()
                    .filter(heard::containsKey)
                    .mapToLong(other -> heard.get(other).floor())
                    .reduce(proposed.floor(), Math::max);
            return new Group(proposed.founders(), floor);
        }

        /** It has begun. */
        State begun(Group group) {
            return new State(self, asked, Sorted.set(), Group.NONE, Sorted.map(), Optional.of(group), false);
        }
    }

    /** What a process does. */
    public enum Rule implements symposium.kernel.Rule {
        /** It is to form a group, and sees all processes: it proposes them. */
        FORM_PROPOSES,
        /** It is to form a group, and does not see all processes. */
        FORM_WAITS,
        /** Now it sees all processes: it proposes them. */
        MEMBERS_PROPOSES,
        /** It does not see all processes, or has proposed these, or has begun. */
        MEMBERS_CHANGED,
        /** A process proposes founders, and others are missing or do not agree. */
        PROPOSAL_HEARD,
        /** A process proposes founders after this process has begun: that process is notified. */
        PROPOSAL_ANSWERED,
        /** All have proposed the same founders: it begins. */
        AGREED,
        /** Another process has begun, and this is one of the founders: it begins, too. */
        BEGUN_FOLLOWED,
        /** Another process has begun, and this is none of the founders. */
        BEGUN_EXCLUDED,
        /** Another process has begun, and this one knows. */
        BEGUN_AGAIN,
        /** What it proposes may be lost, and is said again. */
        REMIND
    }

    /** When a process acts by itself. */
    public enum Timer implements symposium.kernel.Timer {
        /** What it proposes is said again. */
        REMINDER
    }

    private final int processes;
    private final ToLongFunction<ProcessId> floor;
    private final boolean open;

    /**
     * @param processes the number of configured processes
     * @param floor the first generation of a process; a later incarnation of a process has a higher one
     */
    public GroupFormation(int processes, ToLongFunction<ProcessId> floor) {
        this(processes, floor, false);
    }

    private GroupFormation(int processes, ToLongFunction<ProcessId> floor, boolean open) {
        this.processes = processes;
        this.floor = floor;
        this.open = open;
    }

    /**
     * The formation of a group that others may join once it has begun, so that all founders may be gone one day. A
     * process that sees too few to begin asks those whether the group has begun, and one that is excluded answers as
     * the founders do.
     *
     * @param processes the least number of founders
     * @param floor the first generation of a process; a later incarnation of a process has a higher one
     */
    public static GroupFormation open(int processes, ToLongFunction<ProcessId> floor) {
        return new GroupFormation(processes, floor, true);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        Group none = new Group(Sorted.set(), floor.applyAsLong(self));
        return new State(self, false, present(self, neighbours), none, Sorted.map(), Optional.empty(), false);
    }

    private static SortedSet<ProcessId> present(ProcessId self, Neighbours neighbours) {
        return Sorted.with(Sorted.ids(neighbours), self);
    }

    @Override
    public boolean admits(State p, Neighbour from, Message message) {
        return p.asked();
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return propose(FORM_PROPOSES, step.by(FORM_WAITS, p.withAsked(true)));
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        if (p.founded().isPresent()) {
            return step.by(MEMBERS_CHANGED);
        }
        State next = p.with(changed -> changed.present(present(p.self(), neighbours))
                .heard(Sorted.only(p.heard(), other -> !departed.contains(other))));
        return propose(MEMBERS_PROPOSES, step.by(MEMBERS_CHANGED, next));
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        Group group = message.group();
        if (message instanceof Proposal) {
            if (p.founded().isPresent()) {
                return step.by(PROPOSAL_ANSWERED)
                        .send(from, new Begun(p.founded().get()));
            }
            Group latest = p.heard().getOrDefault(from.id(), group);
            boolean later = group.floor() >= latest.floor();
            return agree(p, step.by(PROPOSAL_HEARD, later ? p.withHeard(Sorted.with(p.heard(), from.id(), group)) : p));
        }
        if (p.founded().isPresent() || p.excluded()) {
            return step.by(BEGUN_AGAIN);
        }
        if (group.founders().contains(p.self())) {
            return begin(BEGUN_FOLLOWED, group, p, step);
        }
        State out = open ? p.begun(group) : p.with(next -> next.excluded(true).heard(Sorted.map()));
        return stop(step.by(BEGUN_EXCLUDED, out), p).tell(new Excluded(group));
    }

    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Output> step) {
        return insist(step.by(REMIND));
    }

    /** Proposes all configured processes, if it sees them and has not proposed them. */
    private Transition<State, Message, Output> propose(Rule by, Transition<State, Message, Output> step) {
        State p = step.state();
        SortedSet<ProcessId> former = p.proposed().founders();
        if (!p.asked() || p.present().equals(former)) {
            return step;
        }
        boolean few = p.present().size() < processes;
        if (few && !open) {
            return step.tell(new Incomplete());
        }
        long own = p.proposed().floor();
        Group group = new Group(p.present(), former.isEmpty() ? own : own + 1);
        step.by(by, p.with(next -> next.proposed(group).excluded(false)))
                .tell(few ? new Incomplete() : new Proposes(group));
        return agreed(step.state()) ? agree(p, said(step)) : insist(step);
    }

    /** Says what it proposes, and will say so again. */
    private static Transition<State, Message, Output> insist(Transition<State, Message, Output> step) {
        return said(step).schedule(Timer.REMINDER);
    }

    private static Transition<State, Message, Output> said(Transition<State, Message, Output> step) {
        State p = step.state();
        SortedSet<ProcessId> others = Sorted.without(p.proposed().founders(), p.self());
        return step.sendEach(Sorted.only(others, p.present()::contains), new Proposal(p.proposed()));
    }

    private boolean agreed(State p) {
        return p.proposed().founders().size() >= processes && p.agreed();
    }

    /** Begins, if all have proposed the same founders. */
    private Transition<State, Message, Output> agree(State before, Transition<State, Message, Output> step) {
        State p = step.state();
        return agreed(p) ? begin(AGREED, p.highest(), before, step) : step;
    }

    private static Transition<State, Message, Output> begin(
            Rule by, Group group, State before, Transition<State, Message, Output> step) {
        return stop(step.by(by, step.state().begun(group)), before).tell(new Begins(group));
    }

    private static Transition<State, Message, Output> stop(Transition<State, Message, Output> step, State before) {
        return before.insists() ? step.cancel(Timer.REMINDER) : step;
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {
        public Entry() {
            super(new Descriptor<State, Message, User, Input, Output>(
                            "group-formation", new FoundersAgreement(), Message.class)
                    .withPaper(Paper.of(
                                    "an agreement of all before the start, after the formation of groups in Akka clusters")
                            .withCost("n(n-1), and what is said again"))
                    .withSystem(SystemModel.of(Channels.DUPLICATING, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.DEPARTURES)
                            .withAssumptions(
                                    "a process that returns is another process, with a higher first generation"))
                    .withTimers(List.of(Timer.values()))
                    .withProtocol(start -> new GroupFormation(start.processes().size(), GroupFormationChecks::floor))
                    .checks(checks -> checks.withInvariants(GroupFormationChecks.invariants())
                            .withVariants(start -> GroupFormationChecks.variants())
                            .unreachable(MEMBERS_PROPOSES, MEMBERS_CHANGED, BEGUN_EXCLUDED, FORM_WAITS)));
        }
    }
}
