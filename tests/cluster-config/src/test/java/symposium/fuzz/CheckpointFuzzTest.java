package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import symposium.checker.model.Model;
import symposium.checker.number.Computation;
import symposium.checker.search.ModelIdentity;
import symposium.checker.search.RowBatch;
import symposium.checker.search.SearchWorker;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;

/**
 * The file of an exploration that goes on. The first byte says whether the checksum at the end of the others is made
 * right: a fuzzer does not find one.
 */
@Tag("fuzz")
class CheckpointFuzzTest {

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) throws IOException {
        read(input);
    }

    static void read(byte[] input) throws IOException {
        if (Parsing.fits(input) && input.length > 0) {
            byte[] content = Arrays.copyOfRange(input, 1, input.length);
            Path file = Files.write(OneFile.named("checkpoint"), input[0] == 0 ? content : summed(content));
            Parsing.read(IOException.class, () -> {
                worker(Model.of(Catalogue.named("ewd851").orElseThrow(), Start.of(2, 0)))
                        .read(file, new ModelIdentity("it", List.of()));
                return file;
            });
        }
    }

    private static <S, M, U, I, O> SearchWorker<S, M, U, I, O> worker(Model<S, M, U, I, O> model) {
        return new SearchWorker<>(model, 0, 1, new SearchWorker.Peers() {
            @Override
            public void send(int owner, RowBatch batch) {
                throw new IllegalStateException("there is one worker");
            }

            @Override
            public void ask(Computation needed, int[] row) {
                throw new IllegalStateException("there is one worker");
            }
        });
    }

    private static byte[] summed(byte[] content) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(content);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(content);
        out.writeLong(sum.getValue());
        return bytes.toByteArray();
    }
}
