package symposium.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import symposium.election.Election;
import symposium.election.changroberts.ChangRoberts;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Elected;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Engagement;
import symposium.regeneration.Regeneration;
import symposium.regeneration.misra.Misra;
import symposium.ring.RingMessage.Ballot;
import symposium.ring.RingMessage.Findings;
import symposium.ring.RingMessage.Ping;
import symposium.ring.RingMessage.Pong;
import symposium.ring.RingMessage.Round;
import symposium.ring.RingMessage.Signal;
import symposium.ring.RingState.Alarm;
import symposium.ring.RingState.Census;
import symposium.ring.RingState.Privilege;

/** One step of a process of the ring, while it is being taken: the state so far, and the effects so far. */
final class Turn {

    private final Ring ring;
    private final int quorum;
    private final List<Effect<RingMessage, Output>> effects = new ArrayList<>();

    private final ProcessId self;
    private Neighbours links;
    private SortedSet<ProcessId> departed;
    private Ewd851.State machine;
    private Misra.State tokens;
    private ChangRoberts.State ballot;
    private long generation;
    private Optional<Privilege> privilege;
    private Optional<Round> round;
    private Alarm alarm;
    private Census census;

    Turn(Ring ring, RingState state) {
        this.ring = ring;
        this.quorum = ring.conduct().quorum();
        this.self = state.self();
        this.links = state.links();
        this.departed = state.departed();
        this.machine = state.machine();
        this.tokens = state.tokens();
        this.ballot = state.ballot();
        this.generation = state.generation();
        this.privilege = state.privilege();
        this.round = state.round();
        this.alarm = state.alarm();
        this.census = state.census();
    }

    private RingState state() {
        return new RingState(
                self, links, departed, machine, tokens, ballot, generation, privilege, round, alarm, census);
    }

    Step<RingState, RingMessage, Output> on(Event<RingMessage, Input> event) {
        Rule rule = rule(event);
        return new Step<>(rule, state(), effects);
    }

    private Rule rule(Event<RingMessage, Input> event) {
        if (event instanceof Event.Input<RingMessage, Input> input) {
            return asked(input.input());
        }
        if (event instanceof Event.Received<RingMessage, Input> received) {
            return received(received.message());
        }
        if (event instanceof Event.Timeout<RingMessage, Input> timeout) {
            return timeout.timer() == RingTimer.SUSPICION ? suspicionOver() : restOver();
        }
        if (event instanceof Event.NeighboursChanged<RingMessage, Input> changed) {
            return neighboursChanged(changed.neighbours(), changed.departed());
        }
        throw new InvariantViolation(
                "what cannot be delivered is made good when the membership changes", event.toString());
    }

    private Rule received(RingMessage message) {
        learn(message.departed());
        if (message instanceof Ping ping) {
            return pingReceived(ping);
        }
        if (message instanceof Signal) {
            return signalReceived();
        }
        if (message instanceof Pong pong) {
            return pongReceived(pong);
        }
        if (!message.departed().equals(departed)) {
            return RingRule.STALE;
        }
        if (message instanceof Ballot candidate) {
            return voted(candidate.candidate());
        }
        RingMessage.Census news = (RingMessage.Census) message;
        return news.elected().number().equals(self) ? censusBack(news) : censusPasses(news);
    }

    // --- EWD851

    private Rule asked(Input ask) {
        if (links.isEmpty() && ask == Input.ENTER && machine.neutral() && machine.white()) {
            machine = machine.withEngagement(Engagement.DELAYED);
            return RingRule.SIGNAL_OWED;
        }
        if (ask == Input.RELEASE && !machine.critical()) {
            return RingRule.RELEASE_AFTER_LOSS;
        }
        return machineTakes(new Event.Input<>(ask));
    }

    private Rule signalReceived() {
        return machine.black() ? RingRule.SIGNAL_AGAIN : machineTakes(received(new Ewd851.Signal()));
    }

