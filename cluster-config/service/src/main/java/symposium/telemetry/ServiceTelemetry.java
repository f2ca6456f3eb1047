package symposium.telemetry;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;

/** What the host of one service counts. It is written by one actor, and read by any thread. */
public final class ServiceTelemetry {

    private final String service;
    private final String algorithm;
    private final Set<Rule> regenerating;
    private final NodeListener listeners;
    private final LongAdder sent = new LongAdder();
    private final LongAdder resent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder silences = new LongAdder();
    private final LongAdder regenerations = new LongAdder();
    private final LongAdder elections = new LongAdder();
    private final LongAdder leaderships = new LongAdder();
    private volatile boolean begun;
    private volatile boolean stopped;
    private volatile List<String> silent = List.of();

    /** @param regenerating the rules of the algorithm by which a process issues a token */
    ServiceTelemetry(String service, String algorithm, Set<Rule> regenerating, NodeListener listeners) {
        this.service = service;
        this.algorithm = algorithm;
        this.regenerating = Set.copyOf(regenerating);
        this.listeners = listeners;
    }

    // --- for the host

    /** The process has begun. */
    public void began() {
        begun = true;
        listeners.began(service);
    }

    /** The process takes no step any more. */
    public void stops() {
        stopped = true;
    }

    /** The process sends a message. */
    public void messageSent() {
        sent.increment();
    }

    /** Messages are sent again. */
    public void messagesResent(int count) {
        resent.add(count);
    }

    /** A message reaches the process. */
    public void messageReceived() {
        received.increment();
    }

    /** Something from another node has been dropped. */
    public void messageDropped() {
        dropped.increment();
    }

    /** Another process, whose node is reached, has left an answer due for {@code symposium.silence-timeout}. */
    public void silence() {
        silences.increment();
    }

    /** These processes are silent now. */
    public void silent(Collection<ProcessId> processes) {
        silent = processes.stream().map(ProcessId::toString).toList();
    }

    /** The process takes a step. */
    public void step(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            if (regenerating.contains(stepped.rule())) {
                regenerations.increment();
                listeners.regenerated(service, algorithm, stepped.process(), stepped.rule());
            }
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Output<?, ?> told
                        && told.output() instanceof LeadershipInTerms.News.Elected elected) {
                    onElected(stepped, elected);
                }
            }
        }
    }

    private void onElected(TraceEvent.Stepped stepped, LeadershipInTerms.News.Elected elected) {
        elections.increment();
        if (elected.leader().equals(stepped.process())) {
            leaderships.increment();
        }
        listeners.elected(service, algorithm, stepped.process(), elected.leader(), elected.term());
    }

    /** An owner of this node leads an election by name. */
    public void leads(String election, ProcessId process, Fence fence) {
        elections.increment();
        leaderships.increment();
        listeners.leads(service, algorithm, election, process, fence);
    }

    // --- for those who measure

    /** The service, as {@code symposium.services} spells it. */
    public String service() {
        return service;
    }

    /** The name of its algorithm. */
    public String algorithm() {
        return algorithm;
    }

    /** Whether the process has begun. */
    public boolean begun() {
        return begun;
    }

    /** Whether the process has stopped: it takes no step any more, and its node is about to end. */
    public boolean stopped() {
        return stopped;
    }

    /** How many messages the process has sent, each counted once. */
    public long sent() {
        return sent.sum();
    }

    /** How many messages have been sent again, since no acknowledgement came in time. */
    public long resent() {
        return resent.sum();
    }

    /** How many messages have reached the process, each counted once. */
    public long received() {
        return received.sum();
    }

    /** How many messages from other nodes have been dropped, because they could not be read or were not for it. */
    public long dropped() {
        return dropped.sum();
    }

    /** How often another process has left an answer due for {@code symposium.silence-timeout}. */
    public long silences() {
        return silences.sum();
    }

    /** The other processes that are silent now. */
    public List<String> silent() {
        return silent;
    }

    /** How many tokens the process has issued, the first of all included. */
    public long regenerations() {
        return regenerations.sum();
    }

    /** How many leaders the process has been told of; with elections by name, how many owners of this node have led. */
    public long elections() {
        return elections.sum();
    }

    /** How many times the process itself, or an owner of this node, has been the leader. */
    public long leaderships() {
        return leaderships.sum();
    }
}
