package symposium.checker.local;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;

/** Numbers what processes know of the membership, and computes the possible notifications, each once. */
public final class MembershipKnowledges {

    private static final MembershipNotification[] KINDS = MembershipNotification.values();
    private static final int[] NONE = new int[0];

    private final Model<?, ?, ?, ?, ?> model;
    private final boolean changing;
    private final List<ProcessId> ids;
    private final int processes;
    private final Environments environments;
    private final Interner<MembershipKnowledge> knowledges;
    /** By knowledge and process. */
    private final Memo<Neighbours> neighbours;
    /** By knowledge: the processes known to have departed. */
    private final Memo<SortedSet<ProcessId>> departed;
    /** By process: the possible notifications, by knowledge and environment. */
    private final List<Memo<Memo.Frozen<int[]>>> notifications = new ArrayList<>();

    public MembershipKnowledges(Model<?, ?, ?, ?, ?> model, Environments environments, Guard guard) {
        this.knowledges = new Interner<>(guard);
        this.neighbours = new Memo<>(guard, (number, process) -> computeNeighbours(process, knowledge(number)));
        this.departed =
                new Memo<>(guard, (number, none) -> members(knowledge(number).departed()));
        this.model = model;
        this.changing = model.changing();
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.environments = environments;
        for (int each = 0; each < processes; each++) {
            int process = each;
            notifications.add(new Memo<>(
                    guard,
                    (number, environment) -> new Memo.Frozen<>(computeNotifications(process, number, environment))));
        }
        knowledges.of(MembershipKnowledge.NOTHING);
    }

    public MembershipKnowledge knowledge(int number) {
        return knowledges.value(number);
    }

    /** The knowledge with which a process starts in an environment. */
    int initial(int process, int environment) {
        if (model.startsCutOff()) {
            return LocalState.KNOWS_NOTHING;
        }
        Environment now = environments.environment(environment);
        long here = now.sideOf(process);
        return knowledges.of(new MembershipKnowledge(false, now.live() & here, now.gone() | now.present() & ~here, 0));
    }

    /** The neighbours of a process with this knowledge. */
    Neighbours neighbours(int process, int number) {
        return neighbours.of(number, process);
    }

    private Neighbours computeNeighbours(int process, MembershipKnowledge known) {
        ProcessId self = ids.get(process);
        if (!changing) {
            return model.topology().neighbours(self, model.processes());
        }
        if (known.cutOff() || (known.present() >>> process & 1) == 0 || tooFewLeft(known)) {
            return Neighbours.none();
        }
        Neighbours linked = model.topology().neighbours(self, members(known.present() & ~known.departed()));
        return linked.without(members(known.lost()));
    }

    /** Whether a process is cut off by what it was notified of departures: see {@link FaultBudget}. */
    private boolean tooFewLeft(MembershipKnowledge known) {
        return model.faults().falseDepartures() > 0
                && known.departed() != 0
                && Long.bitCount(known.present() & ~known.departed()) < model.quorum();
    }

    /** Whether a process with this knowledge has been admitted, and does not know itself cut off. */
    public boolean takesPart(int process, int number) {
        MembershipKnowledge known = knowledge(number);
        return !known.cutOff() && (!model.startsCutOff() || (known.present() >>> process & 1) != 0);
    }

    /** Whether a process that is no stranger to the membership knows another, and not as departed. */
    public boolean hasMember(int number, int process, int other) {
        MembershipKnowledge known = knowledge(number);
        long both = 1L << process | 1L << other;
        return !known.cutOff() && (known.present() & ~known.departed() & both) == both;
    }

    /** The processes known to have departed. */
    SortedSet<ProcessId> departed(int number) {
        return departed.of(number, 0);
    }

    /** The processes to which the link is known to have failed. */
    SortedSet<ProcessId> lost(int number) {
        return members(knowledge(number).lost());
    }

    private SortedSet<ProcessId> members(long bits) {
        return Sorted.set(Environments.members(ids, bits));
    }

    // --- notifications

    private int code(MembershipNotification kind, int other) {
        return kind.ordinal() * processes + other;
    }

    /** The code of the notification that admits a process. */
    int admission(int process) {
        return code(MembershipNotification.ADMITTED, process);
    }

    /** The code of the notification that a process has departed. */
    public int departure(int other) {
        return code(MembershipNotification.DEPARTED, other);
    }

    public MembershipNotification kind(int code) {
        return KINDS[code / processes];
    }

    /** The process that a notification concerns. */
    public int about(int code) {
        return code % processes;
    }

    /** The possible notifications of a live process with this knowledge in an environment. */
    public int[] notifications(int process, int number, int environment) {
        return notifications.get(process).of(number, environment).array();
    }

    private int[] computeNotifications(int process, int number, int environment) {
        MembershipKnowledge known = knowledge(number);
        Environment now = environments.environment(environment);
        if (known.cutOff()) {
            return NONE;
        }
        long here = now.sideOf(process);
        if ((now.cutOff() >>> process & 1) != 0) {
            return new int[] {code(MembershipNotification.CUT_OFF, process)};
        }
        if ((known.present() >>> process & 1) == 0) {
            boolean enough = Long.bitCount(now.live() & here) >= model.quorum();
            return enough ? new int[] {admission(process)} : NONE;
        }
        List<Integer> codes = new ArrayList<>();
        for (int other = 0; other < processes; other++) {
            long bit = 1L << other;
            if (other == process || (known.departed() & bit) != 0 || (now.present() & bit) == 0) {
                continue;
            }
            boolean member = (known.present() & bit) != 0;
            if (member && (now.gone(other) || (here & bit) == 0)) {
                codes.add(code(MembershipNotification.DEPARTED, other));
            }
            if (!member && (here & bit) != 0 && !knowsFormerIncarnation(known, other)) {
                codes.add(code(MembershipNotification.JOINED, other));
            }
            boolean lost = (known.lost() & bit) != 0;
            if (member && lost != environments.down(environment, process, other)) {
                codes.add(
                        code(lost ? MembershipNotification.LINK_RECOVERED : MembershipNotification.LINK_FAILED, other));
            }
        }
        return codes.stream().mapToInt(Integer::intValue).toArray();
    }

    private boolean knowsFormerIncarnation(MembershipKnowledge known, int process) {
        return environments
                .otherIncarnations(process)
                .anyMatch(other -> (known.present() & ~known.departed() & 1L << other) != 0);
    }

    /** The knowledge of a process after a notification in an environment. */
    int notified(int process, int number, int code, int environment) {
        MembershipKnowledge before = knowledge(number);
        long bit = 1L << about(code);
        Environment now = environments.environment(environment);
        return knowledges.of(
                switch (kind(code)) {
                    case DEPARTED ->
                        before.with(
                                next -> next.departed(before.departed() | bit).lost(before.lost() & ~bit));
                    case JOINED -> before.withPresent(before.present() | bit);
                    case LINK_FAILED -> before.withLost(before.lost() | bit);
                    case LINK_RECOVERED -> before.withLost(before.lost() & ~bit);
                    case CUT_OFF -> before.withCutOff(true);
                    case ADMITTED ->
                        before.with(next -> next.cutOff(false)
                                .present(now.live() & now.sideOf(process))
                                .departed(before.departed() | now.gone() | now.present() & ~now.sideOf(process))
                                .lost(0));
                });
    }
}
