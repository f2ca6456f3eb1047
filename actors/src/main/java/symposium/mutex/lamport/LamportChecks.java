package symposium.mutex.lamport;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.lamport.Lamport.Rule.DEPARTED;
import static symposium.mutex.lamport.Lamport.Rule.RELEASE;
import static symposium.mutex.lamport.Lamport.Rule.REQUEST;
import static symposium.mutex.lamport.Lamport.Rule.REQUESTED;
import static symposium.mutex.lamport.Lamport.Rule.REQUEST_ALONE;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;
import symposium.clock.Timestamp;
import symposium.kernel.Event;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.ClockShift;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.PermissionBased;
import symposium.mutex.lamport.Lamport.Acknowledgement;
import symposium.mutex.lamport.Lamport.Message;
import symposium.mutex.lamport.Lamport.Release;
import symposium.mutex.lamport.Lamport.Request;
import symposium.mutex.lamport.Lamport.State;

/**
 * The invariants of the paper's argument, and those by which all queues are one queue. The variants leave out each
 * statement of the rules and each condition of the fifth.
 */
final class LamportChecks {

    private LamportChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // "the messages ... are received in the same order as they are sent", and C(i) <= C(i + 1)
                .channel(
                        "the messages in transit over a link are stamped in the order of sending",
                        LamportChecks::inOrder)
                // rules 1 to 4: all queues are equal, but for messages in transit
                .pair(
                        "the queue is replicated: once all messages in transit have arrived, q's queue holds of p what p's does",
                        pair -> pair.p().request().isPresent() || inTheEnd(pair).isPresent(),
                        pair -> inTheEnd(pair).equals(pair.p().request()))
                // rule 5(i), in every other queue too
                .pair(
                        "when p is critical its request is the least in every queue,"
                                + " but for requests whose release is in transit",
                        pair -> pair.p().critical(),
                        pair -> pair.q().queue().headSet(own(pair)).stream().allMatch(each -> released(each, pair)))
                // rule 5(ii): its purpose
                .pair(
                        "when p is critical no process asks, or has asked without p knowing, with an earlier timestamp",
                        pair -> pair.p().critical(),
                        pair -> own(pair).isBefore(pair.q().stamp())
                                && pair.toP(Request.class).stream()
                                        .allMatch(request -> own(pair).isBefore(request.stamp())))
                .process(
                        "when p is critical its request is the least in its own queue, later messages have come from all,"
                                + " and there is a quorum",
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.queue().first().name().equals(p.self())
                                && p.unheard().isEmpty()
                                && p.quorate())
                .state(
                        "a queue holds at most one request of each process, and none that is not before the clock",
                        p -> !p.queue().isEmpty(),
                        p -> p.queue().stream().map(Timestamp::name).distinct().count()
                                        == p.queue().size()
                                && p.queue().last().clock() < p.clock())
                .process(PermissionBased.AGREES_WITH_USER, State::agreesWith);
    }

    private static boolean inOrder(List<Message> messages) {
        List<Timestamp> stamps = messages.stream().map(Message::stamp).toList();
        return stamps.equals(stamps.stream().sorted().toList());
    }

    /** The request of p in the queue of q, once all messages in transit from p to q have arrived. */
    private static Optional<Timestamp> inTheEnd(ProcessPair<State, Message, User> pair) {
        Optional<Timestamp> held = pair.q().requestOf(pair.p().self());
        for (Message message : pair.toQ(Message.class)) {
            if (message instanceof Request request) {
                held = Optional.of(request.stamp());
            } else if (message instanceof Release) {
                held = Optional.empty();
            }
        }
        return held;
    }

    /** The request of p, which is critical. */
    private static Timestamp own(ProcessPair<State, Message, User> pair) {
        return pair.p().request().orElseThrow();
    }

    /** Whether the process of a request has departed, or its release is in transit to q. */
    private static boolean released(Timestamp request, ProcessPair<State, Message, User> pair) {
        return !pair.all().alive(request.name())
                || !pair.all()
                        .inTransit(request.name(), pair.q().self(), Release.class)
                        .isEmpty();
    }

    /** The least clock of a process is that of the first request in its queue, if there is one. */
    static Quotient<State, Message> clocks() {
        return new ClockShift<>(
                i -> i.queue().isEmpty() ? i.clock() : i.queue().first().clock(),
                (i, by) -> i.with(it -> it.clock(i.clock() - by)
                        .queue(Sorted.set(
                                i.queue().stream().map(each -> less(each, by)).toList()))),
                message -> OptionalLong.of(message.stamp().clock()),
                (message, by) -> {
                    Timestamp stamp = less(message.stamp(), by);
                    return message instanceof Request
                            ? new Request(stamp)
                            : message instanceof Release ? new Release(stamp) : new Acknowledgement(stamp);
                });
    }

    private static Timestamp less(Timestamp stamp, long by) {
        return new Timestamp(stamp.clock() - by, stamp.name());
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Mutation<State, Message, Input, Output> sameClock = next((before, i) -> i.withClock(before.clock()));
        return Variants.of(new Lamport(start))
                .mutate("1 the clock does not tick", sameClock.at(REQUEST, REQUEST_ALONE))
                .mutate(REQUEST, "no request is sent", silent())
                .mutate(REQUESTED, "no acknowledgement is sent", silent())
                .mutate(
                        REQUESTED,
                        "the request is not put on the queue",
                        next((before, next) -> next.withQueue(before.queue())))
                .mutate(RELEASE, "no release is sent", silent())
                .mutate("IR2 the clock is not advanced upon receipt", advancing((c, t) -> c))
                .mutate("IR2 the clock is advanced to T_m, not beyond", advancing(Math::max))
                .add("5 condition (i) is left out", new Lamport(start) {
                    @Override
                    protected boolean permitted(State i) {
                        return i.unheard().isEmpty();
                    }
                })
                .add("5 condition (ii) is left out", new Lamport(start) {
                    @Override
                    protected boolean permitted(State i) {
                        return isFirst(i);
                    }
                })
                .add("5 timestamps are ordered by the name first", new Lamport(start) {
                    @Override
                    boolean precedes(Timestamp one, Timestamp other) {
                        return PermissionBased.NAME_FIRST.compare(one, other) < 0;
                    }
                })
                .mutate(
                        DEPARTED,
                        "who waits goes on waiting for a message of the departed",
                        next(p -> p.waiting() ? p.withUnheard(Sorted.with(p.unheard(), p.self())) : p),
                        crash(3, NO_DEADLOCK));
    }

    /** Advances the clock otherwise upon receipt, given its present value and T_m. */
    private static Mutation<State, Message, Input, Output> advancing(LongBinaryOperator advanced) {
        Mutation<State, Message, Input, Output> advancing = receiving(Message.class, original -> (i, from, message) -> {
            Step<State, Message, Output> step = original.step(i, new Event.Received<>(from, message));
            long clock = advanced.applyAsLong(i.clock(), message.stamp().clock());
            return new Step<>(step.rule(), step.next().withClock(clock), step.effects());
        });
        return advancing.and(messages(
                (i, message) -> message instanceof Acknowledgement ? new Acknowledgement(i.stamp()) : message));
    }
}