    /** Lets EWD851 do what it does, in the ring's own messages. */
    private Rule machineTakes(Event<Ewd851.Message, Input> event) {
        Step<Ewd851.State, Ewd851.Message, Output> step = ring.ewd851.step(machine, event);
        machine = step.next();
        for (Effect<Ewd851.Message, Output> effect : step.effects()) {
            if (effect instanceof Effect.Output) {
                Fence fence = fence().next();
                privilege = Optional.of(new Privilege(fence, false));
                effects.add(new Effect.Output<>(new Output.Granted(fence)));
            } else if (effect instanceof Effect.Send<Ewd851.Message, Output> send) {
                if (send.message() instanceof Ewd851.Token) {
                    pingLeaves();
                } else {
                    send(links.right(), new Signal(departed));
                }
            }
        }
        return step.rule();
    }

    private static <M, I> Event<M, I> received(M message) {
        return new Event.Received<>(Neighbour.of(ProcessId.of(0)), message);
    }

    private void pingLeaves() {
        Misra.Ping left = (Misra.Ping) misraSends(Misra.Timer.PING_RESTS);
        send(links.left(), new Ping(departed, fence(), left.nbping()));
        privilege = Optional.empty();
    }

    /** What the token carries on; while a critical engagement lasts, its privilege keeps the fence under which it was granted. */
    private Fence fence() {
        Fence latest = privilege.orElseThrow().fence();
        return latest.generation() < generation ? Fence.start(generation) : latest;
    }

    // --- Misra

    private Misra.Message misraSends(Misra.Timer rest) {
        Step<Misra.State, Misra.Message, Regeneration.Regenerated> step =
                ring.misra.step(tokens, new Event.Timeout<>(rest));
        tokens = step.next();
        for (Effect<Misra.Message, Regeneration.Regenerated> effect : step.effects()) {
            if (effect instanceof Effect.Send<Misra.Message, Regeneration.Regenerated> send) {
                return send.message();
            }
        }
        throw new IllegalStateException("a token that leaves is sent");
    }

    /**
     * Lets a token come. One that is here is not lost, whatever the mark says: when a member joins, a token on the way over a link that is
     * no more may be overtaken by the other, and for a while there may be two pongs.
     */
    private Rule misraTakes(Misra.Message token) {
        if (tokens.holdsPing() || tokens.holdsPong()) {
            tokens = new Misra.State(tokens.neighbours(), 0, tokens.ping(), tokens.pong());
        }
        Step<Misra.State, Misra.Message, Regeneration.Regenerated> step = ring.misra.step(tokens, received(token));
        tokens = step.next();
        return step.rule();
    }

    private Rule pingReceived(Ping ping) {
        if (ping.fence().generation() < generation) {
            callAgain();
            return RingRule.OLDER;
        }
        hear(ping.fence().generation());
        if (privilege.isPresent()) {
            throw new InvariantViolation("there is one token of a generation", ping + " comes to " + state());
        }
        seen(Census.OUT_PING_SEEN);
        privilege = Optional.of(new Privilege(ping.fence(), false));
        Rule regenerated = misraTakes(new Misra.Ping(ping.nbping()));
        if (regenerated == Misra.Rule.PING_REGENERATES) {
            pongArrives(new Round(generation, 0));
        }
        Rule rule = machineReceivesToken();
        return regenerated == Misra.Rule.PING_REGENERATES ? regenerated : rule;
    }

    private Rule machineReceivesToken() {
        if (machine.white() && machine.neutral()) {
            machine = machine.withHoldsToken(true);
            return RingRule.TOKEN_RESTS;
        }
        return machineTakes(received(new Ewd851.Token()));
    }

    private Rule pongReceived(Pong pong) {
        Round coming = pong.round();
        if (coming.generation() < generation) {
            return RingRule.OLDER;
        }
        boolean outbids = state().awake() && generation < coming.generation();
        hear(coming.generation());
        if (tokens.holdsPong()) {
            return RingRule.PONG_TWICE;
        }
        seen(Census.OUT_PONG_SEEN);
        calm();
        Rule rule = misraTakes(new Misra.Pong(pong.nbpong()));
        if (rule == Misra.Rule.PONG_REGENERATES) {
            generation = ring.conduct().generationOf(self, generation);
            privilege = Optional.of(new Privilege(Fence.start(generation), true));
            pongArrives(new Round(generation, 1));
            return rule;
        }
        if (outbids) {
            generation = ring.conduct().generationOf(self, generation);
            pongArrives(new Round(generation, 0));
            return RingRule.OUTBIDS;
        }
        if (privilege.isPresent() && privilege.get().asleep()) {
            return pongIsBack(coming);
        }
        pongArrives(coming.visiting(quorum));
        return rule;
    }

