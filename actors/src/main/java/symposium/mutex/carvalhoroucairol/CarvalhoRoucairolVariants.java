package symposium.mutex.carvalhoroucairol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Effect;
import symposium.kernel.Fault;
import symposium.kernel.ProcessId;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Processes;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Request;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolState.Fences;

/** The second request left out, and every other statement that a careless reader could leave out or turn round. */
final class CarvalhoRoucairolVariants {

    private static final Comparator<Timestamp> NAME_FIRST =
            Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);

    private CarvalhoRoucairolVariants() {}

    static List<Variant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Input, Output>> of(
            CarvalhoRoucairol original) {
        return List.of(
                bent(
                                original,
                                CarvalhoRoucairolRule.YIELD_AND_ASK,
                                "the permission is yielded and not asked for again",
                                step -> sending(step, CarvalhoRoucairolVariants::unlessRequest))
                        .showing(
                                Scenario.of(
                                        3,
                                        "who waits and lacks a permission has asked for it once: the request is under way or deferred, or the reply is under way")),
                bent(
                                original,
                                CarvalhoRoucairolRule.YIELD_AND_ASK,
                                "the permission that is yielded is kept, too",
                                CarvalhoRoucairolVariants::keeping)
                        .showing(
                                Scenario.of(
                                        3,
                                        "two processes share one permission: one of them holds it, or it is under way between them")),
                bent(
                                original,
                                CarvalhoRoucairolRule.YIELD_IDLE,
                                "the permission that is yielded is kept, too",
                                CarvalhoRoucairolVariants::keeping)
                        .showing(
                                Scenario.of(
                                        2,
                                        "two processes share one permission: one of them holds it, or it is under way between them")),
                bent(
                                original,
                                CarvalhoRoucairolRule.RELEASE,
                                "the permissions that are given are kept, too",
                                CarvalhoRoucairolVariants::keeping)
                        .showing(
                                Scenario.of(
                                        2,
                                        "two processes share one permission: one of them holds it, or it is under way between them")),
                bent(original, CarvalhoRoucairolRule.RELEASE, "the deferred get no reply", Variant::silenced)
                        .showing(
                                Scenario.of(
                                        2,
                                        "two processes share one permission: one of them holds it, or it is under way between them")),
                new Variant<>(
                        "co.1 who waits yields nothing that it holds",
                        original.read(new Reading() {
                            @Override
                            public boolean defers(CarvalhoRoucairolState state, Timestamp f) {
                                return !state.idle();
                            }
                        }),
                        Scenario.of(
                                3,
                                "a request is deferred by a process that is critical, or waits with an earlier one, and whose clock is beyond it")),
                new Variant<>(
                        "co.1 who is critical yields to an earlier request",
                        original.read(new Reading() {
                            @Override
                            public boolean defers(CarvalhoRoucairolState state, Timestamp f) {
                                return !state.idle() && state.f().orElseThrow().isBefore(f);
                            }
                        }),
                        Scenario.of(3, "who is critical holds all its permissions, and there is a quorum")),
                new Variant<>(
                        "co.2 timestamps are ordered by the name first",
                        original.read(new Reading() {
                            @Override
                            public boolean defers(CarvalhoRoucairolState state, Timestamp f) {
                                return state.critical()
                                        || state.waiting()
                                                && NAME_FIRST.compare(state.f().orElseThrow(), f) < 0;
                            }
                        }),
                        Scenario.of(2, "who yields a permission holds it")),
                new Variant<>(
                        "co the clock is not raised above the request",
                        original.read(new Reading() {
                            @Override
                            public long raised(long c, Timestamp f) {
                                return c;
                            }
                        }),
                        Scenario.of(2, "who yields a permission holds it")),
                new Variant<>(
                        "p.1 everybody is asked, whosever permission is held",
                        original.read(new Reading() {
                            @Override
                            public boolean asks(CarvalhoRoucairolState state, ProcessId other) {
                                return true;
                            }
                        }),
                        Scenario.of(2, "who holds a permission, or does not want it, does not ask for it")),
                bent(
                                original,
                                CarvalhoRoucairolRule.YIELD_IDLE,
                                "the reply is empty: it tells of no fence",
                                step -> sending(step, CarvalhoRoucairolVariants::withoutFence))
                        .showing(Scenario.of(2, "a grant carries a greater fence than all grants before it")),
                new Variant<>(
                        "m.0 fences go on under the same generation",
                        original.read(new Reading() {
                            @Override
                            public Fences departed(CarvalhoRoucairolState state) {
                                return state.fences();
                            }
                        }),
                        Scenario.of(3, "a grant carries a greater fence than all grants before it")
                                .withFault(Fault.CRASH, 1)));
    }

    private static Effect<CarvalhoRoucairolMessage, Output> unlessRequest(
            Effect<CarvalhoRoucairolMessage, Output> effect) {
        return effect instanceof Effect.Send<CarvalhoRoucairolMessage, Output> send && send.message() instanceof Request
                ? null
                : effect;
    }

    private static Effect<CarvalhoRoucairolMessage, Output> withoutFence(
            Effect<CarvalhoRoucairolMessage, Output> effect) {
        return effect instanceof Effect.Send<CarvalhoRoucairolMessage, Output> send
                ? new Effect.Send<>(send.to(), new Reply(Fence.NONE))
                : effect;
    }

    /** The step with each effect replaced, or left out where there is nothing in its place. */
    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> sending(
            Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step,
            UnaryOperator<Effect<CarvalhoRoucairolMessage, Output>> bend) {
        List<Effect<CarvalhoRoucairolMessage, Output>> effects = new ArrayList<>();
        for (Effect<CarvalhoRoucairolMessage, Output> effect : step.effects()) {
            Effect<CarvalhoRoucairolMessage, Output> other = bend.apply(effect);
            if (other != null) {
                effects.add(other);
            }
        }
        return new Step<>(step.rule(), step.next(), effects);
    }

    /** The step after which the process still holds what it has sent. */
    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> keeping(
            Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step) {
        CarvalhoRoucairolState next = step.next();
        for (Effect<CarvalhoRoucairolMessage, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<CarvalhoRoucairolMessage, Output> send
                    && send.message() instanceof Reply) {
                next = next.holding(Processes.with(next.held(), send.to().id()));
            }
        }
        return new Step<>(step.rule(), next, step.effects());
    }

    private static Variant<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Input, Output> bent(
            CarvalhoRoucairol original,
            CarvalhoRoucairolRule rule,
            String name,
            UnaryOperator<Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output>> bend) {
        return Variant.bending(original, rule, name, bend);
    }
}
