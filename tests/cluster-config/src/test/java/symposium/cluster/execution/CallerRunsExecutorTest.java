package symposium.cluster.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.cluster.lock.LocalLocks;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;

/** Actors that run on the thread that sends to them. */
class CallerRunsExecutorTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            ConfigFactory.parseString("""
            symposium.dispatcher.longest-run = 1h
            patient = ${symposium.dispatcher} { longest-run = 0ms }
            """).withFallback(ConfigFactory.load()).resolve());

    private static <T> ActorRef<T> spawn(Behavior<T> behavior) {
        return KIT.spawn(behavior, CallerRunsExecutor.SELECTOR);
    }

    private static ActorRef<CompletableFuture<Thread>> naming() {
        return spawn(Behaviors.receiveMessage(thread -> {
            thread.complete(Thread.currentThread());
            return Behaviors.same();
        }));
    }

    @Test
    void anActorRunsOnTheThreadThatSendsToIt() {
        CompletableFuture<Thread> runner = new CompletableFuture<>();
        naming().tell(runner);
        assertEquals(Thread.currentThread(), runner.getNow(null));
    }

    @Test
    void anActorThatIsSentToByAnotherRunsAfterItOnTheSameThread() {
        ActorRef<CompletableFuture<Thread>> second = naming();
        AtomicInteger running = new AtomicInteger();
        ActorRef<CompletableFuture<Thread>> first = spawn(Behaviors.receiveMessage(thread -> {
            running.incrementAndGet();
            second.tell(thread);
            assertFalse(thread.isDone(), "it ran inside the first");
            running.decrementAndGet();
            return Behaviors.same();
        }));
        CompletableFuture<Thread> runner = new CompletableFuture<>();
        first.tell(runner);
        assertEquals(Thread.currentThread(), runner.getNow(null));
        assertEquals(0, running.get());
    }

    /** An actor that goes on sending to itself does not keep the thread. */
    @Test
    void aThreadDoesNotRunAnActorForEver() throws Exception {
        CountDownLatch returned = new CountDownLatch(1);
        CompletableFuture<Thread> last = new CompletableFuture<>();
        ActorRef<Integer> ball = spawn(Behaviors.setup(own -> Behaviors.receiveMessage(turn -> {
            if (returned.getCount() == 0) {
                last.complete(Thread.currentThread());
            } else {
                own.getSelf().tell(turn + 1);
            }
            return Behaviors.same();
        })));
        ball.tell(0);
        returned.countDown();
        assertNotEquals(Thread.currentThread(), last.get(1, TimeUnit.MINUTES));
    }

    /** It may be one of the transport, on which heartbeats wait. */
    @Test
    void aThreadThatHasRunActorsForLongLeavesTheRestToAnother() throws Exception {
        DispatcherSelector patient = DispatcherSelector.fromConfig("patient");
        ActorRef<CompletableFuture<Thread>> second = KIT.spawn(
                Behaviors.receiveMessage(thread -> {
                    thread.complete(Thread.currentThread());
                    return Behaviors.same();
                }),
                patient);
        CompletableFuture<Thread> runner = new CompletableFuture<>();
        ActorRef<CompletableFuture<Thread>> first = KIT.spawn(
                Behaviors.receiveMessage(thread -> {
                    runner.complete(Thread.currentThread());
                    second.tell(thread);
                    return Behaviors.same();
                }),
                patient);
        CompletableFuture<Thread> rest = new CompletableFuture<>();
        first.tell(rest);
        assertEquals(Thread.currentThread(), runner.get(1, TimeUnit.MINUTES));
        assertNotEquals(Thread.currentThread(), rest.get(1, TimeUnit.MINUTES));
    }

    @Test
    void aThreadThatIsInterruptedStaysSo() {
        ActorRef<Runnable> any = spawn(Behaviors.receiveMessage(run -> {
            run.run();
            return Behaviors.same();
        }));
        LinkedBlockingQueue<Boolean> seen = new LinkedBlockingQueue<>();
        Thread.currentThread().interrupt();
        any.tell(() -> seen.add(Thread.currentThread().isInterrupted()));
        assertTrue(Thread.interrupted());
        any.tell(() -> Thread.currentThread().interrupt());
        assertTrue(Thread.interrupted());
        any.tell(() -> seen.add(Thread.currentThread().isInterrupted()));
        assertFalse(Thread.interrupted());
        assertEquals(List.of(false, false), List.copyOf(seen));
    }

    @Test
    void manyThreadsThatSendToOneActorRunItOneAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        CompletableFuture<String> wrong = new CompletableFuture<>();
        CountDownLatch all = new CountDownLatch(4_000);
        ActorRef<Integer> counter = spawn(Behaviors.receiveMessage(number -> {
            if (inside.incrementAndGet() != 1) {
                wrong.complete("two threads ran it at once");
            }
            handled.incrementAndGet();
            inside.decrementAndGet();
            all.countDown();
            return Behaviors.same();
        }));
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(each -> new Thread(() -> IntStream.range(0, 1_000).forEach(counter::tell)))
                .toList();
        threads.forEach(Thread::start);
        assertTrue(all.await(1, TimeUnit.MINUTES));
        assertFalse(wrong.isDone());
        assertEquals(4_000, handled.get());
    }

    /** What depends on a future may block: it runs on no thread that the service needs. */
    @Test
    void anApplicationMayBlockWhereItIsGrantedALease() throws Exception {
        Locks locks = Locks.of(KIT.spawn(LocalLocks.alone(), CallerRunsExecutor.SELECTOR), KIT.system());
        Lease first = locks.acquire("first").get(1, TimeUnit.MINUTES);
        CompletableFuture<Lease> both = locks.acquire("first")
                .thenApply(again -> locks.acquire("second").join());
        first.release().thenRun(() -> locks.acquire("third").join());
        assertEquals("second", both.get(1, TimeUnit.MINUTES).claims().toString().replaceAll("[\\[\\]]", ""));
    }

    /** A task of the kind that Akka's mailboxes are. */
    private static final class Mailbox extends ForkJoinTask<Void> implements Runnable {

        private static final long serialVersionUID = 1;

        private final transient Runnable work;

        Mailbox(Runnable work) {
            this.work = work;
        }

        @Override
        public void run() {
            work.run();
        }

        @Override
        public boolean exec() {
            run();
            return false;
        }

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {}
    }

    private static ExecutorService service() {
        return new CallerRunsExecutor(ConfigFactory.parseString("longest-run = 0ms"), null)
                .createExecutorServiceFactory("test", Thread::new)
                .createExecutorService();
    }

    /** A thread sends to actors of two systems in one turn; the first ends, and the work of the second is not lost. */
    @Test
    void theWorkOfOneSystemIsNotLeftToAnother() throws Exception {
        ExecutorService one = service();
        ExecutorService two = service();
        CountDownLatch ran = new CountDownLatch(2);
        one.execute(new Mailbox(() -> {
            two.execute(new Mailbox(ran::countDown));
            one.execute(new Mailbox(() -> {}));
            two.execute(new Mailbox(ran::countDown));
            one.shutdown();
        }));
        assertTrue(ran.await(60, TimeUnit.SECONDS), "left to a pool that has ended");
        two.shutdown();
    }
}
