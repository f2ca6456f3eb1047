package symposium.demo.script;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import symposium.cluster.SymposiumNode;
import symposium.demo.event.DemoEvent.Grant;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.participant.Lock;
import symposium.service.participant.Philosopher;

/**
 * A service of a node, as a user sees it that asks for a grant, has it, gives it back, and asks again.
 *
 * @param replies the type of the replies
 * @param choice chooses the resources to ask for; none where there is nothing to choose
 * @param request asks for them; the replies go to the second argument
 * @param granted the grant, if the reply is one
 * @param release gives back what the reply granted
 * @param lost the fence of the grant that is no longer valid, if the reply says so
 * @param closed whether the reply says that the service has ended
 * @param <R> the replies
 */
public record ServicePort<R>(
        Class<R> replies,
        Supplier<SortedSet<String>> choice,
        BiConsumer<SortedSet<String>, ActorRef<R>> request,
        Function<R, Optional<Grant>> granted,
        BiConsumer<R, ActorRef<R>> release,
        Function<R, Optional<Fence>> lost,
        Predicate<R> closed) {

    /** The most resources that a user asks for at once. */
    public static final int MOST = 3;

    /** The id of the request of a user, which has one at a time. */
    private static final String ONE = "one";

    private static final List<String> OFFICE = List.of("modem", "plotter", "printer", "scanner", "tape");

    /** The resources of a node, or else its lock or its philosopher. */
    public static ServicePort<?> of(SymposiumNode node, DemoScript.Service service, RandomGenerator random) {
        return switch (service) {
            case RESOURCES -> of(node.locks(), random);
            case LOCK -> ofLock(node.lock());
            case PHILOSOPHER -> ofPhilosopher(node.philosopher());
            case ELECTION -> throw new IllegalArgumentException("a subscriber asks for no grants");
        };
    }

    private static ServicePort<Lock.Reply> ofLock(ActorRef<Lock.Command> lock) {
        return new ServicePort<>(
                Lock.Reply.class,
                Collections::emptySortedSet,
                (nothing, replyTo) -> lock.tell(new Lock.Acquire(replyTo)),
                reply -> reply instanceof Lock.Granted lent
                        ? Optional.of(new Grant.OfLock(lent.fence()))
                        : Optional.empty(),
                (granted, replyTo) -> lock.tell(new Lock.Release(((Lock.Granted) granted).fence(), replyTo)),
                reply -> reply instanceof Lock.Lost lost ? Optional.of(lost.fence()) : Optional.empty(),
                Lock.Unavailable.class::isInstance);
    }

    private static ServicePort<Philosopher.Reply> ofPhilosopher(ActorRef<Philosopher.Command> seat) {
        return new ServicePort<>(
                Philosopher.Reply.class,
                Collections::emptySortedSet,
                (nothing, replyTo) -> seat.tell(new Philosopher.Dine(replyTo)),
                reply -> reply instanceof Philosopher.Eats eats
                        ? Optional.of(new Grant.OfForks(eats.uses()))
                        : Optional.empty(),
                (granted, replyTo) -> seat.tell(new Philosopher.Finish(((Philosopher.Eats) granted).meal(), replyTo)),
                reply -> reply instanceof Philosopher.Lost ? Optional.of(Fence.NONE) : Optional.empty(),
                Philosopher.Unavailable.class::isInstance);
    }

    private static ServicePort<LockService.Reply> of(ActorRef<LockService.Command> table, RandomGenerator random) {
        return new ServicePort<>(
                LockService.Reply.class,
                () -> some(random),
                (wanted, replyTo) ->
                        table.tell(new LockService.Acquire(ONE, Claims.exclusive(wanted), Optional.empty(), replyTo)),
                reply -> reply instanceof LockService.Granted taken
                        ? Optional.of(new Grant.OfResources(
                                new TreeSet<>(taken.claims().modes().keySet()), taken.fence()))
                        : Optional.empty(),
                (taken, replyTo) ->
                        table.tell(new LockService.Release(ONE, ((LockService.Granted) taken).fence(), replyTo)),
                reply -> reply instanceof LockService.Lost lost ? Optional.of(lost.fence()) : Optional.empty(),
                LockService.Unavailable.class::isInstance);
    }

    private static SortedSet<String> some(RandomGenerator random) {
        List<String> left = new ArrayList<>(OFFICE);
        SortedSet<String> some = new TreeSet<>();
        int many = 1 + random.nextInt(MOST);
        while (some.size() < many) {
            some.add(left.remove(random.nextInt(left.size())));
        }
        return some;
    }
}
