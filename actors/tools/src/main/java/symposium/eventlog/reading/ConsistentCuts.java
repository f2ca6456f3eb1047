package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import symposium.eventlog.LogLine;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Invariant;

/**
 * All consistent cuts of a log: the global states through which the run may have gone (Hoogerwoord, section 1.4). A cut
 * has the first events of each process, and with the receipt of a message its sending. Ordered by inclusion, the cuts
 * are a lattice. Each order of the events that agrees with causality is a way through it from the bottom to the top.
 *
 * <p>The notification that a process has departed comes after all events of that process, unless it takes steps later.
 *
 * @param <S> the state of a process
 * @param <M> its messages
 * @param <U> the state of a user
 */
public final class ConsistentCuts<S, M, U> {

    /**
     * A cut.
     *
     * @param events the number of events of each process, in the order of the processes
     */
    public record Cut(List<Integer> events) {}

    /**
     * What has been found.
     *
     * @param processes the processes
     * @param events the number of events, without those by which processes begin
     * @param cuts the number of cuts
     * @param widest the most cuts that have the same number of events
     * @param complete whether these are all
     * @param invariants the names of the invariants that were evaluated at each cut
     * @param deviation the line that is no step of the protocol, or the first cut at which an invariant does not hold:
     *     one with the fewest events
     * @param violating that cut
     * @param levels the cuts with 0, 1, 2 … events; empty if they were not kept
     */
    public record Found(
            List<ProcessId> processes,
            int events,
            long cuts,
            int widest,
            boolean complete,
            List<String> invariants,
            Optional<String> deviation,
            Optional<Cut> violating,
            List<List<Cut>> levels) {

        static Found deviating(String what) {
            return new Found(List.of(), 0, 0, 0, false, List.of(), Optional.of(what), Optional.empty(), List.of());
        }
    }

    /**
     * The place of an event.
     *
     * @param process the number of its process
     * @param events the number of events of that process up to this one
     */
    private record Place(int process, int events) {}

    private final MergedLog merged;
    private final Map<Integer, LoggedConfiguration.Local<S, U>> after;
    private final List<InTransit.Transit<M>> messages;
    private final List<Invariant<S, M, U>> invariants;
    private final U idle;

    private final List<ProcessId> processes = new ArrayList<>();
    /** The lines of each process that are events. */
    private final List<List<Integer>> lines = new ArrayList<>();
    /** Where each process is before its first event, if it is there. */
    private final Map<ProcessId, LoggedConfiguration.Local<S, U>> initial = new HashMap<>();
    /** The process of each line that is an event, and the place among its events. */
    private final Map<Integer, Place> places = new HashMap<>();
    /** What each line needs besides the lines of its process before it. */
    private final Map<Integer, List<Place>> needed = new HashMap<>();
    /** The processes that each line shows to have departed. */
    private final Map<Integer, Set<ProcessId>> departures = new HashMap<>();

    /**
     * @param lastOf the last step of each process
     * @param after the process of each line after it
     * @param messages all messages, with the lines that send and end them
     */
    ConsistentCuts(
            MergedLog merged,
            Map<ProcessId, Integer> lastOf,
            Map<Integer, LoggedConfiguration.Local<S, U>> after,
            List<InTransit.Transit<M>> messages,
            List<Invariant<S, M, U>> invariants,
            U idle) {
        this.merged = merged;
        this.after = after;
        this.messages = messages;
        this.invariants = invariants.stream()
                .filter(invariant -> !(invariant instanceof Invariant.OfStep))
                .toList();
        this.idle = idle;
        Map<ProcessId, List<Integer>> all = new TreeMap<>();
        List<EventLog.Numbered> log = merged.log().lines();
        for (int line = 0; line < log.size(); line++) {
            ProcessId self = log.get(line).line().process();
            List<Integer> own = all.computeIfAbsent(self, any -> new ArrayList<>());
            if (log.get(line).line() instanceof LogLine.Began began && began.initially()) {
                initial.put(self, after.get(line));
            } else {
                own.add(line);
            }
        }
        all.forEach((process, own) -> {
            for (int event = 0; event < own.size(); event++) {
                places.put(own.get(event), new Place(processes.size(), event + 1));
            }
            processes.add(process);
            lines.add(own);
        });
        for (int line = 0; line < log.size(); line++) {
            if (places.containsKey(line)) {
                needs(line, log.get(line).line(), lastOf);
            }
        }
    }

    private void needs(int line, LogLine what, Map<ProcessId, Integer> lastOf) {
        List<Place> before = new ArrayList<>();
        Optional.ofNullable(merged.sendings().get(line)).map(places::get).ifPresent(before::add);
        if (what instanceof LogLine.Happened happened) {
            if (happened.event() instanceof TraceEvent.Crashed) {
                departures.put(line, Set.of(what.process()));
            } else if (happened.event() instanceof TraceEvent.MessageDuplicated twice) {
                sendingOf(twice, line).map(places::get).ifPresent(before::add);
            } else if (happened.event() instanceof TraceEvent.Stepped step
                    && step.event() instanceof Event.NeighboursChanged<?, ?> changed) {
                Set<ProcessId> gone = new LinkedHashSet<>();
                for (ProcessId departed : changed.departed()) {
                    int process = processes.indexOf(departed);
                    if (process >= 0 && lastOf.getOrDefault(departed, -1) < line) {
                        gone.add(departed);
                        before.add(new Place(process, lines.get(process).size()));
                    }
                }
                departures.put(line, gone);
            }
        }
        needed.put(line, before);
    }

