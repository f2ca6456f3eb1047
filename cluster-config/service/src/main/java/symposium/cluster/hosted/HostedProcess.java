package symposium.cluster.hosted;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The process of a host, as the service for its users sees it: it takes what users ask.
 *
 * @param <I> what users ask
 */
public interface HostedProcess<I> extends Consumer<I> {

    /**
     * Answers at once, or, when the host has stood still, once a majority has confirmed that its node is a member. What
     * a service knows may be as old as the pause before that. There is no answer if the node is none any more.
     */
    void confirm(ActorRef<Done> replyTo);

    /** The same, for what is asked in another form. */
    default <J> HostedProcess<J> taking(Function<J, I> form) {
        return of(asked -> accept(form.apply(asked)), this::confirm);
    }

    /**
     * A process.
     *
     * @param ask takes what users ask
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
