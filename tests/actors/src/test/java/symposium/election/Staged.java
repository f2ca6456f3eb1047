package symposium.election;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;

/**
 * An election on a ring, each of whose processes also counts the stages that it has begun. The papers speak of stages,
 * which no process knows.
 *
 * @param original the election
 * @param begins how many stages a process begins by a rule, if any
 */
record Staged<S extends RingElection.Participant<S>, M>(
        Protocol<S, M, Call, Leader> original, Map<Rule, Integer> begins)
        implements Protocol<Staged.State<S>, M, Call, Leader> {

    /** A process, and how many stages it has begun. */
    record State<S>(S process, int stage) {}

    /** The same algorithm with counted stages, and with other invariants. */
    static <S extends RingElection.Participant<S>, M> Algorithm<State<S>, M, Voter, Call, Leader> of(
            Algorithm<S, M, Voter, Call, Leader> algorithm,
            Map<Rule, Integer> begins,
            Invariants<State<S>, M, Voter> invariants) {
        return of(algorithm, algorithm.protocol(Start.of(1, 0)), begins, invariants);
    }

    /** The same for a variant of the algorithm. */
    static <S extends RingElection.Participant<S>, M> Algorithm<State<S>, M, Voter, Call, Leader> of(
            Algorithm<S, M, Voter, Call, Leader> algorithm,
            Protocol<S, M, Call, Leader> protocol,
            Map<Rule, Integer> begins,
            Invariants<State<S>, M, Voter> invariants) {
        return new Algorithm<>(new Algorithm.Descriptor<State<S>, M, Voter, Call, Leader>(
                        algorithm.name() + "-staged",
                        Election.PROBLEM,
                        algorithm.messages().type())
                .as(algorithm)
                .withProtocol(start -> new Staged<>(protocol, begins))
                .checks(checks -> checks.withInvariants(invariants)));
    }

    @Override
    public List<? extends Rule> rules() {
        return original.rules();
    }

    @Override
    public State<S> initial(ProcessId self, Neighbours neighbours) {
        return new State<>(original.initial(self, neighbours), 0);
    }

    @Override
    public boolean admits(State<S> state, Neighbour from, M message) {
        return original.admits(state.process(), from, message);
    }

    @Override
    public Step<State<S>, M, Leader> step(State<S> state, Event<M, Call> event) {
        Step<S, M, Leader> step = original.step(state.process(), event);
        int stage = state.stage() + begins.getOrDefault(step.rule(), 0);
        return new Step<>(step.rule(), new State<>(step.next(), stage), step.effects());
    }

    /** How many processes have begun this stage. */
    static <S> long in(int stage, Configuration<State<S>, ?, Voter> at) {
        return at.states().filter(p -> p.stage() >= stage).count();
    }

    /** The last stage that any process has begun. */
    static <S> int last(Configuration<State<S>, ?, Voter> at) {
        return at.states().mapToInt(State::stage).max().orElse(0);
    }

    /** The ring from this process on, itself first, in one direction. */
    static <S extends RingElection.Participant<S>> List<State<S>> from(
            State<S> first, Function<S, Neighbour> next, Configuration<State<S>, ?, Voter> at) {
        List<State<S>> ring = new ArrayList<>(List.of(first));
        for (State<S> each = first; ring.size() < at.processes().size(); ring.add(each)) {
            each = at.state(next.apply(each.process()).id());
        }
        return ring;
    }
}
