package symposium.cluster;

import akka.cluster.Member;
import java.util.List;
import java.util.Optional;
import symposium.kernel.ProcessId;

/**
 * What a node announces about itself, as roles of its membership.
 *
 * @param process the node's process; its incarnation is the cluster's number for this life of the node
 * @param configuration what all nodes have to agree on
 */
record Announcement(ProcessId process, String configuration) {

    private static final String PROCESS = "symposium-process-";
    private static final String CONFIGURATION = "symposium-config-";

    /** The roles of a node with these settings. */
    static List<String> roles(Settings settings) {
        return List.of(settings.role(), PROCESS + settings.process(), CONFIGURATION + configuration(settings));
    }

    /** What a node with these settings expects all others to have announced. */
    static String configuration(Settings settings) {
        return settings.algorithm() + "-" + settings.processes();
    }

    /** What this member has announced, when it takes part. */
    static Optional<Announcement> of(Member member, String role) {
        if (!member.hasRole(role)) {
            return Optional.empty();
        }
        Optional<String> number = announced(member, PROCESS).filter(text -> text.matches("[0-9]{1,9}"));
        Optional<String> configuration = announced(member, CONFIGURATION);
        return number.isEmpty() || configuration.isEmpty()
                ? Optional.empty()
                : Optional.of(new Announcement(
                        new ProcessId(
                                Integer.parseInt(number.get()),
                                member.uniqueAddress().longUid()),
                        configuration.get()));
    }

    private static Optional<String> announced(Member member, String prefix) {
        return member.getRoles().stream()
                .filter(role -> role.startsWith(prefix))
                .map(role -> role.substring(prefix.length()))
                .findFirst();
    }
}
