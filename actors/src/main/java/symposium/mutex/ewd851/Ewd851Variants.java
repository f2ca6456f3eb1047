package symposium.mutex.ewd851;

import static symposium.mutex.ewd851.Ewd851Rule.C_0;
import static symposium.mutex.ewd851.Ewd851Rule.C_1;
import static symposium.mutex.ewd851.Ewd851Rule.N_1;
import static symposium.mutex.ewd851.Ewd851Rule.N_2;
import static symposium.mutex.ewd851.Ewd851Rule.S_0;
import static symposium.mutex.ewd851.Ewd851Rule.S_1;
import static symposium.mutex.ewd851.Ewd851Rule.S_2;
import static symposium.mutex.ewd851.Ewd851Rule.S_3;
import static symposium.mutex.ewd851.Ewd851Rule.T_0;
import static symposium.mutex.ewd851.Ewd851Rule.T_1;
import static symposium.mutex.ewd851.Ewd851Rule.T_2;

import java.util.List;
import java.util.function.UnaryOperator;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;
import symposium.mutex.ewd851.Ewd851State.Colour;

/**
 * Faults planted: each statement that changes a colour, sends, or parts with the token, left out or turned round; then statements that
 * a careless reader would add where the paper has none.
 */
final class Ewd851Variants {

    private Ewd851Variants() {}

    static List<Variant<Ewd851State, Ewd851Message, MutexInput, MutexOutput>> of(Ewd851 original) {
        return List.of(
                bent(original, N_1, "sends no signal", Variant::silenced).showing(Scenario.of(2, "no deadlock")),
                bent(original, S_0, "stays white", next(machine -> machine.painted(Colour.WHITE)))
                        .showing(Scenario.of(
                                3, "a link carries the token to the left, a signal to the right, or nothing")),
                bent(original, S_0, "sends no signal on", Variant::silenced).showing(Scenario.of(3, "no deadlock")),
                bent(original, S_1, "stays white", next(machine -> machine.painted(Colour.WHITE)))
                        .showing(Scenario.of(2, "no deadlock")),
                bent(original, S_2, "keeps the token it sends", next(Ewd851State::withToken))
                        .showing(Scenario.of(2, "there is a single token")),
                bent(original, S_2, "becomes black", next(machine -> machine.painted(Colour.BLACK)))
                        .showing(Scenario.of(2, "no deadlock")),
                bent(original, S_2, "sends no token", Variant::silenced)
                        .showing(Scenario.of(2, "there is a single token")),
                bent(original, S_3, "stays white", next(machine -> machine.painted(Colour.WHITE)))
                        .showing(Scenario.of(2, "no deadlock")),
                bent(original, C_1, "stays black", next(machine -> machine.painted(Colour.BLACK)))
                        .showing(Scenario.of(2, "no deadlock")),
                bent(original, C_1, "keeps the token it sends", next(Ewd851State::withToken))
                        .showing(Scenario.of(2, "there is a single token")),
                bent(original, C_1, "sends no token", Variant::silenced)
                        .showing(Scenario.of(2, "there is a single token")),
                bent(original, T_1, "stays black", next(machine -> machine.painted(Colour.BLACK)))
                        .showing(Scenario.of(3, "no deadlock")),
                bent(original, T_1, "sends no token on", Variant::silenced)
                        .showing(Scenario.of(3, "there is a single token")),
                bent(original, T_1, "keeps the token it sends on", next(Ewd851State::withToken))
                        .showing(Scenario.of(3, "there is a single token")),
                bent(original, N_2, "sends a signal, as if it were white", Ewd851Variants::signalling)
                        .showing(Scenario.of(
                                3, "a link carries the token to the left, a signal to the right, or nothing")),
                bent(original, S_1, "sends the signal on", Ewd851Variants::signalling)
                        .showing(Scenario.of(
                                2, "a link carries the token to the left, a signal to the right, or nothing")),
                bent(original, C_0, "sends the token, as if it were black", Ewd851Variants::partingWithToken)
                        .showing(Scenario.of(1, "the recipient of the token is black or is delayed")),
                bent(original, T_0, "becomes white", next(machine -> machine.painted(Colour.WHITE)))
                        .showing(Scenario.of(2, "no deadlock")),
                bent(original, T_2, "becomes black", next(machine -> machine.painted(Colour.BLACK)))
                        .showing(Scenario.of(2, "the recipient of a signal is white")));
    }

    private static Step<Ewd851State, Ewd851Message, MutexOutput> signalling(
            Step<Ewd851State, Ewd851Message, MutexOutput> step) {
        return step.send(step.next().neighbours().right(), new Signal());
    }

    private static Step<Ewd851State, Ewd851Message, MutexOutput> partingWithToken(
            Step<Ewd851State, Ewd851Message, MutexOutput> step) {
        return Step.<Ewd851State, Ewd851Message, MutexOutput>by(
                        step.rule(), step.next().withoutToken())
                .send(step.next().neighbours().left(), new Token());
    }

    private static Variant<Ewd851State, Ewd851Message, MutexInput, MutexOutput> bent(
            Ewd851 original,
            Ewd851Rule rule,
            String name,
            UnaryOperator<Step<Ewd851State, Ewd851Message, MutexOutput>> bend) {
        return Variant.bending(original, rule, name, bend);
    }

    private static UnaryOperator<Step<Ewd851State, Ewd851Message, MutexOutput>> next(UnaryOperator<Ewd851State> bend) {
        return step -> new Step<>(step.rule(), bend.apply(step.next()), step.effects());
    }
}
