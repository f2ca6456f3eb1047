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
import symposium.kernel.problem.Statement;

/** The goal of a search: a rule that fires, or a state. Its text describes it in words. */
sealed interface Goal {

    /** The name of the option of a rule. */
    String OPTION = "--reach";

    /** The name of the option of a formula. */
    String OPTION_OF_STATE = "--reach-state";

    /** The invariant that it is never reached, named by its text; a counterexample is a shortest run to it. */
    <S, M, U> Invariant<S, M, U> avoided();

    /** How a search ends that reaches it. */
    String end();

    /** The goal that the option names, as {@code RULE} or {@code RULE@P}. */
    static Goal of(String text, RunNetwork network, List<? extends Rule> rules) {
        int sign = text.lastIndexOf('@');
        String label = (sign < 0 ? text : text.substring(0, sign)).strip();
        List<String> labels = rules.stream().map(Rule::label).toList();
        if (!labels.contains(label)) {
            throw new BadInput("%s", Values.noneOf(OPTION + " " + quoted(text) + ": " + quoted(label), label, labels));
        }
        return new Firing(
                label, sign < 0 ? Optional.empty() : Optional.of(network.process(OPTION, text.substring(sign + 1))));
    }

    /**
     * A rule fires.
     *
     * @param rule its label
     * @param at the process at which it is to fire; any if empty
     */
    record Firing(String rule, Optional<ProcessId> at) implements Goal {

        @Override
        public <S, M, U> Invariant<S, M, U> avoided() {
            return new NeverFires<S, M, U>(rule, at).invariant(toString());
        }

        @Override
        public String end() {
            return "the rule fired";
        }

        @Override
        public String toString() {
            return rule + " fires" + at.map(process -> " at " + process).orElse("");
        }
    }

    /**
     * A formula is true.
     *
     * @param statement that it is false, named by what is reached
     */
    record True(Statement statement) implements Goal {

        @Override
        public <S, M, U> Invariant<S, M, U> avoided() {
            return statement.invariant();
        }

        @Override
        public String end() {
            return "the formula was true";
        }

        @Override
        public String toString() {
            return statement.name();
        }
    }
}
