package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.eventlog.EventCodec;
import symposium.eventlog.Json;
import symposium.eventlog.LogLine;
import symposium.eventlog.reading.EventLog.Numbered;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Statement;

/**
 * Replays a log of a run in the very protocol that the checker explores.
 *
 * <ul>
 *   <li>Each process begins in the state that its protocol determines, and each of its lines is the step that the
 *       protocol takes there on the event: the same rule, the same effects, the same state where the line has it; its
 *       steps are numbered without a gap.
 *   <li>Each message that is received, or comes back, has been sent over that link, and not been received before. A
 *       timer expires only while it runs.
 *   <li>The users are told only what the problem allows, and the invariants of the algorithm hold after each line. A
 *       log in an order that agrees with causality goes through consistent cuts, one after the other.
 * </ul>
 *
 * <p>Processes that have nothing to do with each other, such as those before and after a restart of a whole cluster,
 * are replayed apart: an invariant speaks of those of one group.
 *
 * <p>A process that takes no step after another has been told of its departure has crashed by then. Where one does take
 * steps after that, the invariants are those that the algorithm promises where live processes are taken to have
 * departed. A message that is never received counts as in transit until one of its ends is told that the link, or the
 * other end, is gone.
 *
 * @param <S> the state of a process
 * @param <M> its messages
 * @param <U> the state of a user
 * @param <I> what users ask
 * @param <O> what users are told
 */
public final class LogVerifier<S, M, U, I, O> {

    /**
     * What a replay has found.
     *
     * @param steps the steps that are those of the protocol
     * @param processes at which they were
     * @param invariants the names of those that were evaluated, each after every line
     * @param untested the user's statements with a premise that is true in no state of the run
     * @param answers what the run says of the user's statements about runs
     * @param deviation the first deviation, with file and line
     */
    public record Verdict(
            long steps,
            int processes,
            List<String> invariants,
            List<String> untested,
            List<RunAnswer> answers,
            Optional<String> deviation) {

        /** Whether something that must happen has not happened when the log ends. */
        public boolean isPending() {
            return answers.stream().anyMatch(answer -> !answer.pending().isEmpty());
        }
    }

    /**
     * What the user requires of a run.
     *
     * @param statements what must hold after each line
     * @param responses what must happen
     */
    public record Requirements(List<Statement> statements, List<Response> responses) {

        /** Nothing. */
        public static final Requirements NOTHING = new Requirements(List.of(), List.of());

        public Requirements {
            statements = List.copyOf(statements);
            responses = List.copyOf(responses);
        }
    }

    private final MergedLog merged;
    private final EventCodec codec;
    private final Algorithm<S, M, U, I, O> algorithm;
    private final boolean suspected;
    private final List<Invariant<S, M, U>> invariants;
    private final List<Statement> statements;
    private final List<ResponseMonitor> monitors;
    private final Set<Statement> untested;
    private final Set<Received> received = new HashSet<>();
    private final Map<ProcessId, Integer> lastOf = new HashMap<>();

    private final Map<ProcessId, Protocol<S, M, I, O>> protocols = new HashMap<>();
    private final TreeMap<ProcessId, LoggedConfiguration.Local<S, U>> locals = new TreeMap<>();
    private final Map<ProcessId, Set<Timer>> timers = new HashMap<>();
    private final Map<ProcessId, Long> counts = new HashMap<>();
    private final InTransit<M> inTransit;
    private final Map<Integer, Object> states = new HashMap<>();
    /** The process of each line after it; empty if these are not remembered. */
    private final Map<Integer, LoggedConfiguration.Local<S, U>> after = new HashMap<>();

    private Observer<O> observer;
    private int at;
    private long steps;

    /** A line has sent a message to a process that has received it. */
    private record Received(int sending, ProcessId by) {}

    private final boolean remembers;

