package symposium.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery.Fate;

/**
 * A list of trace events at a set of processes.
 *
 * @param processes the processes, including those without trace events
 * @param events the trace events, in order
 * @param names by number, the names of processes; a process beyond the list goes by its number, and so do processes
 *     inside messages
 */
public record Trace(SortedSet<ProcessId> processes, List<TraceEvent> events, List<String> names) {

    /** A trace whose processes go by their numbers. */
    public Trace(SortedSet<ProcessId> processes, List<TraceEvent> events) {
        this(processes, events, List.of());
    }

    /** Adds every process that a trace event names to {@code processes}. */
    public Trace {
        SortedSet<ProcessId> everyone = new TreeSet<>(processes);
        events = List.copyOf(events);
        names = List.copyOf(names);
        for (TraceEvent event : events) {
            everyone.add(event.process());
            sends(event).forEach(send -> everyone.add(send.to().id()));
            if (event instanceof TraceEvent.LinkChange link) {
                everyone.add(link.other());
            } else if (event instanceof TraceEvent.Partitioned partitioned) {
                everyone.addAll(partitioned.side());
            } else if (event instanceof TraceEvent.FalselyDeparted departed) {
                everyone.add(departed.other());
            }
        }
        processes = Sorted.set(everyone);
    }

    /** A trace at the processes that its events name. */
    public static Trace of(List<TraceEvent> events) {
        return new Trace(new TreeSet<>(), events);
    }

    /** The name of a process. */
    String name(ProcessId process) {
        return process.number() < names.size() ? names.get(process.number()) : process.toString();
    }

    /** The name of a neighbour, with its side. */
    String name(Neighbour neighbour) {
        return name(neighbour.id())
                + neighbour.toString().substring(neighbour.id().toString().length());
    }

    private String named(Collection<ProcessId> some) {
        return some.stream().map(this::name).toList().toString();
    }

    /** An event in words. */
    String words(Event<?, ?> event) {
        if (event instanceof Event.Received<?, ?> received) {
            return Printable.print(received.message()) + " from " + name(received.from());
        }
        if (event instanceof Event.Undeliverable<?, ?> undeliverable) {
            return Printable.print(undeliverable.message()) + " undeliverable to " + name(undeliverable.to());
        }
        if (event instanceof Event.NeighboursChanged<?, ?> changed) {
            return "neighbours now "
                    + changed.neighbours().all().stream().map(this::name).toList() + ", departed "
                    + named(changed.departed());
        }
        return event.toString();
    }

    /** An effect in words. */
    String words(Effect<?, ?> effect) {
        return effect instanceof Effect.Send<?, ?> send
                ? "sends " + Printable.print(send.message()) + " to " + name(send.to())
                : effect.toString();
    }

    /** The messages that a trace event sends, in order. */
    static List<Effect.Send<Object, ?>> sends(TraceEvent event) {
        return event.sends(Object.class);
    }

