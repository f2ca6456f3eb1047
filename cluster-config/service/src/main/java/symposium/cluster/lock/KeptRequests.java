package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.Reply;

/** What a service of named locks does for client sessions: requests that are taken over when their node departs. */
final class KeptRequests {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    private final Consumer<Request> process;
    private final Optional<ActorRef<ClientSessions.Command>> sessions;

    /** What the process has told of requests that nobody has adopted yet, by their tickets. */
    private final Map<Long, List<Grant>> takenOver = new HashMap<>();

    /**
     * A request of which the backup does not know yet that it has ended.
     *
     * @param then answers
     */
    private record Ending(ActorRef<Reply> to, String id, Runnable then) {}

    private final Map<Long, Ending> ending = new HashMap<>();

    /** @param sessions of this node; empty where there are none */
    KeptRequests(Consumer<Request> process, Optional<ActorRef<ClientSessions.Command>> sessions) {
        this.process = process;
        this.sessions = sessions;
    }

    /** A request is passed on to the process: it is to be kept. */
    void asked(long ticket, LockRequest request) {
        if (request instanceof KeptRequest kept) {
            process.accept(new Request.Keep(ticket, kept.key()));
        }
    }

    /** A request has ended here: this is answered when the backup knows of that. */
    void ends(long ticket, ActorRef<Reply> to, Reply answer) {
        ends(ticket, to, answer.id(), () -> to.tell(answer));
    }

    /** A request has ended here: it is answered when the backup knows of that. */
    void ends(long ticket, ActorRef<Reply> to, String id, Runnable answers) {
        ending.put(ticket, new Ending(to, id, answers));
    }

    /** Whether what the process tells concerns no request of this service, but one that is taken over or ends. */
    boolean told(Grant told) {
        if (told instanceof Grant.TakingOver takeover) {
            takeOver(takeover);
            return true;
        }
        if (told instanceof Grant.Ended || told instanceof Grant.Withdrawn) {
            Optional.ofNullable(ending.remove(told.ticket())).ifPresent(end -> end.then.run());
            return true;
        }
        List<Grant> later = takenOver.get(told.ticket());
        if (later != null) {
            later.add(told);
        }
        return later != null;
    }

    private void takeOver(Grant.TakingOver takeover) {
        long ticket = takeover.ticket();
        if (sessions.isEmpty()) {
            LOG.warn(
                    "{} of a client session is released: this node has no sessions",
                    takeover.modes().keySet());
            process.accept(new Request.Withdraw(ticket));
            return;
        }
        takenOver.put(ticket, new ArrayList<>());
        Claims claims = new Claims(takeover.modes());
        sessions.get()
                .tell(new KeptRequest.TakeOver(ticket, KeptRequest.Key.of(takeover.key()), claims, takeover.known()));
    }

    /** A request that is taken over has an owner; what the process has told of it meanwhile. */
    List<Grant> adopted(long ticket) {
        return Optional.ofNullable(takenOver.remove(ticket)).orElse(List.of());
    }

    /** This node takes no more requests. */
    void close(Closed why) {
        sessions.ifPresent(known -> known.tell(new SessionMessages.Close(why.why())));
    }

    /** The service ends: it is not known any more whether the backup knows of what has ended. */
    void end(Closed why) {
        ending.values().forEach(end -> end.to.tell(why.answer(end.id)));
        ending.clear();
    }

    /** What goes to sessions is passed on to them, or answered that there are none. */
    void pass(ClientSessions.Command command, ActorRef<Command> self) {
        if (sessions.isPresent()) {
            sessions.get().tell(command);
        } else {
            refuse(command, self);
        }
    }

    /** The answer of a service that has no sessions. */
    static void refuse(ClientSessions.Command command, ActorRef<Command> self) {
        String why = "there are no client sessions at this member: ask at one with the role symposium.role";
        if (command instanceof ClientSessions.Open open) {
            open.replyTo().tell(new ClientSessions.Unavailable(why));
        } else if (command instanceof ClientSessions.Ask ask) {
            ask.replyTo().tell(new ClientSessions.Unavailable(why));
        } else if (command instanceof ClientSessions.Watch watch) {
            watch.watcher().tell(new ClientSessions.Notice(watch.session(), ClientSessions.Kind.MOVED, "", why, self));
        } else if (command instanceof ClientSessions.Probe probe) {
            probe.replyTo().tell(new ClientSessions.Presence(probe.session(), false, self));
        }
    }
}
