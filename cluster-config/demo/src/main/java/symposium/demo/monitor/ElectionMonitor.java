package symposium.demo.monitor;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.demo.event.DemoEvent.News;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leads;

/**
 * Watches elections: no term has two leaders, no process is told of an older term, and no two processes believe at
 * once that they lead.
 */
public final class ElectionMonitor extends SafetyMonitor<Leads> {

    private final Map<ProcessId, Long> heard = new HashMap<>();
    private final SortedMap<Long, ProcessId> leaders = new TreeMap<>();
    private Observer<LeadershipInTerms.News> terms = LeadershipInTerms.PROBLEM.observer();

    /** A monitor that has been told nothing. */
    public ElectionMonitor() {
        super("no process led");
        on(News.class, (at, it) -> told(it.process(), it.news()));
    }

    private void told(ProcessId process, LeaderElection.News news) {
        if (!counts(process)) {
            return;
        }
        holders().remove(process);
        if (news instanceof Leads leads) {
            Long before = heard.put(process, leads.term());
            if (before != null && before >= leads.term()) {
                violated("process " + process + " is told of term " + leads.term() + " after term " + before);
            }
            terms = sees(terms, process, new LeadershipInTerms.News.Elected(leads.term(), leads.leader()));
            if (leads.self()) {
                has(
                        process,
                        leads,
                        (other, its) -> Optional.of("process " + process + " leads in term " + leads.term()
                                + " while process " + other + " has not been told that it does not"));
            }
            leaders.put(leads.term(), leads.leader());
            checked++;
        }
    }

    @Override
    String held() {
        return "no term had two leaders, no two led at once, no term went back: " + leaders.size() + " elections, "
                + checked + " notifications, terms " + leaders.firstKey() + " to " + leaders.lastKey();
    }
}
