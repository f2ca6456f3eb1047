package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/** The worlds of a model by numbers, and how one leads to another; computed once and remembered. */
final class Environments {

    /** Over a link in one direction messages are carried, come back to their sender, or vanish. */
    enum Way {
        CARRIES,
        RETURNS,
        VANISHES
    }

    /**
     * A change of the world that can come about by itself.
     *
     * @param kind what
     * @param place the process or the pair that it concerns; for a partition, its place among those of the model
     * @param next the number of the world after it
     * @param owed whether it happens in the end when it is possible all the time
     */
    record Move(StateSpace.Kind kind, int place, int next, boolean owed) {}

    private static final int MOST = Long.SIZE;

    private final Model<?, ?, ?, ?, ?> model;
    private final FaultBudget faults;
    private final List<ProcessId> ids;
    private final int processes;
    private final Interner<Environment> worlds = new Interner<>();
    private Move[][] moves = new Move[16][];
    private int[] lost = new int[16];
    private int[] doubled = new int[16];

    /** @throws IllegalArgumentException when the model asks for changes that its processes or its links cannot undergo */
    Environments(Model<?, ?, ?, ?, ?> model) {
        this.model = model;
        this.faults = model.faults();
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        if (model.changing() && processes > MOST) {
            throw new IllegalArgumentException("changes are explored among at most " + MOST + " processes");
        }
        if (faults.joins() > 0 && model.arriving().isEmpty()) {
            throw new IllegalArgumentException("nobody is there to come: the model says who is not there at the start");
        }
        for (SortedSet<ProcessId> side : faults.partitions()) {
            if (!ids.containsAll(side) || side.size() == processes) {
                throw new IllegalArgumentException(
                        "a partition divides the processes of the model, not " + side + " from the others of " + ids);
            }
        }
        long present = 0;
        for (int process = 0; process < processes; process++) {
            if (!model.arriving().contains(ids.get(process))) {
                present |= 1L << process;
            }
        }
        if (faults.linkFailures() > 0 && sided(model)) {
            throw new IllegalArgumentException("links fail in a topology whose links have no sides, not in "
                    + model.topology() + ", where no process does without either neighbour");
        }
        worlds.of(new Environment(0, 0, 0, 0, 0, 0, present, 0, 0, List.of(), 0, 0));
    }

    /** Whether links have sides. */
    static boolean sided(Model<?, ?, ?, ?, ?> model) {
        for (ProcessId id : model.processes()) {
            for (Neighbour neighbour : model.topology().neighbours(id, model.processes())) {
                if (neighbour.side() != Side.NONE) {
                    return true;
                }
            }
        }
        return false;
    }

    Environment world(int number) {
        return worlds.value(number);
    }

    /** A pair of processes as a number, the same for both. */
    int pair(int one, int other) {
        return Math.min(one, other) * processes + Math.max(one, other);
    }

    int one(int pair) {
        return pair / processes;
    }

    int other(int pair) {
        return pair % processes;
    }

    /** The members that a set of bits stands for. */
    static SortedSet<ProcessId> members(List<ProcessId> ids, long bits) {
        SortedSet<ProcessId> members = new TreeSet<>();
        for (long left = bits; left != 0; left &= left - 1) {
            members.add(ids.get(Long.numberOfTrailingZeros(left)));
        }
        return members;
    }

    /** The number of the world after a loss, or -1 when there may be none. */
    int afterLoss(int world) {
        lost = room(lost, world);
        if (lost[world] == 0) {
            Environment now = world(world);
            lost[world] = now.losses() < faults.losses() ? worlds.of(now.losing()) : -1;
        }
        return lost[world];
    }

    /** The number of the world after a doubling, or -1 when there may be none. */
    int afterDuplication(int world) {
        doubled = room(doubled, world);
        if (doubled[world] == 0) {
            Environment now = world(world);
            doubled[world] = now.duplications() < faults.duplications() ? worlds.of(now.duplication()) : -1;
        }
        return doubled[world];
    }

    private static int[] room(int[] known, int at) {
        return at < known.length ? known : Arrays.copyOf(known, at * 2);
    }

    /** The number of the world after a process has left. */
    int afterLeaving(int world, int process) {
        return worlds.of(world(world).leaving(process));
    }

    /** Whether the link between two processes is down. */
    boolean down(int world, int one, int other) {
        List<Integer> down = world(world).down();
        return !down.isEmpty() && Collections.binarySearch(down, pair(one, other)) >= 0;
    }

    /** What becomes of messages from one process to another. */
    Way way(int world, int from, int to) {
        Environment now = world(world);
        if (now.gone() == 0 && now.side() == 0 && now.down().isEmpty()) {
            return Way.CARRIES;
        }
        if (now.across(from, to)) {
            return Way.VANISHES;
        }
        if (now.left(to) || down(world, from, to)) {
            return now.gone(from) ? Way.VANISHES : Way.RETURNS;
        }
        return now.gone(to) ? Way.VANISHES : Way.CARRIES;
    }

