package symposium.arbitration;

import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;

/** The beginning of the catalogue entry of an algorithm for {@link Dining} philosophers. */
public final class DiningAlgorithm {

    private DiningAlgorithm() {}

    /**
     * The descriptor of an algorithm for any graph that goes on without philosophers that depart. {@link FencedForks}
     * numbers the uses of its forks.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     */
    public static <S extends DiningState, M> Algorithm.Descriptor<S, M, User, Input, Output> of(
            String name, Class<M> messages) {
        return new Algorithm.Descriptor<S, M, User, Input, Output>(name, Dining.PROBLEM, messages)
                .anyGraph(Shape.CYCLE, Shape.COMPLETE, Shape.LINE, Shape.STAR, Shape.TREE, Shape.PETERSEN)
                .tolerates(MembershipTolerance.DEPARTURES)
                .finiteStateSpace()
                .withFences(FencedForks::over)
                .underFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                        DiningInvariants.PROMISE,
                        algorithm.problem(),
                        DiningInvariants.underFalseDeparture(algorithm.invariants(), DiningState::neighbours)));
    }
}
