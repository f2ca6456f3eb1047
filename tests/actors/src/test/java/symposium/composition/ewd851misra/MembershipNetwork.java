package symposium.composition.ewd851misra;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * The ring among members that come, are cut off and come back: what the cluster's membership tells, which no crash
 * brings about.
 *
 * <p>Each process is told of one view after the other, each at any moment. The checker sees a network in which everyone
 * is linked with everyone, and which keeps the order between any two; the messages tell each process its neighbours on
 * both sides.
 */
final class MembershipNetwork implements Protocol<MembershipNetwork.State, MembershipNetwork.Letter, Input, Output> {

    /** What a process is told: the present members, none when it is cut off, and the departed ones. */
    record View(SortedSet<ProcessId> members, SortedSet<ProcessId> departed) {
        static View of(int... members) {
            SortedSet<ProcessId> ids = new TreeSet<>();
            for (int member : members) {
                ids.add(ProcessId.of(member));
            }
            return new View(Collections.unmodifiableSortedSet(ids), Collections.emptySortedSet());
        }

        View without(int... gone) {
            return new View(members, View.of(gone).members());
        }
    }

    /**
     * A message.
     *
     * @param side on which side of the recipient the sender was when it sent it
     */
    record Letter(Side side, Ewd851Misra.Message message) {
        @Override
        public String toString() {
            return message + " (" + side + ")";
        }
    }

    /**
     * A process and what its host remembers.
     *
     * @param told the number of the view that it was told last
     * @param departed whose departure it was told of
     * @param acquainted its neighbours now and before
     * @param own what it has sent to itself
     * @param suspicions how often its suspicion may still expire, where silence arouses it
     */
    record State(
            Ewd851Misra.State ring,
            int told,
            SortedSet<ProcessId> departed,
            List<Neighbour> acquainted,
            List<Letter> own,
            int suspicions) {
        @Override
        public String toString() {
            return ring + " told " + told;
        }

        State with(Ewd851Misra.State other, List<Letter> letters) {
            return new State(other, told, departed, acquainted, letters, suspicions);
        }
    }

    /** What may happen at any moment. */
    enum News implements Timer {
        /** The next view is told. */
        NEXT_VIEW,
        /** A message of a process alone to itself arrives. */
        OWN_LETTER,
        /** Time goes on, so that a process that is cut off for good is no deadlock. */
        TICK
    }

    /** What this network does besides. */
    enum Also implements Rule {
        /** What comes from the departed is dropped. */
        DROPPED,
        /** Nothing. */
        NOTHING;

        @Override
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Ewd851Misra ring;
    private final Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> steps;
    private final Map<ProcessId, List<View>> views;
    private final int suspicions;

    /**
     * @param ring the protocol for everything but steps
     * @param steps the ring, or a variant of it
     * @param views by process, what it is told, the first at the start
     * @param suspicions how often the suspicion of each process may expire where silence arouses it: a bound on what is
     *     explored
     */
    MembershipNetwork(
            Ewd851Misra ring,
            Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> steps,
            Map<ProcessId, List<View>> views,
            int suspicions) {
        this.ring = ring;
        this.steps = steps;
        this.views = views;
        this.suspicions = suspicions;
    }

    @Override
    public List<Rule> rules() {
        List<Rule> all = new ArrayList<>(ring.rules());
        all.addAll(List.of(Also.values()));
        return all;
    }

    private static Neighbours neighbours(ProcessId self, View view, SortedSet<ProcessId> departed) {
        SortedSet<ProcessId> members = new TreeSet<>(view.members());
        members.removeAll(departed);
        return members.contains(self) ? Shape.RING.neighbours(self, members) : Neighbours.none();
    }

    @Override
    public State initial(ProcessId self, Neighbours all) {
        View first = views.get(self).get(0);
        Neighbours neighbours = neighbours(self, first, first.departed());
        return new State(ring.initial(self, neighbours), 0, first.departed(), neighbours.all(), List.of(), suspicions);
    }

    @Override
    public List<? extends Timer> initialTimers(State initial) {
        List<Timer> timers = new ArrayList<>(ring.initialTimers(initial.ring()));
        timers.add(News.TICK);
        if (views.get(initial.ring().self()).size() > 1) {
            timers.add(News.NEXT_VIEW);
        }
        return timers;
    }

    @Override
    public boolean admits(State state, Neighbour from, Letter letter) {
        Neighbour as = new Neighbour(from.id(), letter.side());
        return state.departed().contains(from.id())
                || state.acquainted().contains(as) && ring.admits(state.ring(), as, letter.message());
    }

