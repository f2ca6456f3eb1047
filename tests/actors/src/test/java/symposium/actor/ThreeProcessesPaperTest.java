package symposium.actor;

import static symposium.actor.Bench.TWO;
import static symposium.actor.Bench.ZERO;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.kernel.Protocol;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/** Tests of algorithms where process 1 of three is an actor, and probes stand in for the other two. */
abstract class ThreeProcessesPaperTest<S, M> {

    @AutoClose("shutdownTestKit")
    private static ActorTestKit kit;

    @BeforeAll
    static void createKit() {
        kit = ActorTestKit.create();
    }

    static <S, M> Bench<S, M> bench(Protocol<S, M, Input, Output> protocol) {
        return new Bench<>(kit, protocol);
    }

    /** A process with a user that waits. */
    abstract Bench<S, M> waiting();

    @Test
    void withoutAQuorumNothingIsGranted() {
        Bench<S, M> process = waiting();
        process.departed(ZERO, TWO);
        process.tookStep("m.0").andNothingElse();
    }
}
