package symposium.cluster;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.cluster.wire.FormationProposal;
import symposium.kernel.ProcessId;

/**
 * Agreement, before an algorithm begins that starts with everyone there, on who that is. A process begins when all others have said that
 * they see the same as it does, and none of them has begun with anybody else; or when one of them has begun with it. Who comes
 * later, in the place of one that has departed, learns from any of the others that they have begun, and stays outside.
 */
final class GroupFormation {

    private final ProcessId self;
    private final long floor;
    private final Consumer<FormationProposal> sending;
    private final Map<ProcessId, FormationProposal> heard = new HashMap<>();

    private SortedSet<ProcessId> proposed = Collections.emptySortedSet();
    private Optional<Founded> founded = Optional.empty();
    private boolean outside;

    /**
     * What has been agreed.
     *
     * @param founders who begins
     * @param floor the highest first generation of all of them
     */
    record Founded(SortedSet<ProcessId> founders, long floor) {}

    /**
     * @param floor this process's first generation
     * @param sending sends a charter to another process, or loses it
     */
    GroupFormation(ProcessId self, long floor, Consumer<FormationProposal> sending) {
        this.self = self;
        this.floor = floor;
        this.sending = sending;
    }

    /** What has been agreed, once it has been; it does not change any more. */
    Optional<Founded> founded() {
        return founded;
    }

    /** Whether the others have begun without this process. */
    boolean outside() {
        return outside;
    }

    /** Everybody is there, and these are they. */
    void propose(SortedSet<ProcessId> all) {
        if (settled() || proposed.equals(all)) {
            return;
        }
        proposed = Collections.unmodifiableSortedSet(new TreeSet<>(all));
        remind();
        agree();
    }

    /** Says again what may have been lost. */
    void remind() {
        if (!settled()) {
            for (ProcessId other : proposed) {
                if (!other.equals(self)) {
                    sending.accept(new FormationProposal(self, other, List.copyOf(proposed), floor, false));
                }
            }
        }
    }

    /** Hears what another process that is there sees, or has begun with. */
    void hear(FormationProposal charter) {
        if (founded.isPresent()) {
            if (!charter.begun()) {
                Founded begun = founded.get();
                sending.accept(new FormationProposal(
                        self, charter.from(), List.copyOf(begun.founders()), begun.floor(), true));
            }
        } else if (!charter.begun()) {
            heard.put(charter.from(), charter);
            agree();
        } else if (charter.founders().contains(self)) {
            found(new TreeSet<>(charter.founders()), charter.floor());
        } else {
            outside = true;
        }
    }

    private boolean settled() {
        return outside || founded.isPresent();
    }

    private void agree() {
        if (settled() || proposed.isEmpty()) {
            return;
        }
        long highest = floor;
        for (ProcessId other : proposed) {
            if (!other.equals(self)) {
                FormationProposal theirs = heard.get(other);
                if (theirs == null || !theirs.founders().equals(List.copyOf(proposed))) {
                    return;
                }
                highest = Math.max(highest, theirs.floor());
            }
        }
        found(proposed, highest);
    }

    private void found(SortedSet<ProcessId> founders, long highest) {
        founded = Optional.of(new Founded(Collections.unmodifiableSortedSet(founders), highest));
    }
}
