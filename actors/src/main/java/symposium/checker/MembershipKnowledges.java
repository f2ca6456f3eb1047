package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** What processes have been told of the others, by numbers, and what there is to tell them; computed once and remembered. */
final class MembershipKnowledges {

    /** Of what a process can be told. */
    enum News {
        /** Another process has departed. */
        DEPARTED,
        /** Another process has come. */
        ARRIVED,
        /** The link to another process has failed. */
        LOST,
        /** The link to another process works again. */
        REGAINED,
        /** The process itself is cut off. */
        CUT_OFF,
        /** The process, which started cut off, is one of these now. */
        ADMITTED
    }

    /** The number of {@link MembershipKnowledge#NOTHING}, which is all that a dead process knows. */
    static final int NOTHING = 0;

    private static final News[] KINDS = News.values();
    private static final int[] NONE = new int[0];

    private final Model<?, ?, ?, ?, ?> model;
    private final boolean changing;
    private final List<ProcessId> ids;
    private final int processes;
    private final Environments worlds;
    private final Interner<MembershipKnowledge> views = new Interner<>();
    /** By process and view. */
    private final Neighbours[][] neighbours;
    /** By process, view and world. */
    private final int[][][][] news;

    private final Map<Long, SortedSet<ProcessId>> sets = new HashMap<>();

    MembershipKnowledges(Model<?, ?, ?, ?, ?> model, Environments worlds) {
        this.model = model;
        this.changing = model.changing();
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.worlds = worlds;
        this.neighbours = new Neighbours[processes][16];
        this.news = new int[processes][16][][];
        views.of(MembershipKnowledge.NOTHING);
    }

    MembershipKnowledge view(int number) {
        return views.value(number);
    }

    /** What a process knows when it starts in a world. */
    int initial(int process, int world) {
        if (model.startsCutOff()) {
            return NOTHING;
        }
        Environment now = worlds.world(world);
        long here = now.sideOf(process);
        return views.of(new MembershipKnowledge(
                false, now.present() & ~now.gone() & here, now.gone() | now.present() & ~here, 0, Set.of()));
    }

    /** The neighbours of a process that knows this. */
    Neighbours neighbours(int process, int number) {
        if (number >= neighbours[process].length) {
            neighbours[process] = Arrays.copyOf(neighbours[process], number * 2);
        }
        if (neighbours[process][number] == null) {
            neighbours[process][number] = computeNeighbours(process, view(number));
        }
        return neighbours[process][number];
    }

    private Neighbours computeNeighbours(int process, MembershipKnowledge view) {
        ProcessId self = ids.get(process);
        if (!changing) {
            return model.topology().neighbours(self, model.processes());
        }
        if (view.cutOff() || (view.present() >>> process & 1) == 0) {
            return Neighbours.none();
        }
        Neighbours linked = model.topology().neighbours(self, members(view.present() & ~view.departed()));
        if (view.lost() == 0) {
            return linked;
        }
        SortedSet<ProcessId> lost = members(view.lost());
        return new Neighbours(linked.all().stream()
                .filter(neighbour -> !lost.contains(neighbour.id()))
                .toList());
    }

    /** Whether a process that knows this receives what comes over a link. */
    boolean acquainted(int process, int number, Neighbour from) {
        return neighbours(process, number).contains(from)
                || view(number).former().contains(from);
    }

    /** Those whose departure is known. */
    SortedSet<ProcessId> departed(int number) {
        return members(view(number).departed());
    }

    private SortedSet<ProcessId> members(long bits) {
        return sets.computeIfAbsent(bits, each -> Collections.unmodifiableSortedSet(Environments.members(ids, each)));
    }

    // --- what there is to tell

    private int code(News kind, int other) {
        return kind.ordinal() * processes + other;
    }

    /** How many kinds of news there are, each about each process. */
    int codes() {
        return KINDS.length * processes;
    }

    News kind(int code) {
        return KINDS[code / processes];
    }

    /** The process that the news is about. */
    int about(int code) {
        return code % processes;
    }

