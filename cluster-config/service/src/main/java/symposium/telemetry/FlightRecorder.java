package symposium.telemetry;

import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.mutex.Fence;

/**
 * Writes events of the JDK's Flight Recorder, under names that begin with {@code symposium.}; nothing while there is no
 * recording that wants them.
 */
final class FlightRecorder implements NodeListener {

    private static final int MOST_NAMES = 20;

    private final String node;

    /** @param node the address of the node, as events name it */
    FlightRecorder(String node) {
        this.node = node;
    }

    /** An event of a node. */
    @Category("Symposium")
    @StackTrace(false)
    private abstract static class OfNode extends Event {
        @Label("Node")
        String node;
    }

    /** An event of a request for a lease. */
    private abstract static class OfLease extends OfNode {
        @Label("Names")
        @Description("What it claims, 20 names at most")
        String names;

        @Label("Owner")
        @Description("Its label, or its path if it is an actor of the application")
        String owner;

        @Label("Fence")
        @Description("That of the grant, or nothing")
        String fence;
    }

    @Name("symposium.Acquire")
    @Label("Acquire")
    @Description("A request for a lease, from its arrival to its answer")
    static final class Acquire extends OfLease {
        @Label("Outcome")
        @Description("granted, or why not")
        String outcome;
    }

    @Name("symposium.Release")
    @Label("Release")
    @Description("A lease that its owner has released, from the grant on")
    static final class Release extends OfLease {
        @Label("Outcome")
        @Description("released, cancelled or owner_stopped")
        String outcome;
    }

    @Name("symposium.Loss")
    @Label("Loss")
    @Description("A lease that was lost, from the grant on")
    static final class Loss extends OfLease {}

    /** An event of a process of the node. */
    private abstract static class OfProcess extends OfNode {
        @Label("Service")
        String service;

        @Label("Algorithm")
        String algorithm;

        @Label("Process")
        String process;

        final void of(String whichNode, String whichService, String whichAlgorithm, ProcessId which) {
            node = whichNode;
            service = whichService;
            algorithm = whichAlgorithm;
            process = which.toString();
        }
    }

    @Name("symposium.Regeneration")
    @Label("Regeneration")
    @Description("A process has issued a token, the first one or one in the place of a lost one")
    static final class Regeneration extends OfProcess {
        @Label("Rule")
        String rule;
    }

    @Name("symposium.Election")
    @Label("Election")
    @Description("A process has learned of a leader, or an owner of the node leads an election by name")
    static final class Election extends OfProcess {
        @Label("Election")
        @Description("The name of an election by name; otherwise empty")
        String election;

        @Label("Leader")
        String leader;

        @Label("Leads Itself")
        boolean self;

        @Label("Term")
        long term;
    }

    @Override
    public RequestListener requested(Set<String> names, Supplier<String> owner) {
        Acquire acquire = new Acquire();
        return acquire.isEnabled() ? new Recorded(acquire, printed(names), owner.get()) : RequestListener.NONE;
    }

    private static String printed(Set<String> names) {
        String first = String.join(", ", names.stream().limit(MOST_NAMES).toList());
        return names.size() <= MOST_NAMES ? first : first + " and " + (names.size() - MOST_NAMES) + " more";
    }

    /** A request that came while there was a recording. */
    private final class Recorded implements RequestListener {

        private final Acquire acquire;
        private final Release release = new Release();
        private final Loss loss = new Loss();
        private final String names;
        private final String owner;
        private String fence = "";

        Recorded(Acquire acquire, String names, String owner) {
            this.acquire = acquire;
            this.names = names;
            this.owner = owner;
            acquire.begin();
        }

        @Override
        public void granted(Fence granted) {
            fence = granted.toString();
            answered("granted");
            release.begin();
            loss.begin();
        }

        @Override
        public void ended(Outcome outcome) {
            if (fence.isEmpty()) {
                answered(outcome.spelled());
            } else if (outcome == Outcome.LOST) {
                commit(loss);
            } else {
                release.outcome = outcome.spelled();
                commit(release);
            }
        }

        private void answered(String outcome) {
            acquire.outcome = outcome;
            commit(acquire);
        }

        private void commit(OfLease event) {
            if (event.shouldCommit()) {
                event.node = node;
                event.names = names;
                event.owner = owner;
                event.fence = fence;
                event.commit();
            }
        }
    }

    @Override
    public void regenerated(String service, String algorithm, ProcessId process, Rule rule) {
        Regeneration event = new Regeneration();
        if (event.shouldCommit()) {
            event.of(node, service, algorithm, process);
            event.rule = rule.label();
            event.commit();
        }
    }

    @Override
    public void elected(String service, String algorithm, ProcessId process, ProcessId leader, long term) {
        commitElection(service, algorithm, "", process, leader, term);
    }

    @Override
    public void leads(String service, String algorithm, String election, ProcessId process, Fence fence) {
        commitElection(service, algorithm, election, process, process, fence.number());
    }

    private void commitElection(
            String service, String algorithm, String election, ProcessId process, ProcessId leader, long term) {
        Election event = new Election();
        if (event.shouldCommit()) {
            event.of(node, service, algorithm, process);
            event.election = election;
            event.leader = leader.toString();
            event.self = leader.equals(process);
            event.term = term;
            event.commit();
        }
    }
}
