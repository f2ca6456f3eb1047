package symposium.mutex.lamport;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Lamport's algorithm in the catalogue. */
public final class LamportAlgorithm implements MutexAlgorithm<LamportState, LamportMessage> {

    @Override
    public String name() {
        return "lamport";
    }

    @Override
    public String source() {
        return "L. Lamport, Time, clocks, and the ordering of events in a distributed system, 1978, as cited in M. Raynal's chapter,"
                + " section 3.1";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.DEPARTURES;
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "3(n-1) per entry: n-1 requests, n-1 acknowledgements, n-1 releases";
    }

    @Override
    public String assumptions() {
        return "no losses, and order is kept: without it neither exclusion nor progress; of crashes the others are told";
    }

    @Override
    public Class<LamportMessage> messages() {
        return LamportMessage.class;
    }

    /** Clocks grow with every request. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Lamport protocol(Start start) {
        return new Lamport(start.quorum());
    }

    @Override
    public List<Invariant<LamportState, LamportMessage, User>> invariants() {
        return LamportLaws.all();
    }

    @Override
    public List<Variant<LamportState, LamportMessage, Input, Output>> variants(Start start) {
        return LamportVariants.of(protocol(start));
    }

    /** A process alone sends nothing. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return processes == 1
                ? EnumSet.complementOf(EnumSet.of(LamportRule.REQUEST_ALONE, LamportRule.RELEASE))
                : EnumSet.of(LamportRule.REQUEST_ALONE);
    }
}
