package symposium.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/** What has befallen processes and links so far, and what each process has heard of it. */
final class FaultState {

    private record Pair(ProcessId one, ProcessId other) {
        static Pair of(ProcessId one, ProcessId other) {
            return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
        }
    }

    private final Topology topology;
    private final SortedSet<ProcessId> everyone;
    private final Set<ProcessId> gone = new HashSet<>();
    private final Set<Pair> broken = new HashSet<>();
    private final Map<ProcessId, SortedSet<ProcessId>> heardDeparted = new HashMap<>();
    private final Map<ProcessId, Set<Pair>> heardBroken = new HashMap<>();
    private final Map<ProcessId, Neighbours> neighbours = new HashMap<>();
    private final Map<ProcessId, Set<Neighbour>> acquainted = new HashMap<>();

    FaultState(Topology topology, Network network) {
        this.topology = topology;
        this.everyone = new TreeSet<>(network.processes());
        for (int place = 0; place < network.processes().size(); place++) {
            ProcessId process = network.processes().get(place);
            neighbours.put(process, network.neighbours().get(place));
            acquainted.put(
                    process, new HashSet<>(network.neighbours().get(place).all()));
        }
    }

    boolean gone(ProcessId process) {
        return gone.contains(process);
    }

    /** Everyone who is still there. */
    List<ProcessId> present() {
        List<ProcessId> present = new ArrayList<>(everyone);
        present.removeAll(gone);
        return present;
    }

    void goes(ProcessId process) {
        gone.add(process);
    }

    boolean broken(ProcessId one, ProcessId other) {
        return !broken.isEmpty() && broken.contains(Pair.of(one, other));
    }

    void breaks(ProcessId one, ProcessId other, boolean now) {
        if (now) {
            broken.add(Pair.of(one, other));
        } else {
            broken.remove(Pair.of(one, other));
        }
    }

    /** Whether a process has heard that another has departed. */
    boolean heardOf(ProcessId departed, ProcessId self) {
        return heardDeparted.getOrDefault(self, new TreeSet<>()).contains(departed);
    }

    /** Whether a process has ever been this process's neighbour, as far as it has heard. */
    boolean acquainted(ProcessId self, Neighbour with) {
        return acquainted.get(self).contains(with);
    }

    <M, I> Event.NeighboursChanged<M, I> hearsOfDeparture(ProcessId self, ProcessId departed) {
        heardDeparted.computeIfAbsent(self, nothing -> new TreeSet<>()).add(departed);
        return changed(self);
    }

    <M, I> Event.NeighboursChanged<M, I> hearsOfLink(ProcessId self, ProcessId other, boolean failed) {
        Set<Pair> heard = heardBroken.computeIfAbsent(self, nothing -> new HashSet<>());
        if (failed) {
            heard.add(Pair.of(self, other));
        } else {
            heard.remove(Pair.of(self, other));
        }
        return changed(self);
    }

    private <M, I> Event.NeighboursChanged<M, I> changed(ProcessId self) {
        SortedSet<ProcessId> departed = new TreeSet<>(heardDeparted.getOrDefault(self, new TreeSet<>()));
        SortedSet<ProcessId> members = new TreeSet<>(everyone);
        members.removeAll(departed);
        Set<Pair> failed = heardBroken.getOrDefault(self, Set.of());
        Neighbours now = new Neighbours(topology.neighbours(self, members).all().stream()
                .filter(neighbour -> !failed.contains(Pair.of(self, neighbour.id())))
                .toList());
        neighbours.put(self, now);
        acquainted.get(self).addAll(now.all());
        return new Event.NeighboursChanged<>(now, departed);
    }

    Neighbours neighbours(ProcessId self) {
        return neighbours.get(self);
    }
}
