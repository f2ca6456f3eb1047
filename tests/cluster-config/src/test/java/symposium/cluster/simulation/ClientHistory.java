package symposium.cluster.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.Judge;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;

/**
 * The history of all clients, and its violations. The {@link Judge} of the torture runs checks grants and answers. This
 * class also checks that each request gets one final answer in time, and that each holder is notified of a loss.
 */
final class ClientHistory {

    /** A client of a node. */
    record Client(int node, int number) {}

    private final List<String> events = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Judge judge = new Judge();
    private final SimulatedTime time;
    private final Map<String, Claims> waiting = new TreeMap<>();
    private final Map<String, BooleanSupplier> late = new HashMap<>();
    private final Map<String, Claims> held = new TreeMap<>();
    private final Set<Integer> removed = new HashSet<>();
    private final Map<Client, Integer> granted = new HashMap<>();

    ClientHistory(SimulatedTime time) {
        this.time = time;
    }

    /** What happened, a line each. */
    List<String> events() {
        return events;
    }

    List<String> violations() {
        List<String> all = new ArrayList<>(violations);
        all.addAll(judge.violations());
        return all;
    }

    /** The number of grants to a client. */
    int grants(Client client) {
        return granted.getOrDefault(client, 0);
    }

    Map<String, Claims> waiting() {
        return waiting;
    }

    void happens(String what) {
        events.add(String.format(Locale.ROOT, "%9.3f  %s", time.nanos() / 1e9, what));
    }

    void violates(String what) {
        happens("VIOLATION: " + what);
        violations.add(what);
    }

    void judge(HistoryEvent event) {
        judge.on(event.withAt(TimeUnit.NANOSECONDS.toMillis(time.nanos())));
    }

    private void judge(Kind kind, Client client, Claims claims, Fence fence) {
        TreeMap<String, Fence> fences = new TreeMap<>();
        TreeMap<String, Mode> modes = new TreeMap<>();
        claims.modes().forEach((name, mode) -> {
            fences.put(name, fence);
            if (!mode.equals(Mode.EXCLUSIVE)) {
                modes.put(name, mode);
            }
        });
        judge(HistoryEvent.of(kind, client.node())
                .withClient(Optional.of(client.number()))
                .withFences(fences)
                .withModes(modes));
    }

    /** @param isLate whether it must have been answered */
    void asks(Client client, String request, Claims claims, BooleanSupplier isLate) {
        judge(Kind.ASKS, client, claims, Fence.NONE);
        waiting.put(request, claims);
        late.put(request, isLate);
    }

    /** An answer other than a grant, which ends the request. */
    void ended(String request, String answer) {
        if (Optional.ofNullable(late.remove(request))
                .filter(BooleanSupplier::getAsBoolean)
                .isPresent()) {
            violates(request + " has got " + answer + " long after its limit");
        }
        if (waiting.remove(request) == null) {
            violates(request + " has got " + answer + ", after its final answer");
        }
    }

    /**
     * A request is granted.
     *
     * @param knowsLoss whether the node of another holder has known for long that its holders have lost what they had
     */
    void granted(Client client, String request, Claims claims, Fence fence, Predicate<String> knowsLoss) {
        granted.merge(client, 1, Integer::sum);
        if (!removed.contains(client.node())) {
            judge(Kind.GRANTED, client, claims, fence);
        }
        if (waiting.remove(request) == null) {
            violates(request + " has been granted " + claims + " after its final answer");
        }
        held.forEach((other, has) -> claims.modes().forEach((name, mode) -> {
            Mode theirs = has.modes().get(name);
            if (theirs != null && mode.excludes(theirs) && knowsLoss.test(other)) {
                violates(other + " has not been notified that it has lost " + name + ", which " + request + " holds");
            }
        }));
        held.put(request, claims);
    }

    /** A request is granted to a session that its client has given up. */
    void grantedTooLate(Client client, String request) {
        granted.merge(client, 1, Integer::sum);
        ended(request, "a grant too late");
    }

    boolean holds(String request) {
        return held.containsKey(request);
    }

    /** @param kind how its holding ends */
    void released(Kind kind, Client client, String request) {
        if (held.remove(request) != null) {
            judge(HistoryEvent.of(kind, client.node()).withClient(Optional.of(client.number())));
        }
    }

    /**
     * The others have removed a member without the role. Its clients have lost their leases, and may not know it yet.
     * Grants in transit to them are void.
     */
    void removed(int guest) {
        removed.add(guest);
        judge(HistoryEvent.of(Kind.ENDED, guest));
    }

    /** A client has crashed. It holds nothing, and waits for nothing. */
    void abandoned(Client client, String prefix) {
        held.keySet().stream()
                .filter(request -> request.startsWith(prefix))
                .toList()
                .forEach(request -> released(Kind.LOST, client, request));
        waiting.keySet().removeIf(request -> request.startsWith(prefix));
    }

    /** All clients of a node are gone with it. */
    void crashed(int node, String prefix) {
        removed.remove(node);
        judge(HistoryEvent.of(Kind.ENDED, node));
        held.keySet().removeIf(each -> each.startsWith(prefix));
        waiting.keySet().removeIf(each -> each.startsWith(prefix));
    }

    /** Whether no client waits or holds anything. */
    boolean isOver() {
        return waiting.isEmpty() && held.isEmpty();
    }

    int holders() {
        return held.size();
    }
}
