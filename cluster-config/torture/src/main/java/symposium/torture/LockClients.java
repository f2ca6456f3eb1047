package symposium.torture;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import symposium.arbitration.resources.Mode;
import symposium.cluster.SymposiumNode;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.torture.LockMix.Patience;
import symposium.torture.LockMix.Wish;

/**
 * The clients of the named locks of a node under torture: an actor that sends messages, a thread that blocks, and one
 * that has futures. Each asks for names exclusively, shared or by permits, again and again: without a limit, with one,
 * without waiting, or cancelling the request.
 */
final class LockClients {

    /** What a client holds. */
    private interface Held {

        Fence fence();

        /** Waits; what the client has been told of a loss meanwhile, if anything. */
        Optional<?> lostWithin(int milliseconds) throws InterruptedException;

        void release();
    }

    /** How a client asks: what it holds then, or nothing. */
    private interface Face {
        Optional<Held> ask(Wish wish) throws InterruptedException, Ended;
    }

    /** The service of the node has ended. */
    private static final class Ended extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final SymposiumNode node;
    private final StoreConnection store;
    private final LockMix mix;

    private LockClients(SymposiumNode node, StoreConnection store, long seed) {
        this.node = node;
        this.store = store;
        this.mix = new LockMix(seed);
    }

    /**
     * Runs the clients until the service of the node has ended.
     *
     * @param seed determines the mix of requests
     */
    static void run(SymposiumNode node, StoreConnection store, long seed) throws IOException, InterruptedException {
        LockClients clients = new LockClients(node, store, seed);
        Locks locks = Locks.of(node.locks(), node.system());
        List<Face> faces =
                List.of(clients.new Messages(), threads(new BlockingLocks(locks)), clients.futures(locks.client()));
        store.tell(HistoryEvent.of(Kind.STARTED, node.process().number()).withValue(Optional.of((long) faces.size())));
        node.readiness().ready().thenRun(() -> {
            try {
                store.tell(HistoryEvent.of(Kind.READY));
            } catch (IOException gone) {
                Runtime.getRuntime().halt(StoreConnection.GONE);
            }
        });
        CountDownLatch ended = new CountDownLatch(faces.size());
        for (int number = 0; number < faces.size(); number++) {
            int client = number;
            FencedStore.daemon("client " + client + " of the locks", () -> {
                try {
                    clients.use(client, faces.get(client));
                } catch (IOException | InterruptedException gone) {
                    Runtime.getRuntime().halt(StoreConnection.GONE);
                }
                ended.countDown();
            });
        }
        ended.await();
    }

    private void use(int client, Face face) throws IOException, InterruptedException {
        while (true) {
            Thread.sleep(mix.about(StoreConnection.THINK));
            Wish wish = mix.next();
            if (tell(client, about(Kind.ASKS, wish.claims(), Fence.NONE)).equals(FencedStore.RESTS)) {
                continue;
            }
            Optional<Held> held;
            try {
                held = face.ask(wish);
            } catch (Ended over) {
                tell(client, HistoryEvent.of(Kind.UNAVAILABLE));
                return;
            }
            if (held.isEmpty()) {
                tell(
                        client,
                        HistoryEvent.of(Kind.GIVEN_UP)
                                .withNote(Optional.of(wish.patience().toString())));
            } else {
                hold(client, wish.claims(), held.get());
            }
        }
    }

    private void hold(int client, Claims claims, Held held) throws IOException, InterruptedException {
        HistoryEvent granted = about(Kind.GRANTED, claims, held.fence());
        tell(client, granted);
        if (store.updated(
                granted.withClient(Optional.of(client)), () -> held.lostWithin(mix.about(StoreConnection.HOLD)))) {
            tell(client, HistoryEvent.of(Kind.RELEASED));
            held.release();
        } else {
            tell(client, HistoryEvent.of(Kind.LOST));
        }
    }

    private String tell(int client, HistoryEvent event) throws IOException {
        return store.tell(event.withClient(Optional.of(client)));
    }

    /** An event about these claims, under a fence. */
    static HistoryEvent about(Kind kind, Claims claims, Fence fence) {
        TreeMap<String, Mode> modes = new TreeMap<>(claims.modes());
        modes.values().removeIf(Mode.EXCLUSIVE::equals);
        return HistoryEvent.of(kind, StoreConnection.named(claims.modes().keySet(), fence))
                .withModes(modes);
    }

    // --- the three ways to ask

    /** An actor that sends messages. */
    private final class Messages implements Face {
        private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
        private final ActorRef<LockService.Command> service = node.locks();
        private final ActorRef<Reply> owner = node.spawn(
                Behaviors.receive(Reply.class)
                        .onAnyMessage(reply -> {
                            replies.add(reply);
                            return Behaviors.same();
                        })
                        .build(),
                "replies");
        private long requests;

