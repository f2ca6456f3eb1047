package symposium.kernel;

/**
 * What a process wants done in a step; the host does it, in the order given.
 *
 * @param <M> the algorithm's messages
 * @param <O> what a user is told
 */
public sealed interface Effect<M, O> {

    /** Send {@code message} over the link to {@code to}. */
    record Send<M, O>(Neighbour to, M message) implements Effect<M, O> {
        @Override
        public String toString() {
            return Printable.print(message) + " to " + to;
        }
    }

    /** Tell the user. */
    record Output<M, O>(O output) implements Effect<M, O> {
        @Override
        public String toString() {
            return Printable.print(output);
        }
    }

    /** Let {@code timer} run; one that already runs starts anew. */
    record Schedule<M, O>(Timer timer) implements Effect<M, O> {
        @Override
        public String toString() {
            return "schedule " + timer;
        }
    }

    /** Let {@code timer} run no more, if it runs. */
    record Cancel<M, O>(Timer timer) implements Effect<M, O> {
        @Override
        public String toString() {
            return "cancel " + timer;
        }
    }

    /** This process has handed over what others need, after {@link Event.Leave}; it takes no step any more. */
    record Left<M, O>() implements Effect<M, O> {
        @Override
        public String toString() {
            return "leaves";
        }
    }
}
