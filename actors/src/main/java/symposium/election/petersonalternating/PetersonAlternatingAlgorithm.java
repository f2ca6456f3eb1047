package symposium.election.petersonalternating;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.petersonalternating.PetersonAlternatingMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Peterson's election with alternating phases in the catalogue. */
public final class PetersonAlternatingAlgorithm
        implements ElectionAlgorithm<PetersonAlternatingState, PetersonAlternatingMessage> {

    @Override
    public String name() {
        return "peterson-alternating";
    }

    @Override
    public String source() {
        return "G. L. Peterson, An O(n log n) unidirectional algorithm for the circular extrema problem, 1982, with phases that alternate; named by Raynal, section 5.5.2";
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
        return "at most 1.4405 n log n + n, whatever the schedule and whoever initiates, and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("1.4405 n log n + n", n -> 1.4405 * n * Bound.log(n) + n));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<PetersonAlternatingMessage> messages() {
        return PetersonAlternatingMessage.class;
    }

    @Override
    public boolean announces(PetersonAlternatingMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public PetersonAlternating protocol(Start start) {
        return new PetersonAlternating();
    }

    @Override
    public List<Invariant<PetersonAlternatingState, PetersonAlternatingMessage, Voter>> invariants() {
        return PetersonAlternatingLaws.all();
    }

    @Override
    public List<Variant<PetersonAlternatingState, PetersonAlternatingMessage, Call, Leader>> variants(Start start) {
        return PetersonAlternatingVariants.of(protocol(start));
    }
}
