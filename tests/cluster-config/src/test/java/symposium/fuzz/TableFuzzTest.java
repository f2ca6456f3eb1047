package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import symposium.arbitration.MalformedTable;
import symposium.arbitration.Table;
import symposium.arbitration.TableFile;

/** The file of a table of philosophers. */
@Tag("fuzz")
class TableFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        if (Parsing.fits(input)) {
            Parsing.read(MalformedTable.class, () -> table(Parsing.text(input)))
                    .map(Table::text)
                    .ifPresent(text -> Parsing.same(text, () -> table(text).text()));
        }
    }

    private static Table table(String text) {
        return TableFile.read(List.of(text.split("\n", -1)));
    }
}
