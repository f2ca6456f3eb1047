package symposium.epochs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;
import symposium.election.terms.Numbered;
import symposium.election.terms.TermState;
import symposium.epochs.EpochMessage.Begins;
import symposium.epochs.EpochMessage.Census;
import symposium.epochs.EpochMessage.Inside;
import symposium.epochs.EpochMessage.Vote;
import symposium.epochs.EpochMessage.Within;
import symposium.epochs.EpochState.Epoch;
import symposium.epochs.Epochs.Making;
import symposium.epochs.Epochs.Reading;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Processes;

/** One step of a process, while it is being taken: the state so far, and the effects so far. */
final class Turn<B, V, S, M> {

    private final Epochs<B, V, S, M> epochs;
    private final Making<S, M> making;
    private final List<Effect<EpochMessage<V, M>, Output>> effects = new ArrayList<>();
    /** What a process alone, which is its own neighbour on the ring and has no link to itself, has sent. */
    private final Deque<EpochMessage<V, M>> toItself = new ArrayDeque<>();

    private final ProcessId self;
    private TermState<B> terms;
    private Neighbours links;
    private long begun;
    private Optional<Epoch<S>> epoch;
    private boolean waiting;
    private Optional<Fence> granted;
    /** Whether the token algorithm has granted in this step. */
    private boolean letIn;

    Turn(Epochs<B, V, S, M> epochs, EpochState<B, S> state) {
        this.epochs = epochs;
        this.making = epochs.making();
        this.self = state.self();
        this.terms = state.terms();
        this.links = state.links();
        this.begun = state.begun();
        this.epoch = state.epoch();
        this.waiting = state.waiting();
        this.granted = state.granted();
    }

    private EpochState<B, S> state() {
        return new EpochState<>(terms, links, begun, epoch, waiting, granted);
    }

    Step<EpochState<B, S>, EpochMessage<V, M>, Output> on(Event<EpochMessage<V, M>, Input> event) {
        Rule rule = rule(event);
        while (!toItself.isEmpty()) {
            received(Neighbour.of(self), toItself.removeFirst());
        }
        return new Step<>(rule, state(), effects);
    }

