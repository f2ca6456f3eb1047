package symposium.checker.local;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Side;
import symposium.kernel.network.NetworkState.Way;
import symposium.kernel.topology.Graph;

/** Numbers the environments of a model and computes the transitions between them, each once. */
public final class Environments {

    /**
     * A spontaneous change of the environment.
     *
     * @param kind the kind of change
     * @param place the index of the process, the number of the pair, or the number of the link concerned; for a
     *     partition, its index in the model
     * @param next the number of the environment after it
     * @param owed whether fairness requires it to happen if it stays possible
     */
    public record Move(StepKind kind, int place, int next, boolean owed) {}

    private static final int MOST = Long.SIZE;

    private final Model<?, ?, ?, ?, ?> model;
    private final FaultBudget faults;
    private final List<ProcessId> ids;
    private final int processes;
    private final Interner<Environment> environments;
    /** By environment. */
    private final Memo<Memo.Frozen<Move[]>> moves;
    /** By environment and kind: the environment after a loss or a duplication, or -1. */
    private final Memo<Integer> messageFaults;

    /** By environment and process: the environment after its leaving. */
    private final Memo<Integer> departures;
    /** By environment and link. */
    private final Memo<Way> ways;

    /** @throws IllegalArgumentException if the processes or links of the model do not admit the requested changes */
    public Environments(Model<?, ?, ?, ?, ?> model, Guard guard) {
        this.environments = new Interner<>(guard);
        this.moves = new Memo<>(guard, (at, none) -> computeMoves(at));
        this.messageFaults = new Memo<>(guard, this::computeAfter);
        this.departures = new Memo<>(guard, this::computeAfterLeaving);
        this.ways = new Memo<>(guard, this::computeWay);
        this.model = model;
        this.faults = model.faults();
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        Require.that(
                !model.changing() || processes <= MOST,
                "a model with changes of the membership or links has at most " + MOST + " processes");
        Require.that(
                faults.joins() == 0 || !model.arriving().isEmpty(),
                "no process can join: the model has no arriving processes");
        for (SortedSet<ProcessId> side : faults.partitions()) {
            Require.that(
                    ids.containsAll(side) && side.size() != processes,
                    "one side of a partition is a proper subset of the processes " + ids + ", not " + side);
        }
        Require.that(
                faults.linkFailures() == 0 || !sided(model),
                "links fail only in a topology whose links have no sides, not in " + model.topology()
                        + ", where each process needs both neighbours");
        long present = bits(model.processes()) & ~bits(model.arriving());
        environments.of(new Environment(0, 0, 0, 0, 0, 0, present, 0, 0, List.of(), List.of(), 0, 0));
    }

    /** Whether any link of the model has a left and a right side. */
    public static boolean sided(Model<?, ?, ?, ?, ?> model) {
        return model.topology().everyones(model.processes()).stream()
                .flatMap(neighbours -> neighbours.all().stream())
                .anyMatch(neighbour -> neighbour.side() != Side.NONE);
    }

    public Environment environment(int number) {
        return environments.value(number);
    }

    /** The number of a pair of processes, independent of their order. */
    int pair(int one, int other) {
        return Math.min(one, other) * processes + Math.max(one, other);
    }

    /** The number of a link in one direction. */
    int link(int from, int to) {
        return from * processes + to;
    }

    /** One process of a pair; the sender of a link. */
    public int one(int pair) {
        return pair / processes;
    }

    /** The other process of a pair; the recipient of a link. */
    public int other(int pair) {
        return pair % processes;
    }

    /** The processes in a bit mask. */
    static SortedSet<ProcessId> members(List<ProcessId> ids, long bits) {
        SortedSet<ProcessId> members = new TreeSet<>();
        for (long left = bits; left != 0; left &= left - 1) {
            members.add(ids.get(Long.numberOfTrailingZeros(left)));
        }
        return members;
    }

    /** The number of the environment after a loss or a duplication, or -1 if the budget admits none. */
    public int after(int at, StepKind messageFault) {
        return messageFaults.of(at, messageFault.ordinal());
    }

    private int computeAfter(int at, int kind) {
        Environment now = environment(at);
        boolean loss = kind == StepKind.LOSS.ordinal();
        if (loss ? now.losses() == faults.losses() : now.duplications() == faults.duplications()) {
            return -1;
        }
        return environments.of(loss ? now.withLosses(now.losses() + 1) : now.withDuplications(now.duplications() + 1));
    }

    /** The number of the environment after a process has left. */
    public int afterLeaving(int at, int process) {
        return departures.of(at, process);
    }

    private int computeAfterLeaving(int at, int process) {
        Environment now = environment(at);
        long leaver = 1L << process;
        return environments.of(now.with(next -> next.gone(now.gone() | leaver).left(now.left() | leaver)));
    }

    /** Whether the link between two processes is down. */
    boolean down(int at, int one, int other) {
        List<Integer> down = environment(at).down();
        return !down.isEmpty() && Collections.binarySearch(down, pair(one, other)) >= 0;
    }

    /** What happens to messages on a link. */
    public Way way(int at, LinkDirection link) {
        return ways.of(at, link(link.from(), link.to()));
    }

    private Way computeWay(int at, int link) {
        Environment now = environment(at);
        int from = one(link);
        int to = other(link);
        if (now.gone() == 0
                && now.side() == 0
                && now.down().isEmpty()
                && now.unheard().isEmpty()) {
            return Way.CARRIES;
        }
        if (now.across(from, to)) {
            return Way.VANISHES;
        }
        if (now.left(to) || down(at, from, to)) {
            return now.gone(from) ? Way.VANISHES : Way.RETURNS;
        }
        return now.gone(to) || now.unheard().contains(link(from, to)) ? Way.VANISHES : Way.CARRIES;
    }

