package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Scenario;

/** Every run of an election from its beginning to its end, each user asking for it at most once. */
public final class AllRuns<S, M> {

    /** The fewest and the most of something. */
    public record Extremes(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + ".." + most;
        }
    }

    /** What is done on a way from one state to another; there are few of these, and many ways. */
    private record Deed(int messages, int announcements, Optional<ProcessId> initiates, boolean owed) {

        static <M> Deed of(Algorithm<?, M, ?, ?, ?> algorithm, TraceEvent occurrence) {
            if (!(occurrence instanceof TraceEvent.Stepped stepped)) {
                return new Deed(0, 0, Optional.empty(), false);
            }
            int messages = 0;
            int announcements = 0;
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    if (algorithm
                            .messages()
                            .announces(algorithm.messages().type().cast(send.message()))) {
                        announcements++;
                    } else {
                        messages++;
                    }
                }
            }
            boolean asked = stepped.event() instanceof Event.Input;
            return new Deed(messages, announcements, asked ? Optional.of(stepped.process()) : Optional.empty(), !asked);
        }
    }

    private final Report report;
    private final Explorer<S, M, Voter, Call, Leader> explorer;

    private final List<Deed> deeds = new ArrayList<>();
    /**
     * Where the ways out of a state begin in {@link #to} and {@link #by}; those of the next one begin where they end.
     */
    private final int[] first;

    private int[] to = new int[1 << 10];
    private short[] by = new short[1 << 10];
    private int ways;

    private int[] bottomUp;
    /** The messages sent once no process initiates any more. */
    private Counts unasked;

    private AllRuns(Algorithm<S, M, Voter, Call, Leader> algorithm, Model<S, M, Voter, Call, Leader> model) {
        explorer = Explorer.of(model, Limits.WIDE).explore();
        report = explorer.report(false);
        assertEquals(
                Optional.empty(),
                report.violated(),
                () -> model.topology() + "\n"
                        + report.violated().orElseThrow().trace().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining("\n")));
        assertTrue(report.complete());
        first = new int[explorer.states() + 1];
        Map<Deed, Short> numbers = new HashMap<>();
        explorer.forEachTransition((from, occurrence, next) -> {
            short deed = numbers.computeIfAbsent(Deed.of(algorithm, occurrence), another -> {
                deeds.add(another);
                return (short) (deeds.size() - 1);
            });
            if (ways == to.length) {
                to = Arrays.copyOf(to, ways + (ways >> 1));
                by = Arrays.copyOf(by, to.length);
            }
            to[ways] = next;
            by[ways] = deed;
            ways++;
            first[from + 1]++;
        });
        for (int state = 0; state < explorer.states(); state++) {
            first[state + 1] += first[state];
        }
    }

    /** Of a model in which everything holds. */
    public static <S, M> AllRuns<S, M> of(
            Algorithm<S, M, Voter, Call, Leader> algorithm, Model<S, M, Voter, Call, Leader> model) {
        return new AllRuns<>(algorithm, model);
    }

    /** What the checker found; everything holds. */
    public Report report() {
        return report;
    }

    /**
     * Every property holds; the messages end in every run; and in the end all that are left know one leader. Where
     * every run ends, and none with anybody waiting, no process starves: that is not looked for a second time.
     */
    public AllRuns<S, M> isSound() {
        for (Property property : report.properties()) {
            if (!property.name().equals(Scenario.NO_STARVATION)) {
                assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            }
        }
        everyRunEnds();
        inTheEndAllKnow();
        return this;
    }

    private int states() {
        return first.length - 1;
    }

    private Deed by(int way) {
        return deeds.get(by[way]);
    }

    /** No state is reached twice in a run: a graph without cycles. */
    private void everyRunEnds() {
        int[] entering = new int[states()];
        for (int way = 0; way < ways; way++) {
            entering[to[way]]++;
        }
        int[] order = new int[states()];
        int found = 1;
        for (int at = 0; at < found; at++) {
            for (int way = first[order[at]]; way < first[order[at] + 1]; way++) {
                if (--entering[to[way]] == 0) {
                    order[found++] = to[way];
                }
            }
        }
        assertEquals(states(), found, "a run that goes through a state twice need not end");
        bottomUp = new int[found];
        for (int at = 0; at < found; at++) {
            bottomUp[at] = order[found - 1 - at];
        }
    }

    /**
     * Where nothing is to happen of itself, everyone alive knows the same leader, who is alive, unless no process alive
     * is concerned.
     */
    private void inTheEndAllKnow() {
        int[] number = {0};
        int[] ends = {0};
        explorer.reachable().forEach(at -> {
            int state = number[0]++;
            for (int way = first[state]; way < first[state + 1]; way++) {
                if (by(way).owed()) {
                    return;
                }
            }
            Set<Optional<ProcessId>> known = new HashSet<>();
            boolean called = false;
            for (ProcessId process : at.processes()) {
                if (at.alive(process)) {
                    known.add(at.user(process).leader());
                    called |= at.user(process).called();
                }
            }
            if (called || known.stream().anyMatch(Optional::isPresent)) {
                ends[0]++;
                assertEquals(1, known.size(), known.toString());
                assertTrue(at.alive(known.iterator().next().orElseThrow()), known.toString());
            }
        });
        assertTrue(ends[0] > 0);
    }

    /**
     * How many messages that are not announcements are sent in a run in which anybody initiates, each at any moment.
     */
    public Extremes messages() {
        return counts(true, Deed::messages).at(0);
    }

    /** How many announcements are sent in a run in which anybody initiates. */
    public Extremes announcements() {
        return counts(true, Deed::announcements).at(0);
    }

    /** The number of messages when exactly these processes initiate, before any other event. */
    public Extremes messages(Set<ProcessId> initiators) {
        int state = 0;
        int before = 0;
        for (ProcessId initiator : initiators) {
            int way = initiation(state, initiator);
            before += by(way).messages();
            state = to[way];
        }
        if (unasked == null) {
            unasked = counts(false, Deed::messages);
        }
        Extremes after = unasked.at(state);
        return new Extremes(before + after.least(), before + after.most());
    }

    private int initiation(int state, ProcessId initiator) {
        for (int way = first[state]; way < first[state + 1]; way++) {
            if (by(way).initiates().equals(Optional.of(initiator))) {
                return way;
            }
        }
        throw new AssertionError(initiator + " does not initiate");
    }

    /** What is sent from each state on, at the least and at the most. */
    private record Counts(int[] least, int[] most) {
        Extremes at(int state) {
            return new Extremes(least[state], most[state]);
        }
    }

    private Counts counts(boolean asking, ToIntFunction<Deed> counted) {
        if (bottomUp == null) {
            everyRunEnds();
        }
        Counts counts = new Counts(new int[states()], new int[states()]);
        for (int state : bottomUp) {
            int fewest = Integer.MAX_VALUE;
            boolean owed = false;
            for (int way = first[state]; way < first[state + 1]; way++) {
                Deed deed = by(way);
                if (deed.initiates().isPresent() && !asking) {
                    continue;
                }
                owed |= deed.owed();
                int sent = counted.applyAsInt(deed);
                fewest = Math.min(fewest, sent + counts.least()[to[way]]);
                counts.most()[state] = Math.max(counts.most()[state], sent + counts.most()[to[way]]);
            }
            boolean mayEnd = !owed && state != 0;
            counts.least()[state] = mayEnd || fewest == Integer.MAX_VALUE ? 0 : fewest;
        }
        return counts;
    }
}
