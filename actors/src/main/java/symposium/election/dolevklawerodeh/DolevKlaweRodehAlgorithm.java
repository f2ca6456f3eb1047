package symposium.election.dolevklawerodeh;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Dolev, Klawe and Rodeh's election in the catalogue. */
public final class DolevKlaweRodehAlgorithm implements ElectionAlgorithm<DolevKlaweRodehState, DolevKlaweRodehMessage> {

    @Override
    public String name() {
        return "dolev-klawe-rodeh";
    }

    @Override
    public String source() {
        return "D. Dolev, M. Klawe and M. Rodeh, An O(n log n) unidirectional distributed algorithm for extrema finding in a circle, 1982; after Raynal, section 5.4";
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
        return "at most 2 n log n + n, whatever the schedule and whoever initiates, and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("2 n log n + n", n -> 2 * n * Bound.log(n) + n));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<DolevKlaweRodehMessage> messages() {
        return DolevKlaweRodehMessage.class;
    }

    @Override
    public boolean announces(DolevKlaweRodehMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public DolevKlaweRodeh protocol(Start start) {
        return new DolevKlaweRodeh();
    }

    @Override
    public List<Invariant<DolevKlaweRodehState, DolevKlaweRodehMessage, Voter>> invariants() {
        return DolevKlaweRodehLaws.all();
    }

    @Override
    public List<Variant<DolevKlaweRodehState, DolevKlaweRodehMessage, Call, Leader>> variants(Start start) {
        return DolevKlaweRodehVariants.of(protocol(start));
    }
}
