package symposium.mutex.helaryplouzeauraynal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Topology;

/**
 * The number of messages of one entry while no other process asks; section 6, corrected.
 *
 * <p>A request builds a spanning tree: a process that receives it for the first time is a child of the sender, and
 * sends it on to those of its neighbours that are neither on the path from the origin to its parent nor neighbours of
 * one on it. So the tree tells how many requests are sent, and the depth of the owner in it how far the token goes.
 * Which tree it is, the delays decide.
 */
public final class HelaryPlouzeauRaynalCost {

    private final SortedMap<ProcessId, SortedSet<ProcessId>> adjacent = new TreeMap<>();
    private final int edges;

    private HelaryPlouzeauRaynalCost(SortedSet<ProcessId> processes, List<Neighbours> neighbours) {
        int at = 0;
        int ends = 0;
        for (ProcessId process : processes) {
            SortedSet<ProcessId> around = new TreeSet<>();
            neighbours.get(at++).forEach(neighbour -> around.add(neighbour.id()));
            adjacent.put(process, around);
            ends += around.size();
        }
        edges = ends / 2;
    }

    /** The cost on this network. */
    public static HelaryPlouzeauRaynalCost on(Topology topology, SortedSet<ProcessId> processes) {
        return new HelaryPlouzeauRaynalCost(processes, topology.everyones(processes));
    }

    /** The number n of processes. */
    public int processes() {
        return adjacent.size();
    }

    /** The number e of links. */
    public int links() {
        return edges;
    }

    // --- unit delays

    /**
     * How many requests are sent when every message takes one tick, and copies that arrive together are taken in the
     * order of their senders: the tree is then that of shortest paths, with the least parent of all.
     */
    public int requests(ProcessId requester) {
        SortedMap<ProcessId, ProcessId> parents = new TreeMap<>();
        List<ProcessId> reached = new ArrayList<>(List.of(requester));
        for (int from = 0; from < reached.size(); ) {
            int to = reached.size();
            Collections.sort(reached.subList(from, to));
            for (ProcessId each : List.copyOf(reached.subList(from, to))) {
                for (ProcessId next : adjacent.get(each)) {
                    if (!next.equals(requester) && parents.putIfAbsent(next, each) == null) {
                        reached.add(next);
                    }
                }
            }
            from = to;
        }
        return requests(requester, parents);
    }

    /** How far the token goes with unit delays: the distance between the two. */
    public int tokens(ProcessId requester, ProcessId owner) {
        Set<ProcessId> ball = new HashSet<>(Set.of(owner));
        int distance = 0;
        while (!ball.contains(requester)) {
            Set<ProcessId> wider = new HashSet<>(ball);
            ball.forEach(each -> wider.addAll(adjacent.get(each)));
            if (wider.size() == ball.size()) {
                throw new IllegalArgumentException("no path leads from " + requester + " to " + owner);
            }
            ball = wider;
            distance++;
        }
        return distance;
    }

    /** How many requests are sent when the request builds this tree: the parent of each but the requester. */
    public int requests(ProcessId requester, Map<ProcessId, ProcessId> parents) {
        int sent = adjacent.get(requester).size();
        for (ProcessId each : parents.keySet()) {
            Set<ProcessId> seen = seen(requester, parents, parents.get(each));
            sent += (int) adjacent.get(each).stream()
                    .filter(next -> !seen.contains(next))
                    .count();
        }
        return sent;
    }

    /**
     * {@code already_seen} as {@code sender} sends it: the path that the request has taken, and the neighbours of those
     * on it.
     */
    private Set<ProcessId> seen(ProcessId requester, Map<ProcessId, ProcessId> parents, ProcessId sender) {
        Set<ProcessId> seen = new HashSet<>();
        for (ProcessId on = sender; on != null; on = parents.get(on)) {
            seen.add(on);
            seen.addAll(adjacent.get(on));
            if (on.equals(requester)) {
                break;
            }
        }
        return seen;
    }

    // --- whatever the delays

    /**
     * What one entry can cost, of one requester and one owner.
     *
     * @param least the fewest messages
     * @param most the most messages
     */
    public record Range(int least, int most) {}

    /**
     * The requests that one entry can cost, whatever the delays: over all trees that a request can build. Takes time
     * exponential in the number of links.
     */
    public Range requestsAtAnyDelays(ProcessId requester) {
        return range(requester, requester, 1, 0);
    }

    /**
     * How far the token can have to go, whatever the delays; the most is the length of the longest induced path between
     * the two.
     */
    public Range tokensAtAnyDelays(ProcessId requester, ProcessId owner) {
        return range(requester, owner, 0, 1);
    }

    /** All messages that one entry can cost, whatever the delays. */
    public Range messagesAtAnyDelays(ProcessId requester, ProcessId owner) {
        return range(requester, owner, 1, 1);
    }

    private Range range(ProcessId requester, ProcessId owner, int perRequest, int perToken) {
        int[] extremes = {Integer.MAX_VALUE, Integer.MIN_VALUE};
        grow(requester, new TreeMap<>(), new HashSet<>(), parents -> {
            int depth = 0;
            for (ProcessId on = owner; !on.equals(requester); on = parents.get(on)) {
                depth++;
            }
            int cost = perRequest * requests(requester, parents) + perToken * depth;
            extremes[0] = Math.min(extremes[0], cost);
            extremes[1] = Math.max(extremes[1], cost);
        });
        return new Range(extremes[0], extremes[1]);
    }

    /** Every tree once and again: any copy in transit may be the next to arrive where none has. */
    private void grow(
            ProcessId requester,
            SortedMap<ProcessId, ProcessId> parents,
            Set<Map<ProcessId, ProcessId>> grown,
            java.util.function.Consumer<Map<ProcessId, ProcessId>> visitor) {
        if (!grown.add(Map.copyOf(parents))) {
            return;
        }
        if (parents.size() == adjacent.size() - 1) {
            visitor.accept(parents);
            return;
        }
        List<ProcessId> knowing = new ArrayList<>(parents.keySet());
        knowing.add(requester);
        for (ProcessId sender : knowing) {
            Set<ProcessId> seen = sender.equals(requester) ? Set.of() : seen(requester, parents, parents.get(sender));
            for (ProcessId next : adjacent.get(sender)) {
                if (!seen.contains(next) && !next.equals(requester) && !parents.containsKey(next)) {
                    parents.put(next, sender);
                    grow(requester, parents, grown, visitor);
                    parents.remove(next);
                }
            }
        }
    }

    // --- formulas

    /**
     * The most requests that any delays can bring about: each process but the requester spares at least the link that
     * it got its copy from.
     */
    public static int mostRequests(int processes, int links) {
        return 2 * links - processes + 1;
    }

    /** The paper's bounds on the requests in general: n-1 and 2e. */
    public static Range printedRequests(int processes, int links) {
        return new Range(processes - 1, 2 * links);
    }

    /** The requests on a ring: 2 for n = 3, 4 for n = 4, and n or n+1 for more; the paper says n-1 to n+1. */
    public static Range requestsOnRing(int processes) {
        return switch (processes) {
            case 1 -> new Range(0, 0);
            case 2 -> new Range(1, 1);
            case 3 -> new Range(2, 2);
            case 4 -> new Range(4, 4);
            default -> new Range(processes, processes + 1);
        };
    }
}
