package symposium.mutex.helaryplouzeauraynal;

import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.ENTER_ASK;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.EXIT_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_NEW;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.TOKEN_HANDLE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.RtInfo;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Token;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;

/** The misprints and slips, read as printed; then statements left out. */
final class HelaryPlouzeauRaynalVariants {

    private static final Comparator<Map.Entry<ProcessId, Known>> BY_NAME = Map.Entry.comparingByKey();

    private HelaryPlouzeauRaynalVariants() {}

    static List<Variant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Input, Output>> of(ProcessId holder) {
        HelaryPlouzeauRaynal right = new HelaryPlouzeauRaynal(holder);
        return List.of(
                // --- as printed
                read(holder, "min(X) as printed: the name before the time", new Reading() {
                            @Override
                            Comparator<Map.Entry<ProcessId, Known>> age() {
                                return BY_NAME.thenComparingLong(
                                        entry -> entry.getValue().time());
                            }
                        })
                        .showing(Scenario.of(
                                        3,
                                        "the token is sent to the origin of the oldest pending request that its owner knows")
                                .withTopology(Shape.LINE)),
                read(holder, "transmit_token as printed: deletes the request it serves", new Reading() {
                            @Override
                            SortedMap<ProcessId, Known> afterChoice(
                                    SortedMap<ProcessId, Known> requests, ProcessId elec) {
                                return Sorted.without(requests, elec);
                            }
                        })
                        .showing(Scenario.of(2, "who sends the token away keeps the request that it serves")),
                read(holder, "receive_token as in Lemma 2's proof: deletes the request it serves", new Reading() {
                            @Override
                            SortedMap<ProcessId, Known> afterHandling(
                                    SortedMap<ProcessId, Known> requests, ProcessId elec) {
                                return Sorted.without(requests, elec);
                            }
                        })
                        .showing(Scenario.of(3, "who sends the token away keeps the request that it serves")
                                .withTopology(Shape.LINE)),
                read(holder, "X with the inequality of Theorem 2's proof: lud[orig] > rt", new Reading() {
                            @Override
                            boolean pending(long lud, long time) {
                                return lud > time;
                            }
                        })
                        .showing(Scenario.of(
                                2, "Theorem 2: an owner outside the critical section knows of no pending request")),
                bending(
                                right,
                                REQUEST_NEW,
                                "files the request under whom it sends it to",
                                next(HelaryPlouzeauRaynalVariants::misfiled))
                        .showing(Scenario.of(
                                        3,
                                        "Lemma 1: who knows a pending request has it from its origin, or from one who knows it")
                                .withTopology(Shape.LINE)),

                // --- slips
                read(holder, "lud initialised with 0, as the clocks are", new Reading() {
                            @Override
                            long initialLud() {
                                return 0;
                            }
                        })
                        .showing(Scenario.of(
                                2, "Theorem 2: an owner outside the critical section knows of no pending request")),
                read(holder, "an older request supersedes a younger one", new Reading() {
                            @Override
                            boolean news(long known, long time) {
                                return known != time;
                            }
                        })
                        .showing(Scenario.of(3, "no deadlock")
                                .withTopology(Shape.LINE)
                                .withInitiators(1, 2)
                                .withRequests(2)),
                read(holder, "an owner gives the token away in the critical section", new Reading() {
                            @Override
                            boolean free(HelaryPlouzeauRaynalState owner) {
                                return true;
                            }
                        })
                        .showing(Scenario.of(2, "(ME2) who is in the critical section has the token")),
                bending(right, EXIT_TRANSMIT, "does not advance the clock at line (A)", next(step -> step.next()
                                .at(step.next().clock() - 1)))
                        .showing(Scenario.of(2, "Lemma 3: a process waits when it has a request with lud[i] < rt_i")
                                .withRequests(2)),
                bending(right, REQUEST_TRANSMIT, "does not advance the clock at line (A)", next(step -> step.next()
                                .at(step.next().clock() - 1)))
                        .showing(Scenario.of(2, "Lemma 3: a process waits when it has a request with lud[i] < rt_i")),
                bending(
                                right,
                                EXIT_TRANSMIT,
                                "does not set lud at line (A)",
                                sending(HelaryPlouzeauRaynalVariants::withoutLineA))
                        .showing(Scenario.of(2, "Lemma 3: a process waits when it has a request with lud[i] < rt_i")),
                bending(right, REQUEST_NEW, "only raises the clock to the stamp", next(step -> step.next()
                                .at(step.next().clock() - 1)))
                        .showing(Scenario.of(
                                2, "Theorem 3: the clock of who knows a request is greater than its stamp")),
                bending(right, ENTER_ASK, "records its own request", next(step -> step.next()
                                .knowing(Sorted.with(
                                        step.next().reqArray(),
                                        step.next().self(),
                                        new Known(
                                                step.next().clock(), step.next().self())))))
                        .showing(Scenario.of(
                                2, "Theorem 3: the clock of who knows a request is greater than its stamp")),
                bending(
                                right,
                                ENTER_ASK,
                                "leaves itself out of already_seen",
                                sending((step, message) -> seeing(
                                        (Req) message,
                                        without(
                                                ((Req) message).rtInfo().alreadySeen(),
                                                step.next().self()))))
                        .showing(Scenario.of(
                                2,
                                "sender and recipient of a request have seen it, and its origin does not receive it")),
                bending(
                                right,
                                ENTER_ASK,
                                "leaves its neighbours out of already_seen",
                                sending((step, message) -> seeing(
                                        (Req) message, Sorted.of(step.next().self()))))
                        .showing(Scenario.of(
                                2,
                                "sender and recipient of a request have seen it, and its origin does not receive it")),

                // --- statements left out
                bending(right, ENTER_ASK, "sends no request", Variant::silenced)
                        .showing(Scenario.of(2, "Lemma 3: a process waits when it has a request with lud[i] < rt_i")),
                bending(right, REQUEST_NEW, "sends the request no further", Variant::silenced)
                        .showing(Scenario.of(3, "no deadlock").withTopology(Shape.LINE)),
                bending(right, REQUEST_TRANSMIT, "sends nothing", Variant::silenced)
                        .showing(Scenario.of(2, "(ME3) there is one token")),
                bending(right, EXIT_TRANSMIT, "sends no token", Variant::silenced)
                        .showing(Scenario.of(2, "(ME3) there is one token")),
                bending(right, EXIT_TRANSMIT, "keeps the token it sends", HelaryPlouzeauRaynalVariants::keeping)
                        .showing(Scenario.of(
                                2, "Theorem 2: an owner outside the critical section knows of no pending request")),
                bending(right, TOKEN_HANDLE, "sends no token on", Variant::silenced)
                        .showing(Scenario.of(3, "(ME3) there is one token").withTopology(Shape.LINE)));
    }

