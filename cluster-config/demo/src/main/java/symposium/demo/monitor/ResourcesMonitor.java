package symposium.demo.monitor;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.arbitration.resources.ResourceSharing;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.DemoEvent.Granted;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;

/** Watches resources: no two users have the same one at once, and the fences of each grow. */
public final class ResourcesMonitor extends SafetyMonitor<Grant.OfResources> {

    private final SortedSet<String> ofTheDead = new TreeSet<>();
    private final SortedSet<String> missing = new TreeSet<>();
    private Observer<ResourceSharing.Grant> fences = new ResourceSharing(List.of(), 1).observer();
    private long resources;

    /** A monitor that has been told nothing. */
    public ResourcesMonitor() {
        super("no process took resources");
        on(Granted.class, (at, it) -> granted(it.process(), it.grant()));
    }

    private void granted(ProcessId process, Grant set) {
        if (!counts(process)) {
            return;
        }
        Grant.OfResources grant = (Grant.OfResources) set;
        has(process, grant, (other, its) -> {
            SortedSet<String> both = new TreeSet<>(its.resources());
            both.retainAll(grant.resources());
            return Optional.of("process " + process + " takes " + both + " under fence " + grant.fence()
                            + " while process " + other + " has it under fence " + its.fence())
                    .filter(conflict -> !both.isEmpty());
        });
        checked++;
        fences = sees(fences, process, new ResourceSharing.Grant.Taken(checked, grant.resources(), grant.fence()));
        missing.removeAll(grant.resources());
        resources += grant.resources().size();
    }

    @Override
    void lostByDeath(Grant.OfResources set) {
        missing.addAll(set.resources());
        ofTheDead.addAll(missing);
    }

    @Override
    public SortedSet<String> missing() {
        return Collections.unmodifiableSortedSet(missing);
    }

    @Override
    String held() {
        return "no two had a resource at once, the fences of each resource grew: " + checked + " sets, " + resources
                + " resources in them, at most " + atOnce() + " sets at the same time"
                + (ofTheDead.isEmpty()
                        ? ""
                        : "; the dead had " + ofTheDead.size() + " resources, survivors took "
                                + (ofTheDead.size() - missing.size()) + " of them");
    }
}
