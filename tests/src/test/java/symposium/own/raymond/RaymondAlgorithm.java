package symposium.own.raymond;

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

/** Raymond's tree in the catalogue. */
public final class RaymondAlgorithm implements MutexAlgorithm<RaymondState, RaymondMessage> {

    @Override
    public String name() {
        return "raymond";
    }

    @Override
    public String source() {
        return "K. Raymond, A tree-based algorithm for distributed mutual exclusion, ACM TOCS 7(1), 1989";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.TREE, Shape.LINE, Shape.STAR);
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "at most 2d per entry, d the distance of requester and privilege, when nobody else asks; n-1 to initialize";
    }

    @Override
    public String assumptions() {
        return "no losses and no crashes; order does not matter; the links form a tree";
    }

    @Override
    public Class<RaymondMessage> messages() {
        return RaymondMessage.class;
    }

    @Override
    public List<RaymondTimer> timers() {
        return List.of(RaymondTimer.values());
    }

    /** Fences grow with every grant. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Raymond protocol(Start start) {
        return new Raymond(start.holder());
    }

    @Override
    public List<Invariant<RaymondState, RaymondMessage, User>> invariants() {
        return RaymondLaws.all();
    }

    @Override
    public List<Variant<RaymondState, RaymondMessage, Input, Output>> variants(Start start) {
        return RaymondVariants.of(protocol(start));
    }

    /** A node alone has nobody to tell, to ask or to hear from. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return processes == 1
                ? EnumSet.of(RaymondRule.INITIALIZED, RaymondRule.REQUEST, RaymondRule.PRIVILEGE)
                : EnumSet.noneOf(RaymondRule.class);
    }
}
