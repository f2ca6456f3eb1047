package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import symposium.demo.Outcome.Result;
import symposium.kernel.ProcessId;

/** What a demo has to show, as far as it depends on the problem. {@link DemoController} decides when which question is asked. */
interface DemoGoal extends DemoEvent.Listener {

    /** The time until something that should happen is believed not to happen. */
    Duration PATIENCE = Duration.ofSeconds(45);

    /**
     * How a demo ends.
     *
     * @param result the kind of outcome
     * @param why the outcome in one line
     */
    record Ending(Result result, String why) {
        static Optional<Ending> of(Result result, String why) {
            return Optional.of(new Ending(result, why));
        }
    }

    /** Whether all nodes take part. */
    boolean formed();

    /** What is wrong as long as {@link #formed} is not so. */
    String unformed();

    /**
     * The process to be killed now; it counts as dead from then on.
     *
     * @param lasted how long all nodes have taken part
     */
    Optional<ProcessId> victim(Duration now, Duration lasted);

    /** Whether the survivors have gone on since a process was killed. */
    boolean recovered();

    /**
     * The end of a demo whose survivors have not gone on, once it is clear.
     *
     * @param lasted the time since the crash
     */
    Optional<Ending> standstill(Duration now, Duration lasted);

    /**
     * The end of a demo that goes on, once it has shown everything or it is clear that it will not.
     *
     * @param lasted the time since all nodes take part, or since the survivors go on
     * @param toBeKilled whether a process is still to be killed
     */
    Optional<Ending> end(Duration now, Duration lasted, boolean toBeKilled);
}
