package symposium.election.bully;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.bully.BullyMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Garcia-Molina's election in the catalogue. */
public final class BullyAlgorithm implements ElectionAlgorithm<BullyState, BullyMessage> {

    @Override
    public String name() {
        return "bully";
    }

    @Override
    public String source() {
        return "H. Garcia-Molina, Elections in a distributed computing system, 1982; cited by Raynal, section 5.1";
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.COMPLETE);
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.DEPARTURES;
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "0 to n(n-1), and n-1 to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(Bound.most("n (n - 1)", n -> n * (n - 1.0)));
    }

    @Override
    public String assumptions() {
        return "distinct names that all know; crashes that all who are left are told of";
    }

    @Override
    public Class<BullyMessage> messages() {
        return BullyMessage.class;
    }

    @Override
    public boolean announces(BullyMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Bully protocol(Start start) {
        return new Bully();
    }

    @Override
    public List<Invariant<BullyState, BullyMessage, Voter>> invariants() {
        return BullyLaws.all();
    }

    @Override
    public List<Variant<BullyState, BullyMessage, Call, Leader>> variants(Start start) {
        return BullyVariants.of(protocol(start));
    }
}
