package symposium.election.terms;

import symposium.kernel.Printable;

/**
 * What is said in the election of a term.
 *
 * @param <M> the messages of the election's algorithm
 */
public sealed interface Saying<M> {

    /**
     * What the election's algorithm sends.
     *
     * @param message its message
     */
    record Vote<M>(M message) implements Saying<M> {
        @Override
        public String toString() {
            return Printable.print(message);
        }
    }

    /** To who has been elected: the sender knows, and will follow nobody else in this term. */
    record Follows<M>() implements Saying<M> {
        @Override
        public String toString() {
            return "follows";
        }
    }

    /** From who has been elected: all follow, and so it leads. */
    record Leads<M>() implements Saying<M> {
        @Override
        public String toString() {
            return "leads";
        }
    }
}
