package symposium.mutex.ricartagrawala;

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
import symposium.mutex.ricartagrawala.RicartAgrawala.Form;

/** Ricart and Agrawala's algorithm of 1981 in the catalogue, its acknowledgements empty as printed. */
public class RicartAgrawalaAlgorithm implements MutexAlgorithm<RicartAgrawalaState, RicartAgrawalaMessage> {

    private final Form form;

    /** The algorithm as printed. */
    public RicartAgrawalaAlgorithm() {
        this(Form.EMPTY);
    }

    RicartAgrawalaAlgorithm(Form form) {
        this.form = form;
    }

    @Override
    public String name() {
        return form.toString();
    }

    @Override
    public String source() {
        return "R. R. Hoogerwoord, Leslie Lamport's Logical Clocks: a tutorial, 2002, chapter 2; G. Ricart, A. K. Agrawala, An optimal"
                + " algorithm for mutual exclusion in computer networks, 1981";
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
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "2(n-1) per entry: n-1 requests, n-1 acknowledgements";
    }

    @Override
    public String assumptions() {
        return "no losses; order does not matter; of crashes the others are told";
    }

    @Override
    public Class<RicartAgrawalaMessage> messages() {
        return RicartAgrawalaMessage.class;
    }

    /** Clocks grow with every request. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public RicartAgrawala protocol(Start start) {
        return new RicartAgrawala(start.quorum(), form);
    }

    @Override
    public List<Invariant<RicartAgrawalaState, RicartAgrawalaMessage, User>> invariants() {
        return RicartAgrawalaLaws.all();
    }

    @Override
    public List<Variant<RicartAgrawalaState, RicartAgrawalaMessage, Input, Output>> variants(Start start) {
        return RicartAgrawalaVariants.of(protocol(start));
    }

    /** A process alone asks nobody; of one other there is but one acknowledgement. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return switch (processes) {
            case 1 -> EnumSet.complementOf(EnumSet.of(RicartAgrawalaRule.REQUEST_ALONE, RicartAgrawalaRule.RELEASE));
            case 2 -> EnumSet.of(RicartAgrawalaRule.ACKNOWLEDGED, RicartAgrawalaRule.REQUEST_ALONE);
            default -> EnumSet.of(RicartAgrawalaRule.REQUEST_ALONE);
        };
    }
}
