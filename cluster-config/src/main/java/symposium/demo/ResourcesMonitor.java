package symposium.demo;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.ResourceSharing;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/** Watches resources: no two users have the same one at once, and the fences of each grow. */
public final class ResourcesMonitor extends SafetyMonitor {

    private final Map<ProcessId, DemoEvent.Grant.OfResources> taken = new TreeMap<>();
    private final SortedSet<String> ofTheDead = new TreeSet<>();
    private final SortedSet<String> missing = new TreeSet<>();
    private Observer<ResourceSharing.Grant> fences = new ResourceSharing(List.of(), 1).observer();
    private long sets;
    private long resources;
    private long atOnce;

    /** A monitor that has been told nothing. */
    public ResourcesMonitor() {
        super("no process took resources");
    }

    @Override
    public void onGranted(Duration at, DemoEvent.Granted it) {
        DemoEvent.Grant.OfResources grant = (DemoEvent.Grant.OfResources) it.grant();
        taken.forEach((other, has) -> {
            SortedSet<String> both = new TreeSet<>(has.resources());
            both.retainAll(grant.resources());
            if (!both.isEmpty()) {
                violated("process " + it.process() + " takes " + both + " under fence " + grant.fence()
                        + " while process " + other + " has it under fence " + has.fence());
            }
        });
        sets++;
        fences = sees(fences, it.process(), new ResourceSharing.Grant.Taken(sets, grant.resources(), grant.fence()));
        taken.put(it.process(), grant);
        missing.removeAll(grant.resources());
        resources += grant.resources().size();
        atOnce = Math.max(atOnce, taken.size());
    }

    @Override
    void hasNothing(ProcessId process) {
        taken.remove(process);
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        if (taken.containsKey(it.process())) {
            missing.addAll(taken.get(it.process()).resources());
            ofTheDead.addAll(missing);
        }
        super.onKilled(at, it);
    }

    @Override
    SortedSet<String> missing() {
        return Collections.unmodifiableSortedSet(missing);
    }

    @Override
    public boolean checked() {
        return sets > 0;
    }

    @Override
    String held() {
        return "no two had a resource at once, the fences of each resource grew: " + sets + " sets, " + resources
                + " resources in them, at most " + atOnce + " sets at the same time"
                + (ofTheDead.isEmpty()
                        ? ""
                        : "; the dead had " + ofTheDead.size() + " resources, survivors took "
                                + (ofTheDead.size() - missing.size()) + " of them");
    }
}