    private Rule rule(Event<EpochMessage<V, M>, Input> event) {
        if (event instanceof Event.Input<EpochMessage<V, M>, Input> input) {
            return input.input() == Input.ENTER ? asked() : released();
        }
        if (event instanceof Event.Received<EpochMessage<V, M>, Input> received) {
            return received(received.from(), received.message());
        }
        if (event instanceof Event.NeighboursChanged<EpochMessage<V, M>, Input> changed) {
            return neighboursChanged(changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Timeout<EpochMessage<V, M>, Input> timeout) {
            return epoch.isPresent() ? tokenTakes(new Event.Timeout<>(timeout.timer())) : EpochRule.TIMER_OLD;
        }
        throw new InvariantViolation(
                "what cannot be delivered is made good when the membership changes", event.toString());
    }

    // --- the user

    private Rule asked() {
        if (waiting || granted.isPresent()) {
            throw new InvariantViolation("who wants in is outside", "ENTER at " + state());
        }
        waiting = true;
        return epoch.isPresent() ? tokenTakes(new Event.Input<>(Input.ENTER)) : EpochRule.ASKED_BETWEEN;
    }

    private Rule released() {
        if (granted.isEmpty()) {
            return EpochRule.RELEASE_AFTER_LOSS;
        }
        granted = Optional.empty();
        return epoch.isPresent() ? tokenTakes(new Event.Input<>(Input.RELEASE)) : EpochRule.LEFT_BETWEEN;
    }

    // --- messages

    private Rule received(Neighbour from, EpochMessage<V, M> message) {
        if (message instanceof Vote<V, M> vote) {
            return termsTake(new Event.Received<>(making.circuit().onRing(from, vote.to()), vote.vote()));
        }
        if (message instanceof Within<V, M> within) {
            return withinReceived(from, within);
        }
        boolean current = message.term() == terms.term() && !terms.cutOff() && isToTheRight(from);
        if (!current) {
            return EpochRule.STALE;
        }
        return message instanceof Census<V, M> census ? asked(census) : beginning((Begins<V, M>) message);
    }

    private boolean isToTheRight(Neighbour from) {
        Neighbour right = terms.neighbours().right();
        return making.circuit().link(right).equals(from);
    }

    private Rule withinReceived(Neighbour from, Within<V, M> within) {
        boolean counts = within.term() == begun || epochs.reading() == Reading.OLD_COUNTS && within.term() < begun;
        if (epoch.filter(here -> here.neighbours().contains(from)).isEmpty() || !counts) {
            return EpochRule.OLD;
        }
        epoch = epoch.map(here -> here.knowing(within.grants()));
        return tokenTakes(new Event.Received<>(from, within.message()));
    }

    // --- elections

    private Rule termsTake(Event<Numbered<V>, Call> event) {
        Step<TermState<B>, Numbered<V>, News> step = epochs.terms().step(terms, event);
        terms = step.next();
        for (Effect<Numbered<V>, News> effect : step.effects()) {
            if (effect instanceof Effect.Send<Numbered<V>, News> send) {
                send(send.to(), new Vote<>(send.to().side(), send.message()));
            } else if (effect instanceof Effect.Output<Numbered<V>, News> output
                    && output.output() instanceof News.Elected elected
                    && elected.leader().equals(self)) {
                passCensus(Processes.none(), Optional.empty());
            }
        }
        return Epochs.ofVote(step.rule());
    }

    // --- the census

    private Rule asked(Census<V, M> census) {
        if (state().leads()) {
            return answered(census);
        }
        if (census.answered().contains(self)) {
            return EpochRule.STALE;
        }
        passCensus(census.answered(), census.inside());
        return EpochRule.ANSWERS;
    }

    /** From now on this process grants nothing before the next epoch. Who is inside, is. */
    private void passCensus(SortedSet<ProcessId> answered, Optional<Inside> inside) {
        if (epochs.reading() != Reading.NOT_GIVEN_UP) {
            giveUp();
        }
        Optional<Inside> here = granted.map(fence -> new Inside(self, fence));
        Optional<Inside> latest = Stream.of(inside, here)
                .flatMap(Optional::stream)
                .max((one, other) -> one.granted().compareTo(other.granted()));
        send(terms.neighbours().left(), new Census<>(terms.term(), Processes.with(answered, self), latest));
    }

    private Rule answered(Census<V, M> census) {
        if (begun == terms.term()) {
            return EpochRule.STALE;
        }
        if (census.answered().size() < making.quorum() && epochs.reading() != Reading.WITHOUT_QUORUM) {
            return EpochRule.NO_QUORUM;
        }
        Optional<ProcessId> inside = census.inside()
                .filter(each -> epochs.reading() != Reading.NOBODY_INSIDE)
                .map(Inside::who);
        Begins<V, M> news = new Begins<>(terms.term(), inside.orElse(self), census.answered());
        passOn(news);
        return inside.isPresent() ? EpochRule.BEGINS_INSIDE : EpochRule.BEGINS;
    }

    private Rule beginning(Begins<V, M> news) {
        if (begun == news.term()) {
            return EpochRule.ALL_TOLD;
        }
        passOn(news);
        return EpochRule.JOINS;
    }

    /** The news goes ahead of what is sent in the epoch, which over the same link would wait for it for ever. */
    private void passOn(Begins<V, M> news) {
        send(terms.neighbours().left(), news);
        begin(news);
    }

    // --- epochs

    private void begin(Begins<V, M> news) {
        if (news.members().size() < making.quorum()) {
            throw new InvariantViolation(Epochs.QUORUM, news + " where a quorum is " + making.quorum());
        }
        giveUp();
        begun = news.term();
        Start start = making.start(news.holder(), news.members());
        Neighbours within = making.circuit().topology().neighbours(self, start.processes());
        if (!links.all().containsAll(within.all())) {
            // Somebody has departed since; the next epoch is to come.
            return;
        }
        Protocol<S, M, Input, Output> token = making.within(start);
        S process = token.initial(self, within);
        epoch = Optional.of(new Epoch<>(start, within, 0, process));
        token.initialTimers(process).forEach(timer -> effects.add(new Effect.Schedule<>(timer)));
        enter();
    }

    private void enter() {
        boolean first = epoch.orElseThrow().start().holder().equals(self);
        if (granted.isPresent() && !first) {
            lose();
        }
        if (granted.isPresent() || waiting) {
            tokenTakes(new Event.Input<>(Input.ENTER));
            if (first != letIn) {
                throw new InvariantViolation(Epochs.AT_ONCE, state().toString());
            }
        }
    }

    private void giveUp() {
        if (epoch.isPresent()) {
            epoch = Optional.empty();
            making.timers().forEach(timer -> effects.add(new Effect.Cancel<>(timer)));
        }
    }

    private void lose() {
        effects.add(new Effect.Output<>(new Output.Lost(granted.orElseThrow())));
        granted = Optional.empty();
    }

    // --- the token algorithm

    private Rule tokenTakes(Event<M, Input> event) {
        Epoch<S> here = epoch.orElseThrow();
        Step<S, M, Output> step = making.within(here.start()).step(here.process(), event);
        epoch = Optional.of(here.with(step.next()));
        for (Effect<M, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, Output> send) {
                long grants = epoch.orElseThrow().grants();
                effects.add(new Effect.Send<>(send.to(), new Within<>(begun, grants, send.message())));
            } else if (effect instanceof Effect.Output<M, Output> output) {
                told(output.output());
            } else if (effect instanceof Effect.Schedule<M, Output> schedule) {
                effects.add(new Effect.Schedule<>(schedule.timer()));
            } else if (effect instanceof Effect.Cancel<M, Output> cancel) {
                effects.add(new Effect.Cancel<>(cancel.timer()));
            }
        }
        return step.rule();
    }

