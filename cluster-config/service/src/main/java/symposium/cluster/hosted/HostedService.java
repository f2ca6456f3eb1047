package symposium.cluster.hosted;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;

/**
 * A service that runs, as its host sees it.
 *
 * @param commands the type of what applications send
 * @param service the actor to which they send it
 * @param fromHost what the host tells it, as one of these commands
 * @param <C> what applications send
 * @param <O> the outputs of the process
 */
public record HostedService<C, O>(Class<C> commands, ActorRef<C> service, Function<HostEvent<O>, C> fromHost) {

    /** The actor, if this is the service that takes these commands. */
    public <T> Optional<ActorRef<T>> taking(Class<T> wanted) {
        return wanted.equals(commands) ? Optional.of(service.unsafeUpcast()) : Optional.empty();
    }

    public void told(O output) {
        tell(new HostEvent.Told<>(output));
    }

    public void seen(MembershipView view) {
        tell(new HostEvent.Seen<>(view));
    }

    public void warned(Warning warning) {
        tell(new HostEvent.Warned<>(warning));
    }

    public void leaving(Duration within, ActorRef<Done> replyTo) {
        tell(new HostEvent.Leaving<>(within, replyTo));
    }

    public void closed(String why, ActorRef<Done> replyTo) {
        tell(new HostEvent.Closed<>(why, replyTo));
    }

    private void tell(HostEvent<O> event) {
        service.tell(fromHost.apply(event));
    }
}
