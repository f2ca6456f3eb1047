package symposium.cluster.hosted;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The process of a host, as its service sees it. It takes the inputs of users.
 *
 * @param <I> the inputs
 */
public interface HostedProcess<I> extends Consumer<I> {

    /**
     * Answers when the node is certainly a member: at once, or after a JVM pause when a majority has confirmed it.
     * Until then the state of a service may be older than the pause. A node that has been removed gets no answer.
     */
    void confirm(ActorRef<Done> replyTo);

    /** Returns the same process for inputs of another type. */
    default <J> HostedProcess<J> taking(Function<J, I> form) {
        return of(asked -> accept(form.apply(asked)), this::confirm);
    }

    /**
     * Returns a process of two functions.
     *
     * @param ask takes the inputs
     * @param confirm answers as {@link #confirm} does
     */
    static <I> HostedProcess<I> of(Consumer<I> ask, Consumer<ActorRef<Done>> confirm) {
        return new HostedProcess<>() {
            @Override
            public void accept(I asked) {
                ask.accept(asked);
            }

            @Override
            public void confirm(ActorRef<Done> replyTo) {
                confirm.accept(replyTo);
            }
        };
    }
}
