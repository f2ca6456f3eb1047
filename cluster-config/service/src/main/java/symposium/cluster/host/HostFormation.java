package symposium.cluster.host;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.membership.FoundersAgreement;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.GroupFormation;
import symposium.service.member.Warning;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.FormationProposal;

/** The formation of the group of processes that begin together, at one host: carries out {@link GroupFormation}. */
final class HostFormation {

    private final ProcessId self;
    private final String algorithm;
    private final GroupFormation formation;
    private final boolean open;
    private final Consumer<WireMessage> post;
    private final Consumer<Warning> warn;
    private final SortedSet<ProcessId> reported = new TreeSet<>();
    private GroupFormation.State state;

    /**
     * @param algorithm its name
     * @param processes how many begin
     * @param floor the generation above which this process counts
     * @param open whether others may enter later, by an agreement on voters
     * @param post sends to another host
     * @param warn tells what the user of this node should know
     */
    HostFormation(
            ProcessId self,
            String algorithm,
            int processes,
            long floor,
            boolean open,
            Consumer<WireMessage> post,
            Consumer<Warning> warn) {
        this.self = self;
        this.algorithm = algorithm;
        this.open = open;
        this.post = post;
        this.warn = warn;
        this.formation =
                open ? GroupFormation.open(processes, id -> floor) : new GroupFormation(processes, id -> floor);
        this.state = formation.initial(self, Neighbours.none());
    }

    /** The group that has begun, once that is agreed. */
    Optional<Group> founded() {
        return state.founded();
    }

    /** Whether this process waits for an answer of another. */
    boolean insists() {
        return state.insists();
    }

    /** Takes the other members, and asks them to begin if it has not. */
    void seen(SortedSet<ProcessId> others, SortedSet<ProcessId> departed) {
        form(new Event.NeighboursChanged<>(Neighbours.of(List.copyOf(others)), departed));
        if (!state.asked()) {
            form(new Event.Input<>(FoundersAgreement.Input.FORM));
        }
    }

    /** Asks again those that have not answered. */
    void remind() {
        if (state.insists()) {
            form(new Event.Timeout<>(GroupFormation.Timer.REMINDER));
        }
    }

    /** Takes what another member proposes; false while this process has not asked to begin. */
    boolean proposed(FormationProposal proposal) {
        if (!state.asked()) {
            return false;
        }
        Group group = new Group(Sorted.set(proposal.founders()), proposal.floor());
        GroupFormation.Message message =
                proposal.begun() ? new GroupFormation.Begun(group) : new GroupFormation.Proposal(group);
        form(new Event.Received<>(Neighbour.of(proposal.from()), message));
        return true;
    }

    /** Takes a step of the formation of the group. A reminder expires with those of the links. */
    private void form(Event<GroupFormation.Message, FoundersAgreement.Input> event) {
        Step<GroupFormation.State, GroupFormation.Message, FoundersAgreement.Output> step =
                formation.step(state, event);
        state = step.next();
        step.effects().forEach(effect -> {
            if (effect instanceof Effect.Send<GroupFormation.Message, ?> send) {
                Group group = send.message().group();
                boolean begun = send.message() instanceof GroupFormation.Begun;
                List<ProcessId> founders = List.copyOf(group.founders());
                post.accept(new FormationProposal(self, send.to().id(), founders, group.floor(), begun));
            } else if (effect instanceof Effect.Output<?, FoundersAgreement.Output> told
                    && told.output() instanceof FoundersAgreement.Excluded excluded
                    && !open) {
                stayOutside(excluded.group().founders());
            }
        });
    }

    private void stayOutside(SortedSet<ProcessId> founders) {
        warn.accept(new Warning(
                self,
                Warning.Kind.EXCLUDED,
                "process " + self + " is excluded, and grants nothing: the processes "
                        + founders + " have begun with a former life of it, and " + algorithm
                        + " has fixed membership; only a restart of all nodes, together or one by one, lets it in"));
    }

    /** Warns where the founders that are left are no majority. */
    void left(SortedSet<ProcessId> present, int founders) {
        if (present.size() <= founders / 2) {
            warn.accept(new Warning(
                    self,
                    Warning.Kind.TOO_FEW,
                    "process " + self + " grants nothing any more: of the " + founders
                            + " processes that have begun only " + present + " are left, and " + algorithm
                            + " lets no other in; only a restart of all nodes does"));
        }
    }

    /** Warns of departures that the algorithm does not tolerate, once of each. */
    void departed(SortedSet<ProcessId> departed) {
        for (ProcessId dead : departed) {
            if (reported.add(dead)) {
                warn.accept(new Warning(
                        self,
                        Warning.Kind.DEPARTURE,
                        "process " + dead + " has departed, which " + algorithm
                                + " does not tolerate: processes that wait for its resources wait forever"));
            }
        }
    }
}
