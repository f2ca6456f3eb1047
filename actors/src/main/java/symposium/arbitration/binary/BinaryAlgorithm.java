package symposium.arbitration.binary;

import java.util.List;
import java.util.Set;
import symposium.arbitration.ArbitrationAlgorithm;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Binary arbitration in the catalogue. */
public final class BinaryAlgorithm implements ArbitrationAlgorithm<BinaryState, BinaryMessage> {

    @Override
    public String name() {
        return "binary-arbitration";
    }

    @Override
    public String source() {
        return "E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, sections 0 to 4";
    }

    @Override
    public List<BinaryTimer> timers() {
        return List.of(BinaryTimer.values());
    }

    @Override
    public Channels channels() {
        return Channels.UNORDERED;
    }

    @Override
    public String cost() {
        return "0 to 2 for each fork: a request and the fork, where it lies with the neighbour";
    }

    @Override
    public String assumptions() {
        return "grabbing orders without danger of deadlock, as ascending ones are; nothing is lost but to and from the dead";
    }

    @Override
    public Class<BinaryMessage> messages() {
        return BinaryMessage.class;
    }

    @Override
    public BinaryArbitration protocol(Start start) {
        return new BinaryArbitration(false);
    }

    /** Forks carry the number of their uses. */
    @Override
    public BinaryArbitration withFences(Start start) {
        return new BinaryArbitration(true);
    }

    @Override
    public List<Invariant<BinaryState, BinaryMessage, User>> invariants() {
        return BinaryLaws.all();
    }

    @Override
    public List<Variant<BinaryState, BinaryMessage, Input, Output>> variants(Start start) {
        BinaryArbitration original = protocol(start);
        return List.of(
                Variant.bending(
                        original,
                        BinaryRule.FINISH,
                        "hands no fork over, against C0",
                        Variant::silenced,
                        Scenario.of(2, "a fork lies at one of its two philosophers, or is on its way to one")),
                Variant.bending(
                        original,
                        BinaryRule.YIELD,
                        "hands no fork over, against P0",
                        Variant::silenced,
                        Scenario.of(2, "a fork lies at one of its two philosophers, or is on its way to one")),
                Variant.bending(
                        original,
                        BinaryRule.BLOCK,
                        "gives away a fork that it owns",
                        BinaryAlgorithm::givingAway,
                        Scenario.of(2, "a fork lies at one of its two philosophers, or is on its way to one")));
    }

    private static Step<BinaryState, BinaryMessage, Output> givingAway(Step<BinaryState, BinaryMessage, Output> step) {
        BinaryState blocking = step.next();
        var other = blocking.blocked().last();
        return blocking.here().containsKey(other)
                ? Step.<BinaryState, BinaryMessage, Output>by(step.rule(), blocking)
                        .send(symposium.kernel.Neighbour.of(other), new BinaryMessage.Fork(0))
                : step;
    }

    /** What takes departures, cutting off, or more philosophers. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return BinarySilence.of(processes);
    }
}
