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
 * @param remarks is told of what the user of the node should know
 */
public record Observers(
        Consumer<TraceEvent> steps,
        Consumer<TraceEvent> elections,
        Consumer<TraceEvent> tables,
        Consumer<MembershipView> views,
        Consumer<Warning> remarks) {

    /** Those who do not care for the table. */
    public Observers(
            Consumer<TraceEvent> steps,
            Consumer<TraceEvent> elections,
            Consumer<MembershipView> views,
            Consumer<Warning> remarks) {
        this(steps, elections, step -> {}, views, remarks);
    }

    /** Those who do not care for elections, nor for the table. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views, Consumer<Warning> remarks) {
        this(steps, election -> {}, views, remarks);
    }

    /** Those who do not care for remarks, which are in the log as well. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views) {
        this(steps, views, remark -> {});
    }

    /** Nobody. */
    public static Observers none() {
        return new Observers(step -> {}, view -> {});
    }
}
