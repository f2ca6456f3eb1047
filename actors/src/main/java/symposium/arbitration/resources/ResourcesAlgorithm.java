package symposium.arbitration.resources;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Problem;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** The table for applications in the catalogue. */
public final class ResourcesAlgorithm implements Algorithm<ResourcesState, ResourcesMessage, Holdings, Wish, Reserved> {

    /** The name in the catalogue. */
    public static final String NAME = "resources";

    /** The generation in which a run starts that has no former lives. */
    static final long FIRST = 1;

    private static final Sharing OF_TWO = new Sharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 1);

    private final Sharing problem;

    /** With users who take either of two resources, or both. */
    public ResourcesAlgorithm() {
        this(OF_TWO);
    }

    /** With other users. */
    public ResourcesAlgorithm(Sharing problem) {
        this.problem = problem;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String source() {
        return "E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5, with sessions for philosophers";
    }

    @Override
    public Problem<Holdings, Wish, Reserved> problem() {
        return problem;
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.ANY_CHANGE;
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "0 to 3(n-1) for each set taken: a request and a fork for each that lies elsewhere, and the end told to each who has fetched one since";
    }

    @Override
    public String assumptions() {
        return "a link that fails recovers, or one of its ends departs; any two quorums have a process in common";
    }

    @Override
    public Class<ResourcesMessage> messages() {
        return ResourcesMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Resources protocol(Start start) {
        return new Resources(start.quorum(), FIRST);
    }

    @Override
    public Resources withDynamicMembership(Start start, long generation) {
        return new Resources(start.quorum(), generation + 1);
    }

    @Override
    public List<Invariant<ResourcesState, ResourcesMessage, Holdings>> invariants() {
        return ResourcesLaws.all();
    }

    /** A session of whoever is taken to have departed is known no longer. */
    @Override
    public List<Invariant<ResourcesState, ResourcesMessage, Holdings>> invariantsUnderSuspicion() {
        return ResourcesLaws.underSuspicion();
    }

    @Override
    public List<Variant<ResourcesState, ResourcesMessage, Wish, Reserved>> variants(Start start) {
        return ResourcesVariants.all(start);
    }

    /** What takes changes of who is there, or others. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        if (processes == 1) {
            return EnumSet.complementOf(EnumSet.of(ResourcesRule.T0_T1, ResourcesRule.T2));
        }
        Set<ResourcesRule> silent = EnumSet.of(
                ResourcesRule.T2_T1,
                ResourcesRule.CHANGED,
                ResourcesRule.LOST,
                ResourcesRule.RELEASE_LOST,
                ResourcesRule.GREETED,
                ResourcesRule.NEWS,
                ResourcesRule.LATE,
                ResourcesRule.RETURNED);
        if (processes == 2) {
            silent.add(ResourcesRule.OWN);
        }
        return silent;
    }
}
