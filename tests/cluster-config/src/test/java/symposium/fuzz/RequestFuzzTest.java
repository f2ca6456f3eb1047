package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;
import symposium.management.RequestReading;

/** The body of a request to the endpoints for clients. */
@Tag("fuzz")
class RequestFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        if (Parsing.fits(input)) {
            String body = Parsing.text(input);
            Parsing.read(RequestReading.REFUSAL, () -> RequestReading.read(body));
            Parsing.read(RequestReading.REFUSAL, () -> RequestReading.readOfName(body));
        }
    }
}
