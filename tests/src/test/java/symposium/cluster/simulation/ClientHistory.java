package symposium.cluster.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.arbitration.resources.FenceMarks;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;

/** What clients saw, and what of it must not be. */
final class ClientHistory {

    private record Held(Claims claims, Fence fence) {}

    private final List<String> events = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Claims> waiting = new TreeMap<>();
    private final Map<String, Long> deadlines = new HashMap<>();
    private final Map<String, Held> held = new TreeMap<>();
    /** The fences of the grants so far, by name and generation. */
    private final Map<String, FenceMarks> fences = new HashMap<>();

    private int grants;

    /** What happened, a line each. */
    List<String> events() {
        return events;
    }

    List<String> violations() {
        return violations;
    }

    int grants() {
        return grants;
    }

    Map<String, Claims> waiting() {
        return waiting;
    }

    void happens(long nanos, String what) {
        events.add(String.format("%9.3f  %s", nanos / 1e9, what));
    }

    /** @param latest when it must have been answered, in nanoseconds */
    void asks(String request, Claims claims, Optional<Long> latest) {
        waiting.put(request, claims);
        latest.ifPresent(at -> deadlines.put(request, at));
    }

    /** An answer other than a grant, which ends the request. */
    void ended(long nanos, String request, String answer) {
        if (nanos > deadlines.getOrDefault(request, Long.MAX_VALUE)) {
            violations.add(request + " has got " + answer + " long after its limit");
        }
        if (waiting.remove(request) == null) {
            violations.add(request + " has got " + answer + ", after its final answer");
        }
    }

    /**
     * A request is granted.
     *
     * @param knowsLoss whether the node of another holder has known for long that its holders have lost what they had
     */
    void granted(String request, Claims claims, Fence fence, Predicate<String> knowsLoss) {
        grants++;
        if (waiting.remove(request) == null) {
            violations.add(request + " has been granted " + claims + " after its final answer");
        }
        held.forEach((other, has) -> claims.modes().forEach((name, mode) -> {
            Mode theirs = has.claims().modes().get(name);
            if (theirs == null || !mode.excludes(theirs)) {
                return;
            }
            if (has.fence().generation() == fence.generation()) {
                violations.add(
                        request + " and " + other + " hold " + name + " under fences " + fence + " and " + has.fence());
            } else if (knowsLoss.test(other)) {
                violations.add(
                        other + " has not been notified that it has lost " + name + ", which " + request + " holds");
            }
        }));
        held.put(request, new Held(claims, fence));
        claims.modes().forEach((name, mode) -> {
            String of = name + " in generation " + fence.generation();
            FenceMarks before = fences.getOrDefault(of, FenceMarks.NONE);
            if (fence.compareTo(before.against(mode)) <= 0) {
                violations.add(request + " has fence " + fence + " for " + of + ", after " + before.against(mode));
            }
            fences.put(of, before.with(mode, fence));
        });
    }

    boolean holds(String request) {
        return held.containsKey(request);
    }

    void released(String request) {
        held.remove(request);
    }

    /** All clients of a node are gone with it. */
    void crashed(String prefix) {
        held.keySet().removeIf(each -> each.startsWith(prefix));
        waiting.keySet().removeIf(each -> each.startsWith(prefix));
    }

    int holders() {
        return held.size();
    }
}
