package symposium.demo.event;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.SymposiumNode;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.service.participant.LeaderElection;

/** An event of a demo: at a node, at its processes, or at the application that uses its services. */
public sealed interface DemoEvent {

    /** The process that it concerns. */
    ProcessId process();

    /** Is told of all events in the order in which they happen. */
    @FunctionalInterface
    interface Listener {
        /** @param at when it happened, since the beginning */
        void on(Duration at, DemoEvent event);
    }

    /** What a service grants its user. */
    sealed interface Grant {

        /** The fence of the grant; {@link Fence#NONE} where the service has none. */
        Fence fence();

        /** The name and the fence of each thing that a process has by it. */
        SortedMap<String, Fence> names(ProcessId process);

        /** The lock. */
        record OfLock(Fence fence) implements Grant {
            @Override
            public SortedMap<String, Fence> names(ProcessId process) {
                return new TreeMap<>(Map.of("lock", fence));
            }
        }

        /**
         * All forks of a philosopher.
         *
         * @param uses for each neighbour the number of this use of the fork that both share, counted from 1
         */
        record OfForks(SortedMap<ProcessId, Long> uses) implements Grant {
            public OfForks {
                uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
            }

            @Override
            public Fence fence() {
                return Fence.NONE;
            }

            /** The number of its use is the fence of a fork. */
            @Override
            public SortedMap<String, Fence> names(ProcessId process) {
                SortedMap<String, Fence> forks = new TreeMap<>();
                uses.forEach((other, use) -> forks.put(fork(process, other), new Fence(0, use)));
                return forks;
            }

            /** The name of the fork that two philosophers share. */
            public static String fork(ProcessId one, ProcessId other) {
                return "fork " + Math.min(one.number(), other.number()) + "-" + Math.max(one.number(), other.number());
            }
        }

        /** A set of resources. */
        record OfResources(SortedSet<String> resources, Fence fence) implements Grant {
            public OfResources {
                resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
            }

            @Override
            public SortedMap<String, Fence> names(ProcessId process) {
                SortedMap<String, Fence> fences = new TreeMap<>();
                resources.forEach(resource -> fences.put(resource, fence));
                return fences;
            }
        }
    }

    /**
     * A node has started.
     *
     * @param address where it listens
     */
    record Started(ProcessId process, String address) implements DemoEvent {
        public static Started of(SymposiumNode node) {
            return new Started(node.process(), node.address().hostPort().replaceFirst(".*@", ""));
        }
    }

    /** A node sees another membership than before. */
    record Seen(MembershipView view) implements DemoEvent {
        @Override
        public ProcessId process() {
            return view.self();
        }
    }

    /**
     * A process took a step, or failed to.
     *
     * @param part whether it is the process that shares or the process that elects
     */
    record Stepped(Part part, TraceEvent event) implements DemoEvent {

        /** The processes of a node. */
        public enum Part {
            /** It shares a lock, forks or resources. */
            SHARING,
            /** It elects a leader. */
            ELECTING
        }

        @Override
        public ProcessId process() {
            return event.process();
        }
    }

    /** A subscriber is told which process leads, or that none does. */
    record News(ProcessId process, LeaderElection.News news) implements DemoEvent {}

    /**
     * A user asks for a grant.
     *
     * @param resources the resources that it asks for; none where there is nothing to choose
     */
    record Requested(ProcessId process, SortedSet<String> resources) implements DemoEvent {
        public Requested {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }
    }

    /** A user is told that it has the grant. */
    record Granted(ProcessId process, Grant grant) implements DemoEvent {}

    /** A user is about to give back its grant. */
    record Released(ProcessId process, Grant grant) implements DemoEvent {}

    /** A user is told that its grant is no longer valid. */
    record Lost(ProcessId process, Fence fence) implements DemoEvent {}

    /** A node is killed without goodbye. */
    record Killed(ProcessId process) implements DemoEvent {}

    /**
     * A fault by hand at a node that lives on.
     *
     * @param what what the process suffers, after its name
     */
    record Suffered(ProcessId process, String what) implements DemoEvent {}

    /**
     * A token has been lost on its way to a process, which lives on.
     *
     * @param what which token, and what follows
     * @param recovery what brings back what is lost; empty when another token is to be lost with it
     */
    record TokenLost(ProcessId process, String what, Optional<TokenRecovery> recovery) implements DemoEvent {}

    /** A node warns its user. */
    record Warned(Warning warning) implements DemoEvent {
        @Override
        public ProcessId process() {
            return warning.process();
        }
    }

    /** A node has ended without being killed. */
    record NodeEnded(ProcessId process, Termination ended) implements DemoEvent {}
}
