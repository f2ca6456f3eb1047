package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import symposium.checker.Explorer;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.Report;
import symposium.checker.Verdict;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Algorithm;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;

/** Every run of an election from its beginning to its end, each user asking for it at most once. */
public final class Course<S, M> {

    /** The fewest and the most of something. */
    public record Extremes(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + ".." + most;
        }
    }

    /** What a state of the graph is left by. */
    private record Edge(int to, int messages, int announcements, Optional<ProcessId> initiates, boolean owed) {}

    private final Report report;
    private final Explorer<S, M, Voter, Call, Leader> explorer;
    private final Edge[][] edges;
    private int[] bottomUp;

    private Course(Algorithm<S, M, Voter, Call, Leader> algorithm, Model<S, M, Voter, Call, Leader> model) {
        explorer = Explorer.of(model, Limits.WIDE).explore();
        report = explorer.report(true);
        assertEquals(
                Optional.empty(),
                report.violated(),
                () -> model.topology() + "\n"
                        + report.violated().orElseThrow().trace().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining("\n")));
        assertTrue(report.complete());
        edges = new Edge[explorer.states()][0];
        explorer.forEachTransition((from, occurrence, to) -> {
            edges[from] = Arrays.copyOf(edges[from], edges[from].length + 1);
            edges[from][edges[from].length - 1] = edge(algorithm, occurrence, to);
        });
    }

    private static <M> Edge edge(Algorithm<?, M, ?, ?, ?> algorithm, Occurrence occurrence, int to) {
        if (!(occurrence instanceof Occurrence.Stepped stepped)) {
            return new Edge(to, 0, 0, Optional.empty(), false);
        }
        int messages = 0;
        int announcements = 0;
        for (Effect<?, ?> effect : stepped.effects()) {
            if (effect instanceof Effect.Send<?, ?> send) {
                if (algorithm.announces(algorithm.messages().cast(send.message()))) {
                    announcements++;
                } else {
                    messages++;
                }
            }
        }
        boolean asked = stepped.event() instanceof Event.Input;
        return new Edge(to, messages, announcements, asked ? Optional.of(stepped.process()) : Optional.empty(), !asked);
    }

    /** Of a model in which everything holds. */
    public static <S, M> Course<S, M> of(
            Algorithm<S, M, Voter, Call, Leader> algorithm, Model<S, M, Voter, Call, Leader> model) {
        return new Course<>(algorithm, model);
    }

    /** What the checker found; everything holds. */
    public Report report() {
        return report;
    }

    /** Every property holds; the messages end in every run; and in the end all who are left know one leader. */
    public Course<S, M> isSound() {
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
        }
        everyRunEnds();
        inTheEndAllKnow();
        return this;
    }

    /** No state is reached twice in a run: a graph without cycles. */
    private void everyRunEnds() {
        int[] entering = new int[edges.length];
        for (Edge[] all : edges) {
            for (Edge edge : all) {
                entering[edge.to()]++;
            }
        }
        int[] order = new int[edges.length];
        int found = 0;
        Deque<Integer> ready = new ArrayDeque<>();
        ready.add(0);
        while (!ready.isEmpty()) {
            int state = ready.remove();
            order[found++] = state;
            for (Edge edge : edges[state]) {
                if (--entering[edge.to()] == 0) {
                    ready.add(edge.to());
                }
            }
        }
        assertEquals(edges.length, found, "a run that goes through a state twice need not end");
        bottomUp = new int[found];
        for (int at = 0; at < found; at++) {
            bottomUp[at] = order[found - 1 - at];
        }
    }

    /** Where nothing is to happen of itself, everyone alive knows the same leader, who is alive, unless nobody alive is concerned. */
    private void inTheEndAllKnow() {
        int[] number = {0};
        int[] ends = {0};
        explorer.forEachState(at -> {
            int state = number[0]++;
            if (Arrays.stream(edges[state]).anyMatch(Edge::owed)) {
                return;
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

    /** How many messages that are not announcements are sent in a run in which anybody initiates, each at any moment. */
    public Extremes messages() {
        return extremes(0, true, false);
    }

    /** How many announcements are sent in a run in which anybody initiates. */
    public Extremes announcements() {
        return extremes(0, true, true);
    }

    /** How many messages are sent when these initiate before anything else happens, and nobody else does. */
    public Extremes messages(Set<ProcessId> initiators) {
        int state = 0;
        for (ProcessId initiator : initiators) {
            state = Arrays.stream(edges[state])
                    .filter(edge -> edge.initiates().equals(Optional.of(initiator)))
                    .findFirst()
                    .orElseThrow()
                    .to();
        }
        Extremes after = extremes(state, false, false);
        int before = sentOnTheWay(initiators);
        return new Extremes(before + after.least(), before + after.most());
    }

    private int sentOnTheWay(Set<ProcessId> initiators) {
        int state = 0;
        int sent = 0;
        for (ProcessId initiator : initiators) {
            Edge edge = Arrays.stream(edges[state])
                    .filter(each -> each.initiates().equals(Optional.of(initiator)))
                    .findFirst()
                    .orElseThrow();
            sent += edge.messages();
            state = edge.to();
        }
        return sent;
    }

    private Extremes extremes(int from, boolean asking, boolean announcements) {
        if (bottomUp == null) {
            everyRunEnds();
        }
        int[] least = new int[edges.length];
        int[] most = new int[edges.length];
        for (int state : bottomUp) {
            int fewest = Integer.MAX_VALUE;
            boolean owed = false;
            for (Edge edge : edges[state]) {
                if (edge.initiates().isPresent() && !asking) {
                    continue;
                }
                owed |= edge.owed();
                int sent = announcements ? edge.announcements() : edge.messages();
                fewest = Math.min(fewest, sent + least[edge.to()]);
                most[state] = Math.max(most[state], sent + most[edge.to()]);
            }
            boolean mayEnd = !owed && state != 0;
            least[state] = mayEnd || fewest == Integer.MAX_VALUE ? 0 : fewest;
        }
        return new Extremes(least[from], most[from]);
    }
}
