package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeChecks.FIRST;
import static symposium.arbitration.privileges.PrivilegeChecks.shows;
import static symposium.arbitration.resources.ResourceSharing.WITHIN_CAPACITY;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiPredicate;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/** Statements about modes, withdrawal and takes that do not wait, left out: the checker must miss them. */
final class PrivilegeModeChecks {

    private PrivilegeModeChecks() {}

    /** For users who take a resource shared or exclusively, and may withdraw. */
    static Variants<PrivilegeState, PrivilegeMessage, Request, Grant> shared(Start start) {
        int quorum = start.quorum();
        return Variants.of(new Privileges(quorum, FIRST))
                .add(
                        "T0 directs no arrows from shared sessions",
                        directing(quorum, (later, earlier) -> !later.containsValue(Mode.SHARED)),
                        shows(3, WITHIN_CAPACITY).withFault(Fault.CRASH, 1))
                .add(
                        "T0 directs no arrows to shared sessions",
                        directing(quorum, (later, earlier) -> !earlier.containsValue(Mode.SHARED)),
                        shows(3, WITHIN_CAPACITY));
    }

    /** For users who take one of two permits, or both, waiting or not. */
    static Variants<PrivilegeState, PrivilegeMessage, Request, Grant> permits(Start start) {
        int quorum = start.quorum();
        return Variants.of(new Privileges(quorum, FIRST))
                .add(
                        "T0 directs arrows only to sessions that exclude this one",
                        directing(quorum, (later, earlier) -> later.get("a").excludes(earlier.get("a"))),
                        shows(2, PrivilegeChecks.Q0))
                .add(
                        "T0 tables sessions that are not to wait",
                        new Privileges(
                                quorum,
                                FIRST,
                                new Sessions(new Parts(Parts.MOST), Backups::new) {
                                    @Override
                                    boolean waits(Request.Take take) {
                                        return true;
                                    }
                                },
                                Views::new),
                        shows(2, PrivilegeChecks.AS_ASKED));
    }

    /** T0 directs some of the arrows that it should: the test has what the later session takes, and the earlier. */
    private static Privileges directing(
            int quorum, BiPredicate<SortedMap<String, Mode>, SortedMap<String, Mode>> directs) {
        return new Privileges(
                quorum,
                FIRST,
                new Sessions(new Parts(Parts.MOST), Backups::new) {
                    @Override
                    PrivilegeState directing(
                            SortedMap<String, Mode> modes,
                            SortedSet<Integer> its,
                            PrivilegeState p,
                            SortedMap<ProcessId, List<Fence>> arrows) {
                        PrivilegeState some = p;
                        for (int part : its) {
                            for (Tabled other : p.privilege(part).tabled().values()) {
                                if (!directs.test(modes, other.modes())) {
                                    some = some.without(part, other.process(), other.fence());
                                }
                            }
                        }
                        return super.directing(modes, its, some, arrows);
                    }
                },
                Views::new);
    }
}
