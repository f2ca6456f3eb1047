package symposium.demo;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.LeaderElection;
import symposium.cluster.MembershipView;
import symposium.cluster.SymposiumNode;
import symposium.cluster.Termination;
import symposium.cluster.Warning;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;

/** Something that happened: to a node, to its processes, or to the philosopher, the application or the voter who uses it. */
public sealed interface DemoEvent {

    /**
     * Tells a listener.
     *
     * @param at when it happened, since the beginning
     */
    void tellTo(Listener listener, Duration at);

    /** Who hears of what happens, in the order in which it happens, each thing when it did, since the beginning. */
    interface Listener {
        default void onStarted(Duration at, Started it) {}

        default void onSeen(Duration at, Seen it) {}

        default void onStepped(Duration at, Stepped it) {}

        default void onPolled(Duration at, Polled it) {}

        default void onNews(Duration at, News it) {}

        default void onHungry(Duration at, Hungry it) {}

        default void onEating(Duration at, Eating it) {}

        /** Whoever does not care for forks sees one who eats. */
        default void onDining(Duration at, Dining it) {
            onEating(at, new Eating(it.process(), Fence.NONE));
        }

        /** Whoever does not care for resources sees one who is hungry. */
        default void onWanting(Duration at, Wanting it) {
            onHungry(at, new Hungry(it.process()));
        }

        /** Whoever does not care for resources sees one who eats. */
        default void onTaking(Duration at, Taking it) {
            onEating(at, new Eating(it.process(), it.fence()));
        }

        /** Whoever does not care for resources sees one who has eaten. */
        default void onReturning(Duration at, Returning it) {
            onSated(at, new Sated(it.process(), it.fence()));
        }

        default void onSated(Duration at, Sated it) {}

        default void onRobbed(Duration at, Robbed it) {}

        default void onKilled(Duration at, Killed it) {}

        default void onRemarked(Duration at, Remarked it) {}

        default void onEnded(Duration at, NodeEnded it) {}
    }

    /**
     * A node has started.
     *
     * @param address where it listens
     */
    record Started(ProcessId process, String address) implements DemoEvent {
        static Started of(SymposiumNode node) {
            return new Started(
                    node.process(),
                    node.address().getHost().orElse("?") + ":"
                            + node.address().getPort().map(String::valueOf).orElse("?"));
        }

        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onStarted(at, this);
        }
    }

    /** The membership has changed, as one node sees it. */
    record Seen(MembershipView view) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onSeen(at, this);
        }
    }

    /** A process took a step, or failed to. */
    record Stepped(TraceEvent occurrence) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onStepped(at, this);
        }
    }

    /** A process took a step in an election, or failed to. */
    record Polled(TraceEvent occurrence) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onPolled(at, this);
        }
    }

    /** A subscriber has been told who leads, or that nobody does. */
    record News(ProcessId process, LeaderElection.News news) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onNews(at, this);
        }
    }

    /** A philosopher asks for the lock. */
    record Hungry(ProcessId process) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onHungry(at, this);
        }
    }

    /** A philosopher has been granted the lock, and eats. */
    record Eating(ProcessId process, Fence fence) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onEating(at, this);
        }
    }

    /**
     * A philosopher has all the forks that it shares with its neighbours, and eats.
     *
     * @param uses for each neighbour the how-manieth use of the fork shared with it this is
     */
    record Dining(ProcessId process, SortedMap<ProcessId, Long> uses) implements DemoEvent {
        public Dining {
            uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
        }

        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onDining(at, this);
        }
    }

    /** An application asks for all of these resources at once. */
    record Wanting(ProcessId process, SortedSet<String> resources) implements DemoEvent {
        public Wanting {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }

        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onWanting(at, this);
        }
    }

    /** An application has been told that all of these resources are its own. */
    record Taking(ProcessId process, SortedSet<String> resources, Fence fence) implements DemoEvent {
        public Taking {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }

        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onTaking(at, this);
        }
    }

    /** An application is about to give back all of these resources. */
    record Returning(ProcessId process, SortedSet<String> resources, Fence fence) implements DemoEvent {
        public Returning {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }

        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onReturning(at, this);
        }
    }

    /** A philosopher has eaten, and is about to release the lock. */
    record Sated(ProcessId process, Fence fence) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onSated(at, this);
        }
    }

    /** A philosopher, or an application, has been told that what it had is its no more. */
    record Robbed(ProcessId process, Fence fence) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onRobbed(at, this);
        }
    }

    /** A node is killed without goodbye. */
    record Killed(ProcessId process) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onKilled(at, this);
        }
    }

    /** A node has something to say that its user should know. */
    record Remarked(Warning remark) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onRemarked(at, this);
        }
    }

    /** A node has ended of its own accord. */
    record NodeEnded(ProcessId process, Termination ended) implements DemoEvent {
        @Override
        public void tellTo(Listener listener, Duration at) {
            listener.onEnded(at, this);
        }
    }
}
