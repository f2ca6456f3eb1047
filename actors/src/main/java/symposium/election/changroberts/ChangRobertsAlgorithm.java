package symposium.election.changroberts;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionAlgorithm;
import symposium.election.ElectionInvariants;
import symposium.election.changroberts.ChangRobertsMessage.Candidate;
import symposium.election.changroberts.ChangRobertsMessage.Elected;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/** Chang and Roberts' election in the catalogue. */
public final class ChangRobertsAlgorithm implements ElectionAlgorithm<ChangRobertsState, ChangRobertsMessage> {

    @Override
    public String name() {
        return "chang-roberts";
    }

    @Override
    public String source() {
        return "E. Chang and R. Roberts, An improved algorithm for decentralized extrema-finding, 1979; after Raynal, section 5.2";
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
        return "n to n(n+1)/2 elections, and n to announce";
    }

    @Override
    public List<Bound> bounds() {
        return List.of(
                new Bound(Bound.Kind.LEAST, "n", n -> n),
                new Bound(Bound.Kind.MEAN, "n H(n)", n -> n * Bound.harmonic(n)),
                Bound.most("n (n + 1) / 2", n -> n * (n + 1.0) / 2));
    }

    @Override
    public String assumptions() {
        return "distinct names; no losses and no crashes";
    }

    @Override
    public Class<ChangRobertsMessage> messages() {
        return ChangRobertsMessage.class;
    }

    @Override
    public boolean announces(ChangRobertsMessage message) {
        return message instanceof Elected;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public ChangRoberts protocol(Start start) {
        return new ChangRoberts();
    }

    @Override
    public List<Invariant<ChangRobertsState, ChangRobertsMessage, Voter>> invariants() {
        return List.of(ElectionInvariants.neverTwo(), ElectionInvariants.greatest(), ElectionInvariants.announced());
    }

    /** The misprint of section 5.2: the bar over "participant" is lost. */
    @Override
    public List<Variant<ChangRobertsState, ChangRobertsMessage, Call, Leader>> variants(Start start) {
        Variant<ChangRobertsState, ChangRobertsMessage, Call, Leader> half = Variant.bending(
                protocol(start), ChangRobertsRule.SMALLER, "passes nothing on", ChangRobertsAlgorithm::extinct);
        return List.of(Variant.bending(
                half.protocol(),
                ChangRobertsRule.EXTINCT,
                "sends its number again, and e.3 none: \"j < my_number and participant\", as printed",
                ChangRobertsAlgorithm::insisting,
                Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> extinct(
            Step<ChangRobertsState, ChangRobertsMessage, Leader> step) {
        ChangRobertsState next = step.next();
        return Step.by(step.rule(), new ChangRobertsState(next.number(), next.neighbours(), false, next.coordinator()));
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> insisting(
            Step<ChangRobertsState, ChangRobertsMessage, Leader> step) {
        return step.send(
                step.next().neighbours().left(), new Candidate(step.next().number()));
    }
}
