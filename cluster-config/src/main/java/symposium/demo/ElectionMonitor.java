package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.LeaderElection.Leads;
import symposium.election.terms.Leadership;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/**
 * An independent observer of elections. It hears what users are told, and which nodes are killed, and knows nothing of how it comes to it: were
 * there ever two leaders of one term, did a term go back, did two ever believe at once that they led?
 */
public final class ElectionMonitor implements DemoEvent.Listener {

    private Observer<Leadership.News> terms = Leadership.PROBLEM.observer();
    private final Map<ProcessId, Long> heard = new HashMap<>();
    private final SortedSet<ProcessId> leading = new TreeSet<>();
    private final SortedMap<Long, ProcessId> leaders = new TreeMap<>();
    private long told;
    private Optional<String> violation = Optional.empty();

    /** The first violation, in one line, if there has been one. */
    public Optional<String> violation() {
        return violation;
    }

    /** Who led in which term. */
    public SortedMap<Long, ProcessId> leaders() {
        return new TreeMap<>(leaders);
    }

    /** What it says when it is asked for its verdict. */
    public String verdict() {
        if (violation.isPresent()) {
            return "violated: " + violation.get();
        }
        return leaders.isEmpty()
                ? "nobody led"
                : "never two leaders of one term, never two at once, no term went back: " + leaders.size()
                        + " elections, told " + told + " times, terms " + leaders.firstKey() + " to "
                        + leaders.lastKey();
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        leading.remove(it.process());
        if (it.news() instanceof Leads leads) {
            told++;
            leaders.put(leads.term(), leads.leader());
            Long before = heard.put(it.process(), leads.term());
            if (before != null && before >= leads.term()) {
                violated("process " + it.process() + " is told of term " + leads.term() + " after term " + before);
            }
            try {
                terms = terms.sees(it.process(), new Leadership.News.Elected(leads.term(), leads.leader()));
            } catch (InvariantViolation refuted) {
                violated(refuted.getMessage());
            }
            if (leads.self()) {
                if (!leading.isEmpty()) {
                    violated("process " + it.process() + " leads in term " + leads.term() + " while process "
                            + leading.first() + " has not been told that it does not");
                }
                leading.add(it.process());
            }
        }
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        leading.remove(it.process());
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        leading.remove(it.process());
    }

    private void violated(String line) {
        violation = violation.or(() -> Optional.of(line));
    }
}
