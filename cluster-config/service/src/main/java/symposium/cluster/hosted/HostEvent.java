package symposium.cluster.hosted;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;

/**
 * What a host tells the service of its process.
 *
 * @param <O> the outputs of the process
 */
public sealed interface HostEvent<O> {

    /** A service, with a method for each event. */
    interface Handler<O> {

        void told(O output);

        void seen(MembershipView view);

        default void warned(Warning warning) {}

        default void leaving(Leaving<O> leaving) {}

        /** Tells every client. */
        void closed(String why);
    }

    /** Calls the method for this event. */
    void handle(Handler<O> handler);

    /** An output of the process. */
    record Told<O>(O output) implements HostEvent<O> {
        @Override
        public void handle(Handler<O> handler) {
            handler.told(output);
        }
    }

    /** A change of the membership. */
    record Seen<O>(MembershipView view) implements HostEvent<O> {
        @Override
        public void handle(Handler<O> handler) {
            handler.seen(view);
        }
    }

    /** A warning for the user. */
    record Warned<O>(Warning warning) implements HostEvent<O> {
        @Override
        public void handle(Handler<O> handler) {
            handler.warned(warning);
        }
    }

    /**
     * The node is about to leave: nothing more is granted, and users may finish. Told only to a service of which
     * {@link ServiceBinding#finishes} says that they do.
     *
     * @param within the time that they have
     * @param replyTo is answered when nothing is held any more
     */
    record Leaving<O>(Duration within, ActorRef<Done> replyTo) implements HostEvent<O> {
        @Override
        public void handle(Handler<O> handler) {
            handler.leaving(this);
        }
    }

    /**
     * The process has stopped, or the node is no member any more: nothing is granted from now on.
     *
     * @param why the reason, in one line
     * @param replyTo is answered when every client has been told
     */
    record Closed<O>(String why, ActorRef<Done> replyTo) implements HostEvent<O> {
        @Override
        public void handle(Handler<O> handler) {
            handler.closed(why);
            replyTo.tell(Done.getInstance());
        }
    }
}
