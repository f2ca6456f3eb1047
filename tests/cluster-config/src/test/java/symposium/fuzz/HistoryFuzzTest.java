package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import symposium.judge.HistoryEvent;
import symposium.judge.InvalidHistory;
import symposium.judge.Judge;
import symposium.torture.History;

/** The history of a torture run, as {@code symposium torture --judge} reads it. */
@Tag("fuzz")
class HistoryFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) throws IOException {
        read(input);
    }

    static void read(byte[] input) throws IOException {
        if (Parsing.fits(input)) {
            Path file = Files.write(OneFile.named("history"), input);
            Parsing.read(InvalidHistory.class, () -> {
                List<HistoryEvent> events = History.read(file);
                return Judge.judge(events);
            });
        }
    }
}
