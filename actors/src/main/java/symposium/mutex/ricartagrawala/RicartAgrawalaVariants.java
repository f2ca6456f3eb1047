package symposium.mutex.ricartagrawala;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Processes;

/**
 * What the lost symbols of the print could be taken for, and statements left out. Each is a {@link Reading}, or the program with the steps
 * of one rule bent.
 */
final class RicartAgrawalaVariants {

    private static final Comparator<Timestamp> NAME_FIRST =
            Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);

    private RicartAgrawalaVariants() {}

    static List<Variant<RicartAgrawalaState, RicartAgrawalaMessage, Input, Output>> of(RicartAgrawala original) {
        return List.of(
                read(
                                original,
                                "co F is ordered by the name first",
                                (q, f) -> !q.x() || NAME_FIRST.compare(f, q.f().orElseThrow()) < 0)
                        .showing(
                                Scenario.of(2, "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q")),
                read(
                                original,
                                "co F is the number alone: f < F_q",
                                (q, f) -> !q.x()
                                        || f.clock() < q.f().orElseThrow().clock())
                        .showing(
                                Scenario.of(
                                        2,
                                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q")),
                read(
                                original,
                                "co F is the number alone: f <= F_q",
                                (q, f) -> !q.x()
                                        || f.clock() <= q.f().orElseThrow().clock())
                        .showing(
                                Scenario.of(2, "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q")),
                read(
                                original,
                                "co F_q < f where f < F_q is meant",
                                (q, f) -> !q.x() || q.f().orElseThrow().isBefore(f))
                        .showing(
                                Scenario.of(
                                        2,
                                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q")),
                read(original, "co the guard is ¬x_q alone", (q, f) -> !q.x())
                        .showing(
                                Scenario.of(
                                        2,
                                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q")),
                read(original, "co the guard is f < F_q alone", (q, f) -> q.x() && f.isBefore(q.f().orElseThrow()))
                        .showing(
                                Scenario.of(
                                        2,
                                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q")),
                read(
                                original,
                                "co ¬x_q and f < F_q: nothing is compared while ¬x_q",
                                (q, f) -> q.x() && !f.isBefore(q.f().orElseThrow()))
                        .showing(
                                Scenario.of(
                                        2,
                                        "a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q")),
                new Variant<>(
                        "co c_q is not raised",
                        original.read(new Reading() {
                            @Override
                            public long raised(long c, Timestamp f) {
                                return c;
                            }
                        }),
                        Scenario.of(2, "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q")),
                new Variant<>(
                        "co c_q is raised to f and not above",
                        original.read(new Reading() {
                            @Override
                            public long raised(long c, Timestamp f) {
                                return Math.max(c, f.clock());
                            }
                        }),
                        Scenario.of(2, "whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q")),
                new Variant<>(
                        "co c_q becomes f + 1, even where that is less",
                        original.read(new Reading() {
                            @Override
                            public long raised(long c, Timestamp f) {
                                return f.clock() + 1;
                            }
                        }),
                        Scenario.of(3, "F is the clock's former value, with the name of its process")),
                new Variant<>(
                        "p.0 c_p stays as it is, as printed",
                        original.read(new Reading() {
                            @Override
                            public long afterwards(long c) {
                                return c;
                            }
                        }),
                        Scenario.of(1, "F is the clock's former value, with the name of its process")),
                bent(
                                original,
                                RicartAgrawalaRule.RELEASE,
                                "the co-processes that waited do not answer",
                                Variant::silenced)
                        .showing(
                                Scenario.of(
                                        2,
                                        "a request is under way, or waits, or its acknowledgement is under way, until it is received")),
                bent(
                                original,
                                RicartAgrawalaRule.DEFER,
                                "the co-process forgets the request",
                                next(state -> state.among(state.neighbours(), state.deferred())))
                        .showing(
                                Scenario.of(
                                        2,
                                        "a request is under way, or waits, or its acknowledgement is under way, until it is received")),
                bent(
                                original,
                                RicartAgrawalaRule.DEPARTED,
                                "the departed is still awaited",
                                next(state -> state.x() && !state.critical() ? stillAwaiting(state) : state))
                        .showing(Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)));
    }

    /** Whoever waits and has not been admitted waits for one more, whose acknowledgement does not come. */
    private static RicartAgrawalaState stillAwaiting(RicartAgrawalaState state) {
        return new RicartAgrawalaState(
                state.self(),
                state.neighbours(),
                state.quorum(),
                state.c(),
                state.f(),
                Processes.with(state.awaited(), state.self()),
                false,
                state.deferred());
    }

    /** Who decides whether a co-process answers. */
    @FunctionalInterface
    private interface Guard {
        boolean answers(RicartAgrawalaState q, Timestamp f);
    }

    private static Variant<RicartAgrawalaState, RicartAgrawalaMessage, Input, Output> read(
            RicartAgrawala original, String name, Guard guard) {
        return new Variant<>(name, original.read(new Reading() {
            @Override
            public boolean answers(RicartAgrawalaState q, Timestamp f) {
                return guard.answers(q, f);
            }
        }));
    }

    private static Variant<RicartAgrawalaState, RicartAgrawalaMessage, Input, Output> bent(
            RicartAgrawala original,
            RicartAgrawalaRule rule,
            String name,
            UnaryOperator<Step<RicartAgrawalaState, RicartAgrawalaMessage, Output>> bend) {
        return Variant.bending(original, rule, name, bend);
    }

    private static UnaryOperator<Step<RicartAgrawalaState, RicartAgrawalaMessage, Output>> next(
            UnaryOperator<RicartAgrawalaState> bend) {
        return step -> new Step<>(step.rule(), bend.apply(step.next()), step.effects());
    }
}
