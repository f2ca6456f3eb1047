package symposium.mutex.helaryplouzeauraynal;

import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.ENTER_ASK;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.ENTER_HERE;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.EXIT_KEEP;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.EXIT_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_NEW;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_OLD;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_SERVED;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.REQUEST_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.TOKEN_HANDLE;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalRule.TOKEN_OWN;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.ReqId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.RtInfo;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Token;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Privilege;

/** One process of Hélary, Plouzeau and Raynal: the five procedures of section 4.3. */
public final class HelaryPlouzeauRaynal
        implements Protocol<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Input, Output> {

    /** What breaks when the token has no way to go. */
    static final String LEMMA_2 = "Lemma 2: the token follows the path built by the request, in the opposite direction";

    private final ProcessId holder;
    private final Reading reading;

    /** @param holder the process at which the token starts */
    public HelaryPlouzeauRaynal(ProcessId holder) {
        this(holder, Reading.RIGHT);
    }

    HelaryPlouzeauRaynal(ProcessId holder, Reading reading) {
        this.holder = holder;
        this.reading = reading;
    }

    @Override
    public List<HelaryPlouzeauRaynalRule> rules() {
        return List.of(HelaryPlouzeauRaynalRule.values());
    }

    /** "token_here is false for every process but one." */
    @Override
    public HelaryPlouzeauRaynalState initial(ProcessId self, Neighbours neighbours) {
        Optional<Privilege> token =
                self.equals(holder) ? Optional.of(new Privilege(Sorted.empty(), Fence.start(0))) : Optional.empty();
        return new HelaryPlouzeauRaynalState(self, neighbours, 0, token, false, RequestArray.EMPTY);
    }

    @Override
    public Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step(
            HelaryPlouzeauRaynalState p, Event<HelaryPlouzeauRaynalMessage, Input> event) {
        if (event instanceof Event.Input<HelaryPlouzeauRaynalMessage, Input> input) {
            return input.input() == Input.ENTER ? enterCS(p) : exitCS(p);
        }
        if (event instanceof Event.Received<HelaryPlouzeauRaynalMessage, Input> received) {
            return received.message() instanceof Req req
                    ? receiveRequest(p, req)
                    : receiveToken(p, (Token) received.message());
        }
        throw new InvariantViolation("no loss, and no change of the network", event + " at " + p);
    }

    private Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> enterCS(HelaryPlouzeauRaynalState p) {
        if (p.tokenHere()) {
            return enters(ENTER_HERE, p, p.token().orElseThrow());
        }
        SortedSet<ProcessId> seen = Sorted.union(Sorted.of(p.self()), p.neighbours());
        Req req = new Req(new ReqId(p.self(), p.clock()), new RtInfo(p.self(), seen));
        Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step = Step.by(ENTER_ASK, p);
        for (Neighbour k : p.neighbours()) {
            step = step.send(k, req);
        }
        return step;
    }

    private Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> exitCS(HelaryPlouzeauRaynalState p) {
        HelaryPlouzeauRaynalState outside = p.inside(false);
        return transmitToken(outside)
                .map(sent -> Step.<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>by(
                                EXIT_TRANSMIT, sent.next())
                        .send(sent.via(), sent.token()))
                .orElseGet(() -> Step.by(EXIT_KEEP, outside));
    }

    private Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> receiveRequest(
            HelaryPlouzeauRaynalState p, Req req) {
        ReqId id = req.reqId();
        Known known = p.reqArray().get(id.origin());
        if (known != null && !reading.news(known.time(), id.time())) {
            return Step.by(REQUEST_OLD, p);
        }
        HelaryPlouzeauRaynalState now = p.at(Math.max(p.clock(), id.time()) + 1)
                .knowing(id, req.rtInfo().sender());
        if (!p.tokenHere() || !reading.free(p)) {
            return broadcast(Step.by(REQUEST_NEW, now), p, req);
        }
        return transmitToken(now)
                .map(sent -> broadcast(Step.by(REQUEST_TRANSMIT, sent.next()), p, req)
                        .send(sent.via(), sent.token()))
                .orElseGet(() -> broadcast(Step.by(REQUEST_SERVED, now), p, req));
    }

    /** Sends the request on to whoever has not seen it, as far as is known here. */
    private static Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> broadcast(
            Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> step,
            HelaryPlouzeauRaynalState p,
            Req req) {
        SortedSet<ProcessId> alreadySeen = req.rtInfo().alreadySeen();
        List<Effect<HelaryPlouzeauRaynalMessage, Output>> sent = new ArrayList<>();
        Req on = null;
        for (Neighbour k : p.neighbours()) {
            if (!alreadySeen.contains(k.id())) {
                if (on == null) {
                    on = new Req(req.reqId(), new RtInfo(p.self(), Sorted.union(alreadySeen, p.neighbours())));
                }
                sent.add(new Effect.Send<>(k, on));
            }
        }
        return sent.isEmpty() ? step : new Step<>(step.rule(), step.next(), sent);
    }

    private Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> receiveToken(
            HelaryPlouzeauRaynalState p, Token token) {
        ProcessId elec = token.elec();
        if (elec.equals(p.self())) {
            return enters(TOKEN_OWN, p, new Privilege(token.lud(), token.fence()));
        }
        Neighbour via = via(p, elec);
        return Step.<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>by(
                        TOKEN_HANDLE, p.knowing(reading.afterHandling(p.reqArray(), elec)))
                .send(via, token);
    }

    /** The token on its way, and who has sent it. */
    private record Sent(HelaryPlouzeauRaynalState next, Neighbour via, Token token) {}

    /** Sends the token to the origin of the oldest pending request; empty when X is. */
    private Optional<Sent> transmitToken(HelaryPlouzeauRaynalState p) {
        Privilege here = p.token().orElseThrow();
        return p.reqArray().entrySet().stream()
                .filter(request -> reading.pending(
                        lud(here, request.getKey()), request.getValue().time()))
                .min(reading.age())
                .map(oldest -> {
                    ProcessId elec = oldest.getKey();
                    Neighbour via = via(p, elec);
                    // line (A)
                    SortedMap<ProcessId, Long> lud = Sorted.with(here.lud(), p.self(), p.clock());
                    HelaryPlouzeauRaynalState next = p.at(p.clock() + 1)
                            .knowing(reading.afterChoice(p.reqArray(), elec))
                            .having(Optional.empty());
                    return new Sent(next, via, new Token(lud, elec, here.fence()));
                });
    }

    /** {@code lud[j]}: not knowing who there is, a process takes what has never been written for what all start with. */
    private long lud(Privilege token, ProcessId j) {
        return token.lud().getOrDefault(j, reading.initialLud());
    }

    private static Neighbour via(HelaryPlouzeauRaynalState p, ProcessId elec) {
        Known known = p.reqArray().get(elec);
        if (known == null || !p.neighbours().contains(Neighbour.of(known.via()))) {
            throw new InvariantViolation(LEMMA_2, "process " + p.self() + " has no way to " + elec + ": " + p);
        }
        return Neighbour.of(known.via());
    }

    /** {@code in_CS_i := true}. */
    private static Step<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output> enters(
            HelaryPlouzeauRaynalRule rule, HelaryPlouzeauRaynalState p, Privilege token) {
        Fence fence = token.fence().next();
        HelaryPlouzeauRaynalState inside =
                p.having(Optional.of(new Privilege(token.lud(), fence))).inside(true);
        return Step.<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, Output>by(rule, inside)
                .tell(new Output.Granted(fence));
    }
}
