package symposium.own.raymond;

import java.util.HashSet;
import java.util.List;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.own.raymond.RaymondMessage.Privilege;

/** What holds in every reachable state of the tree. */
final class RaymondLaws {

    private RaymondLaws() {}

    static List<Invariant<RaymondState, RaymondMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),
                new Invariant.Count<>(
                        "there is one privilege",
                        (node, user) -> node.privileged() ? 1 : 0,
                        message -> message instanceof Privilege ? 1 : 0,
                        1,
                        1),
                new Invariant.OfConfiguration<>(
                        "from every node the holders lead to the privilege",
                        whole -> true,
                        whole -> whole.processes().stream().allMatch(node -> leadsToPrivilege(whole, node))),
                Invariant.process(
                        "a queue names nobody twice",
                        (node, user) -> !node.queue().isEmpty(),
                        (node, user) -> new HashSet<>(node.queue()).size()
                                == node.queue().size()),
                Invariant.process(
                        "who has asked wants the privilege, and has it not",
                        (node, user) -> node.asked(),
                        (node, user) -> !node.privileged() && !node.queue().isEmpty()),
                Invariant.process(
                        "a node uses the privilege as its user does, and waits as its user does",
                        (node, user) -> true,
                        (node, user) -> node.using() == MutualExclusion.critical(user)
                                && node.queue().contains(node.self()) == MutualExclusion.PROBLEM.waits(user)));
    }

    /** Whether the holders, one after the other, lead from a node to where the privilege is or is going, if the node knows one. */
    private static boolean leadsToPrivilege(Configuration<RaymondState, RaymondMessage, User> whole, ProcessId from) {
        ProcessId at = from;
        for (int steps = 0; steps <= whole.processes().size(); steps++) {
            RaymondState node = whole.state(at);
            if (node.holder().isEmpty()) {
                return at.equals(from);
            }
            ProcessId next = node.holder().get();
            if (next.equals(at)
                    || whole.inTransit(at, Neighbour.of(next)).stream().anyMatch(Privilege.class::isInstance)) {
                return true;
            }
            at = next;
        }
        return false;
    }
}
