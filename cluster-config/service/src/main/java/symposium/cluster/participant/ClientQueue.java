package symposium.cluster.participant;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The applications of one node as the one user of its process: one after the other, in the order in which they ask.
 * What an owner waits for or holds is given back when it stops, and what it waits for also when the one that was to be
 * answered stops: an ask that has timed out.
 *
 * @param <C> the commands of the service
 * @param <R> its replies
 */
final class ClientQueue<C, R> {

    /**
     * An application that waits or holds.
     *
     * @param owner is watched
     * @param replyTo is told the answer
     * @param lostTo is told of a loss
     */
    record Client<R>(ActorRef<?> owner, ActorRef<R> replyTo, ActorRef<R> lostTo) {

        boolean concerns(ActorRef<?> actor) {
            return owner.equals(actor) || replyTo.equals(actor);
        }
    }

    private final ActorContext<C> context;
    private final Function<ActorRef<?>, C> stopped;
    private final Runnable ask;
    private final Runnable giveBack;
    private final Deque<Client<R>> waiting = new ArrayDeque<>();
    private Optional<Client<R>> present = Optional.empty();
    private boolean asked;

    /**
     * An empty queue.
     *
     * @param context of the service, which watches the applications
     * @param stopped the message to the service when an application has stopped
     * @param ask asks the process
     * @param giveBack gives back what the process has granted
     */
    ClientQueue(ActorContext<C> context, Function<ActorRef<?>, C> stopped, Runnable ask, Runnable giveBack) {
        this.context = context;
        this.stopped = stopped;
        this.ask = ask;
        this.giveBack = giveBack;
    }

    /** An application asks. */
    void comes(Client<R> client) {
        waiting.add(client);
        context.watchWith(client.owner(), stopped.apply(client.owner()));
        context.watchWith(client.replyTo(), stopped.apply(client.replyTo()));
        askIfNeeded();
    }

    /**
     * The process grants, to the next application. If that has stopped meanwhile and no other waits, the grant is given
     * back.
     */
    Optional<Client<R>> granted() {
        asked = false;
        present = Optional.ofNullable(waiting.poll());
        present.ifPresentOrElse(next -> unwatchIfUnconcerned(next.replyTo()), giveBack);
        return present;
    }

    /** The application that holds the grant. */
    Optional<Client<R>> present() {
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

    /** An owner, or one that was to be answered, has stopped. */
    void stopped(ActorRef<?> actor) {
        List<Client<R>> gone =
                waiting.stream().filter(client -> client.concerns(actor)).toList();
        waiting.removeAll(gone);
        gone.forEach(this::unwatch);
        if (present.filter(client -> client.owner().equals(actor)).isPresent()) {
            over();
        }
    }

    /** The service ends: what is held is given back once its holder has been told, and so is what is granted later. */
    void close(Consumer<ActorRef<R>> toPresent, Consumer<ActorRef<R>> toWaiting) {
        waiting.forEach(client -> toWaiting.accept(client.replyTo()));
        waiting.clear();
        present.ifPresent(holder -> {
            toPresent.accept(holder.lostTo());
            over();
        });
    }

    /** Refuses all that wait; others may come. A later grant without a waiting application is given back. */
    void refuse(Consumer<ActorRef<R>> toWaiting) {
        List<Client<R>> refused = List.copyOf(waiting);
        waiting.clear();
        refused.forEach(client -> {
            unwatch(client);
            toWaiting.accept(client.replyTo());
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
        Client<R> former = present.orElseThrow();
        present = Optional.empty();
        unwatch(former);
    }

    private void unwatch(Client<R> former) {
        unwatchIfUnconcerned(former.owner());
        unwatchIfUnconcerned(former.replyTo());
    }

    private void unwatchIfUnconcerned(ActorRef<?> actor) {
        boolean owns = present.filter(client -> client.owner().equals(actor)).isPresent();
        if (!owns && waiting.stream().noneMatch(client -> client.concerns(actor))) {
            context.unwatch(actor);
        }
    }

    private void askIfNeeded() {
        if (!asked && present.isEmpty() && !waiting.isEmpty()) {
            asked = true;
            ask.run();
        }
    }
}
