package symposium.cluster.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import akka.actor.typed.receptionist.Receptionist;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.lock.LockServiceActor;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.service.lock.LockService;
import symposium.wire.WireMessage;

/** What clients of whole nodes see under faults, in virtual time. */
@Tag("fast")
class SimulatedClusterTest {

    private static final int SEEDS = Integer.getInteger("symposium.simulated", 300);
    private static final int MOST_SEEDS = 60;

    /** Faults of hosts and services: what they do not take. */
    enum Planted {
        NOTICES_OF_LOSS_ARE_DROPPED(() -> isOutput(Grant.Lost.class)),
        SOME_GRANTS_ARE_DROPPED(() -> isOutput(Grant.Taken.class).and(fifth())),
        SOME_RELEASES_ARE_DROPPED(() -> is(LockService.Release.class).and(fifth())),
        SOME_CANCELS_ARE_DROPPED(() -> is(LockService.Cancel.class).and(fifth())),
        /** Their timers have the tickets as keys. */
        LIMITS_DO_NOT_EXPIRE(() -> is(Long.class)),
        NOTHING_IS_SENT_AGAIN(() -> is(HostCommand.Remind.class)),
        MEMBERS_DO_NOT_CONFIRM(() -> is(WireMessage.MembershipConfirmation.class)),
        SOME_MEMBERSHIPS_ARE_MISSED(() -> is(HostCommand.Seen.class).and(fifth())),
        SOME_REQUESTS_ARE_DROPPED(() -> is(HostCommand.Input.class).and(fifth())),
        NOTHING_IS_SENT_TO_A_GUEST_AGAIN(() -> isOf("symposium.cluster.guest.GuestActor$Signal")),
        NOTHING_IS_SENT_BY_A_GUEST_AGAIN(() -> isOf("symposium.cluster.lock.LockProxy$Remind")),
        SOME_LISTINGS_ARE_MISSED(() -> is(Receptionist.Listing.class).and(fifth()));

        /** Another one for each run. */
        private final Supplier<Predicate<Object>> dropped;

        Planted(Supplier<Predicate<Object>> dropped) {
            this.dropped = dropped;
        }

        private static Predicate<Object> is(Class<?> type) {
            return type::isInstance;
        }

        private static Predicate<Object> isOf(String type) {
            return message -> message.getClass().getName().equals(type);
        }

        private static Predicate<Object> isOutput(Class<? extends Grant> type) {
            return message -> message instanceof LockServiceActor.FromHost from
                    && from.event() instanceof HostEvent.Told<Grant> told
                    && type.isInstance(told.output());
        }

        private static Predicate<Object> fifth() {
            int[] seen = {0};
            return message -> ++seen[0] % 5 == 0;
        }
    }

    /** A check that cannot fail shows nothing. */
    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void aPlantedFaultIsFound(Planted planted) {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            SimulationRun run = SimulationPlan.of(seed).run(planted.dropped.get(), Optional.empty());
            if (!run.wrong().isEmpty()) {
                System.out.println(
                        planted + ": seed " + seed + ": " + run.wrong().get(0));
                return;
            }
        }
        fail(planted + " is not found in " + MOST_SEEDS + " seeds");
    }

    @Test
    void clientsAreServedAndAllFallsSilent() throws Exception {
        String plan = System.getProperty("symposium.plan", "");
        if (!plan.isEmpty()) {
            System.out.println(SimulatedSeeds.where(SimulationPlan.read(plan)));
            assertEquals(
                    List.of(), SimulatedSeeds.written(SimulationPlan.read(plan)).wrong());
            return;
        }
        long first = Long.getLong("symposium.seed", 1);
        new SimulatedSeeds(first, first + SEEDS).run(Long.MAX_VALUE);
    }

    /** A slice of them: the next run goes on behind it. */
    @Test
    @Tag("seeds")
    void manySeeds() throws Exception {
        long end = Long.getLong("symposium.seeds", 100_000) + 1;
        Path place = Path.of("target", "simulated-seeds");
        long first = Files.exists(place) ? Long.parseLong(Files.readString(place)) : 1;
        SimulatedSeeds seeds = new SimulatedSeeds(first, end);
        try {
            seeds.run(Duration.ofMinutes(Long.getLong("symposium.minutes", 30)).toNanos());
        } finally {
            Files.writeString(place, Long.toString(seeds.next()));
            System.out.printf(Locale.ROOT, "the seeds %,d to %,d of %,d have run%n", first, seeds.next() - 1, end - 1);
        }
    }

    @Test
    @Tag("slow")
    void aPlanThatFailsIsShrunk() {
        Predicate<Object> dropped = Planted.SOME_RELEASES_ARE_DROPPED.dropped.get();
        SimulationPlan plan = SimulationPlan.read("seed=1,nodes=3,guests=1,sessions=2,clients=4,seconds=60");
        SimulationPlan least = new SimulationShrinker(
                        each -> each.run(Planted.SOME_RELEASES_ARE_DROPPED.dropped.get(), Optional.empty()), 200)
                .shrunk(plan);
        assertFalse(least.run(dropped, Optional.empty()).wrong().isEmpty(), least.toString());
        assertEquals(least, SimulationPlan.read(least.toString()));
        System.out.println(plan + " is shrunk to " + least);
        assertTrue(least.seconds() < 10 && least.clients() < 3 && least.guests() + least.sessions() == 0);
    }

    /** Nodes log steps of the protocol, also where a request crosses the notice that its claim has ended. */
    @ParameterizedTest
    @ValueSource(longs = {3, 7, 9, 12, 14, 19, 25, 39})
    @Tag("slow")
    void theLogsOfARunAreReplayedInTheProtocol(long seed, @TempDir Path directory) throws Exception {
        SimulationPlan.of(seed).run(message -> false, Optional.of(directory));
        List<EventLog> logs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                EventLog.ifBegun(file)
                        .filter(log -> log.head().algorithm().startsWith("privileges"))
                        .ifPresent(logs::add);
            }
        }
        assertFalse(logs.isEmpty());
        assertEquals(Optional.empty(), LogVerifier.verify(MergedLog.of(logs)).deviation());
    }

    /** Also in another thread, beside other seeds. */
    @Test
    void aSeedDeterminesEverything() throws Exception {
        List<String> first = SimulationPlan.of(7).run().events();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            threads.submit(() -> SimulationPlan.of(8).run());
            List<String> second =
                    threads.submit(() -> SimulationPlan.of(7).run().events()).get();
            for (int place = 0; place < first.size(); place++) {
                assertEquals(first.get(place), second.get(place), "line " + (place + 1));
            }
            assertEquals(first.size(), second.size());
        } finally {
            threads.shutdownNow();
        }
    }
}
