package symposium.cluster.status;

import java.util.function.Consumer;
import org.slf4j.Logger;
import symposium.kernel.TraceEvent;
import symposium.service.member.Callbacks;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;

/**
 * Observers of a node. They are called on the threads of its actors, and must not block.
 *
 * @param steps is told of every step of the process that runs the configured algorithm, before the effects of the step
 *     are carried out, and of every message to it that is lost by hand
 * @param elections is told likewise of every step of the process that elects
 * @param resources is told likewise of every step of the process that allocates resources
 * @param views is told of every change of the membership, as the node sees it
 * @param warnings is told of what the user of the node should know
 */
public record Observers(
        Consumer<TraceEvent> steps,
        Consumer<TraceEvent> elections,
        Consumer<TraceEvent> resources,
        Consumer<MembershipView> views,
        Consumer<Warning> warnings) {

    /** Without the steps of resources. */
    public Observers(
            Consumer<TraceEvent> steps,
            Consumer<TraceEvent> elections,
            Consumer<MembershipView> views,
            Consumer<Warning> warnings) {
        this(steps, elections, step -> {}, views, warnings);
    }

    /** Without the steps of elections and resources. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views, Consumer<Warning> warnings) {
        this(steps, election -> {}, views, warnings);
    }

    /** Without warnings, which are in the log as well. */
    public Observers(Consumer<TraceEvent> steps, Consumer<MembershipView> views) {
        this(steps, views, warning -> {});
    }

    /** The same, whose exceptions and errors are logged: they end neither the actors that call them nor the JVM. */
    public Observers guarded(Logger log) {
        return new Observers(
                guarded(steps, log),
                guarded(elections, log),
                guarded(resources, log),
                guarded(views, log),
                guarded(warnings, log));
    }

    private static <T> Consumer<T> guarded(Consumer<T> observer, Logger log) {
        return seen -> Callbacks.run(
                () -> observer.accept(seen),
                fault -> log.error("the observer " + observer.getClass().getName() + " fails on " + seen, fault));
    }

    /** None. */
    public static Observers none() {
        return new Observers(step -> {}, view -> {});
    }
}
