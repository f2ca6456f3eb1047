package shop;

import akka.actor.typed.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import symposium.service.Symposium;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.service.member.Termination;

/**
 * What the pages show an application to write, word for word, and what they take for granted around it. A test of this
 * build holds the one to the other.
 */
final class Samples {

    private static final long PATIENCE_SECONDS = 60;

    /** What a lock protects: it refuses a smaller fence than it has seen. */
    private final class Store {
        private final Map<String, Long> fences = new ConcurrentHashMap<>();

        void write(long fence, String what) {
            fences.merge(what, fence, Math::max);
            happened.add("written " + what);
        }
    }

    /** A row of a database, with the fence of the last update. */
    private static final class Jdbc {
        private long seen;

        int update(String sql, Object... values) {
            long fence = (Long) values[1];
            boolean accepted = sql.endsWith("fence <= ?") && seen <= fence;
            seen = Math.max(seen, fence);
            return accepted ? 1 : 0;
        }
    }

    private final ActorSystem<Void> system;
    private final String change;
    private final Store store = new Store();
    private final Jdbc jdbc = new Jdbc();
    private final long balance = 100;
    private final BlockingQueue<String> happened = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    /** @param change what is written, another one in each JVM */
    Samples(ActorSystem<Void> system, String change) {
        this.system = system;
        this.change = change;
    }

    private void print() {
        happened.add("printed");
    }

    private void open() {
        happened.add("open");
    }

    private void alert(String why) {
        happened.add("alert " + why);
    }

    private void startBilling(long term) {
        happened.add("billing " + (term > 0));
    }

    private void stopBilling() {
        System.out.println("billing stopped");
    }

    private void route(String address) {
        happened.add("route " + address);
    }

    /** Runs all of them, and fails unless everything happens. */
    void run() throws InterruptedException {
        readiness();
        await("open");
        frontDoor();
        await("balance " + jdbc.seen);
        fenceYourStore();
        await("written " + change);
        namedLocks();
        await("written " + change);
        await("printed");
        recipes();
        elections();
        await("printed");
        ends();
    }

    /** In whichever order things happen. */
    private void await(String what) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!seen.remove(what)) {
            String next = happened.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new IllegalStateException("not in " + PATIENCE_SECONDS + " s: " + what + "; but " + seen);
            }
            seen.add(next);
        }
    }

    private void recipes() throws InterruptedException {
        skipIfBusy();
        transfer();
        await("written " + change);
        readersAndWriters();
        await("written " + change);
        await("printed");
        atMostThree();
        await("printed");
        withADeadline();
        givenUp();
        untilLost();
        await("printed");
    }

    private void readiness() {
        Symposium.get(system)
                .ready()
                .thenRun(this::open); // fails with NodeEnded, and the reason, when it never will be
        Symposium.get(system)
                .notReady()
                .ifPresent(this::alert); // "the node sees no majority: ... it reaches 1 of 3 processes", say
    }

    private void frontDoor() throws InterruptedException {
        try (Lease lease = Symposium.get(system).blockingLocks().acquire("account 17")) {
            long fence = lease.fence().number(); // the fencing token: it grows from holder to holder
            int rows = jdbc.update(
                    "UPDATE account SET balance = ?, fence = ? WHERE id = ? AND fence <= ?", balance, fence, 17, fence);
            if (rows == 0) {
                throw new IllegalStateException("this node no longer holds the lock");
            }
        }
        happened.add("balance " + jdbc.seen);
    }

    private void fenceYourStore() throws InterruptedException {
        try (Lease lease = Symposium.get(system).blockingLocks().acquire("account 17")) {
            store.write(lease.fence().number(), change); // a long from 1
        }
    }

    private void namedLocks() throws InterruptedException {
        Locks locks = Symposium.get(system).locks(); // typed or classic; also at a member without the role symposium

        locks.acquire("order 17").thenAccept(lease -> {
            try (lease) { // released also when the store fails
                store.write(lease.fence().number(), change); // the store refuses a smaller number than it has seen
            }
        });

        Claims claims =
                Claims.exclusive("printer").and(Claims.shared("paper price")).and(Claims.permits("trays", 2, 5));
        try (Lease lease = Symposium.get(system).blockingLocks().acquire(claims, Duration.ofSeconds(10))) {
            print();
        }
    }

    private void skipIfBusy() throws InterruptedException {
        Optional<Lease> report = Symposium.get(system).blockingLocks().tryAcquire("nightly report");
        if (report.isPresent()) {
            try (Lease lease = report.get()) {
                store.write(lease.fence().number(), change);
            }
        }
    }

    private void transfer() throws InterruptedException {
        try (Lease both = Symposium.get(system).blockingLocks().acquire("account 1", "account 2")) {
            store.write(both.fence().number(), change); // one token for both
        }
    }

    private void readersAndWriters() throws InterruptedException {
        try (Lease reader = Symposium.get(system).blockingLocks().acquire(Claims.shared("prices"))) {
            print();
        }
        try (Lease writer = Symposium.get(system).blockingLocks().acquire(Claims.exclusive("prices"))) {
            store.write(writer.fence().number(), change);
        }
    }

    private void atMostThree() throws InterruptedException {
        Claims slot = Claims.permits("download slots", 1, 3);
        try (Lease lease = Symposium.get(system).blockingLocks().acquire(slot)) {
            print(); // at most three holders in the whole cluster
        }
    }

    private void withADeadline() throws InterruptedException {
        try (Lease lease = Symposium.get(system).blockingLocks().acquire("order 18", Duration.ofSeconds(2))) {
            store.write(lease.fence().number(), change);
        } catch (NotGranted reason) {
            alert(reason.getMessage()); // who holds it, if that is known
        }
    }

    private void givenUp() {
        CompletableFuture<Lease> request = Symposium.get(system).locks().acquire("order 19");
        request.thenAccept(Lease::close); // if it is granted first
        request.cancel(true);
    }

    private void untilLost() {
        Symposium.get(system).locks().acquire("plotter").thenAccept(lease -> {
            lease.leaving().thenAccept(soon -> lease.close()); // the node leaves: finish and release
            lease.lost().thenAccept(lost -> alert(lost.why())); // another node can receive the lock
            print();
            lease.close();
        });
    }

    private void elections() {
        Elections elections = Symposium.get(system).elections(); // at any member, with or without the role symposium

        elections.campaign("billing", "http://10.0.0.1:8080").thenAccept(leadership -> {
            leadership.lost().thenAccept(lost -> stopBilling());
            startBilling(leadership.term()); // what it acts upon refuses a smaller term than it has seen
        });

        try (Elections.Subscription watched = elections.watch("billing", state -> {
            if (state instanceof LeaderState.Leader leader) {
                route(leader.value()); // also leader.node() and leader.term()
            }
        })) {
            print(); // until here the election is watched
        }
    }

    private void ends() {
        Symposium.get(system).node().ifPresent(node -> node.ended().thenAccept(end -> {
            if (end.cause() != Termination.Cause.LEFT) {
                alert(end.cause() + ": " + end.why());
            }
        }));
    }
}