    /** The line that sent the message which is in transit twice from this line on. */
    private Optional<Integer> sendingOf(TraceEvent.MessageDuplicated twice, int line) {
        InTransit.Link link = new InTransit.Link(twice.from().id(), twice.from().seenBack(twice.process()));
        return messages.stream()
                .filter(message -> message.link().equals(link)
                        && message.message().equals(twice.message())
                        && message.sent() < line
                        && message.ended() > line)
                .map(InTransit.Transit::sent)
                .findFirst();
    }

    /** Explores the cuts, those with fewer events first, up to the first at which an invariant does not hold. */
    Found explore(int most, boolean kept) {
        List<List<Cut>> levels = new ArrayList<>();
        Set<Cut> level = new LinkedHashSet<>(
                Set.of(new Cut(processes.stream().map(process -> 0).toList())));
        long cuts = 0;
        int widest = 0;
        while (!level.isEmpty()) {
            if (cuts + level.size() > most) {
                return found(cuts, widest, false, Optional.empty(), Optional.empty(), levels);
            }
            cuts += level.size();
            widest = Math.max(widest, level.size());
            if (kept) {
                levels.add(List.copyOf(level));
            }
            for (Cut cut : level) {
                Optional<String> violated = violated(cut);
                if (violated.isPresent()) {
                    return found(cuts, widest, false, violated, Optional.of(cut), levels);
                }
            }
            Set<Cut> next = new LinkedHashSet<>();
            level.forEach(cut -> next.addAll(successors(cut)));
            level = next;
        }
        return found(cuts, widest, true, Optional.empty(), Optional.empty(), levels);
    }

    private Found found(
            long cuts,
            int widest,
            boolean complete,
            Optional<String> deviation,
            Optional<Cut> violating,
            List<List<Cut>> levels) {
        return new Found(
                List.copyOf(processes),
                places.size(),
                cuts,
                widest,
                complete,
                invariants.stream().map(Invariant::name).toList(),
                deviation,
                violating,
                List.copyOf(levels));
    }

    private List<Cut> successors(Cut cut) {
        List<Cut> next = new ArrayList<>();
        for (int process = 0; process < processes.size(); process++) {
            int events = cut.events().get(process);
            if (events < lines.get(process).size()
                    && needed.get(lines.get(process).get(events)).stream()
                            .allMatch(each -> cut.events().get(each.process()) >= each.events())) {
                Integer[] more = cut.events().toArray(Integer[]::new);
                more[process]++;
                next.add(new Cut(Arrays.asList(more)));
            }
        }
        return next;
    }

    private boolean has(Cut cut, int line) {
        Place place = places.get(line);
        return place != null && cut.events().get(place.process()) >= place.events();
    }

    /** The global state at a cut. */
    LoggedConfiguration<S, M, U> at(Cut cut) {
        Map<ProcessId, LoggedConfiguration.Local<S, U>> locals = new HashMap<>(initial);
        for (int process = 0; process < processes.size(); process++) {
            for (int event = cut.events().get(process); event > 0; event--) {
                LoggedConfiguration.Local<S, U> last =
                        after.get(lines.get(process).get(event - 1));
                if (last != null) {
                    locals.put(processes.get(process), last);
                    break;
                }
            }
        }
        departures.forEach((line, departed) -> {
            if (has(cut, line)) {
                locals.keySet().removeAll(departed);
            }
        });
        Map<InTransit.Link, List<M>> links = new HashMap<>();
        for (InTransit.Transit<M> message : messages) {
            if (has(cut, message.sent()) && !has(cut, message.ended())) {
                links.computeIfAbsent(message.link(), any -> new ArrayList<>()).add(message.message());
            }
        }
        return new LoggedConfiguration<>(locals, links, idle);
    }

    private Optional<String> violated(Cut cut) {
        LoggedConfiguration<S, M, U> configuration = at(cut);
        for (Invariant<S, M, U> invariant : invariants) {
            try {
                if (!configuration.satisfies(invariant)) {
                    return Optional.of(
                            "the invariant \"" + invariant.name() + "\" does not hold at the cut after " + places(cut));
                }
            } catch (RuntimeException | StackOverflowError thrown) {
                return Optional.of("the invariant \"" + invariant.name() + "\" throws " + thrown + " at the cut after "
                        + places(cut));
            }
        }
        return Optional.empty();
    }

    /** The last line of each process. */
    private String places(Cut cut) {
        List<String> last = new ArrayList<>();
        for (int process = 0; process < processes.size(); process++) {
            int events = cut.events().get(process);
            if (events > 0) {
                last.add(merged.log()
                        .lines()
                        .get(lines.get(process).get(events - 1))
                        .place());
            }
        }
        return last.isEmpty() ? "no event" : String.join(", ", last);
    }
}
