package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;

@Tag("fast")
class HistoryIndexTest {

    private final HistoryIndex index = new HistoryIndex();

    @Test
    void aNodeIsServedOnceAllItsClientsHaveAskedAndBeenGrantedSince() {
        index.add(HistoryEvent.of(Kind.STARTED, 0).withValue(Optional.of(2L)));
        index.add(HistoryEvent.of(Kind.STARTED, 1));
        index.add(HistoryEvent.of(Kind.ASKS, 1));
        index.add(HistoryEvent.of(Kind.GRANTED, 1));
        assertEquals(Set.of(1), index.served(2));

        index.expect();
        index.add(HistoryEvent.of(Kind.GRANTED, 1));
        assertEquals(Set.of(), index.served(2), "it had asked before");

        for (int client = 0; client < 2; client++) {
            assertEquals(Set.of(), index.served(1));
            index.add(HistoryEvent.of(Kind.ASKS, 0).withClient(Optional.of(client)));
            index.add(HistoryEvent.of(Kind.GRANTED, 0).withClient(Optional.of(client)));
        }
        index.add(HistoryEvent.of(Kind.FOLLOWS, 1));
        assertEquals(Set.of(0, 1), index.served(2));
    }

    @Test
    void aClientIsBusyFromItsQuestionUntilItHasReleasedOrItsNodeHasEnded() {
        for (Kind end : List.of(Kind.RELEASED, Kind.LOST, Kind.STALE, Kind.GIVEN_UP, Kind.UNAVAILABLE, Kind.ENDED)) {
            index.add(HistoryEvent.of(Kind.ASKS, 1).withClient(Optional.of(2)));
            index.add(HistoryEvent.of(Kind.GRANTED, 1).withClient(Optional.of(2)));
            assertEquals(Set.of(new HistoryEvent.Client(1, 2)), index.busy(), end::toString);
            index.add(HistoryEvent.of(end, 1).withClient(Optional.of(2)));
            assertEquals(Set.of(), index.busy(), end::toString);
        }
    }

    @Test
    void aNodeEntersUntilItIsReady() {
        index.add(HistoryEvent.of(Kind.STARTED, 0));
        index.add(HistoryEvent.of(Kind.STARTED, 1));
        index.add(HistoryEvent.of(Kind.READY, 0));
        assertEquals(Set.of(1), index.entering());

        index.add(HistoryEvent.of(Kind.STARTED, 0));
        assertEquals(Set.of(0, 1), index.entering());
    }

    @Test
    void theHolderIsTheNodeThatWasGrantedLast() {
        index.add(HistoryEvent.of(Kind.ASKS, 0));
        index.add(HistoryEvent.of(Kind.ASKS, 1));
        index.add(HistoryEvent.of(Kind.GRANTED, 1));
        index.add(HistoryEvent.of(Kind.READ, 1));
        assertEquals(Optional.of(1), index.lastTo(Kind.GRANTED, 2));
        assertEquals(Optional.of(0), index.lastTo(Kind.ASKS, 2));

        index.add(HistoryEvent.of(Kind.RELEASED, 1));
        assertEquals(Optional.empty(), index.lastTo(Kind.GRANTED, 2));
        assertEquals(Optional.empty(), index.lastTo(Kind.ASKS, 0));
    }
}
