package symposium.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.InvalidLog;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;

/** A log that is put aside at a size, and one that a process leaves behind that is killed. */
@Tag("fast")
class EventLogWriterTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final int TURNS = 100;

    @TempDir
    private Path directory;

    private Path file;

    /** Alone on the ring, it enters and leaves. */
    private void write(long mostBytes) {
        file = directory.resolve("run.ndjson");
        Ewd851.Entry algorithm = new Ewd851.Entry();
        Start start = Start.of(1, 0);
        Neighbours alone = Neighbours.onRing(ZERO, ZERO);
        Protocol<Ewd851.State, Ewd851.Message, Input, Output> protocol = algorithm.protocol(start);
        Ewd851.State state = protocol.initial(ZERO, alone);
        try (EventLogWriter log =
                new EventLogWriter(file, new LogHead("ewd851", false), mostBytes, true, Optional::empty)) {
            log.began(ZERO, start, OptionalLong.empty(), alone, state);
            for (int turn = 0; turn < TURNS; turn++) {
                for (Input input : List.of(Input.ENTER, Input.RELEASE)) {
                    Event<Ewd851.Message, Input> event = new Event.Input<>(input);
                    Step<Ewd851.State, Ewd851.Message, Output> step = protocol.step(state, event);
                    state = step.next();
                    List<Effect<Ewd851.Message, Output>> effects = step.effects();
                    log.stepped(new TraceEvent.Stepped(ZERO, event, step.rule(), effects), state);
                }
            }
        }
    }

    private static LogVerifier.Verdict verdict(EventLog log) throws InvalidLog {
        return LogVerifier.verify(MergedLog.of(List.of(log)));
    }

    @Test
    void partsThatHaveBeenPutAsideAreReadWithTheRest() throws Exception {
        write(4096);
        assertTrue(Files.exists(directory.resolve("run.3.ndjson")));
        for (Path part : List.of(file, directory.resolve("run.1.ndjson"))) {
            assertTrue(Files.size(part) <= 4096, part + " has " + Files.size(part));
        }
        EventLog log = EventLog.read(file);
        assertEquals(1 + 2 * TURNS, log.lines().size());
        assertEquals(Optional.empty(), verdict(log).deviation());
        assertEquals(2 * TURNS, verdict(log).steps());
        Files.delete(directory.resolve("run.1.ndjson"));
        Files.delete(directory.resolve("run.3.ndjson"));
        assertTrue(verdict(EventLog.read(file)).deviation().orElseThrow().contains("no log has the line"));
    }

    @Test
    void aLineThatWasNotWrittenToItsEndIsLeftOut() throws Exception {
        write(0);
        List<String> lines = Files.readAllLines(file);
        String last = lines.get(lines.size() - 1);
        Files.writeString(file, last.substring(0, last.length() / 2), StandardOpenOption.APPEND);
        assertEquals(1 + 2 * TURNS, EventLog.read(file).lines().size());
        Files.writeString(file, "\n" + last + "\n", StandardOpenOption.APPEND);
        InvalidLog torn = assertThrows(InvalidLog.class, () -> EventLog.read(file));
        assertTrue(torn.getMessage().startsWith(file + ":" + (lines.size() + 1) + ": no JSON"), torn.getMessage());
    }

    @Test
    void aFileThatCannotBeWrittenIsTold() throws IOException {
        Path missing = directory.resolve("none").resolve("run.ndjson");
        UncheckedIOException failure = assertThrows(
                UncheckedIOException.class,
                () -> new EventLogWriter(missing, new LogHead("ewd851", false), 0, true, Optional::empty));
        assertTrue(failure.getMessage().contains("cannot be written"), failure.getMessage());
    }
}
