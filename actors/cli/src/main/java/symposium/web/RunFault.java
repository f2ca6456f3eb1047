package symposium.web;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fault that a page has a button for.
 *
 * @param name by which it is asked for
 * @param label on the button
 * @param hint what follows from it, in a line of the page; empty for none
 * @param processes whether it is one of a process, 1, of the link between two, 2, or of the run, 0
 * @param happens lets it happen to the processes with these numbers; says in one line why not, if so
 */
public record RunFault(
        String name, String label, String hint, int processes, Function<List<Integer>, Optional<String>> happens) {

    /** Without a hint. */
    public RunFault(String name, String label, int processes, Function<List<Integer>, Optional<String>> happens) {
        this(name, label, "", processes, happens);
    }
}
