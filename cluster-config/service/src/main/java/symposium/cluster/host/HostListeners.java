package symposium.cluster.host;

import java.util.function.Consumer;
import symposium.kernel.TraceEvent;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;

/**
 * Who is told of what happens at a {@link Host}.
 *
 * @param steps is told of every step of the process
 * @param warnings is told of what the user of this node should know
 * @param ended is told when the process stops without having been asked to leave
 * @param votes is told what the process knows of the voters, where it agrees on them
 */
public record HostListeners(
        Consumer<TraceEvent> steps,
        Consumer<Warning> warnings,
        Consumer<Termination> ended,
        Consumer<MembershipView.Voting> votes) {}
