package symposium.regeneration.misra;

import java.util.List;
import java.util.OptionalInt;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Configuration;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.regeneration.misra.Circulation.Nothing;
import symposium.regeneration.misra.Circulation.Regenerated;
import symposium.regeneration.misra.Circulation.Witness;
import symposium.regeneration.misra.MisraMessage.Ping;
import symposium.regeneration.misra.MisraMessage.Pong;

/** Misra's two tokens in the catalogue, with bounded counters. */
public final class MisraAlgorithm implements Algorithm<MisraState, MisraMessage, Witness, Nothing, Regenerated> {

    @Override
    public String name() {
        return "misra";
    }

    @Override
    public String source() {
        return "J. Misra, Detecting termination of distributed computations using markers, 1983; after Raynal, section 4.2";
    }

    @Override
    public Problem<Witness, Nothing, Regenerated> problem() {
        return Circulation.PROBLEM;
    }

    @Override
    public List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public List<MisraTimer> timers() {
        return List.of(MisraTimer.values());
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "2n per round of both tokens; a loss is made good within n + 1 passes of the other token";
    }

    @Override
    public String assumptions() {
        return "both tokens go the same way; of two losses the first is repaired before the second";
    }

    @Override
    public Class<MisraMessage> messages() {
        return MisraMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return true;
    }

    @Override
    public Misra protocol(Start start) {
        return new Misra(start.holder(), Counting.bounded(start.processes().size()));
    }

    @Override
    public List<Invariant<MisraState, MisraMessage, Witness>> invariants() {
        return List.of(
                new Invariant.Count<>(
                        "never two of a kind: at most one ping",
                        (state, user) -> state.holdsPing() ? 1 : 0,
                        message -> message instanceof Ping ? 1 : 0,
                        0,
                        1),
                new Invariant.Count<>(
                        "never two of a kind: at most one pong",
                        (state, user) -> state.holdsPong() ? 1 : 0,
                        message -> message instanceof Pong ? 1 : 0,
                        0,
                        1),
                new Invariant.OfConfiguration<>(
                        "nbping + nbpong = 0",
                        at -> number(at, true).isPresent() && number(at, false).isPresent(),
                        at -> number(at, true).getAsInt() + number(at, false).getAsInt() == 0));
    }

    private static OptionalInt number(Configuration<MisraState, MisraMessage, Witness> at, boolean ofPing) {
        for (ProcessId process : at.processes()) {
            if (!at.alive(process)) {
                continue;
            }
            MisraState state = at.state(process);
            OptionalInt here = ofPing ? state.ping() : state.pong();
            if (here.isPresent()) {
                return here;
            }
            Neighbour left = new Neighbour(state.neighbours().left().id(), Side.LEFT);
            for (MisraMessage message : at.inTransit(process, left)) {
                if (ofPing && message instanceof Ping ping) {
                    return OptionalInt.of(ping.nbping());
                }
                if (!ofPing && message instanceof Pong pong) {
                    return OptionalInt.of(pong.nbpong());
                }
            }
        }
        return OptionalInt.empty();
    }

    /** The misprints of section 4.2. The last needs a loss to fail, the others fail without. */
    @Override
    public List<Variant<MisraState, MisraMessage, Nothing, Regenerated>> variants(Start start) {
        Misra original = protocol(start);
        int n = start.processes().size();
        return List.of(
                new Variant<>(
                        "numbers counted modulo n + 1, as printed",
                        new Misra(start.holder(), magnitude -> (magnitude + 1) % (n + 1)),
                        Scenario.of(1, "never two of a kind: at most one ping")),
                new Variant<>(
                        "only n magnitudes",
                        new Misra(start.holder(), Counting.bounded(n - 1)),
                        Scenario.of(1, "never two of a kind: at most one pong")),
                Variant.bending(
                        original,
                        MisraRule.PING_MEETS,
                        "counts the meeting before it marks",
                        MisraAlgorithm::markedAfter,
                        Scenario.of(1, "never two of a kind: at most one pong")),
                Variant.bending(
                        original,
                        MisraRule.PING_REGENERATES,
                        "marks the new number",
                        MisraAlgorithm::markedAfter,
                        Scenario.of(1, "never two of a kind: at most one pong").withFault(Fault.LOSS, 1)));
    }

    private static Step<MisraState, MisraMessage, Regenerated> markedAfter(
            Step<MisraState, MisraMessage, Regenerated> step) {
        MisraState next = step.next();
        return new Step<>(
                step.rule(),
                new MisraState(next.neighbours(), next.ping().orElseThrow(), next.ping(), next.pong()),
                step.effects());
    }
}
