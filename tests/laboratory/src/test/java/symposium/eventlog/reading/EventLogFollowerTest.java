package symposium.eventlog.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cli.Commands;
import symposium.eventlog.EventCodec;
import symposium.eventlog.EventLogWriter;
import symposium.eventlog.LogHead;
import symposium.eventlog.LogLine;
import symposium.kernel.Event;
import symposium.kernel.TraceEvent;

/** Logs that are read while they are written come whole, once, and in an order that agrees with causality. */
@Tag("fast")
class EventLogFollowerTest {

    @TempDir
    private Path directory;

    private Path logs;
    private String head;
    /** By process: the lines of its log. */
    private final Map<String, List<String>> lines = new HashMap<>();

    private int all;

    @BeforeEach
    void simulate() throws IOException {
        Path file = directory.resolve("all.ndjson");
        assertEquals(
                0,
                Commands.of("simulate", "ewd851", "-n", "3", "--entries", "6", "--events", file.toString())
                        .code());
        List<String> run = Files.readAllLines(file);
        head = run.get(0);
        for (String line : run.subList(1, run.size())) {
            String process = line.replaceAll(".*?\"(?:begin|process)\":\\[(\\d+),.*", "$1");
            lines.computeIfAbsent(process, any -> new ArrayList<>()).add(line);
            all++;
        }
        logs = Files.createDirectories(directory.resolve("logs"));
        assertEquals(3, lines.size());
    }

