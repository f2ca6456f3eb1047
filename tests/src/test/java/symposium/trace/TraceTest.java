package symposium.trace;

import org.junit.jupiter.api.Test;
import symposium.checker.*;
import symposium.kernel.*;
import symposium.mutex.ewd851.*;

class TraceTest {
    @Test
    void looks() {
        for (int n : new int[] {1, 2, 3, 5}) {
            Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(Model.of(new Ewd851Algorithm(), Start.of(n, 0)), Limits.WIDE)
                    .explore();
            Trace trace = Trace.of(explorer.pathTo(explorer.states() - 1));
            System.out.println(Listing.of(trace));
            System.out.println(TextDiagram.of(trace));
            if (n == 3) {
                try {
                    java.nio.file.Files.writeString(
                            java.nio.file.Path.of("/tmp/cli-look.svg"), SvgDiagram.of(trace, "ewd851 on 3"));
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            }
        }
    }
}
