package symposium.election;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;

/**
 * What a paper tells of its election, acted out: by process 5 between 7 on its left and 3 on its right, or by a whole
 * ring of actors.
 */
public abstract class OnRing {

    protected static final ProcessId SELF = ProcessId.of(5);
    protected static final ProcessId GREAT = ProcessId.of(7);
    protected static final ProcessId SMALL = ProcessId.of(3);
    protected static final Neighbours NEIGHBOURS = Neighbours.onRing(GREAT, SMALL);
    protected static final Neighbour LEFT = NEIGHBOURS.left();
    protected static final Neighbour RIGHT = NEIGHBOURS.right();

    @AutoClose("shutdownTestKit")
    private static ActorTestKit kit;

    @BeforeAll
    static void start() {
        kit = ActorTestKit.create();
    }

    /** Process 5, with probes in the place of its neighbours and its user. */
    protected static <S, M> Stage<S, M, Call, Leader> process(Protocol<S, M, Call, Leader> protocol) {
        return new Stage<>(kit, SELF, NEIGHBOURS, protocol);
    }

    /** A ring of actors, each the left neighbour of the one before it. */
    protected static <S, M> DeliveryDriver<S, M> ring(Protocol<S, M, Call, Leader> protocol, int... leftwards) {
        return new DeliveryDriver<>(kit, protocol, leftwards);
    }
}
