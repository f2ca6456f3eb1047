package symposium.arbitration;

import symposium.arbitration.Dining.User;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** The laws of dining, over users alone: they hold for every algorithm. */
public final class DiningInvariants {

    /** The name of the law that gives the problem its name. */
    public static final String NEIGHBOURS_EXCLUDE_EACH_OTHER = "no two neighbours eat at once";

    private DiningInvariants() {}

    /** No two neighbours eat at once. */
    public static <S extends Seated, M> Invariant<S, M, User> neighboursExcludeEachOther() {
        return new Invariant.OfConfiguration<>(
                NEIGHBOURS_EXCLUDE_EACH_OTHER,
                at -> at.processes().stream().anyMatch(id -> eats(at, id)),
                at -> at.processes().stream().filter(id -> eats(at, id)).noneMatch(id -> eatsBeside(at, id)));
    }

    private static <S extends Seated, M> boolean eatsBeside(Configuration<S, M, User> at, ProcessId id) {
        for (Neighbour neighbour : at.state(id).neighbours()) {
            if (eats(at, neighbour.id())) {
                return true;
            }
        }
        return false;
    }

    private static boolean eats(Configuration<?, ?, User> at, ProcessId id) {
        return at.alive(id) && at.user(id) == User.EATING;
    }
}
