package symposium.regeneration.census;

import static symposium.regeneration.census.Census.Rule.CENSUS_CALLS;
import static symposium.regeneration.census.Census.Rule.CENSUS_CALLS_AGAIN;
import static symposium.regeneration.census.Census.Rule.CENSUS_COMPLETES;
import static symposium.regeneration.census.Census.Rule.CENSUS_COUNTS;
import static symposium.regeneration.census.Census.Rule.CENSUS_DOES_WITHOUT;
import static symposium.regeneration.census.Census.Rule.CENSUS_GIVES_UP;
import static symposium.regeneration.census.Census.Rule.CENSUS_NOTES;
import static symposium.regeneration.census.Census.Rule.CENSUS_OUTBIDS;
import static symposium.regeneration.census.Census.Rule.CENSUS_PROMISES;
import static symposium.regeneration.census.Census.Rule.CENSUS_REPLIES;
import static symposium.regeneration.census.Census.Rule.CENSUS_STALE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.problem.Start;

/**
 * One process of a census: after a departure the lowest process that is left asks all others whether the token is lost.
 * See the package.
 *
 * <p>The input is the report that was {@linkplain Asked asked} for, given once for each time it was.
 */
public final class Census implements Protocol<Census.State, Census.Message, CensusReport, Census.Output> {

    /** What a census says. */
    public sealed interface Message extends Printable {}

    /**
     * Asks for a promise to discard every token of a generation below {@code generation}, and for what the token has to
     * know.
     */
    public record Question(long generation) implements Message {}

    /** Promises what the question of this generation asks for, and reports. */
    public record Reply(long generation, CensusReport report) implements Message {}

    /** Refuses: this higher generation has been promised. */
    public record Outbid(long generation) implements Message {}

    /** What a census tells the algorithm whose token it is about. */
    public sealed interface Output extends Printable {}

    /** A report is asked for: to be given at once, or on leaving the critical section. */
    public record Asked() implements Output {}

    /** All present processes have reported: a token of this generation is to be issued here. */
    public record Complete(long generation, SortedMap<ProcessId, CensusReport> reports) implements Output {

        /** Whether a process had the token; if not, it was lost. */
        public boolean tokenFound() {
            return reports.values().stream().anyMatch(CensusReport::token);
        }
    }

    /**
     * A process as far as a census is concerned.
     *
     * @param self its name
     * @param neighbours all others that are there
     * @param promised the highest generation that it has promised, or asks under; 0 before the first
     * @param owes the process to which it owes a report, possibly itself
     * @param reports the reports that have come on its own question, as long as some are missing
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            long promised,
            Optional<ProcessId> owes,
            Optional<SortedMap<ProcessId, CensusReport>> reports)
            implements CensusStateBuilder.With {

        /** Whether a census of its own is on its way. */
        public boolean asking() {
            return reports.isPresent();
        }

        int present() {
            return neighbours.size() + 1;
        }

        boolean lowest() {
            return neighbours.all().stream().allMatch(other -> self.compareTo(other.id()) < 0);
        }

        State among(Neighbours others) {
            SortedSet<ProcessId> present = Sorted.with(Sorted.ids(others), self);
            return with(next -> next.neighbours(others)
                    .owes(owes.filter(present::contains))
                    .reports(reports.map(all -> Sorted.only(all, present::contains))));
        }

