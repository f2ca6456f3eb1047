package symposium.group;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;
import symposium.kernel.TraceEvent;

/**
 * The trace events of all processes in one JVM, in one sequence, held in memory.
 *
 * <p>The order is consistent with causality: events of one process keep their order, and each message is sent before
 * it is received.
 */
public final class RecordedEvents {

    /** Commands of a log. */
    public sealed interface Command {}

    /** Appends a trace event. */
    public record Record(TraceEvent event) implements Command {}

    /** Asks for all trace events so far. */
    public record Read(ActorRef<Written> replyTo) implements Command {}

    /**
     * All trace events recorded so far.
     *
     * @param events the trace events, oldest first; the index is the global number
     */
    public record Written(List<TraceEvent> events) {
        public Written {
            events = List.copyOf(events);
        }
    }

    private final List<TraceEvent> events = new ArrayList<>();

    private RecordedEvents() {}

    /** An empty log. */
    public static Behavior<Command> create() {
        return Behaviors.setup(context -> Behaviors.receiveMessage(new RecordedEvents()::onCommand));
    }

    private Behavior<Command> onCommand(Command command) {
        if (command instanceof Record record) {
            events.add(record.event());
        } else {
            ((Read) command).replyTo().tell(new Written(events));
        }
        return Behaviors.same();
    }
}
