package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.Sorted;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Phase;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Privilege;

/** One process of Hélary, Plouzeau and Raynal with the enhancements of section 7. */
public final class Enhanced implements Protocol<EnhancedState, EnhancedMessage, Input, Output> {

    private final Optional<ProcessId> holder;
    private final long floor;
    private final Conduct conduct;
    private final Omissions omissions;

    Enhanced(Optional<ProcessId> holder, long floor, Conduct conduct, Omissions omissions) {
        this.holder = holder;
        this.floor = floor;
        this.conduct = conduct;
        this.omissions = omissions;
    }

    /** Where all are there at the start, and the token is at {@code holder}. */
    public static Enhanced startingAt(ProcessId holder, Conduct conduct) {
        return new Enhanced(Optional.of(holder), 0, conduct, Omissions.NONE);
    }

    /** Where nobody has a token before all have come and promised one; its epoch is higher than {@code floor}. */
    public static Enhanced startingEmpty(long floor, Conduct conduct) {
        return new Enhanced(Optional.empty(), floor, conduct, Omissions.NONE);
    }

    @Override
    public List<EnhancedRule> rules() {
        return List.of(EnhancedRule.values());
    }

    @Override
    public EnhancedState initial(ProcessId self, Neighbours neighbours) {
        SortedSet<ProcessId> nobody = java.util.Collections.unmodifiableSortedSet(new TreeSet<>());
        return new EnhancedState(
                self,
                neighbours,
                0,
                OptionalLong.empty(),
                0,
                holder.filter(self::equals).map(here -> new Privilege(Sorted.empty(), Fence.start(0))),
                false,
                Sorted.empty(),
                Sorted.empty(),
                nobody,
                floor,
                floor,
                nobody,
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                holder.isPresent() ? Phase.PRESENT : Phase.NEW);
    }

    @Override
    public Step<EnhancedState, EnhancedMessage, Output> step(EnhancedState state, Event<EnhancedMessage, Input> event) {
        return new Turn(conduct, omissions, state).on(event);
    }
}
