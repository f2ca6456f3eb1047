package symposium.mutex.helaryplouzeauraynal;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Hélary, Plouzeau and Raynal in the catalogue. */
public final class HelaryPlouzeauRaynalAlgorithm
        implements MutexAlgorithm<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage> {

    static final String NAME = "helary-plouzeau-raynal";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String source() {
        return "J. M. Helary, N. Plouzeau and M. Raynal, A Distributed Algorithm for Mutual Exclusion in an Arbitrary Network, 1987,"
                + " sections 3 to 6";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.LINE, Shape.CYCLE, Shape.COMPLETE, Shape.STAR, Shape.TREE, Shape.PETERSEN);
    }

    @Override
    public boolean anyGraph() {
        return true;
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "0 where the token is; else n-1 to 2e-n+1 requests, and a token over at most the longest induced path: n on a complete"
                + " graph, n to n-1+d on a tree of diameter d";
    }

    @Override
    public String assumptions() {
        return "any connected graph, of which a process knows its neighbours; no losses and no crashes; any order of messages";
    }

    @Override
    public Class<HelaryPlouzeauRaynalMessage> messages() {
        return HelaryPlouzeauRaynalMessage.class;
    }

    /** The clocks count on. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public HelaryPlouzeauRaynal protocol(Start start) {
        return new HelaryPlouzeauRaynal(start.holder());
    }

    @Override
    public List<Invariant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User>> invariants() {
        return HelaryPlouzeauRaynalLaws.all();
    }

    @Override
    public List<Variant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Input, Output>> variants(Start start) {
        return HelaryPlouzeauRaynalVariants.of(start.holder());
    }

    /** A process alone asks nobody; of two, neither hands anything over, nor gets a request twice; of three, none gets one twice. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return switch (processes) {
            case 1 ->
                EnumSet.complementOf(
                        EnumSet.of(HelaryPlouzeauRaynalRule.ENTER_HERE, HelaryPlouzeauRaynalRule.EXIT_KEEP));
            case 2 ->
                EnumSet.of(
                        HelaryPlouzeauRaynalRule.REQUEST_OLD,
                        HelaryPlouzeauRaynalRule.REQUEST_SERVED,
                        HelaryPlouzeauRaynalRule.TOKEN_HANDLE);
            default -> EnumSet.noneOf(HelaryPlouzeauRaynalRule.class);
        };
    }
}
