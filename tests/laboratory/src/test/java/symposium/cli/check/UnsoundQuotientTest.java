package symposium.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.ewd851misra.Ewd851Misra.Message;
import symposium.composition.ewd851misra.Ewd851Misra.State;
import symposium.composition.ewd851misra.Ewd851MisraQuotient;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** An exploration that identifies states which behave differently says so, and decides nothing. */
class UnsoundQuotientTest {

    @TempDir
    private Path directory;

    /** It takes every token to have been everywhere. */
    private static final class Forgetful implements Quotient<State, Message> {
        private final Ewd851MisraQuotient right = new Ewd851MisraQuotient();

        @Override
        public LiveNumbers live(State p) {
            return right.live(p);
        }

        @Override
        public LiveNumbers liveInTransit(Message message) {
            return right.liveInTransit(message);
        }

        @Override
        public State normal(State p, LiveNumbers live) {
            State normal = right.normal(p, live);
            return normal.withTokens(normal.tokens().withMark(0));
        }

        @Override
        public Message normalInTransit(Message message, LiveNumbers live) {
            return right.normalInTransit(message, live);
        }
    }

    /** A ring with that quotient. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {
        public Entry() {
            super(new Descriptor<State, Message, User, Input, Output>(
                            "forgetful", MutualExclusion.PROBLEM, Message.class)
                    .withPaper(Paper.of("nowhere").withCost("0"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.RING).withAssumptions("none"))
                    .withProtocol(start -> new Ewd851Misra.Entry().protocol(start))
                    .checks(checks -> checks.withQuotient(Optional.of(new Forgetful()))));
        }
    }

    @Test
    @Tag("slow")
    void theCommandFails() throws IOException {
        for (String workers : new String[] {"", " --workers 2", " --dir " + directory.resolve("states")}) {
            Run run = Commands.line("check forgetful -n 3 --crash 1 --safety" + workers, directory, Entry.class);

            assertEquals(ExitCode.UNEXPECTED, run.code(), run.out() + run.err());
            assertTrue(
                    run.err()
                            .contains("UnsoundQuotientTest$Forgetful is not a quotient of forgetful, so"
                                    + " the result is undecided: "),
                    run.err());
        }
    }
}
