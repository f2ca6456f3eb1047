package symposium.cluster;

import java.util.function.Consumer;
import symposium.kernel.TraceEvent;

/**
 * Who watches a node, without touching it. Called on the threads of its actors; may not block.
 *
 * @param steps is told of every step of the node's process that shares the lock, before the effects of the step are carried out
 * @param elections is told likewise of every step of the one that elects
 * @param tables is told likewise of every step of the one at the table
 * @param views is told of every change of the membership, as the node sees it
 * @param warnings is told of what the user of the node should know
 */
public record Observers(
        Consumer<TraceEvent> steps,
        Consumer<TraceEvent> elections,
        Consumer<TraceEvent> tables,
        Consumer<MembershipView> views,
        Consumer<Warning> warnings) {

    /** Those who do not care for the table. */
    public Observers(
            Consumer<TraceEvent> steps,
            Consumer<TraceEvent> elections,
            Consumer<MembershipView> views,
            Consumer<Warning> warnings) {
        this(steps, elections, step -> {}, views, warnings);
    }

    /** Those who do not care for elections, nor for the table. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views, Consumer<Warning> warnings) {
        this(steps, election -> {}, views, warnings);
    }

    /** Those who do not care for warnings, which are in the log as well. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views) {
        this(steps, views, warning -> {});
    }

    /** Nobody. */
    public static Observers none() {
        return new Observers(step -> {}, view -> {});
    }
}
