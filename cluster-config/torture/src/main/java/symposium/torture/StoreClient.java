package symposium.torture;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import symposium.cluster.SymposiumNode;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.script.DemoScript.Service;
import symposium.demo.script.ServicePort;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.service.participant.LeaderElection;

/**
 * The client in a node under torture. It asks for a grant again and again. While it has the grant, it reads a value of
 * the store for each name, waits, and writes the next. It tells the store what it does before it does it. Its virtual
 * machine ends when the store has gone.
 */
public final class StoreClient {

    private static final long HEARTBEAT = 500;

    private final SymposiumNode node;
    private final RandomGenerator random;
    private final StoreConnection store;

    private StoreClient(SymposiumNode node, StoreConnection store) {
        this.node = node;
        this.random = new SplittableRandom();
        this.store = store;
    }

    /**
     * Starts the client of a node.
     *
     * @param service the service that it uses
     * @param store where the store listens: a host and a port
     * @param mix the seed of the mix of requests, where there are several kinds
     */
    public static void start(SymposiumNode node, Service service, String store, long mix) {
        Thread thread = new Thread(
                () -> {
                    try (StoreConnection connection = new StoreConnection(store)) {
                        if (service == Service.RESOURCES) {
                            LockClients.run(node, connection, mix);
                        } else {
                            connection.tell(
                                    HistoryEvent.of(Kind.STARTED, node.process().number()));
                            new StoreClient(node, connection).run(service);
                        }
                    } catch (IOException | InterruptedException gone) {
                        Runtime.getRuntime().halt(StoreConnection.GONE);
                    }
                },
                "client of the store");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Service service) throws IOException, InterruptedException {
        if (service == Service.ELECTION) {
            follow();
        } else {
            use(ServicePort.of(node, service, random));
        }
    }

    private <R> void use(ServicePort<R> service) throws IOException, InterruptedException {
        BlockingQueue<R> replies = new LinkedBlockingQueue<>();
        ActorRef<R> replyTo = queue(replies, service.replies());
        while (true) {
            Thread.sleep(about(StoreConnection.THINK));
            SortedSet<String> wanted = service.choice().get();
            store.tell(HistoryEvent.of(
                    Kind.ASKS,
                    StoreConnection.named(wanted.isEmpty() ? Collections.singleton("lock") : wanted, Fence.NONE)));
            service.request().accept(wanted, replyTo);
            R reply = replies.take();
            while (service.granted().apply(reply).isEmpty()) {
                if (service.closed().test(reply)) {
                    store.tell(HistoryEvent.of(Kind.UNAVAILABLE));
                    return;
                }
                reply = replies.take();
            }
            Grant grant = service.granted().apply(reply).orElseThrow();
            HistoryEvent granted = HistoryEvent.of(
                    Kind.GRANTED,
                    StoreConnection.named(grant.names(node.process()).keySet(), grant.fence()));
            store.tell(granted);
            if (store.updated(
                    granted,
                    () -> Optional.ofNullable(replies.poll(about(StoreConnection.HOLD), TimeUnit.MILLISECONDS)))) {
                store.tell(HistoryEvent.of(Kind.RELEASED));
                service.release().accept(reply, replyTo);
            } else {
                store.tell(HistoryEvent.of(Kind.LOST));
            }
        }
    }

    /** Writes under the term while this node leads; otherwise tells now and then that it knows the leader. */
    private void follow() throws IOException, InterruptedException {
        BlockingQueue<LeaderElection.News> news = new LinkedBlockingQueue<>();
        node.leaderElection().tell(new LeaderElection.Subscribe(queue(news, LeaderElection.News.class)));
        LeaderElection.News latest = news.take();
        while (!(latest instanceof LeaderElection.Unavailable)) {
            Optional<LeaderElection.News> next = Optional.empty();
            if (latest instanceof LeaderElection.Leads leads) {
                SortedMap<String, Fence> term =
                        StoreConnection.named(Collections.singleton("leader"), new Fence(leads.term(), 0));
                store.tell(HistoryEvent.of(Kind.FOLLOWS, term));
                if (leads.self()) {
                    HistoryEvent granted = HistoryEvent.of(Kind.GRANTED, term);
                    store.tell(granted);
                    while (next.isEmpty()) {
                        store.tell(HistoryEvent.of(Kind.FOLLOWS, term));
                        store.updated(granted, Optional::empty);
                        next = Optional.ofNullable(news.poll(about(StoreConnection.HOLD), TimeUnit.MILLISECONDS));
                    }
                    store.tell(HistoryEvent.of(Kind.LOST));
                } else {
                    next = Optional.ofNullable(news.poll(HEARTBEAT, TimeUnit.MILLISECONDS));
                }
            } else {
                next = Optional.of(news.take());
            }
            latest = next.orElse(latest);
        }
        store.tell(HistoryEvent.of(Kind.UNAVAILABLE));
    }

    private <R> ActorRef<R> queue(BlockingQueue<R> queue, Class<R> type) {
        return node.spawn(
                Behaviors.receive(type)
                        .onAnyMessage(message -> {
                            queue.add(message);
                            return Behaviors.same();
                        })
                        .build(),
                "queue");
    }

    private int about(int milliseconds) {
        return milliseconds / 2 + random.nextInt(milliseconds);
    }
}
