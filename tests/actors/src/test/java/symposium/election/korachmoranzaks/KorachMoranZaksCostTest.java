package symposium.election.korachmoranzaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.election.Arrangements;
import symposium.election.Election;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.problem.Channels;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Graphs in which each process takes its links in an order of its own; every failure names its seed. */
class KorachMoranZaksCostTest {

    private static final int MOST_PROCESSES = 24;

    /**
     * Every rule fires but those of a process without neighbours and of users that ask late, and 5n log n + 3n messages
     * are enough.
     */
    @Test
    void whateverTheOrderOfTheLinksTheMessagesStayWithinTheBoundAndEveryRuleFires() {
        Set<String> silent = new TreeSet<>(
                new KorachMoranZaks().rules().stream().map(Rule::label).toList());
        for (long seed = 1; seed <= 4000; seed++) {
            Random random = new Random(seed);
            int processes = 2 + random.nextInt(seed % 4 == 0 ? MOST_PROCESSES - 1 : 6);
            Metrics tally = elect(processes, random, seed);
            String where = processes + " processes, seed " + seed;
            long announcements = tally.messages("elected");
            assertEquals(processes - 1, announcements, where);
            assertTrue(
                    tally.total() - announcements <= 5 * processes * Math.log(processes) / Math.log(2) + 3 * processes,
                    () -> where + ": " + tally);
            tally.rules().forEach((rule, times) -> {
                if (times > 0) {
                    silent.remove(rule);
                }
            });
        }
        assertEquals(Set.of("i.1", "i.2", "i.3"), silent);
    }

    private static Metrics elect(int processes, Random random, long seed) {
        List<ProcessId> all = new ArrayList<>(Arrangements.everyone(processes));
        List<Neighbours> links = new ArrayList<>();
        for (ProcessId self : all) {
            List<ProcessId> others = new ArrayList<>(all);
            others.remove(self);
            Collections.shuffle(others, random);
            links.add(Neighbours.of(others));
        }
        Set<ProcessId> initiators = new TreeSet<>(Set.of(all.get(random.nextInt(processes))));
        all.stream().filter(process -> random.nextInt(4) > 0).forEach(initiators::add);
        return Simulation.of(
                        new KorachMoranZaks(),
                        Election.PROBLEM,
                        new Network(all, links),
                        Channels.FIFO,
                        Workload.initiating(Election.PROBLEM, initiators, Durations.exactly(0)))
                .withDelays(Durations.between(1, 1 + random.nextInt(100)))
                .withSeed(seed)
                .as(Run::new)
                .runToTheEnd();
    }
}
