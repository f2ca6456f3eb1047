package symposium.election.korachmoranzaks;

import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A0_JOINS;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A1_SUBJECT_ALREADY;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A2_FORWARDED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A3_DEFERRED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A4_IGNORED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A5_ASKED_LATE;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.E0_TOLD;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.I0_INITIATE;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.I1_ALONE;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.I2_INITIATED_BEFORE;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.I3_KNOWN;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.K0_JOINED_BY_EQUAL;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.K1_JOINED_BY_LESSER;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.K2_ASKS_ON;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.K3_WON;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.S0_JOINED_FORMER;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.S1_TURNED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.S2_YOURS_LATE;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.U0_UPDATED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.U1_UPDATED_OWN;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.U2_UPDATED_OVER;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.U3_UPDATED_LATE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.ElectionAlgorithm;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Bound;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;

/** Korach, Moran and Zaks's election on a complete graph: the king and the subjects (Raynal, section 5.5.3). */
public final class KorachMoranZaks implements Protocol<KorachMoranZaks.State, KorachMoranZaks.Message, Call, Leader> {

    /** What kings and subjects say to each other. */
    public sealed interface Message extends Printable {}

    /** {@code status} asks the recipient and its whole kingdom to join; it goes up to the recipient's king. */
    public record Ask(Status status) implements Message {}

    /** The kingdom of a king of this phase joins; it goes down the way that the request came, and turns it round. */
    public record Accept(int phase) implements Message {}

    /** The sender is a subject of the asking king already. */
    public record Yours() implements Message {}

    /** The recipient's king is this one now; it goes down to all its subjects. */
    public record Update(Status status) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message {}

    /**
     * The rank of a kingdom: its phase, then the name of its king.
     *
     * @param phase the number of kingdoms of the same phase that have joined it, from 0; -1 for a process that is
     *     asleep
     * @param king the king
     */
    public record Status(int phase, ProcessId king) {

        private static final Comparator<Status> ORDER =
                Comparator.comparingInt(Status::phase).thenComparing(Status::king);

        boolean above(Status other) {
            return ORDER.compare(this, other) > 0;
        }

        @Override
        public String toString() {
            return phase + "/" + king;
        }
    }

    /** A request to join, and the neighbour that it came from. */
    public record Asking(Neighbour from, Ask ask) {}

    /**
     * A process of the complete graph: the root of a kingdom, which is a tree, or a node of one.
     *
     * @param number its own name
     * @param neighbours all others, in some order; it makes no use of their names
     * @param status that of the kingdom to which it belongs, as far as it has been told
     * @param asked the number of neighbours that it has asked as a king, the last of them without an answer so far; 0
     *     unless a king
     * @param father the next process on the way to its king, unless it is a king, or asleep
     * @param sons the processes whose father it is
     * @param forwarded the request that it has handed on to its father, until that is decided
     * @param deferred a greater one that has to wait until then
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Status status,
            int asked,
            Optional<Neighbour> father,
            SortedSet<ProcessId> sons,
            Optional<Asking> forwarded,
            Optional<Asking> deferred,
            Optional<ProcessId> leader)
            implements KorachMoranZaksStateBuilder.With {

        boolean asleep() {
            return status.phase() < 0 && father.isEmpty();
        }

        boolean king() {
            return status.phase() >= 0 && father.isEmpty();
        }

        boolean hasSon(Neighbour other) {
            return sons.contains(other.id());
        }

        boolean hasFather(Neighbour other) {
            return father.equals(Optional.of(other));
        }

        State withSon(Neighbour son) {
            return withSons(Sorted.with(sons, son.id()));
        }

        /** A subject of the king that is found over this link; a former king no longer asks. */
        State under(Neighbour other) {
            return with(next -> next.asked(0).father(other).sons(Sorted.without(sons, other.id())));
        }

        /** No request is forwarded or waits. */
        State free() {
            return with(next -> next.forwarded(Optional.empty()).deferred(Optional.empty()));
        }

