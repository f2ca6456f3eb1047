package symposium.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;
import symposium.input.PlainText;
import symposium.wire.OwnerLabel;

/** The path of the actor of an owner at another node, from which its label is read: there is one of each text. */
@Tag("fuzz")
class PathFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        if (Parsing.fits(input)) {
            String text = Parsing.text(input);
            OwnerLabel.ofPath(text);
            String label = OwnerLabel.ofPath("akka://shop/user/" + OwnerLabel.actorName(text, 1));
            assertTrue(PlainText.masked(text).startsWith(label), label);
        }
    }
}