    /** A note on a trace event beside its rule and messages: the input, the outputs, or the failure. */
    String note(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            List<String> parts = new ArrayList<>();
            if (!(stepped.event() instanceof Event.Received)) {
                parts.add(words(stepped.event()));
            }
            stepped.effects().stream()
                    .filter(effect -> effect instanceof Effect.Output || effect instanceof Effect.Left)
                    .forEach(effect -> parts.add(effect.toString()));
            return String.join(", ", parts);
        }
        if (event instanceof TraceEvent.AlgorithmFailure failure) {
            return failure.why();
        }
        if (event instanceof TraceEvent.MessageFault fault) {
            return Printable.print(fault.message()) + " to " + name(fault.process())
                    + (fault instanceof TraceEvent.MessageLost ? " lost" : " duplicated");
        }
        if (event instanceof TraceEvent.LinkChange link) {
            return "link " + name(link.process()) + " - " + name(link.other())
                    + (link instanceof TraceEvent.LinkFailed ? " fails" : " recovers");
        }
        if (event instanceof TraceEvent.Partitioned partitioned) {
            return separated(partitioned);
        }
        if (event instanceof TraceEvent.FalselyDeparted departed) {
            return "false departure of " + name(departed.other());
        }
        return event instanceof TraceEvent.Joined ? "joins" : "crash";
    }

    /** A partition in words. */
    String separated(TraceEvent.Partitioned partitioned) {
        return named(partitioned.side()) + " separated from the others";
    }

    /** The mark of a trace event in a diagram; empty if the process itself takes no step. */
    static String mark(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return stepped.rule().label();
        }
        if (event instanceof TraceEvent.Crashed) {
            return "X";
        }
        if (event instanceof TraceEvent.Joined) {
            return "+";
        }
        return event instanceof TraceEvent.AlgorithmFailure ? "!" : "";
    }

    /**
     * The transit of every message, in the order of sending.
     *
     * <p>A receipt takes the oldest equal message on its link. A second receipt of the same message means that it was
     * duplicated; its second transit starts at the same step as the first. A message never sent in this trace has no
     * transit in it.
     */
    public List<MessageDelivery> deliveries() {
        TransitTracker tracker = new TransitTracker();
        for (int at = 0; at < events.size(); at++) {
            tracker.follow(at, events.get(at));
        }
        return tracker.all();
    }

    private record Link(ProcessId from, ProcessId to, Side side) {
        static Link into(ProcessId self, Neighbour from) {
            return new Link(from.id(), self, from.side().opposite());
        }

        static Link outOf(ProcessId self, Neighbour to) {
            return new Link(self, to.id(), to.side());
        }
    }

    private record InTransit(Link link, Object message, int sentAt) {}

    /** The messages in transit, updated event by event. */
    private final class TransitTracker {
        private final List<InTransit> inTransit = new ArrayList<>();
        private final List<InTransit> arrived = new ArrayList<>();
        private final List<MessageDelivery> ended = new ArrayList<>();
        private final Set<ProcessId> crashed = new HashSet<>();
        private final Set<Set<ProcessId>> down = new HashSet<>();
        private final List<Set<ProcessId>> sides = new ArrayList<>();
        /** Links whose recipient was notified, wrongly, that the sender has departed: by sender and recipient. */
        private final Set<List<ProcessId>> unheard = new HashSet<>();

        private boolean down(Link link) {
            return !link.from().equals(link.to()) && down.contains(Set.of(link.from(), link.to()));
        }

        private boolean across(Link link) {
            return sides.stream().anyMatch(side -> side.contains(link.from()) != side.contains(link.to()));
        }

        void follow(int at, TraceEvent event) {
            ProcessId self = event.process();
            if (event instanceof TraceEvent.Stepped stepped) {
                consume(at, self, stepped.event());
            } else if (event instanceof TraceEvent.Failed failed) {
                consume(at, self, failed.event());
            } else if (event instanceof TraceEvent.MessageFault fault) {
                oldest(Link.into(self, fault.from()), fault.message()).ifPresent(each -> {
                    if (fault instanceof TraceEvent.MessageLost) {
                        end(each, at, Fate.LOST);
                    } else {
                        inTransit.add(inTransit.indexOf(each), each);
                    }
                });
            } else if (event instanceof TraceEvent.Crashed) {
                crashed.add(self);
                lose(at, each -> each.link().to().equals(self) && !down(each.link()));
                lose(at, each -> each.link().from().equals(self) && down(each.link()));
            } else if (event instanceof TraceEvent.LinkFailed failed) {
                down.add(Set.of(self, failed.other()));
            } else if (event instanceof TraceEvent.LinkRecovered recovered) {
                down.remove(Set.of(self, recovered.other()));
            } else if (event instanceof TraceEvent.Partitioned partitioned) {
                sides.add(partitioned.side());
                lose(at, each -> across(each.link()));
            } else if (event instanceof TraceEvent.FalselyDeparted departed) {
                unheard.add(List.of(departed.other(), self));
            }
            for (Effect.Send<?, ?> send : sends(event)) {
                InTransit sent = new InTransit(Link.outOf(self, send.to()), send.message(), at);
                inTransit.add(sent);
                boolean vanishes = crashed.contains(send.to().id())
                        || unheard.contains(List.of(self, send.to().id()));
                if (vanishes && !down(sent.link()) || across(sent.link())) {
                    end(sent, at, Fate.LOST);
                }
            }
        }

        private void consume(int at, ProcessId self, Event<?, ?> event) {
            if (event instanceof Event.Received<?, ?> received) {
                Link link = Link.into(self, received.from());
                Optional<InTransit> oldest = oldest(link, received.message());
                if (oldest.isPresent()) {
                    arrived.add(oldest.get());
                    end(oldest.get(), at, Fate.RECEIVED);
                } else {
                    matching(arrived, link, received.message())
                            .reduce((earlier, later) -> later)
                            .ifPresent(each -> ended.add(delivery(each, at, Fate.RECEIVED)));
                }
            } else if (event instanceof Event.Undeliverable<?, ?> undeliverable) {
                oldest(Link.outOf(self, undeliverable.to()), undeliverable.message())
                        .ifPresent(each -> end(each, at, Fate.RETURNED));
            } else if (event instanceof Event.NeighboursChanged<?, ?> changed) {
                lose(
                        at,
                        each -> each.link().to().equals(self)
                                && changed.departed().contains(each.link().from()));
            }
        }

        private Optional<InTransit> oldest(Link link, Object message) {
            return matching(inTransit, link, message).findFirst();
        }

        private static Stream<InTransit> matching(List<InTransit> some, Link link, Object message) {
            return some.stream()
                    .filter(each -> each.link().equals(link) && each.message().equals(message));
        }

        private void lose(int at, Predicate<InTransit> which) {
            inTransit.stream().filter(which).toList().forEach(each -> end(each, at, Fate.LOST));
        }

        private void end(InTransit each, int at, Fate fate) {
            inTransit.remove(each);
            ended.add(delivery(each, at, fate));
        }

        private MessageDelivery delivery(InTransit each, int at, Fate fate) {
            return new MessageDelivery(each.link().from(), each.link().to(), each.message(), each.sentAt(), at, fate);
        }

        List<MessageDelivery> all() {
            List.copyOf(inTransit).forEach(each -> end(each, events.size(), Fate.IN_TRANSIT));
            ended.sort(Comparator.comparingInt(MessageDelivery::sentAt).thenComparingInt(MessageDelivery::endedAt));
            return List.copyOf(ended);
        }
    }
}
