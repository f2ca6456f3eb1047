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

/** The counters of the host of one service, written by one actor and read by any thread. */
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

    /** Records that the process has started. */
    public void began() {
        begun = true;
        listeners.began(service);
    }

    /** Records that the process takes no further step. */
    public void stops() {
        stopped = true;
    }

    /** Records that the process sends a message. */
    public void messageSent() {
        sent.increment();
    }

    /** Records that messages are sent again. */
    public void messagesResent(int count) {
        resent.add(count);
    }

    /** Records that a message reaches the process. */
    public void messageReceived() {
        received.increment();
    }

    /** Records that something from another node has been dropped. */
    public void messageDropped() {
        dropped.increment();
    }

    /**
     * Records that another process has not answered for {@code symposium.silence-timeout}, although its node is
     * reached.
     */
    public void silence() {
        silences.increment();
    }

    /** Records that these processes are silent now. */
    public void silent(Collection<ProcessId> processes) {
        silent = processes.stream().map(ProcessId::toString).toList();
    }

    /** Records that the process takes a step. */
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

    /** Records that an owner of this node leads a named election. */
    public void leads(String election, ProcessId process, Fence fence) {
        elections.increment();
        leaderships.increment();
        listeners.leads(service, algorithm, election, process, fence);
    }

    // --- for those who measure

    /** Returns the service, as {@code symposium.services} spells it. */
    public String service() {
        return service;
    }

    /** Returns the name of its algorithm. */
    public String algorithm() {
        return algorithm;
    }

    /** Returns whether the process has started. */
    public boolean begun() {
        return begun;
    }

    /** Returns whether the process has stopped: it takes no further step, and its node is about to end. */
    public boolean stopped() {
        return stopped;
    }

    /** Returns the number of messages that the process has sent, each counted once. */
    public long sent() {
        return sent.sum();
    }

    /** Returns the number of messages that were sent again, because no acknowledgement arrived in time. */
    public long resent() {
        return resent.sum();
    }

    /** Returns the number of messages that have reached the process, each counted once. */
    public long received() {
        return received.sum();
    }

    /**
     * Returns the number of messages from other nodes that were dropped, because they could not be read or were not
     * for it.
     */
    public long dropped() {
        return dropped.sum();
    }

    /** Returns how often another process has not answered for {@code symposium.silence-timeout}. */
    public long silences() {
        return silences.sum();
    }

    /** Returns the other processes that are silent now. */
    public List<String> silent() {
        return silent;
    }

    /** Returns the number of tokens that the process has issued, including the first of all. */
    public long regenerations() {
        return regenerations.sum();
    }

    /**
     * Returns the number of leaders that the process has been notified of; with named elections, the number of owners
     * of this node that have led.
     */
    public long elections() {
        return elections.sum();
    }

    /** Returns how many times the process itself, or an owner of this node, has been the leader. */
    public long leaderships() {
        return leaderships.sum();
    }
}
