package symposium.election.lelann;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.lelann.LeLannMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Le Lann's election in the catalogue. */
public final class LeLannAlgorithm implements ElectionAlgorithm<LeLannState, LeLannMessage> {

    @Override
    public String name() {
        return "lelann";
    }

    @Override
    public String source() {
        return "G. Le Lann, Distributed systems: towards a formal approach, 1977; cited by Raynal, section 5.1";
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
        return "n for each that initiates, n*n when all do, and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("n^2", n -> (double) n * n));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<LeLannMessage> messages() {
        return LeLannMessage.class;
    }

    @Override
    public boolean announces(LeLannMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public LeLann protocol(Start start) {
        return new LeLann();
    }

    @Override
    public List<Invariant<LeLannState, LeLannMessage, Voter>> invariants() {
        return LeLannLaws.all();
    }

    @Override
    public List<Variant<LeLannState, LeLannMessage, Call, Leader>> variants(Start start) {
        return LeLannVariants.of(protocol(start));
    }
}