    // --- readings and bends

    private static Variant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Input, Output> read(
            ProcessId holder, String name, Reading reading) {
        return new Variant<>(name, new HelaryPlouzeauRaynal(holder, reading));
    }

    private static Variant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Input, Output> bending(
            HelaryPlouzeauRaynal right,
            Rule rule,
            String name,
            UnaryOperator<Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>> bend) {
        return Variant.bending(right, rule, name, bend);
    }

    private interface Next {
        HelaryPlouzeauRaynalState of(Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step);
    }

    private static UnaryOperator<Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>> next(Next bend) {
        return step -> new Step<>(step.rule(), bend.of(step), step.effects());
    }

    private interface Sending {
        HelaryPlouzeauRaynalMessage of(
                Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step,
                HelaryPlouzeauRaynalMessage message);
    }

    private static UnaryOperator<Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>> sending(
            Sending bend) {
        return step -> {
            List<Effect<HelaryPlouzeauRaynalMessage, Output>> effects = new ArrayList<>();
            for (Effect<HelaryPlouzeauRaynalMessage, Output> effect : step.effects()) {
                effects.add(
                        effect instanceof Effect.Send<HelaryPlouzeauRaynalMessage, Output> send
                                ? new Effect.Send<>(send.to(), bend.of(step, send.message()))
                                : effect);
            }
            return new Step<>(step.rule(), step.next(), effects);
        };
    }

    // --- faults

    /** "The list of request identifiers that P_i received from P_i is stored in req_array_i[j]", taken the wrong way round. */
    private static HelaryPlouzeauRaynalState misfiled(
            Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step) {
        for (Effect<HelaryPlouzeauRaynalMessage, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<HelaryPlouzeauRaynalMessage, Output> send
                    && send.message() instanceof Req req) {
                return step.next().knowing(req.reqId(), send.to().id());
            }
        }
        return step.next();
    }

    private static HelaryPlouzeauRaynalMessage withoutLineA(
            Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step,
            HelaryPlouzeauRaynalMessage message) {
        Token token = (Token) message;
        return new Token(Sorted.without(token.lud(), step.next().self()), token.elec(), token.fence());
    }

    private static Req seeing(Req req, SortedSet<ProcessId> seen) {
        return new Req(req.reqId(), new RtInfo(req.rtInfo().sender(), seen));
    }

    private static SortedSet<ProcessId> without(SortedSet<ProcessId> set, ProcessId one) {
        SortedSet<ProcessId> less = new TreeSet<>(set);
        less.remove(one);
        return less;
    }

    private static Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> keeping(
            Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step) {
        HelaryPlouzeauRaynalState next = step.next();
        for (Effect<HelaryPlouzeauRaynalMessage, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<HelaryPlouzeauRaynalMessage, Output> send
                    && send.message() instanceof Token token) {
                next = next.having(
                        java.util.Optional.of(new HelaryPlouzeauRaynalState.Privilege(token.lud(), token.fence())));
            }
        }
        return new Step<>(step.rule(), next, step.effects());
    }
}