    @Override
    public Step<State, Letter, Output> step(State state, Event<Letter, Input> event) {
        if (event instanceof Event.Input<Letter, Input> input) {
            return inner(state, new Event.Input<>(input.input()));
        }
        if (event instanceof Event.Received<Letter, Input> received) {
            ProcessId from = received.from().id();
            if (state.departed().contains(from)) {
                return Step.by(Also.DROPPED, state);
            }
            return inner(
                    state,
                    new Event.Received<>(
                            new Neighbour(from, received.message().side()),
                            received.message().message()));
        }
        if (event instanceof Event.NeighboursChanged<Letter, Input> changed) {
            return told(state, state.told(), changed.departed());
        }
        Timer timer = ((Event.Timeout<Letter, Input>) event).timer();
        if (timer == News.TICK) {
            return Step.<State, Letter, Output>by(Also.NOTHING, state).schedule(News.TICK);
        }
        if (timer == News.NEXT_VIEW) {
            return told(state, state.told() + 1, Collections.emptySortedSet());
        }
        if (timer == News.OWN_LETTER) {
            Letter first = state.own().get(0);
            List<Letter> rest = state.own().subList(1, state.own().size());
            State next = state.with(state.ring(), List.copyOf(rest));
            Neighbour as = new Neighbour(state.ring().self(), first.side());
            if (!ring.admits(state.ring(), as, first.message())) {
                return Step.<State, Letter, Output>by(Also.NOTHING, state).schedule(News.OWN_LETTER);
            }
            Step<State, Letter, Output> step = inner(next, new Event.Received<>(as, first.message()));
            return step.next().own().isEmpty() ? step : step.schedule(News.OWN_LETTER);
        }
        if (timer == Ewd851Misra.Timer.SUSPICION && ring.config().lossDetection() == LossDetection.SILENCE) {
            if (state.suspicions() == 0) {
                return Step.by(Also.NOTHING, state);
            }
            State next = new State(
                    state.ring(),
                    state.told(),
                    state.departed(),
                    state.acquainted(),
                    state.own(),
                    state.suspicions() - 1);
            return inner(next, new Event.Timeout<>(timer));
        }
        return inner(state, new Event.Timeout<>(timer));
    }

    private Step<State, Letter, Output> told(State state, int view, SortedSet<ProcessId> gone) {
        ProcessId self = state.ring().self();
        View next = views.get(self).get(view);
        SortedSet<ProcessId> departed = new TreeSet<>(state.departed());
        departed.addAll(next.departed());
        departed.addAll(gone);
        departed = Collections.unmodifiableSortedSet(departed);
        Neighbours neighbours = neighbours(self, next, departed);
        List<Neighbour> acquainted = new ArrayList<>(state.acquainted());
        for (Neighbour neighbour : neighbours) {
            if (!acquainted.contains(neighbour)) {
                acquainted.add(neighbour);
            }
        }
        Step<State, Letter, Output> step = inner(
                new State(state.ring(), view, departed, List.copyOf(acquainted), state.own(), state.suspicions()),
                new Event.NeighboursChanged<>(neighbours, departed));
        return view > state.told() && view + 1 < views.get(self).size() ? step.schedule(News.NEXT_VIEW) : step;
    }

    private Step<State, Letter, Output> inner(State state, Event<Ewd851Misra.Message, Input> event) {
        Step<Ewd851Misra.State, Ewd851Misra.Message, Output> step = steps.step(state.ring(), event);
        List<Effect<Letter, Output>> effects = new ArrayList<>();
        List<Letter> own = new ArrayList<>(state.own());
        boolean wasEmpty = own.isEmpty();
        for (Effect<Ewd851Misra.Message, Output> effect : step.effects()) {
            if (effect instanceof Effect.Send<Ewd851Misra.Message, Output> send) {
                Letter letter = new Letter(send.to().side().opposite(), send.message());
                if (send.to().id().equals(state.ring().self())) {
                    own.add(letter);
                } else {
                    effects.add(new Effect.Send<>(Neighbour.of(send.to().id()), letter));
                }
            } else if (effect instanceof Effect.Output<Ewd851Misra.Message, Output> output) {
                effects.add(new Effect.Output<>(output.output()));
            } else if (effect instanceof Effect.Schedule<Ewd851Misra.Message, Output> schedule) {
                effects.add(new Effect.Schedule<>(schedule.timer()));
            } else if (effect instanceof Effect.Cancel<Ewd851Misra.Message, Output> cancel) {
                effects.add(new Effect.Cancel<>(cancel.timer()));
            }
        }
        if (wasEmpty && !own.isEmpty()) {
            effects.add(new Effect.Schedule<>(News.OWN_LETTER));
        }
        State next = state.with(step.next(), List.copyOf(own));
        return new Step<>(step.rule(), next, effects);
    }

    /** An invariant of processes, of the processes here. */
    static Invariant<State, Letter, User> lift(
            Invariant.OfProcess<Ewd851Misra.State, Ewd851Misra.Message, User> invariant) {
        return new Invariant.OfProcess<>(
                invariant.name(),
                (state, user) -> invariant.situation().test(state.ring(), user),
                (state, user) -> invariant.condition().test(state.ring(), user));
    }

    /** A quotient of the ring, as one of this network. */
    static Quotient<State, Letter> lift(Quotient<Ewd851Misra.State, Ewd851Misra.Message> ring) {
        return new Quotient<>() {
            @Override
            public LiveNumbers live(State state) {
                return state.own().stream().map(this::liveInTransit).reduce(ring.live(state.ring()), LiveNumbers::and);
            }

            @Override
            public LiveNumbers liveInTransit(Letter letter) {
                return ring.liveInTransit(letter.message());
            }

            @Override
            public void requireDomain(LiveNumbers all) {
                ring.requireDomain(all);
            }

            @Override
            public State normal(State state, LiveNumbers live) {
                return state.with(
                        ring.normal(state.ring(), live),
                        state.own().stream()
                                .map(letter -> normalInTransit(letter, live))
                                .toList());
            }

            @Override
            public Letter normalInTransit(Letter letter, LiveNumbers live) {
                return new Letter(letter.side(), ring.normalInTransit(letter.message(), live));
            }
        };
    }
}