    /** @param remembers whether what each line leaves is kept, for the cuts of the log */
    private LogVerifier(MergedLog merged, Algorithm<S, M, U, I, O> algorithm, Requirements asked, boolean remembers) {
        this.remembers = remembers;
        this.inTransit = new InTransit<>(remembers);
        this.statements = asked.statements();
        this.monitors = asked.responses().stream().map(ResponseMonitor::new).toList();
        this.untested = new HashSet<>(statements);
        this.merged = merged;
        this.algorithm = algorithm;
        this.codec = new EventCodec(merged.log().head());
        List<Numbered> lines = merged.log().lines();
        for (int line = 0; line < lines.size(); line++) {
            if (stepped(lines.get(line)).isPresent()) {
                lastOf.put(lines.get(line).line().process(), line);
            }
        }
        merged.sendings()
                .forEach((receipt, sending) -> received.add(
                        new Received(sending, lines.get(receipt).line().process())));
        this.suspected = suspects(lines);
        boolean cutOff = algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE;
        List<Invariant<S, M, U>> promised = suspected
                ? algorithm.invariantsUnderSuspicion()
                : cutOff
                        ? algorithm.checks().invariantsWithDynamicMembership()
                        : algorithm.checks().invariants();
        this.invariants = new ArrayList<>(promised);
        statements.forEach(each -> invariants.add(each.invariant()));
        this.observer = (suspected ? algorithm.problem().underSuspicion() : algorithm.problem()).observer();
    }

    /** Replays a log: each of its groups of processes by itself, up to the first that deviates. */
    public static Verdict verify(MergedLog merged) {
        return verify(merged, Requirements.NOTHING);
    }

    /** The same, with what the user asks. */
    public static Verdict verify(MergedLog merged, Requirements asked) {
        long steps = 0;
        int processes = 0;
        List<String> untested = new ArrayList<>();
        List<RunAnswer> answers = List.of();
        Verdict last = null;
        for (MergedLog group : merged.groups()) {
            Verdict verdict = verify(group, merged.log().head().entry().orElseThrow(), asked);
            answers = together(answers, verdict.answers());
            untested = last == null ? new ArrayList<>(verdict.untested()) : untested;
            untested.retainAll(verdict.untested());
            last = verdict;
            steps += last.steps();
            processes += last.processes();
            if (last.deviation().isPresent()) {
                break;
            }
        }
        return last == null
                ? verify(merged, merged.log().head().entry().orElseThrow(), asked)
                : new Verdict(steps, processes, last.invariants(), untested, answers, last.deviation());
    }

    private static List<RunAnswer> together(List<RunAnswer> some, List<RunAnswer> others) {
        return some.isEmpty()
                ? others
                : IntStream.range(0, some.size())
                        .mapToObj(at -> some.get(at).and(others.get(at)))
                        .toList();
    }

    /** The log with the state of the process at each line, computed as far as the lines are those of the protocol. */
    public static EventLog withStates(MergedLog merged) {
        return withStates(merged, merged.log().head().entry().orElseThrow());
    }

    private static <S, M, U, I, O> EventLog withStates(MergedLog merged, Algorithm<S, M, U, I, O> algorithm) {
        LogVerifier<S, M, U, I, O> replay = new LogVerifier<>(merged, algorithm, Requirements.NOTHING, false);
        replay.replay();
        List<Numbered> lines = new ArrayList<>();
        for (Numbered each : merged.log().lines()) {
            Optional<Object> state = Optional.ofNullable(replay.states.get(lines.size()));
            LogLine line = each.line();
            if (line instanceof LogLine.Began began) {
                line = new LogLine.Began(
                        began.process(),
                        began.at(),
                        began.start(),
                        began.floor(),
                        began.neighbours(),
                        began.state().or(() -> state));
            } else if (line instanceof LogLine.Happened happened) {
                line = new LogLine.Happened(
                        happened.event(),
                        happened.at(),
                        happened.step(),
                        happened.state().or(() -> state),
                        happened.stamp());
            }
            lines.add(new Numbered(each.file(), each.number(), line));
        }
        return new EventLog(merged.log().head(), lines);
    }

    private static <S, M, U, I, O> Verdict verify(
            MergedLog merged, Algorithm<S, M, U, I, O> algorithm, Requirements asked) {
        return new LogVerifier<>(merged, algorithm, asked, false).replay();
    }

    private static Optional<TraceEvent.Stepped> stepped(Numbered line) {
        return line.line() instanceof LogLine.Happened happened
                        && happened.event() instanceof TraceEvent.Stepped stepped
                ? Optional.of(stepped)
                : Optional.empty();
    }