    /** The possible changes of an environment, apart from conditions on the states of processes. */
    public Move[] moves(int at) {
        return moves.of(at, 0).array();
    }

    private Memo.Frozen<Move[]> computeMoves(int at) {
        Environment now = environment(at);
        List<Move> found = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            if (now.alive(process) && now.crashes() < faults.crashes()) {
                long gone = now.gone() | 1L << process;
                found.add(move(StepKind.CRASH, process, now.with(next -> next.crashes(now.crashes() + 1)
                        .gone(gone))));
            }
        }
        addLinkMoves(at, now, found);
        addMembershipMoves(now, found);
        addPartitions(now, found);
        addFalseDepartures(now, found);
        return new Memo.Frozen<>(found.toArray(new Move[0]));
    }

    private void addLinkMoves(int at, Environment now, List<Move> found) {
        boolean failing = now.failures() < faults.linkFailures();
        boolean recovering = now.recoveries() < faults.linkRecoveries();
        boolean owed = !now.down().isEmpty() && separated(at);
        for (int one = 0; one < processes; one++) {
            for (int other = one + 1; other < processes; other++) {
                if (!now.alive(one) || !now.alive(other) || now.across(one, other)) {
                    continue;
                }
                int pair = pair(one, other);
                boolean down = now.down().contains(pair);
                if (down && recovering) {
                    Environment recovered = now.with(next -> next.recoveries(now.recoveries() + 1)
                            .down(now.down().stream()
                                    .filter(each -> each != pair)
                                    .toList()));
                    found.add(new Move(StepKind.LINK_RECOVERY, pair, environments.of(recovered), owed));
                } else if (!down && failing && linked(now, one, other)) {
                    found.add(move(StepKind.LINK_FAILURE, pair, now.with(next -> next.failures(now.failures() + 1)
                            .down(with(now.down(), pair)))));
                }
            }
        }
    }

    private void addMembershipMoves(Environment now, List<Move> found) {
        boolean joining = Long.bitCount(now.present() & bits(model.arriving())) < faults.joins();
        for (int process = 0; process < processes; process++) {
            if (joining
                    && (now.present() >>> process & 1) == 0
                    && !formerIncarnation(now, process)
                    && (now.cutOff() >>> process & 1) == 0) {
                found.add(move(StepKind.JOIN, process, now.withPresent(now.present() | 1L << process)));
            }
            if (now.alive(process) && now.leaves() < faults.leaves()) {
                found.add(move(StepKind.LEAVE, process, now.withLeaves(now.leaves() + 1)));
            }
        }
    }

    private void addPartitions(Environment now, List<Move> found) {
        for (int place = 0; now.side() == 0 && place < faults.partitions().size(); place++) {
            long side = bits(faults.partitions().get(place));
            if ((now.live() & side) != 0 && (now.live() & ~side) != 0) {
                long cutOff = (Long.bitCount(now.live() & side) < model.quorum() ? side : 0)
                        | (Long.bitCount(now.live() & ~side) < model.quorum() ? ~side : 0);
                found.add(move(StepKind.PARTITION, place, now.with(next -> next.side(side)
                        .cutOff(cutOff))));
            }
        }
    }

    private void addFalseDepartures(Environment now, List<Move> found) {
        for (int link = 0; now.unheard().size() < faults.falseDepartures() && link < processes * processes; link++) {
            int from = one(link);
            int to = other(link);
            if (from != to && now.alive(from) && now.alive(to) && !now.across(from, to)) {
                if (!now.unheard().contains(link)) {
                    found.add(move(StepKind.FALSE_DEPARTURE, link, now.withUnheard(with(now.unheard(), link))));
                }
            }
        }
    }

    /** A change that may never happen. */
    private Move move(StepKind kind, int place, Environment next) {
        return new Move(kind, place, environments.of(next), false);
    }

    private static List<Integer> with(List<Integer> ascending, int one) {
        return Stream.concat(ascending.stream(), Stream.of(one)).sorted().toList();
    }

    private long bits(Set<ProcessId> some) {
        return some.stream().mapToLong(id -> 1L << ids.indexOf(id)).sum();
    }

    /** Whether another incarnation of the same process is alive, or has to join before this one. */
    private boolean formerIncarnation(Environment now, int process) {
        return otherIncarnations(process)
                .anyMatch(other -> now.alive(other) || (now.present() >>> other & 1) == 0 && other < process);
    }

    /** The other incarnations of the same process. */
    IntStream otherIncarnations(int process) {
        return IntStream.range(0, processes)
                .filter(other -> other != process
                        && ids.get(other).number() == ids.get(process).number());
    }

    private boolean linked(Environment now, int one, int other) {
        SortedSet<ProcessId> living = members(ids, now.live());
        return model.topology().neighbours(ids.get(one), living).contains(Neighbour.of(ids.get(other)));
    }

    /** Whether the failed links separate processes that are alive and not separated by a partition. */
    private boolean separated(int at) {
        Environment now = environment(at);
        return now.down().stream()
                .filter(pair -> now.alive(one(pair)) && now.alive(other(pair)) && !now.across(one(pair), other(pair)))
                .anyMatch(pair -> !reached(at, one(pair)).contains(other(pair)));
    }

    /** The living processes to which a path of working links leads from this one. */
    private Set<Integer> reached(int at, int process) {
        Environment now = environment(at);
        SortedSet<ProcessId> living = members(ids, now.live());
        return Graph.reached(process, from -> model.topology().neighbours(ids.get(from), living).all().stream()
                .map(next -> ids.indexOf(next.id()))
                .filter(to -> !down(at, from, to) && !now.across(from, to))
                .toList());
    }
}
