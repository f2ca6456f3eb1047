package symposium.cluster.host;

import akka.actor.typed.ActorSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.actor.StepLog;
import symposium.cluster.settings.EventLogSettings;
import symposium.eventlog.EventLogWriter;
import symposium.eventlog.LogHead;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.service.member.AkkaFutures;

/**
 * The event log of one process of a node, when {@code symposium.event-log.directory} is set: the file of that directory
 * that is called after algorithm, number and incarnation. A log that cannot be written ends with one line in the node's
 * log, and the node goes on.
 */
public final class NodeEvents implements StepLog {

    private static final Logger LOG = LoggerFactory.getLogger(NodeEvents.class);

    private Optional<EventLogWriter> writer;

    private NodeEvents(Optional<EventLogWriter> writer) {
        this.writer = writer;
    }

    /** That of a process; it ends with the actor system. */
    public static NodeEvents of(ActorSystem<?> system, String algorithm, ProcessId self) {
        EventLogSettings wanted = EventLogSettings.of(system.settings().config());
        NodeEvents events = new NodeEvents(Optional.empty());
        wanted.directory()
                .ifPresent(directory -> events.attempt(() -> {
                    Path file = Files.createDirectories(directory)
                            .resolve(algorithm + "-" + self.number() + "-" + self.incarnation() + ".ndjson");
                    EventLogWriter writer = new EventLogWriter(
                            file,
                            new LogHead(algorithm, true),
                            wanted.size(),
                            wanted.states(),
                            () -> Optional.of(Instant.now()));
                    events.writer = Optional.of(writer);
                    AkkaFutures.terminated(system).thenRun(writer::close);
                }));
        return events;
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void attempt(Writing writing) {
        try {
            writing.run();
        } catch (IOException | RuntimeException failure) {
            // Whatever it is, the process is not to fail by it.
            LOG.error("{}; the event log ends here (symposium.event-log.directory)", failure.toString());
            writer = Optional.empty();
        }
    }

    /** The process begins. */
    public void began(
            ProcessId self, Start start, OptionalLong floor, Neighbours neighbours, Protocol<?, ?, ?, ?> protocol) {
        writer.ifPresent(
                log -> attempt(() -> log.began(self, start, floor, neighbours, protocol.initial(self, neighbours))));
    }

    @Override
    public void on(TraceEvent event, Object state) {
        writer.ifPresent(log -> attempt(() -> {
            if (event instanceof TraceEvent.Stepped stepped) {
                log.stepped(stepped, state);
            } else {
                log.happened(event);
            }
        }));
    }
}
