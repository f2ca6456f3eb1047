package symposium.election.korachmoranzaks;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Korach, Moran and Zaks's election in the catalogue. */
public final class KorachMoranZaksAlgorithm implements ElectionAlgorithm<KorachMoranZaksState, KorachMoranZaksMessage> {

    @Override
    public String name() {
        return "korach-moran-zaks";
    }

    @Override
    public String source() {
        return "E. Korach, S. Moran and S. Zaks, Tight lower and upper bounds for some distributed algorithms for a complete network of processors, 1984; named by Raynal, section 5.5.3";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "at most 5 n log n + 3 n, and n-1 to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("5 n log n + 3 n", n -> 5 * n * Bound.log(n) + 3 * n));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<KorachMoranZaksMessage> messages() {
        return KorachMoranZaksMessage.class;
    }

    @Override
    public boolean announces(KorachMoranZaksMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public KorachMoranZaks protocol(Start start) {
        return new KorachMoranZaks();
    }

    @Override
    public List<Invariant<KorachMoranZaksState, KorachMoranZaksMessage, Voter>> invariants() {
        return KorachMoranZaksLaws.all();
    }

    @Override
    public List<Variant<KorachMoranZaksState, KorachMoranZaksMessage, Call, Leader>> variants(Start start) {
        return KorachMoranZaksVariants.of(protocol(start));
    }
}
