package symposium.mutex.carvalhoroucairol;

import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO0_YIELD_IDLE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO1_YIELD_AND_ASK;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.CO2_DEFER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M0_DEPARTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M1_DEPARTED_ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M2_LOST;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M3_NOTE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M4_NOTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M5_NOTED_ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M6_RELEASE_AFTER_LOSS;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M7_UNDELIVERABLE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.M8_LATE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P0_ENTER_FREE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P1_REQUEST;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P2_PERMITTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P3_ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Rule.P4_RELEASE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.PermissionBased;

/**
 * One process of Carvalho and Roucairol's algorithm. Any two processes share one permission, which one of them holds or
 * which is in transit between them. A process that holds all its permissions may be critical.
 */
public final class CarvalhoRoucairol extends PermissionBased<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> {

    /** The messages between processes. */
    public sealed interface Message extends Printable {}

    /**
     * Asks for the permission that the two share.
     *
     * @param f the timestamp of the request for which the sender wants it
     */
    public record Request(Timestamp f) implements Message {}

    /**
     * Passes the permission that the two share to the recipient.
     *
     * @param fence the greatest fence that the sender knows
     */
    public record Reply(Fence fence) implements Message {}

    /**
     * A process has departed, and the sender announces this generation of fences: see {@link Fences}.
     *
     * @param departed all processes that the sender knows to have departed
     */
    public record Departure(long generation, SortedSet<ProcessId> departed) implements Message {
        @Override
        public String print() {
            return "departure " + generation + " of " + departed;
        }
    }

    /** The sender has noted a {@link Departure}, and will announce greater generations only. */
    public record Noted(long generation) implements Message {}

    /**
     * A process.
     *
     * @param self its name
     * @param neighbours all other processes that have not departed
     * @param departed the processes that have departed, as it has been told or another process has announced
     * @param quorum how many processes, this one included, must be left for any request to be granted
     * @param c its logical clock, from which timestamps of requests are taken
     * @param request the timestamp of the request that it waits with or is critical by; empty while it is idle
     * @param held the processes with which it shares a permission that it holds
     * @param critical whether it is in its critical section
     * @param deferred the processes whose requests it answers when its critical section has ended
     * @param fences its knowledge of fences
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            int quorum,
            long c,
            Optional<Timestamp> request,
            SortedSet<ProcessId> held,
            boolean critical,
            SortedSet<ProcessId> deferred,
            Fences fences)
            implements PermissionBased.State, CarvalhoRoucairolStateBuilder.With {

        /** The processes whose permissions it lacks. */
        public SortedSet<ProcessId> lacking() {
            return Sorted.without(Sorted.ids(neighbours), held);
        }

