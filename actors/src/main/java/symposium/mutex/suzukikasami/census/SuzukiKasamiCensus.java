package symposium.mutex.suzukikasami.census;

import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.ISSUE_FOUND;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.ISSUE_LOST;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.RELEASE_AFTER_LOSS;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.RELEASE_ANSWERS;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.RELEASE_DISCARDS;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.TOKEN_DISCARDED;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.regeneration.census.Census;
import symposium.regeneration.census.CensusReport;

/**
 * Suzuki and Kasami's algorithm, whose token a {@link Census} issues again when a process has departed. Both run as
 * they are.
 */
public final class SuzukiKasamiCensus
        implements Protocol<SuzukiKasamiCensus.State, SuzukiKasamiCensus.Message, Input, Output> {

    /** A message of one of the two. */
    public sealed interface Message extends Carrier {}

    /** A message of Suzuki and Kasami's algorithm, with the fence of the token where it is the token. */
    public record OfAlgorithm(Fence fence, SuzukiKasami.Message carried) implements Message {}

    /** A message of the census. */
    public record OfCensus(Census.Message carried) implements Message {}

    /**
     * A process.
     *
     * @param process a process of Suzuki and Kasami's
     * @param census the same process as far as a census is concerned
     * @param fence the fence of the token, none where the token is not
     */
    @RecordBuilder
    public record State(SuzukiKasami.State process, Census.State census, Fence fence)
            implements SuzukiKasamiCensusStateBuilder.With {

        /** Whether it has promised to discard the token that it holds, on leaving the critical section. */
        public boolean holdsDiscarded() {
            return process.tokenPresent() && fence.generation() < census.promised();
        }

        State outside() {
            return withProcess(process.withUser(User.IDLE));
        }

        State withoutToken() {
            return with(
                    next -> next.process(process.withToken(Optional.empty())).fence(Fence.NONE));
        }
    }

    /** What happens to a process beside what Suzuki and Kasami's text and the census do by themselves. */
    public enum Rule implements symposium.kernel.Rule {
        /** The census is complete, and no process had the token: it was lost, and is issued again. */
        ISSUE_LOST,
        /** The census is complete, and a process had the token: it is issued again. */
        ISSUE_FOUND,
        /** The token comes, but a higher generation has been promised, or too few processes are left. */
        TOKEN_DISCARDED,
        /** The critical section is left, and the report given that a census has waited for. */
        RELEASE_ANSWERS,
        /** The critical section is left, and the token discarded for a census whose asker has departed. */
        RELEASE_DISCARDS,
        /** The user leaves before it has heard that it has lost what it leaves. */
        RELEASE_AFTER_LOSS
    }

    private final SuzukiKasami algorithm;
    private final Census census;
    private final SubProtocol<State, Message, Output, SuzukiKasami.State, SuzukiKasami.Message, Input, Output> mutex;
    private final SubProtocol<State, Message, Output, Census.State, Census.Message, CensusReport, Census.Output> count;

    /** @param start where the token starts, and the quorum without which none is issued */
    public SuzukiKasamiCensus(Start start) {
        algorithm = new SuzukiKasami(start.holder());
        census = new Census(start);
        mutex = new SubProtocol<>(
                algorithm, State::process, State::withProcess, SuzukiKasamiCensus::send, SuzukiKasamiCensus::granted);
        count = SubProtocol.of(census, State::census, State::withCensus, OfCensus::new, this::hear);
    }

    @Override
    public List<symposium.kernel.Rule> rules() {
        List<symposium.kernel.Rule> rules = new ArrayList<>(algorithm.rules());
        rules.addAll(census.rules());
        // These come with another step, which goes by its own rule.
        rules.removeAll(List.of(Census.Rule.CENSUS_REPLIES, Census.Rule.CENSUS_COMPLETES));
        rules.addAll(List.of(Rule.values()));
        return rules;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(algorithm.initial(self, neighbours), census.initial(self, neighbours), Fence.NONE);
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        if (input == Input.RELEASE && !p.process().tokenHeld()) {
            return step.by(RELEASE_AFTER_LOSS);
        }
        if (input == Input.RELEASE && p.holdsDiscarded()) {
            return leaveWithoutToken(p.outside(), step);
        }
        return step.run(mutex, new Event.Input<>(input));
    }

    private Transition<State, Message, Output> leaveWithoutToken(State p, Transition<State, Message, Output> step) {
        return p.census().owes().isPresent()
                ? report(step.by(RELEASE_ANSWERS, p))
                : step.by(RELEASE_DISCARDS, p.withoutToken());
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof OfCensus ofCensus) {
            return step.run(count, new Event.Received<>(from, ofCensus.carried()));
        }
        OfAlgorithm of = (OfAlgorithm) message;
        if (!(of.carried() instanceof SuzukiKasami.Token)) {
            return step.run(mutex, new Event.Received<>(from, of.carried()));
        }
        return of.fence().generation() < p.census().promised() || census.tooFew(p.census())
                ? step.by(TOKEN_DISCARDED)
                : step.next(p.withFence(of.fence())).run(mutex, new Event.Received<>(from, of.carried()));
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        SortedSet<ProcessId> present = Sorted.ids(now);
        step.next(p.withProcess(p.process().with(next -> next.neighbours(now)
                        .requests(Sorted.only(p.process().requests(), present::contains)))))
                .run(count, new Event.NeighboursChanged<>(now, departed));
        return census.tooFew(step.state().census()) ? cutOff(step) : step;
    }

    /** The others may be enough to go on: the token is theirs. */
    private static Transition<State, Message, Output> cutOff(Transition<State, Message, Output> step) {
        State p = step.state();
        if (p.process().tokenHeld()) {
            step.tell(new Output.Lost(p.fence()));
            p = p.outside();
        }
        return step.next(p.withoutToken());
    }

    /** The token takes its fence along. */
    private static void send(Transition<State, Message, Output> step, Neighbour to, SuzukiKasami.Message message) {
        boolean token = message instanceof SuzukiKasami.Token;
        step.send(to, new OfAlgorithm(token ? step.state().fence() : Fence.NONE, message));
        if (token) {
            step.next(step.state().withFence(Fence.NONE));
        }
    }

    private static void granted(Transition<State, Message, Output> step, Output granted) {
        Fence fence = step.state().fence().next();
        step.next(step.state().withFence(fence)).tell(new Output.Granted(fence));
    }

    private void hear(Transition<State, Message, Output> step, Census.Output output) {
        if (output instanceof Census.Complete complete) {
            issue(complete, step);
        } else if (!step.state().process().tokenHeld()) {
            report(step);
        }
    }

    /**
     * Gives up the token, if it is here, with the report; the step goes by the rule so far, unless a token is issued.
     */
    private Transition<State, Message, Output> report(Transition<State, Message, Output> step) {
        symposium.kernel.Rule soFar = step.rule();
        SuzukiKasami.State p = step.state().process();
        step.next(step.state().withoutToken())
                .run(count, new Event.Input<>(new CensusReport(p.granted(), p.tokenPresent())));
        return step.rule() instanceof Rule ? step : step.by(soFar);
    }

    private void issue(Census.Complete complete, Transition<State, Message, Output> step) {
        SortedMap<ProcessId, Integer> array = new TreeMap<>();
        complete.reports().forEach((process, report) -> array.put(process, report.granted()));
        SuzukiKasami.Token token = new SuzukiKasami.Token(array);
        Rule issues = complete.tokenFound() ? ISSUE_FOUND : ISSUE_LOST;
        State p = step.state().withFence(Fence.start(complete.generation()));
        if (p.process().waiting()) {
            step.next(p)
                    .run(mutex, new Event.Received<>(Neighbour.of(p.process().self()), token));
        } else {
            step.next(p)
                    .run(
                            mutex,
                            with -> SuzukiKasami.postlude(
                                    issues, issues, p.process().withToken(Optional.of(token)), with));
        }
        step.by(issues);
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("suzuki-kasami-census", Message.class)
                    .withPaper(Paper.of(
                                    "Suzuki and Kasami 1982, Ricart and Agrawala 1983, after Raynal, section 3; with regeneration by a census")
                            .withCost("as suzuki-kasami, and 2(m-1) after a departure that leaves m"))
                    .withSystem(SystemModel.of(Channels.UNORDERED, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.DEPARTURES)
                            .withAssumptions(
                                    "processes crash, and the others are told; nothing is lost but to and from the dead;"
                                            + " any order of messages"))
                    .withRegenerations(Set.of(ISSUE_LOST, ISSUE_FOUND))
                    .withProtocol(SuzukiKasamiCensus::new)
                    .withFalseDeparture(MutexInvariants.PER_GENERATION, SuzukiKasamiCensusChecks.AT_MOST_ONE)
                    .checks(checks -> checks.withInvariants(SuzukiKasamiCensusChecks.invariants())
                            .withVariants(SuzukiKasamiCensusChecks::variants)));
        }
    }
}
