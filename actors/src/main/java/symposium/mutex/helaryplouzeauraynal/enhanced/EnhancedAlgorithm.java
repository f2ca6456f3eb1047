package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.List;
import java.util.Optional;
import symposium.kernel.Channels;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.enhanced.Omissions.Omission;

/** Hélary, Plouzeau and Raynal with the enhancements of section 7, in the catalogue. */
public final class EnhancedAlgorithm implements MutexAlgorithm<EnhancedState, EnhancedMessage> {

    static final String NAME = "helary-plouzeau-raynal-7";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String source() {
        return "J. M. Helary, N. Plouzeau and M. Raynal, A Distributed Algorithm for Mutual Exclusion in an Arbitrary Network, 1987,"
                + " section 7";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.CYCLE, Shape.COMPLETE, Shape.LINE, Shape.STAR, Shape.TREE, Shape.PETERSEN);
    }

    @Override
    public boolean anyGraph() {
        return true;
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.ANY_CHANGE;
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "as helary-plouzeau-raynal; at most 2e more for each end of a link that changes, and as many for each request that waits"
                + " then; at most 2e and the ways of n-1 reports for a census";
    }

    @Override
    public String assumptions() {
        return "any graph, of which a process knows its neighbours and the number of nodes; links and processes fail and come back, and"
                + " those concerned are told";
    }

    @Override
    public Class<EnhancedMessage> messages() {
        return EnhancedMessage.class;
    }

    /** The clocks count on. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    /** All are there, and the token is at the holder; a link that fails gives back what was under way. */
    @Override
    public Enhanced protocol(Start start) {
        return Enhanced.startingAt(start.holder(), Conduct.of(start, false));
    }

    /** There is no token before all have come and promised one; a link that fails may lose what was under way without a word. */
    @Override
    public Enhanced withDynamicMembership(Start start, long generation) {
        return Enhanced.startingEmpty(generation, Conduct.of(start, true));
    }

    @Override
    public List<Invariant<EnhancedState, EnhancedMessage, User>> invariants() {
        return EnhancedLaws.all();
    }

    /** Section 7 as printed, or read too hastily: each fails when something fails. */
    @Override
    public List<Variant<EnhancedState, EnhancedMessage, Input, Output>> variants(Start start) {
        return List.of(
                without(
                                start,
                                "\"broadcasts complete normally\": after a failure nobody broadcasts again",
                                Omission.ALARM)
                        .showing(Scenario.of(2, "no deadlock")
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1)),
                without(start, "a node without an exit keeps the token", Omission.NEW_ADDRESSEE)
                        .showing(Scenario.of(3, "no deadlock")
                                .withTopology(Shape.COMPLETE)
                                .withInitiators(1)
                                .withFault(Fault.LINK_FAILURE, 1)),
                without(start, "a new addressee is not the node itself, though it waits", Omission.OWN_REQUEST)
                        .showing(Scenario.of(2, "no deadlock")
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1)),
                without(start, "line (A) is run by a handler that waits", Omission.WAITING_HANDLER)
                        .showing(Scenario.of(
                                        2,
                                        "Lemma 3: a token that a waiting process would take does not know its request as satisfied")
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1)),
                without(start, "on recovery nobody broadcasts again", Omission.RECOVERY)
                        .showing(Scenario.of(2, "no deadlock")
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1)),
                without(start, "a majority is enough for a new token", Omission.EVERYONE)
                        .showing(Scenario.of(5, "a grant carries a greater fence than all grants before it")
                                .withChannels(Channels.FIFO)
                                .withInitiators(0, 2)
                                .withFault(Fault.CRASH, 1)),
                without(start, "a token of a lower epoch is taken", Omission.EPOCHS)
                        .showing(Scenario.of(3, "who makes a token has none")
                                .withTopology(Shape.COMPLETE)
                                .withInitiators(1)
                                .withFault(Fault.CRASH, 1)),
                without(start, "the new token knows of nobody who is satisfied", Omission.LUD)
                        .showing(Scenario.of(3, "the token goes to one who waits, or is handed over by one who leaves")
                                .withChannels(Channels.FIFO)
                                .withInitiators(0, 1)
                                .withFault(Fault.CRASH, 1)),
                without(start, "a process in the critical section promises at once", Omission.CRITICAL)
                        .showing(Scenario.of(3, "an idle token is of the epoch that its owner has promised")
                                .withTopology(Shape.COMPLETE)
                                .withInitiators(1)
                                .withFault(Fault.CRASH, 1)),
                without(start, "requests of the departed stay open", Omission.CLOSED)
                        .showing(Scenario.of(4, "no token is sent to one whose departure the sender knows of")
                                .withChannels(Channels.FIFO)
                                .withInitiators(2)
                                .withFault(Fault.CRASH, 1)),
                without(
                                start,
                                "an idle holder leaves without handing over, and nobody looks for the token",
                                Omission.HANDOVER,
                                Omission.CENSUS)
                        .showing(Scenario.of(3, "no deadlock")
                                .withTopology(Shape.COMPLETE)
                                .withInitiators(1)
                                .withFault(Fault.LEAVE, 1)),
                without(start, "nobody looks for the token of the departed", Omission.CENSUS)
                        .showing(Scenario.of(3, "no deadlock")
                                .withTopology(Shape.COMPLETE)
                                .withInitiators(1)
                                .withFault(Fault.CRASH, 1)));
    }

    private static Variant<EnhancedState, EnhancedMessage, Input, Output> without(
            Start start, String name, Omission first, Omission... others) {
        return new Variant<>(
                name,
                new Enhanced(Optional.of(start.holder()), 0, Conduct.of(start, false), Omissions.of(first, others)));
    }
}