    /** What a living process that knows this can be told in a world. */
    int[] news(int process, int number, int world) {
        int[][][] byView = news[process];
        if (number >= byView.length) {
            byView = Arrays.copyOf(byView, number * 2);
            news[process] = byView;
        }
        int[][] byWorld = byView[number];
        if (byWorld == null || world >= byWorld.length) {
            byWorld = byWorld == null ? new int[world + 1][] : Arrays.copyOf(byWorld, world * 2);
            byView[number] = byWorld;
        }
        if (byWorld[world] == null) {
            byWorld[world] = computeNews(process, view(number), worlds.world(world), world);
        }
        return byWorld[world];
    }

    private int[] computeNews(int process, MembershipKnowledge view, Environment now, int world) {
        if (view.cutOff()) {
            return NONE;
        }
        long here = now.sideOf(process);
        if ((now.cutOff() >>> process & 1) != 0) {
            return new int[] {code(News.CUT_OFF, process)};
        }
        if ((view.present() >>> process & 1) == 0) {
            boolean enough = Long.bitCount(now.present() & ~now.gone() & here) >= model.quorum();
            return enough ? new int[] {code(News.ADMITTED, process)} : NONE;
        }
        List<Integer> codes = new ArrayList<>();
        for (int other = 0; other < processes; other++) {
            long bit = 1L << other;
            if (other == process || (view.departed() & bit) != 0 || (now.present() & bit) == 0) {
                continue;
            }
            boolean known = (view.present() & bit) != 0;
            if (known && (now.gone(other) || (here & bit) == 0)) {
                codes.add(code(News.DEPARTED, other));
            }
            if (!known && (here & bit) != 0 && !knowsFormerLife(view, other)) {
                codes.add(code(News.ARRIVED, other));
            }
            boolean lost = (view.lost() & bit) != 0;
            if (known && lost != worlds.down(world, process, other)) {
                codes.add(code(lost ? News.REGAINED : News.LOST, other));
            }
        }
        return codes.stream().mapToInt(Integer::intValue).toArray();
    }

    private boolean knowsFormerLife(MembershipKnowledge view, int process) {
        for (int other = 0; other < processes; other++) {
            if (other != process
                    && ids.get(other).number() == ids.get(process).number()
                    && (view.present() & ~view.departed() & 1L << other) != 0) {
                return true;
            }
        }
        return false;
    }

    /** What a process knows that knew this and is then told that in a world. */
    int told(int process, int number, int code, int world) {
        MembershipKnowledge before = view(number);
        long bit = 1L << about(code);
        Environment now = worlds.world(world);
        MembershipKnowledge after =
                switch (kind(code)) {
                    case DEPARTED ->
                        new MembershipKnowledge(
                                false,
                                before.present(),
                                before.departed() | bit,
                                before.lost() & ~bit,
                                before.former());
                    case ARRIVED ->
                        new MembershipKnowledge(
                                false, before.present() | bit, before.departed(), before.lost(), before.former());
                    case LOST ->
                        new MembershipKnowledge(
                                false, before.present(), before.departed(), before.lost() | bit, before.former());
                    case REGAINED ->
                        new MembershipKnowledge(
                                false, before.present(), before.departed(), before.lost() & ~bit, before.former());
                    case CUT_OFF ->
                        new MembershipKnowledge(
                                true, before.present(), before.departed(), before.lost(), before.former());
                    case ADMITTED ->
                        new MembershipKnowledge(
                                false,
                                now.present() & ~now.gone() & now.sideOf(process),
                                before.departed() | now.gone() | now.present() & ~now.sideOf(process),
                                0,
                                before.former());
                };
        Set<Neighbour> former = new HashSet<>(before.former());
        former.addAll(neighbours(process, number).all());
        former.removeAll(computeNeighbours(process, after).all());
        former.removeIf(each -> {
            long place = 1L << ids.indexOf(each.id());
            return ((after.departed() | after.lost()) & place) != 0;
        });
        return views.of(new MembershipKnowledge(
                after.cutOff(), after.present(), after.departed(), after.lost(), Set.copyOf(former)));
    }
}
