package symposium.election.terms;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.ProcessId;

/**
 * A message of the election of a term.
 *
 * @param term which
 * @param electorate who takes part in it, where those who do know each other; nobody on a ring
 * @param saying what is said
 */
public record Numbered<M>(long term, SortedSet<ProcessId> electorate, Saying<M> saying) {

    public Numbered {
        electorate = Collections.unmodifiableSortedSet(new TreeSet<>(electorate));
    }

    @Override
    public String toString() {
        return saying + " of term " + term + (electorate.isEmpty() ? "" : " of " + electorate);
    }
}
