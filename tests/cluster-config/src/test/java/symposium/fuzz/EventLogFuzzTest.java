package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.InvalidLog;

/** The file of an event log, as {@code symposium trace} reads it. */
@Tag("fuzz")
class EventLogFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) throws IOException {
        read(input);
    }

    static void read(byte[] input) throws IOException {
        if (Parsing.fits(input)) {
            Path file = Files.write(OneFile.named("log.ndjson"), input);
            Parsing.read(InvalidLog.class, () -> EventLog.read(file)).ifPresent(log -> {
                Parsing.same(log.head(), () -> EventLog.read(Files.writeString(file, log.text()))
                        .head());
                Parsing.same(lines(log), () -> lines(EventLog.read(file)));
                Parsing.same(log, () -> EventLog.placed(log.placed()));
            });
        }
    }

    /** Without their places: a last line that was cut is not written again. */
    private static Object lines(EventLog log) {
        return log.lines().stream().map(EventLog.Numbered::line).toList();
    }
}
