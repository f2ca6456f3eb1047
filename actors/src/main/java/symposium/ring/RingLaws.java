package symposium.ring;

import java.util.List;
import symposium.kernel.Law;
import symposium.mutex.MutexLaws;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;

/** What holds on the ring in every reachable state, whoever crashes when. */
public final class RingLaws {

    private RingLaws() {}

    /** All of them. */
    public static List<Law<RingState, RingMessage, User>> all() {
        return List.of(
                MutexLaws.mutualExclusion(),
                new Law.Count<>(
                        "at most one token is awake",
                        (state, user) -> state.awake() ? 1 : 0,
                        message -> message instanceof RingMessage.Ping ? 1 : 0,
                        0,
                        1),
                new Law.Count<>(
                        "never two of a kind: at most one ping",
                        (state, user) -> state.tokens().holdsPing() ? 1 : 0,
                        message -> message instanceof RingMessage.Ping ? 1 : 0,
                        0,
                        1),
                new Law.Count<>(
                        "never two of a kind: at most one pong",
                        (state, user) -> state.tokens().holdsPong() ? 1 : 0,
                        message -> message instanceof RingMessage.Pong ? 1 : 0,
                        0,
                        1),
                Law.process(
                        "a critically engaged machine holds the token, awake",
                        (state, user) -> MutualExclusion.critical(user),
                        (state, user) -> state.awake() && state.machine().critical()),
                Law.process(
                        "EWD851's token is Misra's ping, while it is awake",
                        (state, user) ->
                                state.tokens().holdsPing() || state.machine().holdsToken(),
                        (state, user) ->
                                state.tokens().holdsPing() == state.privilege().isPresent()
                                        && state.machine().holdsToken() == state.awake()),
                Law.process(
                        "pong is here when there is a word from it",
                        (state, user) -> state.tokens().holdsPong(),
                        (state, user) -> state.round().isPresent()),
                Law.process(
                        "a sleeping token is of the highest generation that its process has heard of",
                        (state, user) -> state.asleep(),
                        (state, user) -> state.privilege().orElseThrow().fence().generation() == state.generation()));
    }
}