        @Override
        public Optional<Held> ask(Wish wish) throws InterruptedException, Ended {
            String id = Long.toString(++requests);
            service.tell(
                    wish.patience() == Patience.NONE
                            ? new LockService.TryAcquire(id, wish.claims(), Optional.empty(), owner)
                            : new LockService.Acquire(id, wish.claims(), wish.limit(), owner));
            Optional<Reply> early = wish.patience() == Patience.CANCELS
                    ? replyTo(id, mix.about(LockMix.LIMIT))
                    : Optional.of(replyTo(id));
            return early.isPresent() ? outcome(id, early.get(), wish) : end(cancel(id), wish);
        }

        /** Cancels a request; the reply with which it ends. */
        private Reply cancel(String id) throws InterruptedException {
            service.tell(new LockService.Cancel(id, owner, owner));
            Reply reply = replyTo(id);
            // What is granted before the service hears of the cancellation is released by it.
            while (reply instanceof LockService.Granted || reply instanceof LockService.Lost) {
                reply = replyTo(id);
            }
            return reply;
        }

        private Optional<Held> outcome(String id, Reply reply, Wish wish) throws Ended {
            return reply instanceof LockService.Granted granted
                    ? Optional.of(held(id, granted.fence()))
                    : end(reply, wish);
        }

        private Optional<Held> end(Reply reply, Wish wish) throws Ended {
            if (reply instanceof LockService.Refused refused) {
                throw new IllegalStateException(refused.toString());
            }
            if (reply instanceof LockService.Unavailable && wish.patience() != Patience.NONE) {
                throw new Ended();
            }
            return Optional.empty();
        }

        private Reply replyTo(String id) throws InterruptedException {
            return replyTo(id, Long.MAX_VALUE).orElseThrow();
        }

        /** The next reply about a request, within a time in milliseconds. */
        private Optional<Reply> replyTo(String id, long within) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(within, Integer.MAX_VALUE));
            while (true) {
                Reply reply = replies.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (reply == null || reply.id().equals(id)) {
                    return Optional.ofNullable(reply);
                }
            }
        }

        private Held held(String id, Fence fence) {
            return new Held() {
                @Override
                public Fence fence() {
                    return fence;
                }

                @Override
                public Optional<?> lostWithin(int milliseconds) throws InterruptedException {
                    return replyTo(id, milliseconds);
                }

                @Override
                public void release() {
                    service.tell(new LockService.Release(id, fence, owner));
                }
            };
        }
    }

    private static Face threads(BlockingLocks locks) {
        return wish -> {
            try {
                if (wish.patience() == Patience.NONE) {
                    return locks.tryAcquire(wish.claims()).map(LockClients::held);
                }
                // A thread that blocks cannot cancel; it has a limit instead.
                Optional<Duration> limit = wish.patience() == Patience.CANCELS
                        ? Optional.of(Duration.ofMillis(LockMix.LIMIT))
                        : wish.limit();
                return Optional.of(held(
                        limit.isPresent() ? locks.acquire(wish.claims(), limit.get()) : locks.acquire(wish.claims())));
            } catch (NotGranted none) {
                return none(none, wish);
            }
        };
    }

    private Face futures(Locks locks) {
        return wish -> {
            try {
                if (wish.patience() == Patience.NONE) {
                    return locks.tryAcquire(wish.claims()).get().map(LockClients::held);
                }
                CompletableFuture<Lease> lease = wish.limit()
                        .map(limit -> locks.acquire(wish.claims(), limit))
                        .orElseGet(() -> locks.acquire(wish.claims()));
                if (wish.patience() == Patience.CANCELS) {
                    CompletableFuture.delayedExecutor(mix.about(LockMix.LIMIT), TimeUnit.MILLISECONDS)
                            .execute(() -> lease.cancel(false));
                }
                return Optional.of(held(lease.get()));
            } catch (CancellationException cancelled) {
                return Optional.empty();
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof NotGranted none) {
                    return none(none, wish);
                }
                throw new IllegalStateException(failed.getCause());
            }
        };
    }

    private static Optional<Held> none(NotGranted none, Wish wish) throws Ended {
        if (none.reason() == NotGranted.Cause.REFUSED) {
            throw none;
        }
        if (none.reason() == NotGranted.Cause.UNAVAILABLE && wish.patience() != Patience.NONE) {
            throw new Ended();
        }
        return Optional.empty();
    }

    private static Held held(Lease lease) {
        BlockingQueue<LockService.Lost> lost = new LinkedBlockingQueue<>();
        lease.lost().thenAccept(lost::add);
        return new Held() {
            @Override
            public Fence fence() {
                return lease.fence();
            }

            @Override
            public Optional<?> lostWithin(int milliseconds) throws InterruptedException {
                return Optional.ofNullable(lost.poll(milliseconds, TimeUnit.MILLISECONDS));
            }

            @Override
            public void release() {
                lease.close();
            }
        };
    }
}
