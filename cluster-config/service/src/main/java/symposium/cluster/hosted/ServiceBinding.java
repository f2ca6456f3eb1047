package symposium.cluster.hosted;

import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.cluster.execution.CallerRunsExecutor;
import symposium.service.member.MembershipView;

/**
 * How what users ask of a process, and are told by it, becomes a service for the applications of a node.
 *
 * @param commands the type of what applications send to the service
 * @param behavior the service, from the membership at the start and from what takes the inputs of the process
 * @param fromHost what the host tells the service, as one of these commands
 * @param raised an output with numbers above all of a former life of the cluster, from the output and the generation
 *     above which tokens are issued; the output itself where the process begins with such numbers
 * @param excludes whether an output says that another process takes this one for departed: its node ends
 * @param finishes whether its users may finish what they hold when the node leaves
 * @param <C> what applications send
 * @param <I> what users ask
 * @param <O> what users are told
 */
public record ServiceBinding<C, I, O>(
        Class<C> commands,
        BiFunction<MembershipView, HostedProcess<I>, Behavior<C>> behavior,
        Function<HostEvent<O>, C> fromHost,
        BiFunction<O, Long, O> raised,
        Predicate<O> excludes,
        boolean finishes) {

    /**
     * Starts the service by which the applications of a node use its process.
     *
     * @param context of the actor of which the service is to be a child
     * @param view the membership at the start
     * @param process takes what users ask
     * @param started runs once the service has started
     * @param failed is told why the service has failed, once; not that it has not started, of which its parent is told
     */
    public HostedService<C, O> open(
            ActorContext<?> context,
            MembershipView view,
            HostedProcess<I> process,
            Runnable started,
            Consumer<String> failed) {
        return new HostedService<>(
                commands,
                context.spawn(
                        Behaviors.intercept(() -> new FaultGuard(started, failed), behavior.apply(view, process)),
                        "service",
                        CallerRunsExecutor.SELECTOR),
                fromHost);
    }

    /** A service that fails tells all who hold and wait that it has ended, and takes no request any more. */
    private final class FaultGuard extends BehaviorInterceptor<C, C> {

        private final Runnable started;
        private final Consumer<String> failed;
        private boolean told;

        FaultGuard(Runnable started, Consumer<String> failed) {
            super(commands);
            this.started = started;
            this.failed = failed;
        }

        @Override
        public Behavior<C> aroundStart(TypedActorContext<C> context, BehaviorInterceptor.PreStartTarget<C> target) {
            Behavior<C> begun = target.start(context);
            started.run();
            return begun;
        }

        @Override
        public Behavior<C> aroundReceive(
                TypedActorContext<C> context, C command, BehaviorInterceptor.ReceiveTarget<C> target) {
            try {
                return target.apply(context, command);
            } catch (Exception | AssertionError | LinkageError | StackOverflowError fault) {
                context.asJava().getLog().error("the service fails on " + command, fault);
                String why = "the service of this node has failed: " + fault;
                if (!told) {
                    told = true;
                    failed.accept(why);
                }
                return target.apply(
                        context,
                        fromHost.apply(new HostEvent.Closed<>(
                                why, context.asJava().getSystem().ignoreRef())));
            }
        }
    }
}
