package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The applications of one node as the one user of its process: one after the other, in the order in which they ask.
 *
 * @param <C> the commands of the service
 * @param <R> its replies
 */
final class ClientQueue<C, R> {

    private final ActorContext<C> context;
    private final Function<ActorRef<R>, C> stopped;
    private final Runnable ask;
    private final Runnable giveBack;
    private final Deque<ActorRef<R>> waiting = new ArrayDeque<>();
    private Optional<ActorRef<R>> present = Optional.empty();
    private boolean asked;

    /**
     * An empty queue.
     *
     * @param context of the service, which watches the applications
     * @param stopped the message to the service when an application has stopped
     * @param ask asks the process
     * @param giveBack gives back what the process has granted
     */
    ClientQueue(ActorContext<C> context, Function<ActorRef<R>, C> stopped, Runnable ask, Runnable giveBack) {
        this.context = context;
        this.stopped = stopped;
        this.ask = ask;
        this.giveBack = giveBack;
    }

    /** An application asks. */
    void comes(ActorRef<R> client) {
        waiting.add(client);
        context.watchWith(client, stopped.apply(client));
        askIfNeeded();
    }

    /**
     * The process grants, to the next application. If that has stopped meanwhile and no other waits, the grant is given
     * back.
     */
    Optional<ActorRef<R>> granted() {
        asked = false;
        present = Optional.ofNullable(waiting.poll());
        if (present.isEmpty()) {
            giveBack.run();
        }
        return present;
    }

    /** The application that holds the grant. */
    Optional<ActorRef<R>> present() {
        return present;
    }

    /** The holder gives the grant back. */
    void over() {
        forgetPresent();
        giveBack.run();
        askIfNeeded();
    }

    /** The process has lost the grant. */
    void lost() {
        forgetPresent();
        askIfNeeded();
    }

    /** An application has stopped: it waits no more, and gives back its grant. */
    void stopped(ActorRef<R> client) {
        waiting.removeIf(client::equals);
        if (present.filter(client::equals).isPresent()) {
            over();
        }
    }

    /** The service ends: what is held is given back once its holder has been told, and so is what is granted later. */
    void close(Consumer<ActorRef<R>> toPresent, Consumer<ActorRef<R>> toWaiting) {
        waiting.forEach(toWaiting);
        waiting.clear();
        present.ifPresent(holder -> {
            toPresent.accept(holder);
            over();
        });
    }

    /** Whether the process has been asked, and has not granted yet. */
    boolean asked() {
        return asked;
    }

    /** The number of applications that wait. */
    int waiting() {
        return waiting.size();
    }

    private void forgetPresent() {
        ActorRef<R> former = present.orElseThrow();
        present = Optional.empty();
        if (!waiting.contains(former)) {
            context.unwatch(former);
        }
    }

    private void askIfNeeded() {
        if (!asked && present.isEmpty() && !waiting.isEmpty()) {
            asked = true;
            ask.run();
        }
    }
}
