package symposium.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.arbitration.Dining;
import symposium.arbitration.twostage.TwoStage;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.ExitCode;
import symposium.cli.simulate.CompareCommand;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.topology.Topologies;

class TableCommandTest {

    private static final String EVERYONE_LEFT_FIRST = """
            plato: kant voltaire
            kant: hegel plato
            hegel: leibniz kant
            leibniz: voltaire hegel
            voltaire: plato leibniz
            """;

    @TempDir
    private Path directory;

    private String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "table", ""), text)
                .toString();
    }

    private static JsonNode json(Run run) throws IOException {
        return run.json();
    }

    @Test
    void thePentagonWhereEveryoneGrabsLeftFirst() throws IOException {
        Run run = Commands.of("table", "analyse", "--json", file(EVERYONE_LEFT_FIRST));
        assertEquals(ExitCode.VIOLATED, run.code());
        JsonNode found = json(run);
        assertEquals(5, found.get("philosophers").asInt());
        assertTrue(found.get("danger").asBoolean());
        assertEquals(5, found.get("cycle").size());
        assertFalse(found.get("rankable").asBoolean());
        assertTrue(found.get("blockingPaths").isNull());
        assertTrue(found.get("total").isNull());
        assertTrue(found.get("minimum").isNull());
        Run text = Commands.of("table", "analyse", file(EVERYONE_LEFT_FIRST));
        assertTrue(
                text.out().contains("voltaire reaches for the fork shared with leibniz, which leibniz owns"),
                text.out());
    }

    @Test
    void aCompleteTableAndItsMinimum() throws IOException {
        Run run = Commands.of("table", "analyse", "--json", file("a: b c d\nb: a d c\nc: d a b\nd: c b a\n"));
        assertEquals(ExitCode.DONE, run.code());
        JsonNode found = json(run);
        assertFalse(found.get("danger").asBoolean());
        assertTrue(found.get("rankable").asBoolean());
        assertEquals(
                "{\"a\":6,\"b\":6,\"c\":6,\"d\":6}", found.get("blockingPaths").toString());
        assertEquals(24, found.get("total").asInt());
        assertEquals(24, found.get("minimum").asInt());
    }

    @Test
    void aPlanIsATableWithoutDanger() throws IOException {
        Run planned = Commands.of("table", "plan", file(EVERYONE_LEFT_FIRST));
        assertEquals(ExitCode.DONE, planned.code());
        Run analysed = Commands.of("table", "analyse", "--json", file(planned.out()));
        assertEquals(ExitCode.DONE, analysed.code());
        JsonNode json = json(Commands.of("table", "plan", "--json", file(EVERYONE_LEFT_FIRST)));
        assertEquals(json(analysed).get("total"), json.get("total"));
        assertTrue(json.get("totalBefore").isNull());
    }

    @Test
    void aSearchThatGivesUpSaysSo() throws IOException {
        String withoutRanks = "0: 2 1 3\n1: 3 2 0\n2: 0 3 1\n3: 1 0 2\n";
        Run run = Commands.of("table", "analyse", "--steps", "2", "--json", file(withoutRanks));
        assertEquals(ExitCode.UNDECIDED, run.code());
        assertTrue(json(run).get("danger").isNull());
        assertEquals(
                ExitCode.DONE,
                Commands.of("table", "analyse", file(withoutRanks)).code());
    }

    /** Listings and drawings show the names of a table, and a legend explains the numbers in messages. */
    @Test
    void philosophersGoByTheirNames() throws IOException {
        String table = file(EVERYONE_LEFT_FIRST);
        Path picture = directory.resolve("deadlock.svg");
        Run check = Commands.of(
                "check",
                "binary-arbitration",
                "--topology",
                table,
                "--diagram",
                "--timestamps",
                "--svg",
                picture.toString());
        assertEquals(ExitCode.VIOLATED, check.code(), check.err());
        assertTrue(check.out().contains("request from voltaire"), check.out());
        assertTrue(check.out().contains("sends request to leibniz"), check.out());
        assertFalse(check.out().contains("process 0"), check.out());
        assertTrue(check.out().contains("names: 0 is plato, 1 is kant"), check.out());
        String drawn = Files.readString(picture);
        assertTrue(drawn.contains(">hegel</text>"), drawn);
        assertTrue(drawn.contains("request from voltaire to leibniz"), drawn);
        Run dot = Commands.of(
                "check", "two-stage", "--topology", file("graph { plato -- kant }"), "--variant", "2", "--json");
        assertEquals("[\"plato\",\"kant\"]", dot.json().get("names").toString());
        Run run =
                Commands.of("simulate", "chandy-misra", "--topology", table, "--variant", "3", "--schedule", "random");
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains("names: 0 is plato, 1 is kant"), run.out());
    }

    @Test
    void componentsAreAnalysedSeparately() throws IOException {
        Run run = Commands.of("table", "analyse", file("a: b\nb: a\nc:\n"));
        assertEquals(ExitCode.DONE, run.code());
        assertTrue(run.out().contains("in 2 parts without a fork in common"), run.out());
    }

    @Test
    void aWrongInputIsReportedInOneLine() throws IOException {
        String file = file("a: b\nb:\n");
        Run run = Commands.of("table", "analyse", file);
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(
                "symposium table analyse: " + file
                        + ", line 1: the fork between a and b is named here only; line 2 of b has to name it, too\n",
                run.err());
        assertEquals(
                ExitCode.USAGE,
                Commands.of("table", "plan", directory.resolve("none").toString())
                        .code());
        assertEquals(
                ExitCode.USAGE,
                Commands.of("table", "plan", directory.toString()).code());
        assertEquals(ExitCode.USAGE, Commands.of("table", "analyse").code());
        assertEquals(ExitCode.USAGE, Commands.of("table").code());
        assertEquals(
                ExitCode.USAGE,
                Commands.of("table", "analyse", "--steps", "0", file).code());
    }

    private static final String CUBE =
            "graph { a -- b -- c -- d -- a; e -- f -- g -- h -- e; a -- e; b -- f; c -- g; d -- h }";

    @Test
    void aGraphIsAnalysedAndPlannedUnderARuleForItsOrders() throws IOException {
        String cube = file(CUBE);
        for (String rule : new String[] {"ascending", "descending", "coloured"}) {
            Run run = Commands.of("table", "analyse", "--json", "--rule", rule, cube);
            assertEquals(ExitCode.DONE, run.code(), run.err());
            assertEquals(12, json(run).get("forks").asInt());
            assertTrue(json(run).get("rankable").asBoolean(), rule);
        }
        // Three colours are enough for the forks of a cube, so that no delay exceeds 2^3.
        JsonNode coloured = json(Commands.of("table", "analyse", "--json", "--rule", "coloured", cube));
        coloured.get("blockingPaths").forEach(delay -> assertTrue(delay.asInt() <= 16, delay.toString()));
        assertEquals(
                json(Commands.of("table", "analyse", "--json", "--rule", "random:3", cube)),
                json(Commands.of("table", "analyse", "--json", "--rule", "random:3", cube)));
        assertEquals(ExitCode.DONE, Commands.of("table", "plan", cube).code());
        Run without = Commands.of("table", "analyse", cube);
        assertEquals(ExitCode.USAGE, without.code());
        assertTrue(without.err().contains("does not say who grabs forks in which order"), without.err());
        assertEquals(
                "symposium table analyse: --rule 'left' is none of ascending, descending, coloured or random:SEED\n",
                Commands.of("table", "analyse", "--rule", "left", cube).err());
    }

    @Test
    void theCheckerFindsTheDeadlockThatTheAnalysisPredicts() throws IOException {
        String file = file("a: b c\nb: c a\nc: a b\n");
        assertEquals(ExitCode.VIOLATED, Commands.of("table", "analyse", file).code());
        Run check = Commands.of("check", "binary-arbitration", "--topology", file, "--json");
        assertEquals(ExitCode.VIOLATED, check.code(), check.err());
        String planned = file(Commands.of("table", "plan", file).out());
        assertEquals(
                ExitCode.DONE,
                Commands.of("check", "binary-arbitration", "--topology", planned, "--json")
                        .code());
        assertEquals(
                ExitCode.VIOLATED,
                Commands.of("simulate", "binary-arbitration", "--topology", file)
                        .code());
        assertEquals(
                ExitCode.DONE,
                Commands.of("simulate", "chandy-misra", "--topology", file).code());
    }

    @Test
    void aTableAsTopologyIsReportedLikeAnyOther() throws IOException {
        String bad = file("a: b\nb: a c\n");
        Run run = Commands.of("simulate", "two-stage", "--topology", bad);
        assertEquals(
                "symposium simulate: --topology " + bad
                        + ", line 2: b shares a fork with c, who has no line; each philosopher must have one\n",
                run.err());
        String parts = file("a: b\nb: a\nc:\n");
        assertEquals(
                ExitCode.DONE,
                Commands.of("check", "two-stage", "--topology", parts).code());
        Run unlinked = Commands.of("check", "helary-plouzeau-raynal", "--topology", parts);
        assertEquals(ExitCode.USAGE, unlinked.code());
        assertTrue(unlinked.err().contains("it runs on: every connected graph"), unlinked.err());
    }

    /** Both simulate and compare detect variants that let neighbours eat at once. */
    @Test
    void neighboursEatingAtOnceAreDetected() {
        for (String network : new String[] {"ring", "random:4"}) {
            Run run = Commands.of(
                    "simulate",
                    "chandy-misra",
                    "-n",
                    "20",
                    "--topology",
                    network,
                    "--schedule",
                    "random",
                    "--variant",
                    "R4 eats with what it has",
                    "--json");
            assertEquals(ExitCode.VIOLATED, run.code(), run.err());
            assertEquals(
                    Dining.NEIGHBOURS_EXCLUDE_EACH_OTHER,
                    run.json().get("violated").asText());
        }
        CompareCommand.Row row = compared(new TwoStage.Entry(), 1);
        assertEquals(
                Dining.NEIGHBOURS_EXCLUDE_EACH_OTHER,
                row.violated().orElseThrow().invariant());
        assertTrue(row.note().contains("  violated: "), row.note());
    }

    private static <S, M, U, I, O> CompareCommand.Row compared(Algorithm<S, M, U, I, O> algorithm, int variant) {
        return CompareCommand.run(
                algorithm,
                algorithm.checks().variants(Start.of(20, 0)).get(variant).protocol(),
                RunNetwork.of(algorithm, Optional.of(Topologies.named("random:4")), 20),
                1000,
                0);
    }

    @Test
    void algorithmsAreComparedAndDine() {
        for (String graph : new String[] {"ring", "random:4", "complete", "star"}) {
            Run compared =
                    Commands.of("table", "compare", "--topology", graph, "-n", "5,20", "--meals", "500", "--json");
            assertEquals(ExitCode.DONE, compared.code(), compared.err());
            assertEquals(6, compared.json().get("runs").size());
            compared.json().get("runs").forEach(row -> {
                assertEquals(500, row.get("meals").asInt());
                // the run goes on until every request is answered
                JsonNode messages = row.get("messages");
                assertEquals(messages.get("request"), messages.get("fork"), row.toString());
                assertTrue(row.get("ratio").asDouble() <= 1.5, row.toString());
            });
        }
        for (String algorithm : new String[] {"two-stage", "chandy-misra", "binary-arbitration"}) {
            Run dined = Commands.of(
                    "table", "dine", algorithm, "--topology", "random:4", "-n", "50", "--meals", "4", "--json");
            assertEquals(ExitCode.DONE, dined.code(), dined.err());
            assertEquals(200, dined.json().get("runs").get(0).get("meals").asInt());
        }
    }
}
