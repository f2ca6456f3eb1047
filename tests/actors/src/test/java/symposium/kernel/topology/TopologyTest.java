package symposium.kernel.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;

@Tag("fast")
class TopologyTest {

    private static final Graph KITE =
            Graph.of("kite", List.of("a", "b", "c", "d"), List.of(edge(0, 1), edge(1, 2), edge(2, 0), edge(3, 2)));

    private static Graph.Edge edge(int one, int other) {
        return new Graph.Edge(one, other);
    }

    private static SortedSet<ProcessId> members(int count) {
        return new TreeSet<>(Start.of(count, 0).processes());
    }

    private static List<Integer> linked(Topology topology, int self, int count) {
        return topology.neighbours(ProcessId.of(self), members(count)).all().stream()
                .map(neighbour -> neighbour.id().number())
                .toList();
    }

    /** Topologies, each with a number of processes that it takes. */
    static Stream<List<Object>> all() {
        return Stream.of(
                List.of(Shape.RING, 1),
                List.of(Shape.RING, 2),
                List.of(Shape.RING, 7),
                List.of(Shape.CYCLE, 1),
                List.of(Shape.CYCLE, 2),
                List.of(Shape.CYCLE, 7),
                List.of(Shape.COMPLETE, 6),
                List.of(Shape.LINE, 6),
                List.of(Shape.STAR, 6),
                List.of(Shape.TREE, 11),
                List.of(Shape.PETERSEN, 10),
                List.of(new Grid(3, 4), 12),
                List.of(new Grid(1, 1), 1),
                List.of(KITE, 4),
                List.of(
                        new RelabelledTopology(
                                Shape.LINE,
                                Stream.of(2, 0, 3, 1).map(ProcessId::of).toList()),
                        4));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyonesNeighboursAreThoseOfEachAndSeeEachOther(List<Object> given) {
        Topology topology = (Topology) given.get(0);
        SortedSet<ProcessId> members = members((int) given.get(1));
        List<Neighbours> each = members.stream()
                .map(member -> topology.neighbours(member, members))
                .toList();

        assertEquals(each, topology.everyones(members));
        assertTrue(topology.misfit(members.size()).isEmpty());
        for (ProcessId self : members) {
            for (Neighbour neighbour : topology.neighbours(self, members)) {
                assertTrue(topology.neighbours(neighbour.id(), members).contains(neighbour.seenBack(self)));
            }
        }
    }

    @Test
    void eachShapeIsWhatItsNameSays() {
        assertEquals(List.of(1, 4), linked(Shape.RING, 0, 5));
        assertEquals(List.of(1, 4), linked(Shape.CYCLE, 0, 5));
        assertEquals(List.of(), linked(Shape.CYCLE, 0, 1));
        assertEquals(List.of(1), linked(Shape.CYCLE, 0, 2));
        assertEquals(List.of(0, 1, 3), linked(Shape.COMPLETE, 2, 4));
        assertEquals(List.of(1, 3), linked(Shape.LINE, 2, 4));
        assertEquals(List.of(0), linked(Shape.STAR, 2, 4));
        assertEquals(List.of(1, 2, 3), linked(Shape.STAR, 0, 4));
        assertEquals(List.of(0, 3, 4), linked(Shape.TREE, 1, 6));
        assertEquals(List.of(1, 4, 5), linked(Shape.PETERSEN, 0, 10));
        assertEquals(List.of(0, 7, 8), linked(Shape.PETERSEN, 5, 10));
        assertEquals(List.of(1, 4, 6, 9), linked(new Grid(3, 4), 5, 12));
        assertEquals(List.of(0, 1, 3), linked(KITE, 2, 4));
    }

    @Test
    void aProcessThatIsNotThereLeavesAGapOrIsClosedOver() {
        SortedSet<ProcessId> members = members(5);
        members.remove(ProcessId.of(1));

        assertEquals(Neighbours.of(List.of()), Shape.LINE.neighbours(ProcessId.of(0), members));
        assertEquals(
                Neighbours.onRing(ProcessId.of(2), ProcessId.of(4)), Shape.RING.neighbours(ProcessId.of(0), members));
    }

    @Test
    void numbersThatDoNotFitAreToldOf() {
        assertEquals("Petersen's graph has 10 nodes", Shape.PETERSEN.misfit(9).orElseThrow());
        assertEquals("a grid of 2 by 3 has 6 nodes", new Grid(2, 3).misfit(5).orElseThrow());
        assertEquals("the graph kite has 4 nodes", KITE.misfit(5).orElseThrow());
        assertThrows(IllegalArgumentException.class, () -> new Grid(0, 3));
    }

    @Test
    void aGraphIsSimpleAndConnected() {
        List<String> two = List.of("a", "b");

        assertEquals(List.of(edge(0, 1), edge(0, 2), edge(1, 2), edge(2, 3)), KITE.edges());
        assertEquals("a is linked with itself; a link joins two nodes", refusal(two, edge(0, 0)));
        assertEquals(
                "the link between b and a is named twice; two nodes share at most one",
                refusal(two, edge(0, 1), edge(1, 0)));
        assertEquals("the graph is not connected: no path leads from a to b", refusal(two));
        assertEquals("two nodes are named a; each has a name of its own", refusal(List.of("a", "a"), edge(0, 1)));
        assertTrue(refusal(two, edge(0, 2)).startsWith("a link leads to a node that is not there"));
        assertEquals("a graph has at least one node", refusal(List.of()));
    }

    private static String refusal(List<String> nodes, Graph.Edge... edges) {
        return assertThrows(IllegalArgumentException.class, () -> Graph.of("drawn", nodes, List.of(edges)))
                .getMessage();
    }

    @Test
    void seatsChangeTheOrderOfARing() {
        List<ProcessId> order = Stream.of(5, 3, 9).map(ProcessId::of).toList();
        RelabelledTopology ring = new RelabelledTopology(Shape.RING, order);
        SortedSet<ProcessId> members = new TreeSet<>(order);

        assertEquals(Neighbours.onRing(ProcessId.of(3), ProcessId.of(9)), ring.neighbours(ProcessId.of(5), members));
        assertEquals(ring.byPlace().get(2), ring.neighbours(ProcessId.of(9), members));
        assertEquals("ring", ring.toString());
        assertTrue(ring.misfit(4).isPresent());
        assertThrows(
                IllegalArgumentException.class,
                () -> new RelabelledTopology(Shape.RING, List.of(order.get(0), order.get(0))));
    }

    /** A constant of one of them that is made of another's is null where the other is being initialised. */
    @ParameterizedTest
    @ValueSource(
            classes = {Topology.class, Shape.class, Grid.class, Graph.class, RelabelledTopology.class, Neighbours.class
            })
    void theConstantsAreThereWhateverIsUsedFirst(Class<?> first) throws ReflectiveOperationException, IOException {
        Set<String> constants = new TreeSet<>();
        try (URLClassLoader fresh = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Class.forName(first.getName(), true, fresh);
            for (Class<?> each : List.of(
                    Topology.class, Shape.class, Grid.class, Graph.class, RelabelledTopology.class, Neighbours.class)) {
                for (Field field : Class.forName(each.getName(), true, fresh).getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        assertNotNull(field.get(null), field::toString);
                        constants.add(field.getName());
                    }
                }
            }
        }
        assertTrue(constants.containsAll(Set.of("RING", "COMPLETE")), constants::toString);
    }

