package symposium.ring;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;
import symposium.ring.RingMessage.Round;
import symposium.ring.RingState.Alarm;
import symposium.ring.RingState.Census;
import symposium.ring.RingState.Privilege;

/**
 * EWD851 on a ring whose members come and go: its token is Misra's ping, pong watches over it, and where both are lost a leader elected
 * by Chang and Roberts' algorithm issues them anew.
 *
 * <p>The three protocols are asked, never copied. See the package for how they fit together.
 */
public final class Ring implements Protocol<RingState, RingMessage, Input, Output> {

    /**
     * How a ring is run.
     *
     * @param quorum how many processes must know of a generation before its token is used; a majority of the configured ones
     * @param vigilance when a process suspects that both tokens are lost
     * @param numbers how many numbers of processes are configured, from 0 on; generations are dealt out among them
     */
    public record Conduct(int quorum, Vigilance vigilance, int numbers) {
        /** @throws IllegalArgumentException when the quorum, or how many numbers there are, is not positive */
        public Conduct {
            if (quorum < 1 || numbers < 1) {
                throw new IllegalArgumentException(
                        "a quorum is at least one process, and a ring has at least one number, not " + quorum + " and "
                                + numbers);
            }
        }

        /** What follows from who takes part in a run, or is configured to. */
        public static Conduct of(Start start, Vigilance vigilance) {
            return new Conduct(
                    start.quorum(), vigilance, start.processes().last().number() + 1);
        }

        /**
         * The generation that {@code issuer} issues when {@code known} is the highest of which it has heard. No two processes issue the
         * same, so two tokens issued for one that is lost, or not even lost, can always be told apart: the lesser gives way.
         */
        long generationOf(ProcessId issuer, long known) {
            return known + 1 + Math.floorMod(issuer.number() - (known + 1), (long) numbers);
        }
    }

    private final Conduct conduct;
    private final Optional<ProcessId> holder;
    private final long floor;

    final Ewd851 ewd851;
    final Misra misra;
    final ChangRoberts changRoberts = new ChangRoberts();

    private Ring(Conduct conduct, Optional<ProcessId> holder, long floor) {
        this.conduct = conduct;
        this.holder = holder;
        this.floor = floor;
        // Neither token is handed out by the parts: the composition says where they start.
        ProcessId nobody = new ProcessId(Integer.MAX_VALUE, Long.MIN_VALUE);
        this.ewd851 = new Ewd851(nobody);
        this.misra = new Misra(nobody, Misra::unbounded);
    }

    /** A ring whose tokens of the first generation are both at {@code holder}. */
    public static Ring startingAt(ProcessId holder, Conduct conduct) {
        return new Ring(conduct, Optional.of(holder), 0);
    }

    /**
     * A ring without tokens: the first ones are issued by the first leader.
     *
     * @param floor every token issued in an election in which this process takes part is of a higher generation than this; 0 or more
     */
    public static Ring startingEmpty(long floor, Conduct conduct) {
        return new Ring(conduct, Optional.empty(), floor);
    }

    long floor() {
        return floor;
    }

    Conduct conduct() {
        return conduct;
    }

    @Override
    public List<Rule> rules() {
        return RingRule.all();
    }

    @Override
    public RingState initial(ProcessId self, Neighbours neighbours) {
        long generation = holder.isPresent() ? 1 : 0;
        boolean holds = holder.filter(self::equals).isPresent();
        Misra.State tokens = misra.initial(self, neighbours);
        var machine = ewd851.initial(self, neighbours);
        return new RingState(
                self,
                neighbours,
                Collections.emptySortedSet(),
                holds ? machine.withHoldsToken(true) : machine,
                holds ? tokens.withBoth(1) : tokens,
                changRoberts.initial(self, neighbours),
                generation,
                holds ? Optional.of(new Privilege(Fence.start(generation), false)) : Optional.empty(),
                holds ? Optional.of(new Round(generation, 0)) : Optional.empty(),
                holder.isEmpty() ? Alarm.SUSPICIOUS : Alarm.NONE,
                Census.NONE);
    }

    @Override
    public List<? extends Timer> initialTimers(RingState initial) {
        if (initial.round().isPresent()) {
            return conduct.vigilance() == Vigilance.SILENCE
                    ? List.of(RingTimer.PONG_RESTS, RingTimer.SUSPICION)
                    : List.of(RingTimer.PONG_RESTS);
        }
        return conduct.vigilance() == Vigilance.SILENCE || initial.alarm() == Alarm.SUSPICIOUS
                ? List.of(RingTimer.SUSPICION)
                : List.of();
    }

    /** A process takes nothing from the future: the news that its neighbour has departed comes from the membership first. */
    @Override
    public boolean admits(RingState state, Neighbour from, RingMessage message) {
        if (state.cutOff()) {
            return false;
        }
        for (Neighbour neighbour : state.links()) {
            if (message.departed().contains(neighbour.id())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Step<RingState, RingMessage, Output> step(RingState state, Event<RingMessage, Input> event) {
        return new Turn(this, state).on(event);
    }

    static <T extends Comparable<T>> java.util.SortedSet<T> union(
            java.util.SortedSet<T> one, java.util.SortedSet<T> other) {
        if (one.containsAll(other)) {
            return one;
        }
        TreeSet<T> both = new TreeSet<>(one);
        both.addAll(other);
        return Collections.unmodifiableSortedSet(both);
    }
}
