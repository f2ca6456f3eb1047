package symposium.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery.Fate;

/**
 * A list of occurrences among a number of processes.
 *
 * @param processes who takes part, those at which nothing happens included
 * @param occurrences what happened, in order
 * @param names how processes are called, by their numbers; those beyond go by their numbers, and so do all that messages speak of
 */
public record Trace(SortedSet<ProcessId> processes, List<TraceEvent> occurrences, List<String> names) {

    /** Among processes that go by their numbers. */
    public Trace(SortedSet<ProcessId> processes, List<TraceEvent> occurrences) {
        this(processes, occurrences, List.of());
    }

    /** Takes in every process that an occurrence names, whether or not it is among {@code processes}. */
    public Trace {
        SortedSet<ProcessId> everyone = new TreeSet<>(processes);
        occurrences = List.copyOf(occurrences);
        names = List.copyOf(names);
        for (TraceEvent occurrence : occurrences) {
            everyone.add(occurrence.process());
            sends(occurrence).forEach(send -> everyone.add(send.to().id()));
            otherEnd(occurrence).ifPresent(everyone::add);
            if (occurrence instanceof TraceEvent.Partitioned partitioned) {
                everyone.addAll(partitioned.side());
            }
        }
        processes = Collections.unmodifiableSortedSet(everyone);
    }

    /** What happened, among those at which anything did. */
    public static Trace of(List<TraceEvent> occurrences) {
        return new Trace(new TreeSet<>(), occurrences);
    }

    /** How a process is called. */
    String name(ProcessId process) {
        return process.number() < names.size() ? names.get(process.number()) : process.toString();
    }

    /** The process at the other end, and on which side it is. */
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