    private void calm() {
        if (alarm == Alarm.SUSPICIOUS) {
            alarm = Alarm.NONE;
            if (ring.conduct().vigilance() == Vigilance.NEWS) {
                cancel(RingTimer.SUSPICION);
            }
        }
    }

    private Rule pongIsBack(Round coming) {
        if (coming.visits() < quorum) {
            pongArrives(new Round(generation, 1));
            return RingRule.SLEEPS_ON;
        }
        pongArrives(coming.settled());
        privilege = Optional.of(new Privilege(privilege.orElseThrow().fence(), false));
        machineReceivesToken();
        return RingRule.WAKES;
    }

    private void pongArrives(Round coming) {
        round = Optional.of(coming);
        schedule(RingTimer.PONG_RESTS);
        if (ring.conduct().vigilance() == Vigilance.SILENCE) {
            schedule(RingTimer.SUSPICION);
        }
    }

    private Rule restOver() {
        Misra.Pong left = (Misra.Pong) misraSends(Misra.Timer.PONG_RESTS);
        send(links.left(), new Pong(departed, left.nbpong(), round.orElseThrow()));
        round = Optional.empty();
        return Misra.Rule.PONG_LEAVES;
    }

    /** Takes note of a generation; what is older and not in use is forgotten, and so are its marks. */
    private void hear(long of) {
        if (of > generation) {
            generation = of;
            tokens = new Misra.State(tokens.neighbours(), 0, tokens.ping(), tokens.pong());
            if (privilege.isPresent() && privilege.get().asleep()) {
                forgetPing();
            }
            if (round.isPresent()) {
                forgetPong();
            }
            callAgain();
        }
    }

    /** Whatever called for a token that is lost calls for the one that comes after it. */
    private void callAgain() {
        if (state().owes() && !links.isEmpty()) {
            send(links.right(), new Signal(departed));
        }
    }

    private void forgetPing() {
        privilege = Optional.empty();
        tokens = tokens.withoutPing();
        machine = machine.withHoldsToken(false);
    }

    private void forgetPong() {
        if (round.isPresent()) {
            cancel(RingTimer.PONG_RESTS);
        }
        round = Optional.empty();
        tokens = tokens.withoutPong();
    }

    // --- membership

    private Rule neighboursChanged(Neighbours now, SortedSet<ProcessId> gone) {
        Neighbours before = links;
        if (now.isEmpty()) {
            learn(gone);
            return cutOff();
        }
        boolean leftGone = !before.isEmpty() && gone.contains(before.left().id());
        boolean otherRight = before.isEmpty() || !before.right().equals(now.right());
        links = now;
        machine = machine.withNeighbours(now);
        tokens = tokens.withNeighbours(now);
        ballot = new ChangRoberts.State(self, now, ballot.participant(), ballot.coordinator());
        boolean grown = learn(gone);
        if (!grown && tokens.holdsPong()) {
            // The news may have come with a message, before the host knew that pong is to hurry.
            schedule(RingTimer.PONG_RESTS);
        }
        if ((leftGone || before.isEmpty()) && !tokens.holdsPong()) {
            // What was on its way through the link to the left is lost, a ballot perhaps among it.
            freshBallot();
            alarm = Alarm.SUSPICIOUS;
            schedule(RingTimer.SUSPICION);
        }
        if (otherRight) {
            callAgain();
        }
        return grown || leftGone ? RingRule.DEPARTURE : RingRule.RELINKED;
    }

    /** A process that is cut off gives up both tokens, and whoever was using one is told. */
    private Rule cutOff() {
        if (machine.critical()) {
            effects.add(
                    new Effect.Output<>(new Output.Lost(privilege.orElseThrow().fence())));
            machine = machine.withEngagement(Engagement.NEUTRAL);
        }
        links = Neighbours.none();
        forgetPing();
        forgetPong();
        tokens = new Misra.State(tokens.neighbours(), 0, OptionalInt.empty(), OptionalInt.empty());
        freshBallot();
        return RingRule.CUT_OFF;
    }

