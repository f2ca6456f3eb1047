package symposium.ring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;

/** What holds on the ring in every reachable state, whoever crashes when. */
public final class RingLaws {

    private static final String ONE_AWAKE = "at most one token is awake";
    private static final String ONE_PING = "never two of a kind: at most one ping";
    private static final String ONE_PONG = "never two of a kind: at most one pong";

    private RingLaws() {}

    /**
     * What is left of them where a side of the ring may be taken for dead: on either side there may be tokens, but of one generation there is one
     * ping. Pongs carry no generation, and there may be one on each side.
     */
    static List<Invariant<RingState, RingMessage, User>> underSuspicion() {
        List<Invariant<RingState, RingMessage, User>> invariants = new ArrayList<>(all());
        invariants.removeIf(invariant -> Set.of(MutexInvariants.MUTUAL_EXCLUSION, ONE_AWAKE, ONE_PING, ONE_PONG)
                .contains(invariant.name()));
        invariants.add(new Invariant.OfConfiguration<>(
                "never two of a kind: at most one ping of each generation",
                at -> !pingGenerations(at).isEmpty(),
                at -> {
                    List<Long> generations = pingGenerations(at);
                    return new HashSet<>(generations).size() == generations.size();
                }));
        return List.copyOf(invariants);
    }

    private static List<Long> pingGenerations(Configuration<RingState, RingMessage, User> at) {
        List<Long> generations = new ArrayList<>();
        for (ProcessId process : at.processes()) {
            if (at.alive(process)) {
                at.state(process)
                        .privilege()
                        .ifPresent(here -> generations.add(here.fence().generation()));
            }
        }
        for (ProcessId from : at.processes()) {
            for (ProcessId to : at.processes()) {
                for (RingMessage message : at.inTransit(from, new Neighbour(to, Side.LEFT))) {
                    if (message instanceof RingMessage.Ping ping) {
                        generations.add(ping.fence().generation());
                    }
                }
            }
        }
        return generations;
    }

    /** All of them. */
    public static List<Invariant<RingState, RingMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),
                new Invariant.Count<>(
                        ONE_AWAKE,
                        (state, user) -> state.awake() ? 1 : 0,
                        message -> message instanceof RingMessage.Ping ? 1 : 0,
                        0,
                        1),
                new Invariant.Count<>(
                        ONE_PING,
                        (state, user) -> state.tokens().holdsPing() ? 1 : 0,
                        message -> message instanceof RingMessage.Ping ? 1 : 0,
                        0,
                        1),
                new Invariant.Count<>(
                        ONE_PONG,
                        (state, user) -> state.tokens().holdsPong() ? 1 : 0,
                        message -> message instanceof RingMessage.Pong ? 1 : 0,
                        0,
                        1),
                Invariant.process(
                        "a critically engaged machine holds the token, awake",
                        (state, user) -> MutualExclusion.critical(user),
                        (state, user) -> state.awake() && state.machine().critical()),
                Invariant.process(
                        "EWD851's token is Misra's ping, while it is awake",
                        (state, user) ->
                                state.tokens().holdsPing() || state.machine().holdsToken(),
                        (state, user) ->
                                state.tokens().holdsPing() == state.privilege().isPresent()
                                        && state.machine().holdsToken() == state.awake()),
                Invariant.process(
                        "pong is here when there is a word from it",
                        (state, user) -> state.tokens().holdsPong(),
                        (state, user) -> state.round().isPresent()),
                Invariant.process(
                        "a sleeping token is of the highest generation that its process has heard of",
                        (state, user) -> state.asleep(),
                        (state, user) -> state.privilege().orElseThrow().fence().generation() == state.generation()));
    }
}
