package symposium.mutex.helaryplouzeauraynal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Configuration;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.ReqId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.RtInfo;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Token;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;

/** Everything at one moment, as the laws look at it: where the token is, what is under way, which paths requests have built. */
final class Glance {

    /** A message under way. */
    private record Moving<M>(M message, ProcessId to) {}

    private final Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> at;
    private final SortedMap<ProcessId, HelaryPlouzeauRaynalState> states = new TreeMap<>();
    private final List<Moving<Req>> requests = new ArrayList<>();
    private final List<Moving<Token>> tokens = new ArrayList<>();
    private Optional<SortedMap<ProcessId, Long>> lud = Optional.empty();

    private Glance(Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> at) {
        this.at = at;
        for (ProcessId process : at.processes()) {
            HelaryPlouzeauRaynalState state = at.state(process);
            states.put(process, state);
            state.token().ifPresent(here -> lud = Optional.of(here.lud()));
            for (Neighbour to : state.neighbours()) {
                for (HelaryPlouzeauRaynalMessage message : at.inTransit(process, to)) {
                    if (message instanceof Token token) {
                        lud = Optional.of(token.lud());
                        tokens.add(new Moving<>(token, to.id()));
                    } else {
                        requests.add(new Moving<>((Req) message, to.id()));
                    }
                }
            }
        }
    }

    static Glance at(Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> configuration) {
        return new Glance(configuration);
    }

    /** Whether this is what a glance at {@code configuration} shows. */
    boolean isOf(Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> configuration) {
        return at == configuration;
    }

    boolean anyRequestInTransit() {
        return !requests.isEmpty();
    }

    boolean anyTokenInTransit() {
        return !tokens.isEmpty();
    }

    // --- paths

    /**
     * The processes on the path that a request has built, from its origin to {@code last}; empty when one of them has forgotten it for a
     * younger one of the same origin.
     */
    private Optional<List<ProcessId>> path(ReqId request, ProcessId last) {
        List<ProcessId> path = new ArrayList<>();
        ProcessId each = last;
        while (!each.equals(request.origin())) {
            Known known = states.get(each).reqArray().get(request.origin());
            if (known == null || known.time() != request.time() || path.contains(each)) {
                return Optional.empty();
            }
            path.add(0, each);
            each = known.via();
        }
        path.add(0, each);
        return Optional.of(path);
    }

    /** Whether {@code already_seen} is, for each request under way, what Lemma 1's proof says that it is. */
    boolean alreadySeenIsPathAndNeighbours() {
        // What one process sends on to several others is one.
        Set<RtInfo> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Moving<Req> moving : requests) {
            RtInfo history = moving.message().rtInfo();
            if (seen.add(history)
                    && !path(moving.message().reqId(), history.sender())
                            .map(path -> around(path).equals(history.alreadySeen()))
                            .orElse(true)) {
                return false;
            }
        }
        return true;
    }

    private Set<ProcessId> around(List<ProcessId> path) {
        Set<ProcessId> around = new HashSet<>(path);
        for (ProcessId each : path) {
            states.get(each).neighbours().forEach(neighbour -> around.add(neighbour.id()));
        }
        return around;
    }

    /** Whether whoever knows a pending request that the token is not under way to has it from its origin or from somebody who knows it. */
    boolean requestsLeadBack() {
        for (HelaryPlouzeauRaynalState state : states.values()) {
            for (Map.Entry<ProcessId, Known> request : state.reqArray().entrySet()) {
                ProcessId via = request.getValue().via();
                Known before = states.get(via).reqArray().get(request.getKey());
                if (lud.isPresent()
                        && MutualExclusion.PROBLEM.waits(at.user(request.getKey()))
                        && !served(request.getKey())
                        && pending(request.getKey(), request.getValue().time())
                        && !via.equals(request.getKey())
                        && (before == null || before.time() < request.getValue().time())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a way leads from the token to its addressee, and not back to whoever has just sent it. */
    boolean tokenHasItsWay() {
        return tokens.stream().allMatch(moving -> {
            ProcessId elec = moving.message().elec();
            if (moving.to().equals(elec)) {
                return true;
            }
            Known known = states.get(moving.to()).reqArray().get(elec);
            return known != null
                    && pending(elec, known.time())
                    && path(new ReqId(elec, known.time()), moving.to()).isPresent();
        });
    }

    // --- pending requests

    private boolean pending(ProcessId origin, long time) {
        return lud.orElseThrow().getOrDefault(origin, -1L) < time;
    }

    /** Whether the token is under way to this process. */
    private boolean served(ProcessId process) {
        return tokens.stream().anyMatch(moving -> moving.message().elec().equals(process));
    }

    /** By origin, the time of the youngest request that anybody knows or that is under way. */
    private Map<ProcessId, Long> youngest() {
        Map<ProcessId, Long> youngest = new HashMap<>();
        for (HelaryPlouzeauRaynalState state : states.values()) {
            state.reqArray().forEach((origin, known) -> youngest.merge(origin, known.time(), Math::max));
        }
        for (Moving<Req> moving : requests) {
            ReqId id = moving.message().reqId();
            youngest.merge(id.origin(), id.time(), Math::max);
        }
        return youngest;
    }

    /** Whether a request of whoever waits is pending, and of nobody else's, but perhaps the owner's. */
    boolean whoWaitsAsks() {
        if (lud.isEmpty()) {
            return false;
        }
        Map<ProcessId, Long> all = youngest();
        for (HelaryPlouzeauRaynalState state : states.values()) {
            Long youngest = all.get(state.self());
            boolean pending = served(state.self()) || youngest != null && pending(state.self(), youngest);
            boolean waits = MutualExclusion.PROBLEM.waits(at.user(state.self()));
            if (waits != pending && !state.tokenHere()) {
                // Who is alone among its neighbours asks nobody.
                return waits && state.neighbours().isEmpty();
            }
        }
        return true;
    }
}