    /** Takes note of departures. A sleeping token does not survive one, and elections begin anew. */
    private boolean learn(SortedSet<ProcessId> gone) {
        if (departed.containsAll(gone)) {
            return false;
        }
        departed = Ring.union(departed, gone);
        freshBallot();
        if (tokens.holdsPong()) {
            schedule(RingTimer.PONG_RESTS);
        }
        if (state().asleep()) {
            forgetPing();
        }
        if (alarm == Alarm.SUSPICIOUS) {
            schedule(RingTimer.SUSPICION);
        }
        return true;
    }

    private void freshBallot() {
        ballot = ring.changRoberts.initial(self, ballot.neighbours());
        census = Census.NONE;
    }

    // --- Chang and Roberts

    private Rule suspicionOver() {
        boolean silence = ring.conduct().vigilance() == Vigilance.SILENCE;
        if (silence) {
            schedule(RingTimer.SUSPICION);
        }
        if (links.isEmpty() || tokens.holdsPong() || !(silence || alarm == Alarm.SUSPICIOUS)) {
            return RingRule.CALM;
        }
        if (silence) {
            freshBallot();
        }
        return ballotTakes(new Event.Input<>(Election.Call.INITIATE));
    }

    private Rule voted(Candidate candidate) {
        return ballotTakes(received(candidate));
    }

    private Rule ballotTakes(Event<ChangRoberts.Message, Election.Call> event) {
        Step<ChangRoberts.State, ChangRoberts.Message, Election.Leader> step = ring.changRoberts.step(ballot, event);
        ballot = step.next();
        for (Effect<ChangRoberts.Message, Election.Leader> effect : step.effects()) {
            if (effect instanceof Effect.Send<ChangRoberts.Message, Election.Leader> send) {
                if (send.message() instanceof Candidate candidate) {
                    send(links.left(), new Ballot(departed, candidate));
                } else {
                    Elected elected = (Elected) send.message();
                    census = census == Census.NONE ? Census.OUT : census;
                    send(links.left(), new RingMessage.Census(departed, elected, findings()));
                }
            }
        }
        return step.rule();
    }

    private Findings findings() {
        return new Findings(Math.max(generation, ring.floor()), 1, state().awake(), tokens.holdsPong());
    }

    private void seen(Census what) {
        if (census == Census.OUT || census == Census.OUT_PING_SEEN) {
            census = what;
        }
    }

    private Rule censusPasses(RingMessage.Census news) {
        if (census != Census.NONE && news.elected().number().compareTo(self) < 0) {
            return RingRule.ABANDONED;
        }
        Step<ChangRoberts.State, ChangRoberts.Message, Election.Leader> step =
                ring.changRoberts.step(ballot, received(news.elected()));
        freshBallot();
        Findings found = news.found().and(findings(), quorum);
        if (found.ping() || found.pong()) {
            calm();
        }
        send(links.left(), new RingMessage.Census(departed, news.elected(), found));
        return step.rule();
    }

    private Rule censusBack(RingMessage.Census news) {
        if (census == Census.NONE) {
            return RingRule.ABANDONED;
        }
        boolean ping = news.found().ping() || census == Census.OUT_PING_SEEN || state().awake();
        boolean pong = news.found().pong() || census == Census.OUT_PONG_SEEN || tokens.holdsPong();
        freshBallot();
        if (pong || ping && ring.conduct().vigilance() == Vigilance.NEWS) {
            calm();
            return ChangRoberts.Rule.RETURNED;
        }
        if (news.found().visits() < quorum) {
            return RingRule.NO_QUORUM;
        }
        calm();
        boolean awake = state().awake();
        hear(ring.conduct().generationOf(self, Math.max(generation, news.found().generation())));
        if (ping) {
            tokens = new Misra.State(tokens.neighbours(), 0, tokens.ping(), OptionalInt.of(-1));
            if (awake) {
                tokens = tokens.withBoth(1);
            }
            pongArrives(new Round(generation, 0));
            return RingRule.PONG_ISSUED;
        }
        tokens = tokens.withBoth(1);
        privilege = Optional.of(new Privilege(Fence.start(generation), true));
        pongArrives(new Round(generation, 1));
        return RingRule.BOTH_ISSUED;
    }

    // --- effects

    private void send(Neighbour to, RingMessage message) {
        effects.add(new Effect.Send<>(to, message));
    }

    private void cancel(RingTimer timer) {
        effects.add(new Effect.Cancel<>(timer));
    }

    private void schedule(RingTimer timer) {
        effects.add(new Effect.Schedule<>(timer));
    }
}
