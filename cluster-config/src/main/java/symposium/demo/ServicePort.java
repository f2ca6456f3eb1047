package symposium.demo;

import akka.actor.typed.ActorRef;
import java.util.function.Consumer;
import symposium.cluster.Lock;
import symposium.cluster.Philosopher;
import symposium.cluster.SymposiumNode;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * A service of a node, as whoever uses it again and again sees it.
 *
 * @param <R> what the service replies
 */
interface ServicePort<R> {

    /** The type of what the service replies. */
    Class<R> replies();

    /** What the user asks for next. */
    Deed<R> next();

    /** What a reply means to the user. */
    Answer<R> answer(R reply);

    /**
     * Something that the user does.
     *
     * @param told how it is told, before it is done
     * @param done does it, answers going there
     */
    record Deed<R>(DemoEvent told, Consumer<ActorRef<R>> done) {}

    /** What a reply means. */
    sealed interface Answer<R> {}

    /**
     * The user has what it asked for.
     *
     * @param told how that is told
     * @param end when it has had it for long enough
     */
    record Has<R>(DemoEvent told, Deed<R> end) implements Answer<R> {}

    /** The user has it no more. */
    record Lost<R>(DemoEvent told) implements Answer<R> {}

    /** There is no such service any more. */
    record Closed<R>() implements Answer<R> {}

    /** Nothing that the user does not know. */
    record Noted<R>() implements Answer<R> {}

    /** That of a node whose user has one thing to use: its lock, or its seat. */
    static ServicePort<?> of(SymposiumNode node) {
        return node.hasSeat() ? new AtSeat(node.process(), node.seat()) : new AtLock(node.process(), node.lock());
    }

    /** The lock of a node. */
    record AtLock(ProcessId self, ActorRef<Lock.Command> lock) implements ServicePort<Lock.Reply> {
        @Override
        public Class<Lock.Reply> replies() {
            return Lock.Reply.class;
        }

        @Override
        public Deed<Lock.Reply> next() {
            return new Deed<>(new DemoEvent.Hungry(self), replyTo -> lock.tell(new Lock.Acquire(replyTo)));
        }

        @Override
        public Answer<Lock.Reply> answer(Lock.Reply reply) {
            if (reply instanceof Lock.Granted granted) {
                Fence fence = granted.fence();
                return new Has<>(
                        new DemoEvent.Eating(self, fence),
                        new Deed<>(
                                new DemoEvent.Sated(self, fence),
                                replyTo -> lock.tell(new Lock.Release(fence, replyTo))));
            }
            if (reply instanceof Lock.Lost lost) {
                return new ServicePort.Lost<>(new DemoEvent.Robbed(self, lost.fence()));
            }
            return reply instanceof Lock.Unavailable ? new Closed<>() : new Noted<>();
        }
    }

    /** The seat of a node, where forks are shared with its neighbours. */
    record AtSeat(ProcessId self, ActorRef<Philosopher.Command> seat) implements ServicePort<Philosopher.Reply> {
        @Override
        public Class<Philosopher.Reply> replies() {
            return Philosopher.Reply.class;
        }

        @Override
        public Deed<Philosopher.Reply> next() {
            return new Deed<>(new DemoEvent.Hungry(self), replyTo -> seat.tell(new Philosopher.Dine(replyTo)));
        }

        @Override
        public Answer<Philosopher.Reply> answer(Philosopher.Reply reply) {
            if (reply instanceof Philosopher.Eats eats) {
                return new Has<>(
                        new DemoEvent.Dining(self, eats.uses()),
                        new Deed<>(
                                new DemoEvent.Sated(self, Fence.NONE),
                                replyTo -> seat.tell(new Philosopher.Finish(eats.meal(), replyTo))));
            }
            if (reply instanceof Philosopher.Lost) {
                return new ServicePort.Lost<>(new DemoEvent.Robbed(self, Fence.NONE));
            }
            return reply instanceof Philosopher.Unavailable ? new Closed<>() : new Noted<>();
        }
    }
}
