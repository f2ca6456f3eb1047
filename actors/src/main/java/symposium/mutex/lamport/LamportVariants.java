package symposium.mutex.lamport;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Effect;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Processes;

/** Each statement of the rules left out, and each condition of the fifth. */
final class LamportVariants {

    private LamportVariants() {}

    static List<Variant<LamportState, LamportMessage, Input, Output>> of(Lamport original) {
        return List.of(
                new Variant<>(
                        "1 the clock does not tick",
                        original.read(new Reading() {
                            @Override
                            public long ticked(long clock) {
                                return clock;
                            }
                        }),
                        Scenario.of(
                                1,
                                "a queue holds at most one request of each process, and none that is not before the clock")),
                bent(original, LamportRule.REQUEST, "no request is sent", Variant::silenced)
                        .showing(
                                Scenario.of(
                                        2,
                                        "the queue is replicated: once all that is under way has arrived, q's queue holds of p what p's does")),
                bent(original, LamportRule.REQUESTED, "no acknowledgement is sent", Variant::silenced)
                        .showing(Scenario.of(2, "no deadlock")),
                bent(
                                original,
                                LamportRule.REQUESTED,
                                "the request is not put on the queue",
                                step -> new Step<>(step.rule(), forgetting(step), step.effects()))
                        .showing(
                                Scenario.of(
                                        2,
                                        "the queue is replicated: once all that is under way has arrived, q's queue holds of p what p's does")),
                bent(original, LamportRule.RELEASE, "no release is sent", Variant::silenced)
                        .showing(
                                Scenario.of(
                                        2,
                                        "the queue is replicated: once all that is under way has arrived, q's queue holds of p what p's does")),
                new Variant<>(
                        "IR2 the clock is not advanced upon receipt",
                        original.read(new Reading() {
                            @Override
                            public long advanced(long clock, Timestamp stamp) {
                                return clock;
                            }
                        }),
                        Scenario.of(
                                2,
                                "a queue holds at most one request of each process, and none that is not before the clock")),
                new Variant<>(
                        "IR2 the clock is advanced to T_m, not beyond",
                        original.read(new Reading() {
                            @Override
                            public long advanced(long clock, Timestamp stamp) {
                                return Math.max(clock, stamp.clock());
                            }
                        }),
                        Scenario.of(
                                2,
                                "a queue holds at most one request of each process, and none that is not before the clock")),
                new Variant<>(
                        "5 condition (i) is left out",
                        original.read(new Reading() {
                            @Override
                            public boolean first(LamportState process) {
                                return true;
                            }
                        }),
                        Scenario.of(
                                2,
                                "when p is critical its request is the least in its own queue, later messages have come from all, and there is a quorum")),
                new Variant<>(
                        "5 condition (ii) is left out",
                        original.read(new Reading() {
                            @Override
                            public boolean heardOfAll(LamportState process) {
                                return true;
                            }
                        }),
                        Scenario.of(
                                2,
                                "when p is critical nobody asks, or has asked without p knowing, with an earlier timestamp")),
                new Variant<>(
                        "5 timestamps are ordered by the name first",
                        original.read(new Reading() {
                            @Override
                            public Comparator<Timestamp> order() {
                                return Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);
                            }
                        }),
                        Scenario.of(2, "no deadlock")),
                bent(
                                original,
                                LamportRule.DEPARTED,
                                "who waits goes on waiting for a message of the departed",
                                step -> new Step<>(
                                        step.rule(),
                                        step.next().waiting()
                                                ? step.next()
                                                        .waitingFor(Processes.with(
                                                                step.next().unheard(),
                                                                step.next().self()))
                                                : step.next(),
                                        step.effects()))
                        .showing(Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)));
    }

    /** The state without the request that the step acknowledges. */
    private static LamportState forgetting(Step<LamportState, LamportMessage, Output> step) {
        return step.effects().stream()
                .filter(Effect.Send.class::isInstance)
                .map(effect ->
                        ((Effect.Send<LamportMessage, Output>) effect).to().id())
                .findFirst()
                .map(from -> step.next().removing(List.of(from)))
                .orElse(step.next());
    }

    private static Variant<LamportState, LamportMessage, Input, Output> bent(
            Lamport original,
            LamportRule rule,
            String name,
            UnaryOperator<Step<LamportState, LamportMessage, Output>> bend) {
        return Variant.bending(original, rule, name, bend);
    }
}
