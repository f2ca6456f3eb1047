package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;
import symposium.eventlog.Json;

/** The JSON of event logs, and of what pages ask the engine in a browser. */
@Tag("fuzz")
class JsonFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        if (Parsing.fits(input)) {
            Parsing.read(IllegalArgumentException.class, () -> new Object[] {Json.read(Parsing.text(input))})
                    .ifPresent(read -> Parsing.same(read[0], () -> Json.read(Json.text(read[0]))));
        }
    }
}
