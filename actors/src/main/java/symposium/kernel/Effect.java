package symposium.kernel;

/**
 * An action that a step asks of the host; the host takes the actions in their order.
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

    /** Starts {@code timer}; a running one restarts. */
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
     * Reports that this process has handed over what others need, after {@link Event.Leave}; it takes no further step.
     */
    record Left<M, O>() implements Effect<M, O> {
        @Override
        public String toString() {
            return "leaves";
        }
    }
}