    private static URL[] classPath() throws IOException {
        List<URL> path = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(Path.of(each).toUri().toURL());
        }
        return path.toArray(URL[]::new);
    }

    @Test
    void theCellsOfAGridAreLinkedWithinItsRowsAndColumns() {
        Grid grid = new Grid(2, 3);
        assertEquals(List.of(1, 3), linked(grid, 0, 6));
        assertEquals(List.of(0, 2, 4), linked(grid, 1, 6));
        assertEquals(List.of(1, 5), linked(grid, 2, 6));
        assertEquals(List.of(0, 4), linked(grid, 3, 6));
        assertEquals(List.of(2, 4), linked(grid, 5, 6));
        assertEquals("grid:2x3", grid.toString());
        assertThrows(IllegalArgumentException.class, () -> new Grid(3, 0));
        assertThrows(IllegalArgumentException.class, () -> new Grid(1 << 16, 1 << 15));
        assertEquals(Integer.MAX_VALUE, new Grid(1, Integer.MAX_VALUE).columns());
    }

    @Test
    void theNodesOfAGraphMayBeTheirNumbers() {
        Graph path = Graph.of("path", 3, List.of(edge(0, 1), edge(1, 2)));
        assertEquals(List.of("0", "1", "2"), path.nodes());
        assertEquals("path", path.toString());
        assertEquals(List.of(1), linked(path, 0, 3));
        assertEquals(List.of(), linked(path, 3, 4), "a process without a node");
        assertEquals(Set.of(0, 1, 2), Graph.reached(1, path.adjacent()::get));
    }

    @Test
    void someOfARelabelledRingCloseTheGapsOfTheOthers() {
        RelabelledTopology ring = RelabelledTopology.ring(5, 3, 9);
        assertEquals(
                new RelabelledTopology(
                        Shape.RING, Stream.of(5, 3, 9).map(ProcessId::of).toList()),
                ring);
        SortedSet<ProcessId> two = new TreeSet<>(List.of(ProcessId.of(3), ProcessId.of(5)));
        assertEquals(
                List.of(
                        Neighbours.onRing(ProcessId.of(5), ProcessId.of(5)),
                        Neighbours.onRing(ProcessId.of(3), ProcessId.of(3))),
                ring.everyones(two));
        SortedSet<ProcessId> stranger = new TreeSet<>(List.of(ProcessId.of(3), ProcessId.of(4)));
        assertEquals(
                "not every one of [3, 4] has a place",
                assertThrows(IllegalArgumentException.class, () -> ring.neighbours(ProcessId.of(3), stranger))
                        .getMessage());
    }

    /** A ring goes on to the left; the links of a line have no sides, and are in the order of the names. */
    @Test
    void relabelledNeighboursWithoutSidesAreInTheOrderOfTheirNames() {
        RelabelledTopology line = new RelabelledTopology(
                Shape.LINE, Stream.of(5, 3, 4).map(ProcessId::of).toList());
        assertEquals(
                Neighbours.of(List.of(ProcessId.of(4), ProcessId.of(5))),
                line.neighbours(ProcessId.of(3), new TreeSet<>(line.seated())));
        RelabelledTopology ring = RelabelledTopology.ring(5, 9, 4);
        assertEquals(
                Neighbours.onRing(ProcessId.of(9), ProcessId.of(4)),
                ring.neighbours(ProcessId.of(5), new TreeSet<>(ring.seated())));
    }

    @Test
    void neighboursAreNamedOnceForEachLink() {
        ProcessId one = ProcessId.of(1);
        Neighbours ring = Neighbours.onRing(one, ProcessId.of(2));
        assertEquals(new Neighbour(one, Side.LEFT), ring.left());
        assertEquals(new Neighbour(ProcessId.of(2), Side.RIGHT), ring.right());
        assertEquals(2, Neighbours.onRing(one, one).size(), "two links with the same process");
        assertThrows(IllegalArgumentException.class, () -> Neighbours.of(List.of(one, one)));
        assertThrows(
                IllegalStateException.class, () -> Neighbours.of(List.of(one)).left());
        assertEquals(
                List.of(new Neighbour(ProcessId.of(2), Side.RIGHT)),
                ring.without(List.of(one)).all());
        assertTrue(Neighbours.none().isEmpty());
        assertFalse(ring.isEmpty());
    }

    @Test
    void theTextsAreThoseOfTheCommandLine() {
        assertEquals("coalescing", Channels.COALESCING.toString());
        assertEquals("link-failure", Fault.LINK_FAILURE.toString());
        assertEquals(
                List.of("1 (left)", "1 (right)", "1"),
                Stream.of(Side.values())
                        .map(side -> new Neighbour(ProcessId.of(1), side).toString())
                        .toList());
    }
}
