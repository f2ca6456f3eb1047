package symposium.kernel;

/**
 * An action that a step requests from the host. The host takes the actions in order.
 *
 * @param <M> the algorithm's messages
 * @param <O> the outputs to a user
 */
public sealed interface Effect<M, O> {

    /** Sends {@code message} over the link to {@code to}. */
    record Send<M, O>(Neighbour to, M message) implements Effect<M, O> {
        @Override
        public String toString() {
            return Printable.print(message) + " to " + to;
        }
    }

    /** Sends an output to the user. */
    record Output<M, O>(O output) implements Effect<M, O> {
        @Override
        public String toString() {
            return Printable.print(output);
        }
    }

    /** Starts {@code timer}, or restarts it if it runs. */
    record Schedule<M, O>(Timer timer) implements Effect<M, O> {
        @Override
        public String toString() {
            return "schedule " + timer;
        }
    }

    /** Stops {@code timer}, if it runs. */
    record Cancel<M, O>(Timer timer) implements Effect<M, O> {
        @Override
        public String toString() {
            return "cancel " + timer;
        }
    }

    /**
     * Reports that this process, after {@link Event.Leave}, has handed over everything that other processes need. It
     * takes no further step.
     */
    record Left<M, O>() implements Effect<M, O> {
        @Override
        public String toString() {
            return "leaves";
        }
    }
}
