package symposium.cluster.hosted;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterAgreement;

/**
 * An algorithm as a node hosts a process of it. Its entry in the catalogue determines everything but the service.
 *
 * <p>The host tells the process of those changes of the membership that the algorithm tolerates:
 *
 * <dl>
 *   <dt>{@link MembershipTolerance#NO_CHANGE}
 *   <dd>The processes begin once all configured processes are up and have agreed on that; the token starts at the
 *       lowest number. The host tells them of no later change.
 *   <dt>{@link MembershipTolerance#DEPARTURES}
 *   <dd>The processes begin likewise. The host tells the others of each departure. A process that takes the number of a
 *       departed one stays outside.
 *   <dt>{@link MembershipTolerance#ANY_CHANGE}
 *   <dd>The processes begin at once and without neighbours; the host tells them of every membership. With voters, they
 *       begin once as many are up as are configured, and have agreed on that, or when others have begun.
 * </dl>
 *
 * @param algorithm its name in the catalogue
 * @param messages the type of its messages
 * @param tolerates which changes of the membership it tolerates
 * @param linksFail whether a link between two nodes fails for it as soon as one does not reach the other; otherwise a
 *     process learns that a member is unreachable only when the member is removed, or when its own node is cut off
 * @param leaves whether its processes hand over what they have when they are asked to leave
 * @param regenerations the rules by which a process issues a token
 * @param service what its users ask and are told, as a service of the node
 * @param protocol the algorithm; with {@link MembershipTolerance#ANY_CHANGE} the start names as many processes as are
 *     configured, by number alone
 * @param voters where the processes agree on voters, of which majorities are counted; otherwise these are the
 *     configured processes
 * @param floor the generation above which its processes count, where the membership may change
 * @param loss which messages that have arrived are lost; none but in a demonstration
 * @param <S> the state of a process
 * @param <M> its messages
 * @param <I> what users ask
 * @param <O> what users are told
 */
@RecordBuilder
public record HostedAlgorithm<S, M, I, O>(
        String algorithm,
        Class<M> messages,
        MembershipTolerance tolerates,
        boolean linksFail,
        boolean leaves,
        Set<Rule> regenerations,
        ServiceBinding<?, I, O> service,
        Function<Start, Protocol<S, M, I, O>> protocol,
        Optional<Voters<S, I>> voters,
        OptionalLong floor,
        MessageLoss loss)
        implements HostedAlgorithmBuilder.With<S, M, I, O> {

    /**
     * How a host knows the voters.
     *
     * @param state the part of the state of a process that knows them
     * @param change what asks a process for a change of them
     */
    public record Voters<S, I>(Function<S, Reconfiguration.State> state, Function<VoterAgreement.Input, I> change) {}

    /** An algorithm without voters of its own. */
    public HostedAlgorithm(
            String algorithm,
            Class<M> messages,
            MembershipTolerance tolerates,
            boolean linksFail,
            boolean leaves,
            Set<Rule> regenerations,
            ServiceBinding<?, I, O> service,
            Function<Start, Protocol<S, M, I, O>> protocol) {
        this(
                algorithm,
                messages,
                tolerates,
                linksFail,
                leaves,
                regenerations,
                service,
                protocol,
                Optional.empty(),
                OptionalLong.empty(),
                MessageLoss.NONE);
    }
}
