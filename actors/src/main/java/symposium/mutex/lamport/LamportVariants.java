package symposium.mutex.lamport;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Effect;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.Ask;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.Processes;
import symposium.mutex.Told;

/** Each statement of the rules left out, and each condition of the fifth. */
final class LamportVariants {

    private LamportVariants() {}

    static List<Variant<LamportState, LamportMessage, User, Ask, Told>> of(Lamport original) {
        return List.of(
                new Variant<>("1 the clock does not tick", original.read(new Reading() {
                    @Override
                    public long ticked(long clock) {
                        return clock;
                    }
                })),
                bent(original, LamportRule.REQUEST, "no request is sent", Variant::silenced),
                bent(original, LamportRule.REQUESTED, "no acknowledgement is sent", Variant::silenced),
                bent(
                        original,
                        LamportRule.REQUESTED,
                        "the request is not put on the queue",
                        step -> new Step<>(step.rule(), forgetting(step), step.effects())),
                bent(original, LamportRule.RELEASE, "no release is sent", Variant::silenced),
                new Variant<>("IR2 the clock is not advanced upon receipt", original.read(new Reading() {
                    @Override
                    public long advanced(long clock, Timestamp stamp) {
                        return clock;
                    }
                })),
                new Variant<>("IR2 the clock is advanced to T_m, not beyond", original.read(new Reading() {
                    @Override
                    public long advanced(long clock, Timestamp stamp) {
                        return Math.max(clock, stamp.clock());
                    }
                })),
                new Variant<>("5 condition (i) is left out", original.read(new Reading() {
                    @Override
                    public boolean first(LamportState process) {
                        return true;
                    }
                })),
                new Variant<>("5 condition (ii) is left out", original.read(new Reading() {
                    @Override
                    public boolean heardOfAll(LamportState process) {
                        return true;
                    }
                })),
                new Variant<>("5 timestamps are ordered by the name first", original.read(new Reading() {
                    @Override
                    public Comparator<Timestamp> order() {
                        return Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);
                    }
                })),
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
                                step.effects())));
    }

    /** The state without the request that the step acknowledges. */
    private static LamportState forgetting(Step<LamportState, LamportMessage, Told> step) {
        return step.effects().stream()
                .filter(Effect.Send.class::isInstance)
                .map(effect -> ((Effect.Send<LamportMessage, Told>) effect).to().id())
                .findFirst()
                .map(from -> step.next().removing(List.of(from)))
                .orElse(step.next());
    }

    private static Variant<LamportState, LamportMessage, User, Ask, Told> bent(
            Lamport original,
            LamportRule rule,
            String name,
            UnaryOperator<Step<LamportState, LamportMessage, Told>> bend) {
        return Variant.bending(original, rule, name, bend);
    }
}
