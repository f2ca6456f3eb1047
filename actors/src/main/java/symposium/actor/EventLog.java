package symposium.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import symposium.clock.Stamped;
import symposium.clock.TraceStamps;
import symposium.kernel.TraceEvent;

/**
 * Everything that happened at the processes of one JVM, in one order.
 *
 * <p>The order is one in which it can have happened: what a process did comes in the order in which it did it, and no message is
 * received before it was sent. It is held in memory, whole.
 */
public final class EventLog extends AbstractBehavior<EventLog.Command> {

    /** What can be said to a log. */
    public sealed interface Command {}

    /** Write this down. */
    public record Record(TraceEvent occurrence) implements Command {}

    /** Tell all that has been written down so far. */
    public record Read(ActorRef<Written> replyTo) implements Command {}

    /**
     * All that has been written down.
     *
     * @param occurrences the oldest first; the place in the list is the global number
     */
    public record Written(List<TraceEvent> occurrences) {
        public Written {
            occurrences = List.copyOf(occurrences);
        }

        /** The same, each with its logical and its vector time; worked out anew at each call. */
        public List<Stamped> stamped() {
            return TraceStamps.of(occurrences);
        }
    }

    private final List<TraceEvent> occurrences = new ArrayList<>();

    private EventLog(ActorContext<Command> context) {
        super(context);
    }

    /** An empty log. */
    public static Behavior<Command> create() {
        return Behaviors.setup(EventLog::new);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Record.class, this::onRecord)
                .onMessage(Read.class, this::onRead)
                .build();
    }

    private Behavior<Command> onRecord(Record record) {
        occurrences.add(record.occurrence());
        return this;
    }

    private Behavior<Command> onRead(Read read) {
        read.replyTo().tell(new Written(occurrences));
        return this;
    }
}
