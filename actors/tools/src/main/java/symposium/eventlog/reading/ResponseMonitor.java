package symposium.eventlog.reading;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Response.Demand;

/**
 * Follows one run and counts the demands of a response that it meets. A finite run refutes only that something is true
 * until the end comes. An end that has not come yet is pending. Nothing is demanded of a process before it begins, or
 * after it has crashed or left.
 */
final class ResponseMonitor {

    private final Response response;
    /** The demands that wait for their end, and since when. */
    private final Map<Demand, String> waiting = new HashMap<>();
    /** The demands of the initial state that have been met: they demand nothing more. */
    private final Set<Demand> over = new HashSet<>();

    private long met;

    ResponseMonitor(Response response) {
        this.response = response;
    }

    String name() {
        return response.name();
    }

    /**
     * Takes the next state of the run.
     *
     * @param place where it is, as reports name it
     * @return the process of which the response is false from now on, or an empty text, if it is
     */
    Optional<String> sees(Configuration<?, ?, ?> now, String place) {
        for (Demand demand : response.demands()) {
            if (demand.process().filter(process -> !now.alive(process)).isPresent()) {
                waiting.remove(demand);
                continue;
            }
            boolean initial = demand.when().isEmpty();
            boolean begins = !over.contains(demand)
                    && demand.when().map(when -> when.test(now)).orElse(true);
            if (!begins && !waiting.containsKey(demand)) {
                continue;
            }
            if (demand.end().test(now)) {
                waiting.remove(demand);
                met++;
                if (initial) {
                    over.add(demand);
                }
            } else if (demand.meanwhile()
                    .filter(meanwhile -> !meanwhile.test(now))
                    .isPresent()) {
                return Optional.of(of(demand));
            } else {
                waiting.putIfAbsent(demand, place);
            }
        }
        return Optional.empty();
    }

    private static String of(Demand demand) {
        return demand.process().map(process -> " of process " + process).orElse("");
    }

    RunAnswer answer() {
        List<String> pending = response.demands().stream()
                .filter(waiting::containsKey)
                // What must be true meanwhile may stay true; that the end comes is another response.
                .filter(demand -> demand.meanwhile().isEmpty())
                .map(demand -> (of(demand) + " since " + waiting.get(demand)).strip())
                .toList();
        return new RunAnswer(response.name(), met > 0 || !waiting.isEmpty(), met, pending);
    }
}
