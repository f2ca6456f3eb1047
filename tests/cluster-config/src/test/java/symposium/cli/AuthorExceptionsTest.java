package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.OneRule;
import symposium.cli.report.ExitCode;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.runtime.AuthorCode;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An exception of an author's algorithm at its start ends a command with the exit code of a violation, and says where
 * it was thrown.
 */
class AuthorExceptionsTest {

    private static final String THROWN =
            " throws java.lang.UnsupportedOperationException: not written yet at symposium.cli.AuthorExceptionsTest$";
    private static final String WHERE = "Protocol.initial(0, [1]) of process 0" + THROWN;

    @TempDir
    private Path directory;

    /** The messages. */
    public enum Word {
        HELLO
    }

    private static final class Unwritten implements OneRule<Integer, Word, Input, Output> {
        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            throw new UnsupportedOperationException("not written yet");
        }
    }

    /** It has no initial state. */
    public static final class Entry extends Algorithm<Integer, Word, User, Input, Output> {
        public Entry() {
            super(new Descriptor<Integer, Word, User, Input, Output>("unwritten", MutualExclusion.PROBLEM, Word.class)
                    .withPaper(Paper.of("nowhere").withCost("0"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE).withAssumptions("none"))
                    .withProtocol(start -> new Unwritten()));
        }
    }

    private Run running(String command) throws IOException {
        return Commands.line(command, directory, Entry.class);
    }

    @Test
    void checkRefutesTheAlgorithm() throws IOException {
        Run run = running("check unwritten -n 2");

        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains("violated: " + AuthorCode.NO_EXCEPTION), run.out());
        assertTrue(run.out().contains(WHERE), run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--never true", "--leads true true", "--reach-state true"})
    void noFormulaIsReadWithoutAnInitialState(String options) throws IOException {
        Run run = running("check unwritten -n 2 " + options);

        run.assertRefused("unwritten has no initial state");
    }

    @Test
    void simulateSaysWhereInOneLine() throws IOException {
        Run run = running("simulate unwritten -n 2");

        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(WHERE), run.err());
    }

    @Test
    void demoEndsWithAViolation() throws IOException {
        Run run = running("demo unwritten --nodes 2 --no-faults --entries 1");

        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains("Violated: refuted: \"" + AuthorCode.NO_EXCEPTION), run.out());
        assertTrue(run.out().contains(THROWN), run.out());
    }
}
