package symposium.arbitration.privileges;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** Processes whose messages arrive when a test says so, with a count of them. */
final class Seated {

    private record Sent(ProcessId from, ProcessId to, PrivilegeMessage message, int delays) {}

    private final Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> protocol;
    private final SortedMap<ProcessId, PrivilegeState> states = new TreeMap<>();
    private final Deque<Sent> inTransit = new ArrayDeque<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> told = new ArrayList<>();
    private int delays;
    private int toldAfter;

    private Seated(Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> protocol) {
        this.protocol = protocol;
    }

    /** A number of processes, each linked with every other from the start, and names of one part. */
    static Seated all(int processes) {
        return all(processes, 1);
    }

    /** A number of processes, each linked with every other from the start, and this number of parts. */
    static Seated all(int processes, int parts) {
        return all(processes, new Privileges(processes / 2 + 1, 1, parts));
    }

    /** A number of processes, each linked with every other from the start. */
    static Seated all(int processes, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> protocol) {
        Seated seated = new Seated(protocol);
        for (int number = 0; number < processes; number++) {
            List<ProcessId> others = new ArrayList<>();
            for (int other = 0; other < processes; other++) {
                if (other != number) {
                    others.add(ProcessId.of(other));
                }
            }
            ProcessId self = ProcessId.of(number);
            seated.states.put(self, seated.protocol.initial(self, Neighbours.of(others)));
        }
        return seated;
    }

    /** So many processes, each of which knows of no philosopher. */
    static Seated apart(int processes, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> protocol) {
        Seated seated = new Seated(protocol);
        for (int number = 0; number < processes; number++) {
            ProcessId self = ProcessId.of(number);
            seated.states.put(self, protocol.initial(self, Neighbours.none()));
        }
        return seated;
    }

    /** The user of a process asks for these; what is sent for that stays in transit. */
    Seated takes(int process, long ticket, String... resources) {
        return happens(process, new Event.Input<>(new Request.Take(ticket, Mode.exclusively(Set.of(resources)))));
    }

    Seated releases(int process, long ticket) {
        return happens(process, new Event.Input<>(new Request.Release(ticket)));
    }

    /** The user of a process asks for this; what is sent for that stays in transit. */
    Seated asks(int process, Request request) {
        return happens(process, new Event.Input<>(request));
    }

    /** A process hears that these are its neighbours, and that those have departed. */
    Seated hears(int process, List<Integer> neighbours, Integer... departed) {
        TreeSet<ProcessId> gone = new TreeSet<>();
        for (int each : departed) {
            gone.add(ProcessId.of(each));
        }
        return happens(
                process,
                new Event.NeighboursChanged<>(
                        Neighbours.of(neighbours.stream().map(ProcessId::of).toList()), gone));
    }

    /** Delivers everything, and what is sent for that, in the order of sending. */
    Seated settles() {
        while (!inTransit.isEmpty()) {
            Sent sent = inTransit.remove();
            delays = sent.delays();
            counts.merge(sent.message().getClass().getSimpleName(), 1, Integer::sum);
            happens(sent.to().number(), new Event.Received<>(Neighbour.of(sent.from()), sent.message()));
        }
        delays = 0;
        return this;
    }

    PrivilegeState state(int process) {
        return states.get(ProcessId.of(process));
    }

    /** How many messages of each type have arrived since this was asked last. */
    Map<String, Integer> count() {
        Map<String, Integer> now = new TreeMap<>(counts);
        counts.clear();
        return now;
    }

    /** What users have been told since this was asked last. */
    List<String> told() {
        List<String> now = List.copyOf(told);
        told.clear();
        return now;
    }

    /** After how many message delays a user was told last, from where everything had been delivered. */
    int toldAfter() {
        return toldAfter;
    }

    private Seated happens(int process, Event<PrivilegeMessage, Request> event) {
        ProcessId self = ProcessId.of(process);
        Step<PrivilegeState, PrivilegeMessage, Grant> step = protocol.step(states.get(self), event);
        states.put(self, step.next());
        for (Effect<PrivilegeMessage, Grant> effect : step.effects()) {
            if (effect instanceof Effect.Send<PrivilegeMessage, Grant> send) {
                inTransit.add(new Sent(self, send.to().id(), send.message(), delays + 1));
            } else {
                toldAfter = delays;
                told.add(process + ": " + effect);
            }
        }
        return this;
    }
}
