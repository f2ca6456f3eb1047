package symposium.mutex.carvalhoroucairol;

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

/** Carvalho and Roucairol's algorithm in the catalogue. */
public final class CarvalhoRoucairolAlgorithm
        implements MutexAlgorithm<CarvalhoRoucairolState, CarvalhoRoucairolMessage> {

    @Override
    public String name() {
        return "carvalho-roucairol";
    }

    @Override
    public String source() {
        return "O. S. F. Carvalho, G. Roucairol, On mutual exclusion in computer networks, 1983, as described in M. Raynal's chapter,"
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
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "between 0 and 2(n-1) per entry, an even number: a request and a reply for each permission that is not held";
    }

    @Override
    public String assumptions() {
        return "no losses; order does not matter; of crashes the others are told";
    }

    @Override
    public Class<CarvalhoRoucairolMessage> messages() {
        return CarvalhoRoucairolMessage.class;
    }

    /** Clocks and fences grow with every request. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public CarvalhoRoucairol protocol(Start start) {
        return new CarvalhoRoucairol(start.quorum());
    }

    @Override
    public List<Invariant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, User>> invariants() {
        return CarvalhoRoucairolLaws.all();
    }

    @Override
    public List<Variant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Input, Output>> variants(Start start) {
        return CarvalhoRoucairolVariants.of(protocol(start));
    }

    /** A process alone lacks no permission, one of two lacks at most one. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return switch (processes) {
            case 1 -> EnumSet.complementOf(EnumSet.of(CarvalhoRoucairolRule.ENTER_FREE, CarvalhoRoucairolRule.RELEASE));
            case 2 -> EnumSet.of(CarvalhoRoucairolRule.PERMITTED, CarvalhoRoucairolRule.YIELD_AND_ASK);
            default -> EnumSet.noneOf(CarvalhoRoucairolRule.class);
        };
    }
}