    /** What an occurrence sends, in order. */
    static List<Effect.Send<?, ?>> sends(TraceEvent occurrence) {
        List<Effect.Send<?, ?>> found = new ArrayList<>();
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    found.add(send);
                }
            }
        }
        return found;
    }

    /** The other end of a link that fails or recovers. */
    static Optional<ProcessId> otherEnd(TraceEvent occurrence) {
        if (occurrence instanceof TraceEvent.LinkFailed failed) {
            return Optional.of(failed.other());
        }
        return occurrence instanceof TraceEvent.LinkRecovered recovered
                ? Optional.of(recovered.other())
                : Optional.empty();
    }

    /** What an occurrence says beside its rule and its messages: what was asked, what the user was told, what went wrong. */
    String note(TraceEvent occurrence) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            List<String> parts = new ArrayList<>();
            if (!(stepped.event() instanceof Event.Received)) {
                parts.add(words(stepped.event()));
            }
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Output || effect instanceof Effect.Left) {
                    parts.add(effect.toString());
                }
            }
            return String.join(", ", parts);
        }
        if (occurrence instanceof TraceEvent.Failed failed) {
            return failed.why();
        }
        if (occurrence instanceof TraceEvent.InvariantThrew threw) {
            return threw.why();
        }
        if (occurrence instanceof TraceEvent.MessageLost lost) {
            return Printable.print(lost.message()) + " to " + name(lost.process()) + " lost";
        }
        if (occurrence instanceof TraceEvent.MessageDuplicated doubled) {
            return Printable.print(doubled.message()) + " to " + name(doubled.process()) + " doubled";
        }
        if (occurrence instanceof TraceEvent.LinkFailed failed) {
            return "link " + name(failed.process()) + " - " + name(failed.other()) + " fails";
        }
        if (occurrence instanceof TraceEvent.LinkRecovered recovered) {
            return "link " + name(recovered.process()) + " - " + name(recovered.other()) + " recovers";
        }
        if (occurrence instanceof TraceEvent.Partitioned partitioned) {
            return separated(partitioned);
        }
        return occurrence instanceof TraceEvent.Joined ? "joins" : "crash";
    }

    /** Who is separated, in words. */
    String separated(TraceEvent.Partitioned partitioned) {
        return named(partitioned.side()) + " separated from the others";
    }

    /** What stands at the process in a diagram; empty where the process itself does nothing. */
    static String mark(TraceEvent occurrence) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            return stepped.rule().label();
        }
        if (occurrence instanceof TraceEvent.Crashed) {
            return "X";
        }
        if (occurrence instanceof TraceEvent.Joined) {
            return "+";
        }
        return occurrence instanceof TraceEvent.Failed || occurrence instanceof TraceEvent.InvariantThrew ? "!" : "";
    }

    /**
     * The way of every message, in the order of sending.
     *
     * <p>A message received is the oldest on its link that equals it. One that was received before and is received again was doubled,
     * and its second way starts where its first did. One that was never sent in this trace has no way in it.
     */
    public List<MessageDelivery> flights() {
        Ways ways = new Ways();
        for (int at = 0; at < occurrences.size(); at++) {
            ways.follow(at, occurrences.get(at));
        }
        return ways.all();
    }

    private record Link(ProcessId from, ProcessId to, Side side) {
        static Link into(ProcessId self, Neighbour from) {
            return new Link(from.id(), self, from.side().opposite());
        }

        static Link outOf(ProcessId self, Neighbour to) {
            return new Link(self, to.id(), to.side());
        }
    }

    private record Moving(Link link, Object message, int sentAt) {}

    /** What is under way while the trace is gone through. */
    private final class Ways {
        private final List<Moving> moving = new ArrayList<>();
        private final List<Moving> arrived = new ArrayList<>();
        private final List<MessageDelivery> ended = new ArrayList<>();
        private final Set<ProcessId> crashed = new HashSet<>();
        private final Set<Set<ProcessId>> down = new HashSet<>();
        private final List<Set<ProcessId>> sides = new ArrayList<>();

        private boolean down(Link link) {
            return !link.from().equals(link.to()) && down.contains(Set.of(link.from(), link.to()));
        }

        private boolean across(Link link) {
            return sides.stream().anyMatch(side -> side.contains(link.from()) != side.contains(link.to()));
        }

        void follow(int at, TraceEvent occurrence) {
            ProcessId self = occurrence.process();
            if (occurrence instanceof TraceEvent.Stepped stepped) {
                consume(at, self, stepped.event());
            } else if (occurrence instanceof TraceEvent.Failed failed) {
                consume(at, self, failed.event());
            } else if (occurrence instanceof TraceEvent.MessageLost lost) {
                oldest(Link.into(self, lost.from()), lost.message()).ifPresent(each -> end(each, at, Fate.LOST));
            } else if (occurrence instanceof TraceEvent.MessageDuplicated doubled) {
                oldest(Link.into(self, doubled.from()), doubled.message())
                        .ifPresent(each -> moving.add(moving.indexOf(each), each));
            } else if (occurrence instanceof TraceEvent.Crashed) {
                crashed.add(self);
                lose(at, each -> each.link().to().equals(self) && !down(each.link()));
                lose(at, each -> each.link().from().equals(self) && down(each.link()));
            } else if (occurrence instanceof TraceEvent.LinkFailed failed) {
                down.add(Set.of(self, failed.other()));
            } else if (occurrence instanceof TraceEvent.LinkRecovered recovered) {
                down.remove(Set.of(self, recovered.other()));
            } else if (occurrence instanceof TraceEvent.Partitioned partitioned) {
                sides.add(partitioned.side());
                lose(at, each -> across(each.link()));
            }
            for (Effect.Send<?, ?> send : sends(occurrence)) {
                Moving sent = new Moving(Link.outOf(self, send.to()), send.message(), at);
                moving.add(sent);
                if (crashed.contains(send.to().id()) && !down(sent.link()) || across(sent.link())) {
                    end(sent, at, Fate.LOST);
                }
            }
        }

        private void consume(int at, ProcessId self, Event<?, ?> event) {
            if (event instanceof Event.Received<?, ?> received) {
                Link link = Link.into(self, received.from());
                Optional<Moving> oldest = oldest(link, received.message());
                if (oldest.isPresent()) {
                    arrived.add(oldest.get());
                    end(oldest.get(), at, Fate.RECEIVED);
                } else {
                    last(link, received.message()).ifPresent(each -> ended.add(flight(each, at, Fate.RECEIVED)));
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

        private Optional<Moving> oldest(Link link, Object message) {
            return moving.stream()
                    .filter(each -> each.link().equals(link) && each.message().equals(message))
                    .findFirst();
        }

        private Optional<Moving> last(Link link, Object message) {
            return arrived.stream()
                    .filter(each -> each.link().equals(link) && each.message().equals(message))
                    .reduce((earlier, later) -> later);
        }

        private void lose(int at, Predicate<Moving> which) {
            for (Moving each : List.copyOf(moving)) {
                if (which.test(each)) {
                    end(each, at, Fate.LOST);
                }
            }
        }

        private void end(Moving each, int at, Fate fate) {
            moving.remove(each);
            ended.add(flight(each, at, fate));
        }

        private MessageDelivery flight(Moving each, int at, Fate fate) {
            return new MessageDelivery(each.link().from(), each.link().to(), each.message(), each.sentAt(), at, fate);
        }

        List<MessageDelivery> all() {
            for (Moving each : List.copyOf(moving)) {
                end(each, occurrences.size(), Fate.UNDER_WAY);
            }
            ended.sort(Comparator.comparingInt(MessageDelivery::sentAt).thenComparingInt(MessageDelivery::endedAt));
            return List.copyOf(ended);
        }
    }
}
