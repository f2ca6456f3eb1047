package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.LeaderElection.Leads;
import symposium.election.terms.Leadership;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/**
 * Watches elections: no term has two leaders, no process is told of an older term, and no two processes believe at
 * once that they lead.
 */
public final class ElectionMonitor extends SafetyMonitor {

    private final Map<ProcessId, Long> heard = new HashMap<>();
    private final SortedSet<ProcessId> leading = new TreeSet<>();
    private final SortedMap<Long, ProcessId> leaders = new TreeMap<>();
    private Observer<Leadership.News> terms = Leadership.PROBLEM.observer();
    private long told;

    /** A monitor that has been told nothing. */
    public ElectionMonitor() {
        super("no process led");
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        ProcessId process = it.process();
        leading.remove(process);
        if (it.news() instanceof Leads leads) {
            Long before = heard.put(process, leads.term());
            if (before != null && before >= leads.term()) {
                violated("process " + process + " is told of term " + leads.term() + " after term " + before);
            }
            terms = sees(terms, process, new Leadership.News.Elected(leads.term(), leads.leader()));
            if (leads.self() && !leading.isEmpty()) {
                violated("process " + process + " leads in term " + leads.term() + " while process " + leading.first()
                        + " has not been told that it does not");
            }
            if (leads.self()) {
                leading.add(process);
            }
            leaders.put(leads.term(), leads.leader());
            told++;
        }
    }

    @Override
    void hasNothing(ProcessId process) {
        leading.remove(process);
    }

    @Override
    public boolean checked() {
        return told > 0;
    }

    @Override
    String held() {
        return "no term had two leaders, no two led at once, no term went back: " + leaders.size() + " elections, "
                + told + " notifications, terms " + leaders.firstKey() + " to " + leaders.lastKey();
    }
}