        State led(ProcessId by) {
            return free().with(next -> next.asked(0).leader(by));
        }
    }

    /**
     * What a process does; the project's own labels: i on initiation, a on being asked, k as a king, s as a subject, u
     * on an update, e on the news.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** A decision to initiate: a king from now on, who asks its first neighbour. */
        I0_INITIATE,
        /** The same by a process that has no neighbours: elected. */
        I1_ALONE,
        /** The same by a process that takes part already. */
        I2_INITIATED_BEFORE,
        /** The same by a process that knows the leader. */
        I3_KNOWN,
        /**
         * A greater king asks a king, or a process that is asleep: it becomes a subject, and all its subjects with it.
         */
        A0_JOINS,
        /** The own king asks from outside the tree: it is told that this process is its subject. */
        A1_SUBJECT_ALREADY,
        /** A greater king asks a subject: its own king has to decide. */
        A2_FORWARDED,
        /**
         * A greater king asks a subject that has forwarded the request of a lesser one: that has to be decided first.
         */
        A3_DEFERRED,
        /** A lesser king asks, or one whose news is on its way. */
        A4_IGNORED,
        /** A king asks a process that knows the leader. */
        A5_ASKED_LATE,
        /** A kingdom of the same phase joins: the next phase, and all subjects are told. */
        K0_JOINED_BY_EQUAL,
        /** A kingdom of a lower phase joins: its subjects are told. */
        K1_JOINED_BY_LESSER,
        /** The neighbour asked is a subject already: the next is asked. */
        K2_ASKS_ON,
        /** The last neighbour is a subject, or joins: elected. */
        K3_WON,
        /** A kingdom joins one that was a king when it asked: its subjects are told whose they are now. */
        S0_JOINED_FORMER,
        /** The king to whom a request was forwarded joins: the way to it is reversed. */
        S1_TURNED,
        /** The neighbour asked is a subject already, and so is the process that asked. */
        S2_YOURS_LATE,
        /** Another king, or another phase: all subjects below are told. */
        U0_UPDATED,
        /** The same, and the request that was forwarded is that king's own: it is notified. */
        U1_UPDATED_OWN,
        /** The same, and the request that was forwarded is void. */
        U2_UPDATED_OVER,
        /** The same at a process that knows the leader. */
        U3_UPDATED_LATE,
        /** Another is elected. */
        E0_TOLD
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return KorachMoranZaksStateBuilder.builder()
                .number(self)
                .neighbours(neighbours)
                .status(new Status(-1, self))
                .sons(Sorted.set())
                .build();
    }

    @Override
    public Transition<State, Message, Leader> onInput(Call call, State p, Transition<State, Message, Leader> step) {
        if (p.leader().isPresent()) {
            return step.by(I3_KNOWN).tell(new Leader(p.leader().get()));
        }
        if (!p.asleep()) {
            return step.by(I2_INITIATED_BEFORE);
        }
        State king = p.withStatus(new Status(0, p.number()));
        return p.neighbours().isEmpty() ? won(I1_ALONE, king, step) : askNext(I0_INITIATE, king, step);
    }

    @Override
    public Transition<State, Message, Leader> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Leader> step) {
        if (message instanceof Ask ask) {
            return onAsk(new Asking(from, ask), p, step);
        }
        if (message instanceof Accept accept) {
            return onAccept(from, accept, p, step);
        }
        if (message instanceof Update update) {
            return onUpdate(from, update.status(), p, step);
        }
        if (message instanceof Yours) {
            return p.king() && p.leader().isEmpty() ? askNext(K2_ASKS_ON, p, step) : step.by(S2_YOURS_LATE);
        }
        ProcessId leader = ((Elected) message).number();
        return step.by(E0_TOLD, p.led(leader)).tell(new Leader(leader));
    }

    // --- kings

    /** The king asks its next neighbour; if there is none, it is elected. */
    private static Transition<State, Message, Leader> askNext(
            Rule rule, State king, Transition<State, Message, Leader> step) {
        if (king.asked() == king.neighbours().size()) {
            return won(K3_WON, king, step);
        }
        return step.by(rule, king.withAsked(king.asked() + 1))
                .send(king.neighbours().all().get(king.asked()), new Ask(king.status()));
    }

    private static Transition<State, Message, Leader> won(
            Rule rule, State king, Transition<State, Message, Leader> step) {
        return step.by(rule, king.led(king.number()))
                .tell(new Leader(king.number()))
                .sendAll(king.neighbours(), new Elected(king.number()));
    }

    // --- requests

    private static Transition<State, Message, Leader> onAsk(
            Asking asking, State p, Transition<State, Message, Leader> step) {
        Status other = asking.ask().status();
        if (p.leader().isPresent()) {
            return step.by(A5_ASKED_LATE);
        }
        boolean subject = other.king().equals(p.status().king());
        if (subject && !p.hasSon(asking.from())) {
            return step.by(A1_SUBJECT_ALREADY).send(asking.from(), new Yours());
        }
        if (subject || !other.above(p.status())) {
            return step.by(A4_IGNORED);
        }
        if (p.father().isEmpty()) {
            return step.by(A0_JOINS, p.under(asking.from()))
                    .send(asking.from(), new Accept(p.status().phase()));
        }
        if (p.forwarded().isEmpty()) {
            return step.by(A2_FORWARDED, p.withForwarded(Optional.of(asking)))
                    .send(p.father().get(), asking.ask());
        }
        return above(other, p.forwarded()) && above(other, p.deferred())
                ? step.by(A3_DEFERRED, p.withDeferred(Optional.of(asking)))
                : step.by(A4_IGNORED);
    }

    private static boolean above(Status status, Optional<Asking> asking) {
        return asking.isEmpty() || status.above(asking.get().ask().status());
    }

    private static Transition<State, Message, Leader> onAccept(
            Neighbour from, Accept accept, State p, Transition<State, Message, Leader> step) {
        step.require(p.leader().isEmpty(), "once there is a leader, no process joins");
        State joined = p.withSon(from);
        if (p.forwarded().isPresent() && p.hasFather(from)) {
            Neighbour below = p.forwarded().get().from();
            step.by(S1_TURNED, joined.under(below).free()).send(below, accept);
            return resume(p.deferred(), step);
        }
        if (!p.king()) {
            return step.by(S0_JOINED_FORMER, joined).send(from, new Update(p.status()));
        }
        if (p.asked() == p.neighbours().size()) {
            return won(K3_WON, joined, step);
        }
        if (accept.phase() < p.status().phase()) {
            return askNext(K1_JOINED_BY_LESSER, joined, step.send(from, new Update(p.status())));
        }
        State raised = joined.withStatus(new Status(p.status().phase() + 1, p.number()));
        return askNext(K0_JOINED_BY_EQUAL, raised, updateSons(raised, step));
    }

    // --- subjects

    private static Transition<State, Message, Leader> onUpdate(
            Neighbour from, Status status, State p, Transition<State, Message, Leader> step) {
        if (p.leader().isPresent()) {
            return step.by(U3_UPDATED_LATE);
        }
        step.require(
                p.hasFather(from) && status.above(p.status()),
                "news of greater kings, and only such, comes from the father");
        State updated = p.withStatus(status);
        updateSons(updated, step);
        if (p.forwarded().isEmpty() || p.forwarded().get().ask().status().above(status)) {
            return step.by(U0_UPDATED, updated);
        }
        Asking forwarded = p.forwarded().get();
        if (forwarded.ask().status().king().equals(status.king()) && !p.hasSon(forwarded.from())) {
            step.by(U1_UPDATED_OWN, updated.free()).send(forwarded.from(), new Yours());
        } else {
            step.by(U2_UPDATED_OVER, updated.free());
        }
        return resume(p.deferred(), step);
    }

    /** Deals with a request that had to wait; the step keeps its rule. */
    private static Transition<State, Message, Leader> resume(
            Optional<Asking> deferred, Transition<State, Message, Leader> step) {
        symposium.kernel.Rule rule = step.rule();
        return deferred.isEmpty()
                ? step
                : onAsk(deferred.get(), step.state(), step).by(rule);
    }

    private static Transition<State, Message, Leader> updateSons(State p, Transition<State, Message, Leader> step) {
        List<Neighbour> sons = p.neighbours().all().stream().filter(p::hasSon).toList();
        return step.sendAll(sons, new Update(p.status()));
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(ElectionAlgorithm.<State, Message>of("korach-moran-zaks", Message.class)
                    .withPaper(Paper.of(
                                    "E. Korach, S. Moran and S. Zaks, Tight lower and upper bounds for some distributed"
                                            + " algorithms for a complete network of processors, 1984; named by Raynal, section 5.5.3; from the idea, not the authors' program")
                            .withCost("at most 5 n log n + 3 n, and n-1 to announce")
                            .withBounds(List.of(Bound.most("5 n log n + 3 n", n -> 5 * n * Bound.log(n) + 3 * n))))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withAssumptions("distinct names; no losses and no crashes"))
                    .messages(sent -> sent.withAnnouncement(Elected.class::isInstance))
                    .withProtocol(start -> new KorachMoranZaks())
                    .checks(checks -> checks.withFiniteStateSpace(true)
                            .withInvariants(KorachMoranZaksChecks.invariants())
                            .withVariants(start -> KorachMoranZaksChecks.variants())));
        }
    }
}
