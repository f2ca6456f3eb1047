package symposium.cli.check;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Optional;
import symposium.cli.option.BadInput;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.Values;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.problem.Invariant;

/**
 * A rule that a run is to reach.
 *
 * @param rule its label
 * @param at the process at which it is to fire; any if empty
 */
record Goal(String rule, Optional<ProcessId> at) {

    private static final String OPTION = "--reach";

    /** The goal that the option names, as {@code RULE} or {@code RULE@P}. */
    static Goal of(String text, RunNetwork network, List<? extends Rule> rules) {
        int sign = text.lastIndexOf('@');
        String label = (sign < 0 ? text : text.substring(0, sign)).strip();
        List<String> labels = rules.stream().map(Rule::label).toList();
        if (!labels.contains(label)) {
            throw new BadInput("%s", Values.noneOf(OPTION + " " + quoted(text) + ": " + quoted(label), label, labels));
        }
        return new Goal(
                label, sign < 0 ? Optional.empty() : Optional.of(network.process(OPTION, text.substring(sign + 1))));
    }

    /** The invariant that it is never reached; a counterexample is a shortest run to it. */
    <S, M, U> Invariant<S, M, U> avoided() {
        return new NeverFires<S, M, U>(rule, at).invariant(toString());
    }

    @Override
    public String toString() {
        return rule + " fires" + at.map(process -> " at " + process).orElse("");
    }
}
