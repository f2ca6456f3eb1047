package symposium.election.franklin;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.franklin.FranklinMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Franklin's election in the catalogue. */
public final class FranklinAlgorithm implements ElectionAlgorithm<FranklinState, FranklinMessage> {

    @Override
    public String name() {
        return "franklin";
    }

    @Override
    public String source() {
        return "W. R. Franklin, On an improved algorithm for decentralized extrema finding in circular configurations of processors, 1982; after Raynal, section 5.5.1";
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
        return "at most 2 n (1 + log n), whatever the schedule and whoever initiates, and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("2 n (1 + log n)", n -> 2 * n * (1 + Bound.log(n))));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<FranklinMessage> messages() {
        return FranklinMessage.class;
    }

    @Override
    public boolean announces(FranklinMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Franklin protocol(Start start) {
        return new Franklin();
    }

    @Override
    public List<Invariant<FranklinState, FranklinMessage, Voter>> invariants() {
        return FranklinLaws.all();
    }

    @Override
    public List<Variant<FranklinState, FranklinMessage, Call, Leader>> variants(Start start) {
        return FranklinVariants.of(protocol(start));
    }
}
