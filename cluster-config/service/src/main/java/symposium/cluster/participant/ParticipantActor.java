package symposium.cluster.participant;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.cluster.hosted.HostEvent;
import symposium.service.member.MembershipView;

/**
 * The service of a process with one user. The applications of its node are that user, one after the other, in the order
 * in which they ask. None waits while the cluster has not formed in time, or after the service has closed.
 *
 * <p>What an owner waits for or holds is given back when it stops. What it waits for is also given up when the actor to
 * be answered stops: an ask that has timed out.
 *
 * @param <C> the commands of the service
 * @param <R> its replies
 * @param <G> what tells one grant from another
 * @param <I> the inputs of the process
 * @param <O> its outputs
 */
abstract class ParticipantActor<C, R, G, I, O> extends AbstractBehavior<C> implements HostEvent.Handler<O> {

    /**
     * The words of a service for what all of them do.
     *
     * @param ask asks the process
     * @param giveBack gives back what the process has granted
     * @param stopped the command for {@link #onStopped}
     * @param unavailable the reply that nothing is granted, from the reason
     * @param lost the reply that a grant is lost
     */
    record Words<C, R, G, I>(
            I ask,
            I giveBack,
            Function<ActorRef<?>, C> stopped,
            Function<String, R> unavailable,
            Function<G, R> lost) {}

    /**
     * An application that waits or holds.
     *
     * @param owner is watched
     * @param replyTo is told the answer, and watched until then
     * @param lostTo is told of a loss
     */
    record Client<R>(ActorRef<?> owner, ActorRef<R> replyTo, ActorRef<R> lostTo) {

        List<ActorRef<?>> watched() {
            return List.of(owner, replyTo);
        }
    }

    /** The application that holds a grant. */
    private record Holder<R, G>(Client<R> client, G grant) {}

    private final Consumer<I> process;
    private final Words<C, R, G, I> words;
    private final Deque<Client<R>> waiting = new ArrayDeque<>();
    private Optional<Holder<R, G>> holder = Optional.empty();
    private Optional<String> closed = Optional.empty();
    private MembershipView view;
    private boolean asked;

    /**
     * A service that no application has asked yet; {@code process} takes the inputs.
     *
     * @param view the membership at the start
     */
    ParticipantActor(ActorContext<C> context, MembershipView view, Consumer<I> process, Words<C, R, G, I> words) {
        super(context);
        this.view = view;
        this.process = process;
        this.words = words;
    }

    /** An application asks. */
    final Behavior<C> onRequest(Client<R> client) {
        closed.or(view::unformed).ifPresentOrElse(why -> refuse(client, why), () -> admit(client));
        return this;
    }

    private void refuse(Client<R> client, String why) {
        client.replyTo().tell(words.unavailable().apply(why));
    }

    private void admit(Client<R> client) {
        waiting.add(client);
        client.watched()
                .forEach(actor -> getContext().watchWith(actor, words.stopped().apply(actor)));
        askIfNeeded();
    }

    /** An owner, or an actor that was to be answered, has stopped. */
    final Behavior<C> onStopped(ActorRef<?> actor) {
        takeOut(client -> client.watched().contains(actor));
        if (owns(actor)) {
            giveBack();
        }
        return this;
    }

    /** The host tells. */
    final Behavior<C> onEvent(HostEvent<O> event) {
        event.handle(this);
        return this;
    }

    @Override
    public final void seen(MembershipView membership) {
        view = membership;
        view.unformed().ifPresent(this::refuseAll);
    }

    /** Gives back what is held once its holder has been told, and what is granted later. */
    @Override
    public final void closed(String why) {
        closed = Optional.of(why);
        refuseAll(why);
        holder.ifPresent(held -> {
            tellLost(held);
            giveBack();
        });
    }

    /**
     * The process grants, to the next application. If all have stopped meanwhile, the grant is given back.
     *
     * @return whether there is a holder
     */
    final boolean granted(G grant, R reply) {
        asked = false;
        Client<R> next = waiting.poll();
        holder = Optional.ofNullable(next).map(client -> new Holder<>(client, grant));
        if (next == null) {
            process.accept(words.giveBack());
        } else {
            unwatch(next);
            next.replyTo().tell(reply);
        }
        return isHeld();
    }

    /** The process has lost this grant. If it has been given back meanwhile, there is no holder to be told. */
    final void lost(G grant) {
        heldUnder(grant).ifPresent(held -> {
            tellLost(held);
            forgetHolder();
            askIfNeeded();
        });
    }

    /** The holder gives this grant back; returns whether it held that. */
    final boolean givesBack(G grant) {
        Optional<Holder<R, G>> held = heldUnder(grant);
        held.ifPresent(present -> giveBack());
        return held.isPresent();
    }

    /** Whether an application holds a grant. */
    final boolean isHeld() {
        return holder.isPresent();
    }

    /** Whether the process has been asked, and has not granted yet. */
    final boolean isAwaited() {
        return asked;
    }

    /** The number of applications that wait. */
    final int waiting() {
        return waiting.size();
    }

    /** The latest membership. */
    final MembershipView view() {
        return view;
    }

    private Optional<Holder<R, G>> heldUnder(G grant) {
        return holder.filter(held -> held.grant().equals(grant));
    }

    private void askIfNeeded() {
        if (!asked && holder.isEmpty() && !waiting.isEmpty()) {
            asked = true;
            process.accept(words.ask());
        }
    }

    private void giveBack() {
        forgetHolder();
        process.accept(words.giveBack());
        askIfNeeded();
    }

    private void tellLost(Holder<R, G> held) {
        held.client().lostTo().tell(words.lost().apply(held.grant()));
    }

    private void forgetHolder() {
        Client<R> former = holder.orElseThrow().client();
        holder = Optional.empty();
        unwatch(former);
    }

    private void refuseAll(String why) {
        takeOut(client -> true).forEach(client -> refuse(client, why));
    }

    private List<Client<R>> takeOut(Predicate<Client<R>> which) {
        List<Client<R>> gone = waiting.stream().filter(which).toList();
        waiting.removeIf(which);
        gone.forEach(this::unwatch);
        return gone;
    }

    /** Of those that this client has had watched, an owner that holds and all that wait remain watched. */
    private void unwatch(Client<R> client) {
        client.watched().stream()
                .filter(actor -> !owns(actor))
                .filter(actor ->
                        waiting.stream().noneMatch(other -> other.watched().contains(actor)))
                .forEach(getContext()::unwatch);
    }

    private boolean owns(ActorRef<?> actor) {
        return holder.filter(held -> held.client().owner().equals(actor)).isPresent();
    }
}
