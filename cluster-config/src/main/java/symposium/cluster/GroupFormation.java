package symposium.cluster;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.kernel.ProcessId;

/**
 * Group formation: with fixed membership, all processes agree on the initial members before any of them starts. A process starts when all
 * others propose the group that it proposes, or when one of them has started with it. A process that takes the number of a departed one
 * learns from any of the others that they have started, and is excluded.
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
     * @param founders the processes that begin
     * @param floor the highest first generation of all of them
     */
    record Founded(SortedSet<ProcessId> founders, long floor) {}

    /**
     * @param floor this process's first generation
     * @param sending sends a proposal to another process, or loses it
     */
    GroupFormation(ProcessId self, long floor, Consumer<FormationProposal> sending) {
        this.self = self;
        this.floor = floor;
        this.sending = sending;
    }

    /** The group, once the processes have agreed; it does not change after that. */
    Optional<Founded> founded() {
        return founded;
    }

    /** Whether the others have begun without this process. */
    boolean outside() {
        return outside;
    }

    /** All configured processes are up. */
    void propose(SortedSet<ProcessId> all) {
        if (settled() || proposed.equals(all)) {
            return;
        }
        proposed = Collections.unmodifiableSortedSet(new TreeSet<>(all));
        remind();
        agree();
    }

    /** Sends again what may have been lost. */
    void remind() {
        if (!settled()) {
            for (ProcessId other : proposed) {
                if (!other.equals(self)) {
                    sending.accept(new FormationProposal(self, other, List.copyOf(proposed), floor, false));
                }
            }
        }
    }

    /** Takes the proposal of another process, or the group that it has begun with. */
    void hear(FormationProposal proposal) {
        if (founded.isPresent()) {
            if (!proposal.begun()) {
                Founded begun = founded.get();
                sending.accept(new FormationProposal(
                        self, proposal.from(), List.copyOf(begun.founders()), begun.floor(), true));
            }
        } else if (!proposal.begun()) {
            heard.put(proposal.from(), proposal);
            agree();
        } else if (proposal.founders().contains(self)) {
            found(new TreeSet<>(proposal.founders()), proposal.floor());
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
