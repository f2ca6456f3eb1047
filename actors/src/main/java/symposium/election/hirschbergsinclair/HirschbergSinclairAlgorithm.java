package symposium.election.hirschbergsinclair;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Hirschberg and Sinclair's election in the catalogue. */
public final class HirschbergSinclairAlgorithm
        implements ElectionAlgorithm<HirschbergSinclairState, HirschbergSinclairMessage> {

    @Override
    public String name() {
        return "hirschberg-sinclair";
    }

    @Override
    public String source() {
        return "D. S. Hirschberg and J. B. Sinclair, Decentralized extrema finding in circular configurations of processors, 1980; after Raynal, section 5.3";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "at most 8 n (1 + log n), and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("8 n (1 + log n)", n -> 8 * n * (1 + Bound.log(n))));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<HirschbergSinclairMessage> messages() {
        return HirschbergSinclairMessage.class;
    }

    @Override
    public boolean announces(HirschbergSinclairMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public HirschbergSinclair protocol(Start start) {
        return new HirschbergSinclair();
    }

    @Override
    public List<Invariant<HirschbergSinclairState, HirschbergSinclairMessage, Voter>> invariants() {
        return HirschbergSinclairLaws.all();
    }

    @Override
    public List<Variant<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader>> variants(Start start) {
        return HirschbergSinclairVariants.of(protocol(start));
    }
}
