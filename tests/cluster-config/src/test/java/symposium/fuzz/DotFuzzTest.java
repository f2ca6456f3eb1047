package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** A graph in DOT. */
@Tag("fuzz")
class DotFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) throws IOException {
        read(input);
    }

    static void read(byte[] input) throws IOException {
        Graphs.read("graph.dot", input);
    }
}
