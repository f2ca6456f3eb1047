package symposium.mutex.ewd851;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import symposium.kernel.Channels;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.MutualExclusion.User;

/** EWD851 in the catalogue. */
public final class Ewd851Algorithm implements MutexAlgorithm<Ewd851State, Ewd851Message> {

    @Override
    public String name() {
        return "ewd851";
    }

    @Override
    public String source() {
        return "E. W. Dijkstra, Reducing control traffic in a distributed implementation of mutual exclusion, EWD851, 1983";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "2d to a requester whose token rests d links to the right; 2 per entry when every machine always asks; 2(n-1) per entry"
                + " at worst";
    }

    @Override
    public String assumptions() {
        return "no losses and no crashes; at most one message is on a link, so order does not matter";
    }

    @Override
    public Class<Ewd851Message> messages() {
        return Ewd851Message.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Ewd851 protocol(Start start) {
        return new Ewd851(start.holder());
    }

    @Override
    public Ewd851 withFences(Start start) {
        return new Ewd851(start.holder(), true);
    }

    @Override
    public List<Invariant<Ewd851State, Ewd851Message, User>> invariants() {
        return Ewd851Laws.all();
    }

    @Override
    public List<Variant<Ewd851State, Ewd851Message, MutexInput, MutexOutput>> variants(Start start) {
        return Ewd851Variants.of(protocol(start));
    }

    /** A machine alone sends nothing; in a ring of two no signal comes to a neutral machine without the token. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return switch (processes) {
            case 1 -> EnumSet.complementOf(EnumSet.of(Ewd851Rule.N_0, Ewd851Rule.C_0));
            case 2 -> EnumSet.of(Ewd851Rule.N_2, Ewd851Rule.S_0, Ewd851Rule.T_1);
            default -> EnumSet.noneOf(Ewd851Rule.class);
        };
    }

    /** The comparison of the reachable states with invariant (4), which the paper claims to be the strongest. */
    @Override
    public Map<String, Object> findings(
            Start start, Iterable<Configuration<Ewd851State, Ewd851Message, User>> reachable) {
        int machines = start.processes().size();
        if (machines > RingExpression.MOST_MACHINES) {
            return Map.of();
        }
        Ewd851Invariant4.Comparison found = Ewd851Invariant4.compare(machines, reachable::forEach);
        Map<String, Object> invariant4 = new LinkedHashMap<>();
        invariant4.put("reachable", found.reachable());
        invariant4.put("language", found.language());
        invariant4.put("missing", found.missing());
        invariant4.put("excess", found.excess());
        return Map.of("invariant4", invariant4);
    }
}