    /** The changes that can come about, as far as that does not depend on the processes. */
    Move[] moves(int world) {
        if (world >= moves.length) {
            moves = Arrays.copyOf(moves, world * 2);
        }
        if (moves[world] == null) {
            moves[world] = computeMoves(world).toArray(new Move[0]);
        }
        return moves[world];
    }

    private List<Move> computeMoves(int world) {
        Environment now = world(world);
        List<Move> found = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            if (now.alive(process) && now.crashes() < faults.crashes()) {
                found.add(new Move(StateSpace.Kind.CRASH, process, worlds.of(now.crashing(process)), false));
            }
        }
        boolean failing = now.failures() < faults.linkFailures();
        boolean owed = !now.down().isEmpty() && separated(world);
        for (int one = 0; one < processes; one++) {
            for (int other = one + 1; other < processes; other++) {
                int pair = pair(one, other);
                if (!now.alive(one) || !now.alive(other) || now.across(one, other)) {
                    continue;
                }
                if (down(world, one, other)) {
                    if (now.recoveries() < faults.linkRecoveries()) {
                        List<Integer> down = new ArrayList<>(now.down());
                        down.remove(Integer.valueOf(pair));
                        int next = worlds.of(now.recovering(List.copyOf(down)));
                        found.add(new Move(StateSpace.Kind.RECOVERY, pair, next, owed));
                    }
                } else if (failing && linked(now, one, other)) {
                    List<Integer> down = new ArrayList<>(now.down());
                    down.add(pair);
                    Collections.sort(down);
                    found.add(
                            new Move(StateSpace.Kind.FAILURE, pair, worlds.of(now.failing(List.copyOf(down))), false));
                }
            }
        }
        addMembershipMoves(now, found);
        return found;
    }

    private void addMembershipMoves(Environment now, List<Move> found) {
        long arriving = 0;
        for (int process = 0; process < processes; process++) {
            if (model.arriving().contains(ids.get(process))) {
                arriving |= 1L << process;
            }
        }
        boolean joining = Long.bitCount(now.present() & arriving) < faults.joins();
        for (int process = 0; process < processes; process++) {
            if (joining
                    && (now.present() >>> process & 1) == 0
                    && !formerLife(now, process)
                    && (now.cutOff() >>> process & 1) == 0) {
                found.add(new Move(StateSpace.Kind.JOIN, process, worlds.of(now.joining(process)), false));
            }
            if (now.alive(process) && now.leaves() < faults.leaves()) {
                found.add(new Move(StateSpace.Kind.LEAVE, process, worlds.of(now.asking()), false));
            }
        }
        for (int place = 0; now.side() == 0 && place < faults.partitions().size(); place++) {
            long side = 0;
            for (ProcessId id : faults.partitions().get(place)) {
                side |= 1L << ids.indexOf(id);
            }
            long living = now.present() & ~now.gone();
            if ((living & side) != 0 && (living & ~side) != 0) {
                long cutOff = (Long.bitCount(living & side) < model.quorum() ? side : 0)
                        | (Long.bitCount(living & ~side) < model.quorum() ? ~side : 0);
                found.add(new Move(StateSpace.Kind.PARTITION, place, worlds.of(now.parted(side, cutOff)), false));
            }
        }
    }

    /** Whether another incarnation of the same process is alive, or is still to come before this one. */
    private boolean formerLife(Environment now, int process) {
        ProcessId id = ids.get(process);
        for (int other = 0; other < processes; other++) {
            ProcessId life = ids.get(other);
            if (other != process
                    && life.number() == id.number()
                    && (now.alive(other) || (now.present() >>> other & 1) == 0 && other < process)) {
                return true;
            }
        }
        return false;
    }

    private boolean linked(Environment now, int one, int other) {
        SortedSet<ProcessId> living = members(ids, now.present() & ~now.gone());
        return model.topology().neighbours(ids.get(one), living).contains(Neighbour.of(ids.get(other)));
    }

    /** Whether the links that are down separate processes that are alive and that no partition separates. */
    private boolean separated(int world) {
        Environment now = world(world);
        SortedSet<ProcessId> living = members(ids, now.present() & ~now.gone());
        for (int pair : now.down()) {
            if (now.alive(one(pair)) && now.alive(other(pair)) && !now.across(one(pair), other(pair))) {
                Set<ProcessId> reached = new TreeSet<>();
                List<ProcessId> frontier = new ArrayList<>(List.of(ids.get(one(pair))));
                while (!frontier.isEmpty()) {
                    ProcessId at = frontier.remove(frontier.size() - 1);
                    int from = ids.indexOf(at);
                    if (reached.add(at)) {
                        for (Neighbour next : model.topology().neighbours(at, living)) {
                            int to = ids.indexOf(next.id());
                            if (!down(world, from, to) && !now.across(from, to)) {
                                frontier.add(next.id());
                            }
                        }
                    }
                }
                if (!reached.contains(ids.get(other(pair)))) {
                    return true;
                }
            }
        }
        return false;
    }
}
