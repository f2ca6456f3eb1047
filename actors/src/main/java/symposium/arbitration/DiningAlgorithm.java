package symposium.arbitration;

import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;

/**
 * An algorithm for {@link Dining} philosophers in the catalogue.
 *
 * @param <S> the state of one philosopher
 * @param <M> the messages
 */
public class DiningAlgorithm<S extends DiningState, M> extends Algorithm<S, M, User, Input, Output> {

    /** @throws IllegalArgumentException if the messages cannot be written to the wire and read back */
    public DiningAlgorithm(Descriptor<S, M, User, Input, Output> descriptor) {
        super(descriptor);
    }

    /**
     * The descriptor of an algorithm for any graph that goes on without philosophers that depart. {@link FencedForks}
     * numbers the uses of its forks.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     * @param channels what it needs of its links
     */
    public static <S extends DiningState, M> Descriptor<S, M, User, Input, Output> of(
            String name, Class<M> messages, Channels channels) {
        return new Descriptor<S, M, User, Input, Output>(name, Dining.PROBLEM, messages)
                .withSystem(SystemModel.onAnyGraph(channels, Shape.CYCLE).withTolerates(MembershipTolerance.DEPARTURES))
                .withFences(FencedForks::over)
                .withFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                        DiningInvariants.PROMISE,
                        algorithm.problem(),
                        DiningInvariants.underFalseDeparture(algorithm.checks().invariants(), DiningState::neighbours)))
                .checks(checks -> checks.withFiniteStateSpace(true));
    }
}