        /** Whether its own request comes before this one. */
        boolean precedes(Timestamp other) {
            return request.isPresent() && request.orElseThrow().isBefore(other);
        }
    }

    /**
     * The steps of a process and of its co-processes: those of Ricart and Agrawala, but a permission lasts until it is
     * asked back.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** The process holds every permission already: the critical section begins without a message. */
        P0_ENTER_FREE,
        /** The process asks for the permissions that it lacks. */
        P1_REQUEST,
        /** A permission comes; another is lacking. */
        P2_PERMITTED,
        /** The last permission comes, and the critical section begins. */
        P3_ENTER,
        /** The critical section ends; the processes whose requests were deferred get their permissions. */
        P4_RELEASE,
        /** A request comes to a process that is idle: it yields the permission. */
        CO0_YIELD_IDLE,
        /**
         * A request comes that is earlier than that of the process, which waits: it yields the permission and asks for
         * it again.
         */
        CO1_YIELD_AND_ASK,
        /** A request comes to a process that is critical, or waits with an earlier one: it is deferred. */
        CO2_DEFER,
        /**
         * Processes have departed: their permissions are no longer needed, and the next generation of fences is
         * announced.
         */
        M0_DEPARTED,
        /**
         * The same; no process is left to announce it to, and nothing else was lacking: the critical section begins.
         */
        M1_DEPARTED_ENTER,
        /** Processes have departed, and too few are left: the critical section is lost, and ends as by p.4. */
        M2_LOST,
        /** An announced generation is noted. */
        M3_NOTE,
        /** A note comes, of the generation announced last or of one before. */
        M4_NOTED,
        /** The last note comes, nothing else was lacking, and the critical section begins. */
        M5_NOTED_ENTER,
        /** The user leaves a critical section before it has heard of its loss. */
        M6_RELEASE_AFTER_LOSS,
        /** A message has come back; the news that its recipient has departed follows. */
        M7_UNDELIVERABLE,
        /** A message comes from a process that has departed. */
        M8_LATE
    }

    /** @param start its quorum is how many processes must be left for any request to be granted */
    public CarvalhoRoucairol(Start start) {
        super(
                start,
                new Rules(
                        P4_RELEASE, M0_DEPARTED, M1_DEPARTED_ENTER, M2_LOST, M6_RELEASE_AFTER_LOSS, M7_UNDELIVERABLE));
    }

    /** Of two processes, the one with the smaller name holds their permission. */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedSet<ProcessId> held = Sorted.only(Sorted.ids(neighbours), other -> self.compareTo(other) < 0);
        Optional<Timestamp> idle = Optional.empty();
        return new State(self, neighbours, Sorted.set(), quorum, 0, idle, held, false, Sorted.set(), Fences.START);
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (p.departed().contains(from.id())) {
            return step.by(M8_LATE);
        }
        if (message instanceof Request request) {
            return onRequest(request.f(), from, p, step);
        }
        if (message instanceof Reply reply) {
            return onReply(reply, from, p, step);
        }
        return message instanceof Departure departure
                ? onDeparture(departure, from, p, step)
                : onNoted(((Noted) message).generation(), from, p, step);
    }

    // --- the own request

    @Override
    protected Transition<State, Message, Output> request(State p, Transition<State, Message, Output> step) {
        Timestamp f = new Timestamp(p.c(), p.self());
        return granting(
                        P1_REQUEST,
                        P0_ENTER_FREE,
                        p.with(next -> next.request(f).c(p.c() + 1)),
                        step)
                .sendEach(p.lacking(), new Request(f));
    }

    private Transition<State, Message, Output> onReply(
            Reply reply, Neighbour from, State p, Transition<State, Message, Output> step) {
        step.require(p.waiting() && !p.held().contains(from.id()), "a permission comes to who waits for it");
        State next = p.with(it ->
                it.held(Sorted.with(p.held(), from.id())).fences(p.fences().knowing(reply.fence())));
        return granting(P2_PERMITTED, P3_ENTER, next, step);
    }

    @Override
    protected boolean permitted(State p) {
        return p.lacking().isEmpty() && p.fences().confirmed();
    }

    @Override
    protected State entering(State p) {
        return p.with(next -> next.critical(true).fences(p.fences().used()));
    }

    @Override
    protected Fence fence(State p) {
        return p.fences().greatest();
    }

    /** The process keeps the permissions that it has not been asked for. */
    @Override
    protected Transition<State, Message, Output> exit(State p, Transition<State, Message, Output> step) {
        return step.next(p.with(next -> next.request(Optional.empty())
                        .critical(false)
                        .held(Sorted.without(p.held(), p.deferred()))
                        .deferred(Sorted.set())))
                .sendEach(p.deferred(), new Reply(p.fences().greatest()));
    }

    // --- the requests of others

    private Transition<State, Message, Output> onRequest(
            Timestamp f, Neighbour from, State p, Transition<State, Message, Output> step) {
        State q = p.withC(Math.max(p.c(), f.clock() + 1));
        if (q.critical() || q.precedes(f)) {
            return step.by(CO2_DEFER, q.withDeferred(Sorted.with(q.deferred(), from.id())));
        }
        step.require(q.held().contains(from.id()), CarvalhoRoucairolChecks.YIELDS_WHAT_IT_HOLDS);
        step.by(q.idle() ? CO0_YIELD_IDLE : CO1_YIELD_AND_ASK, q.withHeld(Sorted.without(q.held(), from.id())))
                .send(from, new Reply(q.fences().greatest()));
        return q.idle() ? step : step.send(from, new Request(q.request().orElseThrow()));
    }

    // --- departures

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        SortedSet<ProcessId> gone = Sorted.union(p.departed(), departed);
        Neighbours left = neighbours.without(gone);
        Fences next = super.onNeighboursChanged(left, gone, p, step).state().fences();
        return next.announced() == p.fences().announced()
                ? step
                : step.sendEach(next.unconfirmed(), new Departure(next.announced(), gone));
    }

    @Override
    protected State without(SortedSet<ProcessId> departed, Neighbours left, State p) {
        boolean news = !p.departed().containsAll(departed);
        return p.with(next -> next.neighbours(left)
                .departed(departed)
                .held(Sorted.without(p.held(), departed))
                .deferred(Sorted.without(p.deferred(), departed))
                .fences(news ? p.fences().announcing(Sorted.ids(left)) : p.fences()));
    }

    /**
     * A process that notes a departure has nothing to do with the departed process any more. So a process whose
     * departure is reported while it is alive gets no permission from any process that knows the new generation.
     */
    private Transition<State, Message, Output> onDeparture(
            Departure departure, Neighbour from, State p, Transition<State, Message, Output> step) {
        long generation = departure.generation();
        step.by(M3_NOTE, p.withFences(p.fences().hearing(generation))).send(from, new Noted(generation));
        return p.departed().containsAll(departure.departed())
                ? step
                : onNeighboursChanged(p.neighbours(), departure.departed(), step.state(), step);
    }

    private Transition<State, Message, Output> onNoted(
            long generation, Neighbour from, State p, Transition<State, Message, Output> step) {
        return granting(M4_NOTED, M5_NOTED_ENTER, p.withFences(p.fences().noted(generation, from.id())), step);
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(PermissionBased.<State, Message>algorithm("carvalho-roucairol", Message.class, Channels.UNORDERED)
                    .withPaper(
                            Paper.of("O. S. F. Carvalho, G. Roucairol, On mutual exclusion in computer networks, 1983,"
                                            + " as described in M. Raynal's chapter, section 3.1")
                                    .withCost(
                                            "between 0 and 2(n-1) per entry, an even number: a request and a reply for each permission"
                                                    + " that is not held"))
                    .system(system ->
                            system.withAssumptions("no losses; order does not matter; of crashes the others are told"))
                    .withProtocol(start -> new CarvalhoRoucairol(start))
                    .withFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                            MutexInvariants.PER_GENERATION,
                            algorithm.problem().underSuspicion(),
                            FalseDeparturePromise.ofOneProcess(
                                    algorithm.checks().invariants())))
                    .checks(checks -> checks.withInvariants(CarvalhoRoucairolChecks.invariants())
                            .withVariants(CarvalhoRoucairolChecks::variants)
                            // a process alone lacks no permission, one of two lacks at most one
                            .reachableAlone(P0_ENTER_FREE, P4_RELEASE)
                            .unreachable(2, P2_PERMITTED, CO1_YIELD_AND_ASK)));
        }
    }
}
