package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.EventLogFollower;
import symposium.eventlog.reading.InvalidLog;
import symposium.eventlog.reading.LogExport;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.trace.TraceListing;

/** What is made of an event log that can be read: it is merged, replayed, listed, exported and followed. */
@Tag("fuzz")
class VerifyFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) throws IOException {
        read(input);
    }

    static void read(byte[] input) throws IOException {
        if (!Parsing.fits(input)) {
            return;
        }
        Path file = Files.write(OneFile.named("run.ndjson"), input);
        Optional<EventLog> log = Parsing.read(InvalidLog.class, () -> EventLog.read(file));
        log.flatMap(read -> Parsing.read(InvalidLog.class, () -> MergedLog.of(List.of(read))))
                .ifPresent(VerifyFuzzTest::use);
    }

    private static void use(MergedLog merged) {
        Parsing.read(InvalidLog.class, () -> LogVerifier.verify(merged));
        Parsing.read(InvalidLog.class, () -> LogVerifier.withStates(merged).text());
        Parsing.read(InvalidLog.class, () -> merged.stamped().text());
        Parsing.read(InvalidLog.class, () -> TraceListing.of(merged.log().trace()));
        Parsing.read(InvalidLog.class, () -> EventLogFollower.of(merged.log()));
        for (LogExport form : LogExport.values()) {
            Parsing.read(InvalidLog.class, () -> form.of(merged));
        }
    }
}
