package symposium.formula;

import java.util.List;
import java.util.Map;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;

/**
 * A statement about a global state, such as {@code some p, q: p != q && p.holdsToken && q.holdsToken}.
 *
 * <pre>
 *   formula   either, then "=>" and a formula, if any
 *   either    both, and more of them after "||"
 *   both      test, and more of them after "&amp;&amp;"
 *   test      "!" test | ("all" | "some") bound ":" formula
 *             | sum, then one of == != &lt; &lt;= &gt; &gt;= in and a sum, if any
 *   sum       value, and more of them after "+" or "-"
 *   value     number | "true" | "false" | "(" formula ")" | "-" value | "#" value | path
 *             | ("sent" | "messages") "(" message [, value, value] ")" | "count" "(" bound ":" formula ")"
 *   bound     variable, and more of them after ",", then "in" and a sum, if any
 *   path      variable or word, and more of them: "." component | "[" sum "]"
 * </pre>
 *
 * <p>Variables stand for the processes that are alive, or for the elements of a collection. A component is one of the
 * process's state, or of the user's. The name of a constant of the user's state is a component, too, and true in that
 * state: {@code p.waiting}. Of an optional component that is empty the value is the word {@code none}. {@code #}
 * counts the elements of a collection, {@code sent} the messages in transit of a type, of all links or from one
 * process to another, and {@code count} the processes, elements, or pairs of them and so on, of which something is
 * true. {@code messages} is the collection of what {@code sent} counts; its elements have the components of the
 * messages.
 *
 * <p>In brackets stands a key of a map, or a place in a list from 0: {@code p.requests[q]} is what {@code p}'s map
 * has for {@code q}, and the word {@code none} if it has nothing there.
 */
public final class Formula {

    private final String text;
    private final Term term;
    private final FormulaNames names;
    private final boolean open;

    private Formula(String text, Term term, FormulaReader reader) {
        this.text = text;
        this.term = term;
        this.names = reader.names();
        this.open = reader.isOpen();
    }

    /**
     * Reads a formula.
     *
     * @throws InvalidFormula if it is none
     */
    public static Formula read(String text) {
        return read(text, List.of());
    }

    /**
     * Reads a formula with variables that it does not bind.
     *
     * @param free the names of these variables
     * @throws InvalidFormula if it is none
     */
    public static Formula read(String text, List<String> free) {
        FormulaReader reader = new FormulaReader(text, free);
        return new Formula(text, reader.read(), reader);
    }

    /** Returns whether it has a variable that it does not bind. */
    public boolean isOpen() {
        return open;
    }

    /**
     * Requires that every process has the components that the formula names, also those that it does not evaluate.
     *
     * @throws InvalidFormula if one has not
     */
    public void requireComponents(Configuration<?, ?, ?> all) {
        all.live().forEach(process -> names.components().forEach(component -> component.accept(process)));
    }

    /**
     * Requires that the algorithm has the messages that the formula counts.
     *
     * @param type the type of the messages of an algorithm
     * @throws InvalidFormula if there is no such message
     */
    public void requireMessages(Class<?> type) {
        names.requireMessages(type);
    }

    /**
     * Returns whether it is true in a global state.
     *
     * @throws InvalidFormula if it speaks of a component that there is not, or compares what cannot be compared
     */
    public boolean holds(Configuration<?, ?, ?> all) {
        return FormulaReader.truth(term.value(new Term.Scope(all, Map.of())), text, 0);
    }

    /**
     * Returns whether it is true in a global state.
     *
     * @param processes the processes for which its free variables stand
     * @throws InvalidFormula as {@link #holds(Configuration)}
     */
    public boolean holds(Configuration<?, ?, ?> all, Map<String, LiveProcess<?, ?>> processes) {
        return FormulaReader.truth(term.value(new Term.Scope(all, processes)), text, 0);
    }

    /** Returns whether the global state has what it speaks of: of an implication, whether the premise is true. */
    public boolean occurs(Configuration<?, ?, ?> all) {
        return term.occurs(new Term.Scope(all, Map.of()));
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text;
    }
}