    /** Who is inside since an older epoch enters unseen. */
    private void told(Output told) {
        if (!(told instanceof Output.Granted)) {
            throw new InvariantViolation("within an epoch nothing is lost", told + " at " + state());
        }
        letIn = true;
        if (granted.isPresent()) {
            return;
        }
        epoch = epoch.map(Epoch::granting);
        long generation = epochs.reading() == Reading.ONE_GENERATION ? 0 : begun;
        Fence fence = new Fence(generation, epoch.orElseThrow().grants());
        granted = Optional.of(fence);
        waiting = false;
        effects.add(new Effect.Output<>(new Output.Granted(fence)));
    }

    // --- membership

    /** An epoch goes on without regard to who comes, and ends where one of those goes with whom this process is linked in it. */
    private Rule neighboursChanged(Neighbours now, SortedSet<ProcessId> gone) {
        links = now;
        if (making.circuit().cutOff(now, making.quorum())) {
            giveUp();
            if (granted.isPresent()) {
                lose();
            }
            return termsTake(new Event.NeighboursChanged<>(Neighbours.none(), gone));
        }
        if (epoch.filter(here -> now.all().containsAll(here.neighbours().all())).isEmpty()) {
            giveUp();
        }
        return termsTake(new Event.NeighboursChanged<>(making.circuit().ring(self, now), gone));
    }

    // --- effects

    private void send(Neighbour onRing, EpochMessage<V, M> message) {
        Neighbour link = making.circuit().link(onRing);
        if (making.circuit() == Circuit.OF_NAMES && link.id().equals(self)) {
            toItself.addLast(message);
        } else {
            effects.add(new Effect.Send<>(link, message));
        }
    }
}
