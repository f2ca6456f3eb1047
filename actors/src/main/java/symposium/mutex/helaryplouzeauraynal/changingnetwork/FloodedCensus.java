package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.CENSUS_OLD;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.CENSUS_PROMISE;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.CUT_OFF;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.DEPARTURE;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.LINKS;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.NO_NEWS;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.REGENERATION;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.REPORT_COUNTED;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.REPORT_HANDLE;
import static symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetworkRule.REPORT_OLD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.problem.Start;
import symposium.mutex.helaryplouzeauraynal.AlreadySeen;

/**
 * One process of a census on any graph, section 7.1.2: it floods the network, all processes promise to discard older
 * tokens, and their reports go back the way that the census came. It keeps what a process knows of its neighbours and
 * of departures. The input is the answer that was {@linkplain Asked asked} for.
 */
public class FloodedCensus
        implements Protocol<FloodedCensus.State, FloodedCensus.Message, FloodedCensus.Answer, FloodedCensus.Output> {

    /** What a census says. */
    public sealed interface Message extends Printable {}

    /**
     * Asks every process to promise to discard tokens of lower epochs.
     *
     * @param epoch of the token to be made
     * @param initiator the process that asks
     * @param departed the departures that the initiator knows of
     * @param alreadySeen processes that have received it or are about to
     */
    public record Census(long epoch, ProcessId initiator, SortedSet<ProcessId> departed, AlreadySeen alreadySeen)
            implements Message {}

    /**
     * The promise, on its way to the initiator of the census: there is no token at the reporter.
     *
     * @param epoch which census it answers
     * @param reporter the process that promises
     * @param answer its answer
     */
    public record Report(long epoch, ProcessId reporter, Answer answer) implements Message {}

    /**
     * What a process reports.
     *
     * @param satisfied its {@code lud}: all its requests up to this clock are satisfied, and no other
     * @param successors processes that it knows of and that are in the places of departed ones
     */
    public record Answer(long satisfied, SortedSet<ProcessId> successors) {
        @Override
        public String toString() {
            return "satisfied up to " + satisfied + (successors.isEmpty() ? "" : ", successors " + successors);
        }
    }

    /** What a census tells the algorithm whose token it is about. */
    public sealed interface Output {}

    /** There are other neighbours than before; some may have been added. */
    public record Changed(boolean grown) implements Output {}

    /** This process has promised, and owes an answer. */
    public record Asked() implements Output {}

    /**
     * All processes that have not departed have promised: a token of the promised epoch with this {@code lud} is to be
     * made here.
     */
    public record Complete(SortedMap<ProcessId, Long> lud) implements Output {}

    /**
     * A process as far as a census is concerned.
     *
     * @param self its name
     * @param neighbours its neighbours, without those to which a message could not be delivered
     * @param departed the departures that it knows of
     * @param heard the highest epoch that it has heard of
     * @param promised it discards tokens of lower epochs
     * @param covered the departures that the initiator of the promised census knew of
     * @param way the neighbour that the promised census came from; empty when it is its own
     * @param owes whether it has yet to report to that census
     * @param count what has been reported to a census of its own, as long as reports are missing
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            long heard,
            long promised,
            SortedSet<ProcessId> covered,
            Optional<ProcessId> way,
            boolean owes,
            Optional<Count> count)
            implements FloodedCensusStateBuilder.With {

        /** Whether a census of its own lacks reports. */
        public boolean counting() {
            return count.isPresent();
        }

        State hearing(long epoch) {
            return withHeard(Math.max(heard, epoch));
        }

        /** The same after a token of this epoch has come, which ends every census of a lower one. */
        State receivedToken(long epoch) {
            return epoch <= promised
                    ? hearing(epoch)
                    : hearing(epoch).with(next -> next.promised(epoch)
                            .way(Optional.empty())
                            .owes(false)
                            .count(Optional.empty()));
        }
    }

    /**
     * A census that lacks reports.
     *
     * @param reports by reporter, up to which clock it is satisfied
     * @param successors processes in the places of departed ones that a reporter knows of
     */
    public record Count(SortedMap<ProcessId, Long> reports, SortedSet<ProcessId> successors) {

        Count with(ProcessId reporter, Answer answer) {
            return new Count(
                    Sorted.with(reports, reporter, answer.satisfied()), Sorted.union(successors, answer.successors()));
        }
    }

    private final Start start;
    private final long floor;

    /**
     * @param start how many processes there are to be, and how many have to promise
     * @param floor every epoch is higher
     */
    FloodedCensus(Start start, long floor) {
        this.start = start;
        this.floor = floor;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(
                self, neighbours, Sorted.set(), floor, floor, Sorted.set(), Optional.empty(), false, Optional.empty());
    }

    /** Begins a census, or begins it again under a higher epoch: its initiator promises first. */
    Transition<State, Message, Output> begins(Answer own, Transition<State, Message, Output> step) {
        State p = step.state();
        long epoch = epochAfter(p.heard(), p.self().number());
        State next = p.with(it -> it.heard(epoch)
                .promised(epoch)
                .covered(p.departed())
                .way(Optional.empty())
                .owes(false));
        AlreadySeen.by(p.self()).flood(p.neighbours(), seen -> new Census(epoch, p.self(), p.departed(), seen), step);
        return counted(next, new Count(Sorted.map(), Sorted.set()).with(p.self(), own), step);
    }

    /** The least epoch above {@code heard} that process {@code number} may use; no two processes use the same. */
    private long epochAfter(long heard, int number) {
        int stride = start.processes().last().number() + 1;
        long epoch = heard / stride * stride + number;
        return epoch > heard ? epoch : epoch + stride;
    }

    /** Has these neighbours from now on, except those that have departed. */
    Transition<State, Message, Output> reaches(Neighbours now, Transition<State, Message, Output> step) {
        State p = step.state();
        Neighbours present = now.without(p.departed());
        Set<Neighbour> before = Set.copyOf(p.neighbours().all());
        if (before.equals(Set.copyOf(present.all()))) {
            return step.by(NO_NEWS, p.withNeighbours(present));
        }
        return step.by(LINKS, p.withNeighbours(present)).tell(new Changed(!before.containsAll(present.all())));
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        reaches(now, step.next(p.withDeparted(Sorted.union(p.departed(), departed))));
        if (!p.departed().containsAll(departed)) {
            return step.by(DEPARTURE);
        }
        return step.state().neighbours().isEmpty() ? step.by(CUT_OFF) : step;
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        return message instanceof Census census ? promise(from, census, p, step) : report((Report) message, p, step);
    }

    private Transition<State, Message, Output> promise(
            Neighbour from, Census census, State p, Transition<State, Message, Output> step) {
        if (census.epoch() <= p.promised()) {
            return step.by(CENSUS_OLD, p.hearing(census.epoch()));
        }
        reaches(p.neighbours(), step.next(p.hearing(census.epoch()).with(next -> next.departed(
                        Sorted.union(p.departed(), census.departed()))
                .promised(census.epoch())
                .covered(census.departed())
                .way(from.id())
                .owes(true)
                .count(Optional.empty()))));
        return census.alreadySeen()
                .flood(
                        step.state().neighbours(),
                        seen -> new Census(census.epoch(), census.initiator(), census.departed(), seen),
                        step.by(CENSUS_PROMISE))
                .tell(new Asked());
    }

    @Override
    public Transition<State, Message, Output> onInput(Answer answer, State p, Transition<State, Message, Output> step) {
        return passes(new Report(p.promised(), p.self(), answer), p, step.by(CENSUS_PROMISE, p.withOwes(false)));
    }

    /**
     * Sends a report towards the initiator. Where the way is gone, there has been an alarm, and the initiator asks
     * again.
     */
    private static Transition<State, Message, Output> passes(
            Report report, State p, Transition<State, Message, Output> step) {
        p.way().map(Neighbour::of).filter(p.neighbours()::contains).ifPresent(to -> step.send(to, report));
        return step;
    }

    private Transition<State, Message, Output> report(Report report, State p, Transition<State, Message, Output> step) {
        if (report.epoch() != p.promised() || p.way().isEmpty() && !p.counting()) {
            return step.by(REPORT_OLD);
        }
        return p.way().isPresent()
                ? passes(report, p, step.by(REPORT_HANDLE))
                : counted(p, p.count().orElseThrow().with(report.reporter(), report.answer()), step);
    }

    /**
     * "A process starts executing the election algorithm if there is a majority of processes which agree with it": when
     * all have promised.
     */
    private Transition<State, Message, Output> counted(State p, Count count, Transition<State, Message, Output> step) {
        SortedMap<ProcessId, Long> lud =
                Sorted.only(count.reports(), each -> !p.departed().contains(each));
        return lud.size() >= start.quorum() && haveAll(count, lud.keySet(), p)
                ? step.by(REGENERATION, p.withCount(Optional.empty())).tell(new Complete(lud))
                : step.by(REPORT_COUNTED, p.withCount(Optional.of(count)));
    }

    /** Whether all that have not departed have promised: these have. */
    boolean haveAll(Count count, Set<ProcessId> present, State p) {
        SortedSet<ProcessId> successors = Sorted.without(count.successors(), p.departed());
        Set<Integer> vacant = p.departed().stream().map(ProcessId::number).collect(Collectors.toSet());
        successors.forEach(each -> vacant.remove(each.number()));
        return present.size() >= start.processes().size() - vacant.size() && present.containsAll(successors);
    }
}
