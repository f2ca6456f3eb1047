package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.JsonNumbers;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.InvalidHistory;
import symposium.judge.Judge;
import symposium.mutex.Fence;

/** The store that clients of a torture run share. */
@Tag("fast")
class FencedStoreTest {

    @TempDir
    private Path directory;

    private interface Client {
        void talks(FencedStore store, Socket socket) throws IOException;
    }

    /** Everything that is recorded until the connection of the client is seen to end. */
    private List<HistoryEvent> recorded(Client client) throws IOException {
        Path file = directory.resolve("history.jsonl");
        try (History history = new History(file);
                FencedStore store = new FencedStore("127.0.0.1", history)) {
            history.add(HistoryEvent.of(Kind.BEGINS));
            String[] address = store.address().split(":");
            try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
                client.talks(store, socket);
            }
            while (history.now(index -> index.lastTo(Kind.ENDED, 3)).isEmpty()) {
                Thread.onSpinWait();
            }
        }
        return History.read(file);
    }

    @Test
    void anAccessUnderASmallerFenceIsRefusedAndAllIsRecorded() throws Exception {
        List<HistoryEvent> events = recorded((store, socket) -> {
            assertEquals("-", told(socket, HistoryEvent.of(Kind.STARTED, 2)));
            assertEquals("0", told(socket, access(Kind.READ, 5, Optional.empty())));
            assertEquals("1", told(socket, access(Kind.WRITTEN, 5, Optional.of(1L))));
            assertEquals("-", told(socket, access(Kind.READ, 4, Optional.empty())));
            assertEquals("-", told(socket, access(Kind.WRITTEN, 4, Optional.of(2L))));
            assertEquals("1", told(socket, access(Kind.READ, 6, Optional.empty())));
        });
        assertEquals(
                List.of(
                        Kind.BEGINS,
                        Kind.STARTED,
                        Kind.READ,
                        Kind.WRITTEN,
                        Kind.REFUSED,
                        Kind.REFUSED,
                        Kind.READ,
                        Kind.ENDED),
                events.stream().map(HistoryEvent::kind).toList());
        assertEquals(List.of(), Judge.judge(events).violations());
        events.stream().skip(1).forEach(event -> assertEquals(Optional.of(2), event.node(), event::toString));
    }

    @Test
    void aReaderIsHeldToTheFencesOfWritersAlone() throws Exception {
        List<HistoryEvent> events = recorded((store, socket) -> {
            assertEquals("-", told(socket, HistoryEvent.of(Kind.STARTED, 2)));
            assertEquals("1", told(socket, access(Kind.WRITTEN, 3, Optional.of(1L))));
            assertEquals("1", told(socket, shared(5)));
            assertEquals("1", told(socket, shared(4)));
            assertEquals("-", told(socket, shared(2)));
            assertEquals("-", told(socket, access(Kind.WRITTEN, 4, Optional.of(2L))));
            assertEquals("2", told(socket, access(Kind.WRITTEN, 6, Optional.of(2L))));
            assertEquals("-", told(socket, shared(5)));
        });
        assertEquals(List.of(), Judge.judge(events).violations());
    }

    /** The run may be killed while it writes. */
    @Test
    void aHistoryIsReadWhereverItIsCut() throws Exception {
        Path file = directory.resolve("cut.jsonl");
        try (History history = new History(file)) {
            history.add(HistoryEvent.of(Kind.BEGINS));
            history.add(HistoryEvent.of(Kind.STARTED, 1));
            history.add(access(Kind.WRITTEN, 3, Optional.of(1L)));
        }
        byte[] whole = Files.readAllBytes(file);
        int events = History.read(file).size();
        int first = Files.readString(file).indexOf('\n');
        int most = 0;
        for (int cut = first; cut <= whole.length; cut++) {
            Files.write(file, Arrays.copyOf(whole, cut));
            int read = History.read(file).size();
            assertTrue(read >= most, "cut after " + cut + " bytes");
            most = read;
        }
        assertEquals(events, most);
        Files.write(file, Arrays.copyOf(whole, first - 1));
        assertThrows(InvalidHistory.class, () -> History.read(file));
    }

    /** The generation of a fence has no bound but that of its type. */
    @Test
    void theLinesOfAHistoryHaveNoNumberThatReadersRound() throws Exception {
        HistoryEvent event = access(Kind.READ, Long.MAX_VALUE, Optional.of(1L));
        JsonNode line = JsonNumbers.exact(new ObjectMapper().readTree(History.line(event)));
        assertEquals(
                Long.toString(Long.MAX_VALUE),
                line.at("/fences/lock/generation").textValue());
        assertEquals(event, History.event("here: ", History.line(event)));
    }

    private static HistoryEvent shared(long generation) {
        return access(Kind.READ, generation, Optional.empty())
                .withModes(new TreeMap<>(java.util.Map.of("lock", Mode.SHARED)));
    }

    private static HistoryEvent access(Kind kind, long generation, Optional<Long> value) {
        return HistoryEvent.of(kind, new TreeMap<>(java.util.Map.of("lock", new Fence(generation, 0))))
                .withValue(value);
    }

    @Test
    void whileClientsRestTheyEndWhatTheyDoAndAskForNothing() throws Exception {
        List<HistoryEvent> events = recorded((store, socket) -> {
            assertEquals("-", told(socket, HistoryEvent.of(Kind.STARTED, 2)));
            store.rest(true);
            assertEquals("rests", told(socket, HistoryEvent.of(Kind.ASKS, 2)));
            assertEquals("-", told(socket, HistoryEvent.of(Kind.RELEASED, 2)));
            store.rest(false);
            assertEquals("-", told(socket, HistoryEvent.of(Kind.ASKS, 2)));
        });
        assertEquals(
                List.of(Kind.BEGINS, Kind.STARTED, Kind.RELEASED, Kind.ASKS, Kind.ENDED),
                events.stream().map(HistoryEvent::kind).toList());
    }

    private static String told(Socket socket, HistoryEvent event) throws IOException {
        new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8).println(History.line(event));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
