package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;

/** How long messages travel over the links of a process, and at which place a process stands. */
@Tag("fast")
class TransportTest {

    /** The links of a complete graph of this number of processes, with these delays, one after the other. */
    private static Transport complete(int processes, Channels channels, long... delays) {
        Deque<Long> left = new ArrayDeque<>();
        for (long delay : delays) {
            left.add(delay);
        }
        return new Transport(
                Network.of(Shape.COMPLETE, Start.of(processes, 0).processes()),
                channels,
                random -> left.remove(),
                new SplittableRandom(0));
    }

    private static Neighbour neighbour(int number) {
        return Neighbour.of(ProcessId.of(number));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9, 10, 30})
    void eachNeighbourHasALinkOfItsOwnAndAStrangerNone(int processes) {
        Transport transport = complete(processes, Channels.FIFO);
        assertEquals(
                processes - 1,
                IntStream.range(1, processes)
                        .map(other -> transport.link(0, neighbour(other)))
                        .filter(link -> link >= 0)
                        .distinct()
                        .count());
        assertTrue(transport.link(0, neighbour(processes)) < 0);
        assertTrue(transport.link(0, neighbour(0)) < 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 30})
    void overALinkThatKeepsItsOrderNothingOvertakes(int processes) {
        Transport transport = complete(processes, Channels.FIFO, 9, 2, 2, 9);
        int one = transport.link(0, neighbour(1));
        int two = transport.link(0, neighbour(2));
        assertEquals(9, transport.delay(0, one, 100));
        assertEquals(8, transport.delay(0, one, 101), "it arrives together with the first");
        assertEquals(2, transport.delay(0, two, 101), "over another link");
        assertEquals(9, transport.delay(0, one, 101));
    }

    @Test
    void overALinkWithoutOrderAMessageMayOvertake() {
        Transport transport = complete(3, Channels.UNORDERED, 9, 2);
        assertEquals(9, transport.delay(0, 0, 100));
        assertEquals(2, transport.delay(0, 0, 100));
    }

    @Test
    void overNewLinksNothingArrivesBeforeWhatWasSentOverTheFormer() {
        Transport transport = complete(3, Channels.FIFO, 9, 2);
        assertEquals(9, transport.delay(0, transport.link(0, neighbour(1)), 100));
        transport.relink(0, Neighbours.of(List.of(ProcessId.of(2), ProcessId.of(7))));
        assertTrue(transport.link(0, neighbour(1)) < 0);
        assertEquals(8, transport.delay(0, transport.link(0, neighbour(7)), 101));
    }

    /** A process may answer one that is no neighbour of its own any more. */
    @Test
    void toOneThatIsNoNeighbourNothingOvertakes() {
        Transport transport = complete(3, Channels.FIFO, 9, 2, 7, 2);
        transport.relink(0, Neighbours.none());
        assertEquals(9, transport.delay(0, transport.link(0, neighbour(1)), 100));
        assertEquals(8, transport.delay(0, transport.link(0, neighbour(1)), 101));
        transport.relink(0, Neighbours.of(List.of(ProcessId.of(1))));
        assertEquals(7, transport.delay(0, transport.link(0, neighbour(1)), 103));
        assertEquals(6, transport.delay(0, transport.link(0, neighbour(1)), 104));
    }

    @Test
    void aProcessThatHadNoLinksForAWhileKeepsTheOrder() {
        Transport transport = complete(3, Channels.FIFO, 9, 2);
        assertEquals(9, transport.delay(0, transport.link(0, neighbour(1)), 100));
        transport.relink(0, Neighbours.none());
        transport.relink(0, Neighbours.of(List.of(ProcessId.of(1))));
        assertEquals(8, transport.delay(0, transport.link(0, neighbour(1)), 101));
    }

    @Test
    void aProcessStandsAtItsPlaceAndAnotherAtNone() {
        ProcessIndex plain = new ProcessIndex(List.of(ProcessId.of(5), ProcessId.of(2)));
        assertEquals(List.of(0, 1), places(plain, ProcessId.of(5), ProcessId.of(2)));
        assertEquals(List.of(-1, -1, -1), places(plain, ProcessId.of(3), ProcessId.of(6), new ProcessId(5, 1)));

        ProcessIndex named = new ProcessIndex(List.of(new ProcessId(5, 1), ProcessId.of(5), ProcessId.of(1 << 30)));
        assertEquals(List.of(0, 1, 2), places(named, new ProcessId(5, 1), ProcessId.of(5), ProcessId.of(1 << 30)));
        assertEquals(List.of(-1, -1), places(named, new ProcessId(5, 2), ProcessId.of(0)));
    }

    @Test
    void anIncarnationTakesAPlaceOfItsOwn() {
        ProcessIndex index = new ProcessIndex(List.of(new ProcessId(1, 7), ProcessId.of(0)));
        assertEquals(List.of(0, 1, -1), places(index, new ProcessId(1, 7), ProcessId.of(0), ProcessId.of(1)));
    }

    private static List<Integer> places(ProcessIndex index, ProcessId... processes) {
        return List.of(processes).stream().map(index::of).toList();
    }
}