        State over() {
            return with(next -> next.owes(Optional.empty()).reports(Optional.empty()));
        }
    }

    /** What happens to a process in a census. */
    public enum Rule implements symposium.kernel.Rule {
        /** Told of a departure, the lowest process that is left asks all others. */
        CENSUS_CALLS,
        /** Told of a departure, any other process does nothing but forget a report that it owes to the departed. */
        CENSUS_NOTES,
        /** Told of a departure during a census of its own, it does without the report of the departed. */
        CENSUS_DOES_WITHOUT,
        /** Too few processes are left: no census any more. */
        CENSUS_GIVES_UP,
        /** Asked, it promises. */
        CENSUS_PROMISES,
        /** Asked under a generation that is not higher than one that it has promised, it refuses. */
        CENSUS_OUTBIDS,
        /** It reports. */
        CENSUS_REPLIES,
        /** A report comes, or its own; others are missing. */
        CENSUS_COUNTS,
        /** The last report comes, or is not needed any more. */
        CENSUS_COMPLETES,
        /** A report comes to a question that is no longer put. */
        CENSUS_STALE,
        /** It is refused, and asks under a higher generation. */
        CENSUS_CALLS_AGAIN
    }

    private final int quorum;
    private final int numbers;

    /**
     * A census among the processes of a run: its quorum, and generations dealt out among as many numbers as they have.
     */
    public Census(Start start) {
        quorum = start.quorum();
        numbers = start.processes().last().number() + 1;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, 0, Optional.empty(), Optional.empty());
    }

    /** Whether fewer processes than a quorum are there: nothing may be granted where this process is. */
    public boolean tooFew(State state) {
        return state.present() < quorum;
    }

    /**
     * The generation under which {@code asker} asks. No two processes ask under the same; and a process that knows of
     * more departures asks under a higher one, so that the question of an asker that has departed since comes to
     * nothing.
     */
    long generation(ProcessId asker, int departures, long promised) {
        return Math.max(departures, promised / numbers + 1) * numbers + asker.number();
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        State next = p.among(now);
        if (tooFew(next)) {
            return step.by(CENSUS_GIVES_UP, next.over());
        }
        if (next.asking()) {
            return counted(next, CENSUS_DOES_WITHOUT, step);
        }
        boolean fewer = now.size() < p.neighbours().size();
        return fewer && next.lowest()
                ? calls(next, departed.size(), step.by(CENSUS_CALLS))
                : step.by(CENSUS_NOTES, next);
    }

    private Transition<State, Message, Output> calls(State p, int departures, Transition<State, Message, Output> step) {
        long generation = generation(p.self(), departures, p.promised());
        return step.next(p.with(next -> next.promised(generation).owes(p.self()).reports(Optional.of(Sorted.map()))))
                .sendAll(p.neighbours(), new Question(generation))
                .tell(new Asked());
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Question question) {
            return question.generation() <= p.promised()
                    ? step.by(CENSUS_OUTBIDS).send(from, new Outbid(p.promised()))
                    : step.by(CENSUS_PROMISES, p.over().with(next -> next.promised(question.generation())
                                    .owes(from.id())))
                            .tell(new Asked());
        }
        if (message instanceof Reply reply) {
            return p.asking() && reply.generation() == p.promised()
                    ? reported(p, from.id(), reply.report(), step)
                    : step.by(CENSUS_STALE);
        }
        long promised = ((Outbid) message).generation();
        return p.asking() && promised >= p.promised()
                ? calls(p.over().withPromised(promised), 0, step.by(CENSUS_CALLS_AGAIN))
                : step.by(CENSUS_STALE);
    }

    @Override
    public Transition<State, Message, Output> onInput(
            CensusReport report, State p, Transition<State, Message, Output> step) {
        ProcessId asker =
                p.owes().orElseThrow(() -> step.violates("a report is given to a process that has asked for it"));
        State next = p.withOwes(Optional.empty());
        return asker.equals(p.self())
                ? reported(next, asker, report, step)
                : step.by(CENSUS_REPLIES, next).send(asker, new Reply(p.promised(), report));
    }

    private Transition<State, Message, Output> reported(
            State p, ProcessId by, CensusReport report, Transition<State, Message, Output> step) {
        return counted(p.withReports(p.reports().map(all -> Sorted.with(all, by, report))), CENSUS_COUNTS, step);
    }

    private Transition<State, Message, Output> counted(
            State p, Rule otherwise, Transition<State, Message, Output> step) {
        SortedMap<ProcessId, CensusReport> reports = p.reports().orElseThrow();
        return tooFew(p) || reports.size() < p.present()
                ? step.by(otherwise, p)
                : step.by(CENSUS_COMPLETES, p.over()).tell(new Complete(p.promised(), reports));
    }
}
