package symposium.mutex;

import java.util.Comparator;
import java.util.Optional;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm in which a process asks all others before it enters its critical section. A subclass
 * follows its paper. This class adds departures, which none of these papers has: a process departs, and the others are
 * notified.
 *
 * <p>A process waits for nothing from a departed process and owes it nothing. Where fewer processes than a quorum are
 * left, no request is granted. A process that is critical then learns that it has lost its critical section, which
 * ends as if the user had left it.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public abstract class PermissionBased<S extends PermissionBased.State, M> implements Protocol<S, M, Input, Output> {

    /** The name of the invariant {@link State#agreesWith}. */
    public static final String AGREES_WITH_USER = "a process waits and is critical as its user is";

    /** A misreading of the order of timestamps: by the name first. */
    public static final Comparator<Timestamp> NAME_FIRST =
            Comparator.comparing(Timestamp::name).thenComparing(Timestamp::clock);

    /** The state of a process, as far as all such algorithms share it. */
    public interface State {

        /** Its name. */
        ProcessId self();

        /** All other processes that have not departed. */
        Neighbours neighbours();

        /** How many processes, this one included, must be left for any request to be granted; at least 1. */
        int quorum();

        /** The timestamp of the request that the process waits with or is critical by. */
        Optional<Timestamp> request();

        /** Whether the process is in its critical section. */
        boolean critical();

        /** Whether the process neither waits nor is critical. */
        default boolean idle() {
            return request().isEmpty();
        }

        /** Whether the process has asked and is not in its critical section. */
        default boolean waiting() {
            return !idle() && !critical();
        }

        /** Whether enough processes are left for a request to be granted. */
        default boolean quorate() {
            return neighbours().size() + 1 >= quorum();
        }

        /** Whether the process waits and is critical exactly when its user waits and is critical. */
        default boolean agreesWith(User user) {
            return critical() == MutualExclusion.critical(user) && waiting() == MutualExclusion.PROBLEM.waits(user);
        }
    }

    /**
     * The rules of an algorithm by which this class takes steps.
     *
     * @param release the user leaves the critical section
     * @param departed processes have departed
     * @param departedEnter the same, and the critical section begins
     * @param lost the same, and too few are left: the critical section is lost
     * @param releaseAfterLoss the user leaves a critical section before it has heard of the loss
     * @param undeliverable a message has come back; the news that its recipient has departed follows
     */
    public record Rules(
            Rule release, Rule departed, Rule departedEnter, Rule lost, Rule releaseAfterLoss, Rule undeliverable) {}

    /** How many processes must be left for any request to be granted; at least 1. */
    protected final int quorum;

    private final int names;
    private final Rules rules;

    /**
     * @param start its quorum is how many processes must be left for any request to be granted
     * @param rules the algorithm's own
     */
    protected PermissionBased(Start start, Rules rules) {
        this.quorum = start.quorum();
        this.names = names(start);
        this.rules = rules;
    }

    /** By how much fences grow while the clock grows by 1. */
    static int names(Start start) {
        return start.processes().last().number() + 1;
    }

    private static final String BY_FENCES_ALONE = "two users may be in their critical sections at once, of which one"
            + " process takes the other for departed; their fences differ, and no fence is granted twice";

    /**
     * The beginning of a catalogue entry of such an algorithm. A process that is taken to have departed, and has not,
     * may still have the permissions of others. So exclusion is not promised then.
     */
    protected static <S, M> Algorithm.Descriptor<S, M, User, Input, Output> algorithm(
            String name, Class<M> messages, Channels channels) {
        return MutexAlgorithm.<S, M>of(name, messages)
                .withSystem(SystemModel.of(channels, Shape.COMPLETE).withTolerates(MembershipTolerance.DEPARTURES))
                .withFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                        BY_FENCES_ALONE,
                        MutualExclusion.BY_FENCES_ALONE,
                        FalseDeparturePromise.ofOneProcess(algorithm.checks().invariants())));
    }

    /** The idle process {@code p} asks. */
    protected abstract Transition<S, M, Output> request(S p, Transition<S, M, Output> step);

    /** Whether {@code p}, which waits, needs nothing more from any other process. */
    protected abstract boolean permitted(S p);

    /** The state of {@code p} in its critical section, where {@code p} waits and may enter. */
    protected abstract S entering(S p);

    /** The critical section of {@code p} ends; the step has its rule already. */
    protected abstract Transition<S, M, Output> exit(S p, Transition<S, M, Output> step);

    /** The state of {@code p} with these neighbours, waiting for nothing from the departed and owing them nothing. */
    protected abstract S without(SortedSet<ProcessId> departed, Neighbours left, S p);

    /**
     * The fence of the grant to {@code p}: its timestamp as one number, for requests are granted in the order of their
     * timestamps. The clock alone is no generation: it may run faster than the seconds by which the generations of a
     * cluster grow.
     */
    protected Fence fence(S p) {
        Timestamp request = p.request().orElseThrow();
        return Fence.counted(request.clock() * names + request.name().number() + 1);
    }

    /**
     * Goes to {@code p} by {@code waits}; or on into the critical section by {@code enters}, where all conditions for
     * that hold.
     */
    protected final Transition<S, M, Output> granting(Rule waits, Rule enters, S p, Transition<S, M, Output> step) {
        if (!p.waiting() || !p.quorate() || !permitted(p)) {
            return step.by(waits, p);
        }
        S critical = entering(p);
        return step.by(enters, critical).tell(new Output.Granted(fence(critical)));
    }

    @Override
    public Transition<S, M, Output> onInput(Input input, S p, Transition<S, M, Output> step) {
        if (input == Input.ENTER) {
            step.require(p.idle(), "a process asks when it neither waits nor is critical");
            return request(p, step);
        }
        step.require(!p.waiting(), "a process leaves a critical section that it has entered");
        return p.critical() ? exit(p, step.by(rules.release())) : step.by(rules.releaseAfterLoss());
    }

    @Override
    public Transition<S, M, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, S p, Transition<S, M, Output> step) {
        S left = without(departed, neighbours, p);
        return left.critical() && !left.quorate()
                ? exit(left, step.by(rules.lost()).tell(new Output.Lost(fence(left))))
                : granting(rules.departed(), rules.departedEnter(), left, step);
    }

    @Override
    public Transition<S, M, Output> onUndeliverable(Neighbour to, M message, S p, Transition<S, M, Output> step) {
        return step.by(rules.undeliverable());
    }
}
