package symposium.demo;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.DemoEvent.Granted;
import symposium.demo.event.DemoEvent.Killed;
import symposium.demo.event.DemoEvent.Lost;
import symposium.demo.event.DemoEvent.News;
import symposium.demo.event.DemoEvent.NodeEnded;
import symposium.demo.event.DemoEvent.Released;
import symposium.demo.event.DemoEvent.Seen;
import symposium.demo.event.Reactions;
import symposium.demo.script.DemoScript;
import symposium.demo.script.DemoScript.Service;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.judge.Judge;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leads;

/**
 * An independent observer of a demo's users: it tells a {@link Judge} what they are granted, give back and lose. It
 * knows no algorithm.
 */
public final class SafetyMonitor extends Reactions {

    private static final String LEADERSHIP = "the leadership";

    private final DemoScript script;
    private final Judge judge = new Judge();
    /** What users have now, by the names that the judge is told. */
    private final SortedMap<ProcessId, SortedMap<String, Fence>> holders = new TreeMap<>();
    /** Whom others have taken for dead: what is promised is promised among the rest. */
    private final Set<ProcessId> departed = new HashSet<>();

    private final SortedSet<String> ofTheDead = new TreeSet<>();
    private final SortedSet<String> missing = new TreeSet<>();
    private final Set<Fence> terms = new HashSet<>();
    /** How often it was told something that could have been a violation. */
    private int checked;

    private int names;
    private int atOnce;
    private Fence first = Fence.NONE;
    private Fence latest = Fence.NONE;

    /** A monitor for the users of a service, which has been told nothing. */
    public SafetyMonitor(DemoScript script) {
        this.script = script;
        judge.on(HistoryEvent.of(Kind.WITHOUT_GENERATIONS));
        on(Granted.class, (at, it) -> granted(at, it.process(), it.grant()));
        on(News.class, (at, it) -> told(at, it.process(), it.news()));
        on(Killed.class, (at, it) -> died(holders.getOrDefault(it.process(), Collections.emptySortedMap())));
        Stream.of(Released.class, Lost.class, NodeEnded.class, Killed.class)
                .forEach(type -> on(type, (at, it) -> ends(at, it.process())));
        on(Seen.class, (at, it) -> {
            // One that sees no majority is cut off itself.
            if (!it.view().cutOff()) {
                departed.addAll(it.view().departed());
                departed.forEach(each -> ends(at, each));
            }
        });
    }

    private void granted(Duration at, ProcessId process, Grant grant) {
        if (departed.contains(process)) {
            return;
        }
        SortedMap<String, Fence> has = new TreeMap<>(grant.names(process));
        // Two philosophers share a fork if one of them says so.
        holders.forEach((other, its) -> {
            String fork = Grant.OfForks.fork(process, other);
            if (has.containsKey(fork) && its.putIfAbsent(fork, Fence.NONE) == null) {
                tell(at, other, HistoryEvent.of(Kind.GRANTED, new TreeMap<>(Map.of(fork, Fence.NONE))));
            } else if (its.containsKey(fork)) {
                has.putIfAbsent(fork, Fence.NONE);
            }
        });
        // As if asked for only now: the fence is greater than all before, not only than those before the request.
        tell(at, process, HistoryEvent.of(Kind.ASKS, has));
        has(at, process, has);
        missing.removeAll(has.keySet());
        names += has.size();
        counts(grant.fence());
    }

    private void told(Duration at, ProcessId process, LeaderElection.News news) {
        if (departed.contains(process)) {
            return;
        }
        ends(at, process);
        if (news instanceof Leads leads) {
            Fence term = new Fence(leads.term(), 0);
            SortedMap<String, Fence> led = new TreeMap<>(Map.of(LEADERSHIP, term));
            tell(
                    at,
                    process,
                    HistoryEvent.of(Kind.FOLLOWS, led)
                            .withNodes(new TreeSet<>(Set.of(leads.leader().number()))));
            if (leads.self()) {
                has(at, process, led);
            }
            names += terms.add(term) ? 1 : 0;
            counts(term);
        }
    }

    private void counts(Fence fence) {
        first = checked == 0 || fence.compareTo(first) < 0 ? fence : first;
        latest = latest.max(fence);
        checked++;
    }

    private void has(Duration at, ProcessId process, SortedMap<String, Fence> what) {
        tell(at, process, HistoryEvent.of(Kind.GRANTED, what));
        holders.put(process, what);
        atOnce = Math.max(atOnce, holders.size());
    }

    /** The user of a process has nothing from now on. */
    private void ends(Duration at, ProcessId process) {
        if (holders.remove(process) != null) {
            tell(at, process, HistoryEvent.of(Kind.RELEASED));
        }
    }

    private void died(SortedMap<String, Fence> had) {
        if (script.service() == Service.RESOURCES && !had.isEmpty()) {
            missing.addAll(had.keySet());
            ofTheDead.addAll(missing);
        }
    }

    private void tell(Duration at, ProcessId process, HistoryEvent event) {
        judge.on(event.withAt(at.toMillis()).withNode(Optional.of(process.number())));
    }

    /** The first violation, in one line, if there has been one. */
    public Optional<String> violation() {
        return judge.violations().stream().findFirst();
    }

    /** Whether it was told anything that could have been a violation. */
    public boolean checked() {
        return checked > 0;
    }

    /** What the dead had and no survivor has had since; only resources can be missing. */
    public SortedSet<String> missing() {
        return Collections.unmodifiableSortedSet(missing);
    }

    /** The verdict in one line: the violation, or else what held, and in how many cases. */
    public String verdict() {
        if (violation().isPresent()) {
            return "violated: " + violation().get();
        }
        if (!checked()) {
            return script.words("unchecked");
        }
        boolean fenceless = script.service() == Service.LOCK && latest.equals(Fence.NONE);
        return String.format(
                        Locale.ROOT,
                        script.words(fenceless ? "held-without-fences" : "held"),
                        checked,
                        names,
                        atOnce,
                        spelled(first),
                        spelled(latest))
                + (ofTheDead.isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                script.words("of-the-dead"),
                                ofTheDead.size(),
                                ofTheDead.size() - missing.size()));
    }

    private String spelled(Fence fence) {
        return script.service() == Service.ELECTION ? Long.toString(fence.generation()) : fence.toString();
    }
}
