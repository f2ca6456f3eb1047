package symposium.eventlog.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** A log is read wherever its process was killed, the disk was full, or another program has written it again. */
@Tag("fast")
class EventLogTest {

    @TempDir
    private Path directory;

    private Path file;
    private byte[] whole;

    /** The last line has letters of two, three and four bytes, so that a cut may be within one. */
    @BeforeEach
    void simulate() throws IOException {
        file = directory.resolve("run.ndjson");
        assertEquals(
                0,
                Commands.of("simulate", "ewd851", "-n", "2", "--entries", "3", "--events", file.toString())
                        .code());
        whole = Files.readString(file)
                .replaceFirst("\\}\n(?=[^\n]*\n$)", ",\"note\":\"\u00e9\u20ac\ud83d\ude00 }\"}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aLogIsReadWhereverItIsCut() throws Exception {
        int lines = 0;
        for (int cut = 0; cut <= whole.length; cut++) {
            Files.write(file, Arrays.copyOf(whole, cut));
            lines += cut > 0 && whole[cut - 1] == '\n' ? 1 : 0;
            boolean justBeforeTheFeed = cut < whole.length && whole[cut] == '\n';
            int wanted = justBeforeTheFeed ? lines + 1 : lines;

            assertEquals(
                    wanted,
                    EventLog.ifBegun(file).map(log -> 1 + log.lines().size()).orElse(0),
                    "cut after " + cut + " bytes");
        }
        assertTrue(lines > 10, "lines: " + lines);
    }

    @Test
    void aLogWhoseLastPartIsCutInItsHeadIsRead() throws Exception {
        Files.write(directory.resolve("run.1.ndjson"), whole);
        int lines = EventLog.read(directory.resolve("run.1.ndjson")).lines().size();
        for (String cut : List.of("", "{\"format\":\"sympo")) {
            Files.writeString(file, cut);
            assertEquals(lines, EventLog.read(file).lines().size());
        }
    }

    @Test
    void logsOfADirectoryAreReadBesideOneThatHasNotBegun() throws Exception {
        Files.writeString(directory.resolve("other.ndjson"), "{\"format\"");
        Run both = Commands.of("trace", "verify", directory.toString());
        assertEquals(ExitCode.DONE, both.code(), both.err());

        Run only =
                Commands.of("trace", "verify", directory.resolve("other.ndjson").toString());
        assertEquals(ExitCode.USAGE, only.code());
        assertEquals(
                "symposium trace verify: " + directory.resolve("other.ndjson")
                        + ": it has no complete line; an event log begins with a head\n",
                only.err());
    }

    /** A file system may have given the file its length, and not its content. */
    @Test
    void zerosAtTheEndAreLeftOut() throws Exception {
        int lines = EventLog.read(file).lines().size();
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) + 4096));

        assertEquals(lines, EventLog.read(file).lines().size());
    }

    @Test
    void aLogIsReadWithAByteOrderMarkAndOtherLineEnds() throws Exception {
        int lines = EventLog.read(file).lines().size();
        Files.writeString(file, "\uFEFF" + Files.readString(file).replace("\n", "\r\n"));

        assertEquals(lines, EventLog.read(file).lines().size());
        try (EventLogFollower follower = new EventLogFollower(directory, java.util.Optional.empty())) {
            assertEquals(lines, follower.poll().size());
        }
    }

    @Test
    void aLineWithinThatIsNotWholeIsRefused() throws Exception {
        int third = Files.readString(file).indexOf('\n') + 20;
        ByteArrayOutputStream broken = new ByteArrayOutputStream();
        broken.write(whole, 0, third);
        broken.write('\n');
        broken.write(whole, third, whole.length - third);
        Files.write(file, broken.toByteArray());

        String line = assertThrows(InvalidLog.class, () -> EventLog.read(file)).getMessage();
        assertTrue(line.startsWith(file + ":2: no JSON"), line);
    }

    @Test
    void bytesThatAreNotTextAreRefusedWithTheirLine() throws Exception {
        byte[] binary = whole.clone();
        binary[new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 3] = (byte) 0xFF;
        Files.write(file, binary);

        String line = assertThrows(InvalidLog.class, () -> EventLog.read(file)).getMessage();
        assertEquals(file + ":2: no text in UTF-8", line);
    }
}
