package symposium.election.peterson;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.peterson.PetersonMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Peterson's election in the catalogue. */
public final class PetersonAlgorithm implements ElectionAlgorithm<PetersonState, PetersonMessage> {

    @Override
    public String name() {
        return "peterson";
    }

    @Override
    public String source() {
        return "G. L. Peterson, An O(n log n) unidirectional algorithm for the circular extrema problem, 1982, the basic algorithm; named by Raynal, section 5.5.2";
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
    public Class<PetersonMessage> messages() {
        return PetersonMessage.class;
    }

    @Override
    public boolean announces(PetersonMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Peterson protocol(Start start) {
        return new Peterson();
    }

    @Override
    public List<Invariant<PetersonState, PetersonMessage, Voter>> invariants() {
        return PetersonLaws.all();
    }

    @Override
    public List<Variant<PetersonState, PetersonMessage, Call, Leader>> variants(Start start) {
        return PetersonVariants.of(protocol(start));
    }
}
