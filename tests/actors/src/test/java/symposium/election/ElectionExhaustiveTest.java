package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/**
 * Each election in every interleaving, for all sets of initiators and all moments, on all networks of a kind: one
 * process is elected, and all learn it. A row has the algorithm, the networks, the channels (those of the paper if none
 * are named), how many processes may crash, the number of processes, and what is found.
 */
class ElectionExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lelann | rings | as in the paper | 0 | 1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [c.0, c.1, c.2, c.3, e.0, i.1, i.2]",
                "lelann | rings | as in the paper | 0 | 2 | 28 states, messages 2..4, together 4, announcements 2, depends on INITIATORS, silent [c.1]",
                "lelann | rings | as in the paper | 0 | 3 | 378 states, messages 3..9, together 9, announcements 3, depends on INITIATORS, silent []",
                "lelann | rings | as in the paper | 0 | 4 | 7734 states, messages 4..16, together 16, announcements 4, depends on INITIATORS, silent []",
                "chang-roberts | rings | as in the paper | 0 | 1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [e.1, e.2, e.3, e.4, e.6]",
                "chang-roberts | rings | as in the paper | 0 | 2 | 29 states, messages 2..5, together 3, announcements 2..4, depends on INITIATORS, silent []",
                "chang-roberts | rings | as in the paper | 0 | 3 | 378 states, messages 3..12, together 5..6, announcements 3..9, depends on INITIATORS, silent []",
                "chang-roberts | rings | as in the paper | 0 | 4 | 6857 states, messages 4..22, together 7..10, announcements 4..16, depends on INITIATORS, silent []",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [1.0, 1.1, 1.3, 2.0, 2.1, 2.2, e.0, i.1, i.2]",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 2 | 32 states, messages 6, together 6, announcements 2, depends on NONE, silent [2.2]",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 3 | 298 states, messages 9, together 9, announcements 3, depends on NONE, silent [2.2]",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 4 | 4762 states, messages 12..20, together 12..20, announcements 4, depends on NONE, silent []",
                "peterson | rings | as in the paper | 0 | 1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0, r.2]",
                "peterson | rings | as in the paper | 0 | 2 | 32 states, messages 5, together 5, announcements 2, depends on NONE, silent [a.3, r.0]",
                "peterson | rings | as in the paper | 0 | 3 | 284 states, messages 8, together 8, announcements 3, depends on NONE, silent [r.2]",
                "peterson | rings | as in the paper | 0 | 4 | 4672 states, messages 11..16, together 11..16, announcements 4, depends on NONE, silent []",
                "peterson-alternating | rings | as in the paper | 0 | 1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [e.0, e.1, i.1, i.2, n.0, o.0, o.1, r.0, w.0, w.1]",
                "peterson-alternating | rings | as in the paper | 0 | 2 | 23 states, messages 4, together 4, announcements 2, depends on NONE, silent [e.0, e.1]",
                "peterson-alternating | rings | as in the paper | 0 | 3 | 209 states, messages 6..9, together 6..9, announcements 3, depends on NONE, silent []",
                "peterson-alternating | rings | as in the paper | 0 | 4 | 2574 states, messages 8..12, together 8..12, announcements 4, depends on NONE, silent []",
                "franklin | rings | as in the paper | 0 | 1 | 7 states, messages 2, together 2, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0], untested [a process that has heard from both sides has decided]",
                "franklin | rings | as in the paper | 0 | 2 | 88 states, messages 8, together 8, announcements 2, depends on NONE, silent []",
                "franklin | rings | as in the paper | 0 | 3 | 1156 states, messages 12, together 12, announcements 3, depends on NONE, silent []",
                "franklin | rings | as in the paper | 0 | 4 | 25956 states, messages 16..24, together 16..24, announcements 4, depends on NONE, silent []",
                "franklin | rings | unordered | 0 | 1 | 8 states, messages 2, together 2, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0], untested [a process that has heard from both sides has decided]",
                "franklin | rings | unordered | 0 | 2 | 97 states, messages 8, together 8, announcements 2, depends on NONE, silent []",
                "franklin | rings | unordered | 0 | 3 | 1732 states, messages 12, together 12, announcements 3, depends on NONE, silent []",
                "franklin | rings | unordered | 0 | 4 | 42664 states, messages 16..24, together 16..24, announcements 4, depends on SCHEDULE, silent []",
                "hirschberg-sinclair | rings | as in the paper | 0 | 1 | 9 states, messages 2, together 2, announcements 1, depends on NONE, silent [c.0, c.1, c.2, c.3, c.6, e.0, i.1, i.2, r.0, r.1, r.2, r.3, r.4]",
                "hirschberg-sinclair | rings | as in the paper | 0 | 2 | 524 states, messages 8..12, together 12, announcements 2, depends on INITIATORS, silent [r.4]",
                "hirschberg-sinclair | rings | as in the paper | 0 | 3 | 39880 states, messages 18..26, together 26, announcements 3, depends on SCHEDULE, silent []",
                "bully | complete | as in the paper | 0 | 1 | 2 states, messages 0, together 0, announcements 0, depends on NONE, silent [a.0, a.1, c.0, c.1, e.0, e.1, e.2, i.0, i.2, i.3, n.0, n.1, n.2], untested [a process that has called has a greater one to wait for, a process that waits will hear]",
                "bully | complete | as in the paper | 0 | 2 | 14 states, messages 0..2, together 2, announcements 1, depends on INITIATORS, silent [c.1, e.0, i.2, n.0, n.1, n.2]",
                "bully | complete | as in the paper | 0 | 3 | 393 states, messages 0..6, together 6, announcements 2, depends on SCHEDULE, silent [c.1, n.0, n.1, n.2]",
                "bully | complete | as in the paper | 0 | 4 | 38388 states, messages 0..12, together 12, announcements 3, depends on SCHEDULE, silent [c.1, n.0, n.1, n.2]",
                "bully | complete | unordered | 1 | 2 | 35 states, messages 0..2, together 1..2, announcements 0..1, depends on SCHEDULE, silent [c.1, e.0, i.2, n.0]",
                "bully | complete | unordered | 1 | 3 | 1365 states, messages 0..8, together 4..8, announcements 0..3, depends on SCHEDULE, silent []",
                "bully | complete | unordered | 2 | 3 | 1582 states, messages 0..8, together 3..8, announcements 0..3, depends on SCHEDULE, silent []",
                "korach-moran-zaks | ordered links | as in the paper | 0 | 1 | 6 states, messages 0, together 0, announcements 0, depends on NONE, silent [a.0, a.1, a.2, a.3, a.4, a.5, e.0, i.0, i.2, i.3, k.0, k.1, k.2, k.3, s.0, s.1, s.2, u.0, u.1, u.2, u.3], untested [a phase p takes 2^p processes, no process is its own forefather, except across a way that is being reversed]",
                "korach-moran-zaks | ordered links | as in the paper | 0 | 2 | 63 states, messages 2..3, together 3, announcements 1, depends on INITIATORS, silent [a.1, a.2, a.3, a.5, i.1, k.0, k.1, k.2, s.0, s.1, s.2, u.0, u.1, u.2, u.3], untested [a phase p takes 2^p processes]",
                "korach-moran-zaks | ordered links | as in the paper | 0 | 3 | 1272 states, messages 5..14, together 7..8, announcements 2, depends on SCHEDULE, silent [a.3, i.1, k.2, s.2, u.3]",
                "korach-moran-zaks | ordered links | as in the paper | 0 | 4 | 26570 states, messages 8..22, together 11..12, announcements 3, depends on SCHEDULE, silent [i.1, s.2, u.3]",
            })
    void oneProcessIsElectedAndAllLearnIt(
            String name, String networks, String channels, int crashes, int processes, String expected) {
        survey(election(name), networks, channels, crashes, processes).assertIs(expected);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(
            delimiter = '|',
            value = {
                "hirschberg-sinclair | rings | fifo | 0 | 3 | 5818 states, messages 18..26, together 26, announcements 3, depends on SCHEDULE, silent []",
                "hirschberg-sinclair | rings | fifo | 0 | 4 | 247272 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
                "bully | complete | fifo | 1 | 4 | 347322 states, messages 0..18, together 9..18, announcements 0..5, depends on SCHEDULE, silent []",
            })
    void inLargerOnesToo(String name, String networks, String channels, int crashes, int processes, String expected) {
        survey(election(name), networks, channels, crashes, processes).assertIs(expected);
    }

    /** An algorithm that does not tell its sides apart explores one of two rings that mirror each other. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "lelann | rings | as in the paper | 0 | 5 | 219700 states, messages 5..25, together 25, announcements 5, depends on INITIATORS, silent []",
                "lelann | rings | as in the paper | 0 | 6 | 8107512 states, messages 6..36, together 36, announcements 6, depends on INITIATORS, silent []",
                "chang-roberts | rings | as in the paper | 0 | 5 | 160367 states, messages 5..35, together 9..15, announcements 5..25, depends on INITIATORS, silent []",
                "chang-roberts | rings | as in the paper | 0 | 6 | 4610050 states, messages 6..51, together 11..21, announcements 6..36, depends on INITIATORS, silent []",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 5 | 96056 states, messages 15..25, together 15..25, announcements 5, depends on NONE, silent []",
                "dolev-klawe-rodeh | rings | as in the paper | 0 | 6 | 2386104 states, messages 18..30, together 18..30, announcements 6, depends on NONE, silent []",
                "peterson | rings | as in the paper | 0 | 5 | 96552 states, messages 14..21, together 14..21, announcements 5, depends on NONE, silent []",
                "peterson | rings | as in the paper | 0 | 6 | 2409792 states, messages 17..27, together 17..27, announcements 6, depends on NONE, silent []",
                "peterson-alternating | rings | as in the paper | 0 | 5 | 42186 states, messages 10..20, together 10..20, announcements 5, depends on NONE, silent []",
                "peterson-alternating | rings | as in the paper | 0 | 6 | 875172 states, messages 12..24, together 12..24, announcements 6, depends on NONE, silent []",
                "franklin | rings | as in the paper | 0 | 5 | 753448 states, messages 20..30, together 20..30, announcements 5, depends on NONE, silent []",
                "franklin | rings | unordered | 0 | 5 | 1434796 states, messages 20..30, together 20..30, announcements 5, depends on SCHEDULE, silent []",
                "hirschberg-sinclair | rings | as in the paper | 0 | 4 | 3932250 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
                "hirschberg-sinclair | mirrored rings | fifo | 0 | 4 | 123636 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
                "hirschberg-sinclair | mirrored rings | fifo | 0 | 5 | 6798823 states, messages 38..62, together 54..62, announcements 5, depends on SCHEDULE, silent []",
                "bully | complete | unordered | 1 | 4 | 247078 states, messages 0..18, together 9..18, announcements 0..5, depends on SCHEDULE, silent []",
                "korach-moran-zaks | ordered links | as in the paper | 0 | 5 | 477631 states, messages 11..29, together 15..16, announcements 4, depends on SCHEDULE, silent [i.1, s.2, u.3]",
            })
    void inTheLargestToo(String name, String networks, String channels, int crashes, int processes, String expected) {
        survey(election(name), networks, channels, crashes, processes).assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "lelann, rings, 3",
        "dolev-klawe-rodeh, rings, 3",
        "peterson, rings, 3",
        "peterson-alternating, rings, 3",
        "franklin, rings, 3",
        "hirschberg-sinclair, rings, 2",
        "bully, complete, 3",
        "korach-moran-zaks, ordered links, 3",
    })
    void usersMayAskAgainAndAgain(String name, String networks, int most) {
        for (int processes = 1; processes <= most; processes++) {
            for (Topology network : networks(networks, processes)) {
                Model<?, ?, ?, ?, ?> model =
                        Model.of(election(name), Start.of(processes, 0)).withTopology(network);
                assertEquals(Verdict.HOLDS, Explorer.check(model).verdict(), () -> name + " on " + network);
            }
        }
    }

    private static <S, M> Survey survey(
            Algorithm<S, M, Voter, Call, Leader> election,
            String networks,
            String channels,
            int crashes,
            int processes) {
        Channels links =
                switch (channels) {
                    case "fifo" -> Channels.FIFO;
                    case "unordered" -> Channels.UNORDERED;
                    default -> election.system().channels();
                };
        return Survey.of(
                election, processes, networks(networks, processes), links, FaultBudget.NONE.withCrashes(crashes));
    }

    private static List<? extends Topology> networks(String kind, int processes) {
        return switch (kind) {
            case "rings" -> Arrangements.rings(processes);
            case "mirrored rings" -> Arrangements.ringsUpToReflection(processes);
            case "complete" -> List.of(Shape.COMPLETE);
            case "ordered links" -> Arrangements.complete();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Algorithm<?, ?, Voter, Call, Leader> election(String name) {
        return SingleElectionTest.elections()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