    /** Whether a process takes a step after another has been told that it has departed. */
    private boolean suspects(List<Numbered> lines) {
        for (int line = 0; line < lines.size(); line++) {
            for (ProcessId departed : departed(lines.get(line))) {
                if (lastOf.getOrDefault(departed, -1) > line) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<ProcessId> departed(Numbered line) {
        return stepped(line).isPresent() && stepped(line).get().event() instanceof Event.NeighboursChanged<?, ?> changed
                ? changed.departed()
                : Set.of();
    }

    /** A line is not what the protocol does. */
    private static final class Deviation extends Exception {
        private static final long serialVersionUID = 1;

        Deviation(String what) {
            super(what);
        }
    }

    private Verdict replay() {
        List<Numbered> lines = merged.log().lines();
        for (at = 0; at < lines.size(); at++) {
            if (lines.get(at).line() instanceof LogLine.Began began && began.initially()) {
                try {
                    begins(began);
                } catch (Deviation | InvariantViolation deviation) {
                    return deviates(lines.get(at), deviation);
                }
            }
        }
        LoggedConfiguration<S, M, U> before = configuration();
        try {
            respond(before, "the start");
        } catch (Deviation deviation) {
            return verdict(Optional.of("the start: " + deviation.getMessage()));
        }
        for (at = 0; at < lines.size(); at++) {
            Numbered line = lines.get(at);
            try {
                if (line.line() instanceof LogLine.Happened happened) {
                    happens(happened);
                } else if (!((LogLine.Began) line.line()).initially()) {
                    begins((LogLine.Began) line.line());
                }
                before = hold(before, line);
            } catch (Deviation | InvariantViolation deviation) {
                return deviates(line, deviation);
            }
        }
        return verdict(Optional.empty());
    }

    private Verdict deviates(Numbered line, Exception deviation) {
        return verdict(
                Optional.of(line.place() + ": process " + line.line().process() + ": " + deviation.getMessage()));
    }

    /**
     * Explores all consistent cuts of each group of processes of a log. What deviates from the protocol is found first,
     * and then no cuts are explored.
     *
     * @param statements the user's statements, which must hold at each cut as the invariants of the algorithm do
     * @param most the most cuts of a group
     * @param kept whether the cuts are kept for a diagram
     */
    public static List<ConsistentCuts.Found> cuts(
            MergedLog merged, List<Statement> statements, int most, boolean kept) {
        Algorithm<?, ?, ?, ?, ?> algorithm = merged.log().head().entry().orElseThrow();
        return merged.groups().stream()
                .map(group -> cuts(group, algorithm, statements, most, kept))
                .toList();
    }

    private static <S, M, U> ConsistentCuts.Found cuts(
            MergedLog group, Algorithm<S, M, U, ?, ?> algorithm, List<Statement> statements, int most, boolean kept) {
        LogVerifier<S, M, U, ?, ?> replay = new LogVerifier<>(group, algorithm, Requirements.NOTHING, true);
        Optional<String> deviation = replay.replay().deviation();
        return deviation.isPresent()
                ? ConsistentCuts.Found.deviating(deviation.get())
                : replay.lattice(statements).explore(most, kept);
    }

    private ConsistentCuts<S, M, U> lattice(List<Statement> asked) {
        List<Invariant<S, M, U>> all = new ArrayList<>(invariants);
        asked.forEach(each -> all.add(each.invariant()));
        return new ConsistentCuts<>(
                merged, lastOf, after, inTransit.all(), all, algorithm.problem().initial());
    }

    /** The cuts of a log of one group of processes that is one of the protocol. */
    static <S, M, U> ConsistentCuts<S, M, U> lattice(MergedLog merged, Algorithm<S, M, U, ?, ?> algorithm) {
        LogVerifier<S, M, U, ?, ?> replay = new LogVerifier<>(merged, algorithm, Requirements.NOTHING, true);
        replay.replay();
        return replay.lattice(List.of());
    }

    private Verdict verdict(Optional<String> deviation) {
        List<String> names = new ArrayList<>();
        invariants.forEach(invariant -> names.add(invariant.name()));
        names.addAll(observer.invariants());
        List<String> silent = statements.stream()
                .filter(untested::contains)
                .map(Statement::name)
                .toList();
        List<RunAnswer> answers = monitors.stream().map(ResponseMonitor::answer).toList();
        return new Verdict(steps, counts.size(), List.copyOf(names), silent, answers, deviation);
    }

    private LoggedConfiguration<S, M, U> configuration() {
        return new LoggedConfiguration<>(
                Map.copyOf(locals), inTransit.copy(), algorithm.problem().initial());
    }

    private void begins(LogLine.Began began) throws Deviation {
        ProcessId self = began.process();
        if (protocols.containsKey(self)) {
            throw new Deviation("it begins a second time; a process that comes back has another incarnation");
        }
        Protocol<S, M, I, O> protocol = began.floor().isPresent()
                ? algorithm.withDynamicMembership(began.start(), began.floor().getAsLong())
                : algorithm.protocol(began.start());
        S state = protocol.initial(self, began.neighbours());
        requireState(began.state(), state);
        protocols.put(self, protocol);
        timers.put(self, new HashSet<>(protocol.initialTimers(state)));
        counts.put(self, 0L);
        locals.put(
                self, new LoggedConfiguration.Local<>(state, algorithm.problem().initial()));
        remember(self);
    }

    private void remember(ProcessId self) {
        if (remembers) {
            after.put(at, locals.get(self));
        }
    }

    private void happens(LogLine.Happened happened) throws Deviation {
        ProcessId self = happened.process();
        TraceEvent event = happened.event();
        if (event instanceof TraceEvent.Stepped stepped) {
            steps(self, stepped, happened);
        } else if (event instanceof TraceEvent.Crashed) {
            crashes(self);
        } else if (event instanceof TraceEvent.AlgorithmFailure failure) {
            throw new Deviation("the log itself says that it failed: " + failure.why());
        } else if (event instanceof TraceEvent.MessageLost lost) {
            inTransit.take(lost.from().id(), lost.from().seenBack(self), at, lost.message());
        } else if (event instanceof TraceEvent.MessageDuplicated twice) {
            inTransit.add(twice.from().id(), twice.from().seenBack(self), at, cast(twice.message()));
        }
    }

    private void crashes(ProcessId process) {
        if (locals.remove(process) != null) {
            observer = observer.gone(process);
        }
        inTransit.forget(at, (link, sending) -> link.to().id().equals(process));
    }

    private void steps(ProcessId self, TraceEvent.Stepped stepped, LogLine.Happened happened) throws Deviation {
        Protocol<S, M, I, O> protocol = protocols.get(self);
        if (protocol == null) {
            throw new Deviation("it takes a step, and no log has the line with which it begins");
        }
        long count = counts.merge(self, 1L, Long::sum);
        if (happened.step() != count) {
            throw new Deviation("step " + count + " is missing: this line is step " + happened.step());
        }
        Event<M, I> event = event(stepped.event());
        comes(self, event);
        LoggedConfiguration.Local<S, U> local = locals.get(self);
        if (local == null) {
            throw new Deviation("it takes a step after it has crashed");
        }
        Step<S, M, O> step = step(protocol, local.state(), event);
        if (!step.rule().label().equals(stepped.rule().label())) {
            throw new Deviation("the protocol's step on this event is by rule "
                    + step.rule().label() + ", not " + stepped.rule().label());
        }
        List<Object> own = codec.effects(step.effects());
        List<Object> logged = codec.effects(stepped.effects());
        if (!own.equals(logged)) {
            throw new Deviation("the protocol's step on this event has the effects " + Json.text(own) + ", not "
                    + Json.text(logged));
        }
        requireState(happened.state(), step.next());
        locals.put(self, new LoggedConfiguration.Local<>(step.next(), user(self, local.user(), event, step)));
        remember(self);
        steps++;
    }

    private Step<S, M, O> step(Protocol<S, M, I, O> protocol, S state, Event<M, I> event) throws Deviation {
        try {
            return protocol.step(state, event);
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (RuntimeException | StackOverflowError thrown) {
            throw new Deviation("the protocol throws " + thrown + " on this event");
        }
    }

    @SuppressWarnings("unchecked") // the codec reads events of this algorithm
    private Event<M, I> event(Event<?, ?> event) {
        return (Event<M, I>) event;
    }

    @SuppressWarnings("unchecked") // the codec reads messages of this algorithm
    private M cast(Object message) {
        return (M) message;
    }

    private static boolean gone(InTransit.Link link, ProcessId self, Set<ProcessId> linked) {
        return link.to().id().equals(self) && !linked.contains(link.from())
                || link.from().equals(self) && !linked.contains(link.to().id());
    }

    /** What the event takes from links and timers. */
    private void comes(ProcessId self, Event<M, I> event) throws Deviation {
        if (event instanceof Event.Received<M, I> received) {
            takes(received.from().id(), received.from().seenBack(self), received.message(), "receives");
        } else if (event instanceof Event.Undeliverable<M, I> back) {
            takes(self, back.to(), back.message(), "gets back");
        } else if (event instanceof Event.Timeout<M, I> timeout) {
            if (!timers.get(self).remove(timeout.timer())) {
                throw new Deviation("the timer " + timeout.timer().name() + " expires, which does not run");
            }
        } else if (event instanceof Event.NeighboursChanged<M, I> changed) {
            for (ProcessId departed : changed.departed()) {
                if (lastOf.getOrDefault(departed, -1) < at) {
                    crashes(departed);
                }
            }
            Set<ProcessId> linked = new TreeSet<>();
            changed.neighbours().forEach(each -> linked.add(each.id()));
            inTransit.forget(
                    at,
                    (link, sending) -> gone(link, self, linked)
                            && !received.contains(
                                    new Received(sending, link.to().id())));
        }
    }

    private void takes(ProcessId from, Neighbour to, M message, String how) throws Deviation {
        if (!inTransit.take(from, to, at, message)) {
            throw new Deviation("it " + how + " " + Json.text(codec.message(message)) + ", which process " + from
                    + " has not sent, or which has been received");
        }
    }

    /** Returns the user after a step. If the problem throws on its inputs or outputs, the step is a deviation. */
    private U user(ProcessId self, U before, Event<M, I> event, Step<S, M, O> step) throws Deviation {
        try {
            return told(self, before, event, step);
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (RuntimeException thrown) {
            throw new Deviation("the problem throws " + thrown + " on this event");
        }
    }

    private U told(ProcessId self, U before, Event<M, I> event, Step<S, M, O> step) {
        U user = before;
        if (event instanceof Event.Input<M, I> input) {
            user = algorithm.problem().asked(user, input.input());
            observer = observer.asked(self, input.input());
        }
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                inTransit.add(self, send.to(), at, send.message());
            } else if (effect instanceof Effect.Output<M, O> output) {
                user = algorithm.problem().told(user, output.output());
                observer = observer.sees(self, output.output());
            } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                timers.get(self).add(schedule.timer());
            } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                timers.get(self).remove(cancel.timer());
            }
        }
        return user;
    }

    private void requireState(Optional<Object> logged, S state) throws Deviation {
        Object own = codec.state(state);
        states.put(at, own);
        if (logged.isPresent() && !logged.get().equals(own)) {
            throw new Deviation("the protocol's state here is " + Json.text(own) + ", not " + Json.text(logged.get()));
        }
    }

    private void respond(Configuration<S, M, U> now, String place) throws Deviation {
        for (ResponseMonitor monitor : monitors) {
            Optional<String> refuted;
            try {
                refuted = monitor.sees(now, place);
            } catch (RuntimeException | StackOverflowError thrown) {
                throw new Deviation("here the statement \"" + monitor.name() + "\" throws " + thrown);
            }
            if (refuted.isPresent()) {
                throw new Deviation("here the statement \"" + monitor.name() + "\"" + refuted.get() + " does not hold");
            }
        }
    }

    /** The configuration after a line, in which the invariants hold. */
    private LoggedConfiguration<S, M, U> hold(LoggedConfiguration<S, M, U> before, Numbered line) throws Deviation {
        LoggedConfiguration<S, M, U> now = configuration();
        for (Statement statement : List.copyOf(untested)) {
            try {
                if (statement.situation().test(now)) {
                    untested.remove(statement);
                }
            } catch (RuntimeException | StackOverflowError thrown) {
                throw new Deviation("after this line the statement \"" + statement.name() + "\" throws " + thrown);
            }
        }
        for (Invariant<S, M, U> invariant : invariants) {
            try {
                if (!holds(invariant, before, line, now)) {
                    throw new Deviation("after this line the invariant \"" + invariant.name() + "\" does not hold");
                }
            } catch (RuntimeException | StackOverflowError thrown) {
                // It may count on processes of which the log tells nothing.
                throw new Deviation("after this line the invariant \"" + invariant.name() + "\" throws " + thrown);
            }
        }
        respond(now, line.place());
        return now;
    }

    private boolean holds(
            Invariant<S, M, U> invariant,
            LoggedConfiguration<S, M, U> before,
            Numbered line,
            LoggedConfiguration<S, M, U> now) {
        if (!(invariant instanceof Invariant.OfStep<S, M, U> ofStep)) {
            return now.satisfies(invariant);
        }
        return stepped(line).isEmpty()
                || !ofStep.situation().test(stepped(line).get())
                || ofStep.condition().holds(before, stepped(line).get(), now);
    }
}
