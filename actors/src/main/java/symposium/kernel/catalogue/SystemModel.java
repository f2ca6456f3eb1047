package symposium.kernel.catalogue;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Require;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/**
 * The kind of system in which an {@link Algorithm} runs.
 *
 * @param channels the delivery guarantees that it requires from its links
 * @param topologies the topologies on which it runs; the first is the default
 * @param anyGraph whether it runs on every connected graph, and the topologies are only examples
 * @param anyNumbers whether its processes may have any numbers; otherwise the numbers start from 0 without gaps
 * @param tolerates the changes of the membership that it tolerates
 * @param leaves whether a process that is asked to {@linkplain Event.Leave leave} answers with {@link Effect.Left};
 *     such a process tolerates any change
 * @param mayStop whether a departing process may take with it something that the others need
 * @param assumptions all other assumptions, in one sentence
 */
@RecordBuilder
public record SystemModel(
        Channels channels,
        List<Topology> topologies,
        boolean anyGraph,
        boolean anyNumbers,
        MembershipTolerance tolerates,
        boolean leaves,
        boolean mayStop,
        String assumptions)
        implements SystemModelBuilder.With {

    public SystemModel {
        topologies = List.copyOf(topologies);
    }

    /**
     * Returns a system with only these topologies, process numbers from 0, and no change of the membership.
     * Assumptions must follow.
     */
    public static SystemModel of(Channels channels, Topology... topologies) {
        return new SystemModel(
                channels, List.of(topologies), false, false, MembershipTolerance.NO_CHANGE, false, false, null);
    }

    /**
     * Returns a system on any connected graph, process numbers from 0, and no change of the membership. Assumptions
     * must follow.
     *
     * @param usual the topology that is used where none is named
     * @throws IllegalArgumentException if {@code usual} is {@link Shape#RING}, where links have sides
     */
    public static SystemModel onAnyGraph(Channels channels, Shape usual) {
        Require.that(usual != Shape.RING, "the usual topology of any graph has links without sides, found " + usual);
        Topology[] topologies = Stream.concat(Stream.of(usual), Stream.of(Shape.values()))
                .filter(shape -> shape != Shape.RING)
                .distinct()
                .toArray(Topology[]::new);
        return of(channels, topologies).withAnyGraph(true);
    }

    /**
     * Returns whether the remaining processes continue after a departure, whatever the departed process held.
     * Otherwise they continue only if the departed process neither held, nor had in transit, something that all of
     * them need.
     */
    public boolean servesSurvivors() {
        return !mayStop && tolerates != MembershipTolerance.NO_CHANGE;
    }
}
