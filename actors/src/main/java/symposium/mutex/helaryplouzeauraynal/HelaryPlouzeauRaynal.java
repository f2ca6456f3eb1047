package symposium.mutex.helaryplouzeauraynal;

import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.ENTER_ASK;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.ENTER_HERE;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.EXIT_KEEP;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.EXIT_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_NEW;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_OLD;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_SERVED;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.TOKEN_HANDLE;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.TOKEN_OWN;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * One process of Hélary, Plouzeau and Raynal: the five procedures of section 4.3.
 *
 * @param holder the process at which the token starts
 */
public record HelaryPlouzeauRaynal(ProcessId holder)
        implements Protocol<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output> {

    /** What the processes send, section 4.1. */
    public sealed interface Message extends Printable {}

    /**
     * Identifies a request in the whole system's history. The natural order is {@code min(X)}'s: the oldest first, then
     * by name.
     *
     * @param origin the process that made it
     * @param time the logical clock of its origin when it was made
     */
    public record ReqId(ProcessId origin, long time) implements Comparable<ReqId> {
        private static final Comparator<ReqId> OLDEST_FIRST =
                Comparator.comparingLong(ReqId::time).thenComparing(ReqId::origin);

        /**
         * {@code lud[orig] < t}: the token has not satisfied it. A component of {@code lud} is -1 until it is written.
         */
        public boolean pending(SortedMap<ProcessId, Long> lud) {
            return lud.getOrDefault(origin, -1L) < time;
        }

        @Override
        public int compareTo(ReqId other) {
            return OLDEST_FIRST.compare(this, other);
        }

        @Override
        public String toString() {
            return "(" + origin + "," + time + ")";
        }
    }

    /**
     * A request that has come.
     *
     * @param request which
     * @param via the neighbour that it came from
     */
    public record Known(ReqId request, ProcessId via) {

        @Override
        public String toString() {
            return request + " via " + via;
        }
    }

    /**
     * A request on its way to every process.
     *
     * @param reqId identifies it
     * @param rtInfo its history
     */
    public record Req(ReqId reqId, RtInfo rtInfo) implements Message {

        boolean seenBy(ProcessId process) {
            return rtInfo.alreadySeen().contains(process);
        }
    }

    /**
     * The history of a request, from the broadcasting point of view.
     *
     * @param sender the sender of this message
     * @param alreadySeen processes that have received the request or are about to
     */
    public record RtInfo(ProcessId sender, AlreadySeen alreadySeen) {
        @Override
        public String toString() {
            return alreadySeen.toString();
        }
    }

    /**
     * The privilege, on its way to its next owner.
     *
     * @param lud for each process that has ever given the token away, its logical clock when it did so last
     * @param elec the final addressee
     */
    public record Token(SortedMap<ProcessId, Long> lud, ProcessId elec) implements Message {}

    /**
     * A process, with the local variables of section 4.2.
     *
     * @param self i
     * @param neighbours {@code neighbours_i}
     * @param clock {@code C_i}, from 0
     * @param lud what the token carries, while it is here
     * @param inCS {@code in_CS_i}
     * @param reqArray {@code req_array_i}: by origin, the youngest request that has come; the paper has a list for each
     *     neighbour, and here each request tells its neighbour
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            long clock,
            Optional<SortedMap<ProcessId, Long>> lud,
            boolean inCS,
            SortedMap<ProcessId, Known> reqArray)
            implements HelaryPlouzeauRaynalStateBuilder.With {

        /** {@code token_here_i}. */
        public boolean tokenHere() {
            return lud.isPresent();
        }

        /** The same after a request has come from {@code via}. */
        State received(ReqId request, ProcessId via) {
            return with(next -> next.clock(Math.max(clock, request.time()) + 1)
                    .reqArray(Sorted.with(reqArray, request.origin(), new Known(request, via))));
        }

        /** The request of {@code origin} that has come, if there is one. */
        Optional<Known> known(ProcessId origin) {
            return Optional.ofNullable(reqArray.get(origin));
        }
    }

    /** The branches of the procedures. */
    public enum Rule implements symposium.kernel.Rule {
        /** {@code enter_CS} with the token here: no message. */
        ENTER_HERE,
        /** {@code enter_CS} with the token elsewhere: the process broadcasts a request and waits. */
        ENTER_ASK,
        /** {@code exit_CS}; in {@code transmit_token} X is empty, and the token stays. */
        EXIT_KEEP,
        /** {@code exit_CS}; {@code transmit_token} sends the token away. */
        EXIT_TRANSMIT,
        /** {@code receive_request} of a request that is known or superseded: nothing. */
        REQUEST_OLD,
        /** {@code receive_request} of a new one, by a process that cannot serve it: the process sends it on. */
        REQUEST_NEW,
        /** The same by an idle owner whose token has already served it: X is empty. */
        REQUEST_SERVED,
        /** The same by an idle owner: it sends the request on, and {@code transmit_token} sends the token away. */
        REQUEST_TRANSMIT,
        /** {@code receive_token} by its addressee, which enters the critical section. */
        TOKEN_OWN,
        /** {@code receive_token} by another process, which hands the token over. */
        TOKEN_HANDLE
    }

    /** "token_here is false for every process but one." */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        Optional<SortedMap<ProcessId, Long>> lud = self.equals(holder) ? Optional.of(Sorted.map()) : Optional.empty();
        return new State(self, neighbours, 0, lud, false, Sorted.map());
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return input == Input.ENTER
                ? enterCS(p, step)
                : transmitToken(EXIT_TRANSMIT, EXIT_KEEP, p.withInCS(false), step);
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        return message instanceof Req req ? receiveRequest(req, p, step) : receiveToken((Token) message, p, step);
    }

    private static Transition<State, Message, Output> enterCS(State p, Transition<State, Message, Output> step) {
        return p.tokenHere()
                ? step.by(ENTER_HERE, p.withInCS(true)).tell(new Output.Granted())
                : broadcast(new ReqId(p.self(), p.clock()), AlreadySeen.by(p.self()), p, step.by(ENTER_ASK));
    }

    private static Transition<State, Message, Output> receiveRequest(
            Req req, State p, Transition<State, Message, Output> step) {
        ReqId request = req.reqId();
        Optional<Known> known = p.known(request.origin());
        if (known.isPresent() && request.time() <= known.get().request().time()) {
            return step.by(REQUEST_OLD);
        }
        State next = p.received(request, req.rtInfo().sender());
        broadcast(request, req.rtInfo().alreadySeen(), p, step.by(REQUEST_NEW, next));
        return p.tokenHere() && !p.inCS() ? transmitToken(REQUEST_TRANSMIT, REQUEST_SERVED, next, step) : step;
    }

    private static Transition<State, Message, Output> broadcast(
            ReqId request, AlreadySeen alreadySeen, State p, Transition<State, Message, Output> step) {
        return alreadySeen.flood(p.neighbours(), seen -> new Req(request, new RtInfo(p.self(), seen)), step);
    }

    private static Transition<State, Message, Output> receiveToken(
            Token token, State p, Transition<State, Message, Output> step) {
        return token.elec().equals(p.self())
                ? step.by(TOKEN_OWN, p.with(next -> next.lud(token.lud()).inCS(true)))
                        .tell(new Output.Granted())
                : step.by(TOKEN_HANDLE).send(via(token.elec(), p, step), token);
    }

    private static Transition<State, Message, Output> transmitToken(
            Rule sends, Rule keeps, State p, Transition<State, Message, Output> step) {
        SortedMap<ProcessId, Long> lud = p.lud().orElseThrow();
        Optional<ReqId> oldest = p.reqArray().values().stream()
                .map(Known::request)
                .filter(request -> request.pending(lud))
                .min(Comparator.naturalOrder());
        if (oldest.isEmpty()) {
            return step.by(keeps, p);
        }
        ProcessId elec = oldest.get().origin();
        // line (A)
        Token token = new Token(Sorted.with(lud, p.self(), p.clock()), elec);
        return step.by(sends, p.with(next -> next.clock(p.clock() + 1).lud(Optional.empty())))
                .send(via(elec, p, step), token);
    }

    private static Neighbour via(ProcessId elec, State p, Transition<State, Message, Output> step) {
        return p.known(elec)
                .map(known -> Neighbour.of(known.via()))
                .filter(p.neighbours()::contains)
                .orElseThrow(() -> step.violates(HelaryPlouzeauRaynalChecks.LEMMA_2));
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("helary-plouzeau-raynal", Message.class)
                    .withPaper(Paper.of(
                                    "J. M. Helary, N. Plouzeau and M. Raynal, A Distributed Algorithm for Mutual Exclusion in an"
                                            + " Arbitrary Network, 1987, sections 3 to 6")
                            .withCost(
                                    "0 where the token is; else n-1 to 2e-n+1 requests, and a token over at most the longest induced"
                                            + " path: n on a complete graph, n to n-1+d on a tree of diameter d"))
                    .withSystem(SystemModel.onAnyGraph(Channels.UNORDERED, Shape.LINE)
                            .withAssumptions(
                                    "any connected graph, of which a process knows its neighbours; no losses and no crashes;"
                                            + " any order of messages"))
                    .withProtocol(start -> new HelaryPlouzeauRaynal(start.holder()))
                    .checks(checks -> checks.withInvariants(HelaryPlouzeauRaynalChecks.invariants())
                            .withVariants(HelaryPlouzeauRaynalChecks::variants)
                            .reachableAlone(ENTER_HERE, EXIT_KEEP)
                            // of two, neither hands anything over nor gets a request twice
                            .unreachable(2, REQUEST_OLD, REQUEST_SERVED, TOKEN_HANDLE)));
        }
    }
}