    private void write(String process, String text) throws IOException {
        Files.writeString(
                logs.resolve("ewd851-" + process + "-0.ndjson"),
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void writeWhole(String process) throws IOException {
        write(process, head + "\n" + String.join("\n", lines.get(process)) + "\n");
    }

    private EventLogFollower follower() {
        return new EventLogFollower(logs, Optional.empty());
    }

    private static boolean receives(EventLogFollower.Followed each) {
        return each.line() instanceof LogLine.Happened happened
                && happened.event() instanceof TraceEvent.Stepped stepped
                && stepped.event() instanceof Event.Received;
    }

    @Test
    void aReceiptWaitsForItsSending() throws Exception {
        try (EventLogFollower follower = follower()) {
            assertEquals(List.of(), follower.poll());
            writeWhole("2");
            List<EventLogFollower.Followed> come = new ArrayList<>(follower.poll());
            assertTrue(come.stream().noneMatch(EventLogFollowerTest::receives));
            assertTrue(come.size() < lines.get("2").size());
            writeWhole("1");
            writeWhole("0");
            come.addAll(follower.poll());
            assertEquals(all, come.size());
            for (int place = 0; place < all; place++) {
                assertEquals(place, come.get(place).place());
                assertEquals(
                        receives(come.get(place)), come.get(place).sending().isPresent());
                assertTrue(come.get(place).sending().orElse(-1) < place);
            }
            assertEquals(List.of(), follower.poll());
            assertEquals("ewd851", follower.head().orElseThrow().algorithm());
        }
    }

    /** Whichever log is behind, what there is so far is a run of the protocol. */
    @Test
    void whatThereIsSoFarIsAPartOfTheRun() throws Exception {
        for (int cut = 0; cut < all; cut++) {
            for (String process : lines.keySet()) {
                List<String> own = lines.get(process);
                int there = process.equals(Integer.toString(cut % 3)) ? cut * own.size() / all : own.size();
                String whole = Stream.concat(Stream.of(head), own.subList(0, there).stream())
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
                Files.writeString(logs.resolve("ewd851-" + process + "-0.ndjson"), whole + "{\"pro");
            }
            LogHead ofRun = EventCodec.head(head);
            EventLog log = EventLogFollower.soFar(logs, ofRun);
            LogVerifier.Verdict verdict = LogVerifier.verify(MergedLog.of(List.of(log)));
            assertEquals(Optional.empty(), verdict.deviation());
            assertEquals(
                    log.lines().size(),
                    verdict.steps()
                            + log.lines().stream()
                                    .filter(each -> each.line() instanceof LogLine.Began)
                                    .count());
        }
    }

    /** A log of which parts have been put aside has its beginning in the first. */
    @Test
    void partsThatHaveBeenPutAsideBelongToIt() throws Exception {
        writeWhole("1");
        writeWhole("2");
        List<String> own = lines.get("0");
        Path file = logs.resolve("ewd851-0-0.ndjson");
        Files.writeString(EventLogWriter.part(file, 1), head + "\n" + String.join("\n", own.subList(0, 3)) + "\n");
        Files.writeString(file, head + "\n" + String.join("\n", own.subList(3, own.size())) + "\n");
        EventLog log = EventLogFollower.soFar(logs, EventCodec.head(head));
        assertEquals(all, log.lines().size());
        assertEquals(
                Optional.empty(), LogVerifier.verify(MergedLog.of(List.of(log))).deviation());
    }

    /** A message that is lost on its way has been sent before. */
    @Test
    void aLossWaitsForItsSending() throws Exception {
        List<String> own = lines.get("0");
        int receipt = 0;
        while (!own.get(receipt).contains("\"received\"")) {
            receipt++;
        }
        String loss = own.get(receipt)
                .replaceAll(
                        "(\\{\"process\":.*?),\"step\".*\"received\":(.*?),(\"from\":.*?)\\}.*",
                        "$1,\"fault\":\"lost\",\"message\":$2,$3}");
        write("0", head + "\n" + String.join("\n", own.subList(0, receipt)) + "\n" + loss + "\n");
        try (EventLogFollower follower = follower()) {
            assertEquals(receipt, follower.poll().size());
            writeWhole("1");
            writeWhole("2");
            EventLogFollower.Followed lost = follower.poll().stream()
                    .filter(each -> each.line() instanceof LogLine.Happened happened
                            && happened.event() instanceof TraceEvent.MessageLost)
                    .findFirst()
                    .orElseThrow();
            assertTrue(lost.sending().isPresent());
        }
    }

    /** As when the log of the sender is on another machine. */
    @Test
    void aReceiptWithoutASendingComesAfterAWhile() throws Exception {
        writeWhole("2");
        int come = 0;
        try (EventLogFollower follower = follower()) {
            while (come < lines.get("2").size()) {
                come += follower.poll().size();
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aLineThatIsNotWrittenToItsEndWaits() throws Exception {
        try (EventLogFollower follower = follower()) {
            String first = lines.get("0").get(0);
            write("0", head + "\n" + first.substring(0, 20));
            assertEquals(List.of(), follower.poll());
            write("0", first.substring(20));
            assertEquals(List.of(), follower.poll());
            write("0", "\n");
            assertEquals(1, follower.poll().size());
        }
    }

    /** A part that is put aside is read to its end, and then the next. */
    @Test
    void aPartThatIsPutAsideIsReadToItsEnd() throws Exception {
        List<String> own = lines.get("0");
        try (EventLogFollower follower = follower()) {
            write("0", head + "\n" + own.get(0) + "\n");
            assertEquals(1, follower.poll().size());
            write("0", own.get(1) + "\n");
            Files.move(logs.resolve("ewd851-0-0.ndjson"), logs.resolve("ewd851-0-0.1.ndjson"));
            write("0", head + "\n" + own.get(2) + "\n");
            writeWhole("1");
            writeWhole("2");
            List<EventLogFollower.Followed> come = new ArrayList<>();
            while (come.stream()
                            .filter(each -> each.line().process().number() == 0)
                            .count()
                    < 2) {
                come.addAll(follower.poll());
            }
        }
    }

    @Test
    void whatIsNoLogIsNamedWithFileAndLine() throws Exception {
        write("0", head + "\n" + lines.get("0").get(0) + "\nnonsense\n");
        try (EventLogFollower follower = follower()) {
            InvalidLog invalid = assertThrows(InvalidLog.class, follower::poll);
            assertTrue(invalid.getMessage().contains("ewd851-0-0.ndjson:3: "), invalid.getMessage());
            assertEquals(1, follower.poll().size());
        }
    }

    @Test
    void theLogsOfAnotherAlgorithmAreLeftOut() throws Exception {
        writeWhole("0");
        writeWhole("1");
        writeWhole("2");
        Files.writeString(logs.resolve("z-0-0.ndjson"), head.replace("ewd851", "lamport") + "\nwhatever\n");
        try (EventLogFollower follower = follower()) {
            assertEquals(all, follower.poll().size());
        }
    }
}
