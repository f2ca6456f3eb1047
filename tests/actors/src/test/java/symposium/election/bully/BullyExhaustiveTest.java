package symposium.election.bully;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.election.Survey;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** Every interleaving, for all sets of initiators and all moments. */
class BullyExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 2 states, messages 0, together 0, announcements 0, depends on NONE, silent [a.0, a.1, c.0, c.1, e.0, e.1, e.2, i.0, i.2, i.3, n.0, n.1, n.2], untested [a process that has called has a greater one to wait for, a process that waits will hear]",
                "2 | 14 states, messages 0..2, together 2, announcements 1, depends on INITIATORS, silent [c.1, e.0, i.2, n.0, n.1, n.2]",
                "3 | 393 states, messages 0..6, together 6, announcements 2, depends on SCHEDULE, silent [c.1, n.0, n.1, n.2]",
                "4 | 38388 states, messages 0..12, together 12, announcements 3, depends on SCHEDULE, silent [c.1, n.0, n.1, n.2]",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new Bully.Entry(), processes, List.of(Shape.COMPLETE)).assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 35 states, messages 0..2, together 1..2, announcements 0..1, depends on SCHEDULE, silent [c.1, e.0, i.2, n.0]",
                "3 | 1365 states, messages 0..8, together 4..8, announcements 0..3, depends on SCHEDULE, silent []",
            })
    void ifAnyProcessCrashesTheOthersElectAgain(int processes, String expected) {
        Survey.of(
                        new Bully.Entry(),
                        processes,
                        List.of(Shape.COMPLETE),
                        Channels.UNORDERED,
                        FaultBudget.NONE.withCrashes(1))
                .assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | 1582 states, messages 0..8, together 3..8, announcements 0..3, depends on SCHEDULE, silent []",
            })
    void twoCrashesToo(int processes, String expected) {
        Survey.of(
                        new Bully.Entry(),
                        processes,
                        List.of(Shape.COMPLETE),
                        Channels.UNORDERED,
                        FaultBudget.NONE.withCrashes(2))
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 247078 states, messages 0..18, together 9..18, announcements 0..5, depends on SCHEDULE, silent []",
            })
    void oneCrashAmongFour(int processes, String expected) {
        Survey.of(
                        new Bully.Entry(),
                        processes,
                        List.of(Shape.COMPLETE),
                        Channels.UNORDERED,
                        FaultBudget.NONE.withCrashes(1))
                .assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 347322 states, messages 0..18, together 9..18, announcements 0..5, depends on SCHEDULE, silent []",
            })
    @Tag("slow")
    void oneCrashAmongFourWhereLinksKeepOrder(int processes, String expected) {
        Survey.of(new Bully.Entry(), processes, List.of(Shape.COMPLETE), Channels.FIFO, FaultBudget.NONE.withCrashes(1))
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : List.of(Shape.COMPLETE)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new Bully.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
