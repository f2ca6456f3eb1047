package symposium.composition.privilegeswithvoters;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.PrivilegeRule;
import symposium.arbitration.privileges.PrivilegeState;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.composition.privilegeswithvoters.SharingWithVoters.Input;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterAgreement;

/**
 * A process that allocates resources and grants them only while it reaches a majority of voters that change. See the
 * package.
 */
public class PrivilegesWithVoters
        implements Protocol<PrivilegesWithVoters.State, PrivilegesWithVoters.Message, Input, Grant> {

    /** What processes send to each other. */
    public sealed interface Message extends Printable {}

    /** A message about the voters. */
    public record Voting(Reconfiguration.Message carried) implements Message, Printable.Carrier {}

    /** A message about resources. */
    public record Sharing(PrivilegeMessage carried) implements Message, Printable.Carrier {}

    /**
     * A process.
     *
     * @param voters what it knows of the voters, and which processes it counts
     * @param resources its sessions; its links are those over which hello has been said
     */
    @RecordBuilder
    public record State(Reconfiguration.State voters, PrivilegeState resources)
            implements PrivilegesWithVotersStateBuilder.With {}

    /** The name in the catalogue. */
    public static final String NAME = "privileges-with-voters";

    private static final int NEVER = Integer.MAX_VALUE;

    private final SubProtocol<
                    State,
                    Message,
                    Grant,
                    Reconfiguration.State,
                    Reconfiguration.Message,
                    VoterAgreement.Input,
                    VoterAgreement.Output>
            voting;
    private final SubProtocol<State, Message, Grant, PrivilegeState, PrivilegeMessage, Request, Grant> granting;
    private final SubProtocol<State, Message, Grant, PrivilegeState, PrivilegeMessage, Request, Grant> waiting;

    /**
     * The protocol of every process of a run.
     *
     * @param founders the voters of version 1; another process learns the voters from those that it meets
     * @param first the generation in which each process starts
     */
    public PrivilegesWithVoters(SortedSet<ProcessId> founders, long first) {
        this(new Reconfiguration(founders), first);
    }

    /** With other voters, as a variant has them. */
    PrivilegesWithVoters(
            Protocol<Reconfiguration.State, Reconfiguration.Message, VoterAgreement.Input, VoterAgreement.Output>
                    voters,
            long first) {
        voting = SubProtocol.of(voters, State::voters, State::withVoters, Voting::new, (step, told) -> {});
        granting = sharing(new Privileges(1, first));
        waiting = sharing(new Privileges(NEVER, first));
    }

    private static SubProtocol<State, Message, Grant, PrivilegeState, PrivilegeMessage, Request, Grant> sharing(
            Privileges resources) {
        return SubProtocol.of(resources, State::resources, State::withResources, Sharing::new, Transition::tell);
    }

    /** The rules of the voters first. */
    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(voting.protocol().rules());
        rules.addAll(granting.protocol().rules());
        return rules;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        Reconfiguration.State voters = voting.protocol().initial(self, neighbours);
        return new State(voters, granting.protocol().initial(self, Neighbours.of(List.copyOf(counted(voters)))));
    }

    /** Whether the process may grant. */
    boolean grants(Reconfiguration.State voters) {
        return voters.quorate();
    }

    /** The other processes with which it shares resources: what they know of the voters it knows, too. */
    SortedSet<ProcessId> counted(Reconfiguration.State voters) {
        return voters.greeted();
    }

    @Override
    public Transition<State, Message, Grant> onInput(Input input, State p, Transition<State, Message, Grant> step) {
        return input instanceof Input.Ask ask
                ? share(new Event.Input<>(ask.request()), step)
                : vote(new Event.Input<>(((Input.Change) input).change()), step);
    }

    @Override
    public Transition<State, Message, Grant> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Grant> step) {
        return message instanceof Voting about
                ? vote(new Event.Received<>(from, about.carried()), step)
                : share(new Event.Received<>(from, ((Sharing) message).carried()), step);
    }

    @Override
    public Transition<State, Message, Grant> onUndeliverable(
            Neighbour to, Message message, State p, Transition<State, Message, Grant> step) {
        return message instanceof Voting about
                ? vote(new Event.Undeliverable<>(to, about.carried()), step)
                : share(new Event.Undeliverable<>(to, ((Sharing) message).carried()), step);
    }

    @Override
    public Transition<State, Message, Grant> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Grant> step) {
        SortedSet<ProcessId> gone = Sorted.union(departed, p.resources().departed());
        return vote(new Event.NeighboursChanged<>(neighbours, gone), step);
    }

    /** A step about the voters; then the allocation is told which links it has, and whether it may grant. */
    private Transition<State, Message, Grant> vote(
            Event<Reconfiguration.Message, VoterAgreement.Input> event, Transition<State, Message, Grant> step) {
        Reconfiguration.State before = step.state().voters();
        step.run(voting, event);
        Reconfiguration.State now = step.state().voters();
        if (grants(before) == grants(now)
                && counted(before).equals(counted(now))
                && before.departed().equals(now.departed())) {
            return step;
        }
        Rule rule = step.rule();
        share(new Event.NeighboursChanged<>(Neighbours.of(List.copyOf(counted(now))), now.departed()), step);
        return step.rule() == PrivilegeRule.CHANGED ? step.by(rule) : step;
    }

    /** A step about resources; the voters are told of departures that are news. */
    private Transition<State, Message, Grant> share(
            Event<PrivilegeMessage, Request> event, Transition<State, Message, Grant> step) {
        step.run(grants(step.state().voters()) ? granting : waiting, event);
        State now = step.state();
        SortedSet<ProcessId> departed = now.resources().departed();
        return now.voters().departed().containsAll(departed)
                ? step
                : vote(
                        new Event.NeighboursChanged<>(
                                Neighbours.of(
                                        List.copyOf(Sorted.without(now.voters().linked(), departed))),
                                departed),
                        step);
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Grant> {

        static final long FIRST = 1;

        /** With users who take one resource, and ask for every change of the voters. */
        public Entry() {
            this(Set.of(VoterAgreement.Input.values()));
        }

        /** With users who take one resource, and ask for these changes of the voters. */
        Entry(Set<VoterAgreement.Input> changes) {
            this(new SharingWithVoters(
                    new ResourceSharing(List.of(Choice.exclusively(Set.of("a"))), 1, false), changes));
        }

        private Entry(SharingWithVoters problem) {
            super(new Descriptor<State, Message, User, Input, Grant>(NAME, problem, Message.class)
                    .withPaper(Paper.of(
                                    "sets of resources after E. W. Dijkstra and C. S. Scholten, Distributed Arbitration,"
                                            + " section 5, and voters agreed after L. Lamport, The Part-Time Parliament")
                            .withCost("0 to 3(n-1) for each set taken; at most 6v + 2v(n-1) for a change of v voters"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions(
                                    "a process that returns is another process; a link that fails recovers, or one of its"
                                            + " ends departs"))
                    .withProtocol(start -> new PrivilegesWithVoters(start.processes(), FIRST))
                    .withDynamicMembership(
                            (start, generation) -> new PrivilegesWithVoters(start.processes(), generation + 1))
                    .withFalseDeparture("in one generation no resource is taken beyond its capacity, and fences grow")
                    .checks(checks -> checks.withInvariants(PrivilegesWithVotersChecks.invariants())
                            .withUnderSuspicion(Optional.of(PrivilegesWithVotersChecks.underSuspicion()))
                            .withVariants(PrivilegesWithVotersChecks::variants)));
        }
    }
}
