package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.FORWARD;
import static symposium.arbitration.privileges.PrivilegeRule.KEEP;
import static symposium.arbitration.privileges.PrivilegeRule.OWN;
import static symposium.arbitration.privileges.PrivilegeRule.STALE;
import static symposium.arbitration.privileges.PrivilegeRule.T0_NOT;
import static symposium.arbitration.privileges.PrivilegeRule.T2_T1;
import static symposium.arbitration.privileges.PrivilegeRule.WITHDRAW;

import java.util.List;
import java.util.Set;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.kernel.Sorted;

/** The catalogue entries of {@link Privileges} with other users than those of its own entry. */
public final class PrivilegeEntries {

    private PrivilegeEntries() {}

    private static Choice of(String resource, Mode mode, boolean waits) {
        return new Choice(Sorted.with(Sorted.map(), resource, mode), waits);
    }

    /** The catalogue entry with users who take a resource shared or exclusively, and may withdraw. */
    public static final class Shared extends Privileges.Entry {

        /** With readers and writers of one resource. */
        public Shared() {
            super(
                    Privileges.NAME + "-shared",
                    new ResourceSharing(List.of(of("a", Mode.SHARED, true), of("a", Mode.EXCLUSIVE, true)), 1, true),
                    Parts.MOST,
                    Privileges.ASKING_ALL,
                    PrivilegeChecks.invariants(),
                    PrivilegeModeChecks::shared,
                    Privileges.union(Privileges.KEEPING, T0_NOT, T2_T1),
                    Set.of());
        }
    }

    /** The catalogue entry with users who take one of two permits, if there is one at once, or both. */
    public static final class Permits extends Privileges.Entry {

        /** With a resource of two permits. */
        public Permits() {
            super(
                    Privileges.NAME + "-permits",
                    new ResourceSharing(
                            List.of(
                                    of("a", Mode.permits(1, 2), true),
                                    of("a", Mode.permits(1, 2), false),
                                    of("a", Mode.permits(2, 2), true)),
                            1,
                            false),
                    Parts.MOST,
                    Privileges.ASKING_ALL,
                    PrivilegeChecks.invariants(),
                    PrivilegeModeChecks::permits,
                    Privileges.union(Privileges.KEEPING, T2_T1, WITHDRAW),
                    Set.of());
        }
    }

    /** The catalogue entry with users who may ask that another process takes over what they have. */
    public static final class Kept extends Privileges.Entry {

        /** With one resource. */
        public Kept() {
            this(new ResourceSharing(List.of(Set.of("a")), 1), Parts.MOST);
        }

        /** With other users, and this number of parts. */
        Kept(ResourceSharing problem, int parts) {
            super(
                    Privileges.NAME + "-kept",
                    problem.keeping(),
                    parts,
                    Privileges.ASKING_ALL,
                    PrivilegeChecks.kept(),
                    PrivilegeChecks::keptVariants,
                    Set.of(T0_NOT, WITHDRAW),
                    Set.of(FORWARD, KEEP, STALE, OWN));
        }
    }
}
